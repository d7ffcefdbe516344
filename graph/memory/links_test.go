package memory_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"dossier/graph"
	"dossier/graph/memory"
)

func links(t *testing.T, g *memory.Graph, id string, q memory.LinkQuery) *memory.LinkedEntities {
	t.Helper()
	l, err := g.LinkedEntities(id, q)
	if err != nil {
		t.Fatal(err)
	}
	return l
}

func groupsOf(t *testing.T, l *memory.LinkedEntities, first, offset int) string {
	t.Helper()
	groups, err := l.Groups(nil, nil, nil, &first, &offset)
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for _, group := range groups {
		text := fmt.Sprintf("%s %d:", group.Kind, group.Total)
		for _, item := range group.Items {
			text += " " + item.Entity.Self().ID
		}
		out = append(out, text)
	}
	return strings.Join(out, "; ")
}

// hub returns a graph around a plan with many kinds of links.
func hub() *memory.Graph {
	newer := made(graph.KindTask, "new", "")
	newer.Self().CreatedAt = time.Date(2026, 6, 2, 0, 0, 0, 0, time.UTC)
	scratch := made(graph.KindDocument, "pad", "")
	scratch.Self().TypeKey = new("document.workspace.notes")
	h := ref("", "hub")
	return project([]graph.Entity{
		made(graph.KindPlan, "hub", ""), made(graph.KindTask, "a", ""), made(graph.KindTask, "b", ""), newer,
		made(graph.KindTask, "done", "done"), made(graph.KindRisk, "r", ""), made(graph.KindDocument, "d", ""), scratch,
		made(graph.KindMilestone, "m", ""),
	},
		edge(ref("", "p"), "has_plan", h), edge(h, "has_task", ref("", "b")), edge(h, "has_task", ref("", "a")),
		edge(h, "has_task", ref("", "new")),
		edge(h, "has_task", ref("", "done")), edge(ref("", "a"), "references", h), edge(h, "mitigates", ref("", "r")),
		edge(h, "has_risk", ref("", "r")),
		edge(h, "references", ref("", "d")), edge(h, "references", ref("", "pad")), edge(ref("", "m"), "contains", h),
		edge(ref("", "p"), "has_context_document", ref("", "d")),
	)
}

func TestLinkedEntities(t *testing.T) {
	l := links(t, hub(), "hub", memory.LinkQuery{})
	if got, want := groupsOf(t, l, 10, 0), "task 4: new a b done; milestone 1: m; document 1: d; risk 1: r"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	if got, want := groupsOf(t, l, 2, 1), "task 4: a b; milestone 1:; document 1:; risk 1:"; got != want {
		t.Errorf("second page: got %s, want %s", got, want)
	}
	if l.Total() != 7 || !l.Truncated() || fmt.Sprint(l.Counts()) != "[4 tasks 1 milestone 1 document 1 risk]" {
		t.Errorf("total %d, truncated %v, counts %v", l.Total(), l.Truncated(), l.Counts())
	}
	groups, _ := l.Groups([]graph.Kind{graph.KindRisk, graph.KindDocument}, nil, nil, nil, nil)
	document, risk := groups[0].Items[0], groups[1].Items[0]
	if !document.IsContextDocument || risk.IsContextDocument {
		t.Error("the context document is not marked, or another is")
	}
	if risk.Relation != "has_risk" || risk.Label != "has risk" || len(risk.Others) != 1 || risk.Others[0].Label != "mitigates" {
		t.Errorf("two edges: got %+v", risk)
	}
}

func TestLinkFilters(t *testing.T) {
	incoming := graph.Incoming
	for _, test := range []struct {
		query memory.LinkQuery
		want  string
	}{
		{memory.LinkQuery{Kinds: []graph.Kind{}}, ""},
		{memory.LinkQuery{Relations: []graph.Relation{}}, ""},
		{memory.LinkQuery{}, "task 4: new a b done; milestone 1: m; document 1: d; risk 1: r"},
		{memory.LinkQuery{Kinds: []graph.Kind{graph.KindTask}}, "task 4: new a b done"},
		{memory.LinkQuery{Relations: []graph.Relation{"references"}}, "task 1: a; document 1: d"},
		{memory.LinkQuery{Direction: &incoming}, "task 1: a; milestone 1: m"},
		{memory.LinkQuery{Kinds: []graph.Kind{graph.KindProject}}, ""},
	} {
		if got := groupsOf(t, links(t, hub(), "hub", test.query), 10, 0); got != test.want {
			t.Errorf("%+v: got %s, want %s", test.query, got, test.want)
		}
	}
	narrowed, err := links(t, hub(), "hub", memory.LinkQuery{Direction: &incoming}).Groups([]graph.Kind{graph.KindTask}, nil, nil, nil, nil)
	if err != nil || len(narrowed) != 1 || narrowed[0].Total != 1 {
		t.Errorf("both filters: %v, %v", narrowed, err)
	}
}

func TestLinkErrors(t *testing.T) {
	_, unknown := hub().LinkedEntities("nobody", memory.LinkQuery{})
	_, tooMany := hub().LinkedEntities("hub", memory.LinkQuery{First: 501})
	_, negative := links(t, hub(), "hub", memory.LinkQuery{}).Groups(nil, nil, nil, new(0), nil)
	for _, test := range []struct {
		err  error
		want graph.Code
	}{{unknown, graph.CodeNotFound}, {tooMany, graph.CodeBadUserInput}, {negative, graph.CodeBadUserInput}} {
		if graph.CodeOf(test.err) != test.want {
			t.Errorf("got %v, want %s", test.err, test.want)
		}
	}
}
