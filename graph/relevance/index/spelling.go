package relevance

import (
	"cmp"
	"slices"
	"strings"

	"dossier/graph/text"
)

// similar is the trigram similarity from which two words or titles count as alike, pg_trgm's own threshold.
const similar = .3

// spelling finds the words of titles that are spelt like another.
type spelling struct {
	words map[uint64][]uint32 // by trigram
	sizes map[uint32]int      // number of trigrams by word
	uses  map[uint32]int      // number of titles by word
}

func newSpelling() spelling {
	return spelling{words: make(map[uint64][]uint32), sizes: make(map[uint32]int), uses: make(map[uint32]int)}
}

// spell learns the words of a document's title, or takes one use of them away.
func (x *Index) spell(ord int32, uses int) {
	for w := range text.Words(x.docs[ord].Title) {
		n := x.vocab.word(w.Text)
		if x.vocab.termOf[n] == 0 {
			continue
		}
		x.spelling.uses[n] += uses
		if _, known := x.spelling.sizes[n]; known {
			continue
		}
		grams := text.TrigramsOf(w.Text)
		x.spelling.sizes[n] = len(grams)
		for _, g := range grams {
			x.spelling.words[g] = append(x.spelling.words[g], n)
		}
	}
}

// respelt is a word of titles that is spelt like one asked for.
type respelt struct {
	word       string
	similarity float64
}

// nearest gives at most n words of titles that are spelt like the word, the most similar first.
func (x *Index) nearest(word string, n int) []respelt {
	grams := text.TrigramsOf(word)
	var list []respelt
	for w, common := range x.spelling.shared(grams) {
		if x.spelling.uses[w] == 0 {
			continue
		}
		if s := float64(common) / float64(len(grams)+x.spelling.sizes[w]-common); s >= similar {
			list = append(list, respelt{x.vocab.names[w], s})
		}
	}
	slices.SortFunc(list, func(a, b respelt) int {
		return cmp.Or(cmp.Compare(b.similarity, a.similarity), cmp.Compare(a.word, b.word))
	})
	return list[:min(n, len(list))]
}

// shared counts the trigrams that words of titles have in common with others.
func (s *spelling) shared(grams text.Trigrams) map[uint32]int {
	shared := make(map[uint32]int)
	for _, g := range grams {
		for _, w := range s.words[g] {
			shared[w]++
		}
	}
	return shared
}

// titlesCompared is how many titles of a project are compared trigram by trigram.
const titlesCompared = 50

// Nearest gives at most n documents of the kinds to be kept whose titles are spelt most like a text; the score is the
// trigram similarity, and equal ones stand in the order of titles and ids.
func (c Corpus) Nearest(asked string, keep func(kind string) bool, n int) []Node {
	defer c.lock()()
	q := c.openQuery()
	defer q.release()
	grams := text.TrigramsOf(asked)
	var list []match
	for _, v := range q.views {
		for _, s := range strongest(v.alike(grams, keep), titlesCompared) {
			if similarity := grams.Similarity(text.TrigramsOf(s.document().Title)); similarity > 0 {
				list = append(list, match{s.place, similarity, BySimilar})
			}
		}
	}
	inOrder(list)
	var nodes []Node
	for _, m := range list[:min(n, len(list))] {
		d := m.document()
		nodes = append(nodes, Node{ID: d.ID, Kind: d.Kind, Title: d.Title, Score: m.score, Why: WhyMatch, Project: m.v.at})
	}
	return nodes
}

// alike gives the documents whose titles have a word with one of the trigrams, and how similar they are at a guess: by the
// trigrams of single words, and as if a title had one trigram for each byte.
func (v *view) alike(grams text.Trigrams, keep func(kind string) bool) []seed {
	x := v.x
	terms := make(map[uint32]int)
	for w, common := range x.spelling.shared(grams) {
		term := x.vocab.termOf[w]
		terms[term] = max(terms[term], common)
	}
	commons := make([]int, len(x.docs))
	for term, common := range terms {
		for _, p := range x.holding(term) {
			if p.title > 0 {
				commons[p.doc] += common
			}
		}
	}
	var list []seed
	for ord, common := range commons {
		if common > 0 && keep(x.docs[ord].Kind) {
			guess := float64(common) / float64(len(grams)+len(x.docs[ord].Title))
			list = append(list, seed{place{v, int32(ord)}, guess})
		}
	}
	return list
}

// completions gives at most n words of the index that begin with the prefix, those that most documents hold first.
func (x *Index) completions(prefix string, n int) []string {
	type word struct {
		name string
		df   int
	}
	var list []word
	for number, name := range x.vocab.names {
		if len(name) <= len(prefix) || !strings.HasPrefix(name, prefix) {
			continue
		}
		if t := x.vocab.termOf[number]; t != 0 && int(t) < len(x.postings) && len(x.postings[t]) > 0 {
			list = append(list, word{name, len(x.postings[t])})
		}
	}
	slices.SortFunc(list, func(a, b word) int { return cmp.Or(cmp.Compare(b.df, a.df), cmp.Compare(a.name, b.name)) })
	names := make([]string, 0, n)
	for _, w := range list[:min(n, len(list))] {
		names = append(names, w.name)
	}
	return names
}
