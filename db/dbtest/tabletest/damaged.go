package tabletest

import (
	"bytes"
	"context"
	"database/sql"
	"fmt"
	"log/slog"
	"strings"
	"testing"
	"time"

	"dossier/db/dbtest/fixture"
	"dossier/db/sqlstore"
	"dossier/graph"
	"dossier/graph/lists"
	"dossier/graph/similarity"
)

// Damages are statements by which other programs make a row unreadable or
// contradictory. The first verb is for the table, the second for the id.
var Damages = map[string]string{
	"deleted in one table": "UPDATE %s SET deleted_at = '2026-01-01T00:00:00.000000Z' WHERE id = '%s'",
	"a time that is none":  "UPDATE %s SET created_at = 'infinity' WHERE id = '%s'",
	"props too deep":       "UPDATE %s SET props = '" + strings.Repeat("[", 600) + strings.Repeat("]", 600) + "' WHERE id = '%s'",
}

// Damaged tests, for the table of each kind, that a row that another program
// damaged does not keep others from being read. It is omitted and logged once,
// and jobs in the background end.
func Damaged(t *testing.T, damages map[string]string, open func(t testing.TB, options sqlstore.Options) (fixture.Store, *sql.DB)) {
	for name, statement := range damages {
		t.Run(name, func(t *testing.T) {
			var log bytes.Buffer
			options := sqlstore.Options{Now: func() time.Time { return fixture.Start }, Migrate: true, Log: slog.New(slog.NewTextHandler(&log, nil))}
			store, database := open(t, options)
			f := &fixture.F{T: t, Now: fixture.Start, Ann: fixture.As("ann"), Bob: fixture.As("bob"), Store: store}
			damage(f, database, statement)
			if missing := strings.HasPrefix(name, "deleted"); missing != !strings.Contains(log.String(), "a row cannot be read") {
				t.Errorf("the log is %s", log.String())
			}
			for _, spec := range graph.Kinds {
				if count := strings.Count(log.String(), "table="+spec.Table+" "); count > 1 {
					t.Errorf("the %s is logged %d times", spec.Kind, count)
				}
			}
		})
	}
}

// damage writes two entities of each kind, damages one of them, and reads all.
func damage(f *fixture.F, database *sql.DB, statement string) {
	project := fixture.NewProject("whole")
	batch := &graph.Batch{Entities: []graph.Entity{project}, Analyse: func(e graph.Entity) []byte { return []byte(e.Self().ID) }}
	damaged := map[graph.Kind]string{}
	for i, spec := range graph.Kinds {
		for _, suffix := range []string{" damaged", " whole"} {
			entity := spec.New()
			fixture.Fill(entity, i)
			common := entity.Self()
			common.ID, common.ProjectID, common.ExternalID, common.DeletedAt = graph.ID(string(spec.Kind)+suffix), project.ID, nil, nil
			if suffix == " damaged" {
				damaged[spec.Kind] = common.ID
			}
			batch.Entities = append(batch.Entities, entity)
			if spec.Kind != graph.KindProject {
				edge := fixture.NewEdge(project, graph.RelContains, entity)
				edge.ProjectID = project.ID
				batch.Edges = append(batch.Edges, edge)
			}
		}
	}
	f.Write(batch)
	for kind, id := range damaged {
		if _, err := database.ExecContext(f.Context(), fmt.Sprintf(statement, graph.SpecOf(kind).Table, id)); err != nil {
			f.Fatal(err)
		}
	}
	for range 2 {
		readsWithout(f, damaged)
	}
	embeds(f)
}

// readsWithout checks that all ways to read find the undamaged entities.
func readsWithout(f *fixture.F, damaged map[graph.Kind]string) {
	f.Helper()
	exported, changed := map[string]bool{}, map[string]bool{}
	err := f.Store.Export(f.Ann, nil, graph.Sink{
		RecordType: func(graph.RecordType) error { return nil },
		Entity:     func(e graph.Entity) error { exported[e.Self().ID] = true; return nil },
		Edge:       func(graph.Edge) error { return nil },
	})
	if err != nil {
		f.Errorf("export: %v", err)
	}
	for _, name := range []string{"whole", "project whole"} {
		for _, entity := range f.Changes(graph.ID(name), 0).Entities {
			changed[entity.Self().ID] = true
		}
	}
	for kind, id := range damaged {
		whole := graph.ID(string(kind) + " whole")
		found, err := f.Store.Entities(f.Ann, []graph.Ref{{ID: id}, {ID: whole}}, graph.Full)
		page, listed := f.Store.List(f.Ann, lists.List{Kind: kind, First: 50, Order: fixture.ByUpdated})
		if err != nil || listed != nil || found[whole] == nil || len(page.Entities) == 0 || !exported[whole] || !changed[whole] {
			f.Errorf("%s: found %v, %v; listed %v; exported %v; changed %v", kind, found, err, listed, exported[whole], changed[whole])
		}
		if found[id] != nil || exported[id] { // a light entity may lack the damaged value
			f.Errorf("%s: the damaged one is found: %v, exported %v", kind, found[id], exported[id])
		}
	}
}

// An embedder returns the same vector for every text.
type embedder struct{}

// Model implements [similarity.Embedder].
func (embedder) Model() string { return "same" }

// Embed implements [similarity.Embedder].
func (embedder) Embed(_ context.Context, texts []string) ([][]float32, error) {
	vectors := make([][]float32, len(texts))
	for i := range vectors {
		vectors[i] = []float32{1}
	}
	return vectors, nil
}

// embeds checks that making the vectors of all readable entities ends.
func embeds(f *fixture.F) {
	f.Helper()
	ctx, cancel := context.WithTimeout(f.Ann, 20*time.Second)
	defer cancel()
	job := &similarity.Job{Embedder: embedder{}, Entities: f.Store, Vectors: f.Store}
	if err := job.Run(ctx, func(int, int) {}); err != nil {
		f.Errorf("embed: %v", err)
	}
	if pending, _, err := f.Store.Pending(ctx, embedder{}.Model(), 100); len(pending) > 0 || err != nil {
		f.Errorf("pending after it: %v, %v", pending, err)
	}
}
