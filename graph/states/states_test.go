package states_test

import (
	"testing"

	"dossier/graph"
	"dossier/graph/states"
)

func TestShown(t *testing.T) {
	for _, test := range []struct {
		kind   graph.Kind
		state  string
		labels []string
		want   string
	}{
		{graph.KindPlan, "completed", []string{"api", "withdrawn"}, "withdrawn"},
		{graph.KindPlan, "completed", []string{"Superseded"}, "superseded"},
		{graph.KindPlan, "completed", []string{"api"}, "completed"},
		{graph.KindPlan, "active", []string{"withdrawn"}, "active"}, // taken up again here
		{graph.KindPlan, "draft", []string{"deferred"}, "deferred"},
		{graph.KindPlan, "active", []string{"deferred"}, "active"},
		{graph.KindDecision, "reversed", []string{"rejected"}, "rejected"},
		{graph.KindDecision, "made", []string{"rejected"}, "made"},
		{graph.KindDocument, "published", []string{"deprecated"}, "published"},
		{graph.KindDocument, "archived", []string{"deprecated"}, "deprecated"},
		{graph.KindRequirement, "", []string{"withdrawn"}, "withdrawn"},
		{graph.KindRequirement, "", nil, ""},
		{graph.KindTask, "done", []string{"obsolete"}, "done"}, // tasks have a state for it
		{graph.KindTask, "cancelled", []string{"duplicate"}, "cancelled"},
		{graph.KindSignal, "", []string{"rejected"}, ""},
	} {
		one := graph.Common{Kind: test.kind, StateKey: &test.state, Labels: test.labels}
		if got := states.Shown(&one); got != test.want {
			t.Errorf("%s %s %q: got %q, want %q", test.kind, test.state, test.labels, got, test.want)
		}
	}
}

func TestEndingIn(t *testing.T) {
	for status, want := range map[string]string{
		"Withdrawn": "withdrawn", "Superseded by [ADR-9](adr-9.md)": "superseded", "Rejected (2024)": "rejected", "Won’t do": "won't do",
		"Removed": "removed", "removedness": "", "Final": "", "": "", "In review": "", "Not rejected": "", "Stagnant": "stagnant",
	} {
		if got := states.EndingIn(status); got != want {
			t.Errorf("%q: got %q, want %q", status, got, want)
		}
	}
}

// TestMeant reads states as people and models write them.
func TestMeant(t *testing.T) {
	for _, test := range []struct {
		kind       graph.Kind
		text, want string
	}{
		{graph.KindTask, "done", "done"}, {graph.KindTask, "Completed", "done"}, {graph.KindTask, "In progress", "in_progress"},
		{graph.KindTask, "to-do", "todo"}, {graph.KindTask, "reopened", "todo"}, {graph.KindTask, "canceled", "cancelled"},
		{graph.KindTask, "WIP", "in_progress"}, {graph.KindPlan, "done", "completed"}, {graph.KindPlan, "open", "active"},
		{graph.KindPlan, "doing", "active"}, {graph.KindPlan, "cancelled", ""}, {graph.KindGoal, "done", "achieved"},
		{graph.KindGoal, "closed", "achieved"}, {graph.KindGoal, "dropped", "abandoned"}, {graph.KindGoal, "reopened", "active"},
		{graph.KindMilestone, "done", "completed"}, {graph.KindMilestone, "open", "pending"}, {graph.KindProject, "finished", "completed"},
		{graph.KindRisk, "closed", "closed"}, {graph.KindRisk, "done", "closed"}, {graph.KindDecision, "done", "made"},
		{graph.KindDecision, "open", "pending"}, {graph.KindDocument, "done", "published"}, {graph.KindOutput, "In-Review", ""},
		{graph.KindDocument, "in review", "in_review"}, {graph.KindTask, "", ""}, {graph.KindTask, "lost", ""},
		{graph.KindGoal, "ended", ""}, {graph.KindSignal, "done", ""},
	} {
		if got := states.Meant(graph.SpecOf(test.kind), test.text); got != test.want {
			t.Errorf("%s %q is %q, want %q", test.kind, test.text, got, test.want)
		}
	}
}
