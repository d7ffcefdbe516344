package price

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/vektah/gqlparser/v2"
	"github.com/vektah/gqlparser/v2/ast"
	"pgregory.net/rapid"
)

// A made is a selection set of random fields, as text by the lines that it has, so that
// a law can take one away or put them into another order.
type made struct {
	typ   string
	parts []string
}

func (m made) String() string { return "{ " + strings.Join(m.parts, " ") + " }" }

// fieldsOf has the fields of the types of [pricedSchema]: their arguments, and the type
// of what they return, "" for a leaf.
var fieldsOf = map[string][]struct{ name, of string }{
	"Query": {
		{"leaf", ""}, {"dear", ""}, {"one", "Thing"}, {"page", "Page"}, {"page(first: %d)", "Page"}, {"page(last: %d)", "Page"},
		{"usual", "Thing"}, {"light", "Light"}, {"links", "Links"}, {"links(each: %d)", "Links"}, {`byID(ids: ["a", "b"])`, "Thing"},
		{"text(mode: LONG)", ""}, {`text(of: "four")`, ""}, {"ask(in: {tokens: %d})", ""}, {`find(of: "x")`, ""},
	},
	"Page":  {{"nodes", "Thing"}, {"edges", "Edge"}, {"total", ""}},
	"Edge":  {{"node", "Thing"}},
	"Thing": {{"id", ""}, {"name", ""}, {"links", "Links"}, {"batch", "Thing"}},
	"Light": {{"id", ""}},
	"Links": {{"groups", "Group"}, {"groups(first: %d)", "Group"}},
	"Group": {{"items", "Thing"}},
}

// selected draws a selection set of a type. Each field has an alias of its own, so that
// none are merged. Lists have no arguments if they are of their usual sizes.
func selected(t *rapid.T, typ string, depth int, usual bool) made {
	set := made{typ: typ}
	for i := range rapid.IntRange(1, 3).Draw(t, "fields") {
		field := rapid.SampledFrom(fieldsOf[typ]).Draw(t, "field")
		if usual && strings.Contains(field.name, "%d") || field.of != "" && depth == 0 {
			field.name, field.of = "__typename", ""
		}
		if strings.Contains(field.name, "%d") {
			field.name = fmt.Sprintf(field.name, rapid.IntRange(0, 120).Draw(t, "number"))
		}
		text := fmt.Sprintf("a%d: %s", i, field.name)
		if field.of != "" {
			text += " " + selected(t, field.of, depth-1, usual).String()
		}
		set.parts = append(set.parts, text)
	}
	return set
}

// costOf returns the price of a query without rounding, which hides differences.
func costOf(t *rapid.T, schema *ast.Schema, query string, variables map[string]any) float64 {
	document, errs := gqlparser.LoadQueryWithRules(schema, query, nil)
	if errs != nil {
		t.Fatalf("%s: %v", query, errs)
	}
	b := ReadTable(schema).bill(variables, nil)
	return b.set(document.Operations[0].SelectionSet, nil) + b.once
}

// isAbout compares sums that were added in different orders.
func isAbout(a, b float64) bool { return math.Abs(a-b) <= 1e-9*max(a, b) }

// TestLaws checks what holds for the price of any query: what else is asked for is paid
// for, and the same costs the same, however it is written.
func TestLaws(t *testing.T) {
	schema := loadPriced(t)
	rapid.Check(t, func(t *rapid.T) {
		set := selected(t, "Query", 4, false)
		whole := costOf(t, schema, set.String(), nil)
		if whole < leaf*introspected {
			t.Fatalf("%s costs %g", set, whole)
		}
		apart := 0.0
		for i, part := range set.parts {
			alone := costOf(t, schema, "{ "+part+" }", nil)
			apart += alone
			if len(set.parts) == 1 {
				continue
			}
			less := costOf(t, schema, made{parts: slices.Delete(slices.Clone(set.parts), i, i+1)}.String(), nil)
			if less > whole || !isAbout(less+alone, whole) {
				t.Fatalf("%s costs %g; without the field %d %g, which alone costs %g", set, whole, i, less, alone)
			}
		}
		if !isAbout(apart, whole) {
			t.Fatalf("%s costs %g, its fields alone %g", set, whole, apart)
		}
		for name, same := range map[string]string{
			"in another order":       made{parts: rapid.Permutation(set.parts).Draw(t, "order")}.String(),
			"in an inline fragment":  "{ ... on Query " + set.String() + " }",
			"in a fragment":          "{ ...F } fragment F on Query " + set.String(),
			"in fragments":           "{ ...F } fragment F on Query { ...G } fragment G on Query " + set.String(),
			"with a fragment within": "{ ... { " + strings.Join(set.parts, " ") + " } }",
		} {
			if got := costOf(t, schema, same, nil); !isAbout(got, whole) {
				t.Fatalf("%s costs %g, %s %g", set, whole, name, got)
			}
		}
	})
}

// TestSizesOnlyAdd checks that a longer list costs more, up to the maximum, and that a
// number costs the same in a variable.
func TestSizesOnlyAdd(t *testing.T) {
	schema := loadPriced(t)
	rapid.Check(t, func(t *rapid.T) {
		below := selected(t, "Page", 3, false)
		few := rapid.IntRange(1, 100).Draw(t, "few")
		many := rapid.IntRange(few, 200).Draw(t, "many")
		query := "query ($n: Int) { page(first: $n) " + below.String() + " }"
		at := func(n int) float64 { return costOf(t, schema, query, map[string]any{"n": n}) }
		if at(few) > at(many) || few < min(many, 100) && at(few) == at(many) {
			t.Fatalf("%s costs %g for %d, %g for %d", query, at(few), few, at(many), many)
		}
		if literal := costOf(t, schema, fmt.Sprintf("{ page(first: %d) %s }", few, below), nil); literal != at(few) {
			t.Fatalf("%s costs %g for %d, with the number itself %g", query, at(few), few, literal)
		}
	})
}

// TestAnswersCostAtMostTheirPrice checks that nobody pays more for an answer than what
// was announced, and less for less of it.
func TestAnswersCostAtMostTheirPrice(t *testing.T) {
	schema := loadPriced(t)
	most := map[string]int{
		"nodes": 5, "edges": 5, "usual": 4, "light": 50, "groups": 2, "items": 3, "byID": 2,
		"page": 1, "one": 1, "links": 1, "node": 1, "batch": 1,
	}
	rapid.Check(t, func(t *rapid.T) {
		set := selected(t, "Query", 4, true)
		document, errs := gqlparser.LoadQueryWithRules(schema, set.String(), nil)
		if errs != nil {
			t.Fatal(errs)
		}
		operation, table := document.Operations[0], ReadTable(schema)
		actual := func(each map[string]int) int {
			return table.Actual(answered(operation.SelectionSet, 1, each), nil, nil)
		}
		some, fewer := map[string]int{}, map[string]int{}
		for name, n := range most {
			some[name] = rapid.IntRange(0, n).Draw(t, name)
			fewer[name] = rapid.IntRange(0, some[name]).Draw(t, name+", fewer")
		}
		if price := table.Price(operation, nil, nil); actual(some) > price {
			t.Fatalf("%s costs %d, an answer with %v %d", set, price, some, actual(some))
		}
		if actual(fewer) > actual(some) {
			t.Fatalf("%s: an answer with %v costs %d, with %v %d", set, some, actual(some), fewer, actual(fewer))
		}
	})
}
