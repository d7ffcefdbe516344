package memory_test

import (
	"slices"
	"testing"

	"dossier/graph"
)

func TestStateCounts(t *testing.T) {
	g := project([]graph.Entity{made(graph.KindTask, "t1", "done"), made(graph.KindTask, "t2", "todo"), made(graph.KindTask, "t3", "done"),
		made(graph.KindPlan, "pl", "draft")})
	for _, counts := range g.StateCounts() {
		want := map[graph.Kind][]graph.StateCount{graph.KindTask: {{State: "todo", Count: 1}, {State: "done", Count: 2}},
			graph.KindPlan: {{State: "draft", Count: 1}}}[counts.Kind]
		if !slices.Equal(counts.States, want) {
			t.Errorf("%s: got %v, want %v", counts.Kind, counts.States, want)
		}
	}
}
