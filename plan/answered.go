package plan

import (
	"slices"

	"dossier/meter"
)

// answered returns the root fields with the numbers of the answer. Each walk
// has written one step.
func answered(steps []*step, walks []*walk) []meter.Field {
	fields := make([]meter.Field, 0, len(steps))
	for i, s := range steps {
		if s.field != nil {
			fields = append(fields, walks[i].answered(s, 1))
		}
	}
	return fields
}

// answered returns the field of s, which a number of objects have.
func (w *walk) answered(s *step, parents int) meter.Field {
	field := meter.Field{CollectedField: s.collected, Parents: parents}
	for _, set := range setsOf(s.value) {
		n := w.written[set.number]
		if n == 0 {
			continue
		}
		field.Objects += n
		field.Fields = slices.Grow(field.Fields, len(set.steps))
		for _, below := range set.steps {
			if below.field != nil {
				field.Fields = append(field.Fields, w.answered(below, n))
			}
		}
	}
	return field
}

// setsOf returns the sets of steps that write the objects of a value, none for
// leaves.
func setsOf(v value) []*objects {
	switch v := v.(type) {
	case *list:
		return setsOf(v.elem)
	case *objects:
		return []*objects{v}
	case *abstract:
		return v.sets
	}
	return nil
}
