package transport

import (
	"bytes"
	"context"
	"net/http"
	"sync"
	"time"

	"github.com/99designs/gqlgen/graphql"
)

// mediaEvents is the media type of server-sent events.
const mediaEvents = "text/event-stream"

// overEvents answers an operation by server-sent events, in the mode of
// graphql-sse for distinct connections: "next" for each answer, and "complete"
// at the end.
type overEvents struct{ *streaming }

var _ graphql.Transport = overEvents{}

// Supports implements graphql.Transport.
func (overEvents) Supports(r *http.Request) bool { return isLive(r) }

// Do implements graphql.Transport.
func (t overEvents) Do(w http.ResponseWriter, r *http.Request, executor graphql.GraphExecutor) {
	w.Header().Add("Vary", "Accept")
	params, refused := readParams(w, r, t.limits.BodyBytes)
	if refused != nil {
		reply{w, mediaJSON, &outcome{}}.refuse(refused)
		return
	}
	params.Headers = r.Header
	closing, leave, why := t.live.Streams.joinAs(t.live.Client(r.Context()))
	if why != "" {
		refuseStream(w, why)
		return
	}
	defer leave()
	t.stream(w, r, executor, params, closing)
}

// stream sends the events of an operation. If the server stops, it omits
// "complete", so that the client connects again.
func (t overEvents) stream(w http.ResponseWriter, r *http.Request, executor graphql.GraphExecutor, params *graphql.RawParams,
	closing <-chan struct{}) {
	ctx, cancel := context.WithCancel(r.Context())
	events := newEvents(w, t.limits.WriteTimeout)
	_ = events.write(alive) // shows the client that it is connected; if this fails, so does the next write
	var attending sync.WaitGroup
	attending.Go(func() {
		defer cancel()
		_ = t.attend(ctx, closing, func() error {
			if _, err := t.live.SignIn(ctx, r.Header, nil); err != nil {
				return err
			}
			return events.write(alive)
		}) // the stream ends without a reason
	})
	defer attending.Wait()
	defer cancel()
	failed := t.run(ctx, executor, params, r.Method, events.next)
	if ctx.Err() != nil {
		return
	}
	if len(failed) > 0 {
		_ = events.next(&graphql.Response{Errors: failed}) // if this fails, so does the next write
	}
	_ = events.write("event: complete\ndata:\n\n") // nothing follows
}

// events writes events with a time limit for each.
type events struct {
	mu         sync.Mutex
	w          http.ResponseWriter
	controller *http.ResponseController
	within     time.Duration
}

// newEvents begins a stream of events. It removes the server's time limit for
// reading the request, because the body was read.
func newEvents(w http.ResponseWriter, within time.Duration) *events {
	header := w.Header()
	header.Set("Content-Type", mediaEvents+"; charset=utf-8")
	header.Set("Cache-Control", "no-store")
	header.Set("X-Accel-Buffering", "no") // for nginx
	header.Set("X-Content-Type-Options", "nosniff")
	controller := http.NewResponseController(w)
	_ = controller.SetReadDeadline(time.Time{}) // fails only for the writers of tests
	return &events{w: w, controller: controller, within: within}
}

// alive is a comment, which clients ignore.
const alive = ":\n\n"

func (e *events) next(response *graphql.Response) error {
	return e.write("event: next\ndata: " + string(bytes.ReplaceAll(jsonOf(response), []byte("\n"), []byte("\ndata: "))) + "\n\n")
}

func (e *events) write(event string) error {
	e.mu.Lock()
	defer e.mu.Unlock()
	_ = e.controller.SetWriteDeadline(time.Now().Add(e.within)) // fails only for the writers of tests
	if _, err := e.w.Write([]byte(event)); err != nil {
		return err
	}
	return e.controller.Flush()
}
