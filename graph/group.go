package graph

import (
	"context"
	"slices"
	"strings"
)

// A Grouping counts the entities of a kind that match a filter by what they have
// in common.
type Grouping struct {
	Kind   Kind
	Filter Filter
	By     []GroupBy // one to MaxGroupBy
	First  int
}

// MaxGroupBy is how many properties a grouping may have, by eye.
const MaxGroupBy = 3

// A GroupBy names what the entities of a group have in common: a column, a week
// or month of a date, what they are linked to, or whether they are overdue.
type GroupBy string

// What entities are grouped by, beside nested lists and dates.
const (
	GroupState   GroupBy = "state"
	GroupType    GroupBy = "type"
	GroupOwner   GroupBy = "owner"
	GroupOverdue GroupBy = "overdue"
	GroupProject GroupBy = "project"
)

// The endings of groups by a date.
const (
	weekOf  = "_week"
	monthOf = "_month"
)

// groupColumns are the columns that are grouped by their value.
var groupColumns = map[GroupBy]string{
	GroupState: "state_key", GroupType: "type_key", "priority": "priority", "impact": "impact", "record_type": "record_type",
}

// A Group is a number of entities with the same keys. An entity with several
// owners, plans, goals or milestones is in the group of each of them.
type Group struct {
	Keys  []GroupKey // in the order of By
	Count int
}

// A GroupKey is what the entities of a group have in common.
type GroupKey struct {
	By    GroupBy
	Value *string // nil for those that have none
	Label *string // the name of an entity or owner, else the value in words
	Kind  Kind    // of the entity that Value is the id of, "" for other values
}

// Entity is the entity of a key, nil for a key that is none.
func (k *GroupKey) Entity(ctx context.Context) (Entity, error) {
	if k.Kind == "" || k.Value == nil {
		return nil, nil
	}
	return Find[Entity](ctx, Ref{Kind: k.Kind, ID: *k.Value})
}

// GroupFields are what the kind can be grouped by.
func (s *Spec) GroupFields() []GroupBy {
	var fields []GroupBy
	for _, by := range []GroupBy{GroupState, GroupType, "priority", "impact", "record_type"} {
		if s.GroupColumn(by) != nil {
			fields = append(fields, by)
		}
	}
	fields = append(fields, GroupOwner)
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

// GroupColumn is the column that a group has one value of, nil if the group is
// by something else or the kind lacks it.
func (s *Spec) GroupColumn(by GroupBy) *Field {
	if field := s.Field(groupColumns[by]); field != nil && field.Column {
		return field
	}
	return nil
}

// GroupDate is the date of a group by a week, or by a month; nil for other
// groups.
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

// CheckGroupBy refuses what the kind cannot be grouped by, and repetitions.
func (s *Spec) CheckGroupBy(by []GroupBy) error {
	if len(by) == 0 || len(by) > MaxGroupBy {
		return BadInput("by", "%d is out of range; expected 1 to %d properties to group by", len(by), MaxGroupBy)
	}
	for i, name := range by {
		if known := s.GroupFields(); !slices.Contains(known, name) {
			return BadInput(ElementOf("by", i), "%s cannot be grouped by %q; expected one of %s", s.Plural, Truncate(string(name), 60), oneOf(known))
		}
		if slices.Contains(by[:i], name) {
			return BadInput(ElementOf("by", i), "%s is there already; give each once", name)
		}
	}
	return nil
}
