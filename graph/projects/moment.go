package projects

import (
	"context"
	"encoding/json"
	"fmt"
	"sync"

	"dossier/graph"
)

// momentKept is the maximum number of revisions and actors that are remembered,
// at some 100 bytes each. By eye.
const momentKept = 200_000

// A moment remembers the revisions that actors may read at the last moment of
// the store. Reading them takes time in proportion to the number of projects,
// while reading the moment does not.
type moment struct {
	mu      sync.Mutex
	name    string
	count   int                         // of revisions and actors in byActor
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
	if kept, known := c.moment.at(now, string(actor)); known {
		return kept, nil
	}
	revisions, err := c.store.Revisions(ctx, nil)
	if err == nil && now != "" {
		c.moment.keep(now, string(actor), revisions)
	}
	return revisions, err
}

// at returns the revisions of an actor at a moment, if they are known.
func (m *moment) at(name, actor string) (revisions []graph.Revision, known bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if name != "" && m.name == name {
		revisions, known = m.byActor[actor]
	}
	return revisions, known
}

// keep remembers revisions that were read after a moment, and forgets those of
// other moments.
func (m *moment) keep(name, actor string, revisions []graph.Revision) {
	m.mu.Lock()
	defer m.mu.Unlock()
	count := 1 + len(revisions)
	if m.name != name || m.count+count > momentKept {
		m.name, m.count, m.byActor = name, 0, map[string][]graph.Revision{}
	}
	m.count += count
	m.byActor[actor] = revisions
}
