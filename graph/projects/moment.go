package projects

import (
	"context"
	"encoding/json"
	"fmt"
	"sync"

	"dossier/graph"
)

// momentKept is the maximum number of revisions that are remembered, at some
// 100 bytes each. By eye.
const momentKept = 200_000

// A moment remembers the revisions that actors may read at the last moment of
// the store. Reading them takes time in proportion to the number of projects,
// while reading the moment does not.
type moment struct {
	mu      sync.Mutex
	name    string
	count   int                         // of revisions in byActor
	byActor map[string][]graph.Revision // must not be modified
}

// allRevisions returns the revisions of all projects that the actor may read.
// It returns remembered ones if the store reports that nothing was written
// since they were read. They must not be modified.
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

// at returns the revisions of an actor at a moment, nil if they are unknown.
func (m *moment) at(name, actor string) []graph.Revision {
	m.mu.Lock()
	defer m.mu.Unlock()
	if name == "" || m.name != name {
		return nil
	}
	return m.byActor[actor]
}

// keep remembers revisions that were read after a moment, and forgets those of
// other moments.
func (m *moment) keep(name, actor string, revisions []graph.Revision) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.name != name || m.count+len(revisions) > momentKept {
		m.name, m.count, m.byActor = name, 0, map[string][]graph.Revision{}
	}
	m.count += len(revisions)
	m.byActor[actor] = revisions
}
