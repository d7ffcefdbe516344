package graph

import (
	"context"
	"slices"
	"strings"
)

// A Grouping describes counts of the entities of a kind that match a filter, by
// common properties.
type Grouping struct {
	Kind   Kind
	Filter Filter    // which entities are counted
	By     []GroupBy // one to MaxGroupBy
	First  int       // the maximum number of groups, at most MaxGroups
}

// The limits of groupings, by eye.
const (
	// MaxGroupBy is the maximum number of properties of a grouping.
	MaxGroupBy = 3
	// MaxGroups is the maximum number of groups in a response.
	MaxGroups = 1000
	// DefaultGroups is the default number of groups in a response.
	DefaultGroups = 100
)

// A GroupBy is a property that the entities of a group have in common: a
// column, the week or month of a date, a linked entity, or whether they are
// overdue.
type GroupBy string

// The properties other than nested lists and dates.
const (
	GroupState   GroupBy = "state"
	GroupType    GroupBy = "type"
	GroupLabel   GroupBy = "label"
	GroupOwner   GroupBy = "owner"
	GroupOverdue GroupBy = "overdue"
	GroupProject GroupBy = "project"
)

// The suffixes of properties that are weeks or months of a date.
const (
	weekOf  = "_week"
	monthOf = "_month"
)

// groupColumns has the columns by whose values entities are grouped.
var groupColumns = map[GroupBy]string{
	GroupState: "state_key", GroupType: "type_key", "priority": "priority", "impact": "impact", "record_type": "record_type",
}

// A Group is the number of entities with the same keys. An entity with several
// labels, owners, plans, goals or milestones is in the group of each of them.
type Group struct {
	Keys  []GroupKey // in the order of By
	Count int        // the number of entities, at least 1
}

// A GroupKey is a property with the value that the entities of a group have in
// common.
type GroupKey struct {
	By    GroupBy // the property
	Value *string // nil for entities without a value; as stored, before [Spec.SetEnumValue]
	Label *string // the name of an entity or owner, otherwise the value in words
	Kind  Kind    // the kind of entity if Value is an id, "" for other values
}

// SetEnumValue replaces the value of a key by its name in the closed set of the
// property, so that clients can pass it to a filter. The label remains as it is
// stored. A stored value that the set does not have remains, too.
func (s *Spec) SetEnumValue(k *GroupKey) {
	field := s.GroupColumn(k.By)
	if field == nil || k.Value == nil {
		return
	}
	known := enumValues[field.Enum]
	if k.By == GroupState {
		known = s.States
	}
	if slices.Contains(known, *k.Value) {
		name := strings.ToUpper(*k.Value)
		k.Value = &name
	}
}

// Entity returns the entity of a key, nil if the value is not an entity.
func (k *GroupKey) Entity(ctx context.Context) (Entity, error) {
	if k.Kind == "" || k.Value == nil {
		return nil, nil
	}
	return Find[Entity](ctx, Ref{Kind: k.Kind, ID: *k.Value})
}

// GroupFields returns the properties by which entities of the kind can be
// grouped.
func (s *Spec) GroupFields() []GroupBy {
	var fields []GroupBy
	for _, by := range []GroupBy{GroupState, GroupType, "priority", "impact", "record_type"} {
		if s.GroupColumn(by) != nil {
			fields = append(fields, by)
		}
	}
	fields = append(fields, GroupLabel, GroupOwner)
	if s.Kind != KindProject {
		fields = append(fields, GroupProject)
		for _, kind := range []Kind{KindPlan, KindGoal, KindMilestone} {
			if s.NestedList(SpecOf(kind).Plural) != nil {
				fields = append(fields, GroupBy(kind))
			}
		}
	}
	if s.DueField() != nil {
		fields = append(fields, GroupOverdue)
	}
	for _, field := range s.DateFields() {
		fields = append(fields, GroupBy(field.DateName()+weekOf), GroupBy(field.DateName()+monthOf))
	}
	return fields
}

// GroupColumn returns the column with the values of a property, nil if the
// property is not a column or the kind lacks it.
func (s *Spec) GroupColumn(by GroupBy) *Field {
	if field := s.Field(groupColumns[by]); field != nil && field.Column {
		return field
	}
	return nil
}

// GroupDate returns the date of a property that is a week or a month, nil for
// other properties. byMonth reports which.
func (s *Spec) GroupDate(by GroupBy) (field *Field, byMonth bool) {
	name, isWeek := strings.CutSuffix(string(by), weekOf)
	if !isWeek {
		name, byMonth = strings.CutSuffix(string(by), monthOf)
	}
	if !isWeek && !byMonth {
		return nil, false
	}
	for _, date := range s.DateFields() {
		if date.DateName() == name {
			return &date, byMonth
		}
	}
	return nil, false
}

// CheckGroupBy returns an error for properties that the kind lacks or that are
// repeated.
func (s *Spec) CheckGroupBy(by []GroupBy) error {
	if len(by) == 0 || len(by) > MaxGroupBy {
		return BadInput("by", "%d is out of range; expected 1 to %d properties to group by", len(by), MaxGroupBy)
	}
	for i, name := range by {
		if known := s.GroupFields(); !slices.Contains(known, name) {
			return BadInput(ElementOf("by", i), "%s cannot be grouped by %q; expected one of %s", s.Plural, Truncate(string(name), 60), oneOf(known))
		}
		if slices.Contains(by[:i], name) {
			return BadInput(ElementOf("by", i), "%s is there already; give each once", strings.ToUpper(string(name)))
		}
	}
	return nil
}
