package projects_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"dossier/db/storetest"
	"dossier/graph"
	"dossier/graph/projects"
	"dossier/graph/relevance/index"
)

// TestRelinking changes tasks and edges in random steps, and compares the index
// that follows the changes with a new one.
func TestRelinking(t *testing.T) {
	var source strings.Builder
	source.WriteString(`{"kind":"project","id":"alpha","name":"Alpha","created_at":"2026-01-01T00:00:00Z"}` + "\n")
	for n := range 30 {
		fmt.Fprintf(&source, `{"kind":"plan","id":"n%d","project_id":"alpha","name":"Plan %d","created_at":"2026-01-01T00:00:00Z"}`+"\n", n, n)
		fmt.Fprintf(&source, `{"kind":"edge","rel":"has_plan","src_id":"alpha","dst_id":"n%d"}`+"\n", n)
	}
	store := storetest.Open(t)
	store.Load(t, source.String())
	held := projects.New(store, projects.Options{})
	get(t, held, alpha, indexed)
	rapid.Check(t, func(r *rapid.T) {
		for range rapid.IntRange(1, 3).Draw(r, "steps") {
			store.Put(t, changeOf(r, store))
		}
		got := linking(get(t, held, alpha, indexed)[0].Index)
		want := linking(get(t, projects.New(store, projects.Options{}), alpha, indexed)[0].Index)
		if !slices.Equal(got, want) {
			t.Fatalf("changed:\n%s\nnew:\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
		}
	})
}

// changeOf returns a random change of one of five tasks and its edges.
func changeOf(r *rapid.T, store *storetest.Store) graph.Batch {
	task := graph.SpecOf(graph.KindTask).New().(*graph.Task)
	task.ID, task.ProjectID, task.Title = graph.ID(fmt.Sprint("t", rapid.IntRange(0, 4).Draw(r, "task"))), alpha[0], "Paint"
	plan := graph.Ref{Kind: graph.KindPlan, ID: graph.ID(fmt.Sprint("n", rapid.IntRange(0, 3).Draw(r, "plan")))}
	rel := rapid.SampledFrom([]graph.Relation{graph.RelHasTask, graph.RelContains, "depends_on"}).Draw(r, "relation")
	edge := graph.Edge{ProjectID: alpha[0], Rel: rel, Src: plan, Dst: task.Ref()}
	if rel == "depends_on" {
		edge.Src, edge.Dst = edge.Dst, edge.Src
	}
	found, err := store.Entities(storetest.Context(), []graph.Ref{{ID: task.ID}}, graph.Full)
	switch {
	case err != nil:
		r.Fatal(err)
	case found[task.ID] != nil && rapid.Bool().Draw(r, "deleted"):
		return graph.Batch{Deleted: []graph.Ref{task.Ref()}}
	}
	return graph.Batch{Entities: []graph.Entity{task}, Edges: []graph.Edge{edge}}
}

// linking returns the links, families and neighbours of an index, without
// numbers.
func linking(x *index.Index) (lines []string) {
	defer index.Lock([]*index.Index{x})()
	entries := map[string]string{}
	for ordinal := range int32(x.Size()) {
		entry := x.Entry(ordinal)
		if entry.ID == "" {
			continue
		}
		root := x.Roots.Of(ordinal)
		line := fmt.Sprint(entry.ID, " in ", x.Entry(root).ID, x.Roots.Length(root))
		for _, link := range x.Links.Of(ordinal) {
			line += fmt.Sprint(" ", x.Edge(link.Edge), link.Incoming, x.Entry(link.Other).ID)
		}
		entries[entry.ID] = line
	}
	for _, id := range slices.Sorted(maps.Keys(entries)) {
		lines = append(lines, entries[id])
	}
	for _, family := range x.Links.Families() {
		lines = append(lines, fmt.Sprint(x.Entry(family.Parent).ID, len(family.Children)))
	}
	return append(lines, fmt.Sprint(x.Roots.Count(), len(x.Links.Neighbours())))
}
