package transport

import (
	"errors"
	"io"
	"net/http"
	"sync/atomic"
	"time"
)

// Bodies limits how long the bodies of requests may take to arrive, so that slow
// ones do not hold all connections of a server.
type Bodies struct {
	// Patient is the number of bodies that may take as long as the server allows.
	// Bodies that begin while there are more have the time Hurried.
	Patient int
	Hurried time.Duration // the time for the body of a request

	open atomic.Int64
}

// Handler returns a handler that limits bodies and calls next. When a body has
// ended, its request has no limit for reading: a server reads on to notice that
// the client leaves, and a limit that passes would look like that.
func (b *Bodies) Handler(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		arriving := &arrivingBody{ReadCloser: r.Body, connection: http.NewResponseController(w), of: b}
		if r.Body == http.NoBody {
			arriving.endLimit()
			next.ServeHTTP(w, r)
			return
		}
		if b.open.Add(1) > int64(b.Patient) {
			_ = arriving.connection.SetReadDeadline(time.Now().Add(b.Hurried)) // fails only for the writers of tests
		}
		defer arriving.end()
		r = r.WithContext(r.Context()) // the server looks at the body of its own, and reads no large one to its end
		r.Body = arriving
		next.ServeHTTP(w, r)
	})
}

// An arrivingBody is the body of a request.
type arrivingBody struct {
	io.ReadCloser
	connection *http.ResponseController
	of         *Bodies
	ended      atomic.Bool
}

// Read implements [io.Reader].
func (a *arrivingBody) Read(p []byte) (int, error) {
	n, err := a.ReadCloser.Read(p)
	if errors.Is(err, io.EOF) {
		a.endLimit()
		a.end()
	}
	return n, err
}

func (a *arrivingBody) endLimit() {
	_ = a.connection.SetReadDeadline(time.Time{}) // fails only for the writers of tests
}

// end counts the body as ended, once.
func (a *arrivingBody) end() {
	if !a.ended.Swap(true) {
		a.of.open.Add(-1)
	}
}
