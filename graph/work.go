package graph

import (
	"cmp"
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"time"
)

// Work has the numbers of tasks that are reachable from the project.
type Work struct {
	States  []StateCount // in the order of a task's states, without zeros
	Overdue int          // open tasks
}

// A StateCount is the number of entities in a state.
type StateCount struct {
	State string // as it is stored
	Count int    // at least 1
}

// Work returns the numbers of the project's tasks.
func (g *Graph) Work(now time.Time) Work {
	var work Work
	counts := map[string]int{}
	for _, of := range g.selected(HighlightQuery{Now: now}).summaries {
		for _, count := range of.states {
			counts[count.State] += count.Count
		}
		for i := range of.lists {
			if list := &of.lists[i]; list.number < changedList && highlights[list.number].name == overdueTasks {
				work.Overdue += list.wanted
			}
		}
	}
	for _, state := range SpecOf(KindTask).States {
		if counts[state] > 0 {
			work.States = append(work.States, StateCount{state, counts[state]})
		}
	}
	return work
}

// Blockers returns the entities for which another one waits and that are not
// done, ordered by kind and id.
func (g *Graph) Blockers(id string) []Entity {
	return slices.DeleteFunc(g.InRole(id, TaskDependsOn), func(e Entity) bool { return !isOpen(e, time.Time{}) })
}

// The maximum lengths of the lists of people and events, as specified.
const (
	PeopleLimit  = 8
	ChangedLimit = 8
)

// PersonType is the record type of people.
const PersonType = "person"

// PersonTypes are the record types of people in graphs of any make.
var PersonTypes = []string{
	PersonType, "people", "member", "team_member", "teammate", "employee", "colleague", "contributor", "volunteer", "user",
	"engineer", "developer", "maintainer", "author", "mitarbeiter", "mitarbeiterin",
}

// A Person is a person in a project.
type Person struct {
	Record *Record  // of a type in [PersonTypes]
	Role   string   // "" if the record has none
	Owned  []Entity // the active entities that the person owns, the most urgent first
}

// IsPerson reports whether an entity is the record of a person.
func IsPerson(e Entity) bool {
	record, ok := e.(*Record)
	return ok && slices.Contains(PersonTypes, record.RecordType)
}

// People returns the people in some projects, ordered by the number of active
// entities they own, descending, then by the most urgent of these, then by
// name. They own what their records refer to, and what owned has by the ids of
// the records: the entities whose props name them.
func People(graphs []*Graph, owned map[string][]Entity, now time.Time) []Person {
	var people []Person
	for _, g := range graphs {
		for _, e := range g.OfKind(KindRecord) {
			if IsPerson(e) {
				record := e.(*Record)
				people = append(people, Person{record, record.Role(), g.owned(record.ID, owned[record.ID], now)})
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
	return Score(p.Owned[0], now)
}

// owned returns the active entities to which edges lead from a record, and those
// of others, the most urgent first. Entities of kinds without states are not
// included.
func (g *Graph) owned(id string, others []Entity, now time.Time) []Entity {
	owned := slices.Clone(others)
	ord, _ := g.Ordinal(id)
	for _, link := range g.Links(ord) {
		if link.Outgoing {
			owned = append(owned, g.At(link.Other))
		}
	}
	owned = slices.DeleteFunc(owned, func(e Entity) bool { return !e.Self().Spec().IsActive(e.Self().State()) || e.Self().IsScratch() })
	order := []sortKey{urgency, soonest(Due)}
	all := newFirsts(len(owned))
	for _, e := range owned {
		all.Add(keyOf(e, order, now))
	}
	return slices.Compact(entitiesOf(all))
}

// Role returns the role in a record, "" for none.
func (r *Record) Role() string {
	var fields struct {
		Role  string
		Roles []string
	}
	_ = json.Unmarshal(r.Fields, &fields) // other forms have no role
	return cmp.Or(fields.Role, strings.Join(fields.Roles, ", "))
}

// events are the columns with times of events and the names of the events, the
// most informative first.
var events = []struct{ column, happened string }{
	{"decision_at", "decided"}, {"mitigated_at", "mitigated"}, {"completed_at", "done"}, {"ts", "received"}, {"created_at", "created"},
}

// An Event is something that happened to an entity.
type Event struct {
	Entity   Entity    // to which it happened
	Happened string    // "decided"
	At       time.Time // the time in the column of Happened
}

// An eventColumn is a column with the time of an event.
type eventColumn struct {
	field    *Field
	happened string
}

// eventColumns are the columns of each kind but projects.
var eventColumns = func() map[Kind][]eventColumn {
	columns := map[Kind][]eventColumn{}
	for _, spec := range Kinds {
		for _, event := range events {
			if field := spec.Field(event.column); field != nil && spec.Kind != KindProject {
				columns[spec.Kind] = append(columns[spec.Kind], eventColumn{field, event.happened})
			}
		}
	}
	return columns
}()

// Changed returns the first of the latest events of entities in the seven days
// before the time of the query, the latest first, and the numbers of all by kind.
// Each entity has at most one event: the most informative. shows reports whether
// a kind counts.
func (a *Agenda) Changed(most int, shows func(Kind) bool) (changed []Event, all []KindCount) {
	first := newFirsts(most)
	for _, spec := range Kinds {
		if spec.Kind == KindProject || !shows(spec.Kind) {
			continue
		}
		count := KindCount{Kind: spec.Kind}
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
func (s *selected) eventKey(ord int32, e Entity) (k keyed) {
	if event, found := eventOf(e, s.query.Now); found && s.isWithin(ord) && !e.Self().IsScratch() {
		return event.keyed()
	}
	return k
}

// keyed orders events by time, the latest first.
func (e Event) keyed() keyed {
	return keyed{entity: e.Entity, keys: [mostKeys]float64{-float64(e.At.UnixMicro())}}
}

// eventOf returns the most informative event of an entity in the week before a
// time.
func eventOf(e Entity, now time.Time) (event Event, found bool) {
	for _, column := range eventColumns[e.Self().Kind] {
		if column.field.Name == "created_at" && isUnknown(e.Self().CreatedAt) {
			continue
		}
		if at := timeOf(column.field, e); inWeekBefore(at, now) {
			return Event{e, column.happened, *at}, true
		}
	}
	return event, false
}

// timeOf returns the time in a field of an entity, nil for none.
func timeOf(field *Field, e Entity) *time.Time {
	switch at := field.Pointer(e).(type) {
	case *time.Time:
		return at
	case **time.Time:
		return *at
	}
	return nil
}

// Attention has the reasons for which a project needs attention.
type Attention struct {
	Project       *Project
	Overdue       int        // tasks
	Blocked       int        // tasks
	HighRisks     int        // open, of high or critical impact
	NextMilestone *Milestone // the first open one by due date, nil for none
	LastChange    time.Time  // of any of its entities
	Entities      int        // besides the project itself
}

// Add adds the counts and the last change of some entities of the project.
func (a *Attention) Add(some *Attention) {
	a.Overdue, a.Blocked, a.HighRisks = a.Overdue+some.Overdue, a.Blocked+some.Blocked, a.HighRisks+some.HighRisks
	a.Entities += some.Entities
	if some.LastChange.After(a.LastChange) {
		a.LastChange = some.LastChange
	}
}

// StateBlocked is the state of tasks that are blocked, StateMissed that of
// milestones that were not reached in time.
const (
	StateBlocked = "blocked"
	StateMissed  = "missed"
)

// CompletedColumns are the columns with the time at which an entity was
// completed.
var CompletedColumns = []string{"completed_at", "decision_at", "mitigated_at"}

// HighImpacts are the impacts of risks that need attention.
var HighImpacts = slices.Sorted(maps.Keys(impactScores))

// score returns the need for attention of a project, with weights by eye. A
// project that is done needs none.
func (a *Attention) score() int {
	if a.Project.Spec().IsDone(a.Project.State()) {
		return -1
	}
	return 3*a.Blocked + 2*a.Overdue + a.HighRisks
}

// Attend returns the projects of graphs, ordered by their need for attention,
// then by their last change. Graphs without a project are left out.
func Attend(graphs []*Graph, now time.Time) []Attention {
	var list []Attention
	for _, g := range graphs {
		if g.Project() != nil {
			list = append(list, g.attention(now))
		}
	}
	SortAttention(list)
	return list
}

// SortAttention orders projects by their need for attention, then by their last
// change.
func SortAttention(list []Attention) {
	slices.SortFunc(list, func(a, b Attention) int {
		return cmp.Or(b.score()-a.score(), b.LastChange.Compare(a.LastChange), cmp.Compare(a.Project.ID, b.Project.ID))
	})
}

func (g *Graph) attention(now time.Time) Attention {
	a := Attention{Project: g.Project(), LastChange: g.Project().UpdatedAt, Entities: g.Count() - 1}
	for _, e := range g.Entities() {
		if at := e.Self().UpdatedAt; at.After(a.LastChange) {
			a.LastChange = at
		}
	}
	for ord, e := range g.OfKind(KindRisk) {
		a.HighRisks += one(g.isLinked(ord) && isOpen(e, now) && slices.Contains(HighImpacts, deref(e.(*Risk).Impact)))
	}
	a.NextMilestone = g.nextMilestone(now)
	for _, list := range g.Highlights(HighlightQuery{Now: now}) {
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
func (g *Graph) nextMilestone(now time.Time) *Milestone {
	first := newFirsts(1)
	for ord, e := range g.OfKind(KindMilestone) {
		if g.isLinked(ord) && isOpen(e, now) {
			first.Add(keyOf(e, []sortKey{soonest(Due)}, now))
		}
	}
	for _, e := range entitiesOf(first) {
		return e.(*Milestone)
	}
	return nil
}
