package e2e_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"dossier/graph"
)

// A balancer passes requests in turn to the servers that are ready.
type balancer struct {
	mu      sync.Mutex
	servers map[string]bool // by address: whether it is ready
	turn    atomic.Int64
}

// watch asks the servers whether they are ready until done is closed.
func (b *balancer) watch(done <-chan struct{}) {
	for {
		select {
		case <-done:
			return
		case <-time.After(20 * time.Millisecond):
		}
		for _, address := range b.all() {
			answer, err := http.Get(address + "/readyz")
			ready := err == nil && answer.StatusCode == http.StatusOK
			if err == nil {
				_ = answer.Body.Close()
			}
			b.set(address, ready)
		}
	}
}

func (b *balancer) set(address string, ready bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.servers[address] = ready
}

func (b *balancer) all() (list []string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for address := range b.servers {
		list = append(list, address)
	}
	return list
}

// next returns a server that is ready.
func (b *balancer) next() *url.URL {
	b.mu.Lock()
	defer b.mu.Unlock()
	var ready []string
	for address, is := range b.servers {
		if is {
			ready = append(ready, address)
		}
	}
	to, err := url.Parse(ready[int(b.turn.Add(1))%len(ready)])
	if err != nil {
		panic(err)
	}
	return to
}

// TestRollingRestart replaces two servers one after the other while clients read
// and write through a balancer. No request may fail.
func TestRollingRestart(t *testing.T) {
	if testing.Short() {
		t.Skip("restarts servers for seconds")
	}
	for name, db := range sharedStores {
		t.Run(name, func(t *testing.T) {
			url := db(t)
			importDemo(t, url)
			start := func() server { return startServer(t, "serve", "--db="+url, "--drain=500ms") }
			b := &balancer{servers: map[string]bool{}}
			old := []server{start(), start()}
			for _, one := range old {
				b.set(one.address, true)
			}
			done := make(chan struct{})
			var busy sync.WaitGroup
			busy.Go(func() { b.watch(done) })
			front := httptest.NewServer(&httputil.ReverseProxy{Rewrite: func(r *httputil.ProxyRequest) {
				r.SetURL(b.next())
				r.Out.Host = "localhost"
			}})
			defer front.Close()
			var asked atomic.Int64
			for n := range 4 {
				busy.Go(func() { load(t, front.URL, n, done, &asked) })
			}
			for _, one := range old {
				b.set(start().address, true)
				if err := one.stop(syscall.SIGTERM); err != nil {
					t.Errorf("a server ended with %v", err)
				}
			}
			close(done)
			busy.Wait()
			if asked.Load() < 20 {
				t.Errorf("only %d requests were made", asked.Load())
			}
			t.Logf("%d requests", asked.Load())
		})
	}
}

// load reads and writes until done is closed.
func load(t *testing.T, address string, n int, done <-chan struct{}, asked *atomic.Int64) {
	id := graph.ID("shoplane/task/offline-queue")
	for round := 0; ; round++ {
		select {
		case <-done:
			return
		default:
		}
		query := fmt.Sprintf(`{ entity(id: %q) { label } contextDocument(input: {start: {topic: "fog"}, maxTokens: 300}) { tokens } }`, id)
		if round%5 == 0 {
			query = fmt.Sprintf(`mutation { updateEntity(input: {task: {id: %q, priority: %d}}) { entityId } }`, id, n+1)
		}
		body := strings.NewReader(fmt.Sprintf(`{"query":%q}`, query))
		answer, err := http.Post(address+"/graphql", "application/json", body)
		if err != nil {
			t.Errorf("round %d: %v", round, err)
			return
		}
		text := make([]byte, 1000)
		size, _ := answer.Body.Read(text)
		_ = answer.Body.Close()
		if answer.StatusCode != http.StatusOK || strings.Contains(string(text[:size]), `"errors"`) {
			t.Errorf("round %d: %d %s", round, answer.StatusCode, text[:size])
			return
		}
		asked.Add(1)
	}
}
