package index

import (
	"cmp"
	"math"
	"slices"
)

// Posting has the number of occurrences of a term in the title and in the other
// fields of an entry.
type Posting struct {
	Ordinal     int32  // of the entry
	Title, Body uint16 // numbers of occurrences
}

// postingParams are the constants of term frequencies.
var postingParams = struct {
	// TitleWeight is the weight of an occurrence in the title; others have weight
	// 1.
	TitleWeight float64
}{
	TitleWeight: 3, // first value of the method
}

// Frequency returns the weighted number of occurrences.
func (p Posting) Frequency() float64 {
	return postingParams.TitleWeight*float64(p.Title) + float64(p.Body)
}

// termCount is a term of an entry and its number of occurrences.
type termCount struct {
	term        uint32
	title, body uint16
}

// counts returns the terms of an entry in the order of their first occurrence. The
// channel of a signal is no title, because many have the same.
func (x *Index) counts(ordinal int32) []termCount {
	entry := &x.entries[ordinal]
	if missing := x.Terms() + 1 - len(x.slots); missing > 0 {
		x.slots = append(x.slots, make([]int32, missing)...)
	}
	var list []termCount
	for _, sentence := range entry.Sentences {
		for _, token := range entry.Tokens[sentence.First:sentence.Last] {
			term := x.TermOf(token.Word())
			if term == 0 {
				continue
			}
			if x.slots[term] == 0 {
				list = append(list, termCount{term: term})
				x.slots[term] = int32(len(list))
			}
			list[x.slots[term]-1].add(sentence.Field == 0 && entry.Kind != signalKind)
		}
	}
	for _, count := range list {
		x.slots[count.term] = 0
	}
	return list
}

// add counts an occurrence, up to the limit of a posting.
func (c *termCount) add(title bool) {
	count := &c.body
	if title {
		count = &c.title
	}
	if *count < math.MaxUint16 {
		*count++
	}
}

func (x *Index) addPostings(ordinal int32) {
	length := 0.0
	if missing := x.Terms() + 1 - len(x.postings); missing > 0 {
		x.postings = append(x.postings, make([][]Posting, missing)...)
	}
	counts := x.counts(ordinal)
	for _, count := range counts {
		posting := Posting{ordinal, count.title, count.body}
		length += posting.Frequency()
		list := x.postings[count.term]
		at := len(list)
		if at > 0 && list[at-1].Ordinal > ordinal {
			at, _ = findPosting(list, ordinal)
		}
		x.postings[count.term] = slices.Insert(list, at, posting)
		x.held.postings++
	}
	x.lengths[ordinal] = float32(length)
	x.length += length
	x.mass.change(x, ordinal, counts)
	x.countHolding(ordinal, counts, 1)
}

// compactPostings moves all postings into one array without spare capacity. A
// list that grows later is copied.
func (x *Index) compactPostings() {
	total := 0
	for _, list := range x.postings {
		total += len(list)
	}
	all := make([]Posting, 0, total)
	for term, list := range x.postings {
		first := len(all)
		all = append(all, list...)
		x.postings[term] = all[first:len(all):len(all)]
	}
}

func (x *Index) removePostings(ordinal int32) {
	counts := x.counts(ordinal)
	for _, count := range counts {
		if at, found := findPosting(x.postings[count.term], ordinal); found {
			x.postings[count.term] = slices.Delete(x.postings[count.term], at, at+1)
			x.held.postings--
		}
	}
	x.length -= float64(x.lengths[ordinal])
	x.mass.change(x, ordinal, counts)
	x.countHolding(ordinal, counts, -1)
}

func findPosting(list []Posting, ordinal int32) (at int, found bool) {
	return slices.BinarySearchFunc(list, ordinal, func(p Posting, ordinal int32) int { return cmp.Compare(p.Ordinal, ordinal) })
}
