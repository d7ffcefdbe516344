package transport

import (
	"context"
	"errors"
	"net/http"
	"slices"
	"sync"
	"time"

	"github.com/99designs/gqlgen/graphql"
	"github.com/vektah/gqlparser/v2/ast"
	"github.com/vektah/gqlparser/v2/gqlerror"

	"dossier/meter"
)

// Live is how operations are served whose answers come one by one: over
// WebSocket by the protocol graphql-transport-ws, and as server-sent events by
// that of graphql-sse, each operation on a connection of its own.
type Live struct {
	// Streams are the connections, which the server closes when it stops.
	// Required.
	Streams *Streams
	// Origins are those of pages that may open a WebSocket, beside this server's.
	Origins []string
	// SignIn returns the context of the operations on a connection, from the
	// headers of its request and the payload with which a client opened a
	// WebSocket. It is called again while the connection is open, so that it ends
	// when credentials do: an error closes it. Required.
	SignIn func(ctx context.Context, header http.Header, payload map[string]any) (context.Context, error)
	// Request returns the context of one operation. Required.
	Request func(ctx context.Context) context.Context
	// Client names the client of a context, whose subscriptions are counted
	// together. Required.
	Client func(ctx context.Context) string
}

// Streams are connections that stay open. The zero value has none.
type Streams struct {
	mu      sync.Mutex
	closing chan struct{} // closed by Close
	open    sync.WaitGroup
	clients map[string]int // their subscriptions
}

// Close ends all connections, waits until they are closed, and refuses others.
// Clients that connect again go on where they were.
func (s *Streams) Close() {
	s.mu.Lock()
	closing := s.signal()
	select {
	case <-closing:
	default:
		close(closing)
	}
	s.mu.Unlock()
	s.open.Wait()
}

// signal returns the channel that Close closes. The caller holds the lock.
func (s *Streams) signal() chan struct{} {
	if s.closing == nil {
		s.closing = make(chan struct{})
	}
	return s.closing
}

// join adds a connection, unless the server stops. The connection has to end
// when closing is closed.
func (s *Streams) join() (closing <-chan struct{}, leave func(), open bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	signal := s.signal()
	select {
	case <-signal:
		return nil, nil, false
	default:
		s.open.Add(1)
		return signal, s.open.Done, true
	}
}

// subscribe counts a subscription of a client, if it may have another.
func (s *Streams) subscribe(client string, allowed int) (leave func(), refused *gqlerror.Error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := within("subscriptions", s.clients[client]+1, allowed); err != nil {
		return nil, err
	}
	if s.clients == nil {
		s.clients = map[string]int{}
	}
	s.clients[client]++
	return func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		if s.clients[client]--; s.clients[client] == 0 {
			delete(s.clients, client)
		}
	}, nil
}

// isLive reports whether a request is for a connection that stays open. One that
// takes JSON as readily as events is not: clients such as urql name both for
// every query.
func isLive(r *http.Request) bool {
	ranges := acceptRanges(r.Header.Values("Accept"))
	return r.Header.Get("Upgrade") != "" || ranges[mediaEvents] > max(ranges[mediaJSON], ranges[mediaGraphQL])
}

// streaming runs operations whose answers are sent one by one.
type streaming struct {
	overHTTP
	live *Live
}

// attend looks at a connection from time to time, until its context ends or the
// server stops, or to the first error.
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

// A send sends an answer. Its error means that the client has left.
type send func(*graphql.Response) error

// run runs an operation to its end, and sends what it answers. It returns the
// errors that ended it, nil for none.
func (t *streaming) run(ctx context.Context, executor graphql.GraphExecutor, params *graphql.RawParams, method string, send send) (failed gqlerror.List) {
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
		return executor.DispatchError(graphql.WithOperationContext(ctx, operation), gqlerror.List{refused}).Errors
	}
	defer leave()
	return t.subscribe(ctx, executor, operation, send)
}

// once runs a query or a mutation, as it is run over HTTP.
func (t *streaming) once(ctx context.Context, executor graphql.GraphExecutor, operation *graphql.OperationContext, method string, send send) gqlerror.List {
	if refused := checkMethod(operation.Operation.Operation, method); refused != nil {
		return gqlerror.List{refused.err}
	}
	ctx, cancel := context.WithTimeout(ctx, t.limits.Timeout)
	defer cancel()
	price, _ := operation.Stats.GetExtension(priceKey).(int)
	leave, busy := t.admission.enter(ctx, price)
	if busy != nil {
		return executor.DispatchError(graphql.WithOperationContext(ctx, operation), gqlerror.List{busy}).Errors
	}
	response := t.execute(ctx, executor, operation, leave)
	if len(response.Data) == 0 {
		return response.Errors
	}
	_ = send(response) // nothing follows
	return nil
}

// subscribe sends the events of a subscription until it ends. An answer without
// data is its end.
func (t *streaming) subscribe(ctx context.Context, executor graphql.GraphExecutor, operation *graphql.OperationContext, send send) gqlerror.List {
	metered, counted, end := meter.Start(ctx, operation, t.limits.ResponseBytes)
	defer end()
	next, inner := executor.DispatchOperation(metered, operation)
	for {
		response := next(inner)
		switch {
		case errors.Is(context.Cause(metered), meter.ErrExceeded):
			large := tooLarge(counted.Bytes(), t.limits.ResponseBytes)
			return executor.DispatchError(graphql.WithOperationContext(ctx, operation), gqlerror.List{large}).Errors
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
