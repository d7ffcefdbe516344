package plan_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/99designs/gqlgen/graphql"
	"github.com/99designs/gqlgen/graphql/executor"
	"github.com/vektah/gqlparser/v2"
	"github.com/vektah/gqlparser/v2/ast"
	"github.com/vektah/gqlparser/v2/gqlerror"

	"dossier/meter"
	"dossier/plan"
)

const source = `
interface Thing { name: String! }
type Item implements Thing {
  name: String!
  size: Float!
  seen: String
  tags: [String!]
  children: [Item!]!
  late(times: Int): Item
  needed: Item!
  required: String!
  broken: String
  panics: String
}
scalar Text @specifiedBy(url: "https://example.com/text")
enum Colour { RED BLUE @deprecated(reason: "too dark") }
input Wish @oneOf { colour: Colour text: Text }
type Query {
  item(name: String!): Item
  items: [Item]
  thing: Thing
  must: Item!
}`

// An item is bound to Item.
type item struct {
	Name     string
	Size     float64
	Seen     *time.Time
	Tags     []string
	Required *string
	source   *store
}

func (i *item) Children() []*item { return []*item{{Name: i.Name + "1"}, {Name: i.Name + "2"}} }

func (i *item) Broken(context.Context) (*string, error) { return nil, errors.New("no luck") }

func (i *item) Panics() *string { panic("no luck") }

// Late reads the item whose name is the name of i, repeated, and "+".
func (i *item) Late(ctx context.Context, times *int) (*item, error) {
	name := i.Name
	if times != nil {
		name = strings.Repeat(name, *times)
	}
	return i.source.read(ctx, name+"+")
}

// Needed reads an item. It is missing if the name of i begins with "b".
func (i *item) Needed(ctx context.Context) (*item, error) {
	found, err := i.source.read(ctx, i.Name+"!")
	if strings.HasPrefix(i.Name, "b") {
		found = nil
	}
	return found, err
}

// A store notes the names of items, and returns the items after a Read.
type store struct {
	noted, known []string
	reads        [][]string
	cancel       func() // ends the request as an item is read; nil for none
}

var errLater = errors.New("later")

func (s *store) read(_ context.Context, name string) (*item, error) {
	if slices.Contains(s.known, name) {
		return &item{Name: name, source: s}, nil
	}
	if !slices.Contains(s.noted, name) {
		s.noted = append(s.noted, name)
	}
	return nil, fmt.Errorf("read: %w", errLater)
}

// gather writes one root field after the other.
func (s *store) gather(_ context.Context, fields int) ([]plan.Gatherer, func(func(int))) {
	return slices.Repeat([]plan.Gatherer{s}, fields), func(write func(int)) {
		for i := range fields {
			write(i)
		}
	}
}

// Root implements [plan.Gatherer].
func (s *store) Root(ctx context.Context) context.Context { return ctx }

// Below implements [plan.Gatherer].
func (s *store) Below(ctx context.Context) context.Context { return ctx }

// Done implements [plan.Gatherer].
func (s *store) Done(context.Context) {}

// Gathered implements [plan.Gatherer].
func (s *store) Gathered(err error) bool { return errors.Is(err, errLater) }

// Read implements [plan.Gatherer].
func (s *store) Read(context.Context) {
	s.reads, s.known, s.noted = append(s.reads, s.noted), append(s.known, s.noted...), nil
}

type root struct{ fields query }

func (r root) Query() resolver { return r.fields }

type resolver interface {
	Item(ctx context.Context, name string) (*item, error)
	Items() []*item
	Thing() any
	Must() *item
}

type query struct{ source *store }

func (q query) Item(ctx context.Context, name string) (*item, error) {
	if q.source.cancel != nil {
		q.source.cancel()
		return nil, ctx.Err()
	}
	return &item{Name: name, Size: 1e21, Tags: []string{"\"a\n\x01"}, source: q.source}, nil
}

func (q query) Items() []*item {
	return []*item{{Name: "a", source: q.source}, nil, {Name: "b", source: q.source}}
}

func (q query) Thing() any { return &item{Name: "t"} }

func (q query) Must() *item { return nil }

// bound is a fake of what bindgen would keep of the executor that gqlgen generates.
type bound struct{ schema *ast.Schema }

func (b bound) Schema() *ast.Schema { return b.schema }

func (bound) Names() map[string]string { return nil }

func (bound) Arguments(_ context.Context, field string, raw map[string]any) (map[string]any, error) {
	arguments := map[string]any{}
	for name, value := range raw {
		switch n := value.(type) {
		case int64: // of a variable
			number := int(n)
			value = &number
		case json.Number:
			number, err := strconv.Atoi(n.String())
			if err != nil {
				return nil, gqlerror.Errorf("%s: %s", name, err)
			}
			value = &number
		}
		arguments[name] = value
	}
	if raw["name"] == "bad" {
		return nil, gqlerror.Errorf("%s: a bad name", field)
	}
	return arguments, nil
}

// serve returns a schema that reads from a new store, and the store.
func serve(t *testing.T) (*plan.Schema, *store) {
	t.Helper()
	s := &store{}
	schema := gqlparser.MustLoadSchema(&ast.Source{Input: source})
	return plan.New(bound{schema}, plan.Options{
		Resolvers: root{query{s}},
		Gather:    s.gather,
	}), s
}

// answer executes a document and returns its data and errors as a text.
func answer(ctx context.Context, t *testing.T, schema graphql.ExecutableSchema, document string, variables map[string]any) string {
	t.Helper()
	e := executor.New(schema)
	e.SetRecoverFunc(func(_ context.Context, value any) error { return fmt.Errorf("panic: %v", value) })
	ctx = graphql.StartOperationTrace(ctx)
	operation, refused := e.CreateOperationContext(ctx, &graphql.RawParams{Query: document, Variables: variables})
	if refused != nil {
		t.Fatalf("%s: %v", document, refused)
	}
	respond, inner := e.DispatchOperation(ctx, operation)
	inner, cancel := context.WithCancel(inner)
	defer cancel()
	response := respond(inner)
	text := string(response.Data)
	for _, err := range response.Errors {
		text += fmt.Sprintf(" | %s %v: %s", err.Path, err.Locations, err.Message)
	}
	return text
}

func TestAnswers(t *testing.T) {
	for _, test := range []struct{ name, document, want string }{
		{"leaves", `{ item(name: "x") { name size seen tags __typename } }`,
			`{"item":{"name":"x","size":1e+21,"seen":null,"tags":["\"a\n\u0001"],"__typename":"Item"}}`},
		{"an interface", `{ thing { __typename ...F ... on Item { tags } } } fragment F on Thing { other: name }`,
			`{"thing":{"__typename":"Item","other":"t","tags":null}}`},
		{"lists, and null in them", `{ items { name } }`, `{"items":[{"name":"a"},null,{"name":"b"}]}`},
		{"equal fields are merged", `{ item(name: "x") { name children { name } children { size } name } }`,
			`{"item":{"name":"x","children":[{"name":"x1","size":0},{"name":"x2","size":0}]}}`},
		{"an error", `{ item(name: "x") { name broken } }`, `{"item":{"name":"x","broken":null}} | item.broken [1:26]: no luck`},
		{"a panic", `{ item(name: "x") { panics name } }`, `{"item":{"panics":null,"name":"x"}} | item.panics [1:21]: panic: no luck`},
		{"null where none may be", `{ items { name required } }`,
			`{"items":[null,null,null]} | items[0].required []: the requested element is null`},
		{"a root field that must be", `{ must { name } item(name: "x") { name } }`,
			`null | must []: the requested element is null which the schema does not allow`},
		{"a bad argument", `{ a: item(name: "bad") { name } item(name: "x") { name } }`,
			`{"a":null,"item":{"name":"x"}} | a []: Query.item: a bad name`},
	} {
		schema, _ := serve(t)
		got := answer(t.Context(), t, schema, test.document, nil)
		if !strings.HasPrefix(got, test.want) {
			t.Errorf("%s: got %s, want %s", test.name, got, test.want)
		}
	}
}

// TestTheSchema asks for the schema, whose every field a plan answers. A type has
// null for what its kind does not have.
func TestTheSchema(t *testing.T) {
	for _, test := range []struct{ document, want string }{
		{`{ __schema { queryType { name } mutationType { name } } item(name: "x") { name } }`,
			`{"__schema":{"queryType":{"name":"Query"},"mutationType":null},"item":{"name":"x"}}`},
		{`{ __type(name: "Thing") { kind fields { name } possibleTypes { name } enumValues { name } isOneOf } }`,
			`{"__type":{"kind":"INTERFACE","fields":[{"name":"name"}],"possibleTypes":[{"name":"Item"}],"enumValues":null,"isOneOf":null}}`},
		{`{ __type(name: "Item") { interfaces { name } fields { name type { kind ofType { name } } args { name } } } }`,
			`{"__type":{"interfaces":[{"name":"Thing"}],"fields":[{"name":"name","type":{"kind":"NON_NULL","ofType":{"name":"String"}},"args":[]},`},
		{`query ($old: Boolean) { __type(name: "Colour") { enumValues(includeDeprecated: $old) { name isDeprecated deprecationReason } } }`,
			`{"__type":{"enumValues":[{"name":"RED","isDeprecated":false,"deprecationReason":null}]}}`},
		{`{ __type(name: "Colour") { possibleTypes { name } enumValues(includeDeprecated: true) { name deprecationReason } } }`,
			`{"__type":{"possibleTypes":null,"enumValues":[{"name":"RED","deprecationReason":null},{"name":"BLUE",` +
				`"deprecationReason":"too dark"}]}}`},
		{`{ __type(name: "Wish") { isOneOf inputFields { name defaultValue type { name } } } }`,
			`{"__type":{"isOneOf":true,"inputFields":[{"name":"colour","defaultValue":null,"type":{"name":"Colour"}},{"name":"text",` +
				`"defaultValue":null,"type":{"name":"Text"}}]}}`},
		{`{ __type(name: "Text") { kind specifiedByURL fields { name } } }`,
			`{"__type":{"kind":"SCALAR","specifiedByURL":"https://example.com/text","fields":null}}`},
		{`{ __type(name: "Nothing") { name } }`, `{"__type":null}`},
	} {
		schema, _ := serve(t)
		got := answer(t.Context(), t, schema, test.document, nil)
		if !strings.HasPrefix(got, test.want) {
			t.Errorf("%s: got %s, want %s", test.document, got, test.want)
		}
	}
}

// TestLevelsAreReadTogether checks that siblings are read together when gaps
// have gaps in them, and that a null in a non-null field removes its object.
func TestLevelsAreReadTogether(t *testing.T) {
	for _, test := range []struct{ document, want, reads string }{
		{`{ items { name late { name late(times: 2) { name } } size } }`,
			`{"items":[{"name":"a","late":{"name":"a+","late":{"name":"a+a++"}},"size":0},null,{"name":"b","late":{"name":"b+",` +
				`"late":{"name":"b+b++"}},"size":0}]}`,
			`[[a+ b+] [a+a++ b+b++]]`},
		{`{ items { needed { name late { name } } name } }`,
			`{"items":[{"needed":{"name":"a!","late":{"name":"a!+"}},"name":"a"},null,null]} | items[2].needed []: the requested element ` +
				`is null which the schema does not allow`,
			`[[a! b!] [a!+]]`},
		{`{ item(name: "x") { late { broken } } }`,
			`{"item":{"late":{"broken":null}}} | item.late.broken [1:28]: no luck`, `[[x+]]`},
		{`{ items { late { name } required } }`,
			`{"items":[null,null,null]} | items[0].required []: the requested element is null`, `[[a+ b+]]`},
	} {
		schema, s := serve(t)
		got := answer(t.Context(), t, schema, test.document, nil)
		if !strings.HasPrefix(got, test.want) || fmt.Sprint(s.reads) != test.reads {
			t.Errorf("%s: got %s by %v, want %s by %s", test.document, got, s.reads, test.want, test.reads)
		}
	}
}

// TestAnEndedRequestHasOneError checks that a field which is interrupted as it
// fails has one error.
func TestAnEndedRequestHasOneError(t *testing.T) {
	schema, s := serve(t)
	ctx, cancel := context.WithCancel(t.Context())
	s.cancel = cancel
	const want = `{"item":null} | item [1:3]: context canceled`
	if got := answer(ctx, t, schema, `{ item(name: "x") { name } }`, nil); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

// TestAnsweredFields checks the numbers of parents and objects of each field.
func TestAnsweredFields(t *testing.T) {
	schema, _ := serve(t)
	ctx := graphql.StartOperationTrace(t.Context())
	e := executor.New(schema)
	operation, _ := e.CreateOperationContext(ctx,
		&graphql.RawParams{Query: `{ items { name children { name } late { size } } thing { name } none: items { required } }`})
	ctx, counted, end := meter.Start(ctx, operation, 1<<20)
	defer end()
	respond, inner := e.DispatchOperation(ctx, operation)
	respond(inner)
	const want = "items 1>2 (name 2>0 children 2>4 (name 4>0) late 2>2 (size 2>0)) thing 1>1 (name 1>0) none 1>2 (required 2>0)"
	if got := numbers(counted.Fields()); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

// numbers returns fields with their numbers of parents and objects.
func numbers(fields []meter.Field) string {
	var all []string
	for _, field := range fields {
		text := fmt.Sprintf("%s %d>%d", field.Alias, field.Parents, field.Objects)
		if len(field.Fields) > 0 {
			text += " (" + numbers(field.Fields) + ")"
		}
		all = append(all, text)
	}
	return strings.Join(all, " ")
}

// TestVariablesChooseThePlan runs a document with both values of a condition.
func TestVariablesChooseThePlan(t *testing.T) {
	schema, _ := serve(t)
	for range 2 {
		for with, want := range map[bool]string{true: `{"item":{"name":"x","size":1e+21}}`, false: `{"item":{"name":"x"}}`} {
			document := `query ($with: Boolean!) { item(name: "x") { name size @include(if: $with) } }`
			if got := answer(t.Context(), t, schema, document, map[string]any{"with": with}); got != want {
				t.Errorf("%v: got %s, want %s", with, got, want)
			}
		}
	}
}

// TestUnboundFields checks that New panics if a field is not bound.
func TestUnboundFields(t *testing.T) {
	defer func() {
		if value := recover(); value == nil || !strings.Contains(fmt.Sprint(value), "Query.items: Item.colour") {
			t.Errorf("got %v, want the field that is not bound", value)
		}
	}()
	schema := gqlparser.MustLoadSchema(&ast.Source{Input: `type Item { colour: String } type Query { items: [Item] }`})
	plan.New(bound{schema}, plan.Options{Resolvers: root{}})
}
