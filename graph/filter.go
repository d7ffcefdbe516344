package graph

import (
	"fmt"
	"math"
	"slices"
	"time"
)

// A Filter selects the entities of a list that match all of its parts. A part
// that is nil matches all entities. An empty list of alternatives matches none;
// see [Allows]. An empty And or Missing is no condition.
type Filter struct {
	And, Or []Filter // Or: at least one of them
	Not     *Filter  // the opposite of what it selects

	ProjectID   *string      // only in the outermost filter
	Projects    []string     // ids of projects; evaluated in memory only
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
	Linked                   *LinkFilter // an edge to some other entity
	Missing                  []Missing   // all that the entity must lack

	// Fields and Ready, Projects, and Where and Count of Linked are evaluated in memory
	// only, by package filter. CheckFilter refuses them, so that no store gets them.
	Fields []FieldFilter // conditions on props and the fields of records, all of them
	Ready  *bool         // whether the entity is open and nothing open blocks it

	Overdue *bool      // whether the entity is overdue, as of Now
	Now     *time.Time // the time for Overdue, which stores do not default

	Dates
}

// Allows reports whether a list of alternatives, such as ids, kinds or states,
// has an item. A nil list, of a client that gave none, has all items; an empty
// list has none, as a user expects who deselects the last alternative.
func Allows[T comparable](list []T, item T) bool {
	return list == nil || slices.Contains(list, item)
}

// A TimeRange contains the times from From, inclusive, to To, exclusive.
type TimeRange struct{ From, To *time.Time }

// A NumberRange contains the numbers from From to To, both inclusive.
type NumberRange struct{ From, To *float64 }

// A LinkFilter matches entities with an edge to one of the ids, an entity of
// one of the kinds, by one of the relations and in the direction. Parts that
// are nil match all, empty lists none.
type LinkFilter struct {
	IDs       []string    // of the entities at the other end
	Kinds     []Kind      // of the entity at the other end
	Relations []Relation  // in their canonical form
	Direction *Direction  // as seen from the entity of the list
	Where     *Filter     // of the entity at the other end, whose kind must be one of Kinds
	Count     *CountRange // of the entities at the other end; nil for at least one
}

// A CountRange contains the numbers from From to To, both inclusive.
type CountRange struct{ From, To *int }

// Has reports whether a number is in the range. A nil range has those from 1 on.
func (r *CountRange) Has(n int) bool {
	if r == nil {
		return n > 0
	}
	return (r.From == nil || n >= *r.From) && (r.To == nil || n <= *r.To)
}

// A FieldFilter matches entities by a property in props, or a field of a record. All of
// its parts must hold. Texts are compared without case.
type FieldFilter struct {
	Name     string
	In       []string     // the value is one of them, or a list with one of them
	Contains *string      // the value contains a text
	Number   *NumberRange // the value is a number in a range
	Missing  *bool        // whether there is no value
}

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
)

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
	slices.SortStableFunc(dates, func(a, b Field) int { return one(b.Due) - one(a.Due) })
	return dates
}

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
	return field.Type == typeOptionalTime && field.Name != "deleted_at"
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

// ElementOf returns the path of an element of an argument: "filter.and[1]".
func ElementOf(argument string, i int) string { return fmt.Sprintf("%s[%d]", argument, i) }

// CheckFilter returns an error if a filter is invalid for lists of the kind,
// such as one with an unknown state, a priority outside 1 to 5, a range that
// ends before it starts, or too many levels or parts. It replaces ids with
// their canonical form.
func (s *Spec) CheckFilter(f *Filter) error {
	c := filterCheck{spec: s}
	return c.check("filter", f, 0)
}

type filterCheck struct {
	spec    *Spec
	filters int
}

func (c *filterCheck) check(path string, f *Filter, depth int) error {
	if depth > MaxFilterDepth {
		return BadInput(path, "is too deep; expected at most %d levels of and, or and not", MaxFilterDepth)
	}
	if c.filters++; c.filters > MaxFilters {
		return BadInput(path, "is too much; expected at most %d filters in one", MaxFilters)
	}
	if f.isOfMemory() {
		return BadInput(path, "has parts that stores do not evaluate; expected no projects, fields, ready, linked.where and linked.count")
	}
	for _, check := range []func(string, *Filter) error{c.checkIDs, c.checkNames, c.checkNumbers, c.checkDates} {
		if err := check(path+".", f); err != nil {
			return err
		}
	}
	return c.checkParts(path, f, depth+1)
}

// isOfMemory reports whether a filter has parts that only package filter evaluates.
func (f *Filter) isOfMemory() bool {
	isLinked := f.Linked != nil && (f.Linked.Where != nil || f.Linked.Count != nil)
	return f.Projects != nil || f.Fields != nil || f.Ready != nil || isLinked
}

func (c *filterCheck) checkParts(path string, f *Filter, depth int) error {
	for _, list := range []struct {
		name  string
		parts []Filter
	}{{".and", f.And}, {".or", f.Or}} {
		for i := range list.parts {
			if err := c.check(ElementOf(path+list.name, i), &list.parts[i], depth); err != nil {
				return err
			}
		}
	}
	if f.Not != nil {
		return c.check(path+".not", f.Not, depth)
	}
	return nil
}

func (c *filterCheck) checkIDs(path string, f *Filter) error {
	lists := []struct {
		name string
		ids  []string
	}{{"ids", f.IDs}, {"plans", f.Plans}, {"goals", f.Goals}, {"milestones", f.Milestones}, {"owners", f.Owners}}
	if f.Linked != nil {
		lists = append(lists, struct {
			name string
			ids  []string
		}{"linked.ids", f.Linked.IDs})
	}
	for _, list := range lists {
		if err := checkCount(path+list.name, len(list.ids)); err != nil {
			return err
		}
		for i, id := range list.ids {
			id, err := ParseID(ElementOf(path+list.name, i), id)
			if err != nil {
				return err
			}
			list.ids[i] = id
		}
	}
	return nil
}

func (c *filterCheck) checkNames(path string, f *Filter) error {
	for _, list := range []struct {
		name   string
		values []string
		known  []string // nil for any
	}{
		{"externalIds", f.ExternalIDs, nil},
		{"types", f.Types, nil},
		{"states", f.States, c.spec.States},
		{"impacts", f.Impacts, enumValues["Impact"]},
		{"labels.any", f.labels().Any, nil},
		{"labels.all", f.labels().All, nil},
		{"labels.none", f.labels().None, nil},
	} {
		if err := checkCount(path+list.name, len(list.values)); err != nil {
			return err
		}
		for i, value := range list.values {
			if list.known != nil && !slices.Contains(list.known, value) {
				return BadInput(ElementOf(path+list.name, i), "%s have no %q; expected one of %s", c.spec.Plural, Truncate(value, 60), oneOf(list.known))
			}
		}
	}
	return c.checkMissing(path, f)
}

// labels returns the filter of labels, an empty one for none.
func (f *Filter) labels() LabelFilter { return Or(f.Labels, LabelFilter{}) }

func (c *filterCheck) checkMissing(path string, f *Filter) error {
	for i, missing := range f.Missing {
		if known := c.spec.MissingFields(); !slices.Contains(known, missing) {
			return BadInput(ElementOf(path+"missing", i), "%s cannot lack %q; expected one of %s", c.spec.Plural, Truncate(string(missing), 60), oneOf(known))
		}
	}
	return nil
}

func checkCount(argument string, n int) error {
	if n > MaxIDs {
		return BadInput(argument, "%d values are too many; expected at most %d", n, MaxIDs)
	}
	return nil
}

func (c *filterCheck) checkNumbers(path string, f *Filter) error {
	for i, priority := range f.Priorities {
		if priority < 1 || priority > 5 {
			return BadInput(ElementOf(path+"priorities", i), "%d is out of range; expected 1 (highest) to 5", priority)
		}
	}
	if r := f.Probability; r != nil && Or(r.To, math.Inf(1)) < Or(r.From, math.Inf(-1)) {
		return BadInput(path+"probability", "to is less than from; give the lower number as from")
	}
	return nil
}

func (c *filterCheck) checkDates(path string, f *Filter) error {
	for _, named := range f.Ranges() {
		if r := named.Range; r != nil && r.From != nil && r.To != nil && r.To.Before(*r.From) {
			return BadInput(path+(&Field{Name: named.Name}).SchemaName(), "to lies before from; give the earlier time as from")
		}
	}
	return nil
}

// A NamedRange is a range of [Dates].
type NamedRange struct {
	Name  string     // of [Field.DateName]
	Range *TimeRange // nil for any time
}

// Clock sets Now to now in all parts that have Overdue without Now.
func (f *Filter) Clock(now time.Time) {
	if f.Overdue != nil && f.Now == nil {
		f.Now = &now
	}
	for _, parts := range [][]Filter{f.And, f.Or} {
		for i := range parts {
			parts[i].Clock(now)
		}
	}
	if f.Not != nil {
		f.Not.Clock(now)
	}
}
