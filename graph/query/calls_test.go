package query_test

import (
	"context"
	"strconv"
	"strings"
	"testing"

	"dossier/graph"
	"dossier/graph/graphtest"
	"dossier/graph/query"
)

// TestAgentCalls checks whose calls an actor sees, in which order, and how many
// are kept.
func TestAgentCalls(t *testing.T) {
	a := demo(t)
	as := func(id string, admin bool) context.Context {
		return graph.WithActor(t.Context(), graph.Actor{ID: graph.ID(id), Name: id, Admin: admin})
	}
	a.Called(as("ann", false), query.AgentCall{Tool: "one", Arguments: graph.JSON(`{"topic":"fog"}`)})
	a.Called(as("bob", false),
		query.AgentCall{Tool: "two", Arguments: graph.JSON(strings.Repeat("x", 10_000)), Error: strings.Repeat("e", 1000)})
	a.Called(as("ann", false), query.AgentCall{Tool: "three"})
	for _, test := range []struct {
		ctx   context.Context
		first int
		want  string
	}{
		{as("ann", false), 20, "three one"}, {as("bob", false), 20, "two"}, {as("eve", false), 20, ""},
		{as("root", true), 20, "three two one"}, {as("root", true), 2, "three two"}, {as("ann", false), 1, "three"},
	} {
		var tools []string
		for _, call := range graphtest.Must(a.AgentCalls(test.ctx, test.first))(t) {
			tools = append(tools, call.Tool)
			if len(call.Arguments) > 8<<10 || len(call.Error) > 600 || call.CallID == "" || call.ActorName == "" {
				t.Errorf("kept %+v", call)
			}
		}
		if got := strings.Join(tools, " "); got != test.want {
			t.Errorf("%s sees %q, want %q", graph.ActorFrom(test.ctx).Name, got, test.want)
		}
	}
	for i := range 600 {
		a.Called(as("ann", false), query.AgentCall{Tool: strconv.Itoa(i)})
	}
	if all := graphtest.Must(a.AgentCalls(as("root", true), query.MaxCalls))(t); len(all) != query.MaxCalls || all[0].Tool != "599" {
		t.Errorf("%d calls, the last one %s", len(all), all[0].Tool)
	}
	for _, first := range []int{0, -1, query.MaxCalls + 1} {
		if _, err := a.AgentCalls(as("ann", false), first); graph.CodeOf(err) != graph.CodeBadUserInput {
			t.Errorf("first %d: %v", first, err)
		}
	}
}

// TestSources checks which sources an actor sees.
func TestSources(t *testing.T) {
	a := demo(t)
	project := graph.ID("airnet")
	configured := options()
	configured.Sources = func(context.Context) ([]query.Source, error) {
		return []query.Source{{Name: "notes", ProjectID: &project}, {Name: "other", ProjectID: new(graph.ID("nobody"))}, {Name: "new"}}, nil
	}
	service := query.New(a.store, configured)
	for _, test := range []struct {
		ctx  context.Context
		want int
	}{
		{a.ctx, 1}, {a.stranger().ctx, 0},
	} {
		if got := graphtest.Must(service.Sources(test.ctx))(t); len(got) != test.want {
			t.Errorf("got %+v, want %d", got, test.want)
		}
	}
	if access := graphtest.Must(service.AccessTo(a.ctx, project))(t); access == nil || *access != graph.AccessAdmin {
		t.Errorf("the local actor has the access %v", access)
	}
	if access := graphtest.Must(service.AccessTo(a.ctx, graph.ID("nobody")))(t); access != nil {
		t.Errorf("an unknown project has the access %s", *access)
	}
}
