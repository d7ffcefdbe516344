package price

import (
	"strings"
	"testing"

	"github.com/99designs/gqlgen/graphql"
	"github.com/vektah/gqlparser/v2"
	"github.com/vektah/gqlparser/v2/ast"

	"dossier/meter"
)

// answered returns the fields of an answer in which each parent has as many
// objects in a field as each says, by name; 1 if it says nothing.
func answered(selections ast.SelectionSet, parents int, each map[string]int) (fields []meter.Field) {
	for _, selection := range selections {
		field := selection.(*ast.Field)
		objects := parents
		if len(field.SelectionSet) == 0 {
			objects = 0
		}
		if n, named := each[field.Name]; named {
			objects *= n
		}
		fields = append(fields, meter.Field{CollectedField: graphql.CollectedField{Field: field}, Parents: parents, Objects: objects,
			Fields: answered(field.SelectionSet, objects, each)})
	}
	return fields
}

// TestActualPrices compares prices of answers with the sums of what they have.
// The price of a request is subtracted.
func TestActualPrices(t *testing.T) {
	schema := loadPriced(t)
	for _, test := range []struct {
		name, query string
		each        map[string]int
		want        int
	}{
		{"a leaf", `{ dear }`, nil, 8},
		{"a page", `{ page(first: 7) { nodes { id name } total } }`, map[string]int{"nodes": 7}, 20 + 7*3 + 1 + 7*2 + 1},
		{"less of it", `{ page(first: 7) { nodes { id name } total } }`, map[string]int{"nodes": 2}, 20 + 2*3 + 1 + 2*2 + 1},
		{"nothing of it", `{ page(first: 7) { nodes { id name } total } }`, map[string]int{"nodes": 0}, 20 + 1 + 1},
		{"no page", `{ page { nodes { id name } total } }`, map[string]int{"page": 0}, 20},
		{"more than usual", `{ usual { id } }`, map[string]int{"usual": 10}, 10 + 5},
		{"rows of two aliases", `{ page { nodes { id } more: nodes { id } } }`, map[string]int{"nodes": 5}, 20 + 5*3 + 1 + 2*(5+2) + 1},
		{"a path", `{ links(each: 10) { groups { items { id } } } }`, map[string]int{"groups": 3, "items": 2}, 1 + 3 + 6 + 3},
		{"an absent object", `{ one { id links { groups { items { id } } } } }`, map[string]int{"one": 0}, 10},
		{"once", `{ usual { batch { id } } }`, map[string]int{"usual": 3}, 3 + 60 + 3*2 + 3*1 + 2},
		{"once twice", `{ usual { batch { id } more: batch { id } } }`, map[string]int{"usual": 1}, 1 + 2*(60+2+1) + 1},
		{"light objects", `{ light { id } }`, map[string]int{"light": 100}, 10 + 5},
		{"a value of an enum", `{ text(mode: LONG) }`, nil, 40 + 1},
	} {
		document, errs := gqlparser.LoadQueryWithRules(schema, test.query, nil)
		if errs != nil {
			t.Fatal(errs)
		}
		fields := answered(document.Operations[0].SelectionSet, 1, test.each)
		if got := ReadTable(schema).Actual(fields, nil, nil) - request; got != test.want {
			t.Errorf("%s: costs %d, want %d", test.name, got, test.want)
		}
	}
}

// TestFullAnswersCostTheirPrice checks that an answer with every possible object
// is charged the price of its operation.
func TestFullAnswersCostTheirPrice(t *testing.T) {
	schema := loadPriced(t)
	for query, each := range map[string]map[string]int{
		`{ page(first: 70) { nodes { id links { groups(first: 4) { items { id name } } } } total } }`: {"nodes": 70, "groups": 2,
			"items": 4},
		`{ page { edges { node { batch { id } } } } usual { batch { name } } }`: {"edges": 5, "usual": 4},
		`{ light { id } links(each: 4) { groups { items { id } } } text(of: "four") find(of: "x") }`: {"light": 50, "groups": 2,
			"items": 4},
		`{ byID(ids: ["a", "b", "c"]) { id } ask(in: {tokens: 100}) __type(name: "In") { name } }`: {"byID": 3},
	} {
		document, errs := gqlparser.LoadQueryWithRules(schema, query, nil)
		if errs != nil {
			t.Fatal(errs)
		}
		fields := answered(document.Operations[0].SelectionSet, 1, each)
		price, actual := priceOf(t, schema, query, nil), ReadTable(schema).Actual(fields, nil, nil)
		if price != actual {
			t.Errorf("%s costs %d, its answer %d", strings.TrimSpace(query), price, actual)
		}
	}
}
