package projects

import (
	"cmp"
	"context"
	"errors"
	"math"
	"sync"
	"time"

	"dossier/graph"
	"dossier/graph/relevance/index"
)

// A saver saves projects in the background, one at a time.
type saver struct {
	mu      sync.Mutex
	waiting []unsaved
	size    int           // of those that wait and the one that is being saved
	idle    chan struct{} // closed when nothing is left to save; nil if so
	closed  bool          // nothing more is saved
}

// An unsaved is a project that is to be saved, even if it is evicted before.
type unsaved struct {
	id    string
	entry *entry
	size  int
}

// waitingShare is the divisor of the budget that determines the memory of projects
// that wait to be saved, which may be evicted and are not part of the budget. By
// eye.
const waitingShare = 8

// behind is the number of revisions by which what is saved may be older than
// what is held: half of those that the store keeps in its trail, so that the
// next start can still apply the changes since.
const behind = 32

// trail is the number of revisions by which a file may be older than the store,
// which keeps the stamps of as many.
const trail = 2 * behind

// saveEvery is the least time between two saves of a project. By eye: a million
// entities take some seconds.
const saveEvery = 5 * time.Minute

// retryAfter is the time after which a project is saved whose index was changed
// while it was saved. By eye: ten times what an index of a million entities takes.
const retryAfter = time.Minute

// savedParts has the revisions at which the parts of a project are saved, as far
// as this process knows.
type savedParts struct {
	graph, index graph.Revision
	at           time.Time // when this process saved the project
	cutAt        time.Time // when a change ended its last save
}

// isOld reports whether a part is to be saved again.
func isOld(saved, held graph.Revision) bool {
	distance := held.Number - saved.Number
	return saved.Stamp == "" || distance >= behind || distance < 0
}

// suffices reports whether the files need not be written for a state and its index, nil
// for none.
func (p savedParts) suffices(s *state, x *stateIndex) bool {
	return !isOld(p.graph, s.graph.Revision) && (x == nil || p.index.Same(p.graph))
}

// savable returns what of the entry can be saved: the index and its graph, which
// may be older than the held one, or the graph alone if the index is too old. The
// caller holds [Cache.mu].
func (e *entry) savable() (*state, *stateIndex) {
	if x := e.index; x != nil && x.state.history == e.state.history && e.state.graph.Revision.Number-x.state.graph.Revision.Number < trail {
		return x.state, x
	}
	return e.state, nil
}

// isDue reports whether the entry is to be saved: both parts, if the index is held.
// The caller holds [Cache.mu].
func (e *entry) isDue() bool {
	if e.state == nil || e.state.graph.Revision.Stamp == "" {
		return false
	}
	s, x := e.savable()
	held := s.graph.Revision
	return isOld(e.saved.graph, held) || x != nil && isOld(e.saved.index, held)
}

// isEarly reports whether the parts of an entry that are held were saved just
// now, or could not be. The caller holds [Cache.mu].
func (e *entry) isEarly(now time.Time) bool {
	isSaved := e.saved.graph.Stamp != "" && (e.index == nil || e.saved.index.Stamp != "")
	return isSaved && now.Sub(e.saved.at) < saveEvery || now.Sub(e.saved.cutAt) < retryAfter
}

// save begins to save those of the wants that are due.
func (c *Cache) save(wants []*want) {
	if c.folder == nil {
		return
	}
	var due []unsaved
	c.mu.Lock()
	for _, w := range wants {
		if id := w.revision.ProjectID; c.held[id] == w.entry && w.entry.isDue() && !w.entry.isEarly(c.options.Now()) {
			due = append(due, unsaved{id, w.entry, w.entry.size()})
		}
	}
	c.mu.Unlock()
	if _, left := c.saver.add(due, c.options.Budget/waitingShare, c.saveProject); left > 0 {
		c.folder.tooMany()
	}
}

// Flush saves what is held and not saved, and waits for that until ctx ends.
func (c *Cache) Flush(ctx context.Context) {
	if c.folder == nil {
		return
	}
	var due []unsaved
	c.mu.Lock()
	for id, e := range c.held {
		if e.isDue() {
			due = append(due, unsaved{id, e, 0}) // it is held anyway
		}
	}
	c.mu.Unlock()
	idle, _ := c.saver.add(due, math.MaxInt, c.saveProject)
	select {
	case <-idle:
	case <-ctx.Done():
	}
}

// add saves projects after those that are waiting, and returns a channel that is
// closed when nothing is left to save. It leaves out those that do not fit into
// most bytes together with the others, except a single one, and all once closed.
func (s *saver) add(due []unsaved, most int, save func(unsaved)) (idle <-chan struct{}, left int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		due = nil
	}
	for _, one := range due {
		if s.size > 0 && s.size+one.size > most {
			left++
			continue
		}
		s.waiting, s.size = append(s.waiting, one), s.size+one.size
	}
	if s.idle == nil {
		s.idle = make(chan struct{})
		go s.run(s.idle, save)
	}
	return s.idle, left
}

// close leaves out what is added from now on.
func (s *saver) close() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.closed = true
}

func (s *saver) run(idle chan struct{}, save func(unsaved)) {
	for {
		s.mu.Lock()
		if len(s.waiting) == 0 {
			s.idle = nil
			close(idle)
			s.mu.Unlock()
			return
		}
		one := s.waiting[0]
		s.waiting[0] = unsaved{} // which may be evicted
		s.waiting = s.waiting[1:]
		s.mu.Unlock()
		save(one)
		s.mu.Lock()
		s.size -= one.size
		s.mu.Unlock()
	}
}

// saveProject saves a project, if it is still due. If it was evicted, it is saved
// unless it was loaded again.
func (c *Cache) saveProject(one unsaved) {
	c.mu.Lock()
	e := one.entry
	if held := c.held[one.id]; held != nil && held != e || !e.isDue() {
		c.mu.Unlock()
		return
	}
	saved := e.saved
	s, x := e.savable()
	c.mu.Unlock()
	if found := c.folder.saved(one.id); found.suffices(s, x) { // another server wrote it
		c.mu.Lock()
		defer c.mu.Unlock()
		e.saved.graph, e.saved.index, e.saved.at = found.graph, found.index, c.options.Now()
		return
	}
	g := s.graph.Compact()
	var err error
	if x != nil && !saved.index.Same(g.Revision) { // which a change may end: then both files remain
		err = c.folder.saveIndex(x, g)
	}
	if err == nil && !saved.graph.Same(g.Revision) {
		err = c.folder.saveGraph(g)
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	now := c.options.Now()
	switch {
	case errors.Is(err, index.ErrChanged):
		e.saved.cutAt = now
		time.AfterFunc(retryAfter, func() { c.saver.add([]unsaved{one}, math.MaxInt, c.saveProject) })
	case err != nil:
		c.folder.failed(err)
	default:
		c.done.saved.Add(1)
		e.saved.graph, e.saved.at = g.Revision, now
		if x != nil {
			e.saved.index = g.Revision
		}
	}
}

// loadSaved loads the saved graph of a project that is not cached, and its saved
// index if the request wants it.
func (r *request) loadSaved(w *want, indexed bool) {
	c := r.cache
	if c.folder == nil || w.entry.state != nil || w.revision.Stamp == "" {
		return
	}
	s, x := c.folder.load(w.revision.ProjectID, indexed)
	if s == nil {
		return
	}
	c.done.loaded.Add(1)
	r.publish(func() {
		w.entry.state, w.entry.base, w.entry.saved.graph = s, s, s.graph.Revision
		w.entry.setSavedIndex(x)
	})
}

// loadSavedIndex loads the saved index of a project whose index is not held.
func (r *request) loadSavedIndex(w *want) {
	c := r.cache
	if c.folder == nil || w.entry.index != nil {
		return
	}
	c.mu.Lock()
	base := w.entry.base
	c.mu.Unlock()
	x := c.folder.loadIndex(w.revision.ProjectID, func() []*state { return []*state{cmp.Or(base, w.state), w.state} })
	r.publish(func() {
		w.entry.base = nil
		w.entry.setSavedIndex(x)
	})
}

// setSavedIndex sets the index that was loaded from a file, nil for none. The caller
// holds [Cache.mu].
func (e *entry) setSavedIndex(x *stateIndex) {
	if x != nil {
		e.index, e.saved.index, e.base = x, x.state.graph.Revision, nil
	}
}
