package view

import (
	"slices"
	"time"

	"dossier/graph"
)

// An Event is something that may have happened to an entity, at the time in a column.
type Event struct {
	What string // "decided"
	// Type is its name in the list of what happened in a project, "" for none.
	Type string
	// IsMade is set if it is that the entity was made or changed, which an import may not
	// know.
	IsMade bool

	column string
	states string   // of the entity, "" for any
	last   []string // states that entities reach at that time
	field  *graph.Field
}

// What happened if an entity was finished, and if nothing else is known than that it was made
// or changed.
const (
	WhatDone    = "done"
	WhatNew     = "new"
	WhatChanged = "changed"
)

// events are the events of entities, the most informative first: of several in a
// period, an entity has the first.
var events = []Event{
	{column: "decision_at", What: "decided", Type: "decided", last: []string{"made"}},
	{column: "mitigated_at", What: "mitigated", Type: "mitigated", last: []string{"mitigated"}},
	{column: "completed_at", What: WhatDone, Type: "done", last: []string{"done", "completed", "achieved", "published"}},
	{column: "due_at", What: "missed", states: graph.StateMissed, last: []string{graph.StateMissed}},
	{column: "ts", What: "noticed", Type: "received"},
	{column: "start_at", What: "begun", states: "in_progress"},
	{column: "created_at", What: WhatNew, Type: "created", IsMade: true},
	{column: "updated_at", What: WhatChanged, IsMade: true},
}

// eventsOf are the events of each kind.
var eventsOf = func() map[graph.Kind][]Event {
	of := map[graph.Kind][]Event{}
	for _, spec := range graph.Kinds {
		for _, event := range events {
			if event.field = spec.Field(event.column); event.field != nil {
				of[spec.Kind] = append(of[spec.Kind], event)
			}
		}
	}
	return of
}()

// EventsOf returns the events that entities of a kind may have. They must not be modified.
func EventsOf(kind graph.Kind) []Event { return eventsOf[kind] }

// Happened returns the most informative event of an entity from one time until before
// another, and its time. counts reports whether an event counts.
func Happened(e graph.Entity, from, to time.Time, counts func(*Event) bool) (what *Event, at time.Time, found bool) {
	of := eventsOf[e.Self().Kind]
	for i := range of {
		event := &of[i]
		then := event.At(e)
		if then == nil || then.IsZero() || event.states != "" && event.states != e.Self().State() || !counts(event) {
			continue
		}
		if !then.Before(from) && then.Before(to) {
			return event, *then, true
		}
		if slices.Contains(event.last, e.Self().State()) {
			return nil, at, false // it was reached at another time
		}
	}
	return nil, at, false
}

// At returns the time of the event, nil for none.
func (ev *Event) At(e graph.Entity) *time.Time {
	switch at := ev.field.Pointer(e).(type) {
	case *time.Time:
		return at
	case **time.Time:
		return *at
	}
	return nil
}
