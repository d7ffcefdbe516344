package e2e_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"dossier/graph"
	"dossier/remote"
)

// A killing is a server that is killed and started again while clients write.
type killing struct {
	life atomic.Pointer[life]
	wake chan struct{} // a value for each acknowledged mutation
}

// A life is a server from its start to the next start.
type life struct {
	server
	over chan struct{}
}

// start starts the server, or starts it again after it was killed.
func (k *killing) start(t *testing.T, url string) {
	t.Helper()
	before := k.life.Swap(&life{startServer(t, "serve", "--db="+url), make(chan struct{})})
	if before != nil {
		close(before.over)
	}
}

const createGoal = `mutation ($name: String!, $project: ID!) {
	createEntity(clientMutationId: $name, input: {goal: {projectId: $project, name: $name}}) { entityId }
}`

// write makes mutations, and repeats each until it is acknowledged.
func (k *killing) write(t *testing.T, client, mutations int) {
	for n := range mutations {
		name := fmt.Sprintf("killed %d.%d", client, n)
		for done := false; !done && t.Context().Err() == nil; {
			now := k.life.Load()
			server, err := remote.New(now.address, "")
			if err != nil {
				t.Error(err)
				return
			}
			_, err = server.Ask(t.Context(), createGoal, map[string]any{"name": name, "project": graph.ID("shoplane")})
			switch done = err == nil; {
			case done:
				k.wake <- struct{}{}
			case !slices.Contains([]graph.Code{graph.CodeUnavailable, graph.CodeUnknown}, graph.CodeOf(err)):
				t.Errorf("%s: %v", name, err)
				return
			default:
				<-now.over
			}
		}
	}
}

// A witness is a subscriber on another server, which is not killed.
type witness struct {
	follower
	seen map[string]int // the number of changes, by label
	done chan struct{}
}

// watch subscribes on a server, and counts changes until there are want.
func watch(t *testing.T, address string, want int) *witness {
	t.Helper()
	w := &witness{follow(t, address, ""), map[string]int{}, make(chan struct{})}
	w.wants(t, "resync")
	go func() {
		defer close(w.done)
		for range want {
			cursor, label := w.next(t)
			if cursor == "" {
				return
			}
			w.seen[label]++
		}
	}()
	return w
}

// check checks that the witness has seen each mutation once.
func (w *witness) check(t *testing.T, want int) {
	t.Helper()
	defer time.AfterFunc(time.Minute, w.cancel).Stop()
	<-w.done
	for label, times := range w.seen {
		if times != 1 || !strings.HasPrefix(label, "killed ") {
			t.Errorf("a subscriber has seen %q %d times", label, times)
		}
	}
	if len(w.seen) != want {
		t.Errorf("a subscriber has seen %d mutations, want %d", len(w.seen), want)
	}
}

// TestKilled kills a server at random moments while eight clients write. Every
// acknowledged mutation must be stored, and none may be applied twice, although
// clients repeat mutations that were not acknowledged. Subscribers on a second
// server receive each once.
func TestKilled(t *testing.T) {
	const clients = 8
	mutations, kills := 125, 20
	if testing.Short() {
		mutations, kills = 5, 3
	}
	for name, db := range sharedStores {
		t.Run(name, func(t *testing.T) {
			url := db(t)
			importDemo(t, url)
			second := startServer(t, "serve", "--db="+url)
			witnesses := []*witness{watch(t, second.address, clients*mutations), watch(t, second.address, clients*mutations)}
			defer keepsDescriptors(t, second)()
			k := &killing{wake: make(chan struct{}, clients*mutations)}
			k.start(t, url)
			var writing sync.WaitGroup
			for client := range clients {
				writing.Go(func() { k.write(t, client, mutations) })
			}
			random := rand.New(rand.NewPCG(1, 2))
			for range kills {
				for range 1 + random.IntN(clients*mutations/kills-1) {
					<-k.wake
				}
				_ = k.life.Load().stop(syscall.SIGKILL) // it was killed
				k.start(t, url)
			}
			writing.Wait()
			checkKilled(t, k.life.Load().address, clients*mutations)
			for _, w := range witnesses {
				w.check(t, clients*mutations)
			}
		})
	}
}

// checkKilled checks that every mutation was applied once.
func checkKilled(t *testing.T, address string, want int) {
	t.Helper()
	server, err := remote.New(address, "")
	if err != nil {
		t.Fatal(err)
	}
	names := map[string]int{}
	for after, more := (*string)(nil), true; more; {
		data, err := server.Ask(t.Context(), `query ($after: String) { goals(filter: {text: "killed"}, first: 200, after: $after) { nodes { `+
			`name } pageInfo { hasNextPage endCursor } } }`, map[string]any{"after": after})
		if err != nil {
			t.Fatal(err)
		}
		var answer struct {
			Goals struct {
				Nodes    []struct{ Name string }
				PageInfo struct {
					HasNextPage bool
					EndCursor   *string
				}
			}
		}
		if err := json.Unmarshal(data, &answer); err != nil {
			t.Fatal(err)
		}
		for _, node := range answer.Goals.Nodes {
			names[node.Name]++
		}
		more, after = answer.Goals.PageInfo.HasNextPage, answer.Goals.PageInfo.EndCursor
	}
	for name, times := range names {
		if times != 1 {
			t.Errorf("%s was applied %d times", name, times)
		}
	}
	if len(names) != want {
		t.Errorf("%d mutations were applied, want %d", len(names), want)
	}
}
