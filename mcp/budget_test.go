package mcp_test

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"dossier/graph"
	"dossier/mcp"
)

// asked are arguments of each tool for which more is found than fits.
var asked = map[string][]string{
	"create_entities": {`{"dry_run": true, "entities": [` + strings.Repeat(`{"kind": "task", "project_id": "shoplane", "title": "More"}, `,
		60) + `{"kind": "goal", "project_id": "shoplane", "name": "Most"}]}`},
	"update_entities": {`{"dry_run": true, "entities": [` + strings.Repeat(`{"id": "shoplane/task/offline-queue", "priority": 1}, `,
		60) + `{"id": "shoplane/plan/offline", "name": "Offline"}]}`},
	"delete_entities": {`{"dry_run": true, "ids": ["shoplane/task/offline-queue"` + strings.Repeat(`, "shoplane/plan/offline"`, 60) + `]}`},
	"link_entities": {`{"dry_run": true, "links": [` + strings.Repeat(`{"src": "shoplane", "rel": "has_task", "dst": `+
		`"shoplane/task/offline-queue"}, `, 60) + `{"src": "shoplane", "rel": "has_plan", "dst": "shoplane/plan/offline"}]}`},
	"get_context_document": {
		`{"topic": "what blocks the app-store submission?"}`, `{"project": "shoplane"}`,
		`{"focus": "shoplane/task/offline-queue", "lens": "planning"}`,
		`{"ids": ["shoplane/plan/offline", "airnet/document/install-manual"], "question": "risks"}`, `{"topic": "zyzzyva"}`,
		`{"topic": "offline queue", "known": ["shoplane/task/offline-queue", "nothing of the kind"], "message": "@Marek"}`,
	},
	"search_ontology": {`{"query": "offline payments of shops and fog", "first": 50}`, `{"query": "risk", "project": "airnet"}`},
	"get_entity": {`{"ids": ["airnet/document/install-manual", "shoplane/task/offline-queue", "shoplane"]}`,
		`{"ids": ["voices/document/transfer-guide", "airnet/document/install-manual"], "view": "full"}`,
		`{"ids": ["airnet/document/install-manual"], "view": "full", "from": 40}`},
	"get_linked_entities":    {`{"id": "shoplane"}`, `{"id": "shoplane", "view": "full"}`, `{"id": "airnet", "view": "full", "from": 9}`},
	"get_graph_snapshot":     {`{"project": "shoplane"}`, `{"focus": "shoplane/task/offline-queue", "depth": 3}`},
	"get_project_graph_full": {`{"project": "airnet"}`, `{"project": "shoplane", "from": 300}`},
	"find_ready_work":        {`{}`, `{"project": "shoplane"}`},
	"remember": {`{"dry_run": true, "text": "The queue stays encrypted.", "kind": ` +
		`"decision", "about": ["shoplane/plan/offline"]}`},
	"list_projects": {`{}`},
	"list_changes":  {`{"since": "2020-01-01"}`, `{"since": "30d", "from": 5}`},
}

// checkBudget calls a tool within a budget and recounts the tokens of both
// forms. If a budget is too small for any answer, the call must fail.
func (a *agent) checkBudget(t testing.TB, tool, arguments string, budget int) {
	t.Helper()
	var given map[string]any
	if err := json.Unmarshal([]byte(arguments), &given); err != nil {
		t.Fatal(err)
	}
	given["max_tokens"] = budget
	got := a.call(t, tool, given)
	text := tokensOf(t, textOf(got))
	structured := 0
	if got.StructuredContent != nil {
		structured = tokensOf(t, graph.EncodeJSON(got.StructuredContent))
	}
	switch {
	case text > budget || structured > budget && !got.IsError:
		t.Errorf("%s %s in %d: %d tokens of text, %d structured", tool, arguments, budget, text, structured)
	case got.IsError && !strings.Contains(textOf(got), "is too few"):
		t.Errorf("%s %s in %d: %s", tool, arguments, budget, textOf(got))
	}
}

// TestBudgets calls every tool within any budget.
func TestBudgets(t *testing.T) {
	text, structured := connect(t), connectStructured(t)
	for _, tool := range text.tools(t) {
		t.Run(tool, func(t *testing.T) {
			if len(asked[tool]) == 0 {
				t.Fatal("asked has no arguments of it")
			}
			budgets := rapid.OneOf(rapid.IntRange(mcp.MinTokens, 700), rapid.IntRange(mcp.MinTokens, mcp.MaxTokens))
			for seed := range 20 {
				arguments, budget := asked[tool][seed%len(asked[tool])], budgets.Example(seed)
				text.checkBudget(t, tool, arguments, budget)
				structured.checkBudget(t, tool, arguments, budget)
			}
		})
	}
}

// TestEverythingIsReached makes the calls that answers name until an answer
// names none, and counts the items returned.
func TestEverythingIsReached(t *testing.T) {
	a := connectStructured(t)
	for _, test := range []struct {
		tool, arguments string
		items           func(structured map[string]any) int
		want            int
	}{
		{"search_ontology", `{"query": "fog", "max_tokens": 300}`, lengthOf("hits"), 11},
		{"get_project_graph_full", `{"project": "voices", "max_tokens": 900}`, lengthOf("nodes", "edges"), 402},
		{"list_changes", `{"since": "2026-11-11", "project": "shoplane", "max_tokens": 500}`, lengthOf("changes"), 49},
		{"get_linked_entities", `{"id": "shoplane", "view": "full", "max_tokens": 500}`, linkedItems, 56},
		{"get_entity", `{"ids": ["airnet/document/install-manual"], "view": "full", "max_tokens": 600}`, charactersRead, 1100},
	} {
		tool, arguments, items, calls := test.tool, test.arguments, 0, 0
		for arguments != "" {
			var given map[string]any
			if err := json.Unmarshal([]byte(arguments), &given); err != nil {
				t.Fatalf("%s: %v", arguments, err)
			}
			if calls++; calls > 1 {
				given["max_tokens"] = 600
			}
			got := a.call(t, tool, given)
			if got.IsError || calls > 60 {
				t.Fatalf("%s %s: %s", tool, arguments, textOf(got))
			}
			items += test.items(got.StructuredContent.(map[string]any))
			lines := strings.Split(strings.TrimSpace(textOf(got)), "\n")
			_, arguments, _ = strings.Cut(lines[len(lines)-1], ": "+tool+" ")
		}
		if items != test.want || calls < 2 {
			t.Errorf("%s %s: %d in %d calls, want %d in several", tool, test.arguments, items, calls, test.want)
		}
	}
}

func lengthOf(names ...string) func(map[string]any) int {
	return func(structured map[string]any) (n int) {
		for _, name := range names {
			n += len(structured[name].([]any))
		}
		return n
	}
}

func linkedItems(structured map[string]any) (n int) {
	for _, group := range structured["groups"].([]any) {
		n += len(group.(map[string]any)["items"].([]any))
	}
	return n
}

func charactersRead(structured map[string]any) int {
	text := structured["entities"].([]any)[0].(map[string]any)["text"].(map[string]any)
	return int(text["to"].(float64) - text["from"].(float64))
}

// FuzzBudgets calls every tool within any budget.
func FuzzBudgets(f *testing.F) {
	f.Add(uint8(0), uint8(0), 100)
	f.Add(uint8(3), uint8(1), 20_000)
	a := connect(f)
	f.Fuzz(func(t *testing.T, tool, arguments uint8, budget int) {
		names := slices.Sorted(maps.Keys(asked))
		name := names[int(tool)%len(names)]
		list := asked[name]
		a.checkBudget(t, name, list[int(arguments)%len(list)], max(mcp.MinTokens, min(budget, mcp.MaxTokens)))
	})
}

// TestListOfTools checks the list of tools, which clients put into the prompt
// of every conversation: its size, that each parameter has a description or a
// list of values, and the hints.
func TestListOfTools(t *testing.T) {
	a := connect(t)
	listed, err := a.ListTools(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	raw, err := json.Marshal(listed.Tools)
	if err != nil {
		t.Fatal(err)
	}
	n := tokensOf(t, string(raw))
	t.Logf("%d tokens", n)
	if n > 2500 {
		t.Errorf("%d tokens:\n%s", n, raw)
	}
	for _, tool := range listed.Tools {
		hints := tool.Annotations
		writes := !strings.HasPrefix(tool.Name, "get_") && !strings.HasPrefix(tool.Name, "list_") && tool.Name != "search_ontology"
		if hints == nil || hints.ReadOnlyHint == writes || writes && hints.DestructiveHint == nil || hints.OpenWorldHint == nil ||
			*hints.OpenWorldHint {
			t.Errorf("%s: hints %+v", tool.Name, hints)
		}
		properties := tool.InputSchema.(map[string]any)["properties"].(map[string]any)
		if properties["max_tokens"] == nil || tool.OutputSchema != nil {
			t.Errorf("%s: no max_tokens, or an output schema", tool.Name)
		}
	}
	if got := a.InitializeResult().Instructions; tokensOf(t, got) >= 150 {
		t.Errorf("the instructions have %d tokens", tokensOf(t, got))
	}
}
