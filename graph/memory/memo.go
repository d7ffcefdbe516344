package memory

import "sync/atomic"

// A Memo keeps values that were computed from the entities of a page, nil before: those of
// package attention, and the words of names, titles and keys by which questions call entities.
// Graphs with the same entities in the page share it.
type Memo struct{ Agenda, People, Keys, Titles atomic.Value }

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

// Memo returns the memo of a page.
func (g *Graph) Memo(page int) *Memo { return g.memos.pages[page] }
