package e2e_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"github.com/vektah/gqlparser/v2/ast"
	"github.com/vektah/gqlparser/v2/parser"

	"dossier/generated"
	"dossier/literal"
)

// oddValues are values that few arguments expect, as literals.
var oddValues = []string{
	"0", "-1", "-0", "9223372036854775807", "9223372036854775808", "99999999999999999999", "-99999999999999999999", strings.Repeat("7", 5000),
	"1.5", "1e400", "-1e400", "1e-400", "0." + strings.Repeat("3", 5000), "20261128", `""`, `" "`, `"\u0000"`,
	`"` + strings.Repeat("9", 5000) + `"`, `"1e400"`, `"""block"""`, "true", "null", "[]", "[[[]]]", "[null]", "[1e400]", "{}", "{a: 1e400}",
	"{a: {b: [99999999999999999999]}}", "SOMETHING",
}

// A valuePlace is where a request has a value: an argument or a field of an input
// object.
type valuePlace struct {
	name    string // of the argument, or Type.field
	of      *ast.Type
	request func(value string) string // a selection with the value
	root    ast.Operation
}

// valuePlaces returns the arguments of the root fields, the fields of all input
// objects, and the arguments of directives, each once.
func valuePlaces(schema *ast.Schema) (places []valuePlace) {
	p := placeSearch{schema: schema, seen: map[string]bool{}}
	for operation, root := range map[ast.Operation]*ast.Definition{ast.Query: schema.Query, ast.Mutation: schema.Mutation} {
		for _, field := range root.Fields {
			for _, argument := range field.Arguments {
				p.add(valuePlace{field.Name + "." + argument.Name, argument.Type,
					func(value string) string { return p.selection(field, argument.Name, value) }, operation})
			}
		}
	}
	for _, name := range []string{"skip", "include"} {
		of := schema.Directives[name].Arguments[0].Type
		for _, form := range []string{"viewer @%s(if: %s) { name }", "viewer { ... @%s(if: %s) { name } }",
			"viewer { name ... on Actor @%s(if: %s) { kind: name } }"} {
			p.places = append(p.places, valuePlace{"@" + name, of, func(value string) string { return fmt.Sprintf(form, name, value) }, ast.Query})
		}
	}
	slices.SortStableFunc(p.places, func(a, b valuePlace) int { return strings.Compare(a.name, b.name) })
	return p.places
}

type placeSearch struct {
	schema *ast.Schema
	seen   map[string]bool
	places []valuePlace
}

func (p *placeSearch) add(place valuePlace) {
	p.places = append(p.places, place)
	input := p.schema.Types[place.of.Name()]
	if input.Kind != ast.InputObject || p.seen[input.Name] {
		return
	}
	p.seen[input.Name] = true
	for _, field := range input.Fields {
		p.add(valuePlace{input.Name + "." + field.Name, field.Type, func(value string) string {
			return place.request(p.object(input, field.Name, value))
		}, place.root})
	}
}

// selection returns a root field with the value of an argument, and the smallest
// values of the others that are required.
func (p *placeSearch) selection(field *ast.FieldDefinition, argument, value string) string {
	given := argument + ": " + value
	for _, other := range field.Arguments {
		if other.Name != argument && other.Type.NonNull && other.DefaultValue == nil {
			given += fmt.Sprintf(", %s: %s", other.Name, p.least(other.Type))
		}
	}
	selected := ""
	if p.schema.Types[field.Type.Name()].IsCompositeType() {
		selected = " { __typename }"
	}
	return fmt.Sprintf("%s(%s)%s", field.Name, given, selected)
}

// object returns an input object with the value of a field.
func (p *placeSearch) object(input *ast.Definition, name, value string) string {
	fields := name + ": " + value
	for _, other := range input.Fields {
		if other.Name != name && other.Type.NonNull && other.DefaultValue == nil {
			fields += fmt.Sprintf(", %s: %s", other.Name, p.least(other.Type))
		}
	}
	return "{" + fields + "}"
}

// least returns a small value of a type.
func (p *placeSearch) least(of *ast.Type) string {
	if of.Elem != nil {
		return "[" + p.least(of.Elem) + "]"
	}
	switch named := p.schema.Types[of.NamedType]; {
	case literals[of.String()] != "":
		return literals[of.String()]
	case named.Kind == ast.Enum:
		return named.EnumValues[0].Name
	case named.Kind == ast.InputObject:
		return p.object(named, named.Fields[0].Name, p.least(named.Fields[0].Type))
	}
	return map[string]string{"Int": "1", "Float": "1", "Boolean": "true", "JSON": "{}", "DateTime": `"2026-11-18"`,
		"Date": `"2026-11-18"`}[of.NamedType] +
		map[string]string{"ID": literals["ID!"], "String": `"fog"`}[of.NamedType]
}

// requestsOf returns the requests that have a value at a place: as a literal, a
// variable and the default of a variable. A name of an enum cannot be JSON.
func requestsOf(place valuePlace, value string) (bodies []map[string]any) {
	document, err := parser.ParseQuery(&ast.Source{Input: "query($v: JSON = " + value + ") { a }"})
	if err != nil {
		return nil
	}
	with := func(definition, value string) string {
		return string(place.root) + definition + " { " + place.request(value) + " }"
	}
	defaulted := strings.TrimSuffix(place.of.String(), "!")
	return []map[string]any{
		{"query": with("", value)},
		{"query": with("($v: "+place.of.String()+")", "$v"), "variables": literal.WithDefaults(document.Operations[0], nil)},
		{"query": with("($v: "+defaulted+" = "+value+")", "$v")},
		{"query": with("($v: "+defaulted+" = "+value+")", "$v"), "variables": map[string]any{"v": nil}},
	}
}

// checkValue checks that a request with any value is answered, and that an error
// about it names an argument.
func (s *served) checkValue(t *testing.T, place valuePlace, body map[string]any) {
	t.Helper()
	sent, err := json.Marshal(body)
	if err != nil {
		return // a text that is not UTF-8
	}
	r := httptest.NewRequest(http.MethodPost, "http://127.0.0.1/graphql", bytes.NewReader(sent))
	r.Header.Set("Content-Type", "application/json")
	recorder := httptest.NewRecorder()
	s.handler.ServeHTTP(recorder, r)
	got := answer{raw: recorder.Body.String()}
	if err := json.Unmarshal(recorder.Body.Bytes(), &got); err != nil {
		t.Fatalf("%s: the answer is not JSON: %v: %.300s", place.name, err, got.raw)
	}
	if recorder.Code != http.StatusOK || got.code() == "INTERNAL" || s.log.Len() > 0 {
		t.Errorf("%.300s: status %d, %.300s; log %.300s", sent, recorder.Code, got.raw, s.log.String())
		s.log.Reset()
	}
	for _, one := range got.Errors {
		named := one.Extensions["argument"] != nil || strings.HasPrefix(one.Message, "Variable ")
		if code := one.Extensions["code"]; !named && code != "LIMIT_EXCEEDED" && code != "NOT_FOUND" && code != "CONFLICT" {
			t.Errorf("%.300s: the error names no argument: %.300s", sent, got.raw)
		}
	}
}

// TestValues sends odd values at each place, in each way.
func TestValues(t *testing.T) {
	s := serveDemo(t)
	places := valuePlaces(generated.Schema())
	if len(places) < 400 {
		t.Errorf("found %d places", len(places))
	}
	n := 0
	for i, place := range places {
		for j, value := range oddValues {
			if testing.Short() && (i+j)%len(oddValues) != 0 && place.name[0] != '@' {
				continue
			}
			for _, body := range requestsOf(place, value) {
				s.checkValue(t, place, body)
				n++
			}
		}
	}
	t.Logf("%d places, %d requests", len(places), n)
}

// FuzzValues sends any value at any place.
func FuzzValues(f *testing.F) {
	for i, value := range oddValues {
		f.Add(uint16(i*31), uint8(i), value)
	}
	s := serveDemo(f)
	places := valuePlaces(generated.Schema())
	f.Fuzz(func(t *testing.T, place uint16, way uint8, value string) {
		at := places[int(place)%len(places)]
		if bodies := requestsOf(at, value); bodies != nil {
			s.checkValue(t, at, bodies[int(way)%len(bodies)])
		}
	})
}

// TestNumbersKeepTheirDigits checks that a number of a property is stored as it
// was written, in each way.
func TestNumbersKeepTheirDigits(t *testing.T) {
	s := serveDemo(t)
	schema := generated.Schema()
	search := placeSearch{schema: schema, seen: map[string]bool{}}
	create := schema.Mutation.Fields.ForName("createEntity")
	for _, number := range []string{
		"12345678901234567890", "-9223372036854775809", "18446744073709551616", "0.1", "100000000000000000000000000000000000001",
		"7", strings.Repeat("8", 300),
	} {
		place := valuePlace{of: ast.NamedType("JSON", nil), root: ast.Mutation, request: func(value string) string {
			task := fmt.Sprintf(`{task: {projectId: %s, title: "Number it", props: %s}}`, search.least(ast.NonNullNamedType("ID", nil)), value)
			return strings.Replace(search.selection(create, "input", task), "__typename", "entity { ... on Task { full { props } } }", 1)
		}}
		for _, body := range requestsOf(place, "{serial: "+number+"}")[:3] {
			variables, _ := body["variables"].(map[string]any)
			if got := s.ask(t, body["query"].(string), variables).raw; !strings.Contains(got, `"serial":`+number+"}") {
				t.Errorf("%s: got %s", body["query"], got)
			}
		}
	}
}
