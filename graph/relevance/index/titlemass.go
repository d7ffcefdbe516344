package index

import (
	"slices"
	"sync"

	"dossier/flat"
	"dossier/graph/relevance/naming"
	"dossier/graph/relevance/terms"
	"dossier/graph/text"
)

// A titleMass has a lower bound of the IDF of each title, so that a question
// computes it exactly for few titles. Changes need not renew all of it: each
// bound allows for more entries with a term and for fewer families.
type titleMass struct {
	mu    sync.Mutex // readers build it
	roots int        // the number of roots when it was built
	idf   []float32  // by term: a lower bound of its IDF
	left  []int32    // by term: how many changes of entries may still hold or lack it
	mass  []float32  // by ordinal; nil if it is not built
	stale map[uint32]bool
	fresh []int32 // entries that are not in mass
}

// The shares of themselves by which the numbers of families with a term, and of
// all families, may change before bounds are renewed, by eye. An IDF loses at
// most massSlack by the first, and by rounding sums to 32 bits.
const (
	holdingShare = 32
	rootsShare   = 64
	massSlack    = 1./holdingShare + .003
)

// TitleMass returns, by ordinal, a lower bound of the sum of the IDF over
// families of the terms of each title, without those of an identifier at its
// beginning.
func (x *Index) TitleMass() []float32 {
	m := &x.mass
	m.mu.Lock()
	defer m.mu.Unlock()
	if change := x.Roots.Count() - m.roots; m.mass == nil || max(change, -change) > m.roots/rootsShare {
		m.build(x)
	}
	return m.mass
}

func (m *titleMass) build(x *Index) {
	m.roots, m.mass = x.Roots.Count(), make([]float32, x.Size())
	m.idf, m.left = make([]float32, x.Words.Terms()+1), make([]int32, x.Words.Terms()+1)
	m.stale, m.fresh = nil, nil
	for term := range uint32(x.Words.Terms() + 1) {
		postings := x.Postings.Of(term)
		if slices.ContainsFunc(postings, func(p terms.Posting) bool { return p.Title > 0 }) {
			m.bound(x, term)
		}
	}
	var buffer []uint32
	for ordinal := range m.mass {
		m.mass[ordinal], buffer = m.of(x, int32(ordinal), buffer)
	}
}

// bound sets the bound of a term's IDF, and reports whether it was another one.
func (m *titleMass) bound(x *Index, term uint32) (changed bool) {
	holding, before := x.Roots.With(term), m.idf[term]
	m.idf[term] = float32(max(0, terms.IDF(m.roots-m.roots/rootsShare, holding)-massSlack))
	m.left[term] = int32(holding / holdingShare)
	return m.idf[term] != before
}

// of returns the bound of an entry's title. It reuses buffer.
func (m *titleMass) of(x *Index, ordinal int32, buffer []uint32) (mass float32, terms []uint32) {
	terms = x.TitleTerms(ordinal, buffer)
	for _, term := range terms {
		mass += m.idf[term]
	}
	identifier := naming.Identifier(x.entries[ordinal].Title)
	if identifier == "" || len(terms) == 0 {
		return mass, terms
	}
	for word := range text.Words(identifier) {
		if at := slices.Index(terms, x.Words.Lookup(word.Text)); at >= 0 {
			mass -= m.idf[terms[at]]
			terms = slices.Delete(terms, at, at+1)
		}
	}
	return max(0, mass), terms
}

// change records that the terms of an entry, or its family, change. The caller
// must hold the write lock.
func (m *titleMass) change(x *Index, ordinal int32, counts []terms.Count) {
	if m.mass == nil {
		return
	}
	if missing := x.Words.Terms() + 1 - len(m.idf); missing > 0 {
		m.idf, m.left = append(m.idf, make([]float32, missing)...), append(m.left, make([]int32, missing)...)
	}
	for _, count := range counts {
		if m.left[count.Term]--; m.left[count.Term] < 0 {
			if m.stale == nil {
				m.stale = make(map[uint32]bool)
			}
			m.stale[count.Term] = true
		}
	}
	m.fresh = append(m.fresh, ordinal)
}

// refresh applies the recorded changes to the bounds. A term that many entries
// have is renewed after many changes only. Most changes of an entry leave most of
// its terms, which then have the same bound.
func (m *titleMass) refresh(x *Index) {
	if m.mass == nil || len(m.fresh) == 0 {
		return
	}
	if len(m.fresh) > x.Documents()/rootsShare {
		m.mass = nil // to be built
		return
	}
	if missing := x.Size() - len(m.mass); missing > 0 {
		m.mass = append(m.mass, make([]float32, missing)...)
	}
	for term := range m.stale {
		if !m.bound(x, term) {
			continue
		}
		for _, posting := range x.Postings.Of(term) {
			if posting.Title > 0 {
				m.fresh = append(m.fresh, posting.Ordinal)
			}
		}
	}
	var buffer []uint32
	for _, ordinal := range m.fresh {
		m.mass[ordinal], buffer = m.of(x, ordinal, buffer)
	}
	m.stale, m.fresh = nil, nil
}

// TitleTerms returns the terms of an entry's title, each once. It reuses buffer.
func (x *Index) TitleTerms(ordinal int32, buffer []uint32) []uint32 {
	entry := &x.entries[ordinal]
	terms := buffer[:0]
	for _, sentence := range entry.Sentences {
		if sentence.Field != 0 {
			break
		}
		for _, token := range entry.Tokens[sentence.First:sentence.Last] {
			if term := x.Words.TermOf(token.Word()); term != 0 && !slices.Contains(terms, term) {
				terms = append(terms, term)
			}
		}
	}
	return terms
}

// saveMass builds the bounds, so that a loaded index need not.
func (s *saving) saveMass() {
	mass := s.TitleMass()
	flat.WriteOne(s.w, int64(s.mass.roots))
	flat.Write(s.w, s.mass.idf)
	flat.Write(s.w, s.mass.left)
	flat.Write(s.w, mass)
}

func (m *titleMass) load(r *flat.Reader, entries int) {
	m.roots = int(flat.ReadOne[int64](r))
	m.idf = flat.Read[float32](r)
	m.left = flat.ReadN[int32](r, len(m.idf))
	m.mass = flat.ReadN[float32](r, entries)
}
