package e2e_test

import (
	"cmp"
	"encoding/json"
	"fmt"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// twinProjects returns projects whose entities have the same ids in trackers, ids with the
// same first digits, and ids that are the beginnings of ids of others.
func twinProjects(projects int) string {
	var lines strings.Builder
	for i, name := range append([]string{"North", "South"}, make([]string, projects-2)...) {
		if name == "" {
			name = fmt.Sprint("Other", i)
		}
		p := strings.ToLower(name)
		fmt.Fprintf(&lines, `{"kind":"project","id":%q,"name":%q,"state_key":"active"}`+"\n", p, name)
		if i > 1 {
			continue
		}
		add := func(kind, id string) {
			member := map[string]string{"plan": "name"}[kind]
			fmt.Fprintf(&lines, `{"kind":%q,"id":%q,"project_id":%q,%q:"%s lighthouse %[1]s %[2]s","description":"About the lighthouse lamp."}`+"\n",
				kind, id, p, cmp.Or(member, "title"), name)
			fmt.Fprintf(&lines, `{"kind":"edge","rel":"has_%s","src_id":%q,"dst_id":%q}`+"\n", kind, p, id)
		}
		for _, external := range []string{"task-1", "HARB-42", "#7", "bd-a1b2", "!3", "17", "ADR-0007", "x.y-1"} {
			add("task", external)
		}
		uuid := func(begins string, n int) string { return fmt.Sprintf("%s-0000-4000-8000-%012d", begins, 100*i+n) }
		add("plan", uuid("aaaaaaaa", 1))
		add("task", uuid("0198c0de", 2))
		add("document", uuid("0198c0de", 3))
		add("task", uuid(fmt.Sprintf("%08x", 0xbbbbbb00+i), 4))
		add("task", fmt.Sprintf("%08x", 0xbbbbbb01-i)) // with which the id of a task of the other project begins
	}
	return lines.String()
}

// shownID is an id as displayed in a text or in JSON.
var shownID = regexp.MustCompile(`(?m)\[([^\]\s"\\,()]+)\]|"id":"([^"]+)"|^(\S+)\t(?:todo|task|plan|document)\t`)

// idsIn returns the ids that a text shows.
func idsIn(text string) (ids []string) {
	for _, found := range shownID.FindAllStringSubmatch(text, -1) {
		ids = append(ids, found[1]+found[2]+found[3])
	}
	return ids
}

// TestShownIDs checks that each id which a command or a tool shows of a project is read
// as the entity of that project by the next call, although other projects have the same.
func TestShownIDs(t *testing.T) {
	for _, projects := range []int{2, 40} {
		t.Run(fmt.Sprint(projects), func(t *testing.T) {
			t.Parallel()
			db := "sqlite:" + filepath.Join(t.TempDir(), "store.db")
			if got := command(t, twinProjects(projects), "import", "-", "--db", db); got.status != 0 {
				t.Fatalf("import: %+v", got)
			}
			shown := map[string]string{} // what showed an id, by id
			see := func(by, text string) {
				ids := idsIn(text)
				if len(ids) == 0 {
					t.Errorf("%s shows no ids: %s", by, text)
				}
				for _, id := range ids {
					shown[id] = by
				}
			}
			for _, args := range [][]string{
				{"context", "lighthouse lamp", "--project", "south"}, {"context", "lighthouse tasks", "--project", "south"},
				{"context", "--project", "south"}, {"context", "--focus", "south/HARB-42"},
				{"context", "what should I do next?", "--project", "south"}, {"search", "lighthouse", "--project", "south", "--first", "50"},
				{"links", "south"}, {"ls", "tasks", "--project", "south"}, {"context", "tasks by state", "--project", "south", "--max-tokens", "4000"},
			} {
				got := command(t, "", append(args, "--db", db)...)
				see(strings.Join(args, " "), got.out)
			}
			for call, text := range toolTexts(t, db,
				`"get_context_document","arguments":{"topic":"lighthouse","project":"south"}`,
				`"get_context_document","arguments":{"focus":"south/task-1"}`,
				`"search_ontology","arguments":{"query":"lighthouse","project":"south","first":50}`,
				`"get_project_graph_full","arguments":{"project":"south"}`,
				`"find_ready_work","arguments":{"project":"south"}`, `"list_changes","arguments":{"project":"south","since":"2020-01-01"}`,
				`"get_linked_entities","arguments":{"id":"south"}`, `"get_entity","arguments":{"ids":["south/HARB-42","south/17"]}`,
			) {
				see(call, text)
			}
			checkShownIDs(t, db, shown)
		})
	}
}

// checkShownIDs reads the entities with the ids that were displayed, which must be those
// of the project South.
func checkShownIDs(t *testing.T, db string, shown map[string]string) {
	var calls []string
	var request strings.Builder
	by := map[string]string{}
	for id, where := range shown {
		call := fmt.Sprintf(`"get_entity","arguments":{"ids":[%s]}`, asJSON(id))
		calls, by[call] = append(calls, call), where
		fmt.Fprintf(&request, "n%d: entity(id: %s) { label } ", len(calls), asJSON(id))
	}
	got := command(t, "", "query", "{ "+request.String()+"}", "--db", db)
	if found := strings.Count(got.out, `"label": "South`); found != len(shown) {
		t.Errorf("GraphQL reads %d of %d: %s%s", found, len(shown), got.out, got.errOut)
	}
	for call, text := range toolTexts(t, db, calls...) {
		if !strings.Contains(text, "South") {
			t.Errorf("%s after %q: %s", call, by[call], text)
		}
	}
}

// toolTexts returns the texts of calls of tools by an agent.
func toolTexts(t *testing.T, db string, calls ...string) map[string]string {
	t.Helper()
	var input strings.Builder
	input.WriteString(`{"jsonrpc":"2.0","id":-1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},` +
		`"clientInfo":{"name":"t","version":"1"}}}` + "\n")
	input.WriteString(`{"jsonrpc":"2.0","method":"notifications/initialized"}` + "\n")
	for id, call := range calls {
		fmt.Fprintf(&input, `{"jsonrpc":"2.0","id":%d,"method":"tools/call","params":{"name":%s}}`+"\n", id, call)
	}
	got := command(t, input.String(), "mcp", "--db", db)
	texts := map[string]string{}
	for line := range strings.Lines(got.out) {
		var answer struct {
			ID     int
			Result struct{ Content []struct{ Text string } }
		}
		if err := json.Unmarshal([]byte(line), &answer); err != nil {
			t.Fatalf("%v: %.200s", err, line)
		}
		if answer.ID >= 0 && len(answer.Result.Content) == 1 {
			texts[calls[answer.ID]] = answer.Result.Content[0].Text
		}
	}
	if len(texts) != len(calls) {
		t.Errorf("got %d answers of %d: %s", len(texts), len(calls), got.errOut)
	}
	return texts
}
