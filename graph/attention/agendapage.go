package attention

import (
	"cmp"
	"math"
	"slices"
	"time"

	"dossier/graph"
	"dossier/graph/memory"
	"dossier/graph/view"
)

// An agendaSummary is valid at times later than after and earlier than until, in
// microseconds of Unix time: between them, no condition or key of a list
// changes.
type agendaSummary struct {
	after, until int64
	zone         string // of the days, and its offset in seconds
	offset       int
	lists        []agendaList
	kinds        []agendaKind
	states       []graph.StateCount // of the selected tasks
}

// An agendaList has the entities of a page that are in a list.
type agendaList struct {
	number int // of highlights, or changedList
	kind   graph.Kind
	// wanted and unselected are the numbers of entities, first the first of those
	// wanted, in order.
	wanted, unselected int
	first              []keyed
	last               keyed // the first of those that the closing wants; no entity for none
}

// An agendaKind has the numbers of a page's entities of a kind: all, and those in
// no list.
type agendaKind struct {
	kind          graph.Kind
	all, unlisted int
}

// changedList is the number of the list of events.
var changedList = len(highlights)

// keptFirst is the number of entities of a list that a summary keeps. By eye: the
// first ones of a large project are in many pages.
const keptFirst = 4

// A selected is a project with the entities that a query selects.
type selected struct {
	graph *memory.Graph
	query HighlightQuery
	keeps bool          // whether summaries are kept: those of the usual selection
	paths *memory.Paths // nil if neither a limit nor an order needs them
	has   func(ord int32) bool
	made  []*agendaSummary // of this query, by page
}

func newSelected(g *memory.Graph, q HighlightQuery) *selected {
	s := &selected{graph: g, query: q, has: g.IsLinkedAt, made: make([]*agendaSummary, g.Pages())}
	if q.Selection == SelectDirect {
		s.has = g.IsDirectAt
	}
	if q.Within != nil || q.Classic {
		s.paths = g.Paths(g.Revision.ProjectID)
	} else if q.Selection != SelectDirect {
		s.keeps = true
	}
	return s
}

// isWithin reports whether an entity is within the distance of the query.
func (s *selected) isWithin(ord int32) bool {
	if s.query.Within == nil {
		return true
	}
	distance := s.paths.At(ord)
	return distance >= 0 && distance <= *s.query.Within
}

// counts reports whether an entity is within the distance of the query, no
// project and no scratch document.
func (s *selected) counts(ord int32, e graph.Entity) bool {
	return e.Self().Kind != graph.KindProject && !e.Self().IsScratch() && s.isWithin(ord)
}

// isSelected reports whether a list selects an entity.
func (s *selected) isSelected(ord int32, spec *view.Section) bool {
	if s.query.Within != nil {
		return s.isWithin(ord)
	}
	return spec.Of == view.StepAll || s.has(ord)
}

// wants reports whether a list has an entity of its kind.
func (s *selected) wants(ord int32, e graph.Entity, spec *view.Section) bool {
	return !e.Self().IsScratch() && s.isSelected(ord, spec) && spec.Where.Holds(e, s.at())
}

// summaries iterates over the summaries of all pages.
func (s *selected) summaries(yield func(page int, of *agendaSummary) bool) {
	for n := range s.made {
		if !yield(n, s.summary(n)) {
			return
		}
	}
}

// summary returns the summary of a page, and keeps it.
func (s *selected) summary(page int) *agendaSummary {
	if s.made[page] != nil {
		return s.made[page]
	}
	now := s.query.Now.UnixMicro()
	if s.keeps {
		s.made[page], _ = s.graph.Memo(page).Agenda.Load().(*agendaSummary)
	}
	if made := s.made[page]; made == nil || now <= made.after || now >= made.until || !made.isIn(s.query.Now) {
		s.made[page] = s.summarise(page, now)
		if s.keeps {
			s.graph.Memo(page).Agenda.Store(s.made[page])
		}
	}
	return s.made[page]
}

func (s *selected) summarise(page int, now int64) *agendaSummary {
	m := &agendaSummary{after: math.MinInt64, until: math.MaxInt64, zone: s.query.Now.Location().String()}
	_, m.offset = s.query.Now.Zone()
	for ord, e := range s.graph.Page(page) {
		m.limit(e, now, s.query.Now.Location())
		kind := e.Self().Kind
		if e.Self().IsScratch() || kind == graph.KindProject {
			continue
		}
		isListed := s.enlist(m, ord, e) || graph.IsPerson(e)
		if s.isWithin(ord) {
			of := m.kind(kind)
			of.all++
			of.unlisted += oneIf(!isListed)
			if event, found := eventOf(e, s.query.Now); found {
				list := m.list(changedList, kind)
				list.wanted++
				list.add(event.keyed())
			}
		}
		if kind == graph.KindTask && s.has(ord) {
			m.count(e.Self().State())
		}
	}
	return m
}

// enlist adds an entity to the lists of its kind, and reports whether one of them
// wants it.
func (s *selected) enlist(m *agendaSummary, ord int32, e graph.Entity) (listed bool) {
	for number := range highlights {
		spec := &highlights[number]
		if spec.Kinds[0] != e.Self().Kind {
			continue
		}
		list := m.list(number, e.Self().Kind)
		switch {
		case !s.isSelected(ord, spec):
			list.unselected++
		case spec.Where.Holds(e, s.at()):
			listed = true
			list.wanted++
			list.add(s.keyed(e, spec.Order))
		case spec.Last != nil && spec.Last.Where.Holds(e, s.at()):
			list.last = list.last.before(s.keyed(e, spec.Last.Order))
		}
	}
	return listed
}

func (s *selected) at() view.At { return view.At{Now: s.query.Now} }

// keyed returns an entity with its keys in an order.
func (s *selected) keyed(e graph.Entity, order []view.Key) keyed {
	if s.query.Classic {
		distance := s.paths.Distance(e.Self().ID)
		return keyed{entity: e, keys: [view.MostListKeys]float64{-classicScore(distance, e, s.query.Now)}}
	}
	return keyOf(e, order, s.query.Now)
}

// isIn reports whether the days of the summary are those of a moment's location.
func (m *agendaSummary) isIn(now time.Time) bool {
	_, offset := now.Zone()
	return offset == m.offset && now.Location().String() == m.zone
}

// turns are the times at which an entity of a kind may enter or leave a list, or change its
// place in one.
var turns = func() map[graph.Kind][]view.Turn {
	of := map[graph.Kind][]view.Turn{}
	for _, list := range highlights {
		each := []*view.Section{&list}
		if list.Last != nil {
			each = append(each, list.Last)
		}
		for _, s := range each {
			of[list.Kinds[0]] = append(of[list.Kinds[0]], s.Turns()...)
		}
	}
	for _, spec := range graph.Kinds {
		for _, event := range view.EventsOf(spec.Kind) {
			if event.Type != "" {
				of[spec.Kind] = append(of[spec.Kind], view.After(event.Type, event.At, 0), view.After(event.Type, event.At, week))
			}
		}
	}
	for kind, all := range of {
		slices.SortFunc(all, func(a, b view.Turn) int { return cmp.Compare(a.Name, b.Name) })
		of[kind] = slices.CompactFunc(all, func(a, b view.Turn) bool { return a.Name == b.Name })
	}
	return of
}()

// limit limits the times at which the summary is valid to those at which an
// entity is what it is now. At the very time at which it changes, it is not valid
// at any other.
func (m *agendaSummary) limit(e graph.Entity, now int64, zone *time.Location) {
	for _, turn := range turns[e.Self().Kind] {
		at := turn.At(e, zone)
		if at.IsZero() {
			continue
		}
		switch turn := at.UnixMicro(); {
		case turn < now:
			m.after = max(m.after, turn)
		case turn > now:
			m.until = min(m.until, turn)
		default:
			m.after, m.until = now, now
		}
	}
}

func (m *agendaSummary) list(number int, kind graph.Kind) *agendaList {
	at := slices.IndexFunc(m.lists, func(l agendaList) bool { return l.number == number && l.kind == kind })
	if at < 0 {
		at, m.lists = len(m.lists), append(m.lists, agendaList{number: number, kind: kind})
	}
	return &m.lists[at]
}

func (m *agendaSummary) kind(kind graph.Kind) *agendaKind {
	at := slices.IndexFunc(m.kinds, func(k agendaKind) bool { return k.kind == kind })
	if at < 0 {
		at, m.kinds = len(m.kinds), append(m.kinds, agendaKind{kind: kind})
	}
	return &m.kinds[at]
}

func (m *agendaSummary) count(state string) {
	at := slices.IndexFunc(m.states, func(s graph.StateCount) bool { return s.State == state })
	if at < 0 {
		at, m.states = len(m.states), append(m.states, graph.StateCount{State: state})
	}
	m.states[at].Count++
}

// add adds a wanted entity to those that are kept if it is among the first.
func (l *agendaList) add(k keyed) {
	at, _ := slices.BinarySearchFunc(l.first, k, func(a, b keyed) int { return compareKeyed(&a, &b) })
	if at == keptFirst {
		return
	}
	if len(l.first) == keptFirst {
		l.first = l.first[:keptFirst-1]
	}
	l.first = slices.Insert(l.first, at, k)
}
