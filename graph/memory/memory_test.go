package memory_test

import (
	"fmt"
	"reflect"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"dossier/graph"
	"dossier/graph/attention"
	"dossier/graph/graphtest"
	"dossier/graph/memory"
)

func ref(kind graph.Kind, id string) graph.Ref { return graph.Ref{Kind: kind, ID: id} }

var edge, made, project = graphtest.Edge, graphtest.Entity, graphtest.Project

func TestEdgesWithADeadEndAreDangling(t *testing.T) {
	task, plan := ref(graph.KindTask, "t"), ref(graph.KindPlan, "pl")
	before := project([]graph.Entity{made(graph.KindTask, "t", ""), made(graph.KindPlan, "pl", "")},
		edge(ref(graph.KindProject, "p"), "has_plan", plan), edge(plan, "has_task", task), edge(task, "blocks", task),
		edge(task, "references", ref("", "gone")))
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

// TestApplyIsLikeNewGraph applies the changes of a project in random steps, with
// deletions, restorations and other types in between, and compares every reading
// of the graph with that of a new graph of the same rows.
func TestApplyIsLikeNewGraph(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		all := graphtest.Random(t)
		rows := newStored(all)
		g := new(memory.Graph)
		for range rapid.IntRange(1, 12).Draw(t, "steps") {
			g = g.Apply(rows.change(t))
			if rapid.Bool().Draw(t, "read") { // what is known is updated, the rest computed
				reading(g)
			}
		}
		got, want := reading(g), reading(memory.NewGraph(rows.all()))
		if different := difference(got, want); different != "" {
			t.Fatalf("changed and new: %s", different)
		}
	})
}

// stored are rows of which some are written.
type stored struct {
	changes         graph.Changes
	entities, edges map[int]bool // whether those are live that are written
	types           []string
}

func newStored(all graph.Changes) *stored {
	seen := map[string]bool{}
	all.Edges = slices.DeleteFunc(all.Edges, func(e graph.Edge) bool {
		before := seen[e.ID]
		seen[e.ID] = true
		return before
	})
	return &stored{all, map[int]bool{}, map[int]bool{}, []string{"document.scratch", "plan.delivery", "task.delivery.gate", ""}}
}

// change writes some rows: it adds, changes, deletes or restores them.
func (s *stored) change(t *rapid.T) graph.Changes {
	c := graph.Changes{Revision: s.changes.Revision}
	for _, i := range rapid.SliceOfN(rapid.IntRange(0, len(s.changes.Entities)-1), 0, 20).Draw(t, "entities") {
		e := clone(s.changes.Entities[i])
		s.entities[i] = rapid.IntRange(0, 4).Draw(t, "live") > 0
		if e.Self().DeletedAt = nil; !s.entities[i] {
			e.Self().DeletedAt = &now
		}
		if key := rapid.SampledFrom(s.types).Draw(t, "type"); key != "" {
			e.Self().TypeKey = &key
		}
		s.changes.Entities[i] = e
		c.Entities = append(c.Entities, e)
	}
	for range rapid.IntRange(0, min(20, len(s.changes.Edges))).Draw(t, "edges") {
		i := rapid.IntRange(0, len(s.changes.Edges)-1).Draw(t, "edge")
		s.edges[i] = rapid.IntRange(0, 3).Draw(t, "live") > 0
		e := s.changes.Edges[i]
		e.Deleted = !s.edges[i]
		c.Edges = append(c.Edges, e)
	}
	return c
}

// all returns the live rows.
func (s *stored) all() graph.Changes {
	c := graph.Changes{Revision: s.changes.Revision}
	for i, e := range s.changes.Entities {
		if s.entities[i] {
			c.Entities = append(c.Entities, e)
		}
	}
	for i, e := range s.changes.Edges {
		if s.edges[i] {
			c.Edges = append(c.Edges, e)
		}
	}
	return c
}

// clone returns a copy of an entity.
func clone(e graph.Entity) graph.Entity {
	spec := e.Self().Spec()
	copied := spec.New()
	*copied.Self() = *e.Self()
	for i := range spec.Fields {
		reflect.ValueOf(spec.Fields[i].Pointer(copied)).Elem().Set(reflect.ValueOf(spec.Fields[i].Pointer(e)).Elem())
	}
	return copied
}

// reading returns what the methods of a graph return, without numbers.
func reading(g *memory.Graph) (lines []string) {
	add := func(parts ...any) { lines = append(lines, fmt.Sprintln(parts...)) }
	add(g.Count(), g.EdgeCount(), g.Dangling(), g.Coverage(), g.Counts(), g.StateCounts(), g.Types().Words(), attention.WorkOf(g, now))
	for place, ord := range g.Ordered() {
		e := g.At(ord).Self()
		found, known := g.Ordinal(e.ID)
		add(place, e.Kind, e.ID, e.Label, e.State(), e.IsScratch(), found == ord, known, g.IsDirect(e.ID), g.IsLinked(e.ID),
			g.At(g.Root(ord)).Self().ID, memory.ShownID([]*memory.Graph{g}, e.ID, nil),
			len(g.IDs().External(graph.Or(e.ExternalID, ""))), g.IDs().Beginning(e.ID[:1]))
		for _, link := range g.Links(ord) {
			edge := g.EdgeAt(link.Edge)
			add(g.At(link.Other).Self().ID, link.Outgoing, memory.NewSnapshotEdge(edge), g.SnapshotEdge(edge.ID))
		}
		add(len(g.InRole(e.ID, graph.TaskDependsOn)), g.LinkCount(e.ID), g.Paths(g.Revision.ProjectID).Edges(e.ID))
	}
	for edge := range g.Edges() {
		add(memory.NewSnapshotEdge(edge))
	}
	snapshot, err := g.Snapshot(memory.DefaultSnapshot(now, nil))
	if add(err); err == nil {
		add(snapshot.JSON(), snapshot.Coverage, snapshot.Dropped, snapshot.DroppedEdges)
	}
	agenda := attention.NewAgenda([]*memory.Graph{g}, attention.HighlightQuery{Now: now, Ordered: 100})
	for _, list := range agenda.Highlights {
		add(list.Name, list.Total, list.ListedBefore, list.Unselected)
		for _, e := range list.First {
			add(list.Name, e.Self().ID)
		}
	}
	changed, counts := agenda.Changed(100, func(graph.Kind) bool { return true })
	for _, event := range changed {
		add(event.Entity.Self().ID, event.Happened, event.At)
	}
	add(counts, attention.WorkOf(g, now))
	for _, spec := range graph.Kinds {
		count, unlisted := agenda.Unlisted(0, spec.Kind)
		add(spec.Kind, agenda.Count(spec.Kind), count)
		for e := range unlisted {
			add(e.Self().ID)
		}
	}
	return lines
}

// difference returns the first lines that differ, "" for none.
func difference(a, b []string) string {
	for i := range min(len(a), len(b)) {
		if a[i] != b[i] {
			return "line " + fmt.Sprint(i) + ":\n" + a[i] + b[i]
		}
	}
	if len(a) != len(b) {
		return fmt.Sprint(len(a), " and ", len(b), " lines")
	}
	return ""
}

// TestApplyKeepsTheGraphBefore changes a graph in two ways, and reads it again.
func TestApplyKeepsTheGraphBefore(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rows := newStored(graphtest.Random(t))
		before := memory.NewGraph(rows.change(t))
		read := reading(before)
		reading(before.Apply(rows.change(t)))
		reading(before.Apply(rows.change(t)))
		if different := difference(reading(before), read); different != "" {
			t.Fatalf("after and before changes: %s", different)
		}
	})
}
