package rows_test

import (
	"strings"
	"testing"

	"dossier/graph"
	"dossier/graph/rows"
)

// TestMeant checks which column a field in the props probably means: one that
// the kind has.
func TestMeant(t *testing.T) {
	for _, test := range []struct {
		kind       graph.Kind
		name, want string
	}{
		{graph.KindProject, "status", "state_key"},
		{graph.KindRequirement, "status", ""}, // it has no states
		{graph.KindTask, "due", "due_at"},
		{graph.KindTask, "dueAt", "due_at"},
		{graph.KindTask, "DueDate", "due_at"},
		{graph.KindGoal, "deadline", "target_date"},
		{graph.KindDocument, "body", "content"},
		{graph.KindRequirement, "title", "text"},
		{graph.KindPlan, "title", "name"},
		{graph.KindTask, "body", "description"},
		{graph.KindSignal, "date", "ts"},
		{graph.KindSignal, "source", "channel"},
		{graph.KindDecision, "reason", "rationale"},
		{graph.KindTask, "created", "created_at"},
		{graph.KindTask, "deleted", ""},
		{graph.KindTask, "assignee", ""}, // read from the props
		{graph.KindTask, "zeal", ""},
		{graph.KindEdge, "type", ""},
	} {
		if got := rows.Meant(test.kind, test.name); got != test.want {
			t.Errorf("%s.%s: got %q, want %q", test.kind, test.name, got, test.want)
		}
	}
}

// TestMissingOfEdge checks that an edge with other names hears those that it needs.
func TestMissingOfEdge(t *testing.T) {
	_, problems := rows.Parse([]byte(`{"kind":"edge","type":"has_task","from":"a","to":"b"}`), false)
	if len(problems) != 1 || !strings.Contains(problems[0].Error(), "an edge needs rel, src_id and dst_id; got from, to, type") {
		t.Errorf("got %v", problems)
	}
}
