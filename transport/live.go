package transport

import (
	"context"
	"errors"
	"net/http"
	"slices"
	"time"

	"github.com/99designs/gqlgen/graphql"
	"github.com/vektah/gqlparser/v2/ast"
	"github.com/vektah/gqlparser/v2/gqlerror"

	"dossier/meter"
)

// Live configures connections that stay open, for operations with a series of
// answers: WebSockets with the protocol graphql-transport-ws, and server-sent
// events with the protocol of graphql-sse, one connection for each operation.
type Live struct {
	// Streams are the open connections, which the server closes when it stops.
	// Required.
	Streams *Streams
	// Origins are the origins of other sites' pages that may open a WebSocket.
	Origins []string
	// SignIn returns the context of the operations on a connection, from the
	// header of its request and the payload of a WebSocket's first message. It is
	// called repeatedly while the connection is open, and before each operation
	// of a WebSocket. An error closes the connection, so that it ends when the
	// credentials expire. Required.
	SignIn func(ctx context.Context, header http.Header, payload map[string]any) (context.Context, error)
	// Request returns the context of one operation. Required.
	Request func(ctx context.Context) context.Context
	// Client returns the name of the client in ctx. The subscriptions of a client
	// are counted together. Required.
	Client func(ctx context.Context) string
}

// isLive reports whether a request is for a connection that stays open: it has
// the header Upgrade, or prefers events to JSON. A request that accepts both
// equally is not, because clients such as urql accept both for every query.
func isLive(r *http.Request) bool {
	ranges := acceptRanges(r.Header.Values("Accept"))
	return r.Header.Get("Upgrade") != "" || ranges[mediaEvents] > max(ranges[mediaJSON], ranges[mediaGraphQL])
}

// streaming runs operations whose answers are sent one by one.
type streaming struct {
	overHTTP
	live *Live
}

// attend calls look regularly until it fails, ctx ends, or the server stops.
func (t *streaming) attend(ctx context.Context, closing <-chan struct{}, look func() error) error {
	ticks := time.NewTicker(t.limits.KeepAlive)
	defer ticks.Stop()
	for {
		select {
		case <-ticks.C:
			if err := look(); err != nil {
				return err
			}
		case <-closing:
			return serverStops
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// A send sends an answer. An error means that the client has left.
type send func(*graphql.Response) error

// run runs an operation and sends its answers. It returns errors that ended it.
func (t *streaming) run(ctx context.Context, executor graphql.GraphExecutor, params *graphql.RawParams, method string,
	send send) (failed gqlerror.List) {
	ctx = graphql.StartOperationTrace(t.live.Request(ctx))
	defer func() {
		if value := recover(); value != nil {
			failed = fail(ctx, executor, recovered(ctx, value)).Errors
		}
	}()
	operation, invalid := t.create(ctx, executor, params)
	switch {
	case invalid != nil:
		return invalid.Errors
	case operation.Operation.Operation != ast.Subscription:
		return t.once(ctx, executor, operation, method, send)
	}
	leave, refused := t.live.Streams.subscribe(t.live.Client(ctx), t.limits.Subscriptions)
	if refused != nil {
		return dispatched(ctx, executor, operation, refused).Errors
	}
	defer leave()
	return t.subscribe(ctx, executor, operation, send)
}

// open begins a subscription, within the limits of a query of the same price: it
// may write a whole document to notice later changes of it.
func (t *streaming) open(ctx context.Context, executor graphql.GraphExecutor,
	operation *graphql.OperationContext) (next func() *graphql.Response,
	failed gqlerror.List) {
	leave, busy := t.admission.enter(ctx, meter.Price(operation))
	if busy != nil {
		return nil, dispatched(ctx, executor, operation, busy).Errors
	}
	defer leave()
	opening, cancel := context.WithCancel(ctx)
	late := time.AfterFunc(t.limits.Timeout, cancel)
	handler, inner := executor.DispatchOperation(opening, operation)
	if !late.Stop() {
		return nil, fail(graphql.WithOperationContext(ctx, operation), executor, context.DeadlineExceeded).Errors
	}
	return func() *graphql.Response { return handler(inner) }, nil
}

// once runs a query or a mutation in the same way as HTTP does.
func (t *streaming) once(ctx context.Context, executor graphql.GraphExecutor, operation *graphql.OperationContext, method string,
	send send) gqlerror.List {
	if refused := checkMethod(operation.Operation.Operation, method); refused != nil {
		return gqlerror.List{refused.err}
	}
	ctx, cancel := context.WithTimeout(ctx, t.limits.Timeout)
	defer cancel()
	leave, busy := t.admission.enter(ctx, meter.Price(operation))
	if busy != nil {
		return dispatched(ctx, executor, operation, busy).Errors
	}
	response := t.execute(ctx, executor, operation, leave, func(late *graphql.Response) { _ = send(late) })
	switch {
	case response == nil:
		return nil
	case len(response.Data) == 0:
		return response.Errors
	}
	if busy = t.sendHeld(ctx, response, send); busy != nil {
		return dispatched(ctx, executor, operation, busy).Errors
	}
	return nil // the operation is done
}

// sendHeld sends an answer, unless clients have not yet read too many others.
func (t *streaming) sendHeld(ctx context.Context, response *graphql.Response, send send) (busy *gqlerror.Error) {
	sent, busy := t.admission.hold(ctx, len(response.Data))
	if busy == nil {
		defer sent()
		_ = send(response) // the client may have left
	}
	return busy
}

// subscribe sends the events of a subscription until it ends. An answer without
// data ends it.
func (t *streaming) subscribe(ctx context.Context, executor graphql.GraphExecutor, operation *graphql.OperationContext,
	send send) gqlerror.List {
	metered, counted, end := meter.Start(ctx, operation, t.limits.ResponseBytes)
	defer end()
	next, failed := t.open(metered, executor, operation)
	if failed != nil {
		return failed
	}
	for {
		response := next()
		switch {
		case errors.Is(context.Cause(metered), meter.ErrExceeded):
			large := tooLarge(counted.Bytes(), t.limits.ResponseBytes)
			return dispatched(ctx, executor, operation, large).Errors
		case response == nil:
			return nil
		case len(response.Data) == 0:
			return response.Errors
		}
		if err := send(response); err != nil {
			return nil
		}
		counted.Add(-counted.Bytes())
	}
}

// jsonOf returns an answer as JSON.
func jsonOf(response *graphql.Response) []byte {
	before, after := around(response)
	return slices.Concat(before, response.Data, after)
}
