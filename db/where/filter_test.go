package where

import (
	"reflect"
	"strings"
	"testing"
	"time"

	"dossier/db/enginetest"
	"dossier/db/statement"
	"dossier/graph"
	"dossier/graph/lists"
)

func TestLowerASCII(t *testing.T) {
	if got := lowerASCII("ABC ÄÖ Σ z"); got != "abc ÄÖ Σ z" {
		t.Errorf("got %s", got)
	}
}

// The range of a filter excludes its end.
func TestWithin(t *testing.T) {
	to := enginetest.Time.Add(time.Hour)
	for _, test := range []struct {
		filter lists.Filter
		want   string
	}{
		{lists.Filter{}, ""},
		{lists.Filter{Dates: lists.Dates{Created: &lists.TimeRange{}}}, "TRUE"},
		{lists.Filter{Dates: lists.Dates{Created: &lists.TimeRange{To: &to}}}, "entity.created_at < $1"},
	} {
		if got := strings.Join(Conditions(statement.New(&enginetest.Dialect, false), graph.SpecOf(graph.KindTask), &test.filter),
			" AND "); got != test.want {
			t.Errorf("got %s, want %s", got, test.want)
		}
	}
}

// TestHalves checks the names by which edges of relations may be stored, in
// their direction and swapped.
func TestHalves(t *testing.T) {
	for _, test := range []struct {
		ways []graph.Way
		want []any // the names of edges from src, and from dst
	}{
		{[]graph.Way{{Rel: graph.RelHasTask, Out: true}}, []any{"has_task", "belongs_to_plan"}},
		{[]graph.Way{{Rel: graph.RelHasTask}}, []any{"belongs_to_plan", "has_task"}},
		{[]graph.Way{{Rel: graph.RelDependsOn, Out: true}}, []any{[]string{"depends_on", "builds_on"}}},
		{[]graph.Way{{Rel: graph.RelDependsOn}}, []any{[]string{"depends_on", "builds_on"}}},
	} {
		q := statement.New(&enginetest.Dialect, false)
		halves := Halves(q, test.ways)
		if len(halves) != len(test.want) {
			t.Errorf("%v: got %v", test.ways, halves)
			continue
		}
		for i, want := range test.want {
			if got := q.Query(nil).Args[i]; !reflect.DeepEqual(got, want) {
				t.Errorf("%v: got %v, want %v", test.ways, got, want)
			}
		}
	}
}
