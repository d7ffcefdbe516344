package projects_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"dossier/db/storetest"
	"dossier/graph"
	"dossier/graph/projects"
)

// A gate is a store that calls before when it reads changes or texts.
type gate struct {
	*storetest.Store
	mu      sync.Mutex
	changes [][]graph.Revision // arguments of the calls
	before  func(ctx context.Context, projectID string) error
}

func (g *gate) pass(ctx context.Context, since ...graph.Revision) error {
	for _, revision := range since {
		if g.before != nil {
			if err := g.before(ctx, revision.ProjectID); err != nil {
				return err
			}
		}
	}
	return nil
}

func (g *gate) Changes(ctx context.Context, since []graph.Revision) ([]graph.Changes, error) {
	g.mu.Lock()
	g.changes = append(g.changes, since)
	g.mu.Unlock()
	if err := g.pass(ctx, since...); err != nil {
		return nil, err
	}
	return g.Store.Changes(ctx, since)
}

func (g *gate) Terms(ctx context.Context, since graph.Revision, yield func(graph.Terms)) error {
	if err := g.pass(ctx, since); err != nil {
		return err
	}
	return g.Store.Terms(ctx, since, yield)
}

// got is the result of a [projects.Cache.Get] in the background.
type got struct {
	set projects.Set
	err error
}

func start(ctx context.Context, cache *projects.Cache, ids []string, parts projects.Parts) <-chan got {
	result := make(chan got, 1)
	go func() {
		set, err := cache.Get(ctx, ids, parts)
		result <- got{set, err}
	}()
	return result
}

// wait returns the result, or fails the test after a timeout.
func wait(t *testing.T, result <-chan got) got {
	t.Helper()
	select {
	case one := <-result:
		return one
	case <-time.After(10 * time.Second):
		t.Fatal("no result after 10 s")
		return got{}
	}
}

// blocked returns a gate at which reads of alpha wait until it is opened, and a
// channel that has a value for each that arrived.
func blocked(t *testing.T) (g *gate, arrived chan struct{}, open func()) {
	t.Helper()
	g, arrived = &gate{Store: openTwo(t)}, make(chan struct{}, 100)
	opened := make(chan struct{})
	g.before = func(ctx context.Context, projectID string) error {
		if projectID != alpha[0] {
			return nil
		}
		arrived <- struct{}{}
		select {
		case <-opened:
			return nil
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	return g, arrived, sync.OnceFunc(func() { close(opened) })
}

// TestLoadsAreShared requests a project while it is being loaded: it is loaded
// once, and requests for another project do not wait.
func TestLoadsAreShared(t *testing.T) {
	g, arrived, open := blocked(t)
	cache := projects.New(g, projects.Options{})
	ctx := storetest.Context()
	first := start(ctx, cache, alpha, indexed)
	<-arrived
	var others []<-chan got
	for range 8 {
		others = append(others, start(ctx, cache, alpha, indexed))
	}
	both := start(ctx, cache, nil, projects.Parts{})
	if beta := wait(t, start(ctx, cache, []string{graph.ID("beta")}, indexed)); beta.err != nil || len(beta.set) != 1 {
		t.Errorf("beta: %d projects, %v", len(beta.set), beta.err)
	}
	open()
	for _, result := range append(others, first) {
		if one := wait(t, result); one.err != nil || searched(one.set, "lighthouse") != "Paint the lighthouse" {
			t.Errorf("alpha: %d projects, %v", len(one.set), one.err)
		}
	}
	if one := wait(t, both); one.err != nil || len(one.set) != 2 {
		t.Errorf("both: %d projects, %v", len(one.set), one.err)
	}
	loads := 0
	for _, since := range g.changes {
		for _, revision := range since {
			if revision.ProjectID == alpha[0] {
				loads++
			}
		}
	}
	if loads != 1 {
		t.Errorf("alpha was loaded %d times", loads)
	}
}

// TestIndexesAreBuiltTogether lets no index of two projects be finished before
// both were begun.
func TestIndexesAreBuiltTogether(t *testing.T) {
	g := &gate{Store: openTwo(t)}
	cache := projects.New(g, projects.Options{Builders: 2})
	get(t, cache, nil, projects.Parts{}) // the graphs, which are read together
	var begun sync.WaitGroup
	begun.Add(2)
	g.before = func(context.Context, string) error {
		begun.Done()
		begun.Wait()
		return nil
	}
	if both := wait(t, start(storetest.Context(), cache, nil, indexed)); both.err != nil || len(both.set) != 2 {
		t.Errorf("%d projects, %v", len(both.set), both.err)
	}
}

// TestWaitingEndsWithTheContext cancels a request that waits for the load of
// another.
func TestWaitingEndsWithTheContext(t *testing.T) {
	g, arrived, open := blocked(t)
	defer open()
	cache := projects.New(g, projects.Options{})
	first := start(storetest.Context(), cache, alpha, indexed)
	<-arrived
	ctx, cancel := context.WithCancel(storetest.Context())
	second := start(ctx, cache, alpha, indexed)
	time.Sleep(10 * time.Millisecond)
	cancel()
	if one := wait(t, second); !errors.Is(one.err, context.Canceled) {
		t.Errorf("cancelled: %v", one.err)
	}
	open()
	if one := wait(t, first); one.err != nil {
		t.Errorf("the one that loads: %v", one.err)
	}
}

// TestLoadOutlivesItsRequest cancels the request that loads: the load continues,
// and the next request takes what it loaded.
func TestLoadOutlivesItsRequest(t *testing.T) {
	for _, parts := range []projects.Parts{{}, indexed} {
		g, arrived, open := blocked(t)
		cache := projects.New(g, projects.Options{})
		if parts.Index { // block the index alone
			before := g.before
			g.before = nil
			get(t, cache, nil, projects.Parts{})
			g.before = before
		}
		ctx, cancel := context.WithCancel(storetest.Context())
		first := start(ctx, cache, alpha, parts)
		<-arrived
		second := start(storetest.Context(), cache, alpha, parts)
		cancel()
		if one := wait(t, first); !errors.Is(one.err, context.Canceled) {
			t.Errorf("the cancelled request: %v", one.err)
		}
		open()
		if one := wait(t, second); one.err != nil || len(one.set) != 1 {
			t.Errorf("the one that waited: %d projects, %v", len(one.set), one.err)
		}
		if len(arrived) > 0 {
			t.Error("the project was loaded again")
		}
	}
}

// TestFailedLoadIsTriedAgain checks that requests that wait for a failed load
// load the project themselves. A panic of a load is repeated in its request.
func TestFailedLoadIsTriedAgain(t *testing.T) {
	for name, fail := range map[string]func() error{
		"error": func() error { return errors.New("no luck") },
		"panic": func() error { panic("no luck") },
	} {
		g := &gate{Store: openTwo(t)}
		arrived, opened := make(chan struct{}, 10), make(chan struct{})
		failing := sync.OnceValue(fail)
		var loads atomic.Int32
		g.before = func(context.Context, string) error {
			arrived <- struct{}{}
			<-opened
			if loads.Add(1) == 1 {
				return failing()
			}
			return nil
		}
		cache := projects.New(g, projects.Options{})
		first := make(chan any, 1)
		go func() {
			defer func() { first <- recover() }()
			_, err := cache.Get(storetest.Context(), alpha, projects.Parts{})
			panic(err)
		}()
		<-arrived
		second := start(storetest.Context(), cache, alpha, projects.Parts{})
		time.Sleep(10 * time.Millisecond)
		close(opened)
		if got := fmt.Sprint(<-first); !strings.HasPrefix(got, "no luck") {
			t.Errorf("%s: got %s", name, got)
		}
		if one := wait(t, second); one.err != nil || len(one.set) != 1 {
			t.Errorf("%s: the one that waited: %d projects, %v", name, len(one.set), one.err)
		}
	}
}

// TestGoneMeanwhile deletes a project after its revision was read.
func TestGoneMeanwhile(t *testing.T) {
	g := &gate{Store: openTwo(t)}
	remove := sync.OnceFunc(func() {
		g.Put(t, graph.Batch{Deleted: []graph.Ref{{Kind: graph.KindProject, ID: alpha[0]}}})
	})
	g.before = func(context.Context, string) error {
		remove()
		return nil
	}
	set := get(t, projects.New(g, projects.Options{}), nil, indexed)
	if len(set) != 1 || set[0].ID() != graph.ID("beta") {
		t.Errorf("got %d projects, want beta alone", len(set))
	}
}

// TestEviction uses a budget for less than two projects: the least recently
// used one is removed, but one request may still use both.
func TestEviction(t *testing.T) {
	store := openTwo(t)
	cache := projects.New(store, projects.Options{Budget: sizeOf(t, store, nil, projects.Parts{}) - 1})
	beta := []string{graph.ID("beta")}
	cost := func(ids []string) int {
		return store.Statements(func() { get(t, cache, ids, projects.Parts{}) })
	}
	for i, step := range []struct {
		ids  []string
		want int
	}{
		{alpha, 1 + changes}, {alpha, 1}, {beta, 1 + changes}, // drops alpha
		{beta, 1}, {alpha, 1 + changes}, // drops beta
		{nil, 1 + changes}, {nil, 1}, // both are in use
	} {
		if got := cost(step.ids); got != step.want {
			t.Errorf("step %d: %d statements, want %d", i, got, step.want)
		}
	}
	if set := get(t, cache, nil, indexed); searched(set, "lighthouse") == "" {
		t.Error("nothing was found in both")
	}
}

// TestReadersDuringWrites reads projects by many goroutines while others write.
// Graph and index never get older, and results are complete.
func TestReadersDuringWrites(t *testing.T) {
	store := openTwo(t)
	cache := projects.New(store, projects.Options{Budget: sizeOf(t, store, nil, projects.Parts{}) + 2000})
	var writing, reading sync.WaitGroup
	stop := make(chan struct{})
	writing.Go(func() {
		for n := 0; ; n++ {
			select {
			case <-stop:
				return
			default:
				rename(t, store, []string{"a1", "b1"}[n%2], fmt.Sprintf("Polish lighthouse %d", n))
			}
		}
	})
	for i := range 8 {
		reading.Go(func() {
			last := map[string]int64{}
			for range 25 {
				set, err := cache.Get(storetest.Context(), nil, projects.Parts{Index: i%2 == 0})
				if err != nil || len(set) != 2 {
					t.Errorf("got %d projects, %v", len(set), err)
					return
				}
				for _, p := range set {
					if number := p.Graph.Revision.Number; number < last[p.ID()] {
						t.Errorf("revision %d after %d", number, last[p.ID()])
					} else {
						last[p.ID()] = number
					}
				}
				if i%2 == 0 && !strings.Contains(searched(set, "lighthouse"), "ighthouse") {
					t.Error("nothing was found")
				}
				set[0].Labels()
			}
		})
	}
	reading.Wait()
	close(stop)
	writing.Wait()
}
