package feed_test

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"dossier/db/storetest"
	"dossier/graph"
	"dossier/graph/feed"
	"dossier/graph/history"
)

// bob is an actor beside the local one.
var bob = graph.Actor{ID: graph.ID("actor bob"), Name: "bob"}

const garden = `{"kind":"project","id":"garden","name":"Garden"}
{"kind":"task","id":"beans","project_id":"garden","title":"Water the beans"}
`

var gardenID = graph.ID("garden")

// open returns a store with a project, and a feed that runs rounds only after
// writes.
func open(t *testing.T) (*storetest.Store, *feed.Feed) {
	t.Helper()
	store := storetest.Open(t)
	store.Load(t, garden)
	return store, feed.New(store, feed.Options{Every: time.Hour, Settle: time.Nanosecond})
}

// rename writes a task, as one event.
func rename(t testing.TB, store *storetest.Store, title string) {
	t.Helper()
	task := &graph.Task{Title: title}
	task.ID, task.Kind, task.ProjectID = graph.ID("beans"), graph.KindTask, gardenID
	store.Put(t, graph.Batch{Entities: []graph.Entity{task}})
}

// within returns a context of an actor with a timeout, to end a stuck test.
func within(t testing.TB, actor graph.Actor) context.Context {
	t.Helper()
	ctx, cancel := context.WithTimeout(graph.WithActor(t.Context(), actor), time.Minute)
	t.Cleanup(cancel)
	return ctx
}

func subscribe(ctx context.Context, t testing.TB, f *feed.Feed, after *history.Cursor) *feed.Subscription {
	t.Helper()
	s, err := f.Subscribe(ctx, gardenID, after)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	return s
}

// take returns the next changes as text: the cursor, and the new title of a
// task.
func take(ctx context.Context, t testing.TB, s *feed.Subscription, count int) string {
	t.Helper()
	var lines []string
	for range count {
		change, err := s.Next(ctx)
		if err != nil {
			return strings.Join(append(lines, err.Error()), ", ")
		}
		lines = append(lines, line(change))
	}
	return strings.Join(lines, ", ")
}

func line(change feed.Change) string {
	if change.Resync() {
		return change.Cursor.String() + " resync"
	}
	text := fmt.Sprint(change.Cursor, " ", change.Event.Operation)
	if title := change.Event.Field("title"); title != nil {
		text += " " + string(title.New)
	}
	return text
}

// TestSubscribe subscribes to a project from now on, and from cursors.
func TestSubscribe(t *testing.T) {
	store, f := open(t)
	ctx := within(t, graph.LocalActor)
	live := subscribe(ctx, t, f, nil)
	if got, want := take(ctx, t, live, 1), "2.0 resync"; got != want {
		t.Errorf("at first: got %s, want %s", got, want)
	}
	rename(t, store, "b")
	rename(t, store, "c")
	if got, want := take(ctx, t, live, 2), `2.1 updated "b", 3.1 updated "c"`; got != want {
		t.Errorf("live: got %s, want %s", got, want)
	}
	for _, test := range []struct {
		after history.Cursor
		want  string
	}{
		{history.Cursor{}, `1.1 created, 1.2 created, 2.1 updated "b", 3.1 updated "c"`},
		{history.Cursor{Revision: 1, Number: 1}, `1.2 created, 2.1 updated "b", 3.1 updated "c"`},
		{history.Cursor{Revision: 2}, `2.1 updated "b", 3.1 updated "c"`},
		{history.Cursor{Revision: 2, Number: 1}, `3.1 updated "c"`},
		{history.Cursor{Revision: 9, Number: 1}, `4.0 resync`}, // of a later state
	} {
		resumed := subscribe(ctx, t, f, &test.after)
		if got := take(ctx, t, resumed, 1+strings.Count(test.want, ",")); got != test.want {
			t.Errorf("after %s: got %s, want %s", test.after, got, test.want)
		}
	}
}

// TestPruned resumes after cursors of which events are gone.
func TestPruned(t *testing.T) {
	store, f := open(t)
	ctx := within(t, graph.LocalActor)
	rename(t, store, "b")
	rename(t, store, "c")
	if pruned, err := store.Prune(ctx, history.Retention{Events: storetest.Now().Add(time.Hour)}); err != nil || pruned.Events != 3 {
		t.Fatalf("pruned %+v, %v", pruned, err)
	}
	rename(t, store, "d")
	for after, want := range map[history.Cursor]string{
		{}:                       "5.0 resync",
		{Revision: 2}:            "5.0 resync",
		{Revision: 3}:            `3.1 updated "c"`,
		{Revision: 3, Number: 1}: `4.1 updated "d"`,
	} {
		if got := take(ctx, t, subscribe(ctx, t, f, &after), 1); got != want {
			t.Errorf("after %s: got %s, expected %s", after, got, want)
		}
	}
}

// TestPrunedWhileReading removes events that a subscription is about to read.
func TestPrunedWhileReading(t *testing.T) {
	store, f := open(t)
	ctx := within(t, graph.LocalActor)
	for n := range 300 {
		rename(t, store, fmt.Sprint(n))
	}
	s := subscribe(ctx, t, f, &history.Cursor{})
	take(ctx, t, s, 1) // and so a page of 200 is read
	if _, err := store.Prune(ctx, history.Retention{Events: storetest.Now().Add(time.Hour)}); err != nil {
		t.Fatal(err)
	}
	if got := take(ctx, t, s, 200); !strings.HasSuffix(got, ", 302.0 resync") {
		t.Errorf("got %s", got[max(0, len(got)-80):])
	}
}

// TestResumeWhileWriting resumes again and again while another goroutine
// writes: each event comes once, in order.
func TestResumeWhileWriting(t *testing.T) {
	store, f := open(t)
	ctx := within(t, graph.LocalActor)
	const writes = 300
	var writing sync.WaitGroup
	defer writing.Wait()
	writing.Go(func() {
		for i := range writes {
			rename(t, store, fmt.Sprint("title ", i))
		}
	})
	cursor := history.Cursor{Revision: 2}
	for got := 0; got < writes; {
		s := subscribe(ctx, t, f, &cursor)
		for range min(7, writes-got) {
			change, err := s.Next(ctx)
			want := history.Cursor{Revision: int64(2 + got), Number: 1}
			if err != nil || change.Resync() || change.Cursor != want {
				t.Fatalf("got %s (%v), want %s", change.Cursor, err, want)
			}
			cursor, got = change.Cursor, got+1
		}
		s.Close()
	}
}

// TestStatements writes once with 200 subscribers, and checks that the revision
// and the event are read once.
func TestStatements(t *testing.T) {
	store, f := open(t)
	ctx := within(t, graph.LocalActor)
	var all []*feed.Subscription
	for range 200 {
		all = append(all, subscribe(ctx, t, f, nil))
	}
	for _, s := range all {
		take(ctx, t, s, 1)
	}
	writing := store.Statements(func() { rename(t, store, "b") })
	rename(t, store, "c")
	for _, s := range all {
		if got, want := take(ctx, t, s, 2), `2.1 updated "b", 3.1 updated "c"`; got != want {
			t.Fatalf("got %s, want %s", got, want)
		}
	}
	statements := store.Statements(func() {
		rename(t, store, "d")
		for _, s := range all {
			take(ctx, t, s, 1)
		}
	})
	if rounds := 2; statements > writing+2*rounds { // another round may begin
		t.Errorf("%d statements for a write that has %d; want at most 2 more in a round", statements, writing)
	}
}

// TestSlow writes more than a window holds while one of two subscribers does
// not read. That one gets a notice; the other one gets every event.
func TestSlow(t *testing.T) {
	store, f := open(t)
	ctx := within(t, graph.LocalActor)
	slow, fast := subscribe(ctx, t, f, nil), subscribe(ctx, t, f, nil)
	take(ctx, t, slow, 1)
	take(ctx, t, fast, 1)
	for i := range feed.WindowEvents + 2 {
		rename(t, store, fmt.Sprint(i))
		if got, want := take(ctx, t, fast, 1), fmt.Sprintf(`%d.1 updated "%d"`, i+2, i); got != want {
			t.Fatalf("the other one: got %s, want %s", got, want)
		}
	}
	rename(t, store, "last")
	take(ctx, t, fast, 1)
	got := take(ctx, t, slow, 1)
	if want := fmt.Sprintf("%d.0 resync", feed.WindowEvents+5); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	rename(t, store, "again")
	if got := take(ctx, t, slow, 1); !strings.Contains(got, "again") {
		t.Errorf("after the notice: got %s", got)
	}
	if events, bytes := f.Held(); events > feed.WindowEvents || bytes > 1<<20 {
		t.Errorf("%d events of %d bytes are held", events, bytes)
	}
}

// TestLargeEvents writes texts so large that few fit into a window.
func TestLargeEvents(t *testing.T) {
	store, f := open(t)
	ctx := within(t, graph.LocalActor)
	fast := subscribe(ctx, t, f, nil)
	take(ctx, t, fast, 1)
	for i := range 6 {
		task := &graph.Task{Title: "t", Description: new(strings.Repeat(fmt.Sprint(i), 1<<20))}
		task.ID, task.Kind, task.ProjectID = graph.ID("beans"), graph.KindTask, gardenID
		store.Put(t, graph.Batch{Entities: []graph.Entity{task}, Analyse: func(graph.Entity) []byte { return nil }})
		if got := take(ctx, t, fast, 1); !strings.Contains(got, "updated") && !strings.Contains(got, "resync") {
			t.Errorf("got %.100s", got)
		}
	}
	if events, bytes := f.Held(); events == 0 || bytes > 5<<20 {
		t.Errorf("%d events of %d bytes are held", events, bytes)
	}
}

// switched is a store that can be replaced by another, as a restore does.
type switched struct {
	mu sync.Mutex
	feed.Store
	now feed.Store
}

func (s *switched) store() feed.Store {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.now
}

func (s *switched) Revisions(ctx context.Context, ids []string) ([]graph.Revision, error) {
	return s.store().Revisions(ctx, ids)
}

func (s *switched) Events(ctx context.Context, projectID string, after history.Cursor, limit int) ([]history.Event, error) {
	return s.store().Events(ctx, projectID, after, limit)
}

// TestRestore swaps in an older backup.
func TestRestore(t *testing.T) {
	store, _ := open(t)
	earlier, _ := open(t)
	both := &switched{Store: earlier, now: store}
	f := feed.New(both, feed.Options{Every: time.Hour})
	ctx := within(t, graph.LocalActor)
	rename(t, store, "b")
	rename(t, store, "c")
	s := subscribe(ctx, t, f, nil)
	take(ctx, t, s, 1)
	both.mu.Lock()
	both.now = earlier
	both.mu.Unlock()
	rename(t, earlier, "other b") // which the feed is notified of
	got := take(ctx, t, s, 1)
	if got == "2.0 resync" { // the feed was faster than the write
		got = take(ctx, t, s, 1)
	}
	if got != "3.0 resync" && got != `2.1 updated "other b"` {
		t.Errorf("after the restore: got %s", got)
	}
	rename(t, earlier, "other c")
	if got, want := take(ctx, t, s, 1), `3.1 updated "other c"`; got != want {
		t.Errorf("after the notice: got %s, want %s", got, want)
	}
}

// TestOtherProcess follows what another store writes to the same file.
func TestOtherProcess(t *testing.T) {
	path := filepath.Join(t.TempDir(), "shared.db")
	store, other := storetest.OpenFile(t, path), storetest.OpenFile(t, path)
	store.Load(t, garden)
	f := feed.New(store, feed.Options{Every: time.Millisecond})
	ctx := within(t, graph.LocalActor)
	s := subscribe(ctx, t, f, nil)
	rename(t, other, "b")
	rename(t, store, "c")
	if got, want := take(ctx, t, s, 3), `2.0 resync, 2.1 updated "b", 3.1 updated "c"`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

// TestUnavailable closes the store of a subscription, which then waits.
func TestUnavailable(t *testing.T) {
	store, f := open(t)
	ctx, cancel := context.WithCancel(within(t, graph.LocalActor))
	s := subscribe(ctx, t, f, nil)
	take(ctx, t, s, 1)
	if err := store.Close(); err != nil {
		t.Fatal(err)
	}
	cancel()
	if _, err := s.Next(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
	if _, err := f.Subscribe(within(t, graph.LocalActor), gardenID, nil); graph.CodeOf(err) != graph.CodeUnavailable {
		t.Errorf("got %v", err)
	}
}

// TestIdle checks that a feed without subscriptions reads and holds nothing.
func TestIdle(t *testing.T) {
	store, f := open(t)
	ctx := within(t, graph.LocalActor)
	s := subscribe(ctx, t, f, nil)
	w := f.Watch(ctx, nil)
	rename(t, store, "b")
	if got, want := take(ctx, t, s, 2), `2.0 resync, 2.1 updated "b"`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	s.Close()
	s.Close() // does nothing
	w.Close()
	if events, _ := f.Held(); events != 0 || f.Polls() {
		t.Errorf("%d events are held without subscriptions; polls: %v", events, f.Polls())
	}
}

// TestWatch waits for news of one project, and of all.
func TestWatch(t *testing.T) {
	store, f := open(t)
	ctx := within(t, graph.LocalActor)
	one, all := f.Watch(ctx, []string{gardenID}), f.Watch(ctx, nil)
	defer one.Close()
	defer all.Close()
	news := func(w *feed.Watch) {
		t.Helper()
		if err := w.Next(ctx); err != nil {
			t.Fatal(err)
		}
	}
	news(one) // of the first round
	news(all)
	rename(t, store, "b")
	news(one)
	news(all)
	store.Load(t, `{"kind":"project","id":"shed","name":"Shed"}`)
	news(all)
	ended, cancel := context.WithCancel(ctx)
	cancel()
	if err := one.Next(ended); !errors.Is(err, context.Canceled) {
		t.Errorf("of another project: %v", err)
	}
}

// TestBehind counts what subscribers have not taken.
func TestBehind(t *testing.T) {
	store, f := open(t)
	ctx := within(t, graph.LocalActor)
	if got := f.Stats(); got != (feed.Stats{}) {
		t.Errorf("without subscriptions: %+v", got)
	}
	fast, slow := subscribe(ctx, t, f, nil), subscribe(ctx, t, f, nil)
	for _, title := range []string{"b", "c", "d"} {
		rename(t, store, title)
	}
	take(ctx, t, fast, 4) // the notice, and each change
	take(ctx, t, slow, 2)
	if got := f.Stats(); got != (feed.Stats{Subscriptions: 2, Behind: 2}) {
		t.Errorf("got %+v, want two events behind", got)
	}
	slow.Close()
	if got := f.Stats(); got != (feed.Stats{Subscriptions: 1}) {
		t.Errorf("after the slow one left: %+v", got)
	}
}
