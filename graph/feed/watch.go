package feed

import (
	"context"
	"maps"
	"time"

	"dossier/graph"
)

// A Watch reports changes of projects, without their events, to one reader.
type Watch struct {
	feed     *Feed
	reader   *reader
	projects []string // nil for all that the reader may read

	// These are guarded by the lock of the feed.
	seen   map[string]graph.Revision // nil before the first round
	news   bool
	failed error // why the watch ended
}

// Watch watches the projects with these ids, or all that the actor may read if
// ids is nil. The caller must close the watch.
func (f *Feed) Watch(ctx context.Context, ids []string) *Watch {
	f.mu.Lock()
	defer f.mu.Unlock()
	w := &Watch{feed: f, projects: ids, reader: f.join(graph.ActorFrom(ctx))}
	w.reader.watches[w] = true
	f.wake()
	return w
}

// see records the revisions that the reader may see. The first round is always
// news, because earlier changes since the start of the watch are unknown.
func (w *Watch) see(revisions map[string]graph.Revision) {
	mine := revisions
	if w.projects != nil {
		mine = map[string]graph.Revision{}
		for _, id := range w.projects {
			if revision, readable := revisions[id]; readable {
				mine[id] = revision
			}
		}
	}
	if w.seen == nil || !maps.EqualFunc(w.seen, mine, graph.Revision.Same) {
		w.news = true
	}
	w.seen = mine
}

// Close ends the watch.
func (w *Watch) Close() {
	w.feed.mu.Lock()
	defer w.feed.mu.Unlock()
	if w.reader.watches[w] {
		delete(w.reader.watches, w)
		w.feed.leave(w.reader)
	}
}

// Next waits for a change, and then for [Options.Settle] to include related
// changes. It reports all changes between two calls once. The error is
// UNAUTHENTICATED once the key of the reader is no longer valid.
func (w *Watch) Next(ctx context.Context) error {
	for {
		news, wait, err := w.look()
		if err != nil {
			return err
		}
		if news {
			break
		}
		select {
		case <-wait:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	select {
	case <-time.After(w.feed.settle):
	case <-ctx.Done():
		return ctx.Err()
	}
	w.feed.mu.Lock()
	defer w.feed.mu.Unlock()
	w.news = false
	return nil
}

func (w *Watch) look() (news bool, wait <-chan struct{}, err error) {
	w.feed.mu.Lock()
	defer w.feed.mu.Unlock()
	return w.news, w.feed.changed, w.failed
}
