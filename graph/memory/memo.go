package memory

import (
	"iter"
	"sync/atomic"

	"dossier/graph"
)

// A Memo keeps values that were computed from the entities of a page, nil before: those of
// package attention, and the words of names and keys by which questions call entities.
// Graphs with the same entities in the page share it.
type Memo struct{ Agenda, People, Keys atomic.Value }

// memos are the memos of the pages of a graph. They are of the usual selection:
// what is reachable from the project.
type memos struct{ pages []*Memo }

func newMemos(entities int32) *memos {
	m := &memos{pages: make([]*Memo, (entities+pageSize-1)>>pageBits)}
	all := make([]Memo, len(m.pages))
	for n := range all {
		m.pages[n] = &all[n]
	}
	return m
}

// updated returns the memos of a graph in which some entities changed.
func (m *memos) updated(entities int32, changes ...map[int32]bool) *memos {
	next := newMemos(entities)
	copied := make([]*Memo, len(next.pages))
	copy(copied, m.pages)
	for n := range copied {
		if copied[n] == nil {
			copied[n] = next.pages[n]
		}
	}
	for _, changed := range changes {
		for ord := range changed {
			copied[ord>>pageBits] = next.pages[ord>>pageBits]
		}
	}
	return &memos{copied}
}

// Pages returns the number of pages of entities.
func (g *Graph) Pages() int { return len(g.entities.pages) }

// PageOf returns the page of the entity with an ordinal.
func PageOf(ord int32) int { return int(ord >> pageBits) }

// Page iterates over the live entities of a page.
func (g *Graph) Page(page int) iter.Seq2[int32, graph.Entity] {
	return func(yield func(int32, graph.Entity) bool) {
		for i, e := range g.entities.pages[page] {
			if e != nil && !yield(int32(page<<pageBits+i), e) {
				return
			}
		}
	}
}

// Memo returns the memo of a page.
func (g *Graph) Memo(page int) *Memo { return g.memos.pages[page] }
