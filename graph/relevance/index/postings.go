package relevance

import (
	"cmp"
	"math"
	"slices"

	"dossier/graph/text"
)

// titleWeight is how many times a word in the title counts.
const titleWeight = 3

// BM25's saturation and length normalisation.
const (
	saturation = 1.2
	lengthBias = .75
)

// termCount counts one term of a document.
type termCount struct {
	term        uint32
	title, body uint16
}

// counts gives the terms of a document with their numbers of occurrences, in the order of their first use.
func (x *Index) counts(ord int32) []termCount {
	doc := &x.docs[ord]
	if missing := len(x.vocab.terms) + 1 - len(x.slots); missing > 0 {
		x.slots = append(x.slots, make([]int32, missing)...)
	}
	var list []termCount
	for _, s := range doc.sentences {
		for _, t := range doc.tokens[s.First:s.Last] {
			term := x.vocab.termOf[t.Word()]
			if term == 0 {
				continue
			}
			if x.slots[term] == 0 {
				list = append(list, termCount{term: term})
				x.slots[term] = int32(len(list))
			}
			list[x.slots[term]-1].add(s.Field == 0)
		}
	}
	for _, c := range list {
		x.slots[c.term] = 0
	}
	return list
}

// add counts one occurrence, up to what a posting can hold.
func (c *termCount) add(title bool) {
	n := &c.body
	if title {
		n = &c.title
	}
	if *n < math.MaxUint16 {
		*n++
	}
}

func (x *Index) addPostings(ord int32) {
	length := 0.0
	if missing := len(x.vocab.terms) + 1 - len(x.postings); missing > 0 {
		x.postings = append(x.postings, make([][]posting, missing)...)
	}
	for _, c := range x.counts(ord) {
		p := posting{ord, c.title, c.body}
		length += p.frequency()
		list := x.postings[c.term]
		at := len(list)
		if at > 0 && list[at-1].doc > ord {
			at, _ = findPosting(list, ord)
		}
		x.postings[c.term] = slices.Insert(list, at, p)
	}
	x.lengths[ord] = float32(length)
	x.length += length
}

func (x *Index) dropPostings(ord int32) {
	for _, c := range x.counts(ord) {
		if at, ok := findPosting(x.postings[c.term], ord); ok {
			x.postings[c.term] = slices.Delete(x.postings[c.term], at, at+1)
		}
	}
	x.length -= float64(x.lengths[ord])
}

// holding gives the postings of a term, none for term 0.
func (x *Index) holding(term uint32) []posting {
	if int(term) < len(x.postings) {
		return x.postings[term]
	}
	return nil
}

func findPosting(list []posting, ord int32) (int, bool) {
	return slices.BinarySearchFunc(list, ord, func(p posting, ord int32) int { return cmp.Compare(p.doc, ord) })
}

// frequency is the weighted number of occurrences.
func (p posting) frequency() float64 { return titleWeight*float64(p.title) + float64(p.body) }

// impact is the BM25 weight of a posting without the rarity of its term; average is the mean length of a document.
func (x *Index) impact(p posting, average float64) float64 {
	tf := p.frequency()
	return tf * (saturation + 1) / (tf + saturation*(1-lengthBias+lengthBias*float64(x.lengths[p.doc])/average))
}

// rarity is the inverse document frequency of a term held by df of n documents.
func rarity(n, df int) float64 {
	return math.Log(1 + (float64(n-df)+.5)/(float64(df)+.5))
}

// sequence gives a document's tokens of one sentence without the identifiers repeated whole.
func (d *document) sequence(s text.Sentence, buf []text.Token) []text.Token {
	buf = buf[:0]
	for _, t := range d.tokens[s.First:s.Last] {
		if !t.Has(text.Whole) {
			buf = append(buf, t)
		}
	}
	return buf
}
