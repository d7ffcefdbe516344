package projects

import (
	"context"

	"dossier/graph"
	"dossier/graph/memory"
)

// graphLoader loads the graphs of up to graphPage projects at once, which takes
// no more statements than one graph. From files, it loads their indexes at the same
// time if indexed is set.
type graphLoader struct {
	request *request
	indexed bool
}

// graphPage is the number of projects that are read by the same statements. By
// eye: a page of projects with 1,000 entities takes about a second. Pages that
// a request loaded before it ended are kept for the next request.
const graphPage = 50

func (graphLoader) part() int { return graphPart }
func (graphLoader) most() int { return graphPage }

func (graphLoader) atOnce() int { return 1 }

// stale compares revisions for equality, because a held graph with a greater
// number may be from before a restore of the store. A graph that was read after
// the request began is always current, except to a request that reads a replica:
// what it has in memory must not be newer than what it reads.
func (l graphLoader) stale(w *want) bool {
	held := w.entry.state
	return held == nil || !held.graph.Revision.Same(w.revision) && (w.entry.readAt <= l.request.began || l.request.reading.IsLate())
}

func (l graphLoader) load(ctx context.Context, claimed []*want) error {
	wants := make(map[string]*want, len(claimed))
	since := make([]graph.Revision, 0, len(claimed))
	for _, w := range claimed {
		l.request.loadSaved(w, l.indexed)
		held := graph.Revision{ProjectID: w.revision.ProjectID}
		if w.entry.state != nil {
			held = w.entry.state.graph.Revision
		}
		l.request.keepUp(held, w.revision)
		if !held.Same(w.revision) {
			since = append(since, held)
			wants[w.revision.ProjectID] = w
		}
	}
	if len(since) == 0 {
		return nil
	}
	restored, err := l.read(ctx, since, wants)
	if err != nil || len(restored) == 0 {
		return err
	}
	_, err = l.read(ctx, restored, wants)
	return err
}

// keepUp makes a request leave a replica that is behind a state in memory: the
// changes since that are not there.
func (r *request) keepUp(held, read graph.Revision) {
	if held.Number > read.Number {
		r.reading.Leave()
	}
}

// read reads what changed in projects. It returns the projects that must be
// read entirely, because their held state is not in the store's history.
func (l graphLoader) read(ctx context.Context, since []graph.Revision, wants map[string]*want) (restored []graph.Revision, err error) {
	at := l.request.cache.clock.Add(1)
	if l.request.reading.IsLate() {
		at = 0 // for other requests it may be old
	}
	changes, err := l.request.cache.store.Changes(ctx, since)
	if err != nil {
		return nil, err
	}
	held := make(map[string]graph.Revision, len(since))
	for _, revision := range since {
		held[revision.ProjectID] = revision
		wants[revision.ProjectID].gone = true
	}
	for _, change := range changes {
		id := change.Revision.ProjectID
		wants[id].gone = false
		if change.Follow(held[id]) {
			l.apply(wants[id], change, held[id].Number > 0, at)
		} else {
			restored = append(restored, graph.Revision{ProjectID: id})
		}
	}
	return restored, nil
}

// apply publishes the state after change. If follows is set, that has the
// changes since the held state, otherwise everything.
func (l graphLoader) apply(w *want, change graph.Changes, follows bool, at int64) {
	before, since, count := new(memory.Graph), &history{}, &l.request.cache.done.read
	if follows {
		count = &l.request.cache.done.refreshed
		before, since = w.entry.state.graph, w.entry.state.history
	}
	next := newState(before.Apply(change), since)
	count.Add(1)
	l.request.publish(func() { w.entry.state, w.entry.readAt = next, at })
}

// publish changes an entry that the request is loading.
func (r *request) publish(change func()) {
	r.cache.mu.Lock()
	defer r.cache.mu.Unlock()
	change()
	r.loaded = true
}
