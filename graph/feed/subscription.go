package feed

import (
	"context"

	"dossier/graph"
	"dossier/graph/history"
)

// A Change is an event of a project, or the notice that events are missing.
type Change struct {
	// Cursor is where a later subscription can resume.
	Cursor history.Cursor
	// Event is nil for a notice.
	Event *history.Event
}

// Resync reports whether the change is a notice: the subscriber must read the
// state of the project up to the cursor again.
func (c *Change) Resync() bool { return c.Event == nil }

// A Subscription is one reader's stream of the events of a project.
type Subscription struct {
	feed      *Feed
	reader    *reader
	projectID string
	cursor    history.Cursor
	notice    bool            // the next change is a notice
	behind    bool            // it reads from the store, because it began before the window
	page      []history.Event // events read from the store
	restored  int             // window.restored when last seen

	// These are guarded by the lock of the feed.
	allowed int64          // the revision up to which the reader may read
	failed  error          // why the subscription ended
	taken   history.Cursor // that of the last change that Next returned, or where it began
}

// Subscribe returns the events of a project after a cursor. If after is nil, it
// returns a notice and the events from now on. The error is NOT_FOUND for a
// project that is unknown or forbidden. The caller must close the subscription.
func (f *Feed) Subscribe(ctx context.Context, projectID string, after *history.Cursor) (*Subscription, error) {
	revisions, err := f.store.Revisions(ctx, []string{projectID})
	if err != nil {
		return nil, err
	}
	if len(revisions) == 0 {
		return nil, graph.NotFound("project", projectID)
	}
	s := &Subscription{feed: f, projectID: projectID, allowed: revisions[0].Number}
	if err := s.begin(ctx, revisions[0], after); err != nil {
		return nil, err
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	w := f.windows[projectID]
	if w == nil {
		w = newWindow(revisions[0])
		w.round = f.begun
		f.windows[projectID] = w
	}
	w.subscriptions++
	s.restored, s.behind, s.taken = w.restored, s.cursor.Compare(w.from) < 0, s.cursor
	s.reader = f.join(graph.ActorFrom(ctx))
	s.reader.subscriptions[s] = true
	return s, nil
}

// begin sets where the subscription begins: at the cursor, if the events after
// it are kept, else at the revision, with a notice. A cursor after all events
// belongs to a state from before a restore.
func (s *Subscription) begin(ctx context.Context, revision graph.Revision, cursor *history.Cursor) error {
	s.cursor, s.notice = after(revision), true
	if cursor == nil || cursor.Compare(s.cursor) > 0 {
		return nil
	}
	oldest, err := s.feed.store.Events(ctx, s.projectID, history.Cursor{}, 1)
	if err != nil {
		return err
	}
	if kept(*cursor, s.cursor, oldest) {
		s.cursor, s.notice = *cursor, false
	}
	return nil
}

// kept reports whether all events between cursor and end are kept. oldest has
// the oldest event that is kept, if there is one.
func kept(cursor, end history.Cursor, oldest []history.Event) bool {
	if len(oldest) == 0 {
		return cursor.Revision >= end.Revision-1
	}
	return history.KeptSince(&oldest[0], cursor)
}

// Close ends the subscription.
func (s *Subscription) Close() {
	f := s.feed
	f.mu.Lock()
	defer f.mu.Unlock()
	if !s.reader.subscriptions[s] {
		return
	}
	delete(s.reader.subscriptions, s)
	f.leave(s.reader)
	if w := f.windows[s.projectID]; w.subscriptions == 1 {
		delete(f.windows, s.projectID)
	} else {
		w.subscriptions--
	}
}

// Next waits for the next change. A subscription that has fallen behind the
// window gets a notice. The error is NOT_FOUND once the reader may not read the
// project, and UNAUTHENTICATED once its key is no longer valid.
func (s *Subscription) Next(ctx context.Context) (Change, error) {
	for {
		step, wait, err := s.look()
		switch {
		case err != nil:
			return Change{}, err
		case step != nil:
			s.cursor = step.Cursor
			return *step, nil
		case wait == nil:
			if err := s.readPage(ctx); err != nil {
				return Change{}, err
			}
			continue
		}
		select {
		case <-wait:
		case <-ctx.Done():
			return Change{}, ctx.Err()
		}
	}
}

// look returns the next change if it is available, else a channel to wait for.
// If it returns neither, the caller must read from the store.
func (s *Subscription) look() (next *Change, wait <-chan struct{}, err error) {
	s.feed.mu.Lock()
	defer s.feed.mu.Unlock()
	next, wait, err = s.available(s.feed.windows[s.projectID])
	if next != nil {
		s.taken = next.Cursor
	}
	return next, wait, err
}

// available is look, with the window of the project. The caller holds the lock of
// the feed.
func (s *Subscription) available(w *window) (next *Change, wait <-chan struct{}, err error) {
	switch {
	case s.failed != nil:
		return nil, nil, s.failed
	case s.restored != w.restored:
		return s.skip(w), nil, nil
	case s.notice:
		s.notice = false
		return &Change{Cursor: s.cursor}, nil, nil
	case len(s.page) > 0:
		event := s.page[0]
		s.page = s.page[1:]
		return &Change{event.Cursor(), &event}, nil, nil
	case s.cursor.Compare(w.from) < 0:
		if s.behind {
			return nil, nil, nil
		}
		return s.skip(w), nil, nil
	}
	s.behind = false
	if event := w.next(s.cursor); event != nil && event.Revision <= s.allowed {
		return &Change{event.Cursor(), event}, nil, nil
	}
	return nil, s.feed.changed, nil
}

// skip skips the events up to the end of the window, and returns the notice
// about them.
func (s *Subscription) skip(w *window) *Change {
	s.restored, s.page, s.notice = w.restored, nil, false
	return &Change{Cursor: w.head}
}

// readPage reads the next events from the store. If some of them are no longer
// kept, the next change is a notice.
func (s *Subscription) readPage(ctx context.Context) error {
	head := s.head()
	events, err := s.feed.store.Events(ctx, s.projectID, s.cursor, pageSize)
	if err != nil {
		return err
	}
	// Read oldest after the events, because the oldest are removed first.
	oldest, err := s.feed.store.Events(ctx, s.projectID, history.Cursor{}, 1)
	switch {
	case err != nil:
		return err
	case len(oldest) > 0 && !history.KeptSince(&oldest[0], s.cursor):
		s.cursor, s.notice = head, true
		return nil
	}
	s.page = events
	if len(events) == 0 && s.cursor.Compare(head) < 0 {
		s.cursor = head // there are no events between the two
	}
	return nil
}

// head returns the cursor up to which the window has events.
func (s *Subscription) head() history.Cursor {
	s.feed.mu.Lock()
	defer s.feed.mu.Unlock()
	return s.feed.windows[s.projectID].head
}
