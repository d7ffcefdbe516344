package routes

import (
	"context"
	"net/http"
	"time"

	"dossier/graph"
	"dossier/graph/reader"
)

// The headers by which a client says which states it accepts. The answer to a request
// with a fence has the fence for the next request.
const (
	fenceHeader     = "X-Dossier-Fence"
	stalenessHeader = "X-Dossier-Staleness"
)

// inReading returns the context of a request with its reading, and a writer that adds
// the fence to the answer. Without the header nothing changes.
func (a *Access) inReading(ctx context.Context, w http.ResponseWriter, r *http.Request) (context.Context, http.ResponseWriter, error) {
	fence, staleness := r.Header.Get(fenceHeader), r.Header.Get(stalenessHeader)
	if staleness != "" && fence == "" {
		return ctx, w, graph.BadInput(stalenessHeader,
			"expected the header %s as well, so that no answer is older than the one before; its first value is none", fenceHeader)
	}
	if fence == "" || a.Fence == nil || isWebSocket(r) {
		return ctx, w, nil
	}
	seen, err := reader.ParseFence(fence)
	if err != nil {
		return ctx, w, graph.BadInput(fenceHeader, "%v", err)
	}
	reading := &reader.Reading{Seen: seen}
	if staleness != "" {
		if reading.Within, err = time.ParseDuration(staleness); err != nil || reading.Within < 0 {
			return ctx, w, graph.BadInput(stalenessHeader, "expected a time such as 5s; got %q", graph.Truncate(staleness, 60))
		}
		if reading.Within == 0 {
			reading.Seen = reader.Newest
		}
	}
	ctx = reader.WithReading(ctx, reading)
	return ctx, &fenced{ResponseWriter: w, fence: func() reader.Fence { return a.Fence(ctx) }}, nil
}

// A fenced writer adds the fence of an answer to its headers.
type fenced struct {
	http.ResponseWriter
	fence func() reader.Fence
	begun bool
}

// WriteHeader implements http.ResponseWriter. A stream of events has the fence
// [reader.Newest], because it reads after its headers were sent.
func (f *fenced) WriteHeader(status int) {
	if !f.begun {
		f.begun = true
		fence := reader.Newest
		if f.Header().Get("Content-Type") != "text/event-stream" {
			fence = f.fence()
		}
		f.Header().Set(fenceHeader, fence.String())
	}
	f.ResponseWriter.WriteHeader(status)
}

// Write implements http.ResponseWriter.
func (f *fenced) Write(text []byte) (int, error) {
	if !f.begun {
		f.WriteHeader(http.StatusOK)
	}
	return f.ResponseWriter.Write(text)
}

// Flush implements http.Flusher.
func (f *fenced) Flush() { _ = http.NewResponseController(f.ResponseWriter).Flush() }

// Unwrap returns the underlying writer, for http.ResponseController.
func (f *fenced) Unwrap() http.ResponseWriter { return f.ResponseWriter }
