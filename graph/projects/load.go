package projects

import (
	"cmp"
	"context"
	"fmt"
	"runtime/debug"
	"slices"
	"time"

	"dossier/graph"
	"dossier/graph/reader"
)

// The parts of an entry, each loaded on its own.
const (
	graphPart = iota
	indexPart
	vectorPart
	partCount
)

// A want is a project that a request needs, at its revision or a state that was
// read after the request began.
type want struct {
	entry    *entry
	revision graph.Revision
	// state is that of the entry once the graph is loaded. The entry's own may be
	// replaced by a later one at any time.
	state *state
	// gone means that the project was deleted, or withdrawn from the actor, since
	// its revision was read.
	gone bool
	// tried has the parts that the request has tried to load. It tries once.
	tried [partCount]bool
}

// A request is one call of [Cache.Get].
type request struct {
	cache   *Cache
	wants   []*want         // by project id
	began   int64           // before its revisions were read, of Cache.clock
	loaded  bool            // more is held than before
	reading *reader.Reading // the place of its reads
}

// request returns the request for the projects of revisions. It adds an empty
// entry for each project that is not held.
func (c *Cache) request(ctx context.Context, revisions []graph.Revision, began int64) *request {
	c.mu.Lock()
	defer c.mu.Unlock()
	used := c.clock.Add(1)
	r := &request{cache: c, wants: make([]*want, len(revisions)), began: began, reading: reader.ReadingFrom(ctx)}
	for i, revision := range revisions {
		e := c.held[revision.ProjectID]
		if e == nil {
			e = &entry{}
			c.held[revision.ProjectID] = e
		}
		e.usedAt = used
		r.wants[i] = &want{entry: e, revision: revision}
	}
	slices.SortFunc(r.wants, func(a, b *want) int { return cmp.Compare(a.revision.ProjectID, b.revision.ProjectID) })
	return r
}

// load updates the graphs of a request, and then the parts that
// belong to them. It returns the parts that it loads.
func (r *request) load(ctx context.Context, parts Parts) (Parts, error) {
	if err := r.update(ctx, graphLoader{r, parts.Index}); err != nil {
		return parts, err
	}
	r.pin()
	parts.Index = parts.Index || !slices.ContainsFunc(r.wants, func(w *want) bool { return w.state.graph.Count() > parts.IndexUpTo })
	if parts.Index {
		if err := r.update(ctx, &indexLoader{request: r, languages: map[string]string{}}); err != nil {
			return parts, err
		}
	}
	if parts.Vectors {
		return parts, r.update(ctx, vectorLoader{r})
	}
	return parts, nil
}

// pin notes the states of a request, and drops the projects that are gone.
func (r *request) pin() {
	r.cache.mu.Lock()
	defer r.cache.mu.Unlock()
	r.wants = slices.DeleteFunc(r.wants, func(w *want) bool { return w.gone })
	for _, w := range r.wants {
		w.state = w.entry.state
	}
}

// A loader loads one part of entries.
type loader interface {
	part() int
	// most returns the maximum number of projects to claim at once, 0 for any
	// number. Requests that wait for one of them wait for all.
	most() int
	// atOnce returns the number of loads of a request at the same time.
	atOnce() int
	// stale reports whether the part of a want is older than wanted. The caller
	// holds [Cache.mu].
	stale(w *want) bool
	// load loads the part of wants that the request has claimed, and publishes it
	// under [Cache.mu].
	load(ctx context.Context, claimed []*want) error
}

// update loads a part of the wants. It loads what no other request is loading,
// and waits for the rest; where the other failed, it loads that itself. Waiting
// ends with ctx; what is being loaded then is kept for the next request.
func (r *request) update(ctx context.Context, l loader) error {
	running, results := 0, make(chan func() error, l.atOnce())
	for {
		var claimed []*want
		var done, busy chan struct{}
		if running < l.atOnce() {
			claimed, done, busy = r.claim(l)
		}
		switch {
		case claimed != nil:
			r.start(ctx, l, claimed, done, results)
			running++
		case running > 0:
			if err := next(ctx, results); err != nil {
				return err
			}
			running--
		case busy != nil:
			select {
			case <-busy:
			case <-ctx.Done():
				return ctx.Err()
			}
		default:
			return nil
		}
	}
}

// next waits for a load to end and returns its error.
func next(ctx context.Context, results <-chan func() error) error {
	select {
	case result := <-results:
		return result()
	case <-ctx.Done():
		return ctx.Err()
	}
}

// claim marks stale wants as being loaded by the request until done is closed.
// Where other requests are loading some, busy is closed when one of them ends.
func (r *request) claim(l loader) (claimed []*want, done, busy chan struct{}) {
	r.cache.mu.Lock()
	defer r.cache.mu.Unlock()
	part, most := l.part(), l.most()
	for _, w := range r.wants {
		if w.tried[part] || !l.stale(w) {
			continue
		}
		if other := w.entry.loading[part]; other != nil {
			busy = other
			continue
		}
		if done == nil {
			done = make(chan struct{})
		}
		w.entry.loading[part], w.tried[part] = done, true
		if claimed = append(claimed, w); len(claimed) == most {
			break
		}
	}
	return claimed, done, busy
}

// loadWithin is the time limit of a load, which does not depend on that of its
// request. By eye: four times what the index of a million entities took.
const loadWithin = 5 * time.Minute

// start loads what was claimed, and then sends the result, for which results has
// room. A project that takes longer to load than a request may take would
// otherwise never be loaded: the load continues when ctx ends.
func (r *request) start(ctx context.Context, l loader, claimed []*want, done chan struct{}, results chan<- func() error) {
	loading, end := r.cache.loads.add(ctx)
	go func() {
		defer end()
		results <- r.caught(loading, l, claimed, done)
		if ctx.Err() != nil { // nobody else does
			r.cache.save(claimed)
			r.cache.evict(claimed)
		}
	}()
}

// caught runs a load, and returns a function that returns its error or repeats
// its panic. The goroutine of the request, which calls it, recovers from panics;
// in this one a panic would end the process.
func (r *request) caught(ctx context.Context, l loader, claimed []*want, done chan struct{}) (result func() error) {
	defer func() {
		if value := recover(); value != nil {
			stack := debug.Stack()
			result = func() error { panic(fmt.Sprintf("%v, while loading projects:\n%s", value, stack)) }
		}
	}()
	err := r.run(ctx, l, claimed, done)
	return func() error { return err }
}

// run loads what was claimed, and then wakes the requests that wait for it.
func (r *request) run(ctx context.Context, l loader, claimed []*want, done chan struct{}) error {
	defer func() {
		r.cache.mu.Lock()
		defer r.cache.mu.Unlock()
		for _, w := range claimed {
			w.entry.loading[l.part()] = nil
		}
		close(done)
	}()
	return l.load(ctx, claimed)
}

// set returns the projects of a request whose parts are loaded.
func (r *request) set(parts Parts) Set {
	r.cache.mu.Lock()
	defer r.cache.mu.Unlock()
	set := make(Set, len(r.wants))
	for i, w := range r.wants {
		p := Project{state: w.state}
		if held := w.entry.index; parts.Index {
			p.state, p.Index, p.version, p.Unindexed = held.state, held.Index, held.version, len(held.unreadable)
		}
		if parts.Vectors {
			p.Vectors = w.entry.vectors
		}
		p.Graph = p.state.graph
		r.keepUp(p.Graph.Revision, w.revision)
		set[i] = p
	}
	return set
}
