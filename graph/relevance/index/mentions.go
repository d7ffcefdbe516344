package relevance

import (
	"cmp"
	"maps"
	"math"
	"slices"

	"dossier/graph/text"
)

// mention says that a sentence of a document names another document's title.
type mention struct {
	target   int32
	sentence int32
	weight   float64
}

// mentionsKept is how many sentences are remembered for one document naming one other.
const mentionsKept = 4

// mentionsLimit is the most mentions that one document gives; a longer register of titles says little of each.
const mentionsLimit = 1000

// stale gathers what a change makes out of date: the documents whose text changed, and the title forms that came or
// went, whose mentions may stand in any document that holds their words.
type stale struct {
	docs  map[int32]bool
	forms [][]uint32
	moved bool // documents came or went
}

func newStale() *stale { return &stale{docs: make(map[int32]bool)} }

// refreshMentions finds the mentions anew in every document that a change may concern.
func (x *Index) refreshMentions(s *stale) {
	for _, words := range s.forms {
		if len(s.docs) == len(x.ordinals) {
			break
		}
		x.outdate(s, words)
	}
	for _, ord := range slices.Sorted(maps.Keys(s.docs)) { // in order, so that lists grow at their end
		if x.docs[ord].ID != "" {
			x.dropMentions(ord)
			x.findMentions(ord)
		}
	}
}

// outdate adds the documents that may hold the words of a form; stop words alone may stand in any.
func (x *Index) outdate(s *stale, words []uint32) {
	if !slices.ContainsFunc(words, func(w uint32) bool { return x.vocab.termOf[w] != 0 }) {
		for _, ord := range x.ordinals {
			s.docs[ord] = true
		}
	}
	for _, p := range x.rarest(words) {
		s.docs[p.doc] = true
	}
}

// rarest gives the shortest posting list among the words of a form.
func (x *Index) rarest(words []uint32) []posting {
	var best []posting
	for _, w := range words {
		term := x.vocab.termOf[w]
		if term == 0 {
			continue
		}
		if list := x.holding(term); best == nil || len(list) < len(best) {
			best = list
		}
	}
	return best
}

// findMentions looks for the titles of other documents in a document's text, the longest first at each place.
func (x *Index) findMentions(ord int32) {
	doc := &x.docs[ord]
	var buf []text.Token
	for i, s := range doc.sentences {
		if s.Field == 0 || s.Unit == text.Comment {
			continue
		}
		buf = doc.sequence(s, buf)
		for at := 0; at < len(buf); {
			at += x.mentionAt(ord, int32(i), buf, at)
		}
	}
	slices.SortFunc(doc.mentions, func(a, b mention) int {
		return cmp.Or(cmp.Compare(a.target, b.target), cmp.Compare(a.sentence, b.sentence))
	})
	for i, m := range doc.mentions {
		if i == 0 || doc.mentions[i-1].target != m.target {
			in := &x.docs[m.target].mentioned
			at, _ := slices.BinarySearch(*in, ord)
			*in = slices.Insert(*in, at, ord)
		}
	}
}

// mentionAt notes the title that begins the words, if one does, and gives how many words to go on by.
func (x *Index) mentionAt(ord, sentence int32, all []text.Token, at int) int {
	words := all[at:]
	owners, n := x.titles.longest(words)
	if n == 0 {
		return 1
	}
	if len(owners) > titleOwners || n == 1 && !words[0].Has(text.Capital) {
		return n
	}
	doc := &x.docs[ord]
	for _, o := range owners {
		known := 0
		for _, m := range doc.mentions {
			if m.target == o.doc {
				known++
			}
		}
		if o.doc != ord && known < mentionsKept && len(doc.mentions) < mentionsLimit {
			weight := math.Pow(o.quality/float64(len(owners)), .8)
			doc.mentions = append(doc.mentions, mention{o.doc, sentence, weight})
		}
	}
	return n
}

func (x *Index) dropMentions(ord int32) {
	for _, m := range x.docs[ord].mentions {
		in := &x.docs[m.target].mentioned
		if at, ok := slices.BinarySearch(*in, ord); ok {
			*in = slices.Delete(*in, at, at+1)
		}
	}
	x.docs[ord].mentions = nil
}

// mentionsOf gives the mentions of one target.
func (d *document) mentionsOf(target int32) []mention {
	by := func(m mention, target int32) int { return cmp.Compare(m.target, target) }
	first, _ := slices.BinarySearchFunc(d.mentions, target, by)
	last, _ := slices.BinarySearchFunc(d.mentions, target+1, by)
	return d.mentions[first:last]
}
