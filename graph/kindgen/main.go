// Kindgen writes the files, and sections of files, that are derived from
// graph.Kinds and graph.Relations. go generate runs it in the root of the
// module.
package main

import (
	"bytes"
	"fmt"
	"go/format"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"text/template"
	"time"

	"dossier/graph"
	"dossier/graph/check"
	"dossier/graph/lists"
)

func main() {
	for _, output := range outputs {
		if err := output.write("."); err != nil {
			fmt.Fprintln(os.Stderr, "kindgen:", err)
			os.Exit(1)
		}
	}
}

// An output is a generated file, or a section of a file between two lines with
// marks. template is the template of its text.
type output struct{ file, begin, end, template string }

var outputs = []output{
	{"schema.graphqls", "# BEGIN lists", "# END lists", listsSDL},
	{"schema.graphqls", "# BEGIN kinds", "# END kinds", kindsSDL},
	{"schema.graphqls", "# BEGIN inputs", "# END inputs", inputsSDL},
	{"gqlgen.yml", "# BEGIN inputs", "# END inputs", inputsYML},
	{"gqlgen.yml", "# BEGIN kinds", "# END kinds", bindingsYML},
	{"graph/lists/dates.go", "", "", datesGo},
	{"graph/lists/connections.go", "", "", connectionsGo},
	{"resolvers/lists.go", "", "", listsGo},
	{"resolvers/nested.go", "", "", nestedGo},
	{"docs/kinds.md", "<!-- BEGIN kinds", "<!-- END kinds", kindsTable},
	{"docs/kinds.md", "<!-- BEGIN columns", "<!-- END columns", columnsTable},
	{"docs/kinds.md", "<!-- BEGIN relations", "<!-- END relations", relationsTable},
	{"docs/kinds.md", "<!-- BEGIN synonyms", "<!-- END synonyms", synonymsTable},
	{"docs/import.md", "<!-- BEGIN fields", "<!-- END fields", fieldsTable},
}

// write writes the output to its file below root.
func (o output) write(root string) error {
	path := filepath.Join(root, o.file)
	old, err := os.ReadFile(path)
	if err != nil && (o.begin != "" || !os.IsNotExist(err)) {
		return err
	}
	fresh, err := o.apply(string(old))
	if err != nil {
		return fmt.Errorf("%s: %w", o.file, err)
	}
	if fresh == string(old) {
		return nil
	}
	return os.WriteFile(path, []byte(fresh), 0o644)
}

// apply returns the text of the file with the output replaced.
func (o output) apply(text string) (string, error) {
	fresh, err := render(o.template)
	if err != nil {
		return "", err
	}
	if o.begin == "" {
		source, err := format.Source([]byte(fresh))
		return string(source), err
	}
	from := strings.Index(text, o.begin)
	to := strings.Index(text, o.end)
	if from < 0 || to < from {
		return "", fmt.Errorf("expected a section %q … %q", o.begin, o.end)
	}
	from += strings.Index(text[from:], "\n") + 1
	to = strings.LastIndex(text[:to], "\n") + 1
	return text[:from] + fresh + text[to:], nil
}

func render(text string) (string, error) {
	page, err := template.New("").Funcs(functions).Parse(text)
	if err != nil {
		return "", err
	}
	var out bytes.Buffer
	err = page.Execute(&out, nil)
	return out.String(), err
}

// functions are the functions of the templates.
var functions = template.FuncMap{
	"kinds":         func() []*graph.Spec { return graph.Kinds },
	"relations":     func() []graph.RelationSpec { return graph.Relations },
	"synonyms":      func() []graph.Synonym { return graph.Synonyms },
	"belongs":       func(s *graph.Spec) bool { return s.Kind != graph.KindProject },
	"has":           func(s *graph.Spec, column string) bool { return s.Field(column) != nil },
	"inputs":        inputs,
	"settable":      settable,
	"inputName":     inputName,
	"inputType":     inputType,
	"due":           func(s *graph.Spec) bool { return s.DueField() != nil },
	"enums":         enums,
	"bindings":      bindings,
	"words":         func(list []string) string { return strings.Join(list, ", ") },
	"upper":         strings.ToUpper,
	"article":       article,
	"lower":         func(text string) string { return strings.ToLower(text[:1]) + text[1:] },
	"orderDoc":      orderDoc,
	"orderFields":   lists.OrderFields,
	"missingFields": lists.MissingFields,
	"groupFields":   lists.GroupFields,
	"go":            goName,
	"camel":         camel,
	"sdl":           sdlType,
	"join":          joinKinds,
	"lists":         pluralName,
	"fields":        fields,
	"common":        commonFields,
	"derived":       derived,
	"light":         lightTerms,
	"rest":          fullTerms,
	"dates":         dateNames,
	"ranges":        func(s *graph.Spec) []graph.Field { return s.DateFields() },
	"nested":        func(s *graph.Spec) []graph.Nested { return s.Nested() },
	"listType":      listType,
	"limit":         limit,
	"methods":       nestedMethods,
	"goCase":        goCase,
	"resolver":      resolver,
	"isFilter":      isFilter,
	"pageArgs":      pageArgs,
	"scanCost":      func(s *graph.Spec) string { return sized(scanCost, s.Kind) },
	"orderCost":     func(s *graph.Spec) string { return sized(orderCost, s.Kind) },
	"linkedField":   func() string { return linkedField },
	"missingDoc":    missingDoc,
	"dateDoc":       dateDoc,
	"allMissing":    allMissing,
	"fieldsCost":    sizedBy(fieldsCost),
	"readyCost":     sizedBy(readyCost),
	"numbersCost":   func(s *graph.Spec) string { return sized(numbersCost, s.Kind) },
	"groupDoc":      groupDoc,
	"mixed":         func() *graph.Spec { return graph.ListSpec("") },
	"nestedCost":    costOfNested,
	"groupCost":     func(s *graph.Spec) string { return sized(groupCost, s.Kind) },
	"pageCost":      costOfPage,
	"totalCost":     func() string { return totalCost },
	"ownersCost":    func() string { return ownersCost },
	"containsCost":  func(s *graph.Spec) string { return sized(containsCost, s.Kind) },
	"linkCost":      func() string { return linkCost },
	"linkedCost":    func(s *graph.Spec) string { return sized(linkedCost, s.Kind) },
	"missingCost":   costOfMissing,
	"groupByCost":   costOfGroupBy,
	"allProjects":   costOfAllProjects,
	"itemsCost":     func() string { return itemsCost },
	"linksCost":     func() string { return linksCost },
	"fullCost":      costOfFull,
	"textCost":      costOfText,
	"derivedCost":   costOfDerived,
	"shared":        sharedColumns,
	"own":           ownColumns,
	"value":         valueDoc,
	"fieldTypes":    func() []graph.EnumValue { return enumOf("RecordFieldType").Values },
	"needs":         check.SettingOf,
	"title":         func(name string) string { return goCase(camel(name)) },
}

// orderDocs are the descriptions of orders.
var orderDocs = map[lists.OrderField]string{
	lists.OrderCreated:  "When it was created.",
	lists.OrderUpdated:  "When it last changed.",
	lists.OrderLabel:    "Its label.",
	lists.OrderDue:      "When it is due.",
	lists.OrderPriority: "Its priority; 1 is the highest.",

	lists.OrderProbability: "How likely it is.",

	"state": "Its state, in the order in which states are declared.",
	"type":  "Its type_key.",
}

// orderDoc returns the description of an order of a kind.
func orderDoc(s *graph.Spec, order lists.OrderField) string {
	if doc := orderDocs[order]; doc != "" {
		return doc
	}
	return lists.OrderColumn(s, order).Doc
}

func goName(s *graph.Spec) string { return reflect.TypeOf(s.New()).Elem().Name() }

// enums returns the closed sets: those of columns, and the states of kinds.
func enums() []graph.Enum {
	sets := append(slices.Clone(graph.Enums), graph.AllStates())
	for _, spec := range graph.Kinds {
		if len(spec.States) > 0 {
			sets = append(sets, spec.StateEnum())
		}
	}
	return sets
}

// bindings returns, for gqlgen's configuration, the fields of a kind whose Go
// names differ from those of the schema.
func bindings(s *graph.Spec, full bool) string {
	var names []string
	bind := func(field, name string) {
		names = append(names, fmt.Sprintf("%s: {fieldName: %s}", field, name))
	}
	if len(s.States) > 0 {
		bind("state", "StateKey")
	}
	for _, field := range fields(s, full) {
		if field.Enum != "" {
			bind(camel(field.Name)+"Key", structField(field))
		}
	}
	if s.Kind == graph.KindRecord { // interpreted by the type, and as stored
		names = append(names, "fields: {resolver: true}")
		bind("rawFields", "Fields")
	}
	if len(names) == 0 {
		return ""
	}
	return ", fields: {" + strings.Join(names, ", ") + "}"
}

// article returns the kind with its article, in upper case for the beginning of
// a sentence.
func article(s *graph.Spec) string { return "A" + s.Kind.WithArticle()[1:] }

// pluralName returns the plural as a Go name.
func pluralName(s *graph.Spec) string { return strings.ToUpper(s.Plural[:1]) + s.Plural[1:] }

// dateNames returns the names of the dates of all kinds.
func dateNames() []string {
	var names []string
	for _, spec := range graph.Kinds {
		for _, field := range spec.DateFields() {
			if name := field.DateName(); !slices.Contains(names, name) {
				names = append(names, name)
			}
		}
	}
	return names
}

// listType returns the name of the type in a nested list: "Task", or "Entity"
// for several kinds.
func listType(n graph.Nested) string {
	if kind := n.Kind(); kind != "" {
		return goName(graph.SpecOf(kind))
	}
	return "Entity"
}

// isFilter reports whether filters have a list of the ids of entities in a
// nested list.
func isFilter(n graph.Nested) bool {
	kind := n.Kind()
	return n.Of != graph.KindProject && kind.IsScope() && n.Name == graph.SpecOf(kind).Plural
}

// nestedMethods returns one nested list for each name.
func nestedMethods() []graph.Nested {
	var lists []graph.Nested
	for _, spec := range graph.Kinds {
		for _, list := range spec.Nested() {
			if !slices.ContainsFunc(lists, func(other graph.Nested) bool { return other.Name == list.Name }) {
				lists = append(lists, list)
			}
		}
	}
	return lists
}

// resolver returns the Go name of what resolves the fields of a kind.
func resolver(s *graph.Spec) string {
	if s.Kind == graph.KindRecord {
		return "record"
	}
	return "entity[*graph." + goName(s) + "]"
}

func goCase(name string) string { return strings.ToUpper(name[:1]) + name[1:] }

func camel(column string) string { return (&graph.Field{Name: column}).SchemaName() }

func sdlType(f graph.Field) string {
	if f.Enum != "" {
		return f.Enum
	}
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
	case reflect.TypeFor[[]string]():
		return "[String!]" + required
	default:
		return "String" + required
	}
}

// commonFields returns the light fields that every kind has.
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
	if stem, isID := strings.CutSuffix(name, "Id"); isID {
		return stem + "ID"
	}
	return name
}

// fields returns the fields of a view of a kind. The full view has no id,
// because a normalised cache would mistake it and the light view for the same
// object.
func fields(s *graph.Spec, full bool) []graph.Field {
	var view []graph.Field
	for _, field := range s.Fields {
		if field.API && (full && field.Name != "id" || !full && field.Light) {
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

// lightTerms returns the kind's own light fields for the documentation, with
// the limit of those that are truncated.
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

// fullTerms returns the fields that the full view adds.
func fullTerms(s *graph.Spec) string {
	var terms []string
	for _, field := range fields(s, true) {
		if !field.Light || field.Limit > 0 {
			terms = append(terms, field.Name)
		}
	}
	return strings.Join(terms, ", ")
}
