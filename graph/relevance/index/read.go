package index

import (
	"cmp"
	"slices"

	"dossier/graph/relevance/links"
	"dossier/graph/relevance/terms"
	"dossier/graph/text"
)

// The methods in this file read an index. The index must be locked while they
// are called and their results are used, and the results must not be modified.
// Entries are numbers: the ordinal of an entry is less than Size.

// Lock locks indexes for reading until unlock is called. It locks them in a
// fixed order, so that readers and writers of several indexes cannot deadlock.
func Lock(indexes []*Index) (unlock func()) {
	ordered := slices.Clone(indexes)
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

// Size returns the number of ordinals, including those of removed entries.
func (x *Index) Size() int { return len(x.entries) }

// Documents returns the number of entries.
func (x *Index) Documents() int { return len(x.ordinals) }

// Find returns the ordinal of the entry with an id.
func (x *Index) Find(id string) (ordinal int32, found bool) {
	ordinal, found = x.ordinals[id]
	return ordinal, found
}

// Entry returns the entry with an ordinal. A removed entry has no id.
func (x *Index) Entry(ordinal int32) *Entry { return &x.entries[ordinal] }

// Attributes returns the attributes of an entry.
func (x *Index) Attributes(ordinal int32) *Attributes { return &x.attributes[ordinal] }

// Kinds returns the kinds of the entries. KindOf returns indexes into it.
func (x *Index) Kinds() []string { return x.kinds.Values }

// KindOf returns the index of an entry's kind in Kinds.
func (x *Index) KindOf(ordinal int32) int { return int(x.attributes[ordinal].kind) }

// Length returns the weighted number of terms of an entry.
func (x *Index) Length(ordinal int32) float32 { return x.lengths[ordinal] }

// TotalLength returns the sum of the lengths of all entries.
func (x *Index) TotalLength() float64 { return x.length }

// Edge returns the edge of a link.
func (x *Index) Edge(edge int32) links.Edge {
	return x.Links.Edge(edge, func(ordinal int32) string { return x.entries[ordinal].ID })
}

// Rarest returns the shortest list of postings of the words, nil if all are stop
// words.
func (x *Index) Rarest(words []uint32) []terms.Posting {
	var best []terms.Posting
	for _, word := range words {
		term := x.Words.TermOf(word)
		if term == 0 {
			continue
		}
		if list := x.Postings.Of(term); best == nil || len(list) < len(best) {
			best = list
		}
	}
	return best
}

// KindsWithNumber returns the kinds of entries that have a field which is a number.
func (x *Index) KindsWithNumber(field string) (kinds []string) {
	for i := range x.entries {
		e := &x.entries[i]
		has := func(n text.Number) bool { return e.Fields[n.Field] == field }
		if slices.ContainsFunc(e.Numbers, has) && !slices.Contains(kinds, e.Kind) {
			kinds = append(kinds, e.Kind)
		}
	}
	return kinds
}
