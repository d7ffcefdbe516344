package cli

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// ownViews has a view of a deployment, one that replaces a view of the product, and one
// that is not valid.
const ownViews = `
- name: reading
  title: To read
  description: What is written, what is linked most first.
  subjects: [plan, goal]
  sections:
    - {of: scope, heading: Documents, kinds: [document], order: links, most: 3, missing: "Nothing is written."}
- name: unclear
  title: Nobody has it
  sections:
    - {of: scope, heading: Without an owner, kinds: [task], where: "open unowned", order: due, most: 5}
- name: broken
  title: Broken
  sections:
    - {of: nowhere}
`

// TestMCPOwnViews gets the views of a deployment as prompts, in a session of a client.
func TestMCPOwnViews(t *testing.T) {
	lenses := filepath.Join(t.TempDir(), "own.yaml")
	if err := os.WriteFile(lenses, []byte(ownViews), 0o600); err != nil {
		t.Fatal(err)
	}
	got := exchange(t, session+
		`{"jsonrpc":"2.0","id":1,"method":"prompts/list"}`+"\n"+
		`{"jsonrpc":"2.0","id":2,"method":"prompts/get","params":{"name":"reading","arguments":{"project":"voices"}}}`+"\n"+
		`{"jsonrpc":"2.0","id":3,"method":"prompts/get","params":{"name":"reading","arguments":{"project":"voices","about":"Tape transfer"}}}`+
		"\n"+
		`{"jsonrpc":"2.0","id":4,"method":"prompts/get","params":{"name":"unclear","arguments":{"project":"airnet"}}}`+"\n"+
		`{"jsonrpc":"2.0","id":5,"method":"prompts/get","params":{"name":"broken","arguments":{"project":"airnet"}}}`+"\n"+
		`{"jsonrpc":"2.0","id":6,"method":"tools/call","params":{"name":"get_context_document",`+
		`"arguments":{"view":"reading","project":"voices"}}}`+"\n",
		"--demo", "--lenses="+lenses)
	if got.status != 0 || !strings.Contains(got.errOut, "own.yaml:15") {
		t.Errorf("status %d, the log does not name the line of the view that is not valid: %s", got.status, got.errOut)
	}
	answers := map[int]string{}
	var names []string
	for line := range strings.Lines(got.out) {
		var message struct {
			ID     int
			Result struct {
				Prompts  []struct{ Name, Description string }
				Messages []struct{ Content struct{ Text string } }
				Content  []struct{ Text string }
			}
			Error struct{ Message string }
		}
		if err := json.Unmarshal([]byte(line), &message); err != nil {
			t.Fatalf("%v: %s", err, line)
		}
		for _, prompt := range message.Result.Prompts {
			names = append(names, prompt.Name+": "+prompt.Description)
		}
		text := message.Error.Message
		for _, one := range message.Result.Messages {
			text += one.Content.Text
		}
		for _, one := range message.Result.Content {
			text += one.Text
		}
		answers[message.ID] = text
	}
	if !slices.Contains(names, "reading: What is written, what is linked most first.") ||
		slices.ContainsFunc(names, func(n string) bool { return strings.HasPrefix(n, "broken") }) {
		t.Errorf("prompts: %q", names)
	}
	for id, want := range map[int][]string{
		2: {"Name entities with their ids.\n\n# To read: Voices", "## Documents (6 of 8)"},
		3: {"# To read: Tape transfer", "Nothing is written."},
		4: {"# Nobody has it: Halvorsund air", "## Without an owner"},
		5: {"broken"},
		6: {"# To read: Voices", "## Documents (6 of 8)"},
	} {
		for _, part := range want {
			if !strings.Contains(answers[id], part) {
				t.Errorf("answer %d lacks %q: %s", id, part, answers[id])
			}
		}
	}
}
