package filter

import (
	"slices"
	"strconv"
	"strings"

	"dossier/graph"
)

func (m *Matcher) matchesFields(e graph.Entity, f *graph.Filter) bool {
	return !slices.ContainsFunc(f.Fields, func(field graph.FieldFilter) bool { return !matchesField(m.Values(e, field.Name), &field) })
}

// matchesField reports whether values of a field meet a condition.
func matchesField(values []string, f *graph.FieldFilter) bool {
	some := func(is func(string) bool) bool { return slices.ContainsFunc(values, is) }
	isIn := func(value string) bool {
		return slices.ContainsFunc(f.In, func(wanted string) bool { return strings.EqualFold(wanted, value) })
	}
	return (f.In == nil || some(isIn)) &&
		(f.Contains == nil || some(func(value string) bool { return containsASCII(value, *f.Contains) })) &&
		(f.Number == nil || some(func(value string) bool { return isNumberIn(value, f.Number) })) &&
		(f.Missing == nil || *f.Missing == (len(values) == 0))
}

func isNumberIn(value string, r *graph.NumberRange) bool {
	n, err := strconv.ParseFloat(value, 64)
	return err == nil && (r.From == nil || n >= *r.From) && (r.To == nil || n <= *r.To)
}

// isReady reports whether an entity is open and nothing that is not done blocks it.
func (m *Matcher) isReady(e graph.Entity) bool {
	c := e.Self()
	return c.IsActive() && c.State() != blocked && len(m.Graph.Blockers(c.ID)) == 0
}

// blocked is the state of tasks that cannot go on.
const blocked = "blocked"
