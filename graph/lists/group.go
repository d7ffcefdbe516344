package lists

import (
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"

	"dossier/graph"
)

// A Grouping describes counts of the entities of a kind that match a filter, by
// common properties.
type Grouping struct {
	Kind   graph.Kind
	Filter Filter    // which entities are counted
	By     []GroupBy // up to MaxGroupBy; one group of all if it is empty
	First  int       // the maximum number of groups, at most MaxGroups
	// Numbers are the columns with numbers, or else the properties in props and fields
	// of records, of which each group has the sum. Periods are in the time zone of the
	// filter's Now, and in UTC without one.
	Numbers []string
}

// The limits of groupings, by eye.
const (
	// MaxGroupBy is the maximum number of properties of a grouping.
	MaxGroupBy = 3
	// MaxNumbers is the maximum number of columns and fields of a grouping.
	MaxNumbers = 5
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

// groupColumns has the columns by whose values entities are grouped.
var groupColumns = map[GroupBy]string{
	GroupState: "state_key", GroupType: "type_key", "priority": "priority", "impact": "impact", "record_type": "record_type",
}

// A Group is the number of entities with the same keys. An entity with several
// labels, owners, plans, goals or milestones is in the group of each of them.
type Group struct {
	Keys    []GroupKey    // in the order of By
	Count   int           // the number of entities, at least 1 if there are keys
	Numbers []GroupNumber // in the order of Numbers
}

// A GroupNumber summarises the numbers of the entities of a group. A list of numbers
// counts as its least.
type GroupNumber struct {
	Name                           string   // of the column or field
	Count                          int      // the number of entities that have one
	Sum, Average, Minimum, Maximum *float64 // nil if none has one
}

// Summarise sets the average from the sum and the count. A sum and an average have 15
// digits, so that databases, which add in ways of their own, have the same.
func (n *GroupNumber) Summarise() {
	if n.Sum != nil {
		sum, average := rounded(*n.Sum), rounded(*n.Sum/float64(n.Count))
		n.Sum, n.Average = &sum, &average
	}
}

func rounded(number float64) float64 {
	const digits = 15
	number, _ = strconv.ParseFloat(strconv.FormatFloat(number, 'g', digits, 64), 64) // what it wrote
	return number
}

// Zone returns the time zone of periods.
func (g *Grouping) Zone() *time.Location {
	if g.Filter.Now == nil {
		return time.UTC
	}
	return g.Filter.Now.Location()
}

// A GroupKey is a property with the value that the entities of a group have in
// common.
type GroupKey struct {
	By    GroupBy    // the property
	Value *string    // nil for entities without a value; as stored, before [SetEnumValue]
	Label *string    // the name of an entity or owner, otherwise the value in words
	Kind  graph.Kind // the kind of entity if Value is an id, "" for other values
}

// SetEnumValue replaces the value of a key by its name in the closed set of the
// property, so that clients can pass it to a filter. The label remains as it is
// stored. A stored value that the set does not have remains, too.
func SetEnumValue(s *graph.Spec, k *GroupKey) {
	field := GroupColumn(s, k.By)
	if field == nil || k.Value == nil {
		return
	}
	known := graph.EnumValues(field.Enum)
	if k.By == GroupState {
		known = s.States
	}
	if slices.Contains(known, *k.Value) {
		name := strings.ToUpper(*k.Value)
		k.Value = &name
	}
}

// GroupFields returns the properties by which entities of the kind can be
// grouped.
func GroupFields(s *graph.Spec) []GroupBy {
	var fields []GroupBy
	for _, by := range []GroupBy{GroupState, GroupType, "priority", "impact", "record_type"} {
		if GroupColumn(s, by) != nil {
			fields = append(fields, by)
		}
	}
	fields = append(fields, GroupLabel, GroupOwner)
	if s.Kind != graph.KindProject {
		fields = append(fields, GroupProject)
		for _, kind := range graph.AllKinds() {
			if kind.IsScope() && s.NestedList(graph.SpecOf(kind).Plural) != nil {
				fields = append(fields, GroupBy(kind))
			}
		}
	}
	if s.DueField() != nil {
		fields = append(fields, GroupOverdue)
	}
	for _, field := range s.DateFields() {
		for _, period := range graph.Periods {
			fields = append(fields, GroupBy(field.DateName()+"_"+string(period)))
		}
	}
	return fields
}

// GroupColumn returns the column with the values of a property, nil if the
// property is not a column or the kind lacks it.
func GroupColumn(s *graph.Spec, by GroupBy) *graph.Field {
	if field := s.Field(groupColumns[by]); field != nil && field.Column {
		return field
	}
	return nil
}

// GroupDate returns the date and the period of a property that is a day, week or month.
// The date is nil for other properties.
func GroupDate(s *graph.Spec, by GroupBy) (field *graph.Field, period graph.Period) {
	at := strings.LastIndexByte(string(by), '_')
	if at < 0 || !slices.Contains(graph.Periods, graph.Period(by[at+1:])) {
		return nil, ""
	}
	for _, date := range s.DateFields() {
		if date.DateName() == string(by[:at]) {
			return &date, graph.Period(by[at+1:])
		}
	}
	return nil, ""
}

// NumberColumn returns the column with a number, nil if the kind lacks it.
func NumberColumn(s *graph.Spec, name string) *graph.Field {
	field := s.Field(graph.Snake(name))
	if field != nil && field.Column && (field.Type == reflect.TypeFor[*int]() || field.Type == reflect.TypeFor[*float64]()) {
		return field
	}
	return nil
}

// CheckNumbers returns an error for names of numbers that are blank, too long, too many
// or repeated.
func (g *Grouping) CheckNumbers() error {
	if len(g.Numbers) > MaxNumbers {
		return graph.BadInput("numbers", "%d are too many; expected at most %d names of columns or fields", len(g.Numbers), MaxNumbers)
	}
	for i, name := range g.Numbers {
		if err := checkFieldName(graph.ElementOf("numbers", i), name); err != nil {
			return err
		}
		if slices.Contains(g.Numbers[:i], name) {
			return graph.BadInput(graph.ElementOf("numbers", i), "%q is there already; give each once", graph.Truncate(name, 60))
		}
	}
	return nil
}

// CheckGroupBy returns an error for properties that the kind lacks or that are
// repeated.
func CheckGroupBy(s *graph.Spec, by []GroupBy) error {
	if len(by) > MaxGroupBy {
		return graph.BadInput("by", "%d are too many; expected at most %d properties to group by", len(by), MaxGroupBy)
	}
	for i, name := range by {
		if known := GroupFields(s); !slices.Contains(known, name) {
			return graph.BadInput(graph.ElementOf("by", i), "%s cannot be grouped by %q; expected one of %s", s.Plural,
				graph.Truncate(string(name), 60), graph.OneOf(known))
		}
		if slices.Contains(by[:i], name) {
			return graph.BadInput(graph.ElementOf("by", i), "%s is there already; give each once", strings.ToUpper(string(name)))
		}
	}
	return nil
}
