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
	// next and previous join, by ordinal, the members of each family to a ring.
	next, previous []int32
	// holding caches RootsWith by term: one more than the number, 0 if it is not
	// counted yet. Changes of few entries keep it up to date.
	holding []atomic.Int32
}

// The most entries that change at once, and the most members of a family, for
// which holding is kept up to date, by eye: each term of a changed entry is looked
// up in the members until one has it.
const (
	fewChanged = 200
	fewMembers = 200
)

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
	f.close()
	return f
}

// close makes the rings.
func (f *families) close() {
	f.next, f.previous = make([]int32, len(f.roots)), make([]int32, len(f.roots))
	for i := range f.roots {
		f.next[i], f.previous[i] = int32(i), int32(i)
	}
	for i, root := range f.roots {
		if root != int32(i) {
			f.insert(int32(i), root)
		}
	}
}

// insert adds an entry that is in no other ring to that of a root.
func (f *families) insert(ordinal, root int32) {
	after := f.next[root]
	f.next[root], f.previous[ordinal] = ordinal, root
	f.next[ordinal], f.previous[after] = after, ordinal
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
	for place := int32(len(f.roots)); place <= ordinal; place++ {
		f.roots, f.lengths = append(f.roots, place), append(f.lengths, 0)
		f.next, f.previous = append(f.next, place), append(f.previous, place)
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
		return
	}
	f.roots[ordinal] = ordinal
	before, after := f.previous[ordinal], f.next[ordinal]
	f.next[before], f.previous[after] = after, before
	f.next[ordinal], f.previous[ordinal] = ordinal, ordinal
}

// moveRoots sets the roots of entries. All of them leave their families before one
// joins another, because a root may have been a part.
func (x *Index) moveRoots(roots map[string]string) {
	if len(roots) > fewChanged {
		x.families.holding = nil
	}
	for id := range roots {
		if ordinal, known := x.ordinals[id]; known {
			x.moveRoot(ordinal, ordinal)
		}
	}
	for id, rootID := range roots {
		ordinal, known := x.ordinals[id]
		root, isIndexed := x.ordinals[rootID]
		if known && isIndexed {
			x.moveRoot(ordinal, root)
		}
	}
}

// moveRoot moves an entry to the family of a root, which may be itself.
func (x *Index) moveRoot(ordinal, root int32) {
	f := &x.families
	if f.roots[ordinal] == root {
		return
	}
	counts := x.counts(ordinal)
	x.mass.change(x, ordinal, counts)
	x.countHolding(ordinal, counts, -1)
	f.leave(ordinal, x.lengths[ordinal])
	f.roots[ordinal] = root
	f.lengths[root] += x.lengths[ordinal]
	if root == ordinal {
		f.count++
	} else {
		f.insert(ordinal, root)
	}
	x.countHolding(ordinal, counts, 1)
}

// growHolding makes room for all terms.
func (x *Index) growHolding() {
	terms := x.Terms() + 1
	if len(x.families.holding) >= terms {
		return
	}
	holding := make([]atomic.Int32, terms)
	for term := range x.families.holding {
		holding[term].Store(x.families.holding[term].Load())
	}
	x.families.holding = holding
}

// countHolding adds to the numbers of families with those terms of an entry that
// no other member of its family has. It forgets a number if that is not known.
func (x *Index) countHolding(ordinal int32, counts []termCount, by int32) {
	for _, count := range counts {
		if int(count.term) >= len(x.families.holding) {
			continue
		}
		holding := &x.families.holding[count.term]
		if holding.Load() == 0 {
			continue
		}
		switch has, known := x.othersHave(ordinal, count.term); {
		case !known:
			holding.Store(0)
		case !has:
			holding.Add(by)
		}
	}
}

// othersHave reports whether another member of an entry's family has a term. It
// does not know for large families.
func (x *Index) othersHave(ordinal int32, term uint32) (has, known bool) {
	if int(ordinal) >= len(x.families.next) {
		return false, true
	}
	member := x.families.next[ordinal]
	for range fewMembers {
		if member == ordinal {
			return false, true
		}
		if _, has = findPosting(x.postings[term], member); has {
			return true, true
		}
		member = x.families.next[member]
	}
	return false, false
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
