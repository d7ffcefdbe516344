package resolvers

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/99designs/gqlgen/graphql/introspection"
	"github.com/vektah/gqlparser/v2"
	"github.com/vektah/gqlparser/v2/ast"
	"github.com/vektah/gqlparser/v2/validator"

	"dossier/graph"
	"dossier/transport"
	"dossier/transport/price"
)

// defaultLimit is the default limit of a query's price.
var defaultLimit = transport.DefaultLimits().Complexity

// priceOf returns the price of a document with one operation, without the parts
// that depend on the size of projects.
func priceOf(t *testing.T, schema *ast.Schema, document string) int {
	t.Helper()
	parsed, errs := gqlparser.LoadQueryWithRules(schema, document, nil)
	if errs != nil {
		t.Fatalf("%s: %v", document, errs)
	}
	operation := parsed.Operations[0]
	values, err := validator.VariableValues(schema, operation, nil)
	if err != nil {
		t.Fatalf("%s: %v", document, err)
	}
	return price.ReadTable(schema).Price(operation, values, nil)
}

// TestEveryFieldIsPriced fails for a root field without @cost, and for a list
// of objects without @listSize.
func TestEveryFieldIsPriced(t *testing.T) {
	schema := Schema(nil).Schema()
	for _, object := range schema.Types {
		if object.Kind != ast.Object && object.Kind != ast.Interface || strings.HasPrefix(object.Name, "__") {
			continue
		}
		for _, field := range object.Fields {
			if strings.HasPrefix(field.Name, "__") {
				continue
			}
			list := field.Type.Elem != nil && schema.Types[field.Type.Name()].IsCompositeType()
			if list && field.Directives.ForName("listSize") == nil {
				t.Errorf("%s.%s: expected @listSize(assumedSize: …), the number of objects that it returns", object.Name, field.Name)
			}
			if object == schema.Query && field.Directives.ForName("cost") == nil {
				t.Errorf("%s.%s: expected @cost(weight: …), what it costs whatever is selected", object.Name, field.Name)
			}
		}
	}
}

// TestSizesAreOfFields fails for a @listSize that names an argument or a field
// that does not exist.
func TestSizesAreOfFields(t *testing.T) {
	schema := Schema(nil).Schema()
	for _, object := range schema.Types {
		for _, field := range object.Fields {
			for _, size := range field.Directives.ForNames("listSize") {
				for _, name := range listOf(size, "slicingArguments") {
					if field.Arguments.ForName(name) == nil {
						t.Errorf("%s.%s has no argument %s", object.Name, field.Name, name)
					}
				}
				for _, path := range listOf(size, "sizedFields") {
					below := field
					for name := range strings.SplitSeq(path, ".") {
						if below = schema.Types[below.Type.Name()].Fields.ForName(name); below == nil {
							t.Errorf("%s.%s: no field %s of %s", object.Name, field.Name, name, path)
							break
						}
					}
				}
			}
		}
	}
}

// listOf returns the value of an argument that is a list of strings.
func listOf(directive *ast.Directive, name string) []string {
	var all []string
	if argument := directive.Arguments.ForName(name); argument != nil {
		for _, child := range argument.Value.Children {
			all = append(all, child.Value.Raw)
		}
	}
	return all
}

// TestInterfacesArePriced fails for a field of an interface whose directives
// differ from those of the types that implement it, because a query is priced
// by the type that it names.
func TestInterfacesArePriced(t *testing.T) {
	schema := Schema(nil).Schema()
	prices := func(field *ast.FieldDefinition) string {
		var all []string
		for _, directive := range field.Directives {
			if directive.Name == "cost" || directive.Name == "listSize" {
				var arguments []string
				for _, argument := range directive.Arguments {
					arguments = append(arguments, argument.Name+": "+argument.Value.String())
				}
				all = append(all, "@"+directive.Name+"("+strings.Join(arguments, ", ")+")")
			}
		}
		slices.Sort(all)
		return strings.Join(all, " ")
	}
	for _, object := range schema.Types {
		if object.Kind != ast.Interface {
			continue
		}
		for _, implementor := range schema.GetPossibleTypes(object) {
			for _, field := range object.Fields {
				if a, b := prices(field), prices(implementor.Fields.ForName(field.Name)); a != b {
					t.Errorf("%s.%s has %q, %s has %q", object.Name, field.Name, a, implementor.Name, b)
				}
			}
		}
	}
}

// aliased returns a query with a root field n times.
func aliased(n int, field string) string {
	var query strings.Builder
	for i := range n {
		fmt.Fprintf(&query, "f%d: %s ", i, field)
	}
	return "{ " + query.String() + "}"
}

// TestDearQueriesAreRefused checks that queries that return or compute too much
// cost more than the limit, and that one page of everything costs less.
func TestDearQueriesAreRefused(t *testing.T) {
	schema, id := Schema(nil).Schema(), `"`+graph.ID("p")+`"`
	const node, edge = `kind name stateKey typeKey directEdge lastUpdated depth`, `srcId srcKind dstId dstKind rel`
	for _, test := range []struct {
		name, query string
		refused     bool
	}{
		{"25 graphs", aliased(25, `projectGraph(projectId: `+id+`, first: 1000) { totalNodes }`), true},
		{"20 graphs of 200", aliased(20, `projectGraph(projectId: `+id+`) { nodes { name } edges { rel } }`), true},
		{"a graph", `{ projectGraph(projectId: ` + id + `, first: 1000) { nodes { ` + node + ` entity { label } } edges { ` + edge +
			` } pageInfo { hasNextPage endCursor } totalNodes } }`, false},
		{"texts of a graph", `{ projectGraph(projectId: ` + id + `, first: 1000) { nodes { entity { linkedEntities { text(mode: FULL) } } } } }`,
			true},
		{"documents of a graph",
			`{ projectGraph(projectId: ` + id + `, first: 1000) { nodes { entity { ... on Document { full { content } } } } } }`, true},
		{"a snapshot", `{ graphSnapshot(projectId: ` + id + `, maxNodes: 1000, maxEdges: 2000) { nodes { ` + node +
			` entity { label } } edges { ` + edge + ` } json } }`, false},
		{"20 workspaces", aliased(20, `workspace(projectId: `+id+`) { highlights { items { label } } snapshot { nodes { name } } }`), false},
		{"4 large documents", aliased(4, `contextDocument(input: {start: {global: true}, maxTokens: 200000}) { text }`), true},
		{"a document of 20 topics", `{ contextDocument(input: {start: {topics: [` + strings.Repeat(`"`+strings.Repeat("fog ", 500)+`" `,
			20) + `]}, maxTokens: 200000}) { text } }`, true},
		{"6 searches", aliased(6, `search(query: "fog", first: 50) { hits { score entity { label } } }`), false},
		{"20 searches", aliased(20, `search(query: "fog", first: 50) { hits { score entity { label } } }`), true},
		{"lists in lists", `{ tasks(first: 200) { nodes { linkedEntities { groups(first: 200) { items { label } } } } } }`, true},
		{"200 documents with texts", `{ documents(first: 200) { nodes { full { content } } } }`, false},
		{"many documents with texts", aliased(3, `documents(first: 200) { nodes { full { content } } }`), true},
		{"introspection", introspection.Query, false},
	} {
		cost := priceOf(t, schema, test.query)
		if (cost > defaultLimit) != test.refused {
			t.Errorf("%s: costs %d of %d", test.name, cost, defaultLimit)
		}
		t.Logf("%s: %d", test.name, cost)
	}
}

// TestScreensAreCheap checks that the queries of screens cost less than a
// quarter of the limit.
func TestScreensAreCheap(t *testing.T) {
	schema, id := Schema(nil).Schema(), `"`+graph.ID("p")+`"`
	const card = `id title stateKey priority dueAt linkedEntities { groups(kinds: [PLAN, RECORD], first: 1) { ` +
		`items { entity { id label } } } }`
	var board strings.Builder
	for _, state := range []string{"TODO", "IN_PROGRESS", "BLOCKED", "DONE"} {
		fmt.Fprintf(&board, "%s: tasks(projectId: %s, first: 50, filter: {states: [%s]}) { nodes { %s } totalCount pageInfo { endCursor } } ",
			state, id, state, card)
	}
	for name, query := range map[string]string{
		"board of 4 times 50 tasks with plan and owner": "{ " + board.String() + "}",
		"200 tasks with links": `{ tasks(first: 200) { nodes { id title linkedEntities { groups { kind items { ` +
			`relation entity { id label } } } } } } }`,
		"a page about an entity": `{ entity(id: ` + id + `) { id label ... on Task { full { description props } } ` +
			`linkedEntities { counts { kind count } groups { kind items { relation entity { id label stateKey } } } } } }`,
		"a graph view": `{ graphSnapshot(projectId: ` + id + `) { nodes { kind name stateKey depth } edges { srcId dstId rel } } }`,
	} {
		cost := priceOf(t, schema, query)
		if cost > defaultLimit/4 {
			t.Errorf("%s: costs %d of %d", name, cost, defaultLimit)
		}
		t.Logf("%s: %d", name, cost)
	}
}
