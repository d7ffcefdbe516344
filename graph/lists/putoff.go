package lists

import (
	"time"

	"dossier/graph"
)

// HasPutOffLabel reports whether labels say that nobody is to begin a task yet.
func HasPutOffLabel(labels []string) bool { return putOff.Matches(labels) }

var putOff = LabelFilter{Any: []string{graph.LabelDeferred, graph.LabelDraft, graph.LabelTemplate}}

// PutOff returns the filter for entities of the kind that nobody is to begin yet on
// the day of now: those with a label that says so, and those that have not begun and
// start on a later day. Without now, only labels count. It is nil if the kind has none.
func PutOff(s *graph.Spec, now time.Time) *Filter {
	if s.Kind != graph.KindTask {
		return nil
	}
	if now.IsZero() {
		return &Filter{Labels: &putOff}
	}
	later := firstLaterStart(now)
	return &Filter{Or: []Filter{
		{Labels: &putOff},
		{States: []string{s.States[0]}, Dates: Dates{Start: &TimeRange{From: &later}}},
	}}
}

// IsPutOff reports whether the entity is a task that nobody is to begin yet on the
// day of now, as [PutOff] has them.
func IsPutOff(e graph.Entity, now time.Time) bool {
	task, is := e.(*graph.Task)
	if !is {
		return false
	}
	if HasPutOffLabel(task.Labels) {
		return true
	}
	return !now.IsZero() && task.State() == task.Spec().States[0] && task.StartAt != nil && !task.StartAt.Before(firstLaterStart(now))
}

// firstLaterStart returns the first time of a start that is on a later day than now,
// in its time zone. A date has no time zone.
func firstLaterStart(now time.Time) time.Time {
	today := graph.DayOf(now)
	start, date := today.Start.AddDate(0, 0, 1), today.Date.AddDate(0, 0, 1)
	if date.Before(start) {
		return date
	}
	return start
}
