package graph_test

import (
	"strings"
	"testing"

	"dossier/graph"
)

func TestParseRelation(t *testing.T) {
	for _, test := range []struct {
		name string
		want graph.Relation
		swap bool
	}{
		{"has_task", "has_task", false},
		{"belongs_to_plan", "has_task", true},
		{"supports", "supports_goal", false},
		{"achieved_by", "supports_goal", true},
	} {
		rel, swap, err := graph.ParseRelation(test.name)
		if rel != test.want || swap != test.swap || err != nil {
			t.Errorf("%s: got %s, %v, %v", test.name, rel, swap, err)
		}
	}
}

func TestUnknownRelationNamesTheNearest(t *testing.T) {
	_, _, err := graph.ParseRelation("depend_on")
	if graph.CodeOf(err) != graph.CodeBadUserInput || !strings.Contains(err.Error(), `"depends_on"`) {
		t.Errorf("got %v", err)
	}
}

func TestSynonymsStandForKnownRelations(t *testing.T) {
	for _, synonym := range graph.Synonyms {
		if synonym.For.Spec() == nil {
			t.Errorf("%s stands for unknown %s", synonym.Name, synonym.For)
		}
	}
}

func TestCanonicalSwapsEnds(t *testing.T) {
	plan, task := graph.Ref{Kind: graph.KindPlan, ID: "p"}, graph.Ref{Kind: graph.KindTask, ID: "t"}
	got := graph.Edge{Rel: "belongs_to_plan", Src: task, Dst: plan}.Canonical()
	if got.Rel != graph.RelHasTask || got.Src != plan || got.Dst != task {
		t.Errorf("got %+v", got)
	}
	if err := got.Rel.Spec().Allows(got.Src.Kind, got.Dst.Kind); err != nil {
		t.Error(err)
	}
	if err := got.Rel.Spec().Allows(got.Dst.Kind, got.Src.Kind); graph.CodeOf(err) != graph.CodeBadUserInput {
		t.Errorf("task has_task plan: got %v", err)
	}
}
