package resolvers_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"dossier/db/storetest"
	"dossier/graph"
	"dossier/graph/lists"
	"dossier/graph/query"
	"dossier/resolvers"
)

// TestListsOfFewColumns compares lists that read the columns of one field with
// lists that read all columns, because they also select the field cut.
func TestListsOfFewColumns(t *testing.T) {
	service := query.New(storetest.Demo(t, ".."), query.Options{Now: storetest.Now})
	schema := resolvers.Schema(service)
	answer := answerer(service, schema)
	for _, spec := range graph.Kinds {
		fields := schema.Schema().Types[graph.Capital(string(spec.Kind))].Fields
		orders := []string{""}
		for _, order := range lists.OrderFields(spec) {
			orders = append(orders, fmt.Sprintf("orderBy: [{field: %s}], ", strings.ToUpper(string(order))))
		}
		tested := 0
		for _, field := range fields {
			if _, one := spec.ColumnRead(field.Name); !one {
				continue
			}
			tested++
			few, all := valuesOf(t, answer, spec, orders[tested%len(orders)], field.Name, ""),
				valuesOf(t, answer, spec, orders[tested%len(orders)], field.Name, " cut")
			if !reflect.DeepEqual(few, all) {
				t.Errorf("%s of %s: got %v\nwant %v", field.Name, spec.Plural, few, all)
			}
		}
		if tested < 8 {
			t.Errorf("%s: only %d fields have one column", spec.Plural, tested)
		}
	}
}

// valuesOf returns the values of a field and the cursors of a list of a kind. more
// is selected too, and ignored.
func valuesOf(t *testing.T, answer func(testing.TB, []byte) []byte, spec *graph.Spec, order, field, more string) (values []any) {
	t.Helper()
	document := fmt.Sprintf(`{ list: %s(%sfirst: 30) { edges { cursor node { ...few%s } } } } fragment few on %s { ... { value: %s } }`,
		spec.Plural, order, more, graph.Capital(string(spec.Kind)), field)
	body, err := json.Marshal(map[string]string{"query": document})
	if err != nil {
		t.Fatal(err)
	}
	data, rest, _ := bytes.Cut(answer(t, body), []byte("\n"))
	var got struct {
		List struct {
			Edges []struct {
				Cursor string
				Node   struct{ Value any }
			}
		}
	}
	if err := json.Unmarshal(data, &got); err != nil || bytes.Contains(rest, []byte("message")) {
		t.Fatalf("%s: %v %s", document, err, rest)
	}
	for _, edge := range got.List.Edges {
		values = append(values, edge.Cursor, edge.Node.Value)
	}
	return values
}
