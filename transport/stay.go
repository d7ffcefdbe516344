package transport

import (
	"context"
	"net/http"
	"sync"
	"time"
)

// Stay returns the handler of requests that stay open and that another handler
// answers. They end when the server stops and when the credentials of their
// client do, and the client has to take each write in time.
func (l *Live) Stay(limits Limits, next http.Handler) http.Handler {
	t := &streaming{overHTTP{limits: limits.orDefault()}, l}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		closing, leave, open := l.Streams.join()
		if !open {
			http.Error(w, "the server stops; connect again", http.StatusServiceUnavailable)
			return
		}
		defer leave()
		end, refused := l.Streams.subscribe(l.Client(r.Context()), t.limits.Subscriptions)
		if refused != nil {
			http.Error(w, refused.Message, http.StatusTooManyRequests)
			return
		}
		defer end()
		ctx, cancel := context.WithCancel(r.Context())
		var attending sync.WaitGroup
		attending.Go(func() {
			defer cancel()
			_ = t.attend(ctx, closing, func() error { // the client learns by the end of the stream
				_, err := l.SignIn(ctx, r.Header, nil)
				return err
			})
		})
		defer attending.Wait()
		defer cancel()
		next.ServeHTTP(&staying{ResponseWriter: w, controller: http.NewResponseController(w), within: t.limits.WriteTimeout}, r.WithContext(ctx))
	})
}

// staying writes an answer that has no end, of which the client has to take each
// part in time.
type staying struct {
	http.ResponseWriter
	controller *http.ResponseController
	within     time.Duration
}

// Write implements [http.ResponseWriter]. The request was read, so that the
// server's limit for reading it ends.
func (s *staying) Write(part []byte) (int, error) {
	_ = s.controller.SetReadDeadline(time.Time{}) // a writer of tests has none
	_ = s.controller.SetWriteDeadline(time.Now().Add(s.within))
	return s.ResponseWriter.Write(part)
}

// Flush implements [http.Flusher].
func (s *staying) Flush() { _ = s.controller.Flush() } // the next write fails as well

// Unwrap is for [http.ResponseController].
func (s *staying) Unwrap() http.ResponseWriter { return s.ResponseWriter }
