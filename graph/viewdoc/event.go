package viewdoc

import (
	"slices"
	"strings"
	"time"

	"dossier/graph"
	"dossier/graph/ask/times"
	"dossier/graph/searchtext"
	"dossier/graph/view"
)

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

// ended returns the entities of happened that are not only new: when one that was made in the
// period and is over ended may not be known.
func (s *Scene) ended() []graph.Entity {
	return slices.DeleteFunc(s.happened(), func(e graph.Entity) bool { return s.events[e.Self().ID].what == view.WhatNew })
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

// recorded returns the first date in the fields of a record that is in a period.
func (s *Scene) recorded(r *graph.Record, p times.Period) (ev event, found bool) {
	object := r.Fields.Object()
	for _, field := range searchtext.Members(r.Fields) {
		said, _ := object[field.Name].(string)
		at, err := time.ParseInLocation(time.DateOnly, said, s.Now.Location())
		if err == nil && !at.Before(p.From) && at.Before(p.To) {
			return event{at, strings.ReplaceAll(field.Name, "_", " ")}, true
		}
	}
	return ev, false
}

func (s *Scene) eventIn(e graph.Entity, p times.Period) (ev event, found bool) {
	if record, is := e.(*graph.Record); is {
		if ev, found = s.recorded(record, p); found {
			return ev, true
		}
	}
	isNote := len(e.Self().Spec().States) == 0 // a change of what was learned is no news
	isKnown := func(event *view.Event) bool {
		switch isChange := event.What == view.WhatChanged; {
		case !event.IsMade:
			return true
		case isChange && (isNote || !isAsImported(e)):
			return !isNote
		}
		return graph.KnowsCreation(s.Graph.Project(), e)
	}
	what, at, found := view.Happened(e, p.From, p.To, isKnown)
	if found {
		ev = event{at, what.What}
	}
	return ev, found
}

// when returns the time of the event of an entity, or else its own date.
func (s *Scene) when(e graph.Entity) *time.Time {
	if ev, known := s.events[e.Self().ID]; known {
		return &ev.at
	}
	return view.Latest(e)
}
