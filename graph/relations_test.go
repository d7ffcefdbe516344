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
		{"HAS_TASK", "has_task", false}, // as in GraphQL
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

func TestRolesOfRelations(t *testing.T) {
	for _, spec := range graph.Relations {
		contains := spec.Name == graph.RelContains || strings.HasPrefix(string(spec.Name), "has_")
		if spec.Name.IsContainment() != contains {
			t.Errorf("%s is containment: %v, want %v", spec.Name, spec.Name.IsContainment(), contains)
		}
		if spec.Role == graph.RolePart {
			t.Errorf("%s leads from the part; canonical relations lead from the parent", spec.Name)
		}
		if _, other := graph.OtherRoles[spec.Name]; other {
			t.Errorf("%s is in Relations and in OtherRoles", spec.Name)
		}
	}
	for name, want := range map[graph.Relation]graph.RelationRole{
		"part_of": graph.RolePart, "next": graph.RoleSequence, "references": graph.RoleReference, "blocks": graph.RoleNone,
		"comes_before": graph.RoleNone, "context": graph.RoleNone, // no part of a name counts
	} {
		if got := name.Role(); got != want {
			t.Errorf("%s has role %q, want %q", name, got, want)
		}
	}
	if !graph.RelRelatesTo.Vague() || !graph.Relation("unheard_of").Vague() || graph.RelBlocks.Vague() {
		t.Error("vague are other relations than references, relates_to and unknown ones")
	}
}
