package relevance

import (
	"cmp"
	"math"
	"slices"

	"dossier/graph/text"
)

// termLimit is how many terms of a question are looked up, the first ones.
const termLimit = 64

// Corpus is one or more projects that are searched together; their statistics are merged.
type Corpus struct {
	indexes []*Index
	params  Params
}

// Over joins the projects' indexes under the default constants.
func Over(indexes ...*Index) Corpus { return Corpus{indexes, Defaults()} }

// With gives the same corpus under other constants.
func (c Corpus) With(p Params) Corpus { return Corpus{c.indexes, p} }

// lock holds all indexes for reading until the function it gives is called. All callers lock in the same order, or two
// of them and two writers might wait for each other.
func (c Corpus) lock() (unlock func()) {
	ordered := slices.Clone(c.indexes)
	slices.SortFunc(ordered, func(a, b *Index) int { return cmp.Compare(a.serial, b.serial) })
	ordered = slices.Compact(ordered)
	for _, x := range ordered {
		x.mu.RLock()
	}
	return func() {
		for _, x := range ordered {
			x.mu.RUnlock()
		}
	}
}

// query is a question taken apart against a corpus.
type query struct {
	params    *Params
	documents int
	views     []*view
	words     []queryWord
	terms     []queryTerm
	spans     []span
	average   float64 // length of a document
	mass      float64 // idf of all terms
}

// view is a query as one index sees it.
type view struct {
	x     *Index
	at    int          // its number in the query
	terms []uint32     // the query's terms in the index's numbers
	stems []string     // the query's terms, and one that may become the next
	hits  []hit        // by the index's term
	bound []uint32     // the index's terms that have a hit
	bm    []float32    // BM25 by document, once lexical has filled it
	raw   []float32    // scratch of smooth
	slots []int32      // scratch of ways, by document; all 0
	score []float64    // by document
	near  []float64    // by document, what its rank in meaning counts; nil without embeddings
	words []text.Token // the query's words in the index's numbers, 0 for unknown ones
}

// view gives a view of the index for one query, with the arrays of an earlier one if there is one at hand.
func (x *Index) view() *view {
	v, ok := x.views.Get().(*view)
	if !ok {
		v = &view{}
	}
	v.x = x
	v.hits = sized(v.hits, len(x.vocab.terms)+1)
	return v
}

// release leaves the query's views to later queries; nothing of it may be used afterwards.
func (q *query) release() {
	for _, v := range q.views {
		for _, term := range v.bound {
			v.hits[term] = 0
		}
		v.bound, v.terms, v.stems, v.words, v.near = v.bound[:0], v.terms[:0], v.stems[:0], v.words[:0], nil
		views := v.x.views
		v.x = nil // a pool must not keep an index that was let go of
		views.Put(v)
	}
	q.views = nil
}

// sized gives an array of n elements, the same one if it is large enough; what it held stays.
func sized[T any](array []T, n int) []T {
	if n > cap(array) {
		return make([]T, n, n+n/8)
	}
	return array[:n]
}

// bindTerm notes what a term of the index matches.
func (v *view) bindTerm(term uint32, h hit) {
	if v.hits[term] == 0 {
		v.bound = append(v.bound, term)
	}
	v.hits[term] = h
}

// hit says which of the query's terms a term of the index matches: its number plus one, 0 for none, with the bit
// kindred when they only begin alike.
type hit uint8

const kindred hit = 0x80

// term gives the number of the query's term.
func (h hit) term() int { return int(h&^kindred) - 1 }

// exact tells whether it is the very term.
func (h hit) exact() bool { return h != 0 && h&kindred == 0 }

type queryWord struct {
	word text.Word
	term int // into query.terms, -1 for a stop word or an unknown one
}

type queryTerm struct {
	word   string
	stem   string // in the first index
	idf    float64
	weight float64 // in BM25, less when a span covers it
}

// span is a title that the question names.
type span struct {
	first, last int // into query.words
	conf, mass  float64
	count       int // entities so titled
}

// newQuery takes a question apart and looks its words and terms up; its caller releases it.
func (c Corpus) newQuery(question string) *query {
	q := c.openQuery()
	for w := range text.Words(question) {
		q.addWord(w)
	}
	if q.strange() {
		q.respell(1, 1)
	}
	q.close()
	return q
}

// strange tells whether nothing holds a third of the question's words, so that they may be misspelt. A few in a long
// question are rather those of something that nobody wrote about.
func (q *query) strange() bool {
	unknown, all := 0, 0
	for _, w := range q.words {
		switch {
		case text.StopWord(w.word.Text):
		case w.term < 0:
			unknown++
			fallthrough
		default:
			all++
		}
	}
	return unknown > 0 && 3*unknown >= all
}

// openQuery gives a query without words; close must follow before it is asked for anything, and release in the end.
func (c Corpus) openQuery() *query {
	q := &query{params: &c.params}
	length := 0.0
	for i, x := range c.indexes {
		v := x.view()
		v.at = i
		q.views = append(q.views, v)
		q.documents += len(x.ordinals)
		length += x.length
	}
	q.average = length/float64(max(q.documents, 1)) + 1e-9
	return q
}

// addWord adds a word of the question and its term.
func (q *query) addWord(w text.Word) {
	term := q.addTerm(w.Text, 1)
	if w.Marks&text.Whole == 0 {
		q.words = append(q.words, queryWord{w, term})
	}
}

// addTerm adds the term of a folded word with a weight in BM25 and gives its number; -1 when the word is a stop word or
// nothing holds it.
func (q *query) addTerm(word string, weight float64) int {
	df, number := 0, len(q.terms)
	for _, v := range q.views {
		v.stems = append(v.stems[:number], v.x.vocab.stem(word))
		df += len(v.x.holding(v.x.vocab.terms[v.stems[number]]))
	}
	if df == 0 {
		return -1
	}
	stem := q.views[0].stems[number]
	if at := slices.IndexFunc(q.terms, func(t queryTerm) bool { return t.stem == stem }); at >= 0 {
		return at
	}
	if number == termLimit {
		return -1
	}
	q.terms = append(q.terms, queryTerm{word, stem, rarity(q.documents, df), weight})
	return number
}

// close binds the words to the indexes.
func (q *query) close() {
	for _, t := range q.terms {
		q.mass += t.idf
	}
	for _, v := range q.views {
		q.bind(v)
	}
}

// bind looks the question's words and terms up in one index.
func (q *query) bind(v *view) {
	for _, w := range q.words {
		v.words = append(v.words, text.NewToken(v.x.vocab.words[w.word.Text], w.word.Marks))
	}
	for i := range q.terms {
		stem := v.stems[i]
		v.terms = append(v.terms, v.x.vocab.terms[stem])
		for _, other := range v.x.vocab.related(stem) {
			if v.hits[other] == 0 {
				v.bindTerm(other, hit(i+1)|kindred)
			}
		}
	}
	for i, n := range v.terms {
		if n != 0 {
			v.bindTerm(n, hit(i+1))
		}
	}
}

// fit notes in fits how well each of the query's terms stands in a sentence.
func (q *query) fit(v *view, d *document, s text.Sentence, fits []float64) {
	clear(fits)
	for _, t := range d.tokens[s.First:s.Last] {
		h := v.hits[v.x.vocab.termOf[t.Word()]]
		switch {
		case h == 0:
		case h.exact():
			fits[h.term()] = 1
		default:
			fits[h.term()] = max(fits[h.term()], q.params.Kindred)
		}
	}
}

// lexical fills the views' BM25 scores.
func (q *query) lexical() {
	for _, v := range q.views {
		v.bm, v.score = sized(v.bm, len(v.x.docs)), sized(v.score, len(v.x.docs))
		v.slots = sized(v.slots, len(v.x.docs))
		clear(v.bm)
		clear(v.score)
		for i, t := range q.terms {
			for _, p := range v.x.holding(v.terms[i]) {
				v.bm[p.doc] += float32(t.weight * t.idf * v.x.impact(p, q.average))
			}
		}
	}
}

// impactOf is the BM25 weight of the question's term i in one document, without its rarity.
func (q *query) impactOf(v *view, i int, doc int32) float64 {
	list := v.x.holding(v.terms[i])
	if at, ok := findPosting(list, doc); ok {
		return v.x.impact(list[at], q.average)
	}
	return 0
}

// findSpans notes the longest titles that the question names; a single word counts only when it is capitalised and not
// the first.
func (q *query) findSpans() {
	for at := 0; at < len(q.words); {
		best, count := 0, 0
		for _, v := range q.views {
			owners, n := v.x.titles.longest(v.words[at:])
			if n > best {
				best, count = n, 0
			}
			if n == best {
				count += len(owners)
			}
		}
		single := best == 1 && (at == 0 || q.words[at].word.Marks&text.Capital == 0)
		if best == 0 || single {
			at++
			continue
		}
		q.addSpan(span{first: at, last: at + best, count: count})
		at += best
	}
}

func (q *query) addSpan(s span) {
	for _, w := range q.words[s.first:s.last] {
		if w.term >= 0 {
			s.mass += q.terms[w.term].idf
		}
	}
	if s.mass == 0 {
		return
	}
	s.conf = math.Pow(min(1, s.mass/q.mass/q.params.SpanShare), 2)
	q.spans = append(q.spans, s)
	for _, w := range q.words[s.first:s.last] {
		if w.term >= 0 {
			t := &q.terms[w.term]
			t.weight = min(t.weight, 1-q.params.SpanDiscount*s.conf)
		}
	}
}

// owners gives the entities of a view that a span names.
func (v *view) owners(s span) []owner {
	list, n := v.x.titles.longest(v.words[s.first:s.last])
	if n < s.last-s.first {
		return nil
	}
	return list
}
