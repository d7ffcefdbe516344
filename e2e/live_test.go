package e2e_test

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"sync"
	"testing"

	"dossier/graph"
)

const (
	liveTask   = `{"kind":"task","id":"shoplane/task/offline-queue","project_id":"shoplane","title":%q}` + "\n"
	liveFollow = `subscription { projectChanges(projectId: %q%s) { cursor resync event { operation entity { label } fields { name new } } } }`
)

// A follower reads the changes of the project shoplane from server-sent events.
type follower struct {
	lines  *bufio.Scanner
	cancel context.CancelFunc
}

// follow subscribes on a server, after a cursor or, if it is "", from now on.
func follow(t testing.TB, address, after string) follower {
	t.Helper()
	if after != "" {
		after = fmt.Sprintf(", after: %q", after)
	}
	ctx, cancel := context.WithCancel(t.Context())
	query := url.QueryEscape(fmt.Sprintf(liveFollow, graph.ID("shoplane"), after))
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, address+"/graphql?query="+query, nil)
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("Accept", "text/event-stream")
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { response.Body.Close() })
	t.Cleanup(cancel) // first
	lines := bufio.NewScanner(response.Body)
	lines.Buffer(nil, 1<<18)
	return follower{lines, cancel}
}

// next returns the cursor of the next change, and the title that it sets, or
// the label of the entity if it sets none. The title is "resync" for a notice,
// and "" at the end.
func (f follower) next(t testing.TB) (cursor, title string) {
	t.Helper()
	for f.lines.Scan() {
		text, is := strings.CutPrefix(f.lines.Text(), "data: ")
		if !is {
			continue
		}
		var got struct {
			Data struct {
				ProjectChanges struct {
					Cursor string
					Resync bool
					Event  struct {
						Entity struct{ Label string }
						Fields []struct {
							Name string
							New  any
						}
					}
				}
			}
		}
		if err := json.Unmarshal([]byte(text), &got); err != nil || got.Data.ProjectChanges.Cursor == "" {
			t.Fatalf("got %s (%v)", text, err)
		}
		change := got.Data.ProjectChanges
		if change.Resync {
			return change.Cursor, "resync"
		}
		for _, field := range change.Event.Fields {
			if field.Name == "title" {
				return change.Cursor, fmt.Sprint(field.New)
			}
		}
		return change.Cursor, change.Event.Entity.Label
	}
	return "", ""
}

// wants checks the titles of the next changes and returns the last cursor.
func (f follower) wants(t testing.TB, titles ...string) (cursor string) {
	t.Helper()
	for _, want := range titles {
		var got string
		if cursor, got = f.next(t); got != want {
			t.Fatalf("got %q at %s, want %q of %q", got, cursor, want, titles)
		}
	}
	return cursor
}

// TestFollowAcrossProcesses follows a project on two servers while other
// processes write. One server is killed, and its subscriber continues on the
// other.
func TestFollowAcrossProcesses(t *testing.T) {
	for name, db := range sharedStores {
		t.Run(name, func(t *testing.T) {
			store := "--db=" + db(t)
			write := func(source string) {
				t.Helper()
				command := process(t, "import", store, "-")
				command.Stdin = strings.NewReader(source)
				if out, err := command.CombinedOutput(); err != nil {
					t.Fatalf("import: %v\n%s", err, out)
				}
			}
			rename := func(titles ...string) {
				for _, title := range titles {
					write(fmt.Sprintf(liveTask, title))
				}
			}
			if out, err := process(t, "import", store, demoPath).CombinedOutput(); err != nil {
				t.Fatalf("import: %v\n%s", err, out)
			}
			one, other := startServer(t, "serve", store), startServer(t, "serve", store)
			first, second := follow(t, one.address, ""), follow(t, other.address, "")
			first.wants(t, "resync")
			second.wants(t, "resync")
			rename("a", "b")
			cursor := first.wants(t, "a")
			if err := one.process.Process.Kill(); err != nil {
				t.Fatal(err)
			}
			rename("c")
			follow(t, other.address, cursor).wants(t, "b", "c")
			second.wants(t, "a", "b", "c")
			if err := other.stop(os.Interrupt); err != nil {
				t.Errorf("the server with a subscription ends with %v", err)
			}
			if cursor, title := second.next(t); cursor != "" {
				t.Errorf("after the stop: got %s %s", cursor, title)
			}
		})
	}
}

// TestManySubscribers has 200 subscribers, 20 of which do not read. The others
// must receive every change, and memory must not grow with the number of
// writes.
func TestManySubscribers(t *testing.T) {
	if testing.Short() {
		t.Skip("20,000 events take half a minute")
	}
	const subscribers, idle, writes = 200, 20, 100
	s := serveDemo(t)
	server := httptest.NewServer(s.handler)
	t.Cleanup(server.Close)
	reading := make([]follower, 0, subscribers)
	for i := range subscribers {
		f := follow(t, server.URL, "")
		f.wants(t, "resync")
		if i >= idle {
			reading = append(reading, f)
		}
	}
	before := heap()
	titles := make([]string, writes)
	for i := range titles {
		titles[i] = fmt.Sprint(i, strings.Repeat(" and more of it", 1000))
	}
	var all sync.WaitGroup
	for _, f := range reading {
		all.Go(func() {
			for _, want := range titles {
				if cursor, got := f.next(t); got != want {
					t.Errorf("got %.40q at %s, want %.40q", got, cursor, want)
					return
				}
			}
		})
	}
	for _, title := range titles {
		s.store.Load(t, fmt.Sprintf(liveTask, title))
	}
	all.Wait()
	grown := int(heap()-before) >> 20
	t.Logf("the heap grew by %d MB", grown)
	if grown > mostGrown {
		t.Errorf("the heap grew by %d MB, want at most %d", grown, mostGrown)
	}
}

// mostGrown is the number of MB by which the heap may grow after 100 changes of
// 30 kB, for the window of the feed, the database and the cache. Buffers for
// all subscribers would take 600 MB.
const mostGrown = 60

func heap() int64 {
	runtime.GC()
	var stats runtime.MemStats
	runtime.ReadMemStats(&stats)
	return int64(stats.HeapAlloc)
}

// TestLiveClients follows a project with the clients graphql-ws and
// graphql-sse, from now on and after a cursor.
func TestLiveClients(t *testing.T) {
	if missing := missingForClients(); missing != "" {
		if os.Getenv("DOSSIER_REQUIRE_CLIENTS") != "" {
			t.Fatal(missing)
		}
		t.Skip(missing)
	}
	s := serveDemo(t)
	server := httptest.NewServer(s.handler)
	t.Cleanup(server.Close)
	client := exec.CommandContext(t.Context(), "node", "clients/live.js", server.URL, graph.ID("shoplane"))
	client.Stderr = os.Stderr
	out, err := client.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := client.Start(); err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewScanner(out)
	for range 2 { // both clients have subscribed
		lines.Scan()
	}
	for _, title := range []string{"a", "b", "c"} {
		s.store.Load(t, fmt.Sprintf(liveTask, title))
	}
	var got []string
	for lines.Scan() {
		got = append(got, lines.Text())
	}
	if err := client.Wait(); err != nil {
		t.Error(err)
	}
	if want := "live a b c, resumed b c, refused NOT_FOUND"; len(got) != 2 || got[0] != "graphql-sse: "+want || got[1] != "graphql-ws: "+want {
		t.Errorf("got %q, want %q of both", got, want)
	}
}
