package index

import (
	"sync"
	"sync/atomic"
)

// families has the root of each entry, and the size of each family.
type families struct {
	roots   []int32   // roots by ordinal
	lengths []float32 // by ordinal of a root: weighted number of terms of the family
	count   int
	// holding caches RootsWith by term until the next change: one more than the
	// number, 0 if it is not counted yet.
	holding []atomic.Int32
}

func (x *Index) newFamilies(rootOf func(id string) string) families {
	f := families{roots: make([]int32, len(x.entries)), lengths: make([]float32, len(x.entries))}
	for i := range x.entries {
		f.roots[i] = int32(i)
		id := x.entries[i].ID
		if id == "" {
			continue
		}
		if root, known := x.ordinals[rootOf(id)]; known {
			f.roots[i] = root
		}
		f.lengths[f.roots[i]] += x.lengths[i]
		if f.roots[i] == int32(i) {
			f.count++
		}
	}
	return f
}

// lengthen adds to the length of an entry's family. Lengths are whole numbers, so
// that sums are exact.
func (f *families) lengthen(ordinal int32, by float32) {
	if int(ordinal) < len(f.roots) {
		f.lengths[f.roots[ordinal]] += by
	}
}

// join adds an entry as its own root.
func (f *families) join(ordinal int32, length float32) {
	if f.roots == nil {
		return
	}
	for len(f.roots) <= int(ordinal) {
		f.roots, f.lengths = append(f.roots, int32(len(f.roots))), append(f.lengths, 0)
	}
	f.roots[ordinal] = ordinal
	f.lengths[ordinal] += length
	f.count++
}

// leave removes an entry from its family. It is its own root while it is free.
func (f *families) leave(ordinal int32, length float32) {
	if int(ordinal) >= len(f.roots) {
		return
	}
	root := f.roots[ordinal]
	f.lengths[root] -= length
	if root == ordinal {
		f.count--
	}
	f.roots[ordinal] = ordinal
}

// moveRoots sets the roots of entries.
func (x *Index) moveRoots(roots map[string]string) {
	f := &x.families
	for id, rootID := range roots {
		ordinal, known := x.ordinals[id]
		if !known {
			continue
		}
		root, known := x.ordinals[rootID]
		if !known {
			root = ordinal
		}
		if f.roots[ordinal] != root {
			x.mass.change(x, ordinal, x.counts(ordinal))
		}
		f.leave(ordinal, x.lengths[ordinal])
		f.roots[ordinal] = root
		f.lengths[root] += x.lengths[ordinal]
		if root == ordinal {
			f.count++
		}
	}
}

// forgetHolding empties the cache of RootsWith, and makes room for all terms.
func (x *Index) forgetHolding() {
	if terms := x.Terms() + 1; len(x.families.holding) < terms {
		x.families.holding = make([]atomic.Int32, terms)
		return
	}
	clear(x.families.holding)
}

// RootsWith returns the number of families that have a term.
func (x *Index) RootsWith(term uint32) int {
	if int(term) >= len(x.families.holding) {
		return x.countRoots(x.Postings(term))
	}
	holding := &x.families.holding[term]
	if n := holding.Load(); n > 0 {
		return int(n) - 1
	}
	n := x.countRoots(x.Postings(term))
	holding.Store(int32(n) + 1)
	return n
}

// countRoots returns the number of families that have one of some entries.
func (x *Index) countRoots(postings []Posting) (count int) {
	if x.families.roots == nil {
		return len(postings)
	}
	seen := seenRoots.Get().(*[]uint64)
	if words := len(x.entries)/64 + 1; len(*seen) < words {
		*seen = make([]uint64, words)
	}
	for _, posting := range postings {
		root := x.Root(posting.Ordinal)
		if bit := uint64(1) << (root % 64); (*seen)[root/64]&bit == 0 {
			(*seen)[root/64] |= bit
			count++
		}
	}
	for _, posting := range postings {
		(*seen)[x.Root(posting.Ordinal)/64] = 0
	}
	seenRoots.Put(seen)
	return count
}

// seenRoots keeps the sets of countRoots for reuse, which are empty.
var seenRoots = sync.Pool{New: func() any { return new([]uint64) }}
