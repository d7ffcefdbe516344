package resolvers_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/99designs/gqlgen/graphql"
	"github.com/99designs/gqlgen/graphql/introspection"
	"github.com/vektah/gqlparser/v2/ast"

	"dossier/db/storetest"
	"dossier/graph"
	"dossier/graph/query"
	"dossier/graph/reader"
	"dossier/loaders"
	"dossier/resolvers"
	"dossier/resolvers/resolverstest"
	"dossier/tokens"
	"dossier/transport"
)

// The number of generated queries, without and with -short.
const (
	generatedQueries      = 10_000
	generatedQueriesShort = 500
)

// TestPlansAnswerAsTheExecutor compares the answers of plans and of the
// executor that gqlgen generates to generated queries with aliases, fragments,
// directives, variables, invalid arguments, errors and nulls. Only the order of
// errors may differ.
func TestPlansAnswerAsTheExecutor(t *testing.T) {
	service := query.New(storetest.Demo(t, ".."), query.Options{Now: storetest.Now, Tokens: func(encoding string) (query.TokenCounter, error) {
		counter, err := tokens.For(encoding)
		return query.TokenCounter{Encoding: encoding, Count: counter.Count}, err
	}})
	schema := resolvers.Schema(service)
	plans, executor := answerer(service, schema), answerer(service, resolverstest.Reference(service))
	count := generatedQueries
	if testing.Short() {
		count = generatedQueriesShort
	}
	failed, answered, withErrors := 0, 0, 0
	for i := range count {
		w := &writer{schema: schema.Schema(), random: rand.New(rand.NewPCG(1, uint64(i)))}
		request := w.request()
		got, want := plans(t, request), executor(t, request)
		if bytes.HasPrefix(want, []byte("{")) {
			answered++
		}
		if bytes.Contains(want, []byte(`"message":`)) {
			withErrors++
		}
		if !bytes.Equal(got, want) {
			t.Errorf("query %d: %s\ngot  %s\nwant %s", i, request, got, want)
			if failed++; failed == 5 {
				break
			}
		}
	}
	t.Logf("of %d queries %d have data and %d errors", count, answered, withErrors)
	if answered < count/2 || withErrors < count/20 {
		t.Errorf("of %d queries %d have data and %d errors: the generated queries test too little", count, answered, withErrors)
	}
}

// TestPlansDescribeTheSchemaAsTheExecutor compares the answers to introspection
// of the whole schema, as tools request it.
func TestPlansDescribeTheSchemaAsTheExecutor(t *testing.T) {
	service := query.New(storetest.Demo(t, ".."), query.Options{Now: storetest.Now})
	schema := resolvers.Schema(service)
	plans, executor := answerer(service, schema), answerer(service, resolverstest.Reference(service))
	documents := []string{introspection.Query, strings.ReplaceAll(introspection.Query, "specifiedByURL", "specifiedByURL isOneOf")}
	for name := range schema.Schema().Types {
		documents = append(documents,
			`{ __type(name: "`+name+`") { kind name fields { name args { name defaultValue } } inputFields { name } enumValues { name } } }`)
	}
	for _, document := range documents {
		body, err := json.Marshal(map[string]string{"query": document})
		if err != nil {
			t.Fatal(err)
		}
		if got, want := plans(t, body), executor(t, body); !bytes.Equal(got, want) || bytes.Contains(got, []byte(`"message":`)) {
			t.Errorf("%s: got %s\nwant %s", document, got, want)
		}
	}
}

// answerer returns a function that answers a request and sorts the errors.
func answerer(service *query.Service, schema graphql.ExecutableSchema) func(testing.TB, []byte) []byte {
	const high = 1 << 40
	handler := transport.New(schema, transport.Options{
		Introspection: true,
		Log:           slog.New(slog.DiscardHandler),
		Limits: transport.Limits{Complexity: high, Aliases: high, Directives: high, Depth: high, RootFields: high, Tokens: high,
			Repeats: high},
		Classify: func(err error) transport.Problem {
			problem := transport.Problem{Code: string(graph.CodeOf(err))}
			if known, ok := errors.AsType[*graph.Error](err); ok {
				problem.Message, problem.Argument = known.Error(), known.Argument
			}
			return problem
		},
	})
	return func(t testing.TB, body []byte) []byte {
		t.Helper()
		request := httptest.NewRequestWithContext(reader.With(storetest.Context(), loaders.New(service)), http.MethodPost,
			"/graphql", bytes.NewReader(body))
		request.Header.Set("Content-Type", "application/json")
		answer := httptest.NewRecorder()
		handler.ServeHTTP(answer, request)
		return sortErrors(t, answer.Body.Bytes())
	}
}

var actualPrice = regexp.MustCompile(`"actualPrice":\d+,`)

// sortErrors returns an answer with sorted errors, because the order of errors
// of concurrent reads is random. If an answer omits some errors, it returns
// only their number, because it is random which ones remain. It leaves out the
// price of the answer, which only plans report.
func sortErrors(t testing.TB, answer []byte) []byte {
	t.Helper()
	var parts struct {
		Errors     []json.RawMessage `json:"errors"`
		Data       json.RawMessage   `json:"data"`
		Extensions json.RawMessage   `json:"extensions"`
	}
	if err := json.Unmarshal(answer, &parts); err != nil {
		t.Fatalf("%v: %s", err, answer)
	}
	parts.Extensions = actualPrice.ReplaceAll(parts.Extensions, nil)
	if bytes.Contains(parts.Extensions, []byte(`"errorsOmitted"`)) {
		parts.Errors = nil
	}
	slices.SortFunc(parts.Errors, func(a, b json.RawMessage) int { return bytes.Compare(a, b) })
	return bytes.Join(append([][]byte{parts.Data, parts.Extensions}, toBytes(parts.Errors)...), []byte("\n"))
}

func toBytes(list []json.RawMessage) [][]byte {
	texts := make([][]byte, len(list))
	for i, one := range list {
		texts[i] = one
	}
	return texts
}

// A writer writes one random query.
type writer struct {
	schema    *ast.Schema
	random    *rand.Rand
	aliases   int
	fields    int // the number written so far
	fragments []string
	declared  []string
	variables map[string]any
}

// mostFields is the maximum number of fields of a query.
const mostFields = 60

// request returns a query with its variables as the body of a request.
func (w *writer) request() []byte {
	w.variables = map[string]any{}
	selections := w.selections(w.schema.Query, 0)
	header := "query"
	if len(w.declared) > 0 {
		header += "(" + strings.Join(w.declared, ", ") + ")"
	}
	body, _ := json.Marshal(map[string]any{
		"query":     header + " " + selections + "\n" + strings.Join(w.fragments, "\n"),
		"variables": w.variables,
	})
	return body
}

func (w *writer) chance(percent int) bool { return w.random.IntN(100) < percent }

// selections writes the selections of a type.
func (w *writer) selections(of *ast.Definition, depth int) string {
	var parts []string
	most := 4
	if depth == 0 {
		most = 3
	}
	for range 1 + w.random.IntN(most) {
		parts = append(parts, w.selection(of, depth))
	}
	return "{ " + strings.Join(parts, " ") + " }"
}

// selection writes a field, or a fragment.
func (w *writer) selection(of *ast.Definition, depth int) string {
	switch {
	case w.chance(5):
		return w.alias() + "__typename" + w.directives()
	case w.chance(12) && depth > 0:
		return "..." + w.condition(of) + w.directives() + " " + w.selections(of, depth)
	case of.Kind == ast.Interface && w.chance(60), w.chance(5) && len(of.Interfaces) > 0:
		return w.spread(of, depth)
	}
	field := of.Fields[w.random.IntN(len(of.Fields))]
	if strings.HasPrefix(field.Name, "__") && !w.chance(30) {
		return w.alias() + "__typename"
	}
	text := w.alias() + field.Name + w.arguments(field) + w.directives()
	w.fields++
	inner := w.schema.Types[field.Type.Name()]
	switch {
	case !inner.IsCompositeType():
		return text
	case depth > 6 || w.fields > mostFields:
		return text + " { __typename }"
	}
	return text + " " + w.selections(inner, depth+1)
}

// condition writes a type condition with the type itself, or none.
func (w *writer) condition(of *ast.Definition) string {
	if w.chance(50) {
		return " on " + of.Name
	}
	return ""
}

// spread writes a fragment, inline or by name, on a possible type of the type
// or on one of its interfaces.
func (w *writer) spread(of *ast.Definition, depth int) string {
	var types []*ast.Definition
	for _, name := range of.Interfaces {
		types = append(types, w.schema.Types[name])
	}
	if of.Kind == ast.Interface {
		types = append(types, w.schema.GetPossibleTypes(of)...)
	}
	on := types[w.random.IntN(len(types))]
	body := w.selections(on, depth+1)
	if w.chance(50) {
		return "... on " + on.Name + w.directives() + " " + body
	}
	name := fmt.Sprint("F", len(w.fragments))
	w.fragments = append(w.fragments, "fragment "+name+" on "+on.Name+" "+body)
	return "..." + name + w.directives()
}

// alias writes a unique alias for most fields, because equal names with
// different arguments would conflict.
func (w *writer) alias() string {
	if w.chance(15) {
		return ""
	}
	w.aliases++
	return fmt.Sprint("a", w.aliases, ": ")
}

func (w *writer) directives() string {
	if w.chance(88) {
		return ""
	}
	name := []string{" @skip", " @include"}[w.random.IntN(2)]
	value := fmt.Sprint(w.chance(50))
	if w.chance(50) {
		value = w.variable("Boolean!", w.chance(50))
	}
	return name + "(if: " + value + ")"
}

func (w *writer) variable(declared string, value any) string {
	name := fmt.Sprint("v", len(w.declared))
	w.declared = append(w.declared, "$"+name+": "+declared)
	w.variables[name] = value
	return "$" + name
}

func (w *writer) arguments(field *ast.FieldDefinition) string {
	var given []string
	for _, argument := range field.Arguments {
		if !argument.Type.NonNull && w.chance(80) {
			continue
		}
		value := w.value(argument.Type, argument.Name)
		text := literalOf(value)
		if w.chance(30) {
			text = w.variable(argument.Type.String(), plain(value))
		}
		given = append(given, argument.Name+": "+text)
	}
	if len(given) == 0 {
		return ""
	}
	return "(" + strings.Join(given, ", ") + ")"
}

// An enum is a value written without quotes.
type enum string

// names are ids of the demo, in the form in which they are imported.
var names = []string{
	"shoplane", "airnet", "shoplane/task/offline-queue", "airnet/risk/fog-bias", "airnet/question/none", "nowhere",
}

// value returns a value of a type, usually a valid one.
func (w *writer) value(t *ast.Type, name string) any {
	switch {
	case !t.NonNull && w.chance(5):
		return nil
	case t.Elem != nil:
		list := []any{}
		for range w.random.IntN(4) {
			list = append(list, w.value(t.Elem, name))
		}
		return list
	}
	definition := w.schema.Types[t.NamedType]
	switch definition.Kind {
	case ast.Enum:
		return enum(definition.EnumValues[w.random.IntN(len(definition.EnumValues))].Name)
	case ast.InputObject:
		return w.input(definition)
	}
	return w.scalar(t.NamedType, name)
}

func (w *writer) scalar(scalar, name string) any {
	switch scalar {
	case "ID":
		if w.chance(5) {
			return "bad id"
		}
		return graph.ID(names[w.random.IntN(len(names))])
	case "Int":
		return 1 + w.random.IntN(12) - 2*(w.random.IntN(40)/39)
	case "Float":
		return w.random.Float64()
	case "Boolean":
		return w.chance(50)
	case "DateTime":
		if w.chance(5) {
			return "soon"
		}
		return []string{"2026-11-18T12:00:00Z", "2026-10-02T09:00:00+02:00"}[w.random.IntN(2)]
	default:
		return w.text(name)
	}
}

// text returns a text for an argument, usually a valid one.
func (w *writer) text(name string) string {
	known := map[string][]string{"encoding": {"o200k_base", "cl100k_base"}, "lens": {"general"}, "states": {"done", "open"}}
	if texts := known[name]; texts != nil && w.chance(95) {
		return texts[w.random.IntN(len(texts))]
	}
	return []string{"offline queue", "fog", "who owns the fan?", "", "@Marek [[Fog]]"}[w.random.IntN(5)]
}

func (w *writer) input(definition *ast.Definition) any {
	object := map[string]any{}
	if definition.Directives.ForName("oneOf") != nil && w.chance(95) {
		field := definition.Fields[w.random.IntN(len(definition.Fields))]
		object[field.Name] = w.value(field.Type, field.Name)
		return object
	}
	for _, field := range definition.Fields {
		if field.Type.NonNull && field.DefaultValue == nil || w.chance(20) {
			object[field.Name] = w.value(field.Type, field.Name)
		}
	}
	return object
}

// literalOf returns a value in the syntax of GraphQL.
func literalOf(value any) string {
	switch value := value.(type) {
	case enum:
		return string(value)
	case []any:
		var parts []string
		for _, one := range value {
			parts = append(parts, literalOf(one))
		}
		return "[" + strings.Join(parts, ", ") + "]"
	case map[string]any:
		var parts []string
		for name, one := range value {
			parts = append(parts, name+": "+literalOf(one))
		}
		slices.Sort(parts)
		return "{" + strings.Join(parts, ", ") + "}"
	}
	text, _ := json.Marshal(value)
	return string(text)
}

// plain returns a value that encodes as JSON.
func plain(value any) any {
	switch value := value.(type) {
	case enum:
		return string(value)
	case []any:
		list := make([]any, len(value))
		for i, one := range value {
			list[i] = plain(one)
		}
		return list
	case map[string]any:
		object := map[string]any{}
		for name, one := range value {
			object[name] = plain(one)
		}
		return object
	}
	return value
}

// BenchmarkExecution compares plans with the executor that gqlgen generates,
// including transport and store.
func BenchmarkExecution(b *testing.B) {
	service := query.New(storetest.Demo(b, ".."), query.Options{Now: storetest.Now})
	schemas := map[string]graphql.ExecutableSchema{
		"plan": resolvers.Schema(service), "executor": resolverstest.Reference(service),
	}
	for name, document := range map[string]string{
		"entity": `{ entity(id: "` + graph.ID("shoplane/task/offline-queue") + `") { id label ... on Task { priority dueAt } } }`,
		"links":  `{ tasks(first: 20) { nodes { id title linkedEntities { groups(first: 3) { kind items { label entity { label } } } } } } }`,
		"snapshot": `{ graphSnapshot(projectId: "` + graph.ID("shoplane") +
			`") { nodes { entityId kind name entity { label } } edges { edgeId rel srcId dstId } } }`,
		"schema": introspection.Query,
		"lists":  `{ tasks(first: 10) { nodes { id title } } plans(first: 10) { nodes { id name } } goals(first: 10) { nodes { id name } } }`,
	} {
		body, _ := json.Marshal(map[string]string{"query": document})
		for _, way := range []string{"plan", "executor"} {
			ask := answerer(service, schemas[way])
			b.Run(name+"/"+way, func(b *testing.B) {
				b.ReportAllocs()
				for b.Loop() {
					ask(b, body)
				}
			})
		}
	}
}
