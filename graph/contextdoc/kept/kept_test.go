package kept

import (
	"strings"
	"testing"
	"time"

	"dossier/graph"
)

// taskAt returns a task with a text that was last changed at a time.
func taskAt(id, description string, updated time.Time) graph.Entity {
	task := &graph.Task{Common: graph.Common{ID: id, Kind: graph.KindTask, UpdatedAt: updated}}
	if description != "" {
		task.Description = &description
	}
	return task
}

func TestTexts(t *testing.T) {
	noon := time.Date(2026, 5, 1, 12, 0, 0, 0, time.UTC)
	light := taskAt("a", "", noon)
	for name, test := range map[string]struct {
		read  graph.Entity
		asked graph.Entity
		kept  bool
	}{
		"the same entity":                 {taskAt("a", "text", noon), light, true},
		"a later state of it in a graph":  {taskAt("a", "text", noon), taskAt("a", "", noon), false},
		"an earlier state in the replica": {taskAt("a", "old", noon.Add(-time.Hour)), light, false},
		"no entity of any graph":          {taskAt("a", "text", noon), nil, false},
		"a text above the limit":          {taskAt("a", strings.Repeat("x", 60_000), noon), light, false},
	} {
		texts, full := New(100_000), map[string]graph.Entity{}
		texts.Add([]graph.Entity{light, nil}, map[string]graph.Entity{"a": test.read})
		unknown := texts.Find([]graph.Ref{{Kind: graph.KindTask, ID: "a"}}, []graph.Entity{test.asked}, full)
		if has := full["a"] != nil; has != test.kept || has != (len(unknown) == 0) {
			t.Errorf("%s: kept %t with %v unknown, want %t", name, has, unknown, test.kept)
		}
	}
}

// TestTextsStayBelowTheirLimit keeps more texts than fit, and uses the first again
// and again.
func TestTextsStayBelowTheirLimit(t *testing.T) {
	const limit, count = 100_000, 100
	texts := New(limit)
	lights := make([]graph.Entity, count)
	find := func(i int) bool {
		return len(texts.Find([]graph.Ref{lights[i].Self().Ref()}, lights[i:i+1], map[string]graph.Entity{})) == 0
	}
	for i := range lights {
		id := strings.Repeat("i", i+1)
		lights[i] = taskAt(id, "", time.Time{})
		texts.Add(lights[i:i+1], map[string]graph.Entity{id: taskAt(id, strings.Repeat("x", 5_000), time.Time{})})
		if !find(0) {
			t.Fatalf("the first text is gone after %d further ones", i)
		}
		size := 0
		for _, generation := range []map[graph.Entity]graph.Entity{texts.young, texts.old} {
			for _, text := range generation {
				size += graph.EntitySize(text)
			}
		}
		if size > limit {
			t.Fatalf("%d bytes after %d texts, above the limit of %d", size, i+1, limit)
		}
	}
	if find(1) {
		t.Error("the second text is kept, which nothing used")
	}
}
