package price

import (
	"strings"
	"testing"

	"github.com/vektah/gqlparser/v2"
	"github.com/vektah/gqlparser/v2/ast"
	"github.com/vektah/gqlparser/v2/validator"
)

const pricedSchema = `
directive @cost(weight: String! = "0", row: String! = "0", once: String! = "0", given: String! = "0", absent: String! = "0", maximum: ` +
	`Int) on OBJECT | FIELD_DEFINITION | ARGUMENT_DEFINITION | INPUT_FIELD_DEFINITION | ENUM_VALUE
directive @listSize(assumedSize: Int, slicingArguments: [String!], sizedFields: [String!], maximum: Int) repeatable on FIELD_DEFINITION
type Query {
  leaf: Int
  dear: Int @cost(weight: "7.5")
  one: Thing @cost(weight: "10")
  page(first: Int, last: Int): Page @cost(weight: "20", row: "3") @listSize(assumedSize: 5, slicingArguments: ["first", "last"], ` +
	`maximum: 100, sizedFields: ["nodes", "edges"])
  byID(ids: [ID!]!): [Thing] @cost(row: "2") @listSize(slicingArguments: ["ids"], maximum: 50)
  usual: [Thing!]! @listSize(assumedSize: 4)
  light: [Light!]! @listSize(assumedSize: 50)
  links(each: Int = 3): Links @listSize(slicingArguments: ["each"], sizedFields: ["groups.items"])
  text(of: String @cost(weight: "0.5", maximum: 10), mode: Mode = SHORT): String
  ask(in: In): Int @cost(weight: "1")
  any: Any
  find(where: Where, by: [Mode!], of: ID @cost(absent: "500")): Int
}
input Where { names: [String!] @cost(given: "7") and: [Where!] not: Where }
type Page { nodes: [Thing!]! @listSize(assumedSize: 5) edges: [Edge!]! total: Int! }
type Edge { node: Thing! }
type Thing { id: ID! name: String links: Links batch: Thing @cost(weight: "2", once: "60") }
type Light @cost(weight: "0.1") { id: ID! }
type Links { groups(first: Int): [Group!]! @listSize(assumedSize: 2) @listSize(assumedSize: 3, ` +
	`slicingArguments: ["first"], sizedFields: ["items"]) }
type Group { items: [Thing!]! @listSize(assumedSize: 9) }
enum Mode { SHORT LONG @cost(weight: "40") }
input In { tokens: Int = 40 @cost(weight: "0.1", maximum: 1000) topics: [String!] @cost(weight: "1", ` +
	`row: "100") ids: [ID!] @cost(row: "2") not: In }
union Any = Thing | Page | Edge
`

func loadPriced(t testing.TB) *ast.Schema {
	t.Helper()
	schema, err := gqlparser.LoadSchema(&ast.Source{Input: pricedSchema})
	if err != nil {
		t.Fatal(err)
	}
	return schema
}

func priceOf(t testing.TB, schema *ast.Schema, query string, variables map[string]any) int {
	t.Helper()
	parsed, errs := gqlparser.LoadQueryWithRules(schema, query, nil)
	if errs != nil {
		t.Fatalf("%s: %v", query, errs)
	}
	operation := parsed.Operations[0]
	values, err := validator.VariableValues(schema, operation, variables)
	if err != nil {
		t.Fatalf("%s: %v", query, err)
	}
	return ReadTable(schema).Price(operation, values, nil)
}

// TestPrices checks sums of declared prices: an object costs 1 and a leaf half
// of that. The sum is rounded up. The price of a request is subtracted.
func TestPrices(t *testing.T) {
	schema := loadPriced(t)
	for _, test := range []struct {
		name, query string
		variables   map[string]any
		want        int
	}{
		{"a leaf", `{ leaf }`, nil, 1},
		{"twice", `{ leaf a: leaf }`, nil, 1},
		{"rounded up", `{ dear }`, nil, 8},
		{"an object", `{ one { id name } }`, nil, 10 + 1 + 1},
		{"an assumed page", `{ page { nodes { id } } }`, nil, 20 + 5*3 + 1 + 5 + 3},
		{"a page", `{ page(first: 7) { nodes { id name } total } }`, nil, 20 + 7*3 + 1 + 7*2 + 1},
		{"its end", `{ page(last: 7) { edges { node { id } } } }`, nil, 20 + 7*3 + 1 + 7*2 + 4},
		{"nothing of a page", `{ page(first: 100) { total } }`, nil, 20 + 100*3 + 1 + 1},
		{"null", `{ page(first: null, last: 2) { total } }`, nil, 20 + 2*3 + 1 + 1},
		{"more than the maximum", `{ page(first: 100000000000) { total } }`, nil, 20 + 100*3 + 1 + 1},
		{"a negative number", `{ page(first: -5) { nodes { id } } }`, nil, 20 + 3 + 1 + 2},
		{"a variable", `query ($n: Int) { page(first: $n) { total } }`, map[string]any{"n": 7}, 20 + 7*3 + 1 + 1},
		{"its default", `query ($n: Int = 7) { page(first: $n) { total } }`, nil, 20 + 7*3 + 1 + 1},
		{"no variable", `query ($n: Int) { page(first: $n) { total } }`, nil, 20 + 5*3 + 1 + 1},
		{"a list of ids", `{ byID(ids: ["a", "b", "c"]) { id } }`, nil, 3*2 + 3 + 2},
		{"a variable list", `query ($ids: [ID!]!) { byID(ids: $ids) { id } }`, map[string]any{"ids": []any{"a", "b"}}, 2*2 + 2 + 1},
		{"no ids", `{ byID(ids: []) { id } }`, nil, 2 + 2},
		{"light objects", `{ light { id } }`, nil, 5 + 3},
		{"once", `{ usual { batch { id } } }`, nil, 4 + 60 + 4*2 + 4 + 2},
		{"once in each field", `{ usual { ...F batch { batch { id } } } } fragment F on Thing { a: batch { id } }`, nil,
			4 + 3*60 + 3*8 + 3*4 + 2 + 2},
		{"a usual size", `{ usual { id } }`, nil, 4 + 2},
		{"passed down by default", `{ links { groups { items { id } } } }`, nil, 1 + 2*(1+3) + 3},
		{"passed down", `{ links(each: 10) { groups { items { id } } } }`, nil, 1 + 2*(1+10) + 10},
		{"its own argument first", `{ links(each: 10) { groups(first: 5) { items { id } } } }`, nil, 1 + 2*(1+5) + 5},
		{"not passed down", `{ one { links { groups { items { id } } } } }`, nil, 10 + 1 + 1 + 2*(1+3) + 3},
		{"through a fragment", `{ page(first: 7) { ...F } } fragment F on Page { nodes { id } }`, nil, 20 + 7*3 + 1 + 7 + 4},
		{"a fragment twice", `{ a: one { ...F } b: one { ...F } } fragment F on Thing { id name }`, nil, 2 * (10 + 1 + 1)},
		{"a fragment twice, each once", `{ a: usual { ...F } b: usual { ...F } } fragment F on Thing { batch { id } }`, nil,
			2 * (4 + 60 + 4*2 + 4 + 2)},
		{"text", `{ text(of: "four") }`, nil, 2 + 1},
		{"long text", `{ text(of: "much longer than ten") }`, nil, 5 + 1},
		{"a value of an enum", `{ text(mode: LONG) }`, nil, 40 + 1},
		{"a variable of an enum", `query ($m: Mode) { text(mode: $m) }`, map[string]any{"m": "LONG"}, 40 + 1},
		{"a field of an input", `{ ask(in: {tokens: 100}) }`, nil, 1 + 10 + 1},
		{"its default", `{ ask(in: {}) }`, nil, 1 + 4 + 1},
		{"its maximum", `query ($in: In) { ask(in: $in) }`, map[string]any{"in": map[string]any{"tokens": 1_000_000}}, 1 + 100 + 1},
		{"items and characters", `{ ask(in: {tokens: 0, topics: ["ab", "üöä"]}) }`, nil, 1 + 2*100 + 5 + 1},
		{"items alone", `{ ask(in: {tokens: 0, ids: ["abc", "d"]}) }`, nil, 1 + 2*2 + 1},
		{"a given argument", `{ find(of: "x", where: {names: ["a", "b"]}) }`, nil, 7 + 1},
		{"an absent argument", `{ find(of: null) }`, nil, 500 + 1},
		{"parts of parts", `{ find(of: "x", where: {names: [], not: {and: [{names: []}, {not: {names: []}}]}}) }`, nil, 3*7 + 1},
		{"parts in a variable", `query ($w: Where) { find(of: "x", where: $w) }`,
			map[string]any{"w": map[string]any{"and": []any{map[string]any{"names": []any{}}}}}, 7 + 1},
		{"one value for a list", `{ find(of: "x", by: LONG) }`, nil, 40 + 1},
		{"a list of values", `{ find(of: "x", by: [LONG, SHORT, LONG]) }`, nil, 2*40 + 1},
		{"the dearest of types",
			`{ any { ... on Thing { id name } ... on Edge { node { id name } } ... on Thing { links { __typename } } } }`,
			nil, 1 + 3},
	} {
		if got := priceOf(t, schema, test.query, test.variables) - request; got != test.want {
			t.Errorf("%s: costs %d, want %d", test.name, got, test.want)
		}
	}
}

// TestPriceOfIntrospection checks that the price follows the size of the
// schema.
func TestPriceOfIntrospection(t *testing.T) {
	schema := loadPriced(t)
	names := priceOf(t, schema, `{ __schema { types { name } } }`, nil) - request
	fields := priceOf(t, schema, `{ __schema { types { name fields { name type { name } } } } }`, nil) - request
	if float64(names) < float64(len(schema.Types))*introspected || fields < 2*names {
		t.Errorf("the names of %d types cost %d, their fields %d", len(schema.Types), names, fields)
	}
}

// TestPriceDoesNotOverflow nests lists until their size exceeds every integer.
func TestPriceDoesNotOverflow(t *testing.T) {
	schema := loadPriced(t)
	const level = `page(first: 100) { nodes { links { groups(first: 1000000000) { items { `
	query := "{ " + level + strings.Repeat("links { groups(first: 1000000000) { items { ", 40) + "id" + strings.Repeat(" } } }",
		41) + " } } }"
	if got := priceOf(t, schema, query, nil); got != highest {
		t.Errorf("costs %d, want %d", got, highest)
	}
}

// TestWrongDirectives checks that weights that are not numbers cause a panic,
// because a schema without prices must not be served.
func TestWrongDirectives(t *testing.T) {
	schema, err := gqlparser.LoadSchema(&ast.Source{Input: strings.Replace(pricedSchema, `"7.5"`, `"much"`, 1)})
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if said, _ := recover().(string); !strings.Contains(said, "@cost(weight:") {
			t.Errorf("panicked with %q", said)
		}
	}()
	ReadTable(schema)
}
