package document

import (
	"fmt"
	"strings"
	"testing"

	"github.com/99designs/gqlgen/graphql/errcode"
	"github.com/vektah/gqlparser/v2"
	"github.com/vektah/gqlparser/v2/ast"
	"github.com/vektah/gqlparser/v2/gqlerror"
	"github.com/vektah/gqlparser/v2/parser"
	"github.com/vektah/gqlparser/v2/validator"
)

const valuesSchema = `
	directive @oneOf on INPUT_OBJECT
	scalar Time
	enum Size { SMALL LARGE }
	input One @oneOf { a: String b: Int }
	input Filter { and: [Filter!] sizes: [Size!] size: Size text: String n: Int x: Float on: Boolean ids: [ID!] one: One at: Time }
	input Needs { one: One! n: Int! = 3 list: [Int!]! }
	type Query { find(filter: Filter, needs: Needs, n: Int, must: String, rows: [[Int]]): Int }`

// valueCases are values as a literal and as JSON, with the error of both; ""
// for valid values.
var valueCases = []struct{ argument, of, literal, json, want string }{
	{"n", "Int", `5`, `5`, ""},
	{"n", "Int", `null`, `null`, ""},
	{"n", "Int", `5e0`, `5e0`, "n: expected Int; got 5e0"},
	{"n", "Int", `5.0`, `5.0`, "n: expected Int; got 5.0"},
	{"n", "Int", `"5"`, `"5"`, `n: expected Int; got "5"`},
	{"n", "Int", `true`, `true`, "n: expected Int; got true"},
	{"n", "Int", `[5]`, `[5]`, "n: expected Int; got a list"},
	{"n", "Int", `{}`, `{}`, "n: expected Int; got an object"},
	{"n", "Int", `99999999999999999999`, `99999999999999999999`, "n: expected Int; got 99999999999999999999"},
	{"must", "String", `5`, `5`, "must: expected String; got 5"},
	{"rows", "[[Int]]", `[[1, null], null]`, `[[1, null], null]`, ""},
	{"rows", "[[Int]]", `1`, `1`, ""},
	{"rows", "[[Int]]", `[[1], ["2"]]`, `[[1], ["2"]]`, `rows[1][0]: expected Int; got "2"`},
	{"filter", "Filter", `{sizes: LARGE, ids: ["a", 5], x: 1, at: 5, text: """b"""}`,
		`{"sizes": "LARGE", "ids": ["a", 5], "x": 1, "at": 5, "text": "b"}`, ""},
	{"filter", "Filter", `{size: large}`, `{"size": "large"}`, "filter.size: expected one of SMALL, LARGE; got"},
	{"filter", "Filter", `{sizes: [LARGE, 1]}`, `{"sizes": ["LARGE", 1]}`, "filter.sizes[1]: expected one of SMALL, LARGE; got 1"},
	{"filter", "Filter", `{sizes: [null]}`, `{"sizes": [null]}`, "filter.sizes[0]: is null; expected Size"},
	{"filter", "Filter", `{sises: []}`, `{"sises": []}`, "filter.sises: is not a field of Filter; expected one of and, sizes, size, text"},
	{"filter", "Filter", `{__typename: "Filter"}`, `{"__typename": "Filter"}`, "filter.__typename: is not a field of Filter"},
	{"filter", "Filter", `{and: [{n: 1}, {text: 1}]}`, `{"and": [{"n": 1}, {"text": 1}]}`, "filter.and[1].text: expected String; got 1"},
	{"filter", "Filter", `{and: {x: "1"}}`, `{"and": {"x": "1"}}`, `filter.and[0].x: expected Float; got "1"`},
	{"filter", "Filter", `{on: "true"}`, `{"on": "true"}`, `filter.on: expected Boolean; got "true"`},
	{"filter", "Filter", `{ids: [{}]}`, `{"ids": [{}]}`, "filter.ids[0]: expected ID; got an object"},
	{"filter", "Filter", `{ids: 1.5}`, `{"ids": 1.5}`, "filter.ids[0]: expected ID; got 1.5"},
	{"filter", "Filter", `5`, `5`, "filter: expected Filter; got 5"},
	{"filter", "Filter", `[]`, `[]`, "filter: expected Filter; got a list"},
	{"filter", "Filter", `{one: {a: "x", b: 1}}`, `{"one": {"a": "x", "b": 1}}`, "filter.one: expected exactly one of a, b; got 2 of them"},
	{"filter", "Filter", `{one: {}}`, `{"one": {}}`, "filter.one: expected exactly one of a, b; got 0 of them"},
	{"filter", "Filter", `{one: {b: null}}`, `{"one": {"b": null}}`, "filter.one.b: is null; expected Int"},
	{"filter", "Filter", strings.Repeat(`{and: `, 19) + `{n: 1}` + strings.Repeat(`}`, 19),
		strings.Repeat(`{"and": [`, 19) + `{"n": 1}` + strings.Repeat(`]}`, 19), ""},
	{"filter", "Filter", strings.Repeat(`{and: `, 300) + `{}` + strings.Repeat(`}`, 300), strings.Repeat(`{"and": [`,
		300) + `{}` + strings.Repeat(`]}`, 300), "filter" + strings.Repeat(".and[0]", 20) + ": is too deep; expected at most 20 levels"},
	{"needs", "Needs", `{one: {a: "x"}, list: []}`, `{"one": {"a": "x"}, "list": []}`, ""},
	{"needs", "Needs", `{list: 1}`, `{"list": 1}`, "needs.one: is missing; expected One"},
	{"needs", "Needs", `{one: {a: "x"}, list: null}`, `{"one": {"a": "x"}, "list": null}`, "needs.list: is null; expected Int"},
	{"needs", "Needs", `{one: {a: "x"}, list: 1, n: null}`, `{"one": {"a": "x"}, "list": 1, "n": null}`, "needs.n: is null; expected Int"},
}

// TestValues checks that a value has the same error in a document and in a
// variable, also after gqlparser has coerced the variable.
func TestValues(t *testing.T) {
	schema := gqlparser.MustLoadSchema(&ast.Source{Input: valuesSchema})
	for _, test := range valueCases {
		inDocument := documentErrors(t, schema, fmt.Sprintf(`{ find(%s: %s) }`, test.argument, test.literal))
		document := fmt.Sprintf(`query ($v: %s) { find(%s: $v) }`, test.of, test.argument)
		parsed := gqlparser.MustLoadQueryWithRules(schema, document, nil)
		var variables map[string]any
		if err := ReadObject([]byte(`{"v": `+test.json+`}`), &variables); err != nil {
			t.Fatal(err)
		}
		fresh := CheckVariables(schema, false, parsed.Operations[0], variables)
		_, _ = validator.VariableValues(schema, parsed.Operations[0], variables)
		coerced := CheckVariables(schema, false, parsed.Operations[0], variables)
		for place, errs := range map[string]gqlerror.List{"literal": inDocument, "variable": fresh, "coerced variable": coerced} {
			got := ""
			if len(errs) > 0 {
				Complete(errs[0], false)
				got = errs[0].Message
			}
			if got == "" != (test.want == "") || !strings.HasPrefix(got, test.want) {
				t.Errorf("%s %s: got %q, want %q", place, test.literal, got, test.want)
			}
			if len(errs) > 1 {
				t.Errorf("%s %s: %d errors: %v", place, test.literal, len(errs), errs)
			}
		}
	}
}

func documentErrors(t *testing.T, schema *ast.Schema, document string) gqlerror.List {
	t.Helper()
	parsed, err := parser.ParseQuery(&ast.Source{Input: document})
	if err != nil {
		t.Fatal(err)
	}
	return validator.ValidateWithRules(schema, parsed, rulesOf(false))
}

// TestVariableFaults checks what an error about a variable names: the first
// argument that has it, and the variable.
func TestVariableFaults(t *testing.T) {
	schema := gqlparser.MustLoadSchema(&ast.Source{Input: valuesSchema})
	for document, want := range map[string]string{
		`query ($v: Int!) { find(n: $v) }`: "n: is missing; expected Int",
		`query ($v: String!) { ...F } fragment F on Query { find(filter: {and: {text: $v}}) }`: "filter.and.text: is missing; expected String",
		`query ($v: Boolean!) { find @include(if: $v) }`:                                       "@include.if: is missing; expected Boolean",
	} {
		parsed := gqlparser.MustLoadQueryWithRules(schema, document, nil)
		errs := CheckVariables(schema, false, parsed.Operations[0], nil)
		if len(errs) != 1 {
			t.Fatalf("%s: %v", document, errs)
		}
		Complete(errs[0], false)
		if errs[0].Message != want || errs[0].Extensions["variable"] != "$v" || errs[0].Extensions["code"] != errcode.ValidationFailed {
			t.Errorf("%s: got %v %v, want %s", document, errs[0].Message, errs[0].Extensions, want)
		}
	}
}

// TestTerseValues checks that errors without names of the schema have none.
func TestTerseValues(t *testing.T) {
	schema := gqlparser.MustLoadSchema(&ast.Source{Input: valuesSchema})
	parsed := gqlparser.MustLoadQueryWithRules(schema, `query ($v: Filter!, $n: Needs) { find(filter: $v, needs: $n) }`, nil)
	for text, want := range map[string]string{
		`{"v": {"sises": 1}}`:        "is not a field that is expected here",
		`{"v": {"size": "HUGE"}}`:    `got "HUGE", which is not a value that is expected here`,
		`{"v": {"one": {}}}`:         "expected exactly one field; got 0",
		`{"v": null}`:                "is null; expected a value",
		`{}`:                         "is missing; expected a value",
		`{"v": {}, "n": {"list":1}}`: "is missing; expected a value",
	} {
		var variables map[string]any
		if err := ReadObject([]byte(text), &variables); err != nil {
			t.Fatal(err)
		}
		if errs := CheckVariables(schema, true, parsed.Operations[0], variables); len(errs) != 1 || errs[0].Message != want {
			t.Errorf("%s: got %v, want %s", text, errs, want)
		}
	}
}

// TestQuotedEnums checks the error for a value of an enum that is written as a
// text in a document.
func TestQuotedEnums(t *testing.T) {
	schema := gqlparser.MustLoadSchema(&ast.Source{Input: valuesSchema})
	for document, want := range map[string]string{
		`{ find(filter: {size: "LARGE"}) }`: `expected LARGE without quotes; got "LARGE"`,
		`{ find(filter: {size: "HUGE"}) }`:  `expected one of SMALL, LARGE; got "HUGE"`,
	} {
		errs := documentErrors(t, schema, document)
		if len(errs) != 1 || errs[0].Message != want {
			t.Errorf("%s: got %v, want %s", document, errs, want)
		}
	}
}
