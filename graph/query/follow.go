package query

import (
	"context"
	"runtime"

	"dossier/graph"
	"dossier/graph/contextdoc"
	"dossier/graph/feed"
	"dossier/graph/history"
)

// A ProjectChange is a change of a project, or a notice of missing changes.
type ProjectChange struct {
	Cursor string         // after the change, for a later subscription
	Resync bool           // events are missing: the client must read the project again
	Event  *history.Event // nil for a notice
}

// ProjectChanges is a stream of the changes of a project.
type ProjectChanges struct {
	subscription *feed.Subscription
	kinds        []graph.Kind
}

// ProjectChanges returns a stream of the changes of a project after a cursor,
// or from now on if after is nil. It has only changes of entities of the kinds,
// unless that is nil. The caller must close it. The error is NOT_FOUND if the
// project is unknown or forbidden.
func (s *following) ProjectChanges(ctx context.Context, projectID string, after *string, kinds []graph.Kind) (*ProjectChanges, error) {
	id, err := graph.ParseID("projectId", projectID)
	if err != nil {
		return nil, err
	}
	if err := graph.CheckKinds("kinds", kinds); err != nil {
		return nil, err
	}
	var cursor *history.Cursor
	if after != nil {
		parsed, err := history.ParseCursor("after", *after)
		if err != nil {
			return nil, err
		}
		cursor = &parsed
	}
	subscription, err := s.feed.Subscribe(ctx, id, cursor)
	if err != nil {
		return nil, err
	}
	return &ProjectChanges{subscription, kinds}, nil
}

// Next waits for the next change and returns it. The error is NOT_FOUND when
// the actor may no longer read the project.
func (p *ProjectChanges) Next(ctx context.Context) (*ProjectChange, error) {
	for {
		change, err := p.subscription.Next(ctx)
		if err != nil {
			return nil, err
		}
		if change.Resync() || graph.Allows(p.kinds, change.Event.Kind) {
			return &ProjectChange{change.Cursor.String(), change.Resync(), change.Event}, nil
		}
	}
}

// Close closes the stream.
func (p *ProjectChanges) Close() { p.subscription.Close() }

// documentsAtOnce returns the number of documents that are written for
// subscriptions at the same time: one write may change many of them, and
// requests must not wait for all. By eye: half of the processors, at most two.
func documentsAtOnce() int {
	return max(1, min(2, runtime.GOMAXPROCS(0)/2))
}

// ContextChanges is a stream of the versions of a context document.
type ContextChanges struct {
	service *following
	input   contextdoc.Input
	watch   *feed.Watch
	digest  string // the digest of the last version
}

// ContextChanges returns a stream of the versions of a context document after
// the one with the digest input.Since; after the current one if that is nil.
// The caller must close it.
func (s *following) ContextChanges(ctx context.Context, input contextdoc.Input) (*ContextChanges, error) {
	c := &ContextChanges{service: s, input: input}
	c.watch = s.feed.Watch(ctx, nil)
	if input.Since != nil {
		c.digest = *input.Since
	}
	now, err := s.Context(ctx, input)
	if err != nil {
		c.Close()
		return nil, err
	}
	if input.Since == nil {
		c.digest = now.Digest
	}
	return c, nil
}

// Next waits for the next version and returns it. Its changes are those since
// the last version.
func (c *ContextChanges) Next(ctx context.Context) (*contextdoc.Document, error) {
	for {
		if err := c.watch.Next(ctx); err != nil {
			return nil, err
		}
		version, err := c.write(ctx)
		if err != nil || version != nil {
			return version, err
		}
	}
}

// write writes the document, and returns it if it differs from the last one.
func (c *ContextChanges) write(ctx context.Context) (version *contextdoc.Document, err error) {
	err = c.service.inTurn(ctx, func(ctx context.Context) error {
		input := c.input
		input.Since = &c.digest
		written, err := c.service.Context(ctx, input)
		if err == nil && written.Digest != c.digest {
			version, c.digest = written, written.Digest
		}
		return err
	})
	return version, err
}

// inTurn calls write for a subscription as soon as fewer than [documentsAtOnce]
// calls are running.
func (s *following) inTurn(ctx context.Context, write func(context.Context) error) error {
	select {
	case s.turns <- struct{}{}:
		defer func() { <-s.turns }()
		return write(ctx)
	case <-ctx.Done():
		return ctx.Err()
	}
}

// Follow calls changed once, and then after changes in what the actor may read,
// until changed returns an error or ctx ends. It returns that error. At most
// documentsAtOnce such calls run at the same time.
func (s *following) Follow(ctx context.Context, changed func(context.Context) error) error {
	watch := s.feed.Watch(ctx, nil)
	defer watch.Close()
	for {
		if err := watch.Next(ctx); err != nil {
			return err
		}
		if err := s.inTurn(ctx, changed); err != nil {
			return err
		}
	}
}

// Close closes the stream.
func (c *ContextChanges) Close() { c.watch.Close() }
