package resolvers

import (
	"context"
	"time"

	"github.com/99designs/gqlgen/graphql"

	"dossier/graph"
	"dossier/graph/contextdoc"
	"dossier/graph/query"
	"dossier/graph/reader"
	"dossier/loaders"
)

// subscriptions resolves the root fields of subscriptions.
type subscriptions struct{ service *query.Service }

// ProjectChanges sends the changes of a project.
func (r *subscriptions) ProjectChanges(
	ctx context.Context, projectID string, after *string, kinds []graph.Kind,
) (<-chan *query.ProjectChange, error) {
	changes, err := r.service.ProjectChanges(ctx, projectID, after, kinds)
	if err != nil {
		return nil, err
	}
	return stream(ctx, changes), nil
}

// ContextChanged sends the versions of a context document.
func (r *subscriptions) ContextChanged(ctx context.Context, input contextdoc.Input) (<-chan *contextdoc.Document, error) {
	versions, err := r.service.ContextChanges(ctx, input)
	if err != nil {
		return nil, err
	}
	return stream(ctx, versions), nil
}

// A source returns values one at a time.
type source[T any] interface {
	Next(ctx context.Context) (*T, error)
	Close()
}

// stream sends the values of a source until ctx ends. An error ends the stream,
// and is added to the response of ctx.
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

// pass sends the values of a source until an error, or a panic as an error.
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

// eventWithin is the maximum time for resolving the fields of one event, by
// eye: that of a request.
const eventWithin = 10 * time.Second

// event returns the context for one event of a subscription.
func (r *subscriptions) event(ctx context.Context) (context.Context, context.CancelFunc) {
	return context.WithTimeout(reader.With(ctx, loaders.New(r.service)), eventWithin)
}
