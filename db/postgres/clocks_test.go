package postgres

import (
	"fmt"
	"testing"
	"time"

	"dossier/db/sqlstore"
	"dossier/graph"
)

// TestClocksDiffer writes in turn by two servers whose clocks differ by 5 s. Readers
// see each write at once, revisions have the order of writes, and a time of the past
// is that of a revision, which grows with it.
func TestClocksDiffer(t *testing.T) {
	address, begin := empty.Database(t), time.Date(2026, 11, 18, 12, 0, 0, 0, time.UTC)
	elapsed := time.Duration(0)
	ahead := stored(t, address, sqlstore.Options{Migrate: true, Now: func() time.Time { return begin.Add(elapsed + 5*time.Second) }})
	behind := stored(t, address, sqlstore.Options{AsIs: true, Now: func() time.Time { return begin.Add(elapsed) }})
	ctx := graph.WithActor(t.Context(), graph.LocalActor)
	id := graph.ID("skewed")
	for n := range 6 {
		elapsed += time.Second
		writer, reader := ahead, behind
		if n%2 == 1 {
			writer, reader = behind, ahead
		}
		project := graph.SpecOf(graph.KindProject).New().(*graph.Project)
		project.ID, project.Name = id, fmt.Sprint("name ", n)
		if _, err := writer.Write(ctx, &graph.Batch{Entities: []graph.Entity{project}}); err != nil {
			t.Fatal(err)
		}
		found, err := reader.Entities(ctx, []graph.Ref{{Kind: graph.KindProject, ID: id}}, graph.Light)
		if err != nil || found[id] == nil || found[id].Self().Label != project.Name {
			t.Errorf("write %d is not read at the other server: %v, %v", n, found[id], err)
		}
		revisions, err := reader.Revisions(ctx, []string{id})
		if err != nil || len(revisions) != 1 || revisions[0].Number != int64(n+1) {
			t.Errorf("write %d has the revisions %v, %v", n, revisions, err)
		}
	}
	last, seen := int64(0), map[int64]bool{}
	for at := begin; at.Before(begin.Add(13 * time.Second)); at = at.Add(500 * time.Millisecond) {
		kept, err := behind.Kept(ctx, id, at)
		if err != nil {
			t.Fatal(err)
		}
		if kept.Last == nil {
			continue
		}
		revision := kept.Last.Cursor().Revision
		if revision < last {
			t.Errorf("at %s the revision is %d, and before %d", at.Format(time.TimeOnly), revision, last)
		}
		last, seen[revision] = revision, true
	}
	if last != 6 || len(seen) < 3 {
		t.Errorf("the last revision is %d, and %d were found by times", last, len(seen))
	}
}
