package e2e_test

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// tools are the arguments of calls about a project, by tool.
var tools = map[string]string{
	"get_context_document": `{"ids": ["%task"]}`, "search_ontology": `{"query": "alert", "project": "%project"}`,
	"get_entity": `{"ids": ["%task", "%short"]}`, "get_linked_entities": `{"id": "%task"}`,
	"get_graph_snapshot": `{"project": "%project"}`, "get_project_graph_full": `{"project": "%project"}`,
	"list_changes": `{"since": "2020-01-01", "project": "%project"}`, "list_projects": `{}`,
	"create_entities": `{"dry_run": true, "entities": [{"kind": "task", "project_id": "%project", "title": "Count"}]}`,
	"update_entities": `{"dry_run": true, "entities": [{"id": "%short", "title": "Count"}]}`,
	"delete_entities": `{"dry_run": true, "ids": ["%task"]}`,
	"link_entities":   `{"dry_run": true, "links": [{"src": "%task", "rel": "references", "dst": "%document"}]}`,
}

// otherMCP are the parameters of further requests, by method and name.
var otherMCP = map[string]string{
	"resources/read project":         `{"uri": "dossier://project/%project"}`,
	"resources/read entity":          `{"uri": "dossier://entity/%task"}`,
	"resources/read context":         `{"uri": "dossier://context/stations%20on%20lamp%20posts"}`,
	"prompts/get brief_me":           `{"name": "brief_me", "arguments": {"project": "%project"}}`,
	"prompts/get prepare_meeting":    `{"name": "prepare_meeting", "arguments": {"project": "%project", "about": "%task"}}`,
	"completion/complete of project": `{"ref": {"type": "ref/prompt", "name": "brief_me"}, "argument": {"name": "project", "value": "air"}}`,
	"tools/call list_changes of all": `{"name": "list_changes", "arguments": {"since": "2020-01-01"}}`,
	"tools/call context of all":      `{"name": "get_context_document", "arguments": {"topic": "stations on lamp posts"}}`,
}

// toolName matches the name of a tool in a list of tools.
var toolName = regexp.MustCompile(`"name":"((?:get|list|search|create|update|delete|link)_[a-z_]+)"`)

// mcpQuestions returns a call of each tool, and the other requests.
func (m *matrix) mcpQuestions(t *testing.T) []question {
	_, listed := m.send(m.callers["owner"], "/mcp", `{"jsonrpc": "2.0", "id": 1, "method": "tools/list"}`)
	found := toolName.FindAllStringSubmatch(listed, -1)
	if len(found) != len(tools) {
		t.Errorf("the server has %d tools, and tools %d", len(found), len(tools))
	}
	var questions []question
	for _, name := range slices.Sorted(maps.Keys(tools)) {
		q := mcpQuestion("tools/call", name, fmt.Sprintf(`{"name": %q, "arguments": %s}`, name, tools[name]))
		q.writes = strings.Contains(tools[name], "dry_run")
		questions = append(questions, q)
	}
	for _, name := range slices.Sorted(maps.Keys(otherMCP)) {
		method, _, _ := strings.Cut(name, " ")
		questions = append(questions, mcpQuestion(method, name, otherMCP[name]))
	}
	return questions
}

func mcpQuestion(method, name, params string) question {
	body := fmt.Sprintf(`{"jsonrpc": "2.0", "id": 1, "method": %q, "params": %s}`, method, params)
	return question{name: name, path: "/mcp", body: body, everything: ids("airnet").Replace(params) == params}
}
