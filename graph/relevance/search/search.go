package relevance

import (
	"cmp"
	"slices"
	"strings"

	"dossier/graph/text"
)

// How a search weighs words against titles, and what words count that were not asked for as they stand.
const (
	wordShare        = .6
	titleShare       = .4
	completionWeight = .5
	respeltWeight    = 1
	completionsMost  = 20
	respeltMost      = 5
	respeltWords     = 8 // words of one query
	phrasesMost      = 8 // phrases that must stand, and exclusions, that are heeded
	// searchWindow is how many matches by words are compared by title; it doubles for pages further on.
	searchWindow = 400
)

// SearchRequest is what a search box asks for.
type SearchRequest struct {
	// Query holds words, of which any may match, "quoted phrases", which must stand, and -exclusions. The last word may
	// be unfinished.
	Query string
	// Keep tells whether an entity may be found; nil keeps all.
	Keep func(id, kind string) bool
	// Similar gives the likeness in meaning of an entity to the query, a cosine; nil when there are no embeddings.
	Similar func(id string) float64
	// Offset and Limit give the page.
	Offset, Limit int
}

// Hit is an entity that a search found.
type Hit struct {
	ID, Kind, Title string
	// Score is between 0 and 1; 1 is for the exact title alone. By words it is theirs and the title's, with embeddings
	// what the ranks in both bring.
	Score float64
	// Fields are the names of the fields that matched.
	Fields []string
	// Why says what matched.
	Why Cause
	// Sentences are the two best sentences outside the title, in the order of the text.
	Sentences []Sentence
}

// Cause says what made a hit.
type Cause string

// The causes, the strongest first.
const (
	ByTitle   Cause = "exact title"
	ByWords   Cause = "words"
	BySimilar Cause = "similar title"
	ByMeaning Cause = "similar meaning"
)

// Found is the answer of a search.
type Found struct {
	// Hits are ordered by score, then title, then id.
	Hits []Hit
	// Total is the number of entities that match.
	Total int
	// Notes say in sentences what was looked for beside the words as given.
	Notes []string
	// Terms are the folded words that were looked for, for the snippets.
	Terms []string
}

// Search finds entities by words, in scores of 0.6 parts BM25 and 0.4 parts similarity of the title, and joins those that
// are near in meaning.
func (c Corpus) Search(r SearchRequest) Found {
	defer c.lock()()
	ask := parse(r.Query)
	q := c.openQuery()
	defer q.release()
	for w := range text.Words(ask.words) {
		q.addWord(w)
	}
	var found Found
	var spelt []string
	found.Notes, spelt = q.respell(respeltMost, respeltWeight)
	ask.respelt(spelt)
	q.complete(ask.prefix)
	q.close()
	q.lexical()
	q.exact()
	q.findNear(r.Similar)
	q.restrict(ask, r.Keep)
	for _, t := range q.terms {
		found.Terms = append(found.Terms, t.word)
	}
	list := q.compare(ask, r.Offset+r.Limit, &found.Total)
	list = list[min(r.Offset, len(list)):min(r.Offset+r.Limit, len(list))]
	for _, m := range list {
		found.Hits = append(found.Hits, q.hit(m))
	}
	return found
}

// asked is a search taken apart.
type asked struct {
	words    string // all that may match, phrases among them
	prefix   string // the unfinished last word, folded
	must     []string
	mustNot  []string
	title    text.Trigrams
	titleKey string
	length   int // words of the title
}

func parse(s string) asked {
	var a asked
	var words strings.Builder
	for rest := s; rest != ""; {
		part, not, quoted, after := nextPart(rest)
		rest = after
		switch {
		case part == "":
		case not && len(a.mustNot) == phrasesMost:
		case not:
			a.mustNot = append(a.mustNot, part)
		default:
			words.WriteString(part + " ")
			a.take(part, quoted, rest == "")
		}
	}
	a.words = words.String()
	a.title, a.titleKey, a.length = text.TrigramsOf(text.Fold(a.words)), text.Key(a.words), max(1, len(strings.Fields(a.words)))
	return a
}

// respelt lets titles be compared with words as titles spell them, given as pairs.
func (a *asked) respelt(pairs []string) {
	if len(pairs) > 0 {
		a.title = text.TrigramsOf(strings.NewReplacer(pairs...).Replace(text.Fold(a.words)))
	}
}

// take takes a part that is wanted: a phrase must stand, and the last word may
// be unfinished.
func (a *asked) take(part string, quoted, last bool) {
	a.prefix = ""
	switch {
	case quoted && len(a.must) < phrasesMost:
		a.must = append(a.must, part)
	case last:
		a.prefix = lastWord(part)
	}
}

// nextPart takes a word, a quoted phrase or an exclusion of either off a query. A quote that never closes is a space.
func nextPart(s string) (part string, not, quoted bool, rest string) {
	trimmed := strings.TrimLeft(s, " \t\n\r")
	if len(trimmed) > 1 && trimmed[0] == '-' && trimmed[1] != ' ' {
		not, trimmed = true, trimmed[1:]
	}
	if after, ok := strings.CutPrefix(trimmed, `"`); ok {
		if phrase, tail, closed := strings.Cut(after, `"`); closed {
			return phrase, not, true, tail
		}
		trimmed = after
	}
	end := strings.IndexAny(trimmed, " \t\n\r")
	if end < 0 {
		end = len(trimmed)
	}
	if end > 0 {
		if quote := strings.IndexByte(trimmed[1:end], '"'); quote >= 0 {
			end = quote + 1
		}
	}
	return trimmed[:end], not, false, trimmed[end:]
}

func lastWord(s string) string {
	last := ""
	for w := range text.Words(s) {
		last = w.Text
	}
	return last
}

// respell adds the words of titles that are spelt like those nothing holds, at most so many for each, and says so in
// sentences; spelt has each such word, and behind it the one most like it. In BM25 they have the weight times their similarity.
func (q *query) respell(most int, weight float64) (notes, spelt []string) {
	tried := 0
	for _, w := range q.words {
		if w.term >= 0 || text.StopWord(w.word.Text) || tried == respeltWords {
			continue
		}
		tried++
		var instead []string
		for _, r := range q.spelt(w.word.Text, most) {
			if !slices.Contains(instead, r.word) && q.addTerm(r.word, weight*r.similarity) >= 0 {
				instead = append(instead, r.word)
			}
		}
		if len(instead) > 0 {
			spelt = append(spelt, w.word.Text, instead[0])
			notes = append(notes, "Nothing holds “"+w.word.Text+"”; looked for “"+strings.Join(instead, "”, “")+"” as well.")
		}
	}
	return notes, spelt
}

// spelt gives at most n words of titles that are spelt like the word, the most similar first.
func (q *query) spelt(word string, n int) []respelt {
	var list []respelt
	for _, v := range q.views {
		list = append(list, v.x.nearest(word, n)...)
	}
	slices.SortFunc(list, func(a, b respelt) int {
		return cmp.Or(cmp.Compare(b.similarity, a.similarity), cmp.Compare(a.word, b.word))
	})
	list = slices.Compact(list)
	return list[:min(n, len(list))]
}

// complete adds the words that the last one may become.
func (q *query) complete(prefix string) {
	if len(prefix) < 2 {
		return
	}
	for _, v := range q.views {
		for _, w := range v.x.completions(prefix, completionsMost) {
			q.addTerm(w, completionWeight)
		}
	}
}
