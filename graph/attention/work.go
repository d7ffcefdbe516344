package attention

import (
	"cmp"
	"slices"
	"time"

	"dossier/graph"
	"dossier/graph/memory"
	"dossier/graph/view"
)

// Work has the numbers of tasks that are reachable from the project.
type Work struct {
	States  []graph.StateCount // in the order of a task's states, without zeros
	Overdue int                // open tasks
}

// WorkOf returns the numbers of the project's tasks.
func WorkOf(g *memory.Graph, now time.Time) Work {
	var work Work
	counts := map[string]int{}
	for _, of := range newSelected(g, HighlightQuery{Now: now}).summaries {
		for _, count := range of.states {
			counts[count.State] += count.Count
		}
		for i := range of.lists {
			if list := &of.lists[i]; list.number < changedList && highlights[list.number].Heading == overdueTasks {
				work.Overdue += list.wanted
			}
		}
	}
	work.States = graph.SpecOf(graph.KindTask).StateCounts(counts)
	return work
}

// The maximum lengths of the lists of people and events, as specified.
const (
	PeopleLimit  = 8
	ChangedLimit = 8
)

// A Person is a person in a project.
type Person struct {
	Record *graph.Record  // of a type in [graph.PersonTypes]
	Role   string         // "" if the record has none
	Owned  []graph.Entity // the active entities that the person owns, the most urgent first
}

// People returns the people in some projects, ordered by the number of active
// entities they own, descending, then by the most urgent of these, then by
// name. They own what their records refer to, and what named has by the ids of
// the records: the entities whose props name them.
func People(graphs []*memory.Graph, named map[string][]graph.Entity, now time.Time) []Person {
	var people []Person
	for _, g := range graphs {
		for _, e := range g.OfKind(graph.KindRecord) {
			if graph.IsPerson(e) {
				record := e.(*graph.Record)
				people = append(people, Person{record, record.Role(), owned(g, record.ID, named[record.ID], now)})
			}
		}
	}
	slices.SortFunc(people, func(a, b Person) int {
		return cmp.Or(len(b.Owned)-len(a.Owned), b.urgency(now)-a.urgency(now),
			cmp.Compare(a.Record.Name, b.Record.Name), cmp.Compare(a.Record.ID, b.Record.ID))
	})
	return people
}

func (p *Person) urgency(now time.Time) int {
	if len(p.Owned) == 0 {
		return 0
	}
	return graph.Score(p.Owned[0], now)
}

// ownedOrder is the order of what a person owns.
var ownedOrder, dueOrder = view.KeysOf("urgency due"), view.KeysOf("due")

// owned returns the active entities to which edges lead from a record, and those
// of others, the most urgent first. Entities of kinds without states are not
// included.
func owned(g *memory.Graph, id string, others []graph.Entity, now time.Time) []graph.Entity {
	all := slices.Clone(others)
	ord, _ := g.Ordinal(id)
	for _, link := range g.Links(ord) {
		if link.Outgoing {
			all = append(all, g.At(link.Other))
		}
	}
	all = slices.DeleteFunc(all, func(e graph.Entity) bool { return !e.Self().Spec().IsActive(e.Self().State()) || e.Self().IsScratch() })
	first := newFirsts(len(all))
	for _, e := range all {
		first.Add(keyOf(e, ownedOrder, now))
	}
	return slices.Compact(entitiesOf(first))
}

// An Event is something that happened to an entity.
type Event struct {
	Entity   graph.Entity // to which it happened
	Happened string       // "decided"
	At       time.Time    // the time in the column of Happened
}

// Changed returns the first of the latest events of entities in the seven days
// before the time of the query, the latest first, and the numbers of all by kind.
// Each entity has at most one event: the most informative. shows reports whether
// a kind counts.
func (a *Agenda) Changed(most int, shows func(graph.Kind) bool) (changed []Event, all []graph.KindCount) {
	first := newFirsts(most)
	for _, spec := range graph.Kinds {
		if spec.Kind == graph.KindProject || !shows(spec.Kind) {
			continue
		}
		count := graph.KindCount{Kind: spec.Kind}
		for _, of := range a.lists(changedList, spec.Kind) {
			count.Count += of.wanted
		}
		if count.Count == 0 {
			continue
		}
		all = append(all, count)
		for _, e := range a.first(changedList, spec.Kind, most) {
			event, _ := eventOf(e, a.query.Now)
			first.Add(event.keyed())
		}
	}
	for _, e := range entitiesOf(first) {
		event, _ := eventOf(e, a.query.Now)
		changed = append(changed, event)
	}
	return changed, all
}

// eventKey returns the event of an entity for the list of events, without an
// entity if it is not in it.
func (s *selected) eventKey(ord int32, e graph.Entity) (k keyed) {
	if event, found := eventOf(e, s.query.Now); found && s.isWithin(ord) && !e.Self().IsScratch() {
		return event.keyed()
	}
	return k
}

// keyed orders events by time, the latest first.
func (e Event) keyed() keyed {
	return keyed{entity: e.Entity, keys: [view.MostListKeys]float64{-float64(e.At.UnixMicro())}}
}

const week = 7 * 24 * time.Hour

// eventOf returns the most informative event of an entity in the week before a
// time.
func eventOf(e graph.Entity, now time.Time) (event Event, found bool) {
	isNews := func(of *view.Event) bool {
		return of.Type != "" && (!of.IsMade || !graph.IsUnknownCreation(e.Self().CreatedAt))
	}
	what, at, found := view.Happened(e, now.Add(-week), now.Add(1), isNews)
	if found {
		event = Event{e, what.Type, at}
	}
	return event, found && e.Self().Kind != graph.KindProject
}

// Attend returns the projects of graphs, ordered by their need for attention,
// then by their last change. Graphs without a project are left out.
func Attend(graphs []*memory.Graph, now time.Time) []graph.Attention {
	var list []graph.Attention
	for _, g := range graphs {
		if g.Project() != nil {
			list = append(list, attend(g, now))
		}
	}
	graph.SortAttention(list)
	return list
}

func attend(g *memory.Graph, now time.Time) graph.Attention {
	a := graph.Attention{Project: g.Project(), LastChange: g.Project().UpdatedAt, Entities: g.Count() - 1}
	for _, e := range g.Entities() {
		if at := e.Self().UpdatedAt; at.After(a.LastChange) {
			a.LastChange = at
		}
	}
	for ord, e := range g.OfKind(graph.KindRisk) {
		a.HighRisks += oneIf(g.IsLinkedAt(ord) && !e.Self().IsOver() && slices.Contains(graph.HighImpacts, graph.Or(e.(*graph.Risk).Impact, "")))
	}
	a.NextMilestone = nextMilestoneIf(g, now)
	for _, list := range Highlights(g, HighlightQuery{Now: now}) {
		switch list.Name {
		case blockedTasks:
			a.Blocked = list.Total
		case overdueTasks:
			a.Overdue = list.Total
		}
	}
	return a
}

// nextMilestone returns the open milestone that is due first, nil for none. The
// highlights list missed milestones first, so that it may not be among them.
func nextMilestoneIf(g *memory.Graph, now time.Time) *graph.Milestone {
	first := newFirsts(1)
	for ord, e := range g.OfKind(graph.KindMilestone) {
		if g.IsLinkedAt(ord) && !e.Self().IsOver() {
			first.Add(keyOf(e, dueOrder, now))
		}
	}
	for _, e := range entitiesOf(first) {
		return e.(*graph.Milestone)
	}
	return nil
}
