package lists

import (
	"slices"
	"time"

	"dossier/graph"
)

// A Filter selects the entities of a list that match all of its parts. A part
// that is nil matches all entities. An empty list of alternatives matches none;
// see [graph.Allows]. An empty And or Missing is no condition.
type Filter struct {
	And, Or []Filter // Or: at least one of them
	Not     *Filter  // the opposite of what it selects

	ProjectID   *string      // only in the outermost filter
	Projects    []string     // ids of projects
	IDs         []string     // UUIDs
	ExternalIDs []string     // the ids that imports gave
	States      []string     // as they are stored: "in_progress"
	Types       []string     // type_key
	TypePrefix  *string      // of type_key
	Priorities  []int        // 1 to 5; 1 is the highest
	Impacts     []string     // of the enum Impact: "high"
	Probability *NumberRange // of a risk, 0 to 1
	RecordType  *string      // the id of a record type
	Labels      *LabelFilter // of the labels of an entity
	Text        *string      // a substring of the label; ASCII letters match in either case

	Plans, Goals, Milestones []string    // ids of entities in the nested list with this name
	Owners                   []string    // ids of owners
	OwnerName                *string     // a substring of an owner's name; ASCII letters match in either case
	Linked                   *LinkFilter // edges to other entities
	Missing                  []Missing   // all that the entity must lack

	Fields []FieldFilter // conditions on props and the fields of records, all of them
	Ready  *bool         // whether the entity is open and not put off, as of Now, and nothing open blocks it

	Overdue *bool      // whether the entity is overdue, as of Now
	Now     *time.Time // the time for Overdue and Ready, which stores do not default

	Dates
}

// A TimeRange contains the times from From, inclusive, to To, exclusive. A date without a
// time is the day in the time zone of each bound; see [graph.Day].
type TimeRange struct{ From, To *time.Time }

// Has reports whether a time is in the range.
func (r *TimeRange) Has(at time.Time) bool {
	return (r.From == nil || !isBefore(at, *r.From)) && (r.To == nil || isBefore(at, *r.To))
}

func isBefore(at, bound time.Time) bool {
	if graph.IsDate(at) {
		return at.Before(graph.WallClock(bound))
	}
	return at.Before(bound)
}

// A NumberRange contains the numbers from From to To, both inclusive.
type NumberRange struct{ From, To *float64 }

// Missing names what an entity lacks: an owner, all entities of a nested list,
// or the value of a column.
type Missing string

// MissingOwner matches entities without an owner.
const MissingOwner Missing = "owner"

// The limits of filters, by eye: filters that people make in a user interface
// are much smaller.
const (
	// MaxFilterDepth is how deep and, or and not may be nested.
	MaxFilterDepth = 5
	// MaxFilters is the maximum number of filters in one, including itself.
	MaxFilters = 50
	// maxLinkedKinds is the maximum number of kinds that the conditions of a filter on
	// linked entities ask about, those inside others once for each kind outside.
	maxLinkedKinds = 120
)

// A NamedRange is a range of [Dates].
type NamedRange struct {
	Name  string     // of [graph.Field.DateName]
	Range *TimeRange // nil for any time
}

// parts returns the filters that And, Or and Not have.
func (f *Filter) parts() (list []*Filter) {
	for _, some := range [][]Filter{f.And, f.Or} {
		for i := range some {
			list = append(list, &some[i])
		}
	}
	if f.Not != nil {
		list = append(list, f.Not)
	}
	return list
}

// CanHave reports whether lists of the kind have arguments for the conditions of a
// filter, without those of its parts and on linked entities.
func CanHave(s *graph.Spec, f *Filter) bool {
	hasColumn := func(name string) bool {
		field := s.Field(name)
		return field != nil && field.Column
	}
	for column, isGiven := range map[string]bool{
		"priority": f.Priorities != nil, "impact": f.Impacts != nil, "probability": f.Probability != nil, "record_type": f.RecordType != nil,
	} {
		if isGiven && !hasColumn(column) {
			return false
		}
	}
	for _, named := range f.Ranges() {
		isDate := func(field graph.Field) bool { return field.DateName() == named.Name }
		if named.Range != nil && !slices.ContainsFunc(s.DateFields(), isDate) {
			return false
		}
	}
	for _, missing := range f.Missing {
		if !slices.Contains(MissingFields(s), missing) {
			return false
		}
	}
	return (f.States == nil || len(s.States) > 0) && (f.Ready == nil || len(s.Active) > 0) && (f.Overdue == nil || s.DueField() != nil)
}

// Each calls visit for the filter and all of its parts, with the declarations of the
// kinds of which they are: those of linked entities are of other kinds.
func (f *Filter) Each(specs []*graph.Spec, visit func([]*graph.Spec, *Filter)) {
	visit(specs, f)
	for _, part := range f.parts() {
		part.Each(specs, visit)
	}
	if f.Linked != nil && f.Linked.Where != nil {
		f.Linked.Where.Each(f.Linked.specs(), visit)
	}
}

// Clock returns the filter with now as Now in all parts that have Overdue or Ready
// without it. Others may use the filter meanwhile: its parts are copied.
func (f Filter) Clock(now time.Time) Filter {
	if (f.Overdue != nil || f.Ready != nil) && f.Now == nil {
		f.Now = &now
	}
	f.And, f.Or = slices.Clone(f.And), slices.Clone(f.Or)
	for _, some := range [][]Filter{f.And, f.Or} {
		for i := range some {
			some[i] = some[i].Clock(now)
		}
	}
	if f.Not != nil {
		not := f.Not.Clock(now)
		f.Not = &not
	}
	if f.Linked != nil && f.Linked.Where != nil {
		linked, where := *f.Linked, f.Linked.Where.Clock(now)
		linked.Where = &where
		f.Linked = &linked
	}
	return f
}
