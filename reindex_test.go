package main

import (
	"strings"
	"testing"

	"dossier/graph"
	"dossier/graph/query"
)

// TestReindex writes an entity with search text of another version: it is left
// out of searches until it is analysed anew, and only it is.
func TestReindex(t *testing.T) {
	s := serveDemo(t)
	task := s.entity(t, "shoplane/task/offline-queue").(*graph.Task)
	old := *task
	old.Title = "Feed the zyzzyva"
	stale := func(graph.Entity) []byte { return []byte("\xffolder") }
	if _, err := s.store.Write(localContext(), &graph.Batch{Entities: []graph.Entity{&old}, Analyse: stale}); err != nil {
		t.Fatal(err)
	}
	s.restart()
	search := func(notes int) []query.SearchHit {
		found, err := s.service.Search(localContext(), query.SearchInput{Query: "zyzzyva"})
		if err != nil {
			t.Fatal(err)
		}
		if got := strings.Count(strings.Join(found.Notes, " "), "dossier reindex"); got != notes {
			t.Errorf("notes %q", found.Notes)
		}
		return found.Hits
	}
	if hits := search(1); len(hits) > 0 && hits[0].Entity.Self().ID == task.ID {
		t.Errorf("found %v by text that cannot be read", hits)
	}
	for _, want := range []int{1, 0} {
		if count, err := query.Reindex(localContext(), s.store, func(string, int, int) {}); count != want || err != nil {
			t.Errorf("%d analysed anew, %v, want %d", count, err, want)
		}
	}
	if hits := search(0); len(hits) == 0 || hits[0].Entity.Self().ID != task.ID {
		t.Errorf("found %v after it was analysed anew", hits)
	}
	if again := s.entity(t, "shoplane/task/offline-queue"); !again.Self().UpdatedAt.Equal(old.UpdatedAt) {
		t.Errorf("updated at %s, was %s", again.Self().UpdatedAt, old.UpdatedAt)
	}
	if got := command(t, "", "reindex", demoFile(t)); got.status != 0 || !strings.HasPrefix(got.out, "0 entities") {
		t.Errorf("%+v", got)
	}
}
