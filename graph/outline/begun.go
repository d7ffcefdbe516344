package outline

import (
	"time"

	"dossier/graph"
)

// startColumn is the column with the time at which work starts.
const startColumn = "start_at"

// timeIn returns the time in a column of an entity, nil for none.
func timeIn(e graph.Entity, column string) *time.Time {
	field := e.Self().Spec().Field(column)
	if field == nil {
		return nil
	}
	at, ok := field.Value(e).(time.Time)
	if !ok {
		return nil
	}
	return &at
}

// StartOf returns the start of an entity by its column as a fact, nil for none.
func StartOf(e graph.Entity) []string {
	at := timeIn(e, startColumn)
	if at == nil {
		return nil
	}
	return []string{"start " + graph.Date(at)}
}
