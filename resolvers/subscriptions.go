package resolvers

import (
	"context"
	"time"

	"github.com/99designs/gqlgen/graphql"

	"dossier/graph"
	"dossier/graph/contextdoc"
	"dossier/graph/query"
	"dossier/loaders"
)

// ProjectChanges are the changes of a project.
func (r *Root) ProjectChanges(ctx context.Context, projectID string, after *string, kinds []graph.Kind) (<-chan *query.ProjectChange, error) {
	changes, err := r.Service.ProjectChanges(ctx, projectID, after, kinds)
	if err != nil {
		return nil, err
	}
	return stream(ctx, changes), nil
}

// ContextChanged are the versions of a context document.
func (r *Root) ContextChanged(ctx context.Context, input contextdoc.Input) (<-chan *contextdoc.Document, error) {
	versions, err := r.Service.ContextChanges(ctx, input)
	if err != nil {
		return nil, err
	}
	return stream(ctx, versions), nil
}

// A source has values that come one by one.
type source[T any] interface {
	Next(ctx context.Context) (*T, error)
	Close()
}

// stream returns the values of a source until the context ends. An error ends
// the stream, and is added to the response of the context.
func stream[T any](ctx context.Context, from source[T]) <-chan *T {
	values := make(chan *T)
	go func() {
		defer close(values)
		defer from.Close()
		if err := pass(ctx, from, values); err != nil && ctx.Err() == nil {
			graphql.AddError(ctx, err)
		}
	}()
	return values
}

// pass sends the values of a source. A panic is an error.
func pass[T any](ctx context.Context, from source[T], values chan<- *T) (err error) {
	defer func() {
		if value := recover(); value != nil {
			err = graphql.GetOperationContext(ctx).Recover(ctx, value)
		}
	}()
	for {
		value, err := from.Next(ctx)
		if err != nil {
			return err
		}
		select {
		case values <- value:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// eventWithin is how long the fields of one event may take, by eye: what a
// request may.
const eventWithin = 10 * time.Second

// event returns the context for one event of a subscription.
func (f fields) event(ctx context.Context) (context.Context, context.CancelFunc) {
	return context.WithTimeout(graph.WithReader(ctx, loaders.New(f.root.Service)), eventWithin)
}
