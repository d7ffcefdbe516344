package e2e_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"dossier/graph"
)

// TestPrices checks the cost of requests: the fields they select, times the
// number of nodes they ask for.
func TestPrices(t *testing.T) {
	s := serveDemo(t)
	for _, test := range []struct {
		query     string
		variables map[string]any
		price     float64
	}{
		{`{ tasks { nodes { id title } } }`, nil, 1 + 20*3},
		{`{ tasks(first: 7) { nodes { id title } } }`, nil, 1 + 7*3},
		{`query ($n: Int) { tasks(last: $n) { nodes { id title } } }`, map[string]any{"n": 7}, 1 + 7*3},
		{`query ($n: Int = 7) { tasks(first: $n) { nodes { id title } } }`, nil, 1 + 7*3},
		{`{ tasks(first: 7) { nodes { full { props } } } }`, nil, 1 + 7*7},
		{`{ entities(ids: ["<shoplane>", "<airnet>", "<voices>"]) { id label } }`, nil, 1 + 3*2},
		{`{ linkedEntities(id: "<shoplane>") { groups(first: 50) { total } } }`, nil, 2 + 1 + 50},
		{`{ linkedEntities(id: "<shoplane>") { groups { total } } }`, nil, 2 + 1 + 3},
		{`{ search(query: "fog", first: 5) { total } }`, nil, 50 + 5},
		{`{ contextDocument(input: {start: {global: true}}) { text } }`, nil, 200 + 1},
	} {
		var answer struct {
			Extensions struct{ Price float64 }
		}
		if err := json.Unmarshal([]byte(s.ask(t, withIDs(test.query), test.variables).raw), &answer); err != nil {
			t.Fatal(err)
		}
		if answer.Extensions.Price != test.price {
			t.Errorf("%s: costs %v, want %v", test.query, answer.Extensions.Price, test.price)
		}
	}
}

// TestTooMuch sends requests beyond the limits. Each is refused soon, by the
// limit it exceeds.
func TestTooMuch(t *testing.T) {
	s := serveDemo(t)
	ids := make([]string, 201)
	for i := range ids {
		ids[i] = graph.ID(fmt.Sprint(i))
	}
	for name, test := range map[string]struct {
		query     string
		variables map[string]any
		code      string
		want      string
	}{
		"a query of 60 kB":  {"{ tasks { nodes { " + strings.Repeat("title ", 10_000) + "} } }", nil, "LIMIT_EXCEEDED", "tokens"},
		"a field too often": {"{ tasks { nodes { " + strings.Repeat("title ", 1990) + "} } }", nil, "LIMIT_EXCEEDED", `repeats 1990, allowed 250; the name \"title\" occurs too often`},
		"lists in lists":    {`{ tasks(first: 200) { nodes { linkedEntities { groups(first: 200) { items { entity { linkedEntities { groups(first: 200) { items { label } } } } } } } } } }`, nil, "LIMIT_EXCEEDED", "complexity"},
		"many documents":    {"{" + strings.Repeat(`a: contextDocument(input: {start: {global: true}}) { text } `, 61) + "}", nil, "LIMIT_EXCEEDED", ""},
		"a long search": {`query ($t: String!) { search(query: $t) { total } }`,
			map[string]any{"t": strings.Repeat("fog ", 750)}, "BAD_USER_INPUT", "query: 3000 characters are too many; want at most 2000"},
		"many starts": {`query ($ids: [ID!]) { contextDocument(input: {start: {ids: $ids}}) { text } }`,
			map[string]any{"ids": ids[:21]}, "GRAPHQL_VALIDATION_FAILED", "must be non-nullable"},
		"21 starts": {`query ($ids: [ID!]!) { contextDocument(input: {start: {ids: $ids}}) { text } }`,
			map[string]any{"ids": ids[:21]}, "BAD_USER_INPUT", "input.start.ids: 21 were given; give 1 to 20"},
		"two starts": {`query ($s: ContextStart!) { contextDocument(input: {start: $s}) { text } }`,
			map[string]any{"s": map[string]any{"topic": "fog", "ids": nil}}, "BAD_USER_INPUT", `"input.start.ids: is null; give it a value, or leave it out"`},
		"two starts within": {`query ($in: ContextInput!) { contextDocument(input: $in) { text } }`,
			map[string]any{"in": map[string]any{"start": map[string]any{"topic": "fog", "global": true}}}, "BAD_USER_INPUT", "input.start: expected exactly one of topic, topics"},
		"a null start": {`query ($s: ContextStart!) { contextDocument(input: {start: $s}) { text } }`,
			map[string]any{"s": map[string]any{"topic": nil}}, "BAD_USER_INPUT", `input.start.topic: is null; give it a value`},
		"no start": {`query ($s: ContextStart!) { contextDocument(input: {start: $s}) { text } }`,
			map[string]any{"s": map[string]any{}}, "BAD_USER_INPUT", "input.start: expected exactly one of"},
		"a null literal": {`{ contextDocument(input: {start: {topic: null}}) { text } }`, nil, "GRAPHQL_VALIDATION_FAILED", "must be non-null"},
		"two literals":   {`{ contextDocument(input: {start: {topic: "fog", ids: null}}) { text } }`, nil, "GRAPHQL_VALIDATION_FAILED", "exactly one key"},
		"201 entities": {`query ($ids: [ID!]!) { entities(ids: $ids) { label } }`,
			map[string]any{"ids": ids}, "BAD_USER_INPUT", "ids: 201 ids are too many; want at most 200"},
		"200 entities": {`query ($ids: [ID!]!) { entities(ids: $ids) { label } }`, map[string]any{"ids": ids[:200]}, "", ""},
		"a million":    {`{ tasks(first: 1000000) { nodes { full { description } } } }`, nil, "BAD_USER_INPUT", "first: 1000000 is out of range; want 1 to 200"},
	} {
		start := time.Now()
		got := s.ask(t, test.query, test.variables)
		if took := time.Since(start); took > 2*time.Second {
			t.Errorf("%s: took %s", name, took)
		}
		if got.code() != test.code || !strings.Contains(got.raw, test.want) {
			t.Errorf("%s: answered %.400s, want %s %q", name, got.raw, test.code, test.want)
		}
	}
}
