package graph

import (
	"reflect"
	"time"
)

// MissingFields returns the values of [Missing] that filters of the kind may
// have.
func (s *Spec) MissingFields() []Missing {
	missing := []Missing{MissingOwner}
	for _, nested := range s.Nested() {
		if nested.Links.Via != ViaOwner {
			missing = append(missing, Missing(nested.Column()))
		}
	}
	for _, field := range s.Columns(Full) {
		if s.mayLack(&field) {
			missing = append(missing, Missing(field.DateName()))
		}
	}
	return missing
}

// mayLack reports whether filters may select entities of the kind without a
// value in the column.
func (s *Spec) mayLack(field *Field) bool {
	switch field.Name {
	case "priority", "impact", "probability", "type_key", "external_id", "labels":
		return true
	}
	return field.Type == reflect.TypeFor[*time.Time]() && field.Name != "deleted_at"
}

// MissingField returns the column for one of [Spec.MissingFields], nil for an
// owner or a nested list.
func (s *Spec) MissingField(missing Missing) *Field {
	for i := range s.Fields {
		if field := &s.Fields[i]; field.Column && s.mayLack(field) && field.DateName() == string(missing) {
			return field
		}
	}
	return nil
}
