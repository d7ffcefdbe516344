// Package feed delivers the events of projects to subscribers in this process
// as they are committed, by this process or another.
//
// One poller reads for all subscribers. In each round it reads the revisions of
// the projects, once for each actor that subscribes, and the new events of each
// project that changed, once for all subscribers. It also ends the subscriptions
// of keys that are no longer valid. Notifications only start a round earlier.
// The last events of a project are held in a window, from which its subscribers
// read; a subscriber holds only a cursor. So the memory in use does not depend on
// the number of subscribers or on how fast they read.
package feed

import (
	"cmp"
	"context"
	"log/slog"
	"maps"
	"slices"
	"sync"
	"time"

	"dossier/graph"
	"dossier/graph/history"
)

// A Store has projects and events. It acts as the actor of the context.
type Store interface {
	// Revisions returns the revisions of the projects with these ids, or of all
	// that the actor may read if ids is nil, ordered by project id.
	Revisions(ctx context.Context, ids []string) ([]graph.Revision, error)
	// Events returns at most limit events of a project after a cursor, in order:
	// none if the actor may not read the project.
	Events(ctx context.Context, projectID string, after history.Cursor, limit int) ([]history.Event, error)
	// ValidKeys returns those of the keys with the ids that are valid now.
	ValidKeys(ctx context.Context, ids []string) (map[string]bool, error)
	// Watch calls changed when it begins and after writes, until ctx ends:
	// immediately after writes of this process, and after writes of others once it
	// learns of them. It may miss some of the latter.
	Watch(ctx context.Context, changed func())
}

// Options are the options of a feed.
type Options struct {
	// Every is the time between two rounds without a notification; 0 means
	// [DefaultEvery].
	Every time.Duration
	// Settle is the time that [Watch.Next] waits for further changes after the
	// first; 0 means [DefaultSettle].
	Settle time.Duration
	// Log receives errors of the store; nil means no log.
	Log *slog.Logger
}

// The default times, by eye: a person does not notice them. A round for one actor
// is a statement of 0.1 ms. A series of writes is reported about four times a
// second.
const (
	defaultEvery  = 500 * time.Millisecond
	defaultSettle = 250 * time.Millisecond
)

// grace is how long after a write its round begins, so that the writer has its answer
// before all subscribers are written to, and writes in a row share rounds. By eye: with
// 200 subscribers an update took 12.4 ms without it, and 2.5 with it.
const grace = 5 * time.Millisecond

// A Feed delivers events to any number of subscribers. It reads nothing while
// there are none. It is safe for concurrent use.
type Feed struct {
	store  Store
	every  time.Duration
	settle time.Duration
	log    *slog.Logger
	woken  chan struct{} // has an element if a round is requested

	rounds  sync.Mutex // held during a round
	failing bool       // the last round had an error

	mu      sync.Mutex
	windows map[string]*window // by project, for projects with subscriptions
	begun   int                // the number of rounds that have begun
	readers map[string]*reader // by name, for actors with subscriptions or watches
	changed chan struct{}      // closed and replaced after a round
	stop    context.CancelFunc // of the poller; nil if there is none
}

// New returns a feed of the events of a store.
func New(store Store, options Options) *Feed {
	f := &Feed{
		store: store, log: options.Log, every: cmp.Or(options.Every, defaultEvery), settle: cmp.Or(options.Settle, defaultSettle),
		woken:   make(chan struct{}, 1),
		windows: map[string]*window{}, readers: map[string]*reader{}, changed: make(chan struct{}),
	}
	if f.log == nil {
		f.log = slog.New(slog.DiscardHandler)
	}
	return f
}

// Stats are numbers of a [Feed].
type Stats struct {
	Subscriptions int
	// Behind is the number of events that are in memory and that subscribers have not
	// taken yet, of all of them together.
	Behind int
}

// Stats returns the numbers of the feed.
func (f *Feed) Stats() (s Stats) {
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, r := range f.readers {
		for subscription := range r.subscriptions {
			s.Subscriptions++
			s.Behind += f.windows[subscription.projectID].after(subscription.taken)
		}
	}
	return s
}

// A reader is an actor with subscriptions or watches.
type reader struct {
	name          string
	actor         graph.Actor
	subscriptions map[*Subscription]bool
	watches       map[*Watch]bool
}

// wake requests a round, which begins after the current one.
func (f *Feed) wake() {
	select {
	case f.woken <- struct{}{}:
	default: // already requested
	}
}

// join returns the reader of an actor and the key that it uses, if any. With
// the first reader it starts the poller. The caller holds f.mu.
func (f *Feed) join(actor graph.Actor) *reader {
	name := actor.ID
	if actor.Key != nil {
		name += " by " + actor.Key.ID
	}
	r := f.readers[name]
	if r == nil {
		r = &reader{name, actor, map[*Subscription]bool{}, map[*Watch]bool{}}
		f.readers[name] = r
	}
	if f.stop == nil {
		ctx, stop := context.WithCancel(context.Background())
		f.stop = stop
		go f.store.Watch(ctx, f.wake)
		go f.poll(ctx)
	}
	return r
}

// leave removes a reader without subscriptions and watches. With the last
// reader it stops the poller. The caller holds f.mu.
func (f *Feed) leave(r *reader) {
	if len(r.subscriptions)+len(r.watches) == 0 {
		delete(f.readers, r.name)
	}
	if len(f.readers) == 0 && f.stop != nil {
		f.stop()
		f.stop = nil
	}
}

// poll runs rounds until the context ends.
func (f *Feed) poll(ctx context.Context) {
	ticks := time.NewTicker(f.every)
	defer ticks.Stop()
	for {
		select {
		case <-ticks.C:
		case <-f.woken:
			time.Sleep(grace)
		case <-ctx.Done():
			return
		}
		f.round(ctx)
	}
}

// round reads what changed, for all readers.
func (f *Feed) round(ctx context.Context) {
	f.rounds.Lock()
	defer f.rounds.Unlock()
	latest := map[string]sight{}
	allowed, failed := f.dismiss(ctx, f.questions())
	for _, asked := range allowed {
		if err := f.ask(ctx, asked, latest); err != nil {
			failed = err
		}
	}
	for id, seen := range latest {
		if err := f.advance(ctx, id, seen); err != nil {
			failed = err
		}
	}
	f.report(ctx, failed)
	f.broadcast()
}

// errInvalidKey ends the subscriptions and watches of a key.
var errInvalidKey = &graph.Error{Code: graph.CodeUnauthenticated, Text: "the key is no longer valid"}

// dismiss ends the subscriptions and watches of readers whose keys are no longer
// valid, and returns the questions of the others. It reads the keys of all
// readers at once.
func (f *Feed) dismiss(ctx context.Context, all []question) (allowed []question, err error) {
	var keys []string
	for _, asked := range all {
		if key := asked.reader.actor.Key; key != nil {
			keys = append(keys, key.ID)
		}
	}
	if keys == nil {
		return all, nil
	}
	valid, err := f.store.ValidKeys(ctx, keys)
	if err != nil {
		return nil, err
	}
	for _, asked := range all {
		if key := asked.reader.actor.Key; key == nil || valid[key.ID] {
			allowed = append(allowed, asked)
		} else {
			f.end(asked.reader, errInvalidKey)
		}
	}
	return allowed, nil
}

// end ends the subscriptions and watches of a reader.
func (f *Feed) end(r *reader, err error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	for s := range r.subscriptions {
		s.failed = err
	}
	for w := range r.watches {
		w.failed = err
	}
}

// ask reads the revisions that a reader may see, and records in latest the
// newest revision of each project with subscriptions.
func (f *Feed) ask(ctx context.Context, asked question, latest map[string]sight) error {
	revisions, err := f.store.Revisions(graph.WithActor(ctx, asked.reader.actor), asked.projects)
	if err != nil {
		return err
	}
	seen := make(map[string]graph.Revision, len(revisions))
	for _, revision := range revisions {
		seen[revision.ProjectID] = revision
		if asked.subscribed[revision.ProjectID] && revision.Number >= latest[revision.ProjectID].revision.Number {
			latest[revision.ProjectID] = sight{revision, asked.reader.actor}
		}
	}
	f.admit(asked, seen)
	return nil
}

// A sight is a revision with an actor that may read it.
type sight struct {
	revision graph.Revision
	actor    graph.Actor
}

// A question is a query of a reader for the revisions of projects.
type question struct {
	reader     *reader
	subscribed map[string]bool // the projects with subscriptions
	projects   []string        // the projects with subscriptions or watches; nil for all
}

// questions returns the questions of all readers.
func (f *Feed) questions() []question {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.begun++
	var list []question
	for _, r := range f.readers {
		list = append(list, r.question())
	}
	return list
}

func (r *reader) question() question {
	asked := question{reader: r, subscribed: map[string]bool{}}
	ids := map[string]bool{}
	for s := range r.subscriptions {
		asked.subscribed[s.projectID], ids[s.projectID] = true, true
	}
	for w := range r.watches {
		if w.projects == nil {
			return asked
		}
		for _, id := range w.projects {
			ids[id] = true
		}
	}
	asked.projects = slices.Sorted(maps.Keys(ids))
	return asked
}

// admit allows the subscriptions of a reader to read up to the revisions in
// seen, and ends those whose projects are not in seen.
func (f *Feed) admit(asked question, seen map[string]graph.Revision) {
	f.mu.Lock()
	defer f.mu.Unlock()
	for s := range asked.reader.subscriptions {
		revision, readable := seen[s.projectID]
		switch {
		case readable:
			s.allowed = revision.Number
		case asked.subscribed[s.projectID]: // others began after the question
			s.failed = graph.NotFound("project", s.projectID)
		}
	}
	for w := range asked.reader.watches {
		w.see(seen)
	}
}

// advance reads the events up to a revision into the window of a project, if
// there is one.
func (f *Feed) advance(ctx context.Context, projectID string, seen sight) error {
	after, more := f.behind(projectID, seen.revision)
	for more {
		events, err := f.store.Events(graph.WithActor(ctx, seen.actor), projectID, after, pageSize)
		if err != nil {
			return err
		}
		if more = len(events) == pageSize; more {
			after = events[len(events)-1].Cursor()
		}
		f.extend(projectID, seen.revision, events, !more)
	}
	return nil
}

// behind reports whether the window of a project lacks events up to a revision,
// and returns the cursor after which they are missing. If the project was
// restored to an earlier state, behind restarts its window. A window that began
// in this round may be of a later revision than the round has read.
func (f *Feed) behind(projectID string, revision graph.Revision) (after history.Cursor, is bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	w := f.windows[projectID]
	switch {
	case w == nil || w.revision.Same(revision):
		return after, false
	case w.revision.Number >= revision.Number && w.round == f.begun:
		return after, false
	case w.revision.Number >= revision.Number:
		w.restart(revision)
		return after, false
	}
	return w.head, true
}

// extend adds events to the window of a project. After the last page, the
// window has all events of the revision.
func (f *Feed) extend(projectID string, revision graph.Revision, events []history.Event, last bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	w := f.windows[projectID]
	if w == nil {
		return
	}
	w.add(events)
	if last {
		w.reach(revision)
	}
}

// broadcast wakes all subscriptions and watches.
func (f *Feed) broadcast() {
	f.mu.Lock()
	defer f.mu.Unlock()
	close(f.changed)
	f.changed = make(chan struct{})
}

// report logs the first of a series of failed rounds, and the series' end.
func (f *Feed) report(ctx context.Context, failed error) {
	switch {
	case ctx.Err() != nil:
	case failed != nil && !f.failing:
		f.failing = true
		f.log.WarnContext(ctx, "subscriptions wait for the store", "error", failed)
	case failed == nil && f.failing:
		f.failing = false
		f.log.InfoContext(ctx, "subscriptions go on")
	}
}
