package terms

import (
	"math"

	"dossier/graph/text"
)

// A Count is a term of an entry and its number of occurrences.
type Count struct {
	Term        uint32
	title, body uint16
}

// add counts an occurrence, up to the limit of a posting.
func (c *Count) add(inTitle bool) {
	count := &c.body
	if inTitle {
		count = &c.title
	}
	if *count < math.MaxUint16 {
		*count++
	}
}

// A Counter counts the terms of one entry after another.
type Counter struct {
	words  *Words
	slots  []int32 // by term: one more than its index in counts, 0 for none
	counts []Count
}

// NewCounter returns a counter of the terms of words.
func NewCounter(words *Words) Counter { return Counter{words: words} }

// Add counts the terms of some words, which are in the entry's title or in another
// field.
func (c *Counter) Add(words []text.Token, inTitle bool) {
	if missing := c.words.Terms() + 1 - len(c.slots); missing > 0 {
		c.slots = append(c.slots, make([]int32, missing)...)
	}
	for _, token := range words {
		term := c.words.TermOf(token.Word())
		if term == 0 {
			continue
		}
		if c.slots[term] == 0 {
			c.counts = append(c.counts, Count{Term: term})
			c.slots[term] = int32(len(c.counts))
		}
		c.counts[c.slots[term]-1].add(inTitle)
	}
}

// Take returns the counts of the terms since the last call, in the order of their
// first occurrence. They are overwritten by the next Add.
func (c *Counter) Take() []Count {
	list := c.counts
	for _, count := range list {
		c.slots[count.Term] = 0
	}
	c.counts = list[:0]
	return list
}

// Length returns the weighted number of terms that are counted.
func Length(counts []Count) (length float64) {
	for _, count := range counts {
		length += Posting{Title: count.title, Body: count.body}.Frequency()
	}
	return length
}
