package memory

import (
	"math"
	"sync/atomic"
	"time"

	"dossier/graph"
)

// A survey lets walks from the project visit few entities: it has the distance of
// each entity, and the best of each page of them.
type survey struct {
	marks paged[uint8]    // by ordinal: 0 if it is not reached, otherwise the distance from the project plus 1
	pages []*surveyedPage // by page of marks
}

// farthest is the greatest mark of a survey.
const farthest = MaxSnapshotDepth + 1

// A surveyedPage has the summary of a page, nil before it was asked for.
// Graphs with the same entities and marks in the page share it.
type surveyedPage struct{ at atomic.Pointer[summary] }

// A summary is valid at times later than after and not later than until, in
// microseconds of Unix time: between them, no score changes.
type summary struct {
	after, until int64
	groups       []surveyedGroup
}

// A surveyedGroup has the entities of a page with a kind and a mark.
type surveyedGroup struct {
	best  candidate
	count int32
	mark  uint8
}

// findSurvey walks from the project to the greatest distance of snapshots.
func findSurvey(g *Graph) *survey {
	marks := make([]uint8, g.entities.length)
	if root, known := g.Ordinal(g.Revision.ProjectID); known {
		marks[root] = 1
		level := []int32{root}
		for mark := uint8(2); mark <= farthest; mark++ {
			level = markBeyond(g, marks, level, mark)
		}
	}
	return newSurvey(newPaged(marks))
}

// markBeyond marks the neighbours of a level that are new, and returns them.
func markBeyond(g *Graph, marks []uint8, level []int32, mark uint8) (next []int32) {
	for _, ord := range level {
		for _, link := range g.Links(ord) {
			if marks[link.Other] == 0 && !g.At(link.Other).Self().IsScratch() {
				marks[link.Other] = mark
				next = append(next, link.Other)
			}
		}
	}
	return next
}

func newSurvey(marks paged[uint8]) *survey {
	s := &survey{marks: marks, pages: make([]*surveyedPage, len(marks.pages))}
	all := make([]surveyedPage, len(marks.pages))
	for n := range all {
		s.pages[n] = &all[n]
	}
	return s
}

// summary returns the summary of a page at the time of a walk, and keeps it.
func (s *survey) summary(w *walk, page int) *summary {
	now := w.query.Now.UnixMicro()
	if w.query.Now.Nanosecond()%int(time.Microsecond) > 0 {
		now++ // as due dates are whole microseconds, it is later than the same ones
	}
	kept := s.pages[page].at.Load()
	if kept == nil || now <= kept.after || now > kept.until {
		kept = s.summarise(w, page, now)
		s.pages[page].at.Store(kept)
	}
	return kept
}

func (s *survey) summarise(w *walk, page int, now int64) *summary {
	made := &summary{after: math.MinInt64, until: math.MaxInt64}
	for i, mark := range s.marks.pages[page] {
		if mark == 0 {
			continue
		}
		ord := int32(page<<pageBits + i)
		made.add(w, w.candidate(ord), mark)
		if at := graph.RisesAt(w.graph.At(ord)); at != nil {
			if micro := at.UnixMicro(); micro < now {
				made.after = max(made.after, micro)
			} else {
				made.until = min(made.until, micro)
			}
		}
	}
	return made
}

func (m *summary) add(w *walk, c candidate, mark uint8) {
	for i := range m.groups {
		of := &m.groups[i]
		if of.mark != mark || of.best.rank != c.rank {
			continue
		}
		of.count++
		if w.compare(c, of.best) < 0 {
			of.best = c
		}
		return
	}
	m.groups = append(m.groups, surveyedGroup{c, 1, mark})
}

// surveyed returns the best candidates at each distance from the project, and
// counts the others as refused. It looks at the entities of the best pages only:
// if there are as many pages with better entities as there is room for, none of
// a page is selected.
func (w *walk) surveyed() []best {
	s := w.graph.survey.get()
	pages, levels := make([]best, w.query.Depth), make([]best, w.query.Depth)
	for depth := range levels {
		pages[depth], levels[depth] = w.newBest(), w.newBest()
	}
	for n := range s.pages {
		for _, of := range s.summary(w, n).groups {
			if depth := int(of.mark) - 2; depth >= 0 && depth < w.query.Depth {
				w.refused[of.best.rank] += int(of.count)
				pages[depth].add(w, of.best, w.query.MaxNodesPerKind)
			}
		}
	}
	for depth, found := range levels {
		for rank, of := range pages[depth] {
			found[rank] = s.within(w, of, uint8(depth+2))
		}
	}
	return levels
}

// within returns the best entities with a mark of some pages, given the best one
// of each, the best first.
func (s *survey) within(w *walk, pages []candidate, mark uint8) (found []candidate) {
	for _, top := range pages {
		if len(found) == w.query.MaxNodesPerKind && w.compare(found[len(found)-1], top) < 0 {
			break
		}
		page := int(top.ord >> pageBits)
		for i, of := range s.marks.pages[page] {
			ord := int32(page<<pageBits + i)
			if of != mark || w.graph.At(ord).Self().Kind.Rank() != top.rank {
				continue
			}
			found = w.insert(found, w.candidate(ord), w.query.MaxNodesPerKind)
		}
	}
	for _, c := range found {
		w.marks[c.ord] = mark
	}
	return found
}

// A surveying updates the marks of a survey.
type surveying struct {
	*Graph
	marks *pagedEdit[uint8]
	root  int32
	lost  []int32 // the entities that have no mark any more
}

// updateSurvey returns the survey, given that of an earlier graph, the entities
// that may have other links or are new or gone, and those that changed. The
// project is in both graphs.
func updateSurvey(g *Graph, before *survey, relinked, changed map[int32]bool) *survey {
	root, _ := g.Ordinal(g.Revision.ProjectID)
	s := &surveying{Graph: g, marks: edit(before.marks), root: root}
	for s.marks.length < g.entities.length {
		s.marks.push(0)
	}
	if len(relinked) > 0 {
		s.unmark(relinked)
		s.mark(relinked)
	}
	next := &survey{marks: s.marks.paged, pages: make([]*surveyedPage, len(s.marks.pages))}
	copy(next.pages, before.pages)
	for n := range s.marks.own {
		next.pages[n] = new(surveyedPage)
	}
	for ord := range changed {
		next.pages[ord>>pageBits] = new(surveyedPage)
	}
	return next
}

// unmark removes the marks of entities that no entity before them leads to any
// more, in the order of their distance.
func (s *surveying) unmark(relinked map[int32]bool) {
	var levels [farthest + 2][]int32
	for ord := range relinked {
		levels[*s.marks.at(ord)] = append(levels[*s.marks.at(ord)], ord)
	}
	for mark := uint8(2); mark <= farthest; mark++ {
		for _, ord := range levels[mark] {
			if *s.marks.at(ord) != mark || s.isPassed(ord, s.root) && s.nearest(ord) == mark-1 {
				continue
			}
			s.marks.set(ord, 0)
			s.lost = append(s.lost, ord)
			levels[mark+1] = s.appendMarked(levels[mark+1], ord, mark+1)
		}
	}
}

// appendMarked appends the neighbours of an entity that have a mark.
func (s *surveying) appendMarked(list []int32, ord int32, mark uint8) []int32 {
	for _, link := range s.Links(ord) {
		if *s.marks.at(link.Other) == mark {
			list = append(list, link.Other)
		}
	}
	return list
}

// mark marks the entities that are nearer than before, or were unmarked, in the
// order of their distance.
func (s *surveying) mark(relinked map[int32]bool) {
	var levels [farthest + 2][]int32
	see := func(ord int32) {
		if near := s.nearest(ord); near > 0 && s.isPassed(ord, s.root) {
			levels[near+1] = append(levels[near+1], ord)
		}
	}
	for ord := range relinked {
		see(ord)
	}
	for _, ord := range s.lost {
		see(ord)
	}
	for mark := uint8(2); mark <= farthest; mark++ {
		for _, ord := range levels[mark] {
			if held := *s.marks.at(ord); held == 0 || held > mark {
				s.marks.set(ord, mark)
				levels[mark+1] = s.appendFarther(levels[mark+1], ord, mark+1)
			}
		}
	}
}

// appendFarther adds the entities linked to one that have no mark or a greater
// one than given.
func (s *surveying) appendFarther(list []int32, ord int32, mark uint8) []int32 {
	for _, link := range s.Links(ord) {
		if held := *s.marks.at(link.Other); (held == 0 || held > mark) && s.isPassed(link.Other, s.root) {
			list = append(list, link.Other)
		}
	}
	return list
}

// nearest returns the least mark of the entities that an entity is linked to, 0
// if none has a mark.
func (s *surveying) nearest(ord int32) (least uint8) {
	for _, link := range s.Links(ord) {
		if mark := *s.marks.at(link.Other); mark > 0 && (least == 0 || mark < least) {
			least = mark
		}
	}
	return least
}
