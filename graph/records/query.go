package records

import (
	"cmp"
	"slices"
	"strings"

	"dossier/graph"
	"dossier/graph/memory"
)

// A Query finds entities of a project. It has been checked and cannot fail.
type Query struct {
	from       target
	where      test
	order      *operand // nil for the order of ids
	descending bool
	limit      int
}

// A test reports whether an entity satisfies a condition. this is the id of the
// record whose field is computed.
type test func(e graph.Entity, this string) bool

// Compile parses a query in JSON or in the SELECT form and checks it against
// the types. The error is BAD_USER_INPUT about invalid syntax, an unknown type,
// field or operator, or a value that cannot be compared. It has the position:
// in JSON the path, as its argument, and in a SELECT the line and column.
func (t *Types) Compile(query graph.JSON) (*Query, error) {
	f, err := parseFilter(query)
	if err != nil {
		return nil, err
	}
	from, known := t.target(f.from.name)
	if !known {
		return nil, f.from.at.bad("%q is no record type and no kind; expected one of %s", graph.Truncate(f.from.name, 60), t.targetNames())
	}
	q := &Query{from: from, limit: f.limit, descending: f.descending}
	if f.order.name != "" {
		if q.order, err = from.operand(f.order); err != nil {
			return nil, err
		}
		if q.order.class.isList() {
			return nil, f.order.at.bad("%q is a list; expected a field with one value", graph.Truncate(f.order.name, 60))
		}
	}
	if f.where != nil {
		q.where, err = from.compile(*f.where)
	}
	return q, err
}

// Run returns the entities of a graph that the query finds for the record with
// the id this: at most 200, in the query's order. Entities without a value in
// the ordered field are last, and ties are broken by id.
func (q *Query) Run(g *memory.Graph, this string) []graph.Entity {
	var found []row
	for _, entity := range g.OfKind(q.from.kind) {
		if q.from.has(entity) && !entity.Self().IsScratch() && (q.where == nil || q.where(entity, this)) {
			found = append(found, row{entity: entity})
		}
	}
	if q.order != nil {
		for i := range found {
			found[i].key = q.order.value(found[i].entity)
		}
		slices.SortStableFunc(found, q.compare) // by id before
	}
	entities := make([]graph.Entity, min(q.limit, len(found)))
	for i := range entities {
		entities[i] = found[i].entity
	}
	return entities
}

// A row is a found entity with its value in the ordered field, nil if unset.
type row struct {
	entity graph.Entity
	key    any
}

func (q *Query) compare(a, b row) int {
	switch {
	case a.key == nil || b.key == nil:
		return cmp.Compare(btoi(a.key == nil), btoi(b.key == nil))
	case q.descending:
		return compare(b.key, a.key)
	}
	return compare(a.key, b.key)
}

func btoi(b bool) int {
	if b {
		return 1
	}
	return 0
}

// compile returns the test of a clause about the target's entities.
func (t target) compile(c clause) (test, error) {
	if c.join == "" {
		return t.comparison(c)
	}
	tests := make([]test, len(c.parts))
	for i, part := range c.parts {
		var err error
		if tests[i], err = t.compile(part); err != nil {
			return nil, err
		}
	}
	passes := func(wanted bool) test { // whether a test returns wanted
		return func(e graph.Entity, this string) bool {
			return slices.ContainsFunc(tests, func(one test) bool { return one(e, this) == wanted })
		}
	}
	if c.join == "or" {
		return passes(true), nil
	}
	fails := passes(false)
	if c.join == "not" {
		return fails, nil
	}
	return func(e graph.Entity, this string) bool { return !fails(e, this) }, nil
}

// comparison returns the test of a comparison. The value is never parsed as a
// part of a query.
func (t target) comparison(c clause) (test, error) {
	field, err := t.operand(c.field)
	if err != nil {
		return nil, err
	}
	compares, known := operators[c.operator.name]
	if !known || !slices.Contains(compares.classes, field.class) {
		return nil, c.operator.at.bad("%q cannot be asked of %q; expected one of %s", graph.Truncate(c.operator.name, 60), c.field.name,
			field.class.operators())
	}
	wanted, err := field.class.wanted(compares, c)
	if err != nil {
		return nil, err
	}
	return func(e graph.Entity, this string) bool {
		return compares.holds(field.value(e), bound(wanted, this))
	}, nil
}

// bound returns value with the record's id substituted for {this}.
func bound(value any, this string) any {
	switch value := value.(type) {
	case thisID:
		return this
	case []any:
		if !slices.Contains(value, any(thisID{})) {
			return value
		}
		list := slices.Clone(value)
		for i := range list {
			list[i] = bound(list[i], this)
		}
		return list
	}
	return value
}

// thisID is the operand {this}: the id of the record whose field is computed.
type thisID struct{}

// An operator compares fields of some classes with values.
type operator struct {
	classes []class
	takes   func(class) class // returns the class of the value for that of the field
	list    bool              // the value is a list of these
	holds   func(value, wanted any) bool
}

// operators are the operators by name. For an unset field, only ne holds, and
// isSet with false.
var operators = map[string]operator{
	"eq": {single, same, false, equal},
	"ne": {single, same, false, func(value, wanted any) bool { return !equal(value, wanted) }},
	"in": {ordered, same, true, func(value, wanted any) bool {
		return slices.ContainsFunc(wanted.([]any), func(one any) bool { return equal(value, one) })
	}},
	"contains": {[]class{classText, classTexts, classRefs}, class.item, false, contains},
	"isSet": {
		every, func(class) class { return classBool }, false, func(value, wanted any) bool { return (value != nil) == wanted.(bool) },
	},
	"gt":  {sizes, same, false, compared(func(c int) bool { return c > 0 })},
	"gte": {sizes, same, false, compared(func(c int) bool { return c >= 0 })},
	"lt":  {sizes, same, false, compared(func(c int) bool { return c < 0 })},
	"lte": {sizes, same, false, compared(func(c int) bool { return c <= 0 })},
}

func same(c class) class { return c }

func equal(value, wanted any) bool { return value != nil && compare(value, wanted) == 0 }

// contains reports whether wanted is in value, which is a text or a list.
func contains(value, wanted any) bool {
	switch value := value.(type) {
	case string:
		return strings.Contains(value, wanted.(string))
	case []any:
		return slices.Contains(value, wanted)
	}
	return false
}

func compared(holds func(int) bool) func(value, wanted any) bool {
	return func(value, wanted any) bool { return value != nil && holds(compare(value, wanted)) }
}
