package graph

import "slices"

// DateFields returns the columns of the kind that are dates: first the due
// date, then the others in the order of their declaration.
func (s *Spec) DateFields() []Field { return dateFields[s.Kind] }

// dateFields are those of each kind, found once because a list may look at them
// for every entity.
var dateFields = func() map[Kind][]Field {
	fields := map[Kind][]Field{}
	for _, spec := range Kinds {
		fields[spec.Kind] = spec.findDateFields()
	}
	return fields
}()

func (s *Spec) findDateFields() []Field {
	var dates []Field
	for _, field := range s.Columns(Full) {
		if (field.Type == typeTime || field.Type == typeOptionalTime) && field.Name != "deleted_at" {
			dates = append(dates, field)
		}
	}
	slices.SortStableFunc(dates, func(a, b Field) int { return count(b.Due) - count(a.Due) })
	return dates
}
