package check_test

import (
	"testing"
	"time"

	"dossier/graph"
	"dossier/graph/check"
)

func TestClose(t *testing.T) {
	now := time.Date(2026, 3, 15, 12, 0, 0, 0, time.UTC)
	earlier := now.AddDate(0, -1, 0)
	none := func(string) bool { return false }
	for _, test := range []struct {
		kind          graph.Kind
		before, after string
		had, want     *time.Time
	}{
		{graph.KindTask, "todo", "done", nil, &now},
		{graph.KindTask, "", "done", nil, &now},
		{graph.KindTask, "done", "done", nil, nil},
		{graph.KindTask, "todo", "done", &earlier, &earlier},
		{graph.KindTask, "done", "todo", &earlier, nil},
		{graph.KindTask, "done", "cancelled", &earlier, nil},
		{graph.KindPlan, "active", "completed", nil, &now},
		{graph.KindGoal, "active", "abandoned", nil, &now},
		{graph.KindMilestone, "completed", "missed", &earlier, nil},
		{graph.KindRisk, "identified", "mitigated", nil, &now},
		{graph.KindRisk, "mitigated", "closed", &earlier, &earlier},
		{graph.KindDecision, "made", "reversed", &earlier, &earlier},
		{graph.KindDecision, "made", "pending", &earlier, nil},
	} {
		e := graph.SpecOf(test.kind).New()
		var at **time.Time
		for _, column := range graph.CompletedColumns {
			if field := e.Self().Spec().Field(column); field != nil {
				at = field.Pointer(e).(**time.Time)
			}
		}
		e.Self().StateKey, *at = &test.after, test.had
		check.Close(e, test.before, none, now)
		if graph.Or(*at, time.Time{}) != graph.Or(test.want, time.Time{}) {
			t.Errorf("%s %s→%s: got %v, want %v", test.kind, test.before, test.after, *at, test.want)
		}
	}
}
