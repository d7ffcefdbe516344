package e2e_test

import (
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"dossier/db/managed/managedtest"
	"dossier/graph"
)

// A fencing client sends the fence of its last answer with each request.
type fencing struct{ fence, staleness string }

// ask sends a document to a server, and returns the answer.
func (c *fencing) ask(t *testing.T, address, document string) string {
	t.Helper()
	body, err := json.Marshal(map[string]string{"query": document})
	if err != nil {
		t.Fatal(err)
	}
	request, err := http.NewRequestWithContext(t.Context(), http.MethodPost, address+"/graphql", strings.NewReader(string(body)))
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("Content-Type", "application/json")
	for name, value := range map[string]string{"X-Dossier-Fence": c.fence, "X-Dossier-Staleness": c.staleness} {
		if value != "" {
			request.Header.Set(name, value)
		}
	}
	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	if err != nil {
		t.Fatal(err)
	}
	if next := answer.Header.Get("X-Dossier-Fence"); (next == "") != (c.fence == "") && answer.StatusCode == http.StatusOK {
		t.Errorf("the fence %q after %q", next, c.fence)
	} else {
		c.fence = next
	}
	return string(text)
}

// twoLabels is what a client sees of one task: in the store, and in the project in memory.
type twoLabels struct {
	Data struct {
		Entity          struct{ Label string }
		ContextDocument struct {
			Nodes []struct{ Entity struct{ Label string } }
		}
	}
	Errors []any
}

const replicatedTask = "shoplane/task/offline-queue"

// labels returns the label in the store and the one in memory.
func (c *fencing) labels(t *testing.T, address string) (stored, held string) {
	t.Helper()
	text := c.ask(t, address, fmt.Sprintf(`{ entity(id: %q) { label } contextDocument(input: {start: {topic: "zyzzyva"}, maxTokens: 500}) {
		nodes { entity { label } } } }`, graph.ID(replicatedTask)))
	var answer twoLabels
	if err := json.Unmarshal([]byte(text), &answer); err != nil || len(answer.Errors) > 0 {
		t.Errorf("%v, %s", err, text)
		return "", ""
	}
	for _, node := range answer.Data.ContextDocument.Nodes {
		held = max(held, node.Entity.Label)
	}
	return answer.Data.Entity.Label, held
}

func rename(t *testing.T, c *fencing, address, title string) {
	t.Helper()
	const document = `mutation { updateEntity(input: {task: {id: %q, title: %q}}) { entityId } }`
	text := c.ask(t, address, fmt.Sprintf(document, graph.ID(replicatedTask), title))
	if strings.Contains(text, `"errors"`) {
		t.Errorf("%s: %s", title, text)
	}
}

// TestReplicaServers lets clients that send their fence ask two servers at random,
// which read two replicas, of which one is behind; another client writes, and one
// that sends no fence reads. None sees an older state than it has seen or written,
// in the store and in memory, none gets an error when a replica is killed, and the
// projects in memory are not read again from the beginning.
func TestReplicaServers(t *testing.T) {
	if testing.Short() {
		t.Skip("starts several servers of Postgres")
	}
	primary := managedtest.StartPrimary(t)
	importDemo(t, primary.URL("postgres"))
	replicas := []*managedtest.Node{primary.Replica(t), primary.Replica(t, "recovery_min_apply_delay='1s'")}
	var servers []string
	for range 2 {
		servers = append(servers, startServer(t, "serve", "--db="+primary.URL("postgres"), "--index-dir=none",
			"--db-read="+replicas[0].URL("postgres"), "--db-read="+replicas[1].URL("postgres")).address)
	}
	anyServer := func() string { return servers[rand.IntN(len(servers))] }
	rename(t, &fencing{}, servers[0], "Zyzzyva 000000")
	end := time.Now().Add(8 * time.Second)
	var busy sync.WaitGroup
	var count atomic.Int64
	busy.Go(func() {
		writer, current := &fencing{fence: "none"}, &fencing{}
		for n := 1; time.Now().Before(end); n++ {
			title := fmt.Sprintf("Zyzzyva %06d", n)
			rename(t, writer, anyServer(), title)
			for _, reader := range []*fencing{writer, current} {
				if stored, held := reader.labels(t, anyServer()); stored != title || held != title {
					t.Errorf("after %s, with the fence %q: %s and %s", title, reader.fence, stored, held)
				}
			}
			time.Sleep(100 * time.Millisecond)
		}
	})
	for n := range 3 {
		busy.Go(func() {
			reader, lastStored, lastHeld := &fencing{fence: "none", staleness: []string{"", "30s", "1500ms"}[n]}, "", ""
			for time.Now().Before(end) {
				stored, held := reader.labels(t, anyServer())
				if stored < lastStored || held < lastHeld {
					t.Errorf("%s and %s after %s and %s", stored, held, lastStored, lastHeld)
				}
				lastStored, lastHeld = stored, held
				count.Add(1)
				time.Sleep(time.Duration(rand.IntN(400)) * time.Millisecond) // some ask before the replicas have what they saw
			}
		})
	}
	time.Sleep(5 * time.Second)
	replicas[0].Kill()
	busy.Wait()
	for _, server := range servers {
		metrics := page(t, server+"/metrics")
		if read := metric(t, metrics, `dossier_project_loads_total{from="store"}`); read > 10 {
			t.Errorf("%v graphs were read from the beginning; expected those of the demo", read)
		}
		for _, place := range []string{"replica", "primary"} {
			if metric(t, metrics, fmt.Sprintf("dossier_replica_requests_total{read=%q}", place)) == 0 {
				t.Errorf("no request that accepts a replica was read at the %s", place)
			}
		}
	}
	t.Logf("%d reads", count.Load())
}

// TestFenceHeaders sends headers that have no meaning.
func TestFenceHeaders(t *testing.T) {
	s := startServer(t, "demo")
	for _, test := range []struct{ fence, staleness, want string }{
		{"", "5s", "expected the header X-Dossier-Fence as well"},
		{"1234", "", `expected none, or the fence of the answer before; got \"1234\"`},
		{"none", "soon", `expected a time such as 5s; got \"soon\"`},
		{"none", "-5s", `expected a time such as 5s`},
		{"newest", "5s", `"data":`},
		{"0/16B3748", "", `"data":`},
	} {
		client := &fencing{test.fence, test.staleness}
		if text := client.ask(t, s.address, "{ projects(first: 1) { totalCount } }"); !strings.Contains(text, test.want) {
			t.Errorf("fence %q, staleness %q: %s; expected %s", test.fence, test.staleness, text, test.want)
		}
	}
}

// metric returns the value of a series in a page of metrics.
func metric(t *testing.T, page, series string) (value float64) {
	t.Helper()
	_, after, found := strings.Cut(page, "\n"+series+" ")
	if _, err := fmt.Sscan(after, &value); err != nil || !found {
		t.Fatalf("%s: %v in %s", series, err, page)
	}
	return value
}

// TestAnswerHeaders looks at the headers of answers for the next request: the fence, also
// of agents, and the project.
func TestAnswerHeaders(t *testing.T) {
	s := startServer(t, "demo")
	const tool = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"search","arguments":{"query":"salt"}}}`
	for _, test := range []struct{ path, accept, body, fence, project string }{
		{"/mcp", "application/json", tool, "none", ""},
		{"/mcp", "application/json, text/event-stream", tool, "newest", ""},
		{"/graphql", "application/json", `{"query":"{ search(query: \"salt\", projectId: \"airnet\") { hits { score } } }"}`,
			"none", "airnet"},
		{"/graphql", "application/json", `{"query":"{ lenses { name } a: contextDocument(input: {start: {projectId: \"airnet\"}}) { tokens } ` +
			`b: search(query: \"x\", projectId: \"shoplane\") { hits { score } } }"}`, "none", "airnet"},
		{"/graphql", "application/json", `{"query":"query($projectId: ID) { tasks(projectId: $projectId, first: 1) { totalCount } }",` +
			`"variables":{"projectId":"airnet"}}`, "none", "airnet"},
		{"/graphql", "application/json", `{"query":"{ tasks(projectId: \"a\\r\\nX-Other: b\", first: 1) { totalCount } }"}`, "none", ""},
		{"/graphql", "application/json", `{"query":"{ lenses { name } }"}`, "none", ""},
	} {
		request, err := http.NewRequestWithContext(t.Context(), http.MethodPost, s.address+test.path, strings.NewReader(test.body))
		if err != nil {
			t.Fatal(err)
		}
		request.Header = http.Header{"Content-Type": {"application/json"}, "Accept": {test.accept}, "X-Dossier-Fence": {"none"}}
		answer, err := http.DefaultClient.Do(request)
		if err != nil {
			t.Fatal(err)
		}
		text, err := io.ReadAll(answer.Body)
		_ = answer.Body.Close()
		fence, project := answer.Header.Get("X-Dossier-Fence"), answer.Header.Get("X-Dossier-Project")
		if err != nil || answer.StatusCode != http.StatusOK || fence != test.fence || project != test.project ||
			answer.Header.Get("X-Other") != "" {
			t.Errorf("%s %s: %d, the fence %q and the project %q; expected %q and %q; %.300s, %v",
				test.path, test.body, answer.StatusCode, fence, project, test.fence, test.project, text, err)
		}
	}
}
