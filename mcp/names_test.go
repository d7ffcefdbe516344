package mcp_test

import (
	"strings"
	"testing"

	"dossier/graph"
)

// TestNamesOfSeveral names two projects and two tasks that are called alike, by each
// tool: the error lists the candidates, and nothing is written. Their external ids
// name them, in any case and without zeros.
func TestNamesOfSeveral(t *testing.T) {
	a := connect(t)
	a.store.Load(t, `{"kind":"project","id":"twin-1","name":"Twin"}
{"kind":"project","id":"twin-2","name":"Twin"}
{"kind":"project","id":"twin-3","name":"Twin city"}
{"kind":"task","id":"HARB-0042","project_id":"twin-1","title":"Same name"}
{"kind":"task","id":"HARB-0042","project_id":"twin-2","title":"Same name"}
{"kind":"task","id":"only-007","project_id":"twin-2","title":"Other name"}
`)
	for _, test := range []struct{ tool, arguments, want string }{
		{"get_context_document", `{"project": "Twin"}`, "2 projects"},
		{"find_ready_work", `{"project": "twin", "claim": true, "owner": "x"}`, "2 projects"},
		{"search_ontology", `{"query": "name", "project": "Twin"}`, "2 projects"},
		{"list_changes", `{"since": "today", "project": "Twin"}`, "2 projects"},
		{"get_project_graph_full", `{"project": "TWIN"}`, "2 projects"},
		{"get_graph_snapshot", `{"project": "Twin"}`, "2 projects"},
		{"create_entities", `{"entities": [{"kind": "task", "project": "Twin", "title": "x"}]}`, "2 projects"},
		{"remember", `{"text": "x", "project": "Twin"}`, "2 projects"},
		{"get_entity", `{"ids": ["Same name"]}`, "2 entities"},
		{"get_entity", `{"ids": ["HARB-0042"]}`, "2 entities"},
		{"get_entity", `{"ids": ["harb-42"]}`, "2 entities"},
		{"get_linked_entities", `{"id": "Same name"}`, "2 entities"},
		{"get_context_document", `{"focus": "Same name"}`, "2 entities"},
		{"get_context_document", `{"ids": ["HARB-0042"]}`, "2 entities"},
		{"update_entities", `{"entities": [{"id": "Same name", "title": "x"}]}`, "2 entities"},
		{"delete_entities", `{"ids": ["HARB-0042"]}`, "2 entities"},
		{"link_entities", `{"links": [{"src": "Same name", "rel": "depends_on", "dst": "only-7"}]}`, "2 entities"},
		{"remember", `{"text": "x", "about": ["harb-42"]}`, "2 entities"},
	} {
		got := a.call(t, test.tool, argumentsOf(t, test.arguments))
		if text := textOf(got); !got.IsError || !strings.Contains(text, test.want) ||
			strings.Count(text, "Twin [")+strings.Count(text, "Same name") < 2 {
			t.Errorf("%s %s: %s", test.tool, test.arguments, text)
		}
	}
	for _, name := range []string{"twin-1/HARB-0042", "only-007", "ONLY-7", "Twin city", "other name"} {
		if got := a.call(t, "get_entity", map[string]any{"ids": []string{name}}); got.IsError {
			t.Errorf("%s: %s", name, textOf(got))
		}
	}
	for id, want := range map[string]int{"twin-1": 2, "twin-2": 3} {
		g, err := a.service.Graph(a.ctx(t), graph.ID(id))
		if err != nil {
			t.Fatal(err)
		}
		n := 0
		for range g.Entities() {
			n++
		}
		if n != want {
			t.Errorf("%s has %d entities, want %d", id, n, want)
		}
	}
}
