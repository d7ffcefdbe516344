package price

import (
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/vektah/gqlparser/v2"
	"github.com/vektah/gqlparser/v2/ast"
	"github.com/vektah/gqlparser/v2/validator"
	"pgregory.net/rapid"
)

var update = flag.Bool("update", false, "write the golden file")

// limit is the default limit of a price, of which scans may take half.
const limit = 2 * mostScanned

func readSchema(t testing.TB) *ast.Schema {
	t.Helper()
	text, err := os.ReadFile("../../schema.graphqls")
	if err != nil {
		t.Fatal(err)
	}
	schema, err := gqlparser.LoadSchema(&ast.Source{Input: string(text)})
	if err != nil {
		t.Fatal(err)
	}
	return schema
}

// ofSize returns the scope of projects with so many entities, a tenth of which are of each
// kind.
func ofSize(t testing.TB, schema *ast.Schema, entities int) *Scope {
	return NewScope(t.Context(), func(context.Context, string) (map[string]int, error) {
		sizes := map[string]int{allKinds: entities}
		for _, kind := range schema.Types["Kind"].EnumValues {
			sizes[kind.Name] = entities / 10
		}
		return sizes, nil
	})
}

// examples returns the operations of the playground, by their names, and their variables.
func examples(t *testing.T, schema *ast.Schema) (operations []*ast.OperationDefinition, variables map[string]any) {
	t.Helper()
	files, err := filepath.Glob("../../web/examples/*.graphql")
	if err != nil || len(files) == 0 {
		t.Fatalf("%d examples, %v", len(files), err)
	}
	for _, name := range files {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		document, errs := gqlparser.LoadQueryWithRules(schema, string(text), nil)
		if errs != nil {
			t.Fatalf("%s: %v", name, errs)
		}
		operations = append(operations, document.Operations...)
	}
	return operations, map[string]any{"project": "7e64f2e5-0000-5000-8000-000000000000", "topic": "what blocks the launch?"}
}

// TestPricesOfExamples compares the prices of the examples of the playground, for projects
// of no, 15,000 and a million entities, with a golden file. None is near the limit,
// whatever the size.
func TestPricesOfExamples(t *testing.T) {
	schema := readSchema(t)
	table := ReadTable(schema)
	var got strings.Builder
	operations, given := examples(t, schema)
	for _, operation := range operations {
		values, err := validator.VariableValues(schema, operation, given)
		if err != nil {
			t.Fatalf("%s: %v", operation.Name, err)
		}
		fmt.Fprintf(&got, "%-10s", operation.Name)
		before := 0
		for _, entities := range []int{0, 15_000, 1_000_000} {
			costs := table.Price(operation, values, ofSize(t, schema, entities))
			if costs < before || costs <= request || costs > limit {
				t.Errorf("%s costs %d with %d entities, %d with fewer", operation.Name, costs, entities, before)
			}
			before = costs
			fmt.Fprintf(&got, " %6d", costs)
		}
		got.WriteByte('\n')
	}
	const file = "testdata/examples.txt"
	if *update {
		if err := os.WriteFile(file, []byte(got.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if want, err := os.ReadFile(file); err != nil || got.String() != string(want) {
		t.Errorf("got, %v,\n%swant\n%s", err, got.String(), want)
	}
}

// scanning are root fields of [scannedSchema] whose prices depend on sizes.
var scanning = []string{
	`tasks { total }`, `tasks(projectId: "a", by: [OWNER, STATE]) { total }`, `tasks(owner: "x") { __typename }`,
	`project(id: "a") { tasks { total } counted { total } }`, `projects { tasks { total } counted { total } }`,
	`about(input: {topic: "long enough to cost"}) { total }`, `about(input: {topic: "x", projectId: "a"}) { total }`,
	`linked(filter: {kinds: ["TASK"], where: {deep: true}}) { total }`, `linked(filter: {where: {or: [{deep: true}, {}]}}) { total }`,
}

// TestSizesOfProjects checks that more entities never make a query cheaper, that what is
// scanned has a maximum, and that a scan is paid for in each field, but not for each
// object that has the field.
func TestSizesOfProjects(t *testing.T) {
	schema, err := gqlparser.LoadSchema(&ast.Source{Input: scannedSchema})
	if err != nil {
		t.Fatal(err)
	}
	table := ReadTable(schema)
	costOfSize := func(t *rapid.T, query string, tasks, all int) int {
		document, errs := gqlparser.LoadQueryWithRules(schema, query, nil)
		if errs != nil {
			t.Fatalf("%s: %v", query, errs)
		}
		scope := NewScope(t.Context(), func(context.Context, string) (map[string]int, error) {
			return map[string]int{"TASK": tasks, allKinds: all}, nil
		})
		return table.Price(document.Operations[0], nil, scope)
	}
	rapid.Check(t, func(t *rapid.T) {
		field := rapid.SampledFrom(scanning).Draw(t, "field")
		tasks := rapid.IntRange(0, 1_000_000).Draw(t, "tasks")
		more := tasks + rapid.IntRange(0, 1_000_000).Draw(t, "more")
		few, many := costOfSize(t, "{ "+field+" }", tasks, 2*tasks), costOfSize(t, "{ "+field+" }", more, 2*more)
		none, most := costOfSize(t, "{ "+field+" }", 0, 0), costOfSize(t, "{ "+field+" }", 1<<40, 1<<40)
		if none > few || few > many || many > most {
			t.Fatalf("%s costs %d without tasks, %d for %d, %d for %d, at most %d", field, none, few, tasks, many, more, most)
		}
		if most-none > 2*mostScanned { // of a field, and of a list below it
			t.Fatalf("%s costs %d more in the largest project", field, most-none)
		}
		if twice := costOfSize(t, "{ a: "+field+" b: "+field+" }", tasks, 2*tasks); twice-request < 2*(few-request)-1 || twice > 2*few {
			t.Fatalf("%s costs %d, twice %d", field, few, twice)
		}
	})
}

// TestDearest checks which part of an operation a refusal names.
func TestDearest(t *testing.T) {
	schema := loadPriced(t)
	for _, test := range []struct {
		query, name string
		price       int
	}{
		{`{ leaf }`, "leaf", 1},
		{`{ leaf dear other: dear }`, "dear", 8},
		{`{ leaf mine: one { id } }`, "mine", 10 + 1 + 1},
		{`{ leaf ...F } fragment F on Query { one { id } dear }`, "...F", 10 + 1 + 1 + 8},
		{`{ dear ... on Query { one { id } } }`, "a fragment", 10 + 1 + 1},
		{`{ usual { batch { id } } one { id } }`, "usual", 4 + 60 + 4*2 + 4 + 2},
	} {
		document, errs := gqlparser.LoadQueryWithRules(schema, test.query, nil)
		if errs != nil {
			t.Fatal(errs)
		}
		name, costs := ReadTable(schema).Dearest(document.Operations[0], nil, nil)
		if name != test.name || costs != test.price {
			t.Errorf("%s: %s costs %d, want %s with %d", test.query, name, costs, test.name, test.price)
		}
	}
}

// TestWrongAmounts checks that prices of another form cause a panic, which names the
// directive, and that those of each right form have their parts.
func TestWrongAmounts(t *testing.T) {
	directive := func(text string) *ast.Directive {
		return &ast.Directive{Name: costDirective,
			Arguments: ast.ArgumentList{{Name: "weight", Value: &ast.Value{Kind: ast.StringValue, Raw: text}}}}
	}
	for text, want := range map[string]amount{
		"0": {}, "7.5": {fixed: 7.5}, "250 + 0.4/TASK": {250, .4, "TASK"}, "0 + 1/ENTITY": {0, 1, allKinds}, "-1": {fixed: -1},
	} {
		if got := amountOf(directive(text), "weight"); got != want {
			t.Errorf("%s: got %+v, want %+v", text, got, want)
		}
	}
	if got := amountOf(directive("1"), "given"); got != (amount{}) {
		t.Errorf("an absent argument: got %+v", got)
	}
	for _, text := range []string{"", "much", "1+2/TASK", "1 + ", "1 + 2", "1 + x/TASK", "x + 1/TASK", "1 + /TASK", " 1", "1,5"} {
		func() {
			defer func() {
				if said, _ := recover().(string); !strings.HasPrefix(said, "@cost(weight: ") {
					t.Errorf("%q: panicked with %q", text, said)
				}
			}()
			amountOf(directive(text), "weight")
		}()
	}
}

// TestNumbers checks which values of documents and variables are numbers.
func TestNumbers(t *testing.T) {
	for value, want := range map[any]float64{
		7: 7, int64(-7): -7, 2.5: 2.5, "12": 12, "1e3": 1000, int64(1) << 40: 1 << 40,
	} {
		if got, is := NumberOf(value); !is || got != want {
			t.Errorf("%v: got %v, %v", value, got, is)
		}
	}
	for _, value := range []any{nil, "", "x", "NaN", true, []any{1}, map[string]any{}} {
		if got, is := NumberOf(value); is || got != 0 {
			t.Errorf("%v: got %v", value, got)
		}
	}
}

// TestMaximums checks prices at the borders of maximums, and one beside them.
func TestMaximums(t *testing.T) {
	schema := loadPriced(t)
	cost := func(query string) int { return priceOf(t, schema, query, nil) - request }
	page := func(n int) int { return cost(fmt.Sprintf(`{ page(first: %d) { nodes { id } } }`, n)) }
	if page(99) >= page(100) || page(100) != page(101) || page(0) != page(1) || page(1) >= page(2) {
		t.Errorf("pages of 0, 1, 2, 99, 100, 101 cost %d, %d, %d, %d, %d, %d", page(0), page(1), page(2), page(99), page(100), page(101))
	}
	text := func(n int) int { return cost(`{ text(of: "` + strings.Repeat("ü", n) + `") }`) }
	if text(0) != 1 || text(8) >= text(10) || text(10) != text(11) {
		t.Errorf("texts of 0, 8, 10, 11 cost %d, %d, %d, %d", text(0), text(8), text(10), text(11))
	}
	ids := func(n int) int { return cost(`{ byID(ids: [` + strings.Repeat(`"a" `, n) + `]) { id } }`) }
	if ids(49) >= ids(50) || ids(50) != ids(51) {
		t.Errorf("49, 50, 51 ids cost %d, %d, %d", ids(49), ids(50), ids(51))
	}
}

// TestProjectsOfFields checks of which project the sizes are that a field reads.
func TestProjectsOfFields(t *testing.T) {
	schema, err := gqlparser.LoadSchema(&ast.Source{Input: scannedSchema})
	if err != nil {
		t.Fatal(err)
	}
	for query, want := range map[string]string{
		`{ tasks { total } }`:                                                     ",",
		`{ tasks(projectId: "a") { total } }`:                                     "a,",
		`{ project(id: "a") { tasks { total } } }`:                                "a,",
		`{ projects { counted { total } } }`:                                      ",",
		`{ about(input: {topic: "x", projectId: "b"}) { total } }`:                "b,",
		`{ about(input: {topic: "x", projectId: null}) { total } }`:               ",",
		`{ project(id: "a") { tasks { total } } tasks { total } }`:                "a,,",
		`{ project(id: "a") { ...F } } fragment F on Project { tasks { total } }`: "a,",
		`{ project(id: "a") { id } }`:                                             "", // nothing depends on its size
	} {
		document, errs := gqlparser.LoadQueryWithRules(schema, query, nil)
		if errs != nil {
			t.Fatal(errs)
		}
		read := ""
		scope := NewScope(t.Context(), func(_ context.Context, id string) (map[string]int, error) {
			read += id + ","
			return nil, nil
		})
		if ReadTable(schema).Price(document.Operations[0], nil, scope); read != want {
			t.Errorf("%s reads the sizes of %q, want %q", query, read, want)
		}
	}
	if NewScope(t.Context(), nil) != nil {
		t.Error("there is a scope without sizes")
	}
}
