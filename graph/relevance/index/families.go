package index

import "sync"

// families has the root of each entry, and the size of each family.
type families struct {
	roots   []int32   // roots by ordinal
	lengths []float32 // by ordinal of a root: weighted number of terms of the family
	count   int
	stale   bool // entries were added or removed since the families were set
	// holding caches RootsWith until the next change.
	holding *sync.Map
}

func (x *Index) newFamilies(rootOf func(id string) string) families {
	f := families{roots: make([]int32, len(x.entries)), lengths: make([]float32, len(x.entries)), holding: new(sync.Map)}
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

// RootsWith returns the number of families that have a term.
func (x *Index) RootsWith(term uint32) int {
	if n, known := x.families.holding.Load(term); known {
		return n.(int)
	}
	roots := make(map[int32]struct{})
	for _, posting := range x.Postings(term) {
		roots[x.Root(posting.Ordinal)] = struct{}{}
	}
	x.families.holding.Store(term, len(roots))
	return len(roots)
}
