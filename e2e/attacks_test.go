package e2e_test

import (
	"bytes"
	"cmp"
	"compress/gzip"
	"fmt"
	"io"
	"net/http"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"text/tabwriter"

	"dossier/graph"
)

// An attack is a request that was expensive in the first version.
type attack struct {
	name   string
	before string // what it cost
	path   string // /graphql if empty
	header http.Header
	body   string
	times  int // at once; 1 if 0

	status int    // of each answer; 0 for the one that says that the server is busy, too
	want   string // a part of each answer
	bytes  int    // of an answer at most
}

// packedBy returns a text that gzip has packed a number of times.
func packedBy(text string, times int) string {
	for range times {
		var packed bytes.Buffer
		writer, _ := gzip.NewWriterLevel(&packed, gzip.BestCompression) // the level is valid
		_, _ = io.WriteString(writer, text)                             // a buffer does not fail
		_ = writer.Close()
		text = packed.String()
	}
	return text
}

// numbered returns the results of one for the numbers below n.
func numbered(n int, one func(i int) string) string {
	var text strings.Builder
	for i := range n {
		text.WriteString(one(i))
	}
	return text.String()
}

// asked returns the body of a query with a text as its variable t.
func asked(query, text string) string {
	return fmt.Sprintf(`{"query":%s,"variables":{"t":%s}}`, graph.EncodeJSON(query), graph.EncodeJSON(text))
}

// attacks are the attacks with single requests and copies of one. Those with
// connections, with files and with faults of the store have tests of their own.
func attacks() []attack {
	long := strings.Repeat("a", 900<<10)
	ndjson := http.Header{"Content-Type": {"application/x-ndjson"}}
	packed := func(times int) http.Header {
		return http.Header{"Content-Encoding": {strings.TrimSuffix(strings.Repeat("gzip, ", times), ", ")}}
	}
	const documents = `{ documents(first: 200) { nodes { full { content } } } }`
	const call = `{"jsonrpc":"2.0","id":%d,"method":"tools/call","params":{"name":"get_project_graph_full",` +
		`"arguments":{"project":"shoplane","max_tokens":20000}}}`
	const topics = `query ($t: String!) { contextDocument(input: {start: {topics: [$t,$t,$t,$t,$t,$t,$t,$t,$t,$t,$t,` +
		`$t,$t,$t,$t,$t,$t,$t,$t,$t]}}) { text } }`
	return []attack{
		{name: "texts of 120 documents, 12 MB", before: "45 MB for a price of 93", body: asked(documents, ""), status: 400,
			want: `"limit":"responseBytes"`, bytes: 500},
		{name: "64 of these at once", before: "6 GB, killed", body: asked(documents, ""), times: 64, want: `"code":"LIMIT_EXCEEDED"`, bytes: 500},
		{name: "a fragment on a name of 900 kB", before: "3 s, 900 kB", body: asked("{ ...F } fragment F on "+long+" { id }", ""), status: 400,
			want: `"limit":"nameBytes"`, bytes: 300},
		{name: "249 conflicting fields", before: "4 MB",
			body: asked("{"+numbered(249, func(i int) string { return fmt.Sprintf("a:e%d ", i) })+"}", ""), status: 400,
			want: `"code":"GRAPHQL_VALIDATION_FAILED"`, bytes: 8000},
		{name: "a query of 900 kB by GET", path: "/graphql?query=" + strings.Repeat("%7Ba%7D", 90<<10), status: 400, want: `"limit":"tokens"`,
			bytes: 300},
		{name: "resolveMentions of 20,000 characters", before: "185 ms for a price of 53",
			body:   asked(`query ($t: String!) { resolveMentions(text: $t, projectId: "<shoplane>") { text } }`, strings.Repeat("@offline ", 2222)),
			status: 200, want: `"price":`, bytes: 500_000},
		{name: "20 topics of 2,000 characters", before: "644 ms for a price of 210", body: asked(topics, strings.Repeat("queue ", 333)),
			status: 400, want: `"limit":"complexity"`, bytes: 400},
		{name: "a batch of 30,000 queries", body: "[" + strings.Repeat(`{"query":"{a}"},`, 30_000) + `{"query":"{a}"}]`, status: 400,
			want: "batches are not supported", bytes: 300},
		{name: "variables 500,000 lists deep", body: `{"query":"{ viewer { actorId } }","variables":{"x":` + strings.Repeat("[", 500_000),
			status: 400, want: "BAD_USER_INPUT", bytes: 300},
		{name: "a body of 2 MB", body: asked("{ viewer { actorId } }", strings.Repeat("x", 2<<20)), status: 413, want: `"limit":"bodyBytes"`,
			bytes: 300},
		{name: "a body packed by gzip", header: packed(1), body: packedBy(asked("{ viewer { actorId } }", strings.Repeat("x", 64<<20)), 1),
			status: 415, want: "the body must not be encoded", bytes: 300},
		{name: "a body packed by gzip three times", header: packed(3), body: packedBy(strings.Repeat("x", 64<<20), 3), status: 415,
			want: "the body must not be encoded", bytes: 300},
		{name: "multipart", header: http.Header{"Content-Type": {"multipart/form-data; boundary=x"}}, body: strings.Repeat("--x\r\n"+
			"Content-Disposition: form-data; name=\"0\"\r\n\r\n\r\n", 10_000), status: 415, want: "application/json", bytes: 300},
		{name: "a path of 100 kB", path: "/" + strings.Repeat("%2e%2e%2f", 11_000), status: 404, bytes: 300},
		{name: "2 MB of headers", header: http.Header{"X-Flood": {strings.Repeat("x", 2<<20)}}, status: 431, bytes: 300},
		{name: "MCP: a batch of 5,000 calls", path: "/mcp", body: "[" + numbered(5000,
			func(i int) string { return fmt.Sprintf(call, i) + "," }) + fmt.Sprintf(call, 5000) + "]", status: 400, want: "batch", bytes: 500},
		{name: "MCP: a body of 2 MB", path: "/mcp", body: strings.Repeat(" ", 2<<20), status: 413, bytes: 300},
		{name: "MCP: an unknown session", path: "/mcp", header: http.Header{"Mcp-Session-Id": {strings.Repeat("x", 1000)}},
			body: `{"jsonrpc":"2.0","id":1,"method":"tools/list"}`, status: 200, want: "get_context_document", bytes: 50_000},
		{name: "MCP: 64 whole graphs at once", before: "3 GB, /healthz 6 s", path: "/mcp", body: fmt.Sprintf(call, 1), times: 64,
			want: `"jsonrpc":"2.0"`, bytes: 100_000},
		{name: "import: a file of which each line is rejected", before: "210 MB of errors for 195 kB", path: "/import?onError=stop",
			header: ndjson, body: strings.Repeat(`{"kind":"task","id":"x"}`+"\n", 20_000), status: 422, want: `"rejected":20000`, bytes: 4 << 20},
		{name: "import: 300 MB of blank lines in 300 kB", before: "read to the end", path: "/import",
			header: http.Header{"Content-Type": {"application/gzip"}}, body: packedBy(strings.Repeat("\n", 300<<20), 1), status: 413,
			want: "LIMIT_EXCEEDED", bytes: 300},
		{name: "import: a key twice", before: "the last one wins", path: "/import", header: ndjson,
			body: `{"kind":"project","id":"a","name":"A","name":"B"}` + "\n", status: 422, want: "twice", bytes: 2000},
		{name: "64 documents of 40,000 tokens at once",
			body: asked(`{ contextDocument(input: {start: {global: true}, maxTokens: 40000}) { tokens } }`, ""), times: 64, bytes: 1000, want: `"`},
	}
}

// TestAttacks sends each attack to a server, and checks how it is answered, the
// bytes of the answers, and at the end the memory of the server. -v prints the
// table.
func TestAttacks(t *testing.T) {
	if testing.Short() {
		t.Skip("it takes all processors for seconds")
	}
	const memory, most = 320 << 20, 384 << 20 // an import has its lines beside it
	url := "sqlite:" + filepath.Join(t.TempDir(), "attacked.db")
	large := numbered(120, func(i int) string {
		return fmt.Sprintf(`{"kind":"document","id":"large/%d","project_id":"shoplane","title":"Large %d","content":"%s"}`+"\n", i, i,
			strings.Repeat("some text ", 10_000))
	})
	for _, path := range []string{demoPath, writeFile(t, filepath.Join(t.TempDir(), "large.ndjson"), large)} {
		if out, err := process(t, "import", "--db="+url, path).CombinedOutput(); err != nil {
			t.Fatalf("import: %v\n%s", err, out)
		}
	}
	s := startServer(t, "serve", "--db="+url, fmt.Sprint("--memory=", memory), "--max-import=64MiB")
	warm := attack{body: asked(`{ contextDocument(input: {start: {topic: "queue"}}) { tokens } }`, "")}
	warm.send(t, s.address)
	open := descriptors(s.process.Process.Pid)
	table := tabwriter.NewWriter(t.Output(), 0, 0, 2, ' ', 0)
	fmt.Fprintln(table, "attack\tbefore\tbytes\tanswered")
	for _, a := range attacks() {
		bytes, statuses := a.check(t, s.address)
		fmt.Fprintf(table, "%s\t%s\t%d\t%v\n", a.name, a.before, bytes, statuses)
	}
	_ = table.Flush() // the log does not fail
	http.DefaultClient.CloseIdleConnections()
	if status, answer := fetched(t, s.address+"/graphql", asked("{ viewer { actorId } }", "")); status != http.StatusOK {
		t.Errorf("after them: %d %s", status, answer)
	}
	took, left := peak(t, s.process.Process.Pid), descriptors(s.process.Process.Pid)
	t.Logf("at most %d MiB; %d descriptors before, %d after", took>>20, open, left)
	if took > most {
		t.Errorf("the server took %d MiB", took>>20)
	}
}

// check sends the attack, and returns the most bytes of an answer and the
// number of answers by status.
func (a *attack) check(t *testing.T, address string) (most int, statuses map[int]int) {
	t.Helper()
	statuses = map[int]int{}
	var mu sync.Mutex
	var sending sync.WaitGroup
	for range max(1, a.times) {
		sending.Go(func() {
			status, answer := a.send(t, address)
			mu.Lock()
			defer mu.Unlock()
			statuses[status]++
			most = max(most, len(answer))
			isBusy := a.times > 1 && strings.Contains(answer, "the server is busy")
			if !isBusy && (a.status != 0 && status != a.status || !strings.Contains(answer, a.want)) || len(answer) > a.bytes {
				t.Errorf("%s: %d, %d bytes: %.300s", a.name, status, len(answer), answer)
			}
		})
	}
	sending.Wait()
	return most, statuses
}

// send sends the attack once. If the server closes the connection meanwhile, the
// answer cannot always be read, so send returns the wanted one.
func (a *attack) send(t *testing.T, address string) (status int, answer string) {
	method := http.MethodPost
	if a.body == "" {
		method = http.MethodGet
	}
	request, err := http.NewRequestWithContext(t.Context(), method, address+cmp.Or(a.path, "/graphql"), strings.NewReader(withIDs(a.body)))
	if err != nil {
		t.Error(err)
		return 0, ""
	}
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("Accept", "application/graphql-response+json, application/json, text/event-stream;q=0.5")
	if strings.HasPrefix(a.path, "/mcp") {
		request.Header.Set("Accept", "application/json, text/event-stream")
	}
	for name, values := range a.header {
		request.Header[name] = values
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return a.status, a.want // the server has closed the connection
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err != nil {
		return response.StatusCode, a.want // the server has closed the connection
	}
	return response.StatusCode, string(body)
}
