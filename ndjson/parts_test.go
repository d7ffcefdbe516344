package ndjson_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"dossier/graph"
	"dossier/ndjson"
)

// A partStore records the sizes of the parts that it writes.
type partStore struct {
	ndjson.Store
	rows  []int
	bytes []int
}

func (s *partStore) WriteParts(ctx context.Context, parts *graph.Parts) (*graph.Written, error) {
	each := parts.Each
	parts.Each = func(yield func(*graph.Batch, error) bool) {
		for part, err := range each {
			size := 0
			for _, entity := range part.Entities {
				if task, is := entity.(*graph.Task); is && task.Description != nil {
					size += len(*task.Description)
				}
			}
			s.rows, s.bytes = append(s.rows, len(part.Entities)+len(part.Edges)), append(s.bytes, size)
			if !yield(part, err) {
				return
			}
		}
	}
	return s.Store.WriteParts(ctx, parts)
}

// TestParts imports edges before their entities, and checks that they are
// written in parts of limited size, and all.
func TestParts(t *testing.T) {
	var lines strings.Builder
	const count = 2500
	for n := range count {
		fmt.Fprintf(&lines, `{"kind":"edge","rel":"contains","src_id":"p","dst_id":"t%d","props":{"n":%[1]d}}`+"\n", n)
		fmt.Fprintf(&lines, `{"kind":"task","id":"t%d","project_id":"p","title":"x","description":"%s"}`+"\n", n, strings.Repeat("x", n))
	}
	lines.WriteString(`{"kind":"project","id":"p","name":"P"}` + "\n")
	for range 3 {
		fmt.Fprintf(&lines, `{"kind":"task","id":"long%d","project_id":"p","title":"x","description":"%s"}`+"\n", lines.Len(),
			strings.Repeat("x", 3<<20))
	}
	store := &partStore{Store: newStore(t)}
	report := importInto(t, store, []byte(lines.String()), ndjson.Options{})
	written := report.Written.Created
	if len(report.Rejects) > 0 || written[graph.KindTask] != count+3 || written[graph.KindEdge] != count || written[graph.KindProject] != 1 {
		t.Errorf("got %v, rejected %v", written, report.Rejects)
	}
	for i, rows := range store.rows {
		if rows > 2000 || store.bytes[i] > 8<<20 {
			t.Errorf("part %d has %d rows and %d bytes", i, rows, store.bytes[i])
		}
	}
	if len(store.rows) < 4 {
		t.Errorf("%d parts, want at least 4", len(store.rows))
	}
}
