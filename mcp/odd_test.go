package mcp_test

import (
	"encoding/json"
	"regexp"
	"strings"
	"testing"
)

// TestOddCalls makes calls as models and their clients write them: each answers as the
// same call by the schema.
func TestOddCalls(t *testing.T) {
	a := connect(t)
	for _, test := range []struct {
		tool, plain string
		odd         []string
	}{
		{"find_ready_work", `{}`, []string{`null`, `[]`, `""`, `"{}"`, `"null"`,
			`{"project": "null", "owner": "None", "plan": "undefined", "labels": []}`, `{"claim": "no"}`, `{"claim": 0}`}},
		{"find_ready_work", `{"project": "shoplane"}`, []string{
			`{"project": ["shoplane"]}`, `{"project": {"id": "shoplane"}}`, `{"projectId": "shoplane", "claim": "Off"}`,
			`{"PROJECT": "shoplane", "max_tokens": 4000.0}`, `{"arguments": {"project": "shoplane"}}`, `{"input": "{\"project\": \"shoplane\"}"}`,
			`{"project": "Shoplane Pay: launch of the payments app [cf6112c2]"}`,
		}},
		{"find_ready_work", `{"labels": ["a", "b"]}`,
			[]string{`{"labels": "a, b"}`, `{"labels": "[\"a\", \"b\"]"}`, `{"tags": ["a", "", null, "b"]}`}},
		{"get_entity", `{"ids": ["70dfc300"]}`, []string{
			`{"ids": "70dfc300"}`, `{"ids": [["70dfc300"]]}`, `{"ids": [{"id": "70dfc300", "title": "x"}]}`, `{"ids": ["[70dfc300]"]}`,
			"{\"ids\": [\"`70dfc300`\"]}", `{"ids": ["Installation manual [70dfc300]"]}`, `{"entityId": " 70DFC300 "}`, `{"uuid": "70dfc300"}`,
			`{"uri": "dossier://entity/70dfc300"}`, `{"ids": ["70dfc300", ""], "view": "Light"}`, `{"ids": ["installation manual"], "view": null}`,
			`{"id": "airnet/document/install-manual", "max_tokens": "4000"}`, `{"ids": ["70dfc300"], "max_tokens": 4e3, "reasoning": {"x": 1}}`,
		}},
		{"get_entity", `{"ids": ["70dfc300", "8e1a4280"]}`,
			[]string{`{"ids": "70dfc300,8e1a4280"}`, `{"id": "70dfc300, 8e1a4280"}`, `{"ids": "[\"70dfc300\", \"8e1a4280\"]"}`}},
		{"get_entity", `{"ids": ["70dfc300"], "view": "full", "from": 10, "max_tokens": 20000}`, []string{
			`{"ids": ["70dfc300"], "view": "FULL", "from": "10", "max_tokens": 32000}`,
			`{"ids": ["70dfc300"], "view": "Full", "from": 10.0, "max_tokens": "1e6"}`,
		}},
		{"search_ontology", `{"query": "queue", "kinds": ["task", "risk"]}`, []string{
			`{"query": "queue", "kinds": "task,risk"}`, `{"q": "queue", "kinds": ["Tasks", "RISK"]}`,
			`{"Query": "queue", "types": ["task, risk"], "after": "", "first": null}`, `{"params": {"query": "queue", "kinds": ["tasks", "risks"]}}`,
		}},
		{"search_ontology", `{"query": "queue"}`, []string{`{"query": "queue", "kinds": "all"}`,
			`{"query": "queue", "kinds": ["*"], "states": ""}`, `{"query": ["queue"], "kinds": "null"}`}},
		{"search_ontology", `{"query": "queue", "states": ["in_progress", "todo"]}`,
			[]string{`{"query": "queue", "states": "In Progress, TODO"}`, `{"query": "queue", "status": ["in-progress", "todo"]}`}},
		{"get_context_document", `{"topic": "what blocks the app-store submission?", "max_tokens": 700}`, []string{
			`{"question": "what blocks the app-store submission?", "max_tokens": 700}`,
			`{"topic": ["what blocks the app-store submission?"], "maxTokens": "700", "lens": "General"}`,
			`{"query": "what blocks the app-store submission?", "max-tokens": 700, "lens": null, "known": null, ` +
				`"kinds": null, "ids": null, "focus": "None"}`,
		}},
		{"get_linked_entities", `{"id": "69bf1307", "direction": "outgoing"}`,
			[]string{`{"id": ["69bf1307"], "direction": "OUT"}`, `{"entity": {"id": "69bf1307"}, "direction": "Outgoing"}`}},
		{"get_linked_entities", `{"id": "69bf1307", "relations": ["depends_on", "blocks"]}`, []string{
			`{"id": "69bf1307", "relations": ["Depends on", "BLOCKS"]}`, `{"id": "69bf1307", "relation": "depends-on, blocks"}`,
		}},
		{"get_graph_snapshot", `{"focus": "69bf1307", "depth": 1, "max_nodes": 4}`,
			[]string{`{"focus": "69bf1307", "depth": "1", "max_nodes": 4.0}`, `{"id": "69bf1307", "depth": "1.0", "maxNodes": " 4 "}`}},
		{"get_project_graph_full", `{"project": "shoplane"}`, []string{`{"id": "shoplane"}`, `{"project_name": "shoplane", "from": "0"}`}},
		{"list_projects", `{}`, []string{`{"random_string": "x"}`, `{"dummy": null}`, `[]`}},
		{"list_changes", `{"since": "2026-10-01T00:00:00Z"}`, []string{
			`{"since": "2026-10-01T00:00"}`, `{"since": "2026-10-01 00:00:00"}`, `{"since": "2026-10-01 02:00:00+02:00"}`,
			`{"since": "2026/10/01"}`, `{"since": "Oct 1, 2026"}`, `{"since": "1 October 2026"}`, `{"since": 1790812800}`,
			`{"since": "1790812800000"}`, `{"since": "2026-10-01", "changes": "all"}`, `{"since": ["2026-10-01"], "project": ""}`,
		}},
		{"list_changes", `{"since": "2026-10-01", "changes": ["completed", "deleted"]}`, []string{
			`{"since": "2026-10-01", "changes": ["Closed", "removed"]}`, `{"since": "2026-10-01", "change": "done,deleted"}`,
		}},
		{"create_entities", `{"entities": [{"kind": "task", "project": "shoplane", "title": "x", "due": "2026-12-01", "priority": 2, ` +
			`"labels": ["a", "b"]}], "dry_run": true}`, []string{
			`{"kind": "task", "project": "shoplane", "title": "x", "due": "2026-12-01", "priority": "high", "labels": "a,b", "dry_run": "yes"}`,
			`{"entities": {"kind": "Tasks", "project": "shoplane", "name": "x", "due_date": "Dec 1, 2026", "priority": "2"}, "dry_run": 1}`,
			`{"entities": "[{\"kind\": \"task\", \"project\": \"shoplane\", \"title\": \"x\"}]", "dry_run": "true"}`,
			`{"entities": [{"kind": "task", "project": "shoplane", "fields": {"title": "x", "due": "2026/12/01"}, "id": ` +
				`null, "props": null}], "dry_run": true}`,
		}},
		{"update_entities", `{"entities": [{"id": "69bf1307", "state": "done", "labels": ["a"]}], "dry_run": true}`, []string{
			`{"id": "69bf1307", "state": "done", "labels": "a", "dry_run": true}`,
			`{"entities": [{"id": "69bf1307", "changes": {"status": "Completed", "labels": ["a"]}, "title": null}], "dry_run": true}`,
			`{"entities": [{"entity_id": "Build the offline queue [69bf1307]", "state_key": "DONE", "labels": ["a"]}], "dry_run": "on"}`,
		}},
		{"delete_entities", `{"ids": ["69bf1307"], "dry_run": true}`, []string{
			`{"id": "69bf1307", "dry_run": "yes"}`, `{"entities": [{"id": "69bf1307"}], "dry_run": true, "restore": null}`,
			`{"ids": "69bf1307", "restore": "false", "dry_run": "True"}`,
		}},
		{"link_entities", `{"links": [{"src": "69bf1307", "rel": "blocks", "dst": "ff437f01"}], "dry_run": true}`, []string{
			`{"src": "69bf1307", "rel": "blocks", "dst": "ff437f01", "dry_run": true}`,
			`{"links": {"from_id": "69bf1307", "relationship": "Blocks", "to_id": "ff437f01"}, "dry_run": true}`,
			`{"links": [{"source_id": "69bf1307", "relation_type": "blocks", "target_id": {"id": "ff437f01"}}], "remove": "no", "dry_run": true}`,
		}},
	} {
		want := a.call(t, test.tool, argumentsOf(t, test.plain))
		if want.IsError {
			t.Errorf("%s %s: %s", test.tool, test.plain, textOf(want))
		}
		for _, odd := range test.odd {
			var arguments any
			if err := json.Unmarshal([]byte(odd), &arguments); err != nil {
				t.Fatalf("%s: %v", odd, err)
			}
			got := a.call(t, test.tool, arguments)
			if madeID.ReplaceAllString(textOf(got), "ID") != madeID.ReplaceAllString(textOf(want), "ID") || got.IsError {
				t.Errorf("%s %s:\n%.300s\nwant\n%.300s", test.tool, odd, textOf(got), textOf(want))
			}
		}
	}
}

// madeID matches an id that is made for a dry run.
var madeID = regexp.MustCompile(`created task \[[0-9a-f-]{36}\]`)

// TestReadWithCare checks that what could mean something else is refused, or read as it
// is.
func TestReadWithCare(t *testing.T) {
	a := connect(t)
	for _, test := range []struct{ tool, arguments, want string }{
		{"get_entity", `{"ids": ["Encrypted, append-only"]}`, `ids[0]: no entity with the id or name "Encrypted, append-only"`},
		{"get_entity", `{"ids": ["nothing [zzzzzzzz]"]}`, `ids[0]: no entity with the id or name "nothing [zzzzzzzz]"`},
		{"find_ready_work", `{"claim": "maybe"}`, "claim: expected true or false"},
		{"search_ontology", `{"query": null}`, "query: is missing"},
		{"search_ontology", `{"query": "x", "kinds": "tasks and risks"}`, "kinds: unknown kind"},
		{"list_changes", `{"since": "01/02/2026"}`, "since: expected a time"},
		{"list_changes", `{"since": 12}`, "since: expected a time"},
		{"get_entity", `{"ids": ["70dfc300"], "max_tokens": 99}`, "max_tokens: 99 is out of range"},
		{"create_entities", `{"entities": [{"kind": "task", "title": "x", "due": "01/02/2026"}]}`, "entities[0].project: is missing"},
		{"create_entities", `{"entities": [{"kind": "task", "project": "shoplane", "title": "x", "due": "01/02/2026"}]}`,
			"entities[0].due_at: got"},
		{"create_entities", `{"dry_run": true}`, "entities: is missing"},
		{"update_entities", `{"state": "done"}`, "entities[0].id: is blank"},
	} {
		if got := a.call(t, test.tool, argumentsOf(t, test.arguments)); !got.IsError || !strings.HasPrefix(textOf(got), test.want) {
			t.Errorf("%s %s: %s, want %s", test.tool, test.arguments, textOf(got), test.want)
		}
	}
}
