package projects

import (
	"cmp"
	"context"
	"log/slog"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"dossier/graph"
	"dossier/graph/memory"
	"dossier/graph/records"
	"dossier/graph/similarity"
)

// DefaultBudget is the default memory for graphs, indexes and vectors, in
// bytes. By eye: 600,000 entities with their indexes.
const DefaultBudget = 2_000_000_000

// Options are the options of a cache.
type Options struct {
	// Budget is the maximum memory of all projects together, in bytes; 0 means
	// [DefaultBudget].
	Budget int
	// Builders is the number of indexes that a request builds at the same time; 0
	// means 1.
	Builders int
	// Vectors has the vectors of entities; nil for none.
	Vectors similarity.Store
	// Model names the model whose vectors are read.
	Model string
	// Choice has the constants for choosing projects; the zero value means
	// [ChoiceDefaults].
	Choice ChoiceParams
	// Folder is the folder in which projects are saved, so that the next start
	// loads them instead of building them; "" for none. It belongs to one store.
	Folder string
	// Log is where failures to save are logged; nil for nowhere.
	Log *slog.Logger
	// Now returns the current time; nil means [time.Now].
	Now func() time.Time
}

// A Cache holds projects in memory. It is safe for concurrent use. No lock is
// held while the store is read or a graph is built: only requests for a project
// that is being loaded wait for it.
type Cache struct {
	store   Store
	options Options

	clock atomic.Int64 // logical clock

	moment moment

	folder *folder // nil if projects are not saved
	saver  saver
	loads  *loads
	done   done

	mu   sync.Mutex
	held map[string]*entry // by project id
}

// An entry holds the parts of a project. Its fields are guarded by Cache.mu;
// those of a part are written only by the request that is loading it.
type entry struct {
	usedAt int64 // of Cache.clock
	readAt int64 // Cache.clock when the read of state began
	state  *state
	index  *stateIndex
	// base is the state that was loaded from a file, until the index is.
	base    *state
	saved   savedParts
	vectors *similarity.Vectors
	// vectorNumber is the number after which further vectors are read. It
	// belongs to vectorHistory, the history in which the vectors were read.
	vectorNumber  int64
	vectorHistory *history
	// loading has for each part a channel that is closed when the request that is
	// loading the part is done; nil while none is.
	loading [partCount]chan struct{}
}

// A state is the graph of a project at one revision.
type state struct {
	graph   *memory.Graph
	history *history
	labels  func() *records.Labels // of graph, computed once
}

// A history identifies a series of states, each of which follows from the
// previous one by changes. A restore of the store begins a new history.
type history struct{ _ byte } // not empty: each has its own address

func newState(g *memory.Graph, h *history) *state {
	return &state{g, h, sync.OnceValue(func() *records.Labels { return records.NewLabels(g) })}
}

// size returns the approximate size of the entry in bytes.
func (e *entry) size() (size int) {
	if e.state != nil {
		size = e.state.graph.Size()
	}
	if e.index != nil {
		size += e.index.Memory()
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

// Stats are numbers of a [Cache].
type Stats struct {
	// Projects, Entities and Bytes are those of what is held now, about.
	Projects, Entities, Bytes int
	// The others count graphs of projects since the cache was made: those that were
	// read from the store, brought up to date by what changed, and loaded from files;
	// and projects that were evicted, and saved.
	Read, Refreshed, Loaded, Evicted, Saved int64
}

// done has the counts of [Stats].
type done struct{ read, refreshed, loaded, evicted, saved atomic.Int64 }

// Stats returns the numbers of the cache.
func (c *Cache) Stats() Stats {
	c.mu.Lock()
	defer c.mu.Unlock()
	s := Stats{
		Projects: len(c.held), Read: c.done.read.Load(), Refreshed: c.done.refreshed.Load(),
		Loaded: c.done.loaded.Load(), Evicted: c.done.evicted.Load(), Saved: c.done.saved.Load(),
	}
	for _, e := range c.held {
		s.Bytes += e.size()
		if e.state != nil {
			s.Entities += e.state.graph.Count()
		}
	}
	return s
}

// New returns an empty cache of the projects of a store.
func New(store Store, options Options) *Cache {
	options.Budget = cmp.Or(options.Budget, DefaultBudget)
	options.Choice = cmp.Or(options.Choice, ChoiceDefaults())
	if options.Now == nil {
		options.Now = time.Now
	}
	c := &Cache{store: store, options: options, loads: newLoads(), held: map[string]*entry{}}
	if options.Folder != "" {
		c.folder = &folder{path: options.Folder, log: cmp.Or(options.Log, slog.New(slog.DiscardHandler))}
	}
	return c
}

// Get returns the projects with these ids, or all if ids is nil, that the actor
// of ctx may read, with the requested parts. It ignores ids that are unknown or
// forbidden. It reads the revisions of the projects from the store by one
// statement, which is also the access check, so that projects are current even
// if another process wrote them. Otherwise it reads only what changed.
func (c *Cache) Get(ctx context.Context, ids []string, parts Parts) (Set, error) {
	began := c.clock.Add(1)
	revisions, err := c.store.Revisions(ctx, ids)
	if err != nil {
		return nil, err
	}
	return c.get(ctx, revisions, began, parts)
}

// get returns the projects at the given revisions or later ones.
func (c *Cache) get(ctx context.Context, revisions []graph.Revision, began int64, parts Parts) (Set, error) {
	r := c.request(ctx, revisions, began)
	parts, err := r.load(ctx, parts)
	if err != nil {
		return nil, err
	}
	if r.loaded {
		c.save(r.wants)
		c.evict(r.wants)
	}
	return r.set(parts), nil
}

// evict removes the least recently used projects until the others fit the
// budget. It keeps projects that are in use or being loaded.
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
		c.done.evicted.Add(1)
	}
}
