package resolvers

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/99designs/gqlgen/complexity"
	"github.com/vektah/gqlparser/v2"
	"github.com/vektah/gqlparser/v2/ast"

	"dossier/graph"
)

// defaultLimit is what a query may cost unless the server says otherwise.
const defaultLimit = 20_000

// TestEveryFieldIsPriced fails for a root field, and for a list of objects, of
// which the tables say nothing.
func TestEveryFieldIsPriced(t *testing.T) {
	schema := Schema(nil).Schema()
	for _, object := range schema.Types {
		if object.Kind != ast.Object || strings.HasPrefix(object.Name, "__") {
			continue
		}
		for _, field := range object.Fields {
			list := field.Type.Elem != nil && schema.Types[field.Type.Name()].IsCompositeType()
			if strings.HasPrefix(field.Name, "__") || object != schema.Query && !list {
				continue
			}
			if _, declared := declaredPrice(object.Name, field.Name); !declared {
				t.Errorf("%s.%s has no price: say in price.go what it costs and how many objects it may return", object.Name, field.Name)
			}
		}
	}
}

// TestNoPriceIsStale fails for a price of a field that the schema lacks.
func TestNoPriceIsStale(t *testing.T) {
	schema := Schema(nil).Schema()
	declared := slices.Collect(maps.Keys(prices))
	for name := range rootPrices {
		declared = append(declared, "Query."+name)
	}
	for _, name := range declared {
		object, field, _ := strings.Cut(name, ".")
		if schema.Types[object] == nil || schema.Types[object].Fields.ForName(field) == nil {
			t.Errorf("the schema has no field %s", name)
		}
	}
}

// cost is the price of a query.
func cost(t *testing.T, query string, variables map[string]any) int {
	t.Helper()
	schema := Schema(nil)
	document, err := gqlparser.LoadQueryWithRules(schema.Schema(), query, nil)
	if err != nil {
		t.Fatal(err)
	}
	return complexity.Calculate(t.Context(), schema, document.Operations[0], variables)
}

// aliased repeats a root field.
func aliased(n int, field string) string {
	var query strings.Builder
	for i := range n {
		fmt.Fprintf(&query, "f%d: %s ", i, field)
	}
	return "{ " + query.String() + "}"
}

func TestPrices(t *testing.T) {
	id := `"` + graph.ID("p") + `"`
	for _, test := range []struct {
		name, query string
		variables   map[string]any
		want        int
	}{
		{"field", `{ viewer { actorId } }`, nil, 2},
		{"default page", `{ tasks { nodes { id title } } }`, nil, 1 + 20*3},
		{"first", `{ tasks(first: 7) { nodes { id } totalCount } }`, nil, 1 + 7*3},
		{"last", `{ tasks(last: 7) { edges { cursor } } }`, nil, 1 + 7*2},
		{"variable", `query ($n: Int) { tasks(first: $n) { nodes { id } } }`, map[string]any{"n": "30"}, 1 + 30*2},
		{"too large a page counts as the largest", `{ tasks(first: 1000000) { nodes { id } } }`, nil, 1 + 200*2},
		{"negative", `{ tasks(first: -5) { nodes { id } } }`, nil, 1 + 2},
		{"full", `{ tasks(first: 2) { nodes { full { props } } } }`, nil, 1 + 2*(1+6)},
		{"entities", `{ entities(ids: ["a", "b", "c"]) { id } }`, nil, 1 + 3},
		{"links", `{ linkedEntities(id: ` + id + `) { groups { items { label } } } }`, nil, 2 + 1 + 3*2},
		{"all links", `{ linkedEntities(id: ` + id + `) { groups(first: 500) { items { label } } } }`, nil, 2 + 1 + 500*2},
		{"links by default", `{ linkedEntities(id: ` + id + `, firstPerKind: 300) { total } }`, nil, 2 + 100},
		{"snapshot", `{ graphSnapshot(projectId: ` + id + `) { rootId } }`, nil, 50 + 31},
		{"largest snapshot", `{ graphSnapshot(projectId: ` + id + `, maxNodes: 1000) { rootId } }`, nil, 50 + 501},
		{"graph", `{ projectGraph(projectId: ` + id + `) { nodes { entityId } } }`, nil, 101 + 100*2},
		{"workspace", `{ workspace(projectId: ` + id + `) { highlights { items { id } } snapshot { rootId } } }`, nil, 100 + 1 + 15*(1+7) + 1 + 31},
		{"focus", `{ focus(id: ` + id + `) { snapshot { rootId } } }`, nil, 52 + 1 + 31},
		{"overview", `{ overview(first: 200) { projects { id } } }`, nil, 1 + 200*2},
		{"search", `{ search(query: "fog", first: 50) { hits { score } } }`, nil, 50 + 50*2},
		{"document", `{ contextDocument(input: {start: {global: true}}) { text } }`, nil, 100 + 100 + 1},
		{"large document", `query ($in: ContextInput!) { contextDocument(input: $in) { text } }`,
			map[string]any{"in": map[string]any{"start": map[string]any{"global": true}, "maxTokens": 200_000}}, 100 + 5_000 + 1},
		{"mentions", `{ resolveMentions(text: "@Ann and [[Fog]] {{entity:x:X}}", projectId: ` + id + `) { name } }`, nil, 50 + 3},
		{"no mention", `{ resolveMentions(text: "fog", projectId: ` + id + `) { name } }`, nil, 50 + 1},
		{"candidates", `{ mentionCandidates(prefix: "f", projectId: ` + id + `, first: 200) { id } }`, nil, 5 + 200},
		{"record fields", `{ record: records(first: 1) { nodes { fields { name } } } }`, nil, 1 + 1 + 5 + 5},
	} {
		if got := cost(t, test.query, test.variables); got != test.want {
			t.Errorf("%s: costs %d, want %d", test.name, got, test.want)
		}
	}
}

// TestDearQueriesAreRefused prices what would return or compute too much over
// the limit, and one page of everything below it.
func TestDearQueriesAreRefused(t *testing.T) {
	id := `"` + graph.ID("p") + `"`
	const node, edge = `entityId kind name stateKey typeKey directEdge lastUpdated depth`, `edgeId srcId srcKind dstId dstKind rel`
	for _, test := range []struct {
		name, query string
		refused     bool
	}{
		{"20 graphs", aliased(20, `projectGraph(projectId: `+id+`, first: 1000) { totalNodes }`), true},
		{"a graph", `{ projectGraph(projectId: ` + id + `, first: 1000) { nodes { ` + node + ` entity { label } } edges { ` + edge + ` } pageInfo { hasNextPage endCursor } totalNodes } }`, false},
		{"a snapshot", `{ graphSnapshot(projectId: ` + id + `, maxNodes: 1000, maxEdges: 2000) { nodes { ` + node + ` entity { label } } edges { ` + edge + ` } json } }`, false},
		{"200 workspaces", aliased(200, `workspace(projectId: `+id+`) { project { id } }`), true},
		{"4 large documents", aliased(4, `contextDocument(input: {start: {global: true}, maxTokens: 200000}) { text }`), true},
		{"30 searches", aliased(30, `search(query: "fog", first: 50) { hits { snippet score why entity { label } project { name } } }`), false},
		{"lists in lists", `{ tasks(first: 200) { nodes { linkedEntities { groups(first: 200) { items { label } } } } } }`, true},
	} {
		if got := cost(t, test.query, nil); (got > defaultLimit) != test.refused {
			t.Errorf("%s: costs %d of %d", test.name, got, defaultLimit)
		}
	}
}

// TestPriceDoesNotOverflow multiplies what is below the largest number.
func TestPriceDoesNotOverflow(t *testing.T) {
	got, _ := priced{}.Complexity(t.Context(), "Query", "tasks", 1<<62, map[string]any{"first": 4})
	if got < 1<<62 {
		t.Errorf("costs %d", got)
	}
}
