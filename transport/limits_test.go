package transport_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"dossier/transport"
)

// chain returns a document with n fragments that each spread the next one
// twice.
func chain(n int, link, end string) string {
	var doc strings.Builder
	doc.WriteString(`{item{...F0}}`)
	for i := range n {
		next := fmt.Sprintf("...F%d", i+1)
		fmt.Fprintf(&doc, " fragment F%d on Item{%s}", i, strings.ReplaceAll(link, "NEXT", next))
	}
	fmt.Fprintf(&doc, " fragment F%d on Item{%s}", n, end)
	return doc.String()
}

func nested(n int) string {
	return "{item{" + strings.Repeat("child{", n) + "id" + strings.Repeat("}", n+2)
}

func aliased(n int) string {
	var fields strings.Builder
	for i := range n {
		fmt.Fprintf(&fields, "a%d:id ", i)
	}
	return "{item{" + fields.String() + "}}"
}

// TestDearestPart checks that errors name the most expensive part.
func TestDearestPart(t *testing.T) {
	const query = `{ ...Some wide: item { items(first: 200) { items(first: 200) { id } } } } fragment Some on ` +
		`Query { item { items(first: 200) { id } } }`
	got := newServer(transport.Options{}).query(t, query)
	const want = "; wide costs 60201 of it: ask for fewer objects, levels, fields or tokens, or with shorter texts"
	if len(got.Errors) != 1 || !strings.HasSuffix(got.Errors[0].Message, want) {
		t.Errorf("got %s, want %s", got.raw, want)
	}
}

// TestValues checks that the values of variables are counted at any depth, and
// that their levels are.
func TestValues(t *testing.T) {
	server := newServer(transport.Options{Limits: transport.Limits{Values: 6, ValueLevels: 3}})
	for variables, code := range map[string]string{
		`{"t":"x","more":[1,{"a":null}]}`:      "", // t, more, 1, the object and a
		`{"t":"x","more":[1,[2],3,4]}`:         "LIMIT_EXCEEDED",
		`{"t":"x","more":{"a":{"b":[1,2,3]}}}`: "LIMIT_EXCEEDED",
		`{"t":"x","more":[[[]]]}`:              "",
		`{"t":"x","more":[{"a":[[]]}]}`:        "LIMIT_EXCEEDED",
	} {
		got := server.post(t, `{"query":"query($t:String!){echo(text:$t)}","variables":`+variables+`}`)
		if got.code() != code {
			t.Errorf("%s: got %s, want %q", variables, got.raw, code)
		}
	}
}

// TestLimits sends documents that are refused in milliseconds, some of which
// would never end. The limit of time is for a busy machine.
func TestLimits(t *testing.T) {
	roomy := transport.Limits{Tokens: 10_000, Repeats: 10_000}
	for name, tt := range map[string]struct {
		limits         transport.Limits
		query          string
		limit          string
		found, allowed float64
	}{
		"60 kB of fields":      {transport.Limits{}, "{" + strings.Repeat("echo  ", 10_000) + "}", "tokens", 10_002, 2000},
		"a field repeated":     {transport.Limits{}, "{item{" + strings.Repeat("id ", 700) + "}}", "repeats", 700, 250},
		"often enough":         {transport.Limits{}, "{item{" + strings.Repeat("id        ", 250) + "}}", "", 0, 0},
		"deep":                 {transport.Limits{}, nested(20), "depth", 22, 15},
		"deep enough":          {transport.Limits{}, nested(13), "", 0, 0},
		"deep in fragments":    {transport.Limits{}, chain(20, "child{NEXT}", "id"), "depth", 22, 15},
		"1,000 aliases":        {roomy, aliased(1000), "aliases", 1000, 60},
		"aliases of fragments": {roomy, chain(6, "a:child{NEXT} b:child{NEXT}", "id"), "aliases", 126, 60},
		"root fields": {transport.Limits{RootFields: 2}, "{item{id} a:item{id} ...F ...F} fragment F on Query{b:item{id} item{id}}",
			"rootFields", 3, 2},
		"merged root fields": {transport.Limits{RootFields: 2}, "{item{id} item{id} item{child{id}} __typename}", "", 0, 0},
		"directives":         {transport.Limits{}, "{item{" + strings.Repeat("id @include(if:true) ", 61) + "}}", "directives", 61, 60},
		"price":              {transport.Limits{}, "{item{items(first:200){items(first:200){id}}}}", "complexity", 60_301, 50_000},
		"fragment bomb":      {transport.Limits{Depth: 1000}, chain(90, "child{NEXT} child{id NEXT}", "id"), "complexity", 1 << 40, 50_000},
		"spreads only":       {transport.Limits{}, chain(90, "NEXT NEXT", "id"), "complexity", 1 << 40, 50_000},
		"introspection":      {transport.Limits{}, introspection, "", 0, 0},
		"introspection bomb": {transport.Limits{}, "{__schema{types{...F0}}}" + strings.ReplaceAll(chain(60, "NEXT NEXT",
			"name")[len("{item{...F0}}"):], "Item", "__Type"), "introspectionFields", 1 << 40, 1000},
		"deep introspection": {transport.Limits{}, "{__schema{queryType" + strings.Repeat("{ofType", 20) + "{name}" + strings.Repeat("}", 22),
			"introspectionDepth", 23, 20},
	} {
		t.Run(name, func(t *testing.T) {
			start := time.Now()
			got := newServer(transport.Options{Limits: tt.limits, Introspection: true}).query(t, tt.query)
			if took := time.Since(start); took > time.Minute {
				t.Errorf("took %s", took)
			}
			if tt.limit == "" {
				if got.status != 200 || got.code() != "" {
					t.Errorf("refused: %.300s", got.raw)
				}
				return
			}
			if got.code() != "LIMIT_EXCEEDED" || got.status != 400 {
				t.Fatalf("got %d %.200s", got.status, got.raw)
			}
			e := got.Errors[0].Extensions
			if e["limit"] != tt.limit || e["found"] != tt.found || e["allowed"] != tt.allowed {
				t.Errorf("got %v, want %s %v %v", e, tt.limit, tt.found, tt.allowed)
			}
		})
	}
}

func TestFragmentCyclesEnd(t *testing.T) {
	query := chain(60, "child{NEXT NEXT}", "child{...F0}")
	got := newServer(transport.Options{}).query(t, query)
	if got.code() != "GRAPHQL_VALIDATION_FAILED" {
		t.Errorf("got %.300s", got.raw)
	}
}

func TestTokenLimitIsExact(t *testing.T) {
	const query = "{item{id # comment\n}}" // 7 tokens
	for allowed, refused := range map[int]bool{6: true, 7: false} {
		got := newServer(transport.Options{Limits: transport.Limits{Tokens: allowed}}).query(t, query)
		if (got.code() != "") != refused {
			t.Errorf("%d tokens allowed: %s", allowed, got.raw)
		}
	}
}

func TestPriceIsReported(t *testing.T) {
	s := newServer(transport.Options{Limits: transport.Limits{Complexity: 200}})
	for query, want := range map[string]float64{
		"{item{items(first:7){id child{id}}}}": 122,
		"{item{items(first:50){id}}}":          176,
	} {
		for range 2 { // the second time from the cache of documents
			if got := s.query(t, query).Extensions["price"]; got != want {
				t.Errorf("%s: price %v, want %v", query, got, want)
			}
		}
	}
}

// introspection is as deep as the introspection query of GraphiQL.
const introspection = `query IntrospectionQuery {
  __schema {
    description
    queryType { name kind } mutationType { name kind } subscriptionType { name kind }
    types { ...FullType }
    directives { name description isRepeatable locations args(includeDeprecated: true) { ...InputValue } }
  }
}
fragment FullType on __Type {
  kind name description specifiedByURL isOneOf
  fields(includeDeprecated: true) {
    name description args(includeDeprecated: true) { ...InputValue } type { ...TypeRef } isDeprecated deprecationReason
  }
  inputFields(includeDeprecated: true) { ...InputValue }
  interfaces { ...TypeRef }
  enumValues(includeDeprecated: true) { name description isDeprecated deprecationReason }
  possibleTypes { ...TypeRef }
}
fragment InputValue on __InputValue {
  name description type { ...TypeRef } defaultValue isDeprecated deprecationReason
}
fragment TypeRef on __Type {
  kind name ofType { kind name ofType { kind name ofType { kind name ofType { kind name
    ofType { kind name ofType { kind name ofType { kind name ofType { kind name ofType { kind name } } } } } } } } }
}`
