package lists_test

import (
	"testing"

	"dossier/graph"
	"dossier/graph/lists"
)

// TestSetEnumValue checks that values of closed sets become names of the
// schema, and that labels and all other values remain.
func TestSetEnumValue(t *testing.T) {
	for _, test := range []struct {
		kind        graph.Kind
		by          lists.GroupBy
		value, want string
	}{
		{graph.KindTask, lists.GroupState, "in_progress", "IN_PROGRESS"},
		{graph.KindTask, lists.GroupState, "of another program", "of another program"},
		{graph.KindRisk, "impact", "medium", "MEDIUM"},
		{graph.KindTask, lists.GroupType, "task.done", "task.done"},
		{graph.KindTask, lists.GroupOverdue, "true", "true"},
	} {
		key := lists.GroupKey{By: test.by, Value: &test.value, Label: &test.value}
		lists.SetEnumValue(graph.SpecOf(test.kind), &key)
		if *key.Value != test.want || *key.Label != test.value {
			t.Errorf("%s %s: got %s, label %s; want %s", test.by, test.value, *key.Value, *key.Label, test.want)
		}
	}
	none := lists.GroupKey{By: lists.GroupState}
	if lists.SetEnumValue(graph.SpecOf(graph.KindTask), &none); none.Value != nil {
		t.Errorf("no state: got %s", *none.Value)
	}
}
