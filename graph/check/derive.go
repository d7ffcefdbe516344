package check

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"dossier/graph"
)

// Default sets the default values of a new entity: the first state of its kind,
// and a medium impact.
func Default(e graph.Entity) {
	common := e.Self()
	if states := common.Spec().States; common.StateKey == nil && len(states) > 0 {
		common.StateKey = new(states[0])
	}
	if risk, ok := e.(*graph.Risk); ok && risk.Impact == nil {
		risk.Impact = new("medium")
	}
}

// Derive sets the columns that are computed from others of the same entity. It
// must be called whenever an entity is written.
func Derive(e graph.Entity) {
	switch e := e.(type) {
	case *graph.Signal:
		e.PayloadSummary = cmp.Or(summaryOf(e.Payload.Value()), graph.FirstText(e.Props.Object(), graph.SummaryProps...))
	case *graph.Insight:
		e.Summary = graph.FirstText(e.Props.Object(), "summary")
	}
}

// summaryOf returns a summary of a payload: the text of a member that usually
// describes the event, otherwise all its texts in the order of their names. It
// is nil if there are none.
func summaryOf(payload any) *string {
	object, ok := payload.(map[string]any)
	if !ok {
		object = map[string]any{"text": payload}
	}
	if text := graph.FirstText(object, "summary", "title", "message", "event", "text", "description"); text != nil {
		return text
	}
	var texts []string
	for _, name := range slices.Sorted(maps.Keys(object)) {
		if text := graph.FirstText(object, name); text != nil {
			texts = append(texts, *text)
		}
	}
	if texts == nil {
		return nil
	}
	return new(strings.Join(texts, ", "))
}
