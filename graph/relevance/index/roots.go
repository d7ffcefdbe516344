package index

import (
	"sync"
	"sync/atomic"

	"dossier/flat"
	"dossier/graph/relevance/terms"
)

// Roots has the root of each entry, and so its family: the entries with the same root.
// An entry is its own root until [Index.SetRoots] or [Index.Relink] gives it another.
type Roots struct {
	postings *terms.Postings

	roots   []int32   // by ordinal
	lengths []float32 // by ordinal of a root: weighted number of terms of the family
	count   int       // of families
	// next and previous join, by ordinal, the members of each family to a ring.
	next, previous []int32
	// holding caches With by term: one more than the number, 0 if it is not counted
	// yet. Changes of few entries keep it up to date.
	holding []atomic.Int32
}

// The most entries that change at once, and the most members of a family, for
// which holding is kept up to date, by eye: each term of a changed entry is looked
// up in the members until one has it.
const (
	fewChanged = 200
	fewMembers = 200
)

// Of returns the ordinal of an entry's root, its own for a root.
func (r *Roots) Of(ordinal int32) int32 { return r.roots[ordinal] }

// Count returns the number of roots.
func (r *Roots) Count() int { return r.count }

// Length returns the weighted number of terms of a root and its parts.
func (r *Roots) Length(root int32) float32 { return r.lengths[root] }

// With returns the number of families that have a term.
func (r *Roots) With(term uint32) int {
	if int(term) >= len(r.holding) {
		return r.countRoots(r.postings.Of(term))
	}
	holding := &r.holding[term]
	if n := holding.Load(); n > 0 {
		return int(n) - 1
	}
	n := r.countRoots(r.postings.Of(term))
	holding.Store(int32(n) + 1)
	return n
}

// countRoots returns the number of families that have one of some entries.
func (r *Roots) countRoots(postings []terms.Posting) (count int) {
	seen := seenRoots.Get().(*[]uint64)
	if words := len(r.roots)/64 + 1; len(*seen) < words {
		*seen = make([]uint64, words)
	}
	for _, posting := range postings {
		root := r.roots[posting.Ordinal]
		if bit := uint64(1) << (root % 64); (*seen)[root/64]&bit == 0 {
			(*seen)[root/64] |= bit
			count++
		}
	}
	for _, posting := range postings {
		(*seen)[r.roots[posting.Ordinal]/64] = 0
	}
	seenRoots.Put(seen)
	return count
}

// seenRoots keeps the sets of countRoots for reuse, which are empty.
var seenRoots = sync.Pool{New: func() any { return new([]uint64) }}

// set replaces the roots of all entries: rootOf returns the root of an entry, and false
// for an ordinal without an entry. lengths are those of entries.
func (r *Roots) set(lengths []float32, rootOf func(ordinal int32) (root int32, isEntry bool)) {
	*r = Roots{postings: r.postings, roots: make([]int32, len(lengths)), lengths: make([]float32, len(lengths))}
	for i, length := range lengths {
		root, isEntry := rootOf(int32(i))
		r.roots[i] = root
		if !isEntry {
			continue
		}
		r.lengths[root] += length
		if root == int32(i) {
			r.count++
		}
	}
	r.close()
}

// close makes the rings.
func (r *Roots) close() {
	r.next, r.previous = make([]int32, len(r.roots)), make([]int32, len(r.roots))
	for i := range r.roots {
		r.next[i], r.previous[i] = int32(i), int32(i)
	}
	for i, root := range r.roots {
		if root != int32(i) {
			r.insert(int32(i), root)
		}
	}
}

// insert adds an entry that is in no other ring to that of a root.
func (r *Roots) insert(ordinal, root int32) {
	after := r.next[root]
	r.next[root], r.previous[ordinal] = ordinal, root
	r.next[ordinal], r.previous[after] = after, ordinal
}

// lengthen adds to the length of an entry's family. Lengths are whole numbers, so
// that sums are exact.
func (r *Roots) lengthen(ordinal int32, by float32) { r.lengths[r.roots[ordinal]] += by }

// join adds an entry without terms as its own root.
func (r *Roots) join(ordinal int32) {
	if int(ordinal) == len(r.roots) {
		r.roots, r.lengths = append(r.roots, ordinal), append(r.lengths, 0)
		r.next, r.previous = append(r.next, ordinal), append(r.previous, ordinal)
	}
	r.count++
}

// leave removes an entry of a length from its family. It is its own root while it is
// free.
func (r *Roots) leave(ordinal int32, length float32) {
	root := r.roots[ordinal]
	r.lengths[root] -= length
	if root == ordinal {
		r.count--
		return
	}
	r.roots[ordinal] = ordinal
	before, after := r.previous[ordinal], r.next[ordinal]
	r.next[before], r.previous[after] = after, before
	r.next[ordinal], r.previous[ordinal] = ordinal, ordinal
}

// move moves an entry of a length from its family to that of a root, which may be itself.
func (r *Roots) move(ordinal, root int32, length float32) {
	r.leave(ordinal, length)
	r.roots[ordinal] = root
	r.lengths[root] += length
	if root == ordinal {
		r.count++
	} else {
		r.insert(ordinal, root)
	}
}

// growHolding makes room for the numbers of families with terms up to the highest.
func (r *Roots) growHolding(terms int) {
	if len(r.holding) > terms {
		return
	}
	holding := make([]atomic.Int32, terms+1)
	for term := range r.holding {
		holding[term].Store(r.holding[term].Load())
	}
	r.holding = holding
}

// forget forgets the numbers of families with terms, before many entries change.
func (r *Roots) forget() { r.holding = nil }

// countHolding adds to the numbers of families with those terms of an entry that
// no other member of its family has. It forgets a number if that is not known.
func (r *Roots) countHolding(ordinal int32, counts []terms.Count, by int32) {
	for _, count := range counts {
		if int(count.Term) >= len(r.holding) {
			continue
		}
		holding := &r.holding[count.Term]
		if holding.Load() == 0 {
			continue
		}
		switch has, known := r.othersHave(ordinal, count.Term); {
		case !known:
			holding.Store(0)
		case !has:
			holding.Add(by)
		}
	}
}

// othersHave reports whether another member of an entry's family has a term. It
// does not know for large families.
func (r *Roots) othersHave(ordinal int32, term uint32) (has, known bool) {
	member := r.next[ordinal]
	for range fewMembers {
		if member == ordinal {
			return false, true
		}
		if _, has = r.postings.Find(term, member); has {
			return true, true
		}
		member = r.next[member]
	}
	return false, false
}

func (r *Roots) save(w *flat.Writer) {
	flat.Write(w, r.roots)
	flat.Write(w, r.lengths)
	flat.WriteOne(w, int64(r.count))
}

func (r *Roots) load(in *flat.Reader, entries int) {
	r.roots = flat.ReadN[int32](in, entries)
	r.lengths = flat.ReadN[float32](in, entries)
	r.count = int(flat.ReadOne[int64](in))
	for _, root := range r.roots {
		if root < 0 || int(root) >= entries {
			in.Fail("an entry has a root that is none")
			return
		}
	}
	r.close()
}

func (r *Roots) memory() int {
	return flat.Memory(r.roots) + flat.Memory(r.lengths) + flat.Memory(r.holding) + flat.Memory(r.next) + flat.Memory(r.previous)
}

// setRoots replaces the families, as [Index.SetRoots] does.
func (c *change) setRoots(rootOf func(id string) string) {
	c.Roots.set(c.lengths, func(ordinal int32) (root int32, isEntry bool) {
		id := c.entries[ordinal].ID
		if id == "" {
			return ordinal, false
		}
		if root, known := c.ordinals[rootOf(id)]; known {
			return root, true
		}
		return ordinal, true
	})
	c.headAll()
	c.mass.mass = nil // to be built
}

// moveRoots sets the roots of entries. All of them leave their families before one
// joins another, because a root may have been a part.
func (c *change) moveRoots(roots map[string]string) {
	if len(roots) > fewChanged {
		c.Roots.forget()
	}
	for id := range roots {
		if ordinal, known := c.ordinals[id]; known {
			c.moveRoot(ordinal, ordinal)
		}
	}
	for id, rootID := range roots {
		ordinal, known := c.ordinals[id]
		root, isIndexed := c.ordinals[rootID]
		if known && isIndexed {
			c.moveRoot(ordinal, root)
		}
	}
}

// moveRoot moves an entry to the family of a root, which may be itself.
func (c *change) moveRoot(ordinal, root int32) {
	if c.Roots.Of(ordinal) == root {
		return
	}
	counts := c.counts(&c.counter, ordinal)
	c.mass.change(c.Index, ordinal, counts)
	c.Roots.countHolding(ordinal, counts, -1)
	c.Roots.move(ordinal, root, c.lengths[ordinal])
	c.Roots.countHolding(ordinal, counts, 1)
}
