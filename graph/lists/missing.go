package lists

import (
	"reflect"
	"time"

	"dossier/graph"
)

// MissingFields returns the values of [Missing] that filters of the kind may
// have.
func MissingFields(s *graph.Spec) []Missing {
	missing := []Missing{MissingOwner}
	for _, nested := range s.Nested() {
		if nested.Links.Via != graph.ViaOwner {
			missing = append(missing, Missing(nested.Column()))
		}
	}
	for _, field := range s.Columns(graph.Full) {
		if mayLack(&field) {
			missing = append(missing, Missing(field.DateName()))
		}
	}
	return missing
}

// mayLack reports whether filters may select entities of the kind without a
// value in the column.
func mayLack(field *graph.Field) bool {
	switch field.Name {
	case "priority", "impact", "probability", "type_key", "external_id", "labels":
		return true
	}
	return field.Type == reflect.TypeFor[*time.Time]() && field.Name != "deleted_at"
}

// MissingField returns the column for one of [MissingFields], nil for an
// owner or a nested list.
func MissingField(s *graph.Spec, missing Missing) *graph.Field {
	for i := range s.Fields {
		if field := &s.Fields[i]; field.Column && mayLack(field) && field.DateName() == string(missing) {
			return field
		}
	}
	return nil
}
