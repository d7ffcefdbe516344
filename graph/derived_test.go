package graph_test

import (
	"context"
	"fmt"
	"testing"

	"dossier/graph"
)

type memory struct{ graph *graph.Graph }

func (m memory) Entity(_ context.Context, ref graph.Ref, _ graph.View) (graph.Entity, error) {
	if e := m.graph.Entity(ref.ID); e != nil {
		return e, nil
	}
	return nil, graph.NotFound("entity", ref.ID)
}

func (m memory) Entities(_ context.Context, refs []graph.Ref, _ graph.View) (map[string]graph.Entity, error) {
	found := map[string]graph.Entity{}
	for _, ref := range refs {
		if e := m.graph.Entity(ref.ID); e != nil {
			found[ref.ID] = e
		}
	}
	return found, nil
}

func (m memory) Graph(context.Context, string) (*graph.Graph, error) { return m.graph, nil }

func (m memory) Expand(_ context.Context, short string, _ func() []string) (string, error) {
	return short, nil
}

func (m memory) RecordFields(context.Context, *graph.Record) ([]graph.RecordFieldValue, error) {
	return nil, nil
}

func (m memory) Nested(_ context.Context, id string, query *graph.NestedQuery) (*graph.NestedPage, error) {
	list, err := query.Args.List(graph.KindTask)
	if err != nil {
		return nil, err
	}
	page := &graph.Page{HasNext: true}
	for _, e := range m.graph.OfKind(graph.KindTask) {
		if e.Self().ID != id {
			page.Entities = append(page.Entities, e)
		}
	}
	return &graph.NestedPage{List: list, Page: page}, nil
}

func (m memory) NestedTotal(_ context.Context, _ string, query *graph.NestedQuery) (int, error) {
	return 40 + len(query.Links.Ways), nil
}

func (m memory) Owner(_ context.Context, ref graph.Ref) (graph.Owner, error) {
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

func TestDerivedFields(t *testing.T) {
	p, pl, t1, t2, t3, goal, empty, out := ref("", "p"), ref("", "pl"), ref("", "t1"), ref("", "t2"), ref("", "t3"), ref("", "g"), ref("", "g2"), ref("", "o")
	g := project([]graph.Entity{
		made(graph.KindPlan, "pl", ""), made(graph.KindTask, "t1", "done"), made(graph.KindTask, "t2", ""), made(graph.KindTask, "t3", ""),
		made(graph.KindGoal, "g", ""), made(graph.KindGoal, "g2", ""), made(graph.KindOutput, "o", ""), made(graph.KindDocument, "d", ""),
		made(graph.KindSignal, "s", ""), made(graph.KindInsight, "i", ""),
	},
		edge(p, "has_context_document", ref("", "d")), edge(pl, "has_task", t1), edge(pl, "has_task", t2), edge(goal, "has_task", t1),
		edge(t1, "supports_goal", goal), edge(t2, "supports_goal", goal), edge(t3, "supports_goal", goal), edge(t1, "depends_on", t2),
		edge(t1, "requires", t2), edge(t3, "blocks", t1), edge(t1, "produces", out), edge(goal, "produces", out), edge(ref("", "i"), "derived_from", ref("", "s")),
	)
	ctx := graph.WithReader(context.Background(), memory{g})
	task, plan := g.Entity("t1").(*graph.Task), g.Entity("pl").(*graph.Plan)
	goals := []*graph.Goal{g.Entity("g").(*graph.Goal), g.Entity(empty.ID).(*graph.Goal)}
	output, insight := g.Entity("o").(*graph.Output), g.Entity("i").(*graph.Insight)
	dependencies, err := task.Dependencies(ctx)
	if err != nil || len(dependencies) != 2 || len(dependencies[0].Others)+len(dependencies[1].Others) != 1 {
		t.Errorf("dependencies: %v, %v", dependencies, err)
	}
	for name, test := range map[string][2]string{
		"plan ids":         {shown(task.PlanIDs(ctx)), "[pl]"},
		"goal ids":         {shown(task.GoalIDs(ctx)), "[g]"},
		"output ids":       {shown(task.OutputIDs(ctx)), "[o]"},
		"dependency count": {shown(task.DependencyCount(ctx)), "2"},
		"dependent count":  {shown(task.DependentCount(ctx)), "0"},
		"progress":         {shown(goals[0].ProgressPercent(ctx)), "33"},
		"completed":        {shown(goals[0].CompletedTasks(ctx)), "1"},
		"total":            {shown(goals[0].TotalTasks(ctx)), "3"},
		"no progress":      {shown(goals[1].ProgressPercent(ctx)), "<nil>"},
		"task count":       {shown(plan.TaskCount(ctx)), "2"},
		"plan completed":   {shown(plan.CompletedTaskCount(ctx)), "1"},
		"output goals":     {shown(output.LinkedGoalIDs(ctx)), "[g]"},
		"output tasks":     {shown(output.LinkedTaskIDs(ctx)), "[t1]"},
		"signal":           {shown(insight.DerivedFromSignalID(ctx)), "s"},
		"context document": {shown(g.Project().ContextDocumentTitle(ctx)), "d"},
		"entity counts":    {shown(g.Project().EntityCounts(ctx)), "[1 plan 2 goals 3 tasks 1 document 1 output 1 signal 1 insight]"},
		"direct":           {shown(g.Entity("d").Self().DirectEdge(ctx)), "true"},
		"not direct":       {shown(task.DirectEdge(ctx)), "false"},
	} {
		if test[0] != test[1] {
			t.Errorf("%s: got %s, want %s", name, test[0], test[1])
		}
	}
}
