package transport

import (
	"context"
	"dossier/transport/document"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"net/http"
	"sync"
	"time"

	"github.com/99designs/gqlgen/graphql"
	"github.com/coder/websocket"
	"github.com/vektah/gqlparser/v2/gqlerror"
)

// subprotocol is the WebSocket protocol of the library graphql-ws.
const subprotocol = "graphql-transport-ws"

// initWithin is the time that a client has to send connection_init. By eye.
const initWithin = 10 * time.Second

// The types of messages.
const (
	typeInit      = "connection_init"
	typeAck       = "connection_ack"
	typePing      = "ping"
	typePong      = "pong"
	typeSubscribe = "subscribe"
	typeNext      = "next"
	typeError     = "error"
	typeComplete  = "complete"
)

// A message is a message of the protocol.
type message struct {
	ID      string          `json:"id,omitempty"`
	Type    string          `json:"type"`
	Payload json.RawMessage `json:"payload,omitempty"`
}

// A closure is an error that closes a WebSocket with a code and a reason.
type closure struct {
	code   websocket.StatusCode
	reason string
}

func (c closure) Error() string { return c.reason }

// The closures of the protocol, with its codes.
var (
	notConnected  = closure{4401, "expected connection_init first"}
	forbidden     = closure{4403, "forbidden"}
	noSubprotocol = closure{4406, "expected the subprotocol " + subprotocol}
	initTooLate   = closure{4408, "connection_init came too late"}
	idInUse       = closure{4409, "an operation of this id is running"}
	initTwice     = closure{4429, "connection_init came twice"}
	serverStops   = closure{websocket.StatusGoingAway, "the server stops; connect again"}
)

// badMessage returns the closure for a message that the protocol does not have.
// The reason of a closure has at most 123 bytes.
func badMessage(format string, args ...any) closure {
	reason := fmt.Sprintf("invalid message: "+format, args...)
	if len(reason) > 123 {
		reason = "invalid message"
	}
	return closure{4400, reason}
}

// longestID is the maximum length of the id of an operation, in bytes. Each of
// its answers has it. By eye: clients send UUIDs or numbers.
const longestID = 200

// overWebSocket answers operations over WebSocket.
type overWebSocket struct{ *streaming }

var _ graphql.Transport = overWebSocket{}

// Supports implements graphql.Transport.
func (overWebSocket) Supports(r *http.Request) bool { return r.Header.Get("Upgrade") != "" }

// Do implements graphql.Transport.
func (t overWebSocket) Do(w http.ResponseWriter, r *http.Request, executor graphql.GraphExecutor) {
	closing, left, why := t.live.Streams.join()
	if why != "" {
		refuseStream(w, why)
		return
	}
	defer left()
	// Until connection_init names the client, its address does.
	address, _, _ := net.SplitHostPort(r.RemoteAddr) // "" for the requests of tests
	disown, why := t.live.Streams.own("address " + address)
	if why != "" {
		refuseStream(w, why)
		return
	}
	conn, err := websocket.Accept(asSpelled{w}, r,
		&websocket.AcceptOptions{Subprotocols: []string{subprotocol}, OriginPatterns: t.live.Origins})
	if err != nil {
		disown()
		return // Accept has answered the request
	}
	conn.SetReadLimit(int64(t.limits.BodyBytes))
	s := &socket{streaming: t.streaming, conn: conn, executor: executor, headers: r.Header, disown: disown, active: map[string]*active{}}
	defer func() { s.disown() }()
	s.serve(r.Context(), closing)
}

// asSpelled writes the name of the header Sec-WebSocket-Protocol as the protocol
// spells it. net/http writes Sec-Websocket-Protocol, which is the same header,
// but the Python library gql does not find it.
type asSpelled struct{ http.ResponseWriter }

// WriteHeader implements [http.ResponseWriter].
func (w asSpelled) WriteHeader(status int) {
	const spelled = "Sec-WebSocket-Protocol"
	header, usual := w.Header(), http.CanonicalHeaderKey(spelled)
	if chosen, is := header[usual]; is {
		delete(header, usual)
		header[spelled] = chosen
		defer func() {
			delete(header, spelled)
			header[usual] = chosen // which Accept reads
		}()
	}
	w.ResponseWriter.WriteHeader(status)
}

// Unwrap returns the underlying writer, for [http.ResponseController].
func (w asSpelled) Unwrap() http.ResponseWriter { return w.ResponseWriter }

// A socket is one connection.
type socket struct {
	*streaming
	conn     *websocket.Conn
	executor graphql.GraphExecutor
	headers  http.Header
	disown   func() // ends the count of the connection as its client's
	running  sync.WaitGroup
	mu       sync.Mutex
	active   map[string]*active // by the client's id of the operation
	bytes    int                // of the messages of active
	// connected is set with the payload of connection_init.
	connected bool
	payload   map[string]any
}

// active is a running operation.
type active struct {
	cancel context.CancelFunc
	bytes  int // of its message
}

// serve reads messages until the connection is closed and all operations ended.
func (s *socket) serve(ctx context.Context, closing <-chan struct{}) {
	ctx, cancel := context.WithCancel(ctx)
	defer s.running.Wait()
	defer cancel()
	s.running.Go(func() {
		if err := s.attend(ctx, closing, func() error { return s.look(ctx) }); ctx.Err() == nil {
			s.close(err)
		}
	})
	operations, err := s.begin(ctx)
	for err == nil {
		err = s.receive(operations)
	}
	s.close(err)
}

// close closes the connection, with the code and the reason of a [closure]. Any
// other error means that the client has left.
func (s *socket) close(err error) {
	if closed, ours := errors.AsType[closure](err); ours {
		_ = s.conn.Close(closed.code, closed.reason) // the client may have left
	} else {
		_ = s.conn.CloseNow()
	}
}

// check returns an error if the credentials of the client have expired.
func (s *socket) check(ctx context.Context) error {
	s.mu.Lock()
	connected, payload := s.connected, s.payload
	s.mu.Unlock()
	if !connected {
		return nil
	}
	if _, err := s.live.SignIn(ctx, s.headers, payload); err != nil {
		return forbidden
	}
	return nil
}

// look returns an error if the client has left or its credentials have expired.
func (s *socket) look(ctx context.Context) error {
	if err := s.check(ctx); err != nil {
		return err
	}
	within, cancel := context.WithTimeout(ctx, s.limits.WriteTimeout)
	defer cancel()
	return s.conn.Ping(within)
}

// begin waits for connection_init, and returns the context of operations.
func (s *socket) begin(ctx context.Context) (context.Context, error) {
	if s.conn.Subprotocol() != subprotocol {
		return nil, noSubprotocol
	}
	late := time.AfterFunc(initWithin, func() { _ = s.conn.Close(initTooLate.code, initTooLate.reason) })
	defer late.Stop()
	first, err := s.read(ctx)
	for err == nil && (first.Type == typePing || first.Type == typePong) {
		first, err = s.read(ctx)
	}
	switch {
	case err != nil:
		return nil, err
	case first.Type != typeInit:
		return nil, notConnected
	}
	if ctx, err = s.connect(ctx, first.Payload); err != nil {
		return nil, err
	}
	return ctx, s.write(ctx, message{Type: typeAck})
}

// connect returns the context for the payload of connection_init.
func (s *socket) connect(ctx context.Context, payload json.RawMessage) (context.Context, error) {
	var values map[string]any
	if len(payload) > 0 && document.ReadObject(payload, &values) != nil {
		return nil, badMessage("the payload of connection_init is not an object")
	}
	connected, err := s.live.SignIn(ctx, s.headers, values)
	if err != nil {
		return nil, forbidden
	}
	disown, why := s.live.Streams.own(s.live.Client(connected))
	if why != "" {
		return nil, closure{websocket.StatusTryAgainLater, why}
	}
	s.disown()
	s.disown = disown
	s.mu.Lock()
	defer s.mu.Unlock()
	s.connected, s.payload = true, values
	return connected, nil
}

// read returns the next message.
func (s *socket) read(ctx context.Context) (m message, err error) {
	kind, text, err := s.conn.Read(ctx)
	if err != nil {
		return m, err
	}
	if kind != websocket.MessageText || json.Unmarshal(text, &m) != nil {
		return m, badMessage("expected a text that is a JSON object with type and id")
	}
	return m, nil
}

// receive reads and handles the next message.
func (s *socket) receive(ctx context.Context) error {
	m, err := s.read(ctx)
	if err != nil {
		return err
	}
	switch m.Type {
	case typePing:
		return s.write(ctx, message{Type: typePong, Payload: m.Payload})
	case typePong:
		return nil
	case typeSubscribe:
		return s.start(ctx, m)
	case typeComplete:
		s.stop(m.ID)
		return nil
	case typeInit:
		return initTwice
	}
	return badMessage("unknown type %q", document.Short(m.Type))
}

// start starts the operation of a message.
func (s *socket) start(ctx context.Context, m message) error {
	params, refused := parseBody(m.Payload)
	switch {
	case m.ID == "" || len(m.ID) > longestID:
		return badMessage("expected an id of 1 to %d bytes", longestID)
	case refused != nil:
		return badMessage("%s: %s", typeSubscribe, refused.err.Message)
	case params.Query == "" && persistedHash(params) == "":
		return badMessage("%s has no query", typeSubscribe)
	}
	params.Headers = s.headers
	running, cancel := context.WithCancel(ctx)
	started := &active{cancel, len(m.ID) + len(m.Payload)}
	if err := s.remember(m.ID, started); err != nil {
		cancel()
		return s.refuse(ctx, m.ID, err)
	}
	s.running.Go(func() {
		defer cancel()
		s.answer(ctx, running, m.ID, started, params)
	})
	return nil
}

// remember adds an active operation. It fails if the id is in use, or if the
// connection has too many operations. All together may be as large as one
// request, because they are in memory until they end.
func (s *socket) remember(id string, one *active) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.active[id] != nil {
		return idInUse
	}
	if err := within("socketOperations", len(s.active)+1, s.limits.SocketOperations); err != nil {
		return err
	}
	if err := within("socketBytes", s.bytes+one.bytes, s.limits.BodyBytes); err != nil {
		return err
	}
	s.active[id] = one
	s.bytes += one.bytes
	return nil
}

// remove removes an active operation. The caller holds the lock.
func (s *socket) remove(id string) {
	s.bytes -= s.active[id].bytes
	delete(s.active, id)
}

// refuse answers an operation that was not started. If err is a closure, refuse
// returns it.
func (s *socket) refuse(ctx context.Context, id string, err error) error {
	if limit, is := errors.AsType[*gqlerror.Error](err); is {
		return s.write(ctx, message{id, typeError, marshal(gqlerror.List{limit})})
	}
	return err
}

// answer runs an operation in the context running, and sends its end unless the
// client stopped it. If the credentials have expired since the last operation,
// it closes the connection instead. It writes messages with ctx, the context of
// the connection, because a context that ends during a write closes the
// connection.
func (s *socket) answer(ctx, running context.Context, id string, started *active, params *graphql.RawParams) {
	if err := s.check(running); err != nil && running.Err() == nil {
		s.close(err)
		return
	}
	failed := s.run(running, s.executor, params, http.MethodPost, func(response *graphql.Response) error {
		if running.Err() != nil {
			return running.Err()
		}
		return s.write(ctx, message{id, typeNext, jsonOf(response)})
	})
	last := message{ID: id, Type: typeComplete}
	if len(failed) > 0 {
		last.Type, last.Payload = typeError, marshal(failed)
	}
	if s.forget(id, started) {
		_ = s.write(ctx, last) // no message follows
	}
}

// forget frees the id of an operation, and reports whether it was active.
func (s *socket) forget(id string, one *active) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.active[id] != one {
		return false
	}
	s.remove(id)
	return true
}

// stop cancels an operation at the client's request.
func (s *socket) stop(id string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if one := s.active[id]; one != nil {
		one.cancel()
		s.remove(id)
	}
}

// write sends a message. It disconnects clients that do not accept it in time.
func (s *socket) write(ctx context.Context, m message) error {
	ctx, cancel := context.WithTimeout(ctx, s.limits.WriteTimeout)
	defer cancel()
	return s.conn.Write(ctx, websocket.MessageText, marshal(m))
}
