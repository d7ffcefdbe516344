package index

import "sync"

// families are the entries by what they are part of.
type families struct {
	roots   []int32   // by ordinal
	lengths []float32 // by ordinal of roots: weighted terms of the family
	count   int
	// holding has the numbers that RootsWith returned, until anything changes.
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
