package price

import (
	"context"
	"errors"
	"testing"

	"github.com/vektah/gqlparser/v2"
	"github.com/vektah/gqlparser/v2/ast"
	"github.com/vektah/gqlparser/v2/validator"
)

const scannedSchema = `
directive @cost(weight: String! = "0", row: String! = "0", once: String! = "0", given: String! = "0", absent: String! = "0", maximum: ` +
	`Int) on FIELD_DEFINITION | ARGUMENT_DEFINITION | INPUT_FIELD_DEFINITION | ENUM_VALUE
directive @listSize(assumedSize: Int, assumedEach: String, slicingArguments: [String!], sizedFields: [String!], ` +
	`maximum: Int) repeatable on FIELD_DEFINITION
type Query {
  project(id: ID!): Project
  projects: [Project!]! @listSize(assumedSize: 3)
  tasks(projectId: ID @cost(absent: "0 + 1/TASK"), owner: ID @cost(given: "10 + 2/ENTITY"), by: [By!]): Page @listSize(assumedEach: "4 ` +
	`+ 0.2/TASK", sizedFields: ["total"])
  about(input: About): Page
  linked(filter: Linked): Page
}
input Linked { kinds: [String!] where: Where @cost(given: "1 + 2/ENTITY") }
input Where { linked: Linked @cost(given: "10 + 1/ENTITY") deep: Boolean @cost(given: "0 + 3/ENTITY") or: [Where!] }
input About { topic: String @cost(weight: "3", given: "5 + 0.1/ENTITY") projectId: ID }
type Project { id: ID! tasks: Page @cost(weight: "20 + 0.5/TASK") counted: Page @listSize(assumedEach: "4 ` +
	`+ 0.2/TASK", sizedFields: ["total"]) }
type Page { total: Int! }
enum By { STATE OWNER @cost(weight: "5 + 1/ENTITY") }
`

// TestPricesOfScans checks the parts of prices that depend on the size of the
// project that a field reads.
func TestPricesOfScans(t *testing.T) {
	schema, err := gqlparser.LoadSchema(&ast.Source{Input: scannedSchema})
	if err != nil {
		t.Fatal(err)
	}
	sizes := map[string]map[string]int{"a": {"TASK": 40, "ENTITY": 100}, "": {"TASK": 200, "ENTITY": 1000}, "huge": {"TASK": 1_000_000}}
	for _, test := range []struct {
		name, query string
		variables   map[string]any
		want        int
	}{
		{"all projects", `{ tasks { __typename } }`, nil, 200 + 1 + 1},
		{"a project", `{ tasks(projectId: "a") { __typename } }`, nil, 1 + 1},
		{"a variable", `query ($p: ID) { tasks(projectId: $p, owner: "x") { __typename } }`, map[string]any{"p": "a"}, 10 + 2*100 + 1 + 1},
		{"an input", `{ about(input: {topic: "x"}) { __typename } }`, nil, 5 + 100 + 1 + 1},
		{"an input with more units than entities", `{ about(input: {topic: "0123456789", projectId: "a"}) { __typename } }`, nil,
			5 + 30 + 1 + 1},
		{"an input with a project", `{ about(input: {topic: "x", projectId: "a"}) { __typename } }`, nil, 5 + 10 + 1 + 1},
		{"a total", `{ tasks(projectId: "a") { total } }`, nil, 1 + (4+8)/2},
		{"values", `{ tasks(projectId: "a", by: [STATE, OWNER]) { __typename } }`, nil, 5 + 100 + 1 + 1},
		{"in a project", `{ project(id: "a") { tasks { __typename } } }`, nil, 1 + 20 + 20 + 1 + 1},
		{"once in all projects", `{ projects { tasks { __typename } } }`, nil, 3*(1+20+1) + 1 + 100},
		{"a total once in all projects", `{ projects { counted { total } } }`, nil, 3*(1+1+4/2) + 40/2},
		{"a fragment in two projects", `{ a: project(id: "a") { ...F } b: project(id: "a") { ...F } c: project(id: "none") { ...F } } ` +
			`fragment F on Project { tasks { __typename } }`, nil, 3*(1+20+1) + 1 + 2*20},
		{"no more than half of the limit", `{ project(id: "huge") { tasks { __typename } } }`, nil, 1 + 20 + mostScanned + 1 + 1},
		{"linked entities", `{ linked(filter: {where: {}}) { __typename } }`, nil, 1 + 2*1000 + 1 + 1},
		{"of a kind", `{ linked(filter: {kinds: ["TASK"], where: {}}) { __typename } }`, nil, 1 + 2*200 + 1 + 1},
		{"of a kind without brackets", `{ linked(filter: {kinds: "TASK", where: {deep: true}}) { __typename } }`, nil,
			1 + 2*200 + 3*200 + 1 + 1},
		{"of a kind in parts", `{ linked(filter: {kinds: ["TASK"], where: {or: [{deep: true}, {deep: false}]}}) { __typename } }`, nil,
			1 + 2*200 + 2*3*200 + 1 + 1},
		{"of no kind", `{ linked(filter: {kinds: [], where: {deep: true}}) { __typename } }`, nil, 1 + 1 + 1},
		{"of any kind inside", `{ linked(filter: {kinds: ["TASK"], where: {linked: {where: {}}}}) { __typename } }`, nil,
			1 + 2*200 + 10 + 200 + 1 + 2*1000 + 1 + 1},
		{"an unknown project", `{ project(id: "none") { tasks { __typename } } }`, nil, 1 + 20 + 1 + 1},
	} {
		document, errs := gqlparser.LoadQueryWithRules(schema, test.query, nil)
		if errs != nil {
			t.Fatal(errs)
		}
		values, failed := validator.VariableValues(schema, document.Operations[0], test.variables)
		if failed != nil {
			t.Fatal(failed)
		}
		read := 0
		known := NewScope(t.Context(), func(_ context.Context, id string) (map[string]int, error) {
			read++
			return sizes[id], nil
		})
		if got := ReadTable(schema).Price(document.Operations[0], values, known) - request; got != test.want {
			t.Errorf("%s: costs %d, want %d", test.name, got, test.want)
		}
		if read != len(known.known) {
			t.Errorf("%s: the sizes of %d projects were read %d times", test.name, len(known.known), read)
		}
	}
}

// TestUnreadableSizes checks that an operation has a price while sizes cannot
// be read.
func TestUnreadableSizes(t *testing.T) {
	failing := NewScope(t.Context(), func(context.Context, string) (map[string]int, error) { return nil, errors.New("down") })
	if got := failing.in("a").of("TASK"); got != 0 {
		t.Errorf("got %v entities", got)
	}
}
