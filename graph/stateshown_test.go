package graph

import "testing"

func TestStateShown(t *testing.T) {
	for _, test := range []struct {
		kind   Kind
		state  string
		labels []string
		want   string
	}{
		{KindPlan, "completed", []string{"api", "withdrawn"}, "withdrawn"},
		{KindPlan, "completed", []string{"Superseded"}, "superseded"},
		{KindPlan, "completed", []string{"api"}, "completed"},
		{KindPlan, "active", []string{"withdrawn"}, "active"}, // taken up again here
		{KindPlan, "draft", []string{"deferred"}, "deferred"},
		{KindPlan, "active", []string{"deferred"}, "active"},
		{KindDecision, "reversed", []string{"rejected"}, "rejected"},
		{KindDecision, "made", []string{"rejected"}, "made"},
		{KindDocument, "published", []string{"deprecated"}, "published"},
		{KindDocument, "archived", []string{"deprecated"}, "deprecated"},
		{KindRequirement, "", []string{"withdrawn"}, "withdrawn"},
		{KindRequirement, "", nil, ""},
		{KindTask, "done", []string{"obsolete"}, "done"}, // tasks have a state for it
		{KindTask, "cancelled", []string{"duplicate"}, "cancelled"},
		{KindSignal, "", []string{"rejected"}, ""},
	} {
		one := Common{Kind: test.kind, StateKey: &test.state, Labels: test.labels}
		if got := one.StateShown(); got != test.want {
			t.Errorf("%s %s %q: got %q, want %q", test.kind, test.state, test.labels, got, test.want)
		}
	}
}

func TestEndingIn(t *testing.T) {
	for status, want := range map[string]string{
		"Withdrawn": "withdrawn", "Superseded by [ADR-9](adr-9.md)": "superseded", "Rejected (2024)": "rejected", "Won’t do": "won't do",
		"Removed": "removed", "removedness": "", "Final": "", "": "", "In review": "", "Not rejected": "", "Stagnant": "stagnant",
	} {
		if got := EndingIn(status); got != want {
			t.Errorf("%q: got %q, want %q", status, got, want)
		}
	}
}
