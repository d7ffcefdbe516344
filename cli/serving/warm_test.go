package serving

import (
	"context"
	"testing"
	"time"

	"dossier/db/storetest"
	"dossier/graph"
	"dossier/graph/contextdoc"
	"dossier/graph/query"
	"dossier/graph/reader"
	"dossier/loaders"
)

// A slowStore waits before it reads what was written.
type slowStore struct {
	query.Store
	release chan struct{}
}

// Changes implements [query.Store].
func (s *slowStore) Changes(ctx context.Context, since []graph.Revision) ([]graph.Changes, error) {
	select {
	case <-s.release:
		return s.Store.Changes(ctx, since)
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// TestWarm checks that a document that is asked for during a slow first load may take
// longer, and that later ones may not.
func TestWarm(t *testing.T) {
	store := &slowStore{Store: storetest.Demo(t, "../..").Store, release: make(chan struct{})}
	counters := NewCounters()
	service := query.New(store, query.Options{Now: storetest.Now, Tokens: counters.Find})
	more, stop := Warm(storetest.Context(), service)
	defer stop()
	const limit = 100 * time.Millisecond
	ctx, cancel := context.WithTimeout(storetest.Context(), limit+more())
	defer cancel()
	time.AfterFunc(3*limit, func() { close(store.release) })
	document, err := service.Context(reader.With(ctx, loaders.New(service)),
		contextdoc.Input{Start: contextdoc.Start{Topic: new("offline queue")}})
	if err != nil || document.Tokens == 0 {
		t.Fatalf("during the first load: %v", err)
	}
	for deadline := time.Now().Add(10 * time.Second); more() > 0; time.Sleep(time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatal("the start does not end")
		}
	}
}
