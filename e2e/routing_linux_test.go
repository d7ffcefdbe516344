package e2e_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"dossier/db/managed/managedtest"
)

// The projects of the test, of which a server has memory for less than a half.
const (
	routedProjects = 250
	routedTasks    = 140
)

// manyProjects returns the NDJSON of projects with tasks.
func manyProjects() string {
	var lines strings.Builder
	words := strings.Fields("harbour ledger signal copper lantern meadow quarry timber anchor beacon cistern furnace")
	for p := range routedProjects {
		fmt.Fprintf(&lines, `{"kind":"project","id":"routed-%d","name":"Project %d"}`+"\n", p, p)
		for n := range routedTasks {
			title := fmt.Sprintf("%s %s %d of %d", words[(p+n)%len(words)], words[(p*7+n*5)%len(words)], n, p)
			fmt.Fprintf(&lines, `{"kind":"task","id":"routed-%d/%d","project_id":"routed-%d","title":%q}`+"\n", p, n, p, title)
		}
	}
	return lines.String()
}

// haproxy starts HAProxy with the configuration of deploy/compose for the servers, and
// returns its address. The servers have these addresses when they run.
func haproxy(t *testing.T, servers []string, edit func(string) string) string {
	t.Helper()
	program := managedtest.Program(t, "haproxy")
	text, err := os.ReadFile(filepath.Join(root, "deploy/compose/haproxy.cfg"))
	if err != nil {
		t.Fatal(err)
	}
	address := freeAddress(t)
	config := regexp.MustCompile(`(?m)^    server .*\n|^resolvers .*\n.*\n`).ReplaceAllString(string(text), "")
	config = strings.Replace(config, "bind :8080", "bind "+address, 1)
	for i, server := range servers {
		config += fmt.Sprintf("    server dossier-%d %s\n", i, server)
	}
	file := writeFile(t, filepath.Join(t.TempDir(), "haproxy.cfg"), edit(config))
	var output bytes.Buffer
	command := exec.Command(program, "-f", file)
	command.Stdout, command.Stderr = &output, &output
	command.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
	if err := command.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = command.Process.Kill()
		_ = command.Wait()
		if t.Failed() {
			t.Log(output.String())
		}
	})
	for deadline := time.Now().Add(30 * time.Second); ; time.Sleep(20 * time.Millisecond) {
		answer, err := http.Get("http://" + address + "/readyz")
		if err == nil {
			_ = answer.Body.Close()
			if answer.StatusCode == http.StatusOK {
				return "http://" + address
			}
		}
		if time.Now().After(deadline) {
			t.Fatalf("HAProxy does not answer: %v, %s", err, output.String())
		}
	}
}

// freeAddress returns an address at which nothing listens.
func freeAddress(t *testing.T) string {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	return listener.Addr().String()
}

// serveAt starts a server at an address, with memory for a part of the projects.
func serveAt(t *testing.T, db, address string) server {
	t.Helper()
	command := process(t, "serve", "--db="+db, "--listen="+address, "--index-dir=none", "--memory=176MiB", "--log-level=error")
	command.Stderr = os.Stderr
	return started(t, command)
}

// A routed client asks about a project, whose id is a variable.
func askRouted(address string, project int) (string, error) {
	const document = `query($projectId: ID!, $q: String!) { search(query: $q, projectId: $projectId, first: 3) {` +
		` hits { entity { id label } score } } }`
	body := fmt.Sprintf(`{"query":%q,`+
		`"variables":{"projectId":"routed-%d","q":"harbour lantern %d"}}`, document, project, project)
	answer, err := http.Post(address+"/graphql", "application/json", strings.NewReader(body))
	if err != nil {
		return "", err
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	isWhole := bytes.Contains(text, []byte(`"label"`)) && !bytes.Contains(text, []byte(`"errors"`))
	if err != nil || answer.StatusCode != http.StatusOK || !isWhole {
		return "", fmt.Errorf("project %d: status %d, %s, %w", project, answer.StatusCode, text, err)
	}
	if of := answer.Header.Get("X-Dossier-Project"); of != fmt.Sprintf("routed-%d", project) {
		return "", fmt.Errorf("the header names project %q, expected routed-%d", of, project)
	}
	return string(text), nil
}

// readFromStore returns how many graphs the servers read from the store so far.
func readFromStore(t *testing.T, servers []string) (sum float64) {
	t.Helper()
	for _, server := range servers {
		sum += metric(t, page(t, "http://"+server+"/metrics"), `dossier_project_loads_total{from="store"}`)
	}
	return sum
}

// hits asks for projects at random by several clients, and returns the share of
// requests for which a server had the project in memory. All answers must be those of
// want.
func hits(t *testing.T, front string, servers []string, want []string) float64 {
	t.Helper()
	ask := func(requests int) {
		var asking sync.WaitGroup
		for client := range 4 {
			asking.Go(func() {
				chosen := rand.New(rand.NewPCG(7, uint64(client)))
				for range requests / 4 {
					project := chosen.IntN(routedProjects)
					text, err := askRouted(front, project)
					if err != nil || text != want[project] {
						t.Errorf("%v, %s; expected %s", err, text, want[project])
						return
					}
				}
			})
		}
		asking.Wait()
	}
	ask(3 * routedProjects) // which fill the memory
	const requests = 800
	before := readFromStore(t, servers)
	ask(requests)
	return 1 - (readFromStore(t, servers)-before)/requests
}

// TestRouting asks three servers behind HAProxy, by its configuration in deploy and in
// turn: the answers are the same bytes, and the projects are in memory more often. Then
// one server is killed and another added while clients ask, without an error.
func TestRouting(t *testing.T) {
	if testing.Short() {
		t.Skip("starts three servers and HAProxy")
	}
	db := databases.Database(t)
	imported := process(t, "import", "--db="+db, "-")
	imported.Stdin = strings.NewReader(manyProjects())
	if out, err := imported.CombinedOutput(); err != nil {
		t.Fatalf("import: %v, %s", err, out)
	}
	addresses := []string{freeAddress(t), freeAddress(t), freeAddress(t), freeAddress(t)}
	var servers []server
	for _, address := range addresses[:3] {
		servers = append(servers, serveAt(t, db, address))
	}
	var want []string
	for project := range routedProjects {
		text, err := askRouted("http://"+addresses[project%3], project)
		if err != nil {
			t.Fatal(err)
		}
		want = append(want, text)
	}
	asIs := func(config string) string { return config }
	inTurn := func(config string) string {
		return regexp.MustCompile(`(?m)^    (hash-.*|balance .*)$`).ReplaceAllString(config, "    balance roundrobin")
	}
	turns := hits(t, haproxy(t, addresses[:3], inTurn), addresses[:3], want)
	front := haproxy(t, addresses, asIs) // of which one does not run yet
	hashed := hits(t, front, addresses[:3], want)
	t.Logf("in memory: %.0f %% of requests in turn, %.0f %% by project", 100*turns, 100*hashed)
	if turns > .7 || hashed < .85 {
		t.Errorf("expected at most 70 and at least 85 %%")
	}
	replaceUnderLoad(t, front, servers[1], func() { serveAt(t, db, addresses[3]) }, want)
}

// replaceUnderLoad kills a server and starts another one while clients ask.
func replaceUnderLoad(t *testing.T, front string, victim server, start func(), want []string) {
	t.Helper()
	done := make(chan struct{})
	var asking sync.WaitGroup
	var asked atomic.Int64
	for client := range 4 {
		asking.Go(func() {
			chosen := rand.New(rand.NewPCG(11, uint64(client)))
			for {
				select {
				case <-done:
					return
				default:
				}
				project := chosen.IntN(routedProjects)
				if text, err := askRouted(front, project); err != nil || text != want[project] {
					t.Errorf("%v, %s; expected %s", err, text, want[project])
				}
				asked.Add(1)
			}
		})
	}
	time.Sleep(500 * time.Millisecond)
	if err := victim.process.Process.Signal(syscall.SIGKILL); err != nil {
		t.Error(err)
	}
	time.Sleep(time.Second)
	start()
	time.Sleep(4 * time.Second) // HAProxy looks at it twice
	close(done)
	asking.Wait()
	t.Logf("%d requests while a server was killed and another was added", asked.Load())
	if asked.Load() < 100 {
		t.Errorf("only %d requests", asked.Load())
	}
}

// TestConversationMoves asks a second question of a conversation at another server,
// whose memory is empty, as when a balancer moves the project. The answer leaves out
// what the first one had, and has the same bytes as at the first server.
func TestConversationMoves(t *testing.T) {
	db := databases.Database(t)
	importDemo(t, db)
	var answers []string
	start := func() server { return startServer(t, "serve", "--db="+db, "--index-dir=none") }
	first, second := start(), start()
	const document = `{ contextDocument(input: {start: {topic: "offline queue"}, maxTokens: 600, now: "2026-11-18T12:00:00Z"%s}) { ` +
		`text digest } }`
	client := &fencing{}
	var opening struct {
		Data struct{ ContextDocument struct{ Text, Digest string } }
	}
	text := client.ask(t, first.address, fmt.Sprintf(document, ""))
	if err := json.Unmarshal([]byte(text), &opening); err != nil || opening.Data.ContextDocument.Digest == "" {
		t.Fatalf("%v, %s", err, text)
	}
	known := fmt.Sprintf(", known: [%q]", opening.Data.ContextDocument.Digest)
	for _, server := range []string{second.address, first.address} {
		answers = append(answers, client.ask(t, server, fmt.Sprintf(document, known)))
	}
	if answers[0] != answers[1] || answers[0] == text || strings.Contains(answers[0], `"errors"`) {
		t.Errorf("at the other server %s\nat the first %s\nthe beginning %s", answers[0], answers[1], text)
	}
}

// TestLostRequests sends requests to servers that read them and close the connection, as
// when they are killed. HAProxy sends queries to another server, and what may have
// been written never twice.
func TestLostRequests(t *testing.T) {
	var arrived atomic.Int64
	lose := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/readyz" {
			return
		}
		_, _ = io.Copy(io.Discard, r.Body)
		arrived.Add(1)
		if conn, _, err := http.NewResponseController(w).Hijack(); err == nil {
			_ = conn.Close()
		}
	})
	var addresses []string
	for range 2 {
		server := httptest.NewServer(lose)
		defer server.Close()
		addresses = append(addresses, server.Listener.Addr().String())
	}
	// Without it, the servers are down after the first loss.
	stay := func(config string) string {
		return strings.Replace(config, "observe layer4 error-limit 1 on-error mark-down", "", 1)
	}
	front := haproxy(t, addresses, stay)
	for _, test := range []struct {
		path, body string
		again      bool
	}{
		{"/graphql", `{"query":"{ lenses { name } }"}`, true},
		{"/graphql", `{"variables":{"projectId":"airnet"},"query":"query($projectId: ID) { tasks(projectId: $projectId) { totalCount } }"}`,
			true},
		{"/graphql", `{"query":"mutation { updateEntity(input: {task: {id: \"a\", priority: 1}}) { entityId } }"}`, false},
		{"/graphql", `{"variables":{"projectId":"airnet"},"query":"# a comment\n mutation { a }"}`, false},
		{"/graphql", `{"documentId":"abcdef"}`, false},
		{"/mcp", `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"create_entity","arguments":{"project":"airnet","query":"x"}}}`,
			false},
		{"/import", `{"kind":"project","id":"query"}`, false},
	} {
		arrived.Store(0)
		answer, err := http.Post(front+test.path, "application/json", strings.NewReader(test.body))
		if err == nil { // else the connection was closed, as that to the server
			_ = answer.Body.Close()
		}
		if count := arrived.Load(); (count > 1) != test.again || count == 0 || err == nil && answer.StatusCode < 500 {
			t.Errorf("%s %s: sent %d times, %v; expected again %v", test.path, test.body, count, err, test.again)
		}
	}
}
