package main

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"dossier/db"
	"dossier/db/sqlite"
	"dossier/db/statements"
	"dossier/graph"
	"dossier/graph/query"
	"dossier/web"
)

// TestServing starts the commands that serve, asks them, and stops them.
func TestServing(t *testing.T) {
	options := serverOptions{Listen: "127.0.0.1:0", Timeout: 10 * time.Second, MaxComplexity: 20_000, Introspection: true, Playground: true}
	file := "sqlite:" + filepath.Join(t.TempDir(), "served.db")
	if got := command(t, "", "import", "--db="+file, "testdata/demo.ndjson"); got.status != 0 {
		t.Fatalf("import: %+v", got)
	}
	for name, runner := range map[string]interface{ Run(*program) error }{
		"demo": &demoCommand{options}, "serve": &serveCommand{options},
	} {
		t.Run(name, func(t *testing.T) {
			ctx, stop := context.WithCancel(localContext())
			defer stop()
			out, in := io.Pipe()
			p := &program{ctx: ctx, db: file, out: in, errOut: io.Discard, log: slog.New(slog.DiscardHandler)}
			status := make(chan int, 1)
			go func() { status <- p.status(runner.Run(p)) }()
			lines := bufio.NewReader(out)
			started, _ := lines.ReadString('\n')
			go io.Copy(io.Discard, lines)
			address := strings.Fields(started)[3]
			if !strings.HasPrefix(address, "http://127.0.0.1:") || !strings.Contains(started, "one local actor") {
				t.Fatalf("started with %q", started)
			}
			checkPages(t, address)
			stop()
			select {
			case got := <-status:
				if got != 0 {
					t.Errorf("stopped with status %d", got)
				}
			case <-time.After(20 * time.Second):
				t.Fatal("does not stop")
			}
		})
	}
}

// checkPages asks a server for each of its pages.
func checkPages(t *testing.T, address string) {
	t.Helper()
	for _, page := range []struct {
		path   string
		status int
		want   string
	}{
		{"/healthz", 200, "ok"},
		{"/readyz", 200, "ready"},
		{"/playground", 200, "<html"},
		{"/", 200, "<html"}, // by way of /playground
		{"/nowhere", 404, ""},
		{"/graphql?query=%7Bprojects%7BtotalCount%7D%7D", 200, `{"projects":{"totalCount":3}}`},
		{"/graphql?query=%7Bepics%7D", 200, "Cannot query field"},
	} {
		r, _ := http.NewRequest(http.MethodGet, address+page.path, nil)
		r.Header.Set("Apollo-Require-Preflight", "1")
		response, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		body, _ := io.ReadAll(response.Body)
		response.Body.Close()
		if response.StatusCode != page.status || !strings.Contains(string(body), page.want) {
			t.Errorf("%s: %d %.300s, want %d %s", page.path, response.StatusCode, body, page.status, page.want)
		}
	}
}

// TestNotReady asks a server whose store is closed.
func TestNotReady(t *testing.T) {
	store, err := sqlite.Open(localContext(), sqlite.Memory, db.Options{})
	if err != nil {
		t.Fatal(err)
	}
	s := serveStore(t, func(*statements.Counter) query.Store { return store })
	store.Close()
	if status, body := s.get(t, "/readyz"); status != 503 || body != "the store does not answer\n" {
		t.Errorf("/readyz: %d %s", status, body)
	}
	if status, _ := s.get(t, "/healthz"); status != 200 {
		t.Errorf("/healthz: %d, though the process lives", status)
	}
}

// TestExamples runs the playground's queries.
func TestExamples(t *testing.T) {
	s := serveDemo(t)
	for _, example := range web.Examples() {
		var variables map[string]any
		if example.Variables != nil {
			if err := json.Unmarshal(example.Variables, &variables); err != nil {
				t.Fatal(err)
			}
		}
		got := s.ask(t, example.Query, variables)
		if len(got.Errors) > 0 || strings.Contains(string(got.Data), "null}") || strings.Contains(string(got.Data), `"nodes":[]`) {
			t.Errorf("%s: answered %.500s", example.Name, got.raw)
		}
	}
}

// TestPrices holds what requests cost: what they select, as often as they ask
// for it.
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

// TestTooMuch asks for what no client needs. Each is refused by name, soon.
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
		"a field too often": {"{ tasks { nodes { " + strings.Repeat("title ", 1990) + "} } }", nil, "LIMIT_EXCEEDED", `repeats 1990, allowed 250; the name \"title\" stands too often`},
		"lists in lists":    {`{ tasks(first: 200) { nodes { linkedEntities { groups(first: 200) { items { entity { linkedEntities { groups(first: 200) { items { label } } } } } } } } } }`, nil, "LIMIT_EXCEEDED", "complexity"},
		"many documents":    {"{" + strings.Repeat(`a: contextDocument(input: {start: {global: true}}) { text } `, 61) + "}", nil, "LIMIT_EXCEEDED", ""},
		"a long topic": {`query ($t: String!) { contextDocument(input: {start: {topic: $t}}) { text } }`,
			map[string]any{"t": strings.Repeat("é", 3_000)}, "BAD_USER_INPUT", "input.start.topic: 3000 characters are too many; want at most 2000"},
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
