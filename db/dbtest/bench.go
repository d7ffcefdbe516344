package dbtest

import (
	"bytes"
	"context"
	"database/sql"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"dossier/db/dbtest/fixture"
	"dossier/db/sqlstore"
	"dossier/graph"
	"dossier/graph/lists"
	"dossier/graph/query"
	"dossier/ndjson"
)

// Bench measures stores returned by open, with a sample outside of the
// repository. If there is none, it skips the benchmarks.
func Bench(b *testing.B, open fixture.Open) {
	sample := readSample(b)
	ctx := fixture.As("ann")
	store := open(b, sqlstore.Options{Migrate: true})
	if _, err := store.Write(ctx, sample); err != nil {
		b.Fatal(err)
	}
	b.Run("write", func(b *testing.B) { benchWrite(b, open, sample) })
	all, err := store.Revisions(ctx, nil)
	if err != nil {
		b.Fatal(err)
	}
	for i := range all {
		all[i].Number = 0
	}
	task := sample.Entities[len(sample.Entities)-1].Self()
	one := graph.Batch{Entities: []graph.Entity{fixture.NewTask(all[0].ProjectID, "bench")}}
	for _, bench := range []struct {
		name string
		run  func() error
	}{
		{"write again", func() error { _, err := store.Write(ctx, sample); return err }},
		{"write one, unchanged", func() error { _, err := store.Write(ctx, &one); return err }},
		{"changes of all", func() error { _, err := store.Changes(ctx, all); return err }},
		{"changes of one", func() error { _, err := store.Changes(ctx, all[:1]); return err }},
		{"revisions", func() error { _, err := store.Revisions(ctx, nil); return err }},
		{"terms of one", func() error { return store.Terms(ctx, all[0], func(graph.Terms) {}) }},
		{"list of 10", func() error {
			_, err := store.List(ctx, lists.List{Kind: graph.KindTask, First: 10, Order: fixture.ByUpdated})
			return err
		}},
		{"list of 10 of a project, with total", func() error {
			_, err := store.List(ctx,
				lists.List{Kind: graph.KindTask, First: 10, Order: fixture.ByUpdated, Filter: lists.Filter{ProjectID: &all[0].ProjectID}, Total: true})
			return err
		}},
		{"entity", func() error { _, err := store.Entities(ctx, []graph.Ref{task.Ref()}, graph.Full); return err }},
	} {
		b.Run(bench.name, func(b *testing.B) {
			for b.Loop() {
				if err := bench.run(); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// benchWrite measures writing a batch to an empty store.
func benchWrite(b *testing.B, open fixture.Open, batch *graph.Batch) {
	for b.Loop() {
		b.StopTimer()
		store := open(b, sqlstore.Options{Migrate: true})
		b.StartTimer()
		if _, err := store.Write(fixture.As("ann"), batch); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchTriggers measures the cost of the triggers for other programs to a write
// by this program: 5,000 tasks and their edges, alternately with the triggers
// and after drop has removed them. It reports the shortest time of each.
func BenchTriggers(b *testing.B, open func(t testing.TB, options sqlstore.Options) (fixture.Store, *sql.DB),
	drop func(b *testing.B, database *sql.DB)) {
	project := fixture.NewProject("p")
	batch := &graph.Batch{Entities: []graph.Entity{project}}
	for n := range 5000 {
		task := fixture.NewTask(project.ID, fmt.Sprint("task ", n))
		task.Description = new(strings.Repeat("What there is to do. ", 20))
		batch.Entities = append(batch.Entities, task)
		edge := fixture.NewEdge(project, graph.RelHasTask, task)
		edge.ProjectID = project.ID
		batch.Edges = append(batch.Edges, edge)
	}
	shortest := map[string]time.Duration{"with": time.Hour, "without": time.Hour}
	for b.Loop() {
		for _, name := range []string{"with", "without"} {
			store, database := open(b, sqlstore.Options{Migrate: true})
			if name == "without" {
				drop(b, database)
			}
			begun := time.Now()
			if _, err := store.Write(fixture.As("ann"), batch); err != nil {
				b.Fatal(err)
			}
			shortest[name] = min(shortest[name], time.Since(begun))
		}
	}
	for name, time := range shortest {
		b.ReportMetric(float64(time.Milliseconds()), "ms-"+name)
	}
	b.ReportMetric(float64(shortest["with"])/float64(shortest["without"]), "ratio")
}

// readSample returns the sample as a batch.
func readSample(b *testing.B) *graph.Batch {
	data, err := os.ReadFile("../../../shared/data/kep.ndjson.gz")
	if err != nil {
		b.Skip("there is no sample")
	}
	var store batchStore
	if _, err := ndjson.Import(context.Background(), &store, bytes.NewReader(data), ndjson.Options{}); err != nil {
		b.Fatal(err)
	}
	return &store.batch
}

// A batchStore is an empty store that remembers what is written to it.
type batchStore struct {
	query.Store
	batch graph.Batch
}

// Entities returns no entities.
func (s *batchStore) Entities(context.Context, []graph.Ref, graph.View) (map[string]graph.Entity, error) {
	return nil, nil
}

// DeletedByID returns no entities.
func (s *batchStore) DeletedByID(context.Context, []string) ([]*graph.Common, error) { return nil, nil }

// ProjectsOf returns no projects.
func (s *batchStore) ProjectsOf(context.Context, []string) (map[string]string, error) {
	return nil, nil
}

// Repeated returns no result.
func (s *batchStore) Repeated(context.Context, graph.Once) (graph.JSON, error) { return nil, nil }

// RecordTypes returns no record types.
func (s *batchStore) RecordTypes(context.Context) ([]graph.RecordType, error) { return nil, nil }

// WriteParts remembers the parts as one batch, which replaces what is stored.
func (s *batchStore) WriteParts(_ context.Context, parts *graph.Parts) (*graph.Written, error) {
	for part, err := range parts.Each {
		if err != nil {
			return nil, err
		}
		s.batch.RecordTypes = append(s.batch.RecordTypes, part.RecordTypes...)
		s.batch.Entities = append(s.batch.Entities, part.Entities...)
		s.batch.Edges = append(s.batch.Edges, part.Edges...)
		s.batch.Analyse = part.Analyse
	}
	return graph.NewWritten(), nil
}
