package transport

import (
	"dossier/transport/document"
	"fmt"
	"log/slog"
	"net/http"
	"net/netip"
	"net/url"
	"runtime/debug"
	"strings"
	"time"
)

// Log returns a handler that gives each request an id, in the header
// X-Request-Id, and logs a line when next returns. If next panics, the request
// is answered with 500 and the stack is logged.
func Log(next http.Handler, log *slog.Logger, newID func() string) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		start := time.Now()
		id := newID()
		w.Header().Set("X-Request-Id", id)
		counted := &counter{ResponseWriter: w, detailed: log.Enabled(r.Context(), slog.LevelDebug)}
		counted.serve(next, r, log, id)
		if !log.Enabled(r.Context(), slog.LevelInfo) || probes[r.URL.Path] {
			return
		}
		line := append(about(id, r), "status", counted.status, "ms", float64(time.Since(start).Microseconds())/1000, "bytes", counted.bytes)
		log.InfoContext(r.Context(), "request", append(line, counted.noted...)...)
		if counted.details != nil {
			log.DebugContext(r.Context(), "request in detail", append([]any{"id", id}, counted.details...)...)
		}
	})
}

// probes are the paths that are asked every few seconds, and not logged.
var probes = map[string]bool{"/healthz": true, "/readyz": true, "/metrics": true}

// about returns the attributes of a request in the log.
func about(id string, r *http.Request) []any {
	return []any{"id", id, "method", r.Method, "path", r.URL.Path}
}

// counter counts the bytes written, and remembers the status.
type counter struct {
	http.ResponseWriter
	status, bytes int
	noted         []any // further attributes of the line in the log
	detailed      bool  // whether details are logged, too
	details       []any
}

// Note adds attributes to the line of a request in the log, if [Log] is around
// the writer. It must be called by the goroutine of the request.
func Note(w http.ResponseWriter, attributes ...any) {
	if c := counterOf(w); c != nil {
		c.noted = append(c.noted, attributes...)
	}
}

// NoteDetails is like [Note] for attributes that are only logged at the level debug,
// such as texts of clients.
func NoteDetails(w http.ResponseWriter, attributes ...any) {
	if c := counterOf(w); c != nil && c.detailed {
		c.details = append(c.details, attributes...)
	}
}

// counterOf returns the counter around which a writer is, nil for none.
func counterOf(w http.ResponseWriter) *counter {
	for w != nil {
		if c, is := w.(*counter); is {
			return c
		}
		outer, is := w.(interface{ Unwrap() http.ResponseWriter })
		if !is {
			return nil
		}
		w = outer.Unwrap()
	}
	return nil
}

// WriteHeader implements http.ResponseWriter.
func (c *counter) WriteHeader(status int) {
	if c.status == 0 {
		c.status = status
	}
	c.ResponseWriter.WriteHeader(status)
}

// Write implements http.ResponseWriter.
func (c *counter) Write(text []byte) (int, error) {
	if c.status == 0 {
		c.status = http.StatusOK
	}
	n, err := c.ResponseWriter.Write(text)
	c.bytes += n
	return n, err
}

// Flush implements http.Flusher, which event streams need.
func (c *counter) Flush() { _ = http.NewResponseController(c.ResponseWriter).Flush() }

// Unwrap returns the underlying writer, for http.ResponseController.
func (c *counter) Unwrap() http.ResponseWriter { return c.ResponseWriter }

// serve calls next. If it panics before it has written anything, serve answers
// with an error. It passes [http.ErrAbortHandler] on to the server.
func (c *counter) serve(next http.Handler, r *http.Request, log *slog.Logger, id string) {
	defer func() {
		switch value := recover(); value {
		case nil:
		case http.ErrAbortHandler:
			panic(value)
		default:
			log.ErrorContext(r.Context(), "panic", append(about(id, r), "value", value, "stack", string(debug.Stack()))...)
			if c.status == 0 {
				http.Error(c, http.StatusText(http.StatusInternalServerError), http.StatusInternalServerError)
			}
		}
	}()
	next.ServeHTTP(c, r)
}

// LocalOnly returns a handler that passes requests for this machine's local
// names to next, and answers others with 421: a server without authentication
// must not be reachable by a name that another site resolves to the loopback
// address.
func LocalOnly(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		host := (&url.URL{Host: r.Host}).Hostname()
		if address, err := netip.ParseAddr(host); !strings.EqualFold(host, "localhost") && (err != nil || !address.IsLoopback()) {
			http.Error(w, fmt.Sprintf("Host: got %s; expected localhost or a loopback address, because this server has no sign-in (see --token)",
				document.Short(r.Host)), http.StatusMisdirectedRequest)
			return
		}
		next.ServeHTTP(w, r)
	})
}
