package relevance

import (
	"slices"

	"dossier/graph/text"
)

// restrict takes the scores of those away that must not be found: without a phrase that must stand, with an
// exclusion, or not to be kept.
func (q *query) restrict(a asked, keep func(id, kind string) bool) {
	for _, v := range q.views {
		for _, phrase := range a.must {
			holders := v.holders(phrase)
			if len(q.terms) == 0 { // stop words alone
				v.raise(holders)
			}
			v.clear(func(d int32) bool { return !holders[d] })
		}
		for _, phrase := range a.mustNot {
			holders := v.holders(phrase)
			v.clear(func(d int32) bool { return holders[d] })
		}
		if keep != nil {
			v.clear(func(d int32) bool { return !keep(v.x.docs[d].ID, v.x.docs[d].Kind) })
		}
	}
}

// exact makes sure of the entities whose title is the whole query, whatever its words are.
func (q *query) exact() {
	for _, v := range q.views {
		owners, n := v.x.titles.longest(v.words)
		for _, o := range owners {
			if n == len(v.words) {
				v.raise(map[int32]bool{o.doc: true})
			}
		}
	}
}

// raise sees to it that the documents have a score.
func (v *view) raise(docs map[int32]bool) {
	for d := range docs {
		v.bm[d] = max(v.bm[d], 1e-6)
	}
}

// clear takes the scores of the documents away for which gone holds.
func (v *view) clear(gone func(d int32) bool) {
	for d, s := range v.bm {
		if (s > 0 || v.nearness(int32(d)) > 0) && gone(int32(d)) {
			v.bm[d] = 0
			if v.near != nil {
				v.near[d] = 0
			}
		}
	}
}

// holders gives the documents that hold a phrase word by word; a single word stands for all that share its stem.
func (v *view) holders(phrase string) map[int32]bool {
	var words []uint32
	for w := range text.Words(phrase) {
		if w.Marks&text.Whole == 0 {
			words = append(words, v.x.vocab.words[w.Text])
		}
	}
	holders := make(map[int32]bool)
	if len(words) == 1 {
		for _, p := range v.x.holding(v.x.vocab.terms[v.x.vocab.stem(text.Key(phrase))]) {
			holders[p.doc] = true
		}
		return holders
	}
	if len(words) == 0 || slices.Contains(words, 0) {
		return holders
	}
	maybe := newStale()
	v.x.outdate(maybe, words)
	for d := range maybe.docs {
		if v.x.docs[d].holds(words) {
			holders[d] = true
		}
	}
	return holders
}

// holds tells whether the words stand one after the other in a sentence of the document.
func (d *document) holds(words []uint32) bool {
	var buf []text.Token
	same := func(t text.Token, w uint32) bool { return t.Word() == w }
	for _, s := range d.sentences {
		buf = d.sequence(s, buf)
		for at := 0; at+len(words) <= len(buf); at++ {
			if slices.EqualFunc(buf[at:at+len(words)], words, same) {
				return true
			}
		}
	}
	return false
}

// match is a place that a search found.
type match struct {
	place
	score float64
	why   Cause
}

// compare scores the matches by words and title, at least enough of them for a page that ends at end.
func (q *query) compare(a asked, end int, total *int) []match {
	best := 0.0
	for _, v := range q.views {
		for d, s := range v.bm {
			v.score[d] = float64(s)
			best = max(best, v.score[d])
			if s > 0 || v.nearness(int32(d)) > 0 {
				*total++
			}
		}
	}
	window := searchWindow
	for window < end {
		window *= 2
	}
	var list []match
	for _, s := range q.best(window) {
		title := text.Fold(s.document().Title)
		similar := (a.title.Similarity(text.TrigramsOf(title)) + a.title.Within(title, a.length)) / 2
		m := match{s.place, min(.999, wordShare*s.a/best+titleShare*similar), ByWords}
		if !q.asGiven(s.place) {
			m.why = BySimilar
		}
		switch name := s.document().Title; a.titleKey {
		case text.Key(name):
			m.score, m.why = 1, ByTitle
		case text.Key(identifier(name)):
			m.score, m.why = max(m.score, .999), ByTitle
		}
		list = append(list, m)
	}
	inOrder(list)
	return q.fuse(list)
}

// asGiven tells whether a document holds one of the words as they were asked for.
func (q *query) asGiven(at place) bool {
	for i, t := range q.terms {
		if t.weight == 1 && q.impactOf(at.v, i, at.doc) > 0 {
			return true
		}
	}
	return false
}

// hit describes a match.
func (q *query) hit(m match) Hit {
	d := m.document()
	h := Hit{ID: d.ID, Kind: d.Kind, Title: d.Title, Score: m.score, Why: m.why}
	held := make([]bool, len(d.fields))
	fits := make([]float64, len(q.terms))
	for _, s := range d.sentences {
		q.fit(m.v, d, s, fits)
		score := 0.0
		for i, fit := range fits {
			if fit == 1 {
				score += q.terms[i].idf * q.terms[i].weight
			}
		}
		if score > 0 {
			held[s.Field] = true
		}
		if score > 0 && s.Field > 0 {
			h.Sentences = better(h.Sentences, Sentence{Field: d.fields[s.Field], Start: s.Start, End: s.End, Unit: s.Unit, Score: score})
		}
	}
	for i, name := range d.fields {
		if held[i] {
			h.Fields = append(h.Fields, name)
		}
	}
	if m.why == ByMeaning {
		h.Sentences = d.lead()
	}
	return h
}

// lead is the first sentence outside the title, if there is one.
func (d *document) lead() []Sentence {
	for _, s := range d.sentences {
		if s.Field > 0 && s.Unit != text.Comment {
			return []Sentence{{Field: d.fields[s.Field], Start: s.Start, End: s.End, Unit: s.Unit}}
		}
	}
	return nil
}

// better keeps the best two sentences in the order of their text.
func better(two []Sentence, one Sentence) []Sentence {
	switch {
	case len(two) < 2:
		return append(two, one)
	case one.Score > min(two[0].Score, two[1].Score):
		if two[0].Score < two[1].Score {
			return []Sentence{two[1], one}
		}
		return []Sentence{two[0], one}
	}
	return two
}
