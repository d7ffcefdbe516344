package projects

import (
	"cmp"
	"context"
	"slices"
	"sync"
	"sync/atomic"

	"dossier/graph"
	"dossier/graph/records"
	"dossier/graph/similarity"
)

// DefaultBudget bounds what is held in memory, in kB: an entity or edge counts
// as one, and the texts in the index and the vectors by their size.
const DefaultBudget = 2_000_000

// Options are what a cache needs beside its store.
type Options struct {
	// Budget bounds what is held of all projects together, in kB; 0 means
	// [DefaultBudget].
	Budget int
	// Vectors has the vectors of entities; nil for none.
	Vectors similarity.Store
	// Model names the model whose vectors are read.
	Model string
}

// A Cache holds projects in memory. It may be shared by any number of requests.
// No lock is held while the store is read or a graph is built: requests for a
// project that is being loaded wait for it, and no others do.
type Cache struct {
	store   Store
	options Options

	clock atomic.Int64 // counts what is ordered by it

	mu   sync.Mutex
	held map[string]*entry // by project id
}

// An entry is what is held of a project. Its fields are guarded by [Cache.mu];
// those of a part are only written by the request that is loading the part.
type entry struct {
	usedAt  int64 // of Cache.clock
	readAt  int64 // when the read of state began, of Cache.clock
	state   *state
	index   *stateIndex
	vectors *similarity.Vectors
	// vectorNumber is the number after which further vectors are read, in the
	// history that the vectors were read in.
	vectorNumber  int64
	vectorHistory *history
	// loading has for each part a channel that is closed when the request that is
	// loading the part is done; nil while none is.
	loading [partCount]chan struct{}
}

// A state is the graph of a project at one revision.
type state struct {
	graph   *graph.Graph
	history *history
	labels  func() *records.Labels // of graph, made once
}

// A history is the states that follow from each other by changes. After a
// restore of the store another one begins.
type history struct{ _ byte } // not empty: each has its own address

func newState(g *graph.Graph, h *history) *state {
	return &state{g, h, sync.OnceValue(func() *records.Labels { return records.NewLabels(g) })}
}

// size is what the entry takes, in the unit of [Options.Budget].
func (e *entry) size() (size int) {
	if e.state != nil {
		size = e.state.graph.Size()
	}
	if e.index != nil {
		size += e.index.Memory() / 1000
	}
	if e.vectors != nil {
		size += e.vectors.Size()
	}
	return size
}

// busy reports whether a request is loading a part of the entry.
func (e *entry) busy() bool {
	return slices.ContainsFunc(e.loading[:], func(done chan struct{}) bool { return done != nil })
}

// New returns an empty cache of the projects of a store.
func New(store Store, options Options) *Cache {
	options.Budget = cmp.Or(options.Budget, DefaultBudget)
	return &Cache{store: store, options: options, held: map[string]*entry{}}
}

// Get returns the projects with these ids, or all if ids is nil, that the actor
// of ctx may read, with the parts that are asked for. It leaves out what is
// unknown or forbidden. The revisions of the projects are read from the store
// by one statement, which is also the access check: a project is current even
// if another process wrote it. Beyond that only what changed is read.
func (c *Cache) Get(ctx context.Context, ids []string, parts Parts) (Set, error) {
	began := c.clock.Add(1)
	revisions, err := c.store.Revisions(ctx, ids)
	if err != nil {
		return nil, err
	}
	r := c.request(revisions, began)
	if err := r.load(ctx, parts); err != nil {
		return nil, err
	}
	if r.loaded {
		c.evict(r.wants)
	}
	return r.set(parts), nil
}

// evict drops the projects that were not used for longest until the others fit
// the budget. Those that a request is using or loading stay.
func (c *Cache) evict(inUse []*want) {
	c.mu.Lock()
	defer c.mu.Unlock()
	used := make(map[*entry]bool, len(inUse))
	for _, w := range inUse {
		used[w.entry] = true
	}
	size := 0
	var ids []string
	for id, e := range c.held {
		size += e.size()
		if !used[e] && !e.busy() {
			ids = append(ids, id)
		}
	}
	slices.SortFunc(ids, func(a, b string) int { return cmp.Compare(c.held[a].usedAt, c.held[b].usedAt) })
	for _, id := range ids {
		if size <= c.options.Budget {
			return
		}
		size -= c.held[id].size()
		delete(c.held, id)
	}
}
