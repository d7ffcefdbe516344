package memory_test

import (
	"testing"

	"dossier/graph"
)

// TestFamilies checks that a task with three parts of its own heads a family beside the
// one of its plan, and no longer when a part is as close to another task or deleted.
func TestFamilies(t *testing.T) {
	plan, task, other := ref(graph.KindPlan, "plan"), ref(graph.KindTask, "task"), ref(graph.KindTask, "other")
	needs := func(owner graph.Ref, id string) graph.Edge {
		return edge(owner, "has_requirement", ref(graph.KindRequirement, id))
	}
	g := project([]graph.Entity{
		made(graph.KindPlan, "plan", ""), made(graph.KindTask, "task", ""), made(graph.KindTask, "other", ""),
		made(graph.KindRequirement, "a", ""), made(graph.KindRequirement, "b", ""), made(graph.KindRequirement, "c", ""),
	}, edge(plan, "has_task", task), edge(plan, "has_task", other), needs(task, "a"), needs(task, "b"), needs(plan, "c"))
	rootOf := func(id string) string {
		ord, _ := g.Ordinal(id)
		return g.At(g.Root(ord)).Self().ID
	}
	changed := func(edges ...graph.Edge) {
		g = g.Apply(graph.Changes{Revision: graph.Revision{ProjectID: "p", Number: g.Revision.Number + 1}, Edges: edges})
	}
	deleted := func(e graph.Edge) graph.Edge {
		e.Deleted = true
		return e
	}
	for _, step := range []struct {
		name, task, a, other string
		edges                []graph.Edge
	}{
		{name: "two parts", task: "plan", a: "plan", other: "plan"},
		{name: "a third part, which the plan is closer to", task: "plan", a: "plan", other: "plan", edges: []graph.Edge{needs(task, "c")}},
		{name: "not any more", task: "task", a: "task", other: "plan", edges: []graph.Edge{deleted(needs(plan, "c"))}},
		{name: "another task with one of the parts", task: "plan", a: "plan", other: "plan", edges: []graph.Edge{needs(other, "b")}},
		{name: "which loses it", task: "task", a: "task", other: "plan", edges: []graph.Edge{deleted(needs(other, "b"))}},
		{name: "a part is gone", task: "plan", a: "a", other: "plan", edges: []graph.Edge{deleted(needs(task, "a"))}},
	} {
		if len(step.edges) > 0 {
			changed(step.edges...)
		}
		if rootOf("task") != step.task || rootOf("a") != step.a || rootOf("other") != step.other {
			t.Errorf("%s: the roots are %s, %s and %s", step.name, rootOf("task"), rootOf("a"), rootOf("other"))
		}
	}
}

// TestFamilyOfText checks that a document is a part of the only plan that refers to it,
// also if it refers to other plans, and of a plan that it alone refers to.
func TestFamilyOfText(t *testing.T) {
	own, other, full, note := ref(graph.KindPlan, "own"), ref(graph.KindPlan, "other"), ref(graph.KindDocument, "full"),
		ref(graph.KindDocument, "note")
	g := project([]graph.Entity{
		made(graph.KindPlan, "own", ""), made(graph.KindPlan, "other", ""), made(graph.KindDocument, "full", ""),
		made(graph.KindDocument, "note", ""),
	}, edge(own, graph.RelReferences, full), edge(full, graph.RelReferences, other), edge(note, graph.RelReferences, other))
	for id, want := range map[string]string{"full": "own", "note": "other"} {
		ord, _ := g.Ordinal(id)
		if got := g.At(g.Root(ord)).Self().ID; got != want {
			t.Errorf("the root of %s is %s, want %s", id, got, want)
		}
	}
}
