package graph_test

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"dossier/graph"
	"dossier/graph/graphtest"
)

func ref(kind graph.Kind, id string) graph.Ref { return graph.Ref{Kind: kind, ID: id} }

func edge(src graph.Ref, rel graph.Relation, dst graph.Ref) graph.Edge {
	return graph.Edge{ID: graph.EdgeID(src.ID, rel, dst.ID), Rel: rel, Src: src, Dst: dst}
}

// made returns an entity of a kind in a state; "" is the default.
func made(kind graph.Kind, id, state string) graph.Entity {
	spec := graph.SpecOf(kind)
	e := spec.New()
	e.Self().ID, e.Self().ProjectID = id, "p"
	if kind == graph.KindProject {
		e.Self().ID = "p"
	}
	*spec.Field(spec.Label).Pointer(e).(*string) = id
	graph.Default(e)
	if state != "" {
		e.Self().StateKey = &state
	}
	spec.Finish(e, graph.Light)
	return e
}

func project(entities []graph.Entity, edges ...graph.Edge) *graph.Graph {
	return graph.NewGraph(graph.Changes{
		Revision: graph.Revision{ProjectID: "p", Number: 1},
		Entities: append([]graph.Entity{made(graph.KindProject, "p", "")}, entities...), Edges: edges,
	})
}

func TestEdgesWithADeadEndAreDangling(t *testing.T) {
	task, plan := ref(graph.KindTask, "t"), ref(graph.KindPlan, "pl")
	before := project([]graph.Entity{made(graph.KindTask, "t", ""), made(graph.KindPlan, "pl", "")},
		edge(ref(graph.KindProject, "p"), "has_plan", plan), edge(plan, "has_task", task), edge(task, "blocks", task), edge(task, "references", ref("", "gone")))
	if n := len(slices.Collect(before.Edges())); n != 2 || before.Dangling() != 2 || !before.IsDirect("pl") {
		t.Fatalf("%d live, %d dangling", n, before.Dangling())
	}
	deleted := made(graph.KindPlan, "pl", "")
	deleted.Self().DeletedAt = &now
	after := before.Apply(graph.Changes{Revision: graph.Revision{ProjectID: "p", Number: 2}, Entities: []graph.Entity{deleted}})
	if after.Entity("pl") != nil || after.IsDirect("pl") || after.Dangling() != 4 || after.Revision.Number != 2 {
		t.Errorf("after the deletion: %d dangling", after.Dangling())
	}
	if before.Entity("pl") == nil || before.Dangling() != 2 {
		t.Error("the graph before it changed")
	}
	restored := after.Apply(graph.Changes{Revision: after.Revision, Entities: []graph.Entity{made(graph.KindPlan, "pl", "")}})
	if restored.Dangling() != 2 || !restored.IsDirect("pl") {
		t.Errorf("after the restoration: %d dangling", restored.Dangling())
	}
	unlinked := edge(plan, "has_task", task)
	unlinked.Deleted = true
	if n := len(slices.Collect(restored.Apply(graph.Changes{Revision: after.Revision, Edges: []graph.Edge{unlinked}}).Edges())); n != 1 {
		t.Errorf("after the edge was removed: %d live", n)
	}
}

func TestSynonymsAreReadCanonically(t *testing.T) {
	g := project([]graph.Entity{made(graph.KindTask, "t", ""), made(graph.KindPlan, "pl", "")},
		edge(ref(graph.KindTask, "t"), "belongs_to_plan", ref(graph.KindPlan, "pl")))
	for e := range g.Edges() {
		if e.Rel != graph.RelHasTask || e.Src.ID != "pl" {
			t.Errorf("got %+v", e)
		}
	}
	if ids := g.InRole("t", graph.TaskPlans); len(ids) != 1 {
		t.Errorf("plans of the task: %v", ids)
	}
}

// TestApplyIsLikeNewGraph compares a graph of changes made at once with one
// made in two steps.
func TestApplyIsLikeNewGraph(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		all := graphtest.Random(t)
		entities, edges := rapid.IntRange(0, len(all.Entities)).Draw(t, "first entities"), rapid.IntRange(0, len(all.Edges)).Draw(t, "first edges")
		first, second := all, all
		first.Entities, first.Edges = all.Entities[:entities], all.Edges[:edges]
		second.Entities, second.Edges = all.Entities[entities:], all.Edges[edges:]
		want, got := graph.NewGraph(all), graph.NewGraph(first).Apply(second)
		if !slices.Equal(got.Entities(), want.Entities()) || got.Dangling() != want.Dangling() || got.Size() != want.Size() {
			t.Fatalf("%d entities, %d dangling; want %d, %d", len(got.Entities()), got.Dangling(), len(want.Entities()), want.Dangling())
		}
		if !slices.Equal(got.Coverage(), want.Coverage()) {
			t.Fatalf("coverage %v; want %v", got.Coverage(), want.Coverage())
		}
		for ord := range want.Entities() {
			if !slices.Equal(got.Links(int32(ord)), want.Links(int32(ord))) {
				t.Fatalf("links of %d differ", ord)
			}
		}
	})
}
