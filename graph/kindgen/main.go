package resolvers_test

import (
	"bytes"
	"flag"
	"fmt"
	"go/format"
	"os"
	"reflect"
	"strings"
	"testing"
	"text/template"
	"time"

	"dossier/graph"
)

var update = flag.Bool("update", false, "rewrite what follows from graph.Kinds")

// written are the files, or sections of files, that follow from graph.Kinds. A
// stale one fails the test; -update rewrites it, and gqlgen must run after.
var written = []struct{ file, begin, end, text string }{
	{"../schema.graphqls", "# BEGIN lists", "# END lists", listsSDL},
	{"../schema.graphqls", "# BEGIN kinds", "# END kinds", kindsSDL},
	{"../gqlgen.yml", "# BEGIN kinds", "# END kinds", bindingsYML},
	{"../graph/query/connections.go", "", "", connectionsGo},
	{"lists.go", "", "", listsGo},
	{"../docs/kinds.md", "<!-- BEGIN kinds", "<!-- END kinds", kindsTable},
	{"../docs/kinds.md", "<!-- BEGIN relations", "<!-- END relations", relationsTable},
}

func TestWrittenFromKinds(t *testing.T) {
	for _, w := range written {
		old, err := os.ReadFile(w.file)
		if err != nil && !*update {
			t.Fatal(err)
		}
		fresh := between(t, string(old), w.begin, w.end, render(t, w.text))
		switch {
		case fresh == string(old):
		case *update:
			if err := os.WriteFile(w.file, []byte(fresh), 0o644); err != nil {
				t.Fatal(err)
			}
		default:
			t.Errorf("%s is stale; run: go test ./resolvers -update && go generate ./...", w.file)
		}
	}
}

// between replaces what stands in a text after the line of begin and before
// end; without a begin it replaces everything.
func between(t *testing.T, text, begin, end, fresh string) string {
	if begin == "" {
		source, err := format.Source([]byte(fresh))
		if err != nil {
			t.Fatal(err)
		}
		return string(source)
	}
	from := strings.Index(text, begin)
	to := strings.Index(text, end)
	if from < 0 || to < from {
		t.Fatalf("no section %q … %q", begin, end)
	}
	from += strings.Index(text[from:], "\n") + 1
	to = strings.LastIndex(text[:to], "\n") + 1
	return text[:from] + fresh + text[to:]
}

func render(t *testing.T, text string) string {
	page := template.Must(template.New("").Funcs(template.FuncMap{
		"kinds":   func() []*graph.Spec { return graph.Kinds },
		"belongs": func(s *graph.Spec) bool { return s.Kind != graph.KindProject },
		"go":      goName, "camel": camel, "upper": strings.ToUpper, "sdl": sdlType,
		"relations": func() []graph.RelationSpec { return graph.Relations },
		"join":      joinKinds, "lists": lists, "fields": fields, "common": commonFields, "derived": derived,
		"words": func(list []string) string { return strings.Join(list, ", ") },
		"light": lightTerms, "rest": fullTerms, "has": func(s *graph.Spec, column string) bool { return s.Field(column) != nil },
		"due": func(s *graph.Spec) bool { return s.DueField() != nil },
	}).Parse(text))
	var out bytes.Buffer
	if err := page.Execute(&out, nil); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// TestFieldsHaveOneType holds off merge conflicts: a client that asks several
// kinds for a field in one selection can do so only when its type is the same.
func TestFieldsHaveOneType(t *testing.T) {
	types := map[string]string{}
	for _, spec := range graph.Kinds {
		for _, field := range spec.Fields {
			name, sdl := camel(field.Name), sdlType(field)
			if other, seen := types[name]; seen && other != sdl {
				t.Errorf("%s.%s is %s, elsewhere %s", spec.Kind, name, sdl, other)
			}
			types[name] = sdl
		}
	}
}

func goName(s *graph.Spec) string { return reflect.TypeOf(s.New()).Elem().Name() }

// lists is the plural as a Go name.
func lists(s *graph.Spec) string { return strings.ToUpper(s.Plural[:1]) + s.Plural[1:] }

func camel(column string) string { return (&graph.Field{Name: column}).SchemaName() }

func sdlType(f graph.Field) string {
	plain, required := f.Type, "!"
	if plain.Kind() == reflect.Pointer {
		plain, required = plain.Elem(), ""
	}
	if f.Name == "id" || f.Name == "created_by" || strings.HasSuffix(f.Name, "_id") && f.Name != "external_id" {
		return "ID" + required
	}
	switch plain {
	case reflect.TypeFor[graph.Kind]():
		return "Kind" + required
	case reflect.TypeFor[graph.JSON]():
		return "JSON"
	case reflect.TypeFor[time.Time]():
		return "DateTime" + required
	case reflect.TypeFor[int]():
		return "Int" + required
	case reflect.TypeFor[float64]():
		return "Float" + required
	case reflect.TypeFor[bool]():
		return "Boolean" + required
	default:
		return "String" + required
	}
}

// commonFields are the light fields that every kind has.
func commonFields() []graph.Field {
	var common []graph.Field
	for _, field := range graph.SpecOf(graph.KindTask).Fields {
		if _, of := reflect.TypeFor[graph.Common]().FieldByName(structField(field)); of && field.API && field.Light {
			common = append(common, field)
		}
	}
	return common
}

func structField(f graph.Field) string {
	if f.Name == "id" {
		return "ID"
	}
	name := camel(f.Name)
	name = strings.ToUpper(name[:1]) + name[1:]
	return strings.TrimSuffix(name, "Id") + map[bool]string{true: "ID"}[strings.HasSuffix(name, "Id")]
}

// fields are the fields of a view of a kind.
func fields(s *graph.Spec, full bool) []graph.Field {
	var view []graph.Field
	for _, field := range s.Fields {
		if field.API && (full || field.Light) {
			view = append(view, field)
		}
	}
	return view
}

func derived(s *graph.Spec, full bool) []graph.DerivedField {
	var of []graph.DerivedField
	for _, field := range graph.Derived {
		if field.Kind == s.Kind && (full || field.View == graph.Light) {
			of = append(of, field)
		}
	}
	return of
}

func joinKinds(kinds []graph.Kind) string {
	if len(kinds) == len(graph.Kinds) {
		return "any"
	}
	names := make([]string, len(kinds))
	for i, kind := range kinds {
		names[i] = string(kind)
	}
	return strings.Join(names, ", ")
}

// lightTerms are the kind's own light fields for the documentation, with the
// limit of those that are cut.
func lightTerms(s *graph.Spec) string {
	var terms []string
	for _, field := range fields(s, false)[len(commonFields()):] {
		term := field.Name
		if field.Limit > 0 {
			term += fmt.Sprintf(" *%d*", field.Limit)
		}
		terms = append(terms, term)
	}
	for _, field := range derived(s, false) {
		terms = append(terms, field.Name)
	}
	return strings.Join(terms, ", ")
}

// fullTerms are what the full view adds.
func fullTerms(s *graph.Spec) string {
	var terms []string
	for _, field := range fields(s, true) {
		if !field.Light || field.Limit > 0 {
			terms = append(terms, field.Name)
		}
	}
	return strings.Join(terms, ", ")
}
