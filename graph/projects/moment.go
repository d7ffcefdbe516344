package projects

import (
	"context"
	"encoding/json"
	"fmt"
	"sync"

	"dossier/graph"
)

// momentKept bounds the revisions that are remembered, at some 100 bytes each, by
// eye.
const momentKept = 200_000

// A moment remembers the revisions that actors may read as of the last moment of
// the store: reading them takes as long as there are projects, and reading the
// moment does not.
type moment struct {
	mu      sync.Mutex
	name    string
	count   int                         // of the revisions that are kept
	byActor map[string][]graph.Revision // they must not be changed
}

// allRevisions returns the revisions of all projects that the actor may read. It
// reads whether anything was written first, on a store that can say so.
func (c *Cache) allRevisions(ctx context.Context) ([]graph.Revision, error) {
	now, err := c.store.Moment(ctx)
	if err != nil {
		return nil, err
	}
	actor, err := json.Marshal(graph.ActorFrom(ctx))
	if err != nil {
		return nil, fmt.Errorf("identify the actor: %w", err)
	}
	if kept := c.moment.at(now, string(actor)); kept != nil {
		return kept, nil
	}
	revisions, err := c.store.Revisions(ctx, nil)
	if err == nil && now != "" {
		c.moment.keep(now, string(actor), revisions)
	}
	return revisions, err
}

// at returns the revisions of an actor at a moment, nil if they are not known.
func (m *moment) at(name, actor string) []graph.Revision {
	m.mu.Lock()
	defer m.mu.Unlock()
	if name == "" || m.name != name {
		return nil
	}
	return m.byActor[actor]
}

// keep remembers revisions that were read after a moment. Those of other moments
// are of no use any more.
func (m *moment) keep(name, actor string, revisions []graph.Revision) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.name != name || m.count+len(revisions) > momentKept {
		m.name, m.count, m.byActor = name, 0, map[string][]graph.Revision{}
	}
	m.count += len(revisions)
	m.byActor[actor] = revisions
}
