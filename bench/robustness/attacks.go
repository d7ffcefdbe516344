package main

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"dossier/bench/measure"
	"dossier/bench/served"
	"dossier/graph"
)

// An attack is a request that is meant to be expensive.
type attack struct {
	name   string
	method string // POST if empty
	path   string // /graphql if empty
	header http.Header
	body   string
}

// attacks prints the cost of each attack to the server: its processor time, its
// additional memory at most, the bytes of the answer, and the status.
func attacks(ctx context.Context, s settings) error {
	folder, program, err := served.Build(ctx)
	if err != nil {
		return err
	}
	defer os.RemoveAll(folder)
	url := "sqlite:" + filepath.Join(folder, "attacked.db")
	figures := measure.NewTable("attack", "ms of a processor", "MB more", "bytes of the answer", "answered")
	defer figures.Print()
	for _, file := range append([]importAttack{{name: "import of the data", path: s.data}}, importAttacks()...) {
		if err := file.measure(ctx, program, url, folder, figures); err != nil {
			return err
		}
	}
	server, err := served.Start(ctx, program, url, "--memory="+overloadMemory)
	if err != nil {
		return err
	}
	defer server.Stop()
	if err := loadAll(ctx, server); err != nil {
		return err
	}
	for _, a := range queryAttacks(graph.ID(s.project)) {
		if err := a.measure(ctx, server, figures); err != nil {
			return fmt.Errorf("%s: %w", a.name, err)
		}
	}
	for _, c := range connectionAttacks() {
		if err := c.measure(ctx, server, figures); err != nil {
			return fmt.Errorf("%s: %w", c.name, err)
		}
	}
	return nil
}

// loadAll waits until the server has all projects in memory. A load goes on when
// the request that began it has timed out.
func loadAll(ctx context.Context, server *served.Server) error {
	const minute = 60 // tries of a second or more
	all := attack{body: queryOf(`{ search(query: "launch") { total } }`, "")}
	for range minute {
		if status, answer, err := all.send(ctx, server.Address); err != nil || !bytes.Contains(answer, []byte(`"TIMEOUT"`)) {
			return err
		} else if status != http.StatusOK {
			return fmt.Errorf("load the projects: %d %.300s", status, answer)
		}
	}
	return errors.New("load the projects: not within a minute")
}

// measure sends the request twice, because the first one may load a project,
// and measures the second.
func (a *attack) measure(ctx context.Context, server *served.Server, figures *measure.Table) error {
	if _, _, err := a.send(ctx, server.Address); err != nil {
		return err
	}
	server.PeakMB()
	before, used := server.ResidentMB(), server.ProcessorTime()
	status, answer, err := a.send(ctx, server.Address)
	if err != nil {
		return err
	}
	figures.Add(a.name, measure.Millis(server.ProcessorTime()-used), max(0, server.PeakMB()-before), len(answer),
		describeAnswer(status, answer))
	return nil
}

func (a *attack) send(ctx context.Context, address string) (int, []byte, error) {
	request, err := http.NewRequestWithContext(ctx, cmp.Or(a.method, http.MethodPost), address+cmp.Or(a.path, "/graphql"),
		strings.NewReader(a.body))
	if err != nil {
		return 0, nil, err
	}
	request.Header.Set("Content-Type", "application/json")
	for name, values := range a.header {
		request.Header[name] = values
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return 0, []byte("disconnected"), nil // the server may close the connection
	}
	defer response.Body.Close()
	answer, _ := io.ReadAll(response.Body) // it may also close the connection here
	return response.StatusCode, answer, nil
}

// describeAnswer returns the status of an answer and its first error code.
func describeAnswer(status int, answer []byte) string {
	var read struct {
		Errors []struct {
			Extensions struct{ Code, Limit string }
		}
	}
	if json.Unmarshal(answer, &read) != nil || len(read.Errors) == 0 {
		return fmt.Sprint(status)
	}
	first := read.Errors[0].Extensions
	return strings.TrimSpace(fmt.Sprint(status, " ", first.Code, " ", first.Limit))
}

// queryOf returns the body of a request with variables.
func queryOf(query string, variables string) string {
	var body bytes.Buffer
	fmt.Fprintf(&body, `{"query":%s,"variables":%s}`, graph.EncodeJSON(query), cmp.Or(variables, "null"))
	return body.String()
}

// queryAttacks returns the attacks with single requests.
func queryAttacks(project string) []attack {
	return slices.Concat(documentAttacks(project), headerAttacks(), argumentAttacks(project), topicAttacks())
}

// documentAttacks returns the attacks by the text of a document or its
// variables.
func documentAttacks(project string) []attack {
	const most = 1000 << 10 // below the limit of a body
	return []attack{
		{name: "a cheap query", body: queryOf(fmt.Sprintf(cheapQuery, project), "")},
		{name: "fragment on a name of 900 kB", body: queryOf("{ ...F } fragment F on "+strings.Repeat("a", 900<<10)+" { id }", "")},
		{name: "140 conflicting fields", body: queryOf("{ "+conflicting(140)+" }", "")},
		{name: "variables: list of 500,000 numbers",
			body: queryOf(`query ($x: JSON) { viewer { actorId } }`, `{"x":[`+strings.Repeat("0,", most/2-100)+`0]}`)},
		{name: "variables: 100,000 names", body: queryOf(`{ viewer { actorId } }`, "{"+manyMembers(70_000)+"}")},
		{name: "variables: 500,000 lists deep",
			body: queryOf(`{ viewer { actorId } }`, `{"x":`+strings.Repeat("[", most/2-100)+strings.Repeat("]", most/2-100)+`}`)},
		{name: "variables: 9,000 lists deep",
			body: queryOf(`{ viewer { actorId } }`, `{"x":`+strings.Repeat("[", 9000)+strings.Repeat("]", 9000)+`}`)},
		{name: "extensions: 9,000 objects deep",
			body: `{"query":"{ viewer { actorId } }","extensions":{"x":` + strings.Repeat(`{"a":`, 9000) + "1" + strings.Repeat("}", 9000) + "}}"},
		{name: "450 operations in a document", body: queryOf(strings.Repeat("query A { viewer { actorId } } ", 450), "")},
		{name: "250 operations of different names", body: queryOf(manyOperations(250), "")},
		{name: "60 aliases, each with @include of a variable", body: queryOf(manyIncludes(60), "")},
		{name: "a batch of 30,000", body: "[" + strings.Repeat(`{"query":"{a}"},`, 30_000) + `{"query":"{a}"}]`},
		{name: "a persisted query of another hash",
			body: `{"query":"{ viewer { actorId } }","extensions":{"persistedQuery":{"version":1,"sha256Hash":"` + strings.Repeat("0", 64) + `"}}}`},
	}
}

// headerAttacks returns the attacks by the line and headers of a request.
func headerAttacks() []attack {
	return []attack{
		{name: "GET with a query of 900 kB", method: http.MethodGet, path: "/graphql?query=" + strings.Repeat("%7Ba%7D", 900<<10/7)},
		{name: "a body packed by gzip", header: http.Header{"Content-Encoding": {"gzip"}}, body: "\x1f\x8b"},
		{name: "2 MB of headers", header: http.Header{"X-Flood": {strings.Repeat("x", 2<<20)}}, body: queryOf("{ viewer { actorId } }", "")},
		{name: "20,000 headers", header: manyHeaders(20_000), body: queryOf("{ viewer { actorId } }", "")},
		{name: "If-None-Match of 200,000 tags", method: http.MethodGet, path: "/graphql?query=%7Bviewer%7BactorId%7D%7D",
			header: http.Header{"If-None-Match": {strings.Repeat(`"a",`, 200_000)}}},
		{name: "Accept of 200,000 ranges", header: http.Header{"Accept": {strings.Repeat(`a/b;q=0.1,`, 90_000) + "application/json"}},
			body: queryOf("{ viewer { actorId } }", "")},
		{name: "Accept-Encoding of 200,000 codings", header: http.Header{"Accept-Encoding": {strings.Repeat(`a;q=0.1,`, 110_000) + "gzip"}},
			body: queryOf("{ viewer { actorId } }", "")},
		{name: "/playground/../../../etc/passwd", method: http.MethodGet, path: "/playground/%2e%2e/%2e%2e/%2e%2e/etc/passwd"},
	}
}

// argumentAttacks returns the attacks by filters, ids and texts.
func argumentAttacks(project string) []attack {
	return []attack{
		{name: "filter of 300 levels of not",
			body: queryOf(`{ tasks(filter: `+strings.Repeat("{not: ", 300)+"{}"+strings.Repeat("}", 300)+`) { totalCount } }`, "")},
		{name: "filter of 300 levels, in a variable", body: queryOf(`query ($f: TaskFilter) { tasks(filter: $f) { totalCount } }`,
			`{"f":`+strings.Repeat(`{"not":`, 300)+"{}"+strings.Repeat("}", 300)+`}`)},
		{name: "filter of 10,000 ors, in a variable", body: queryOf(`query ($f: TaskFilter) { tasks(filter: $f) { totalCount } }`,
			`{"f":{"or":[`+strings.Repeat(`{"text":"a"},`, 10_000)+`{}]}}`)},
		{name: "20,000 ids",
			body: queryOf(`query ($i: [ID!]!) { entities(ids: $i) { id } }`, `{"i":[`+strings.Repeat(`"`+project+`",`, 20_000)+`"`+project+`"]}`)},
		{name: "search of 1,000 wildcards",
			body: queryOf(`query ($q: String!) { search(query: $q) { total } }`, `{"q":"`+strings.Repeat("(a*)*", 200)+`"}`)},
		{name: "search of 500 quotes",
			body: queryOf(`query ($q: String!) { search(query: $q) { total } }`, `{"q":"`+strings.Repeat(`\"a \" -b`, 100)+`"}`)},
		{name: "search of phrases of stop words",
			body: queryOf(`query ($q: String!) { search(query: $q) { total } }`, `{"q":"`+strings.Repeat(`-\"the to\" \"of a\" `, 90)+`"}`)},
		{name: "resolveMentions of 10,000 @", body: queryOf(`query ($t: String!, $p: ID!) { resolveMentions(text: $t, projectId: $p) { text } }`,
			`{"t":"`+strings.Repeat("@a ", 6000)+`","p":"`+project+`"}`)},
	}
}

// topicAttacks returns the attacks by the topic of a context document.
func topicAttacks() []attack {
	topic := func(name, text string) attack {
		return attack{name: name, body: queryOf(`query ($t: String!) { contextDocument(input: {start: {topic: $t}}) { text } }`,
			graph.EncodeJSON(map[string]string{"t": text}))}
	}
	return []attack{
		topic("topic: a word of 2,000 letters", strings.Repeat("abcdefghij", 200)),
		topic("topic: 2,000 marks on a letter", "a"+strings.Repeat("\u0301", 1999)),
		topic("topic: 500 null bytes", strings.Repeat("a\x00", 500)),
		topic("topic: 2,000 letters of different words", words(2000)),
		topic("topic: 2,000 brackets", strings.Repeat("[", 1000)+strings.Repeat("](", 500)),
		topic("topic: 1,200 times done", strings.Repeat("done ", 1200)),
		topic("topic: 500 times risks of x", strings.Repeat("risks of x ", 500)),
		topic("topic: 500 times priority 1", strings.Repeat("priority 1. ", 500)),
		topic("topic: of both directions", strings.Repeat("\u202eabc\u202c", 300)),
	}
}
