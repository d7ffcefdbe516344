package e2e_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"dossier/graph"
)

// TestPrices checks that the reported prices are those of the schema's
// directives, computed from the values of variables or their defaults.
func TestPrices(t *testing.T) {
	s := serveDemo(t)
	price := func(query string, variables map[string]any) float64 {
		t.Helper()
		var answer struct {
			Extensions struct{ Price float64 }
		}
		if err := json.Unmarshal([]byte(s.ask(t, withIDs(query), variables).raw), &answer); err != nil {
			t.Fatal(err)
		}
		return answer.Extensions.Price
	}
	const listed = `query ($n: Int = 7) { tasks(first: $n) { nodes { id title } } }`
	seven, fifty := price(listed, nil), price(listed, map[string]any{"n": 50})
	if literal := price(`{ tasks(last: 7) { nodes { id title } } }`, nil); literal != seven || fifty-seven < 300 {
		t.Errorf("7 tasks cost %v, by default %v, 50 cost %v", literal, seven, fifty)
	}
	const topic = `query ($in: ContextInput!) { contextDocument(input: $in) { tokens } }`
	document := func(tokens int) float64 {
		return price(topic, map[string]any{"in": map[string]any{"start": map[string]any{"global": true}, "maxTokens": tokens}})
	}
	if small, large := document(1000), document(50_000); large-small < 10_000 {
		t.Errorf("a document of 1,000 tokens costs %v, of 50,000 %v", small, large)
	}
}

// TestTooMuch sends requests that exceed limits. Each must soon be refused
// because of that limit.
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
		"a query of 60 kB": {"{ tasks { nodes { " + strings.Repeat("title ", 10_000) + "} } }", nil, "LIMIT_EXCEEDED", "tokens"},
		"a field too often": {"{ tasks { nodes { " + strings.Repeat("title ", 1990) + "} } }", nil, "LIMIT_EXCEEDED",
			`repeats 1990, allowed 250; the name \"title\" occurs too often`},
		"lists in lists": {`{ tasks(first: 200) { nodes { linkedEntities { groups(first: 200) { items { entity { linkedEntities { ` +
			`groups(first: 200) { items { label } } } } } } } } } }`, nil, "LIMIT_EXCEEDED", "complexity"},
		"many documents": {"{" + strings.Repeat(`a: contextDocument(input: {start: {global: true}}) { text } `, 61) + "}", nil, "LIMIT_EXCEEDED",
			""},
		"a long search": {`query ($t: String!) { search(query: $t) { total } }`,
			map[string]any{"t": strings.Repeat("fog ", 750)}, "BAD_USER_INPUT", "query: 3000 characters are too many; expected at most 2000"},
		"many starts": {`query ($ids: [ID!]) { contextDocument(input: {start: {ids: $ids}}) { text } }`,
			map[string]any{"ids": ids[:21]}, "GRAPHQL_VALIDATION_FAILED", "must be non-nullable"},
		"21 starts": {`query ($ids: [ID!]!) { contextDocument(input: {start: {ids: $ids}}) { text } }`,
			map[string]any{"ids": ids[:21]}, "BAD_USER_INPUT", "input.start.ids: 21 were given; give 1 to 20"},
		"two starts": {`query ($s: ContextStart!) { contextDocument(input: {start: $s}) { text } }`,
			map[string]any{"s": map[string]any{"topic": "fog", "ids": nil}}, "GRAPHQL_VALIDATION_FAILED",
			"input.start: expected exactly one of topic, topics, ids, focusId, projectId, global; got 2 of them"},
		"two starts within": {`query ($in: ContextInput!) { contextDocument(input: $in) { text } }`,
			map[string]any{"in": map[string]any{"start": map[string]any{"topic": "fog", "global": true}}}, "GRAPHQL_VALIDATION_FAILED",
			"input.start: expected exactly one of topic, topics"},
		"a null start": {`query ($s: ContextStart!) { contextDocument(input: {start: $s}) { text } }`,
			map[string]any{"s": map[string]any{"topic": nil}}, "GRAPHQL_VALIDATION_FAILED", "input.start.topic: is null; expected String"},
		"no start": {`query ($s: ContextStart!) { contextDocument(input: {start: $s}) { text } }`,
			map[string]any{"s": map[string]any{}}, "GRAPHQL_VALIDATION_FAILED", "input.start: expected exactly one of"},
		"a null literal": {`{ contextDocument(input: {start: {topic: null}}) { text } }`, nil, "GRAPHQL_VALIDATION_FAILED",
			"input.start.topic: is null; expected String"},
		"two literals": {`{ contextDocument(input: {start: {topic: "fog", ids: null}}) { text } }`, nil, "GRAPHQL_VALIDATION_FAILED",
			"input.start: expected exactly one of topic, topics"},
		"201 entities": {`query ($ids: [ID!]!) { entities(ids: $ids) { label } }`,
			map[string]any{"ids": ids}, "BAD_USER_INPUT", "ids: 201 ids are too many; expected at most 200"},
		"200 entities": {`query ($ids: [ID!]!) { entities(ids: $ids) { label } }`, map[string]any{"ids": ids[:200]}, "", ""},
		"a million": {`{ tasks(first: 1000000) { nodes { full { description } } } }`, nil, "BAD_USER_INPUT",
			"first: 1000000 is out of range; expected 1 to 200"},
	} {
		start := time.Now()
		got := s.ask(t, test.query, test.variables)
		if took := time.Since(start); took > time.Minute {
			t.Errorf("%s: took %s", name, took)
		}
		if got.code() != test.code || !strings.Contains(got.raw, test.want) {
			t.Errorf("%s: answered %.400s, want %s %q", name, got.raw, test.code, test.want)
		}
	}
}
