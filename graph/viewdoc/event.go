package viewdoc

import (
	"slices"
	"time"

	"dossier/graph"
	"dossier/graph/ask/times"
	"dossier/graph/view"
)

// An eventColumn is a column whose time says what happened, for entities in some states.
type eventColumn struct {
	column, what string
	states       string   // of the entity, "" for any
	last         []string // states that entities reach at that time
}

// eventColumns are the events of entities, the most informative first: of several in a
// period, an entity has the first.
var eventColumns = []eventColumn{
	{"decision_at", "decided", "", []string{"made"}},
	{"mitigated_at", "mitigated", "", []string{"mitigated"}},
	{"completed_at", whatDone, "", []string{"done", "completed", "achieved", "published"}},
	{"due_at", "missed", graph.StateMissed, []string{graph.StateMissed}},
	{"ts", "noticed", "", nil},
	{"start_at", "begun", "in_progress", nil},
	{"created_at", whatNew, "", nil},
	{"updated_at", whatChanged, "", nil},
}

// What happened if an entity was finished or made, and if nothing else is known.
const whatDone, whatNew, whatChanged = "done", "new", "changed"

// isAsImported reports whether an entity was not changed since it was made: the time of
// its change is that of an import if the time at which it was made is.
func isAsImported(e graph.Entity) bool {
	c := e.Self()
	return c.UpdatedAt.Sub(c.CreatedAt) < time.Second
}

// happened returns the entities of the scope to which something happened in the period,
// the last week if the question names none.
func (s *Scene) happened() (list []graph.Entity) {
	p := s.span()
	s.events = map[string]event{}
	for _, e := range s.scope() {
		if ev, found := s.eventIn(e, p); found {
			s.events[e.Self().ID] = ev
			list = append(list, e)
		}
	}
	return list
}

// usualDays is the number of days of a question about changes that names no period.
const usualDays = 14

// span returns the period of changes. A period of several days that ended within a week
// goes on until now, unless the question names its end: what happened since then belongs
// to it.
func (s *Scene) span() times.Period {
	if s.Period == nil && s.ever {
		return times.Period{To: s.Now}
	}
	if s.Period == nil || s.Period.From.IsZero() {
		return times.Period{From: graph.DayOf(s.Now).Start.AddDate(0, 0, -usualDays), To: s.Now}
	}
	p := s.Period.Before(s.Now)
	for p.From.After(s.Now) { // since Monday, which is read as the next one
		p.From = p.From.AddDate(0, 0, -7)
		if !p.To.IsZero() {
			p.To = p.To.AddDate(0, 0, -7)
		}
	}
	isWhole := p.Ends || p.To.Equal(p.From.AddDate(0, 0, 1))
	if p.To.IsZero() || p.To.After(s.Now) || p.To.AddDate(0, 0, 7).After(s.Now) && !isWhole {
		p.To = s.Now
	}
	return p
}

func (s *Scene) eventIn(e graph.Entity, p times.Period) (ev event, found bool) {
	for _, column := range eventColumns {
		at := timeIn(e, column.column)
		if at == nil || column.states != "" && column.states != e.Self().State() {
			continue
		}
		if (column.what == whatNew || column.what == whatChanged && isAsImported(e)) && !graph.KnowsCreation(s.Graph.Project(), e) {
			continue
		}
		if !at.Before(p.From) && at.Before(p.To) {
			return event{*at, column.what}, true
		}
		if slices.Contains(column.last, e.Self().State()) {
			return ev, false // it was reached at another time
		}
	}
	return ev, false
}

// timeIn returns the time in a column of an entity, nil for none.
func timeIn(e graph.Entity, column string) *time.Time {
	field := e.Self().Spec().Field(column)
	if field == nil {
		return nil
	}
	if at, ok := field.Value(e).(time.Time); ok && !at.IsZero() {
		return &at
	}
	return nil
}

// when returns the time of the event of an entity, or else its own date.
func (s *Scene) when(e graph.Entity) *time.Time {
	if ev, known := s.events[e.Self().ID]; known {
		return &ev.at
	}
	return view.Latest(e)
}
