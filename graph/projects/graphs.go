package projects

import (
	"context"

	"dossier/graph"
)

// graphLoader loads graphs: those of all claimed projects at once, since that
// takes no more statements than one.
type graphLoader struct{ request *request }

func (graphLoader) part() int { return graphPart }
func (graphLoader) most() int { return 0 }

func (graphLoader) stale(w *want) bool {
	return w.entry.state == nil || w.entry.state.graph.Revision.Number < w.revision.Number
}

func (l graphLoader) load(ctx context.Context, claimed []*want) error {
	wants := make(map[string]*want, len(claimed))
	since := make([]graph.Revision, len(claimed))
	for i, w := range claimed {
		since[i] = w.revision
		since[i].Number = 0
		if w.entry.state != nil {
			since[i].Number = w.entry.state.graph.Revision.Number
		}
		wants[w.revision.ProjectID] = w
	}
	changes, err := l.request.cache.store.Changes(ctx, since)
	if err != nil {
		return err
	}
	for _, change := range changes {
		l.apply(wants[change.Revision.ProjectID], change)
		delete(wants, change.Revision.ProjectID)
	}
	for _, w := range wants {
		w.gone = true
	}
	return nil
}

func (l graphLoader) apply(w *want, change graph.Changes) {
	next := new(graph.Graph)
	if w.entry.state != nil {
		next = w.entry.state.graph
	}
	next = next.Apply(change)
	l.request.publish(func() { w.entry.state = newState(next) })
}

// publish changes an entry that the request is loading.
func (r *request) publish(change func()) {
	r.cache.mu.Lock()
	defer r.cache.mu.Unlock()
	change()
	r.loaded = true
}
