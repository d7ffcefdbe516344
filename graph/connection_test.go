package graph_test

import (
	"context"
	"slices"
	"testing"

	"dossier/graph"
)

// TestConnection checks a nested list, its cursors and its total.
func TestConnection(t *testing.T) {
	g := project([]graph.Entity{
		made(graph.KindPlan, "pl", ""), made(graph.KindTask, "t1", "done"), made(graph.KindTask, "t2", ""), made(graph.KindTask, "t3", ""), made(graph.KindRecord, "r", ""),
	})
	ctx := graph.WithReader(context.Background(), memory{g})
	plan := g.Entity("pl").(*graph.Plan)
	page, err := plan.Tasks(ctx, nil, []graph.Order{{Field: graph.OrderLabel}}, new(3), nil, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	info, edges := page.PageInfo(), page.Edges()
	if len(page.Nodes) != 3 || len(edges) != 3 || edges[2].Node != page.Nodes[2] || edges[0].Cursor != *info.StartCursor || edges[2].Cursor != *info.EndCursor || !info.HasNextPage {
		t.Errorf("got %+v with %d edges", info, len(edges))
	}
	if total, err := page.TotalCount(ctx); err != nil || total != 42 {
		t.Errorf("got %d, %v", total, err)
	}
	if _, err := plan.Tasks(ctx, nil, nil, new(0), nil, nil, nil); graph.CodeOf(err) != graph.CodeBadUserInput {
		t.Errorf("got %v", err)
	}
	empty := graph.NewConnection[*graph.Task](&graph.List{Kind: graph.KindTask}, &graph.Page{Total: 7}, nil)
	if total, _ := empty.TotalCount(ctx); empty.Nodes == nil || empty.PageInfo().EndCursor != nil || total != 7 {
		t.Errorf("got %+v", empty)
	}
	for _, test := range []struct {
		kinds     []graph.Kind
		relations []graph.Relation
		want      int // ways
	}{{nil, nil, 40}, {[]graph.Kind{graph.KindTask, graph.KindPlan, graph.KindTask}, []graph.Relation{graph.RelBlocks}, 42}} {
		linked, err := plan.Linked(ctx, test.kinds, test.relations, nil, nil, nil, nil, nil, nil, nil)
		if err != nil {
			t.Fatal(err)
		}
		if total, _ := linked.TotalCount(ctx); total != test.want {
			t.Errorf("%v: got %d, want %d", test.relations, total, test.want)
		}
	}
}

func TestOwner(t *testing.T) {
	g := project([]graph.Entity{made(graph.KindTask, "t1", ""), made(graph.KindTask, "t2", ""), made(graph.KindTask, "t3", ""), made(graph.KindTask, "t4", ""), made(graph.KindRecord, "r", "")})
	ctx := graph.WithReader(context.Background(), memory{g})
	for id, want := range map[string][2]string{"t1": {"r", "Ann"}, "t2": {"", "Bob"}, "t3": {"", "Eve"}, "t4": {"", ""}} {
		record, err := g.Entity(id).Self().Owner(ctx)
		if err != nil || (record == nil) != (want[0] == "") || record != nil && record.ID != want[0] {
			t.Errorf("%s: got %v, %v", id, record, err)
		}
		name, err := g.Entity(id).Self().OwnerName(ctx)
		if err != nil || graph.Or(name, "") != want[1] {
			t.Errorf("%s: got %v, %v", id, name, err)
		}
		if project, err := g.Entity(id).Self().Project(ctx); err != nil || project != g.Project() {
			t.Errorf("%s: got %v, %v", id, project, err)
		}
	}
}

func TestStateCounts(t *testing.T) {
	g := project([]graph.Entity{made(graph.KindTask, "t1", "done"), made(graph.KindTask, "t2", "todo"), made(graph.KindTask, "t3", "done"), made(graph.KindPlan, "pl", "draft")})
	for _, counts := range g.StateCounts() {
		want := map[graph.Kind][]graph.StateCount{graph.KindTask: {{State: "todo", Count: 1}, {State: "done", Count: 2}}, graph.KindPlan: {{State: "draft", Count: 1}}}[counts.Kind]
		if !slices.Equal(counts.States, want) {
			t.Errorf("%s: got %v, want %v", counts.Kind, counts.States, want)
		}
	}
}

// TestGroupKeys checks the entities of keys.
func TestGroupKeys(t *testing.T) {
	g := project([]graph.Entity{made(graph.KindPlan, "pl", "")})
	ctx := graph.WithReader(context.Background(), memory{g})
	for _, test := range []struct {
		key  graph.GroupKey
		want graph.Entity
	}{
		{graph.GroupKey{Kind: graph.KindPlan, Value: new("pl")}, g.Entity("pl")},
		{graph.GroupKey{Kind: graph.KindPlan, Value: new("gone")}, nil},
		{graph.GroupKey{Value: new("todo")}, nil},
		{graph.GroupKey{}, nil},
	} {
		if e, err := test.key.Entity(ctx); err != nil || e != test.want {
			t.Errorf("%+v: got %v, %v", test.key, e, err)
		}
	}
}

// TestSetEnumValue checks that values of closed sets become names of the
// schema, and that labels and all other values remain.
func TestSetEnumValue(t *testing.T) {
	for _, test := range []struct {
		kind        graph.Kind
		by          graph.GroupBy
		value, want string
	}{
		{graph.KindTask, graph.GroupState, "in_progress", "IN_PROGRESS"},
		{graph.KindTask, graph.GroupState, "of another program", "of another program"},
		{graph.KindRisk, "impact", "medium", "MEDIUM"},
		{graph.KindTask, graph.GroupType, "task.done", "task.done"},
		{graph.KindTask, graph.GroupOverdue, "true", "true"},
	} {
		key := graph.GroupKey{By: test.by, Value: &test.value, Label: &test.value}
		graph.SpecOf(test.kind).SetEnumValue(&key)
		if *key.Value != test.want || *key.Label != test.value {
			t.Errorf("%s %s: got %s, label %s; want %s", test.by, test.value, *key.Value, *key.Label, test.want)
		}
	}
	none := graph.GroupKey{By: graph.GroupState}
	if graph.SpecOf(graph.KindTask).SetEnumValue(&none); none.Value != nil {
		t.Errorf("no state: got %s", *none.Value)
	}
}
