package resolvers

import (
	"context"
	"fmt"
	"testing"

	"dossier/graph"
	"dossier/graph/graphtest"
	"dossier/graph/lists"
	"dossier/graph/memory"
	"dossier/graph/reader"
)

var (
	plans    = entity[*graph.Plan]{}
	tasks    = entity[*graph.Task]{}
	projects = entity[*graph.Project]{}
)

func ref(id string) graph.Ref { return graph.Ref{ID: id} }

// A stored reads from one graph.
type stored struct{ graph *memory.Graph }

func (m stored) Entity(_ context.Context, ref graph.Ref, _ graph.View) (graph.Entity, error) {
	if e := m.graph.Entity(ref.ID); e != nil {
		return e, nil
	}
	return nil, graph.NotFound("entity", ref.ID)
}

func (m stored) Entities(_ context.Context, refs []graph.Ref, _ graph.View) (map[string]graph.Entity, error) {
	found := map[string]graph.Entity{}
	for _, ref := range refs {
		if e := m.graph.Entity(ref.ID); e != nil {
			found[ref.ID] = e
		}
	}
	return found, nil
}

func (m stored) Graph(context.Context, string) (*memory.Graph, error) { return m.graph, nil }

func (m stored) Expand(_ context.Context, short string, _ func() []string) (string, error) {
	return short, nil
}

func (m stored) RecordFields(context.Context, *graph.Record) ([]graph.RecordFieldValue, error) {
	return nil, nil
}

func (m stored) Nested(_ context.Context, id string, query *lists.NestedQuery) (*lists.NestedPage, error) {
	list, err := query.Args.List(graph.KindTask)
	if err != nil {
		return nil, err
	}
	page := &lists.Page{HasNext: true}
	for _, e := range m.graph.OfKind(graph.KindTask) {
		if e.Self().ID != id {
			page.Entities = append(page.Entities, e)
		}
	}
	return &lists.NestedPage{List: list, Page: page}, nil
}

func (m stored) NestedTotal(_ context.Context, _ string, query *lists.NestedQuery) (int, error) {
	return 40 + len(query.Links.Ways), nil
}

func (m stored) Owner(_ context.Context, ref graph.Ref) (graph.Owner, error) {
	owners := map[string]graph.Owner{"t1": {ID: "r", Name: "Ann"}, "t2": {Name: "Bob"}, "t3": {ID: "gone", Name: "Eve"}}
	return owners[ref.ID], nil
}

func shown[T any](value T, err error) string {
	if err != nil {
		return err.Error()
	}
	switch value := any(value).(type) {
	case *int:
		if value != nil {
			return fmt.Sprint(*value)
		}
	case *string:
		if value != nil {
			return *value
		}
	}
	return fmt.Sprint(value)
}

// TestConnection checks a nested list, its cursors and its total.
func TestConnection(t *testing.T) {
	g := graphtest.Project([]graph.Entity{
		graphtest.Entity(graph.KindPlan, "pl", ""), graphtest.Entity(graph.KindTask, "t1", "done"), graphtest.Entity(graph.KindTask, "t2", ""),
		graphtest.Entity(graph.KindTask, "t3", ""), graphtest.Entity(graph.KindRecord, "r", ""),
	})
	ctx := reader.With(context.Background(), stored{g})
	plan := g.Entity("pl").(*graph.Plan)
	page, err := plans.Tasks(ctx, plan, nil, []lists.Order{{Field: lists.OrderLabel}}, new(3), nil, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	info, edges := page.PageInfo(), page.Edges()
	if len(page.Nodes) != 3 || len(edges) != 3 || edges[2].Node != page.Nodes[2] || edges[0].Cursor != *info.StartCursor ||
		edges[2].Cursor != *info.EndCursor || !info.HasNextPage {
		t.Errorf("got %+v with %d edges", info, len(edges))
	}
	if total, err := page.TotalCount(ctx); err != nil || total != 42 {
		t.Errorf("got %d, %v", total, err)
	}
	if _, err := plans.Tasks(ctx, plan, nil, nil, new(0), nil, nil, nil); graph.CodeOf(err) != graph.CodeBadUserInput {
		t.Errorf("got %v", err)
	}
	empty := lists.NewConnection[*graph.Task](&lists.List{Kind: graph.KindTask}, &lists.Page{Total: 7}, nil)
	if total, _ := empty.TotalCount(ctx); empty.Nodes == nil || empty.PageInfo().EndCursor != nil || total != 7 {
		t.Errorf("got %+v", empty)
	}
	for _, test := range []struct {
		kinds     []graph.Kind
		relations []graph.Relation
		want      int // ways
	}{{nil, nil, 40}, {[]graph.Kind{graph.KindTask, graph.KindPlan, graph.KindTask}, []graph.Relation{graph.RelBlocks}, 42}} {
		linked, err := plans.Linked(ctx, plan, test.kinds, test.relations, nil, nil, nil, nil, nil, nil, nil)
		if err != nil {
			t.Fatal(err)
		}
		if total, _ := linked.TotalCount(ctx); total != test.want {
			t.Errorf("%v: got %d, want %d", test.relations, total, test.want)
		}
	}
}

func TestOwner(t *testing.T) {
	g := graphtest.Project([]graph.Entity{graphtest.Entity(graph.KindTask, "t1", ""), graphtest.Entity(graph.KindTask, "t2", ""),
		graphtest.Entity(graph.KindTask, "t3", ""), graphtest.Entity(graph.KindTask, "t4", ""), graphtest.Entity(graph.KindRecord, "r", "")})
	ctx := reader.With(context.Background(), stored{g})
	for id, want := range map[string][2]string{"t1": {"r", "Ann"}, "t2": {"", "Bob"}, "t3": {"", "Eve"}, "t4": {"", ""}} {
		record, err := tasks.Owner(ctx, g.Entity(id).(*graph.Task))
		if err != nil || (record == nil) != (want[0] == "") || record != nil && record.ID != want[0] {
			t.Errorf("%s: got %v, %v", id, record, err)
		}
		name, err := tasks.OwnerName(ctx, g.Entity(id).(*graph.Task))
		if err != nil || graph.Or(name, "") != want[1] {
			t.Errorf("%s: got %v, %v", id, name, err)
		}
		if project, err := tasks.Project(ctx, g.Entity(id).(*graph.Task)); err != nil || project != g.Project() {
			t.Errorf("%s: got %v, %v", id, project, err)
		}
	}
}

// TestGroupKeys checks the entities of keys.
func TestGroupKeys(t *testing.T) {
	g := graphtest.Project([]graph.Entity{graphtest.Entity(graph.KindPlan, "pl", "")})
	ctx := reader.With(context.Background(), stored{g})
	for _, test := range []struct {
		key  lists.GroupKey
		want graph.Entity
	}{
		{lists.GroupKey{Kind: graph.KindPlan, Value: new("pl")}, g.Entity("pl")},
		{lists.GroupKey{Kind: graph.KindPlan, Value: new("gone")}, nil},
		{lists.GroupKey{Value: new("todo")}, nil},
		{lists.GroupKey{}, nil},
	} {
		if e, err := (groupKey{}).Entity(ctx, &test.key); err != nil || e != test.want {
			t.Errorf("%+v: got %v, %v", test.key, e, err)
		}
	}
}

// TestRemnant checks the links and all columns of an entity that was deleted
// since it was read.
func TestRemnant(t *testing.T) {
	g := graphtest.Project([]graph.Entity{graphtest.Entity(graph.KindPlan, "pl", ""), graphtest.Entity(graph.KindTask, "t", "")},
		graphtest.Edge(ref("pl"), graph.RelHasTask, ref("t")))
	task := &graph.Task{}
	task.ID, task.Kind, task.Label, task.ProjectID = "gone", graph.KindTask, "Gone", g.Revision.ProjectID
	ctx := reader.With(t.Context(), stored{g})
	full, err := tasks.Full(ctx, task)
	if err != nil || full.Title != "Gone" {
		t.Errorf("got %+v, %v; want what is known of it", full, err)
	}
	links, err := tasks.LinkedEntities(ctx, task)
	if err != nil || links.Total() != 0 || len(links.All()) != 0 || links.Truncated() {
		t.Errorf("got %+v, %v; want no links", links, err)
	}
	if g.EdgeCount() == 0 || len(links.Relations()) != 0 {
		t.Error("want edges in the graph and no relations of what is gone")
	}
}

func TestDerivedFields(t *testing.T) {
	p, pl, t1, t2, t3, goal, empty, out := ref("p"), ref("pl"), ref("t1"), ref("t2"), ref("t3"), ref("g"), ref("g2"), ref("o")
	g := graphtest.Project([]graph.Entity{
		graphtest.Entity(graph.KindPlan, "pl", ""), graphtest.Entity(graph.KindTask, "t1", "done"), graphtest.Entity(graph.KindTask, "t2", ""),
		graphtest.Entity(graph.KindTask, "t3", ""), graphtest.Entity(graph.KindGoal, "g", ""), graphtest.Entity(graph.KindGoal, "g2", ""),
		graphtest.Entity(graph.KindOutput, "o", ""), graphtest.Entity(graph.KindDocument, "d", ""), graphtest.Entity(graph.KindSignal, "s", ""),
		graphtest.Entity(graph.KindInsight, "i", ""),
	},
		graphtest.Edge(p, "has_context_document", ref("d")), graphtest.Edge(pl, "has_task", t1), graphtest.Edge(pl, "has_task", t2),
		graphtest.Edge(goal, "has_task", t1),
		graphtest.Edge(t1, "supports_goal", goal), graphtest.Edge(t2, "supports_goal", goal), graphtest.Edge(t3, "supports_goal", goal),
		graphtest.Edge(t1, "depends_on", t2),
		graphtest.Edge(t1, "requires", t2), graphtest.Edge(t3, "blocks", t1), graphtest.Edge(t1, "produces", out),
		graphtest.Edge(goal, "produces", out), graphtest.Edge(ref("i"), "derived_from", ref("s")),
	)
	ctx := reader.With(context.Background(), stored{g})
	task, plan := g.Entity("t1").(*graph.Task), g.Entity("pl").(*graph.Plan)
	goals := []*graph.Goal{g.Entity("g").(*graph.Goal), g.Entity(empty.ID).(*graph.Goal)}
	output, insight := g.Entity("o").(*graph.Output), g.Entity("i").(*graph.Insight)
	dependencies, err := tasks.Dependencies(ctx, task)
	if err != nil || len(dependencies) != 2 || len(dependencies[0].Others)+len(dependencies[1].Others) != 1 {
		t.Errorf("dependencies: %v, %v", dependencies, err)
	}
	for name, test := range map[string][2]string{
		"plan ids":         {shown(tasks.PlanIds(ctx, task)), "[pl]"},
		"goal ids":         {shown(tasks.GoalIds(ctx, task)), "[g]"},
		"output ids":       {shown(tasks.OutputIds(ctx, task)), "[o]"},
		"dependency count": {shown(tasks.DependencyCount(ctx, task)), "2"},
		"dependent count":  {shown(tasks.DependentCount(ctx, task)), "0"},
		"progress":         {shown(entity[*graph.Goal]{}.ProgressPercent(ctx, goals[0])), "33"},
		"completed":        {shown(entity[*graph.Goal]{}.CompletedTasks(ctx, goals[0])), "1"},
		"total":            {shown(entity[*graph.Goal]{}.TotalTasks(ctx, goals[0])), "3"},
		"no progress":      {shown(entity[*graph.Goal]{}.ProgressPercent(ctx, goals[1])), "<nil>"},
		"task count":       {shown(plans.TaskCount(ctx, plan)), "2"},
		"plan completed":   {shown(plans.CompletedTaskCount(ctx, plan)), "1"},
		"output goals":     {shown(entity[*graph.Output]{}.LinkedGoalIds(ctx, output)), "[g]"},
		"output tasks":     {shown(entity[*graph.Output]{}.LinkedTaskIds(ctx, output)), "[t1]"},
		"signal":           {shown(entity[*graph.Insight]{}.DerivedFromSignalID(ctx, insight)), "s"},
		"context document": {shown(projects.ContextDocumentTitle(ctx, g.Project())), "d"},
		"entity counts":    {shown(projects.EntityCounts(ctx, g.Project())), "[1 plan 2 goals 3 tasks 1 document 1 output 1 signal 1 insight]"},
		"direct":           {shown(entity[*graph.Document]{}.DirectEdge(ctx, g.Entity("d").(*graph.Document))), "true"},
		"not direct":       {shown(tasks.DirectEdge(ctx, task)), "false"},
	} {
		if test[0] != test[1] {
			t.Errorf("%s: got %s, want %s", name, test[0], test[1])
		}
	}
}
