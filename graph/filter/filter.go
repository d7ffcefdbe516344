// Package filter evaluates filters, orders and groupings of lists over graphs in
// memory, with the same results as the stores. The contract of stores compares both.
package filter

import (
	"slices"
	"strings"
	"time"

	"dossier/graph"
	"dossier/graph/lists"
	"dossier/graph/memory"
)

// A Matcher evaluates filters over the graph of a project.
type Matcher struct {
	// Graph is the graph of the project.
	Graph *memory.Graph
	// Owners returns all owners of an entity, the first one first.
	Owners func(graph.Entity) []graph.Owner
	// Values returns the values of a property in props, or of a field of a record.
	Values func(e graph.Entity, name string) []string
}

// Matches reports whether an entity matches a filter.
func (m *Matcher) Matches(e graph.Entity, f *lists.Filter) bool {
	for i := range f.And {
		if !m.Matches(e, &f.And[i]) {
			return false
		}
	}
	if f.Or != nil && !m.matchesAny(e, f.Or) {
		return false
	}
	if f.Not != nil && m.Matches(e, f.Not) {
		return false
	}
	return matchesColumns(e, f) && matchesDates(e, f) && m.matchesLinks(e, f) && m.matchesOwners(e, f) &&
		m.matchesFields(e, f) && (f.Ready == nil || *f.Ready == m.IsReady(e, graph.Or(f.Now, time.Time{})))
}

func (m *Matcher) matchesAny(e graph.Entity, list []lists.Filter) bool {
	for i := range list { // a filter is too large to be copied for each entity
		if m.Matches(e, &list[i]) {
			return true
		}
	}
	return false
}

// Select returns the entities that match a filter, in their order.
func (m *Matcher) Select(entities []graph.Entity, f *lists.Filter) []graph.Entity {
	return slices.DeleteFunc(slices.Clone(entities), func(e graph.Entity) bool { return !m.Matches(e, f) })
}

func matchesColumns(e graph.Entity, f *lists.Filter) bool {
	var recordType []string
	if f.RecordType != nil {
		recordType = []string{*f.RecordType}
	}
	if f.ProjectID != nil && e.Self().ProjectID != *f.ProjectID {
		return false
	}
	if !graph.Allows(f.Projects, e.Self().ProjectID) {
		return false
	}
	if f.Labels != nil && !f.Labels.Matches(e.Self().Labels) {
		return false
	}
	return matchesText(e.Self(), f) && matchesNumbers(e, f) &&
		isIn(e, "id", f.IDs) && isIn(e, "external_id", f.ExternalIDs) && isIn(e, "state_key", f.States) &&
		isIn(e, "type_key", f.Types) && isIn(e, "impact", f.Impacts) && isIn(e, "record_type", recordType)
}

// isIn reports whether a column has one of the values. A nil list has all.
func isIn(e graph.Entity, column string, list []string) bool {
	if list == nil {
		return true
	}
	value, ok := valueOf(e, column).(string)
	return ok && slices.Contains(list, value)
}

func matchesNumbers(e graph.Entity, f *lists.Filter) bool {
	if f.Priorities != nil {
		priority, ok := valueOf(e, "priority").(int)
		if !ok || !slices.Contains(f.Priorities, priority) {
			return false
		}
	}
	if f.Probability == nil {
		return true
	}
	p, ok := valueOf(e, "probability").(float64)
	return ok && (f.Probability.From == nil || p >= *f.Probability.From) && (f.Probability.To == nil || p <= *f.Probability.To)
}

func matchesText(common *graph.Common, f *lists.Filter) bool {
	if f.Text != nil && !containsASCII(common.Label, *f.Text) {
		return false
	}
	return f.TypePrefix == nil || common.TypeKey != nil && strings.HasPrefix(*common.TypeKey, *f.TypePrefix)
}

// valueOf returns the value of a column, nil if the kind does not have it.
func valueOf(e graph.Entity, column string) any {
	if field := e.Self().Spec().Field(column); field != nil && field.Column {
		return field.Value(e)
	}
	return nil
}

// containsASCII reports whether a text contains another, ignoring ASCII case.
func containsASCII(text, part string) bool {
	return strings.Contains(lowerASCII(text), lowerASCII(part))
}

func lowerASCII(text string) string {
	return strings.Map(func(r rune) rune {
		if 'A' <= r && r <= 'Z' {
			return r + 'a' - 'A'
		}
		return r
	}, text)
}

func matchesDates(e graph.Entity, f *lists.Filter) bool {
	for _, named := range f.Ranges() {
		if named.Range != nil && !isWithin(e, named) {
			return false
		}
	}
	return f.Overdue == nil || f.Now != nil && *f.Overdue == graph.IsOverdue(e, *f.Now)
}

// isWithin reports whether a date of an entity is in a range. A range without ends
// has all entities of kinds with the date.
func isWithin(e graph.Entity, named lists.NamedRange) bool {
	for _, field := range e.Self().Spec().DateFields() {
		if field.DateName() != named.Name {
			continue
		}
		at, ok := field.Value(e).(time.Time)
		return ok && named.Range.Has(at) || named.Range.From == nil && named.Range.To == nil
	}
	return false
}
