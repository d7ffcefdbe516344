package serving

import (
	"bytes"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"dossier/cli/flags"
	"dossier/cli/storage"
	"dossier/db/storetest"
	"dossier/embeddings/embeddingstest"
	"dossier/graph/query"
)

// newEmbedding returns a service over the demo graph with an embeddings
// endpoint, for which brume means fog.
func newEmbedding(t *testing.T) (*Services, *query.Service, *embeddingstest.Server) {
	t.Helper()
	endpoint := embeddingstest.New(t)
	endpoint.Set(func(s *embeddingstest.Server) { s.Meanings["brume"] = "fog" })
	services := &Services{Stores: &storage.Stores{}, Now: storetest.Now, Embeddings: flags.Embeddings{URL: endpoint.URL, Model: "words"}}
	service, err := services.Over(t.Context(), storetest.Demo(t, "../..").Store)
	if err != nil {
		t.Fatal(err)
	}
	return services, service, endpoint
}

// TestEmbedInBackground embeds the demo graph while it is searched.
func TestEmbedInBackground(t *testing.T) {
	services, service, _ := newEmbedding(t)
	var log bytes.Buffer
	stop := services.embedInBackground(storetest.Context(), service, slog.New(slog.NewTextHandler(&log, nil)))
	for deadline := time.Now().Add(20 * time.Second); ; time.Sleep(10 * time.Millisecond) {
		found, err := service.Search(storetest.Context(), query.SearchInput{Query: "brume"})
		if err != nil {
			t.Fatal(err)
		}
		if found.Total > 0 {
			break
		}
		if time.Now().After(deadline) {
			t.Fatal("nothing was embedded")
		}
	}
	stop()
	if strings.Contains(log.String(), "WARN") {
		t.Errorf("logged %s", log.String())
	}
}

// TestEmbedPauses checks that embedding pauses while the endpoint refuses all
// requests, which is logged.
func TestEmbedPauses(t *testing.T) {
	services, service, endpoint := newEmbedding(t)
	endpoint.Set(func(s *embeddingstest.Server) { s.Down = 400 })
	var log safeBuffer
	stop := services.embedInBackground(storetest.Context(), service, slog.New(slog.NewTextHandler(&log, nil)))
	for deadline := time.Now().Add(20 * time.Second); !strings.Contains(log.String(),
		"embeddings paused after a failure"); time.Sleep(10 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("logged %s", log.String())
		}
	}
	stop()
}

func TestThrottled(t *testing.T) {
	var got []int
	write := throttled(time.Hour, func(done, _ int) { got = append(got, done) })
	for done := range 4 {
		write(done, 3)
	}
	if !slices.Equal(got, []int{3}) {
		t.Errorf("printed %v, want the last only", got)
	}
	got = nil
	write = throttled(0, func(done, _ int) { got = append(got, done) })
	for done := range 4 {
		write(done, 3)
	}
	if !slices.Equal(got, []int{0, 1, 2, 3}) {
		t.Errorf("printed %v, want all", got)
	}
}

// safeBuffer is a log that may be read and written concurrently.
type safeBuffer struct {
	mu  sync.Mutex
	buf bytes.Buffer
}

// Write implements io.Writer.
func (b *safeBuffer) Write(text []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.buf.Write(text)
}

// String returns the text written so far.
func (b *safeBuffer) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.buf.String()
}
