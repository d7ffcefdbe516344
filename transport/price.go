package transport

import (
	"math"
	"strings"

	"github.com/vektah/gqlparser/v2"
	"github.com/vektah/gqlparser/v2/ast"
	"github.com/vektah/gqlparser/v2/validator"
)

// Price returns the price of a document with one operation, by the directives
// @cost and @listSize of the schema.
func Price(schema *ast.Schema, document string, variables map[string]any) (int, error) {
	parsed, errs := gqlparser.LoadQueryWithRules(schema, document, nil)
	if errs != nil {
		return 0, errs
	}
	operation := parsed.Operations[0]
	values, err := validator.VariableValues(schema, operation, variables)
	if err != nil {
		return 0, err
	}
	return readTariffs(schema).price(operation, values), nil
}

// request is the price of a request without its fields, for receiving, parsing
// and checking it and writing the answer. The smallest take about 0.1 ms.
const request = 80

// price returns the price of an operation: the price of a request, the weight
// of each field, and for each object that the field can return 1 and the price
// of its selection. A leaf costs [leaf] instead of 1.
func (t tariffs) price(op *ast.OperationDefinition, variables map[string]any) int {
	b := bill{t, variables, map[*ast.FragmentDefinition]float64{}}
	return rounded(request + b.set(op.SelectionSet, nil))
}

// dearest returns the name and the price of the most expensive root field, or
// fragment at the root, of an operation.
func (t tariffs) dearest(op *ast.OperationDefinition, variables map[string]any) (name string, price int) {
	b := bill{t, variables, map[*ast.FragmentDefinition]float64{}}
	for _, selection := range op.SelectionSet {
		if costs := rounded(b.set(ast.SelectionSet{selection}, nil)); costs > price {
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

func rounded(price float64) int { return int(math.Ceil(min(price, plenty))) }

// A bill adds up the price of an operation.
type bill struct {
	tariffs   tariffs
	variables map[string]any
	fragments map[*ast.FragmentDefinition]float64 // prices of fragments without sizes from above
}

// set returns the price of a selection set for one object. Of fragments on
// different types the most expensive counts: an object has one type.
func (b *bill) set(selections ast.SelectionSet, above handed) float64 {
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

func (b *bill) fragment(fragment *ast.FragmentDefinition, above handed) float64 {
	if above != nil {
		return b.set(fragment.SelectionSet, above)
	}
	price, known := b.fragments[fragment]
	if !known {
		price = b.set(fragment.SelectionSet, nil)
		b.fragments[fragment] = price
	}
	return price
}

// leaf is the price of a field without a selection. If a leaf cost as much as
// an object, lists of light entities would take half the time of other requests
// of the same price. Measured by go run ./bench -what prices.
const leaf = 0.5

// introspected is the price of a field of introspection, relative to other
// fields: its answer is in memory. ofType is the price of one type, whose lists
// are longer than the average. Measured by go run ./bench -what prices.
const introspected, ofType = 0.08, 30

// unpriced is the tariff of fields without directives.
var unpriced tariff

func (b *bill) field(field *ast.Field, above handed) float64 {
	switch {
	case field.Name == "__type":
		return ofType + introspected*b.one(field, nil)
	case strings.HasPrefix(field.Name, "__"):
		return introspected * b.one(field, nil)
	}
	t := b.tariffs[field.Definition]
	if t == nil {
		if above == nil {
			return b.one(field, nil)
		}
		t = &unpriced
	}
	var args map[string]any
	if len(field.Definition.Arguments) > 0 {
		args = field.ArgumentMap(b.variables)
	}
	size, rows, below := t.sizes(field.Name, args, above)
	own, row := t.rates(args)
	return own + row*rows + size*b.one(field, below)
}

// one returns the price of one object of a field, or of its leaf.
func (b *bill) one(field *ast.Field, below handed) float64 {
	if len(field.SelectionSet) == 0 {
		return leaf
	}
	return 1 + b.set(field.SelectionSet, below)
}
