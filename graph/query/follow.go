package query

import (
	"context"
	"slices"

	"dossier/graph"
	"dossier/graph/contextdoc"
	"dossier/graph/feed"
)

// A ProjectChange is a change of a project, or the notice that changes are
// missing.
type ProjectChange struct {
	Cursor string
	Resync bool
	Event  *graph.ChangeEvent // nil for a notice
}

// ProjectChanges are the changes of a project.
type ProjectChanges struct {
	subscription *feed.Subscription
	kinds        []graph.Kind
}

// ProjectChanges returns the changes of a project after a cursor, or from now on
// without one; only those of entities of some kinds if there are any. They are
// to be closed. The error is NOT_FOUND if the project is unknown or forbidden.
func (s *Service) ProjectChanges(ctx context.Context, projectID string, after *string, kinds []graph.Kind) (*ProjectChanges, error) {
	id, err := graph.ParseID("projectId", projectID)
	if err != nil {
		return nil, err
	}
	if err := graph.CheckKinds("kinds", kinds); err != nil {
		return nil, err
	}
	var cursor *graph.EventCursor
	if after != nil {
		parsed, err := graph.ParseEventCursor("after", *after)
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

// Next waits for the next change. The error is NOT_FOUND as soon as the actor
// may not read the project.
func (p *ProjectChanges) Next(ctx context.Context) (*ProjectChange, error) {
	for {
		change, err := p.subscription.Next(ctx)
		if err != nil {
			return nil, err
		}
		if change.Resync() || len(p.kinds) == 0 || slices.Contains(p.kinds, change.Event.Kind) {
			return &ProjectChange{change.Cursor.String(), change.Resync(), change.Event}, nil
		}
	}
}

// Close ends the changes.
func (p *ProjectChanges) Close() { p.subscription.Close() }

// documentsAtOnce is how many documents are written for subscriptions at once,
// by eye: a write may change those of many, and questions are not to wait.
const documentsAtOnce = 2

// ContextChanges are the versions of a context document.
type ContextChanges struct {
	service *Service
	input   contextdoc.Input
	watch   *feed.Watch
	digest  string // of the last version
}

// ContextChanges returns the versions of a context document that differ from the
// one of input.Since; without it, from how it is now. They are to be closed.
func (s *Service) ContextChanges(ctx context.Context, input contextdoc.Input) (*ContextChanges, error) {
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

// Next waits for the next version. Its changes are those since the last one.
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

// write writes the document, and returns it if it is another than the last one.
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

// inTurn writes something for a subscription when it is its turn.
func (s *Service) inTurn(ctx context.Context, write func(context.Context) error) error {
	select {
	case s.following <- struct{}{}:
		defer func() { <-s.following }()
		return write(ctx)
	case <-ctx.Done():
		return ctx.Err()
	}
}

// Follow calls changed once at first, and then after changes of what the actor
// may read, until its first error or until ctx ends. Few calls of a process run
// at once.
func (s *Service) Follow(ctx context.Context, changed func(context.Context) error) error {
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

// Close ends the versions.
func (c *ContextChanges) Close() { c.watch.Close() }
