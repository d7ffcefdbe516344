package similarity_test

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"dossier/db/storetest"
	"dossier/embeddings"
	"dossier/embeddings/embeddingstest"
	"dossier/graph"
	"dossier/graph/similarity"
	"dossier/problems"
)

// TestOneBadMemberOfABatch answers a text in the ways in which endpoints fail for one: the
// entities of the other texts get vectors, and that one is named once.
func TestOneBadMemberOfABatch(t *testing.T) {
	type item map[string]any
	vector := func(value any) func(items []item, at int) []item {
		return func(items []item, at int) []item {
			items[at]["embedding"] = value
			return items
		}
	}
	for name, bad := range map[string]struct {
		status int
		spoil  func(items []item, at int) []item
	}{
		"400": {status: 400}, "413": {status: 413}, "422": {status: 422}, "500": {status: 500},
		"null": {spoil: vector(nil)}, "empty": {spoil: vector([]int{})}, "of another dimension": {spoil: vector([]int{1, 2})},
		"a text": {spoil: vector("AAAA")}, "too large": {spoil: vector([]json.Number{"1e99"})},
		"an error":       {spoil: vector(map[string]string{"error": "too long"})},
		"missing":        {spoil: func(items []item, at int) []item { return slices.Delete(items, at, at+1) }},
		"twice":          {spoil: func(items []item, at int) []item { return append(items, items[at]) }},
		"another number": {spoil: func(items []item, at int) []item { items[at]["index"] = 999; return items }},
	} {
		t.Run(name, func(t *testing.T) {
			store, good := storetest.Demo(t, "../.."), embeddingstest.New(t)
			entity := store.Entity(t, "shoplane/task/offline-queue").Self()
			server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				body, _ := io.ReadAll(r.Body)
				var asked struct{ Input []string }
				_ = json.Unmarshal(body, &asked)
				r.Body = io.NopCloser(bytes.NewReader(body))
				at := slices.IndexFunc(asked.Input, func(text string) bool { return strings.HasPrefix(text, entity.Label) })
				recorder := httptest.NewRecorder()
				good.ServeHTTP(recorder, r)
				switch {
				case at < 0:
					_, _ = w.Write(recorder.Body.Bytes())
				case bad.status > 0:
					http.Error(w, "too long", bad.status)
				default:
					var answer struct {
						Data []item `json:"data"`
					}
					_ = json.Unmarshal(recorder.Body.Bytes(), &answer)
					answer.Data = bad.spoil(answer.Data, at)
					_ = json.NewEncoder(w).Encode(answer)
				}
			}))
			defer server.Close()
			client, err := embeddings.New(embeddings.Options{
				URL: server.URL + "/v1", Name: "words", Random: func() float64 { return 0 },
				Sleep: func(ctx context.Context, _ time.Duration) error { return ctx.Err() },
			})
			if err != nil {
				t.Fatal(err)
			}
			var log bytes.Buffer
			list := problems.New(slog.New(slog.NewTextHandler(&log, nil)))
			job := &similarity.Job{Embedder: client, Entities: store, Vectors: store, Problems: list}
			if made, err := run(t, job); made == 0 || err != nil {
				t.Errorf("%d made, %v", made, err)
			}
			var empty []string
			full := 0
			err = store.Vectors(storetest.Context(), client.Model(), []graph.Revision{{ProjectID: graph.ID("shoplane")}}, func(v graph.Vector) {
				if len(v.Values) == 0 {
					empty = append(empty, v.Entity.ID)
				} else {
					full++
				}
			})
			if err != nil || !slices.Equal(empty, []string{entity.ID}) || full < 100 {
				t.Errorf("without a vector: %q, with one: %d, %v", empty, full, err)
			}
			if lines := strings.Count(log.String(), "is left out"); lines != 1 || len(list.All()) != 1 ||
				!strings.Contains(list.All()[0], entity.ID) {
				t.Errorf("problems %q, log %s", list.All(), &log)
			}
		})
	}
}
