package transport

import (
	"context"
	"net/http"
	"sync"
	"time"
)

// Stay returns a handler for requests that next answers and that stay open. A
// request ends when the server stops, when the credentials of its client
// expire, or when the client does not accept a write in time.
func (l *Live) Stay(limits Limits, next http.Handler) http.Handler {
	t := &streaming{overHTTP{limits: limits.orDefault()}, l}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		closing, leave, why := l.Streams.joinAs(l.Client(r.Context()))
		if why != "" {
			refuseStream(w, why)
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
			_ = t.attend(ctx, closing, func() error { // the stream ends without a reason
				_, err := l.SignIn(ctx, r.Header, nil)
				return err
			})
		})
		defer attending.Wait()
		defer cancel()
		next.ServeHTTP(&staying{ResponseWriter: w, controller: http.NewResponseController(w), within: t.limits.WriteTimeout}, r.WithContext(ctx))
	})
}

// staying writes an answer that stays open, with a time limit for each write.
type staying struct {
	http.ResponseWriter
	controller *http.ResponseController
	within     time.Duration
}

// Write implements [http.ResponseWriter]. It removes the server's time limit
// for reading the request, because the request was read.
func (s *staying) Write(part []byte) (int, error) {
	_ = s.controller.SetReadDeadline(time.Time{}) // fails only for the writers of tests
	_ = s.controller.SetWriteDeadline(time.Now().Add(s.within))
	return s.ResponseWriter.Write(part)
}

// Flush implements [http.Flusher].
func (s *staying) Flush() { _ = s.controller.Flush() } // if this fails, so does the next write

// Unwrap returns the underlying writer, for [http.ResponseController].
func (s *staying) Unwrap() http.ResponseWriter { return s.ResponseWriter }
