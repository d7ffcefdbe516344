package graph_test

import (
	"slices"
	"testing"

	"dossier/graph"
)

func TestStateCounts(t *testing.T) {
	g := project([]graph.Entity{made(graph.KindTask, "t1", "done"), made(graph.KindTask, "t2", "todo"), made(graph.KindTask, "t3", "done"), made(graph.KindPlan, "pl", "draft")})
	for _, counts := range g.StateCounts() {
		want := map[graph.Kind][]graph.StateCount{graph.KindTask: {{State: "todo", Count: 1}, {State: "done", Count: 2}}, graph.KindPlan: {{State: "draft", Count: 1}}}[counts.Kind]
		if !slices.Equal(counts.States, want) {
			t.Errorf("%s: got %v, want %v", counts.Kind, counts.States, want)
		}
	}
}

// TestSetEnumValue checks that values of closed sets become names of the
// schema, and that labels and all other values remain.
func TestSetEnumValue(t *testing.T) {
	for _, test := range []struct {
		kind        graph.Kind
		by          graph.GroupBy
		value, want string
	}{
		{graph.KindTask, graph.GroupState, "in_progress", "IN_PROGRESS"},
		{graph.KindTask, graph.GroupState, "of another program", "of another program"},
		{graph.KindRisk, "impact", "medium", "MEDIUM"},
		{graph.KindTask, graph.GroupType, "task.done", "task.done"},
		{graph.KindTask, graph.GroupOverdue, "true", "true"},
	} {
		key := graph.GroupKey{By: test.by, Value: &test.value, Label: &test.value}
		graph.SpecOf(test.kind).SetEnumValue(&key)
		if *key.Value != test.want || *key.Label != test.value {
			t.Errorf("%s %s: got %s, label %s; want %s", test.by, test.value, *key.Value, *key.Label, test.want)
		}
	}
	none := graph.GroupKey{By: graph.GroupState}
	if graph.SpecOf(graph.KindTask).SetEnumValue(&none); none.Value != nil {
		t.Errorf("no state: got %s", *none.Value)
	}
}
