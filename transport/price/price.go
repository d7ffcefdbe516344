// Package price computes the price of GraphQL operations and of their answers
// from the directives of a schema.
package price

import (
	"math"
	"strings"

	"github.com/vektah/gqlparser/v2/ast"
)

// request is the price of a request without its fields, for receiving, parsing
// and checking it and writing the answer. The smallest take about 0.1 ms.
// Measured by go run ./bench/load -what prices.
const request = 100

// Price returns the price of an operation: the price of a request, the weight
// of each field, and for each object that the field can return 1, or the weight
// of its type, and the price of its selection. A leaf costs [leaf] of that.
func (t Table) Price(op *ast.OperationDefinition, variables map[string]any, s *Scope) int {
	b := t.bill(variables, s)
	return rounded(request + b.set(op.SelectionSet, nil) + b.once)
}

// Dearest returns the name and the price of the most expensive root field, or
// fragment at the root, of an operation.
func (t Table) Dearest(op *ast.OperationDefinition, variables map[string]any, s *Scope) (name string, price int) {
	for _, selection := range op.SelectionSet {
		b := t.bill(variables, s)
		if costs := rounded(b.set(ast.SelectionSet{selection}, nil) + b.once); costs > price {
			name, price = nameOf(selection), costs
		}
	}
	return name, price
}

func nameOf(selection ast.Selection) string {
	switch selection := selection.(type) {
	case *ast.Field:
		return selection.Alias
	case *ast.FragmentSpread:
		return "..." + selection.Name
	}
	return "a fragment"
}

// highest is the price at which adding stops: above any limit, and far below an
// overflow.
const highest = 1 << 40

// noise is more than the same prices differ by if they are added in another order, so that
// an answer does not cost 144 of 143.
const noise = 1e-6

func rounded(price float64) int { return int(math.Ceil(min(price, highest) - noise)) }

// A bill adds up the price of an operation.
type bill struct {
	table     Table
	variables map[string]any
	scope     *Scope
	project   string                       // the project of the field that is priced, "" for all
	fragments map[fragmentKey]fragmentCost // of fragments without sizes from above
	once      float64                      // what fields cost for however many objects
}

// A fragmentKey is a fragment in a project, because the sizes of the project
// are part of its price.
type fragmentKey struct {
	fragment *ast.FragmentDefinition
	project  string
}

// A fragmentCost is the price of a fragment for one object, and once.
type fragmentCost struct{ each, once float64 }

func (t Table) bill(variables map[string]any, s *Scope) *bill {
	return &bill{table: t, variables: variables, scope: s}
}

// set returns the price of a selection set for one object. Of fragments on
// different types the most expensive counts: an object has one type.
func (b *bill) set(selections ast.SelectionSet, above inherited) float64 {
	total := 0.0
	var exclusive map[string]float64
	add := func(condition string, on *ast.Definition, price float64) {
		if condition == "" || on == nil || !on.IsAbstractType() || condition == on.Name {
			total += price
			return
		}
		if exclusive == nil {
			exclusive = map[string]float64{}
		}
		exclusive[condition] += price
	}
	for _, selection := range selections {
		switch selection := selection.(type) {
		case *ast.Field:
			total += b.field(selection, above)
		case *ast.InlineFragment:
			add(selection.TypeCondition, selection.ObjectDefinition, b.set(selection.SelectionSet, above))
		case *ast.FragmentSpread:
			add(selection.Definition.TypeCondition, selection.ObjectDefinition, b.fragment(selection.Definition, above))
		}
	}
	dearest := 0.0
	for _, price := range exclusive {
		dearest = max(dearest, price)
	}
	return total + dearest
}

func (b *bill) fragment(fragment *ast.FragmentDefinition, above inherited) float64 {
	if above != nil {
		return b.set(fragment.SelectionSet, above)
	}
	key := fragmentKey{fragment, b.project}
	cost, known := b.fragments[key]
	if known {
		b.once += cost.once
		return cost.each
	}
	before := b.once
	each := b.set(fragment.SelectionSet, nil)
	if b.fragments == nil {
		b.fragments = map[fragmentKey]fragmentCost{}
	}
	b.fragments[key] = fragmentCost{each, b.once - before}
	return each
}

// leaf is the price of a field without a selection, relative to the object that
// has it. If a leaf cost as much as an object, lists of light entities would
// take half the time of other requests of the same price. Measured by go run
// ./bench/load -what prices.
const leaf = 0.5

// introspected is the price of a field of introspection, relative to other
// fields: its answer is in memory. ofType is the price of one type, whose lists
// are longer than the average. Measured by go run ./bench/load -what prices.
const introspected, ofType = 0.08, 30

// unpriced is the price of fields without directives.
var unpriced = fieldPrice{object: 1, leaf: leaf}

func (b *bill) field(field *ast.Field, above inherited) float64 {
	switch {
	case field.Name == "__type":
		return ofType + introspected*b.one(&unpriced, field, nil)
	case strings.HasPrefix(field.Name, "__"):
		return introspected * b.one(&unpriced, field, nil)
	}
	t, within := b.table.of(field), b.project
	args := b.scope.argumentsOf(field, b.variables)
	b.project = projectOf(field, args, within)
	defer func() { b.project = within }()
	if t == &unpriced && above == nil {
		return b.one(t, field, nil)
	}
	of := b.scope.in(b.project)
	size, rows, below := t.sizes(field.Name, args, above, of)
	rate := t.rates(args, of)
	each := b.one(t, field, below)
	b.once += t.once + rate.scanned
	if size.scanned > 0 { // the price of one may be infinite
		b.once += size.scanned * each
	}
	return rate.own + rate.row*rows + size.objects*each
}

// of returns the prices of a field.
func (t Table) of(field *ast.Field) *fieldPrice {
	if its := t[field.Definition]; its != nil {
		return its
	}
	return &unpriced
}

// one returns the price of one object of a field, or of its leaf.
func (b *bill) one(t *fieldPrice, field *ast.Field, below inherited) float64 {
	if len(field.SelectionSet) == 0 {
		return t.leaf
	}
	return t.object + b.set(field.SelectionSet, below)
}
