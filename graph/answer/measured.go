package answer

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"dossier/graph/ask"
)

// Measured returns the fields by which a query compares, orders or adds up the members of a
// list.
func Measured(q *ask.Query) (names []string) {
	for _, order := range q.Order {
		if order.Count == nil {
			names = append(names, order.Column)
		}
	}
	names = append(names, compared(q.Where)...)
	if q.Number.Column != "" {
		names = append(names, q.Number.Column)
	}
	slices.Sort(names)
	return slices.Compact(names)
}

func compared(c ask.Cond) (names []string) {
	if c.Op == ask.Compare {
		names = append(names, c.Name)
	}
	for _, part := range c.Of {
		names = append(names, compared(part)...)
	}
	return names
}

// Note returns the numbers by which a query measures a member that has no fields, such as
// "probability 0.35" and "3 risks", given the result of [Measured].
func (e *Evaluator) Note(q *ask.Query, measured []string, m Member) (notes []string) {
	for _, order := range q.Order {
		if order.Count != nil {
			notes = append(notes, fmt.Sprint(e.countLinked(m, order.Count), " ", strings.ToLower(nounOf(*order.Count))))
		}
	}
	spec := m.Entity.Self().Spec()
	for _, name := range measured {
		if name == "main number" || name == "number" {
			name = mainNumber(spec)
		}
		field := spec.Field(name)
		if field == nil || !field.Column {
			continue
		}
		if number, isNumber := field.Value(m.Entity).(float64); isNumber {
			notes = append(notes, field.Name+" "+strconv.FormatFloat(number, 'f', -1, 64))
		}
	}
	return notes
}
