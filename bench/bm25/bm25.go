// Package bm25 ranks texts only by the words of a question. It is the baseline
// that other rankings must reach.
package bm25

import (
	"cmp"
	"math"
	"slices"
)

// The usual constants of BM25: k1 controls how quickly the weight of a repeated
// word saturates, and b how much the length of a text reduces its score.
const (
	k1 = 1.2
	b  = .75
)

// Index holds the words of texts, numbered in the order in which they were
// added.
type Index struct {
	terms   map[string][]posting
	lengths []int
	total   int
}

// posting is a text that contains a word, and the number of occurrences.
type posting struct{ text, times int32 }

// A Hit is a text that contains words of the question.
type Hit struct {
	Text  int     // the number of the text, from 0
	Score float64 // the sum over the words of the question
}

// New returns an empty index.
func New() *Index { return &Index{terms: map[string][]posting{}} }

// Add adds the words of the next text.
func (x *Index) Add(words []string) {
	text := int32(len(x.lengths))
	for _, word := range words {
		list := x.terms[word]
		if last := len(list) - 1; last >= 0 && list[last].text == text {
			list[last].times++
			continue
		}
		x.terms[word] = append(list, posting{text, 1})
	}
	x.lengths = append(x.lengths, len(words))
	x.total += len(words)
}

// Rank returns at most the given number of texts that contain words of the
// question, best first and otherwise in the order added.
func (x *Index) Rank(question []string, most int) []Hit {
	scores := make([]float64, len(x.lengths))
	for _, word := range question {
		list := x.terms[word]
		rarity := math.Log(1 + (float64(len(x.lengths)-len(list))+.5)/(float64(len(list))+.5))
		for _, p := range list {
			scores[p.text] += rarity * x.weight(p)
		}
	}
	var hits []Hit
	for text, score := range scores {
		if score > 0 {
			hits = append(hits, Hit{text, score})
		}
	}
	slices.SortFunc(hits, func(a, b Hit) int {
		return cmp.Or(cmp.Compare(b.Score, a.Score), cmp.Compare(a.Text, b.Text))
	})
	return hits[:min(most, len(hits))]
}

// weight returns the weight of a word in a text that contains it.
func (x *Index) weight(p posting) float64 {
	times, mean := float64(p.times), float64(x.total)/float64(len(x.lengths))
	return times * (k1 + 1) / (times + k1*(1-b+b*float64(x.lengths[p.text])/mean))
}
