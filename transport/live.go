package transport

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"sync"
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

// Streams is a set of open connections. The zero value is empty. It is safe for
// concurrent use.
type Streams struct {
	// Most is the number of connections that may be open at once, 0 for any. Those
	// that one client keeps open would otherwise be all that a server accepts.
	Most int

	mu      sync.Mutex
	closing chan struct{} // closed by Close
	joined  int           // number of open connections
	open    sync.WaitGroup
	clients map[string]int // number of subscriptions by client
}

// Close ends all connections, waits until they are closed, and refuses new
// ones. Clients can connect again and continue after their cursors.
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

// join adds a connection. It must end when closing is closed, and then call
// leave. If it cannot be added, why is not "".
func (s *Streams) join() (closing <-chan struct{}, leave func(), why string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	signal := s.signal()
	select {
	case <-signal:
		return nil, nil, serverStops.reason
	default:
	}
	if s.Most > 0 && s.joined >= s.Most {
		return nil, nil, fmt.Sprintf("%d connections stay open already, which is the most; try again later", s.joined)
	}
	s.joined++
	s.open.Add(1)
	return signal, s.left, ""
}

// refuseStream answers a request whose connection cannot stay open, and closes
// the connection: kept alive, it would be one more.
func refuseStream(w http.ResponseWriter, why string) {
	w.Header().Set("Connection", "close")
	http.Error(w, why, http.StatusServiceUnavailable)
}

// left removes a connection.
func (s *Streams) left() {
	s.mu.Lock()
	s.joined--
	s.mu.Unlock()
	s.open.Done()
}

// subscribe counts a client's subscription until leave is called, up to
// allowed.
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
		return dispatched(ctx, executor, operation, refused).Errors
	}
	defer leave()
	return t.subscribe(ctx, executor, operation, send)
}

// open begins a subscription, within the limits of a query of the same price: it
// may write a whole document to notice later changes of it.
func (t *streaming) open(ctx context.Context, executor graphql.GraphExecutor, operation *graphql.OperationContext) (next func() *graphql.Response, failed gqlerror.List) {
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
func (t *streaming) once(ctx context.Context, executor graphql.GraphExecutor, operation *graphql.OperationContext, method string, send send) gqlerror.List {
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
func (t *streaming) subscribe(ctx context.Context, executor graphql.GraphExecutor, operation *graphql.OperationContext, send send) gqlerror.List {
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
