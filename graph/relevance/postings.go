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

// counts gives the terms of a document with their numbers of occurrences, by term.
func (x *Index) counts(ord int32) []termCount {
	doc := &x.docs[ord]
	list := make([]termCount, 0, len(doc.tokens))
	for _, s := range doc.sentences {
		one := termCount{body: 1}
		if s.Field == 0 {
			one = termCount{title: 1}
		}
		for _, t := range doc.tokens[s.First:s.Last] {
			if one.term = x.vocab.termOf[t.Word()]; one.term != 0 {
				list = append(list, one)
			}
		}
	}
	slices.SortFunc(list, func(a, b termCount) int { return cmp.Compare(a.term, b.term) })
	return mergeCounts(list)
}

func mergeCounts(list []termCount) []termCount {
	n := 0
	for _, c := range list {
		if n > 0 && list[n-1].term == c.term {
			list[n-1].title += min(c.title, math.MaxUint16-list[n-1].title)
			list[n-1].body += min(c.body, math.MaxUint16-list[n-1].body)
			continue
		}
		list[n] = c
		n++
	}
	return list[:n]
}

func (x *Index) addPostings(ord int32) {
	doc := &x.docs[ord]
	if missing := len(x.vocab.terms) + 1 - len(x.postings); missing > 0 {
		x.postings = append(x.postings, make([][]posting, missing)...)
	}
	for _, c := range x.counts(ord) {
		p := posting{ord, c.title, c.body}
		doc.length += p.frequency()
		list := x.postings[c.term]
		at := len(list)
		if at > 0 && list[at-1].doc > ord {
			at, _ = findPosting(list, ord)
		}
		x.postings[c.term] = slices.Insert(list, at, p)
	}
	x.length += doc.length
}

func (x *Index) dropPostings(ord int32) {
	for _, c := range x.counts(ord) {
		if at, ok := findPosting(x.postings[c.term], ord); ok {
			x.postings[c.term] = slices.Delete(x.postings[c.term], at, at+1)
		}
	}
	x.length -= x.docs[ord].length
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
	return tf * (saturation + 1) / (tf + saturation*(1-lengthBias+lengthBias*x.docs[p.doc].length/average))
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
