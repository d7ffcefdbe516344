package e2e_test

import (
	"strings"
	"testing"

	"dossier/db/storetest"
	"dossier/graph"
	"dossier/graph/query"
	"dossier/graph/searchtext"
)

// TestReindex writes an entity with search data that is damaged or of another
// version. Searches omit it until it is reindexed. Nothing else is reindexed.
func TestReindex(t *testing.T) {
	testReindex(t, serveDemo(t))
	if got := command(t, "", "reindex", demoFile(t)); got.status != 0 || !strings.HasPrefix(got.out, "0 entities") {
		t.Errorf("%+v", got)
	}
}

func testReindex(t *testing.T, s *served) {
	task := s.store.Entity(t, "shoplane/task/offline-queue").(*graph.Task)
	for name, stale := range map[string]func([]byte) []byte{
		"another version": func([]byte) []byte { return []byte("\xffolder") },
		"cut off":         func(blob []byte) []byte { return blob[:len(blob)-3] },
		"scribbled over":  func(blob []byte) []byte { return append(blob[:5:5], "\xff\xff\xff\xff\xff\xff"...) },
		"missing":         func([]byte) []byte { return nil },
	} {
		old := *task
		old.Title = "Feed the zyzzyva, " + name
		analyse := func(e graph.Entity) []byte { return stale(searchtext.Analyse(e)) }
		if _, err := s.store.Write(storetest.Context(), &graph.Batch{Entities: []graph.Entity{&old}, Analyse: analyse}); err != nil {
			t.Fatal(err)
		}
		for range 2 { // with the index cached, and loaded
			if hits := searchZyzzyva(t, s, 1); len(hits) > 0 && hits[0].Entity.Self().ID == task.ID {
				t.Errorf("%s: found %v by search data that cannot be read", name, hits)
			}
			s.restart()
		}
		for _, want := range []int{1, 0} {
			if count, err := searchtext.Reindex(storetest.Context(), s.store, func(string, int, int) {}); count != want || err != nil {
				t.Errorf("%s: %d reindexed, %v, want %d", name, count, err, want)
			}
		}
		if hits := searchZyzzyva(t, s, 0); len(hits) == 0 || hits[0].Entity.Self().ID != task.ID {
			t.Errorf("%s: found %v after it was reindexed", name, hits)
		}
		if again := s.store.Entity(t, "shoplane/task/offline-queue"); !again.Self().UpdatedAt.Equal(old.UpdatedAt) {
			t.Errorf("%s: updated at %s, was %s", name, again.Self().UpdatedAt, old.UpdatedAt)
		}
	}
}

// searchZyzzyva searches for zyzzyva and checks the number of notes about
// omitted entities.
func searchZyzzyva(t *testing.T, s *served, notes int) []query.SearchHit {
	t.Helper()
	found, err := s.service.Search(storetest.Context(), query.SearchInput{Query: "zyzzyva"})
	if err != nil {
		t.Fatal(err)
	}
	if got := strings.Count(strings.Join(found.Notes, " "), "dossier reindex"); got != notes {
		t.Errorf("notes %q", found.Notes)
	}
	return found.Hits
}
