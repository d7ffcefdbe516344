package e2e_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

var (
	readmeQuery = regexp.MustCompile("(?s)```graphql\n(.*?)```")
	readmeText  = regexp.MustCompile("(?s)`tokens` is (\\d+), and `text`:\n\n```markdown\n(.*?)```")
)

// TestAnswersOfReadme sends the query of README.md to the demo. With -update it
// writes the answer into README.md.
func TestAnswersOfReadme(t *testing.T) {
	path := filepath.Join(root, "README.md")
	readme, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	query, text := readmeQuery.FindSubmatch(readme), readmeText.FindSubmatchIndex(readme)
	if query == nil || text == nil {
		t.Fatal("README.md has no query or no answer")
	}
	var data struct {
		ContextDocument struct {
			Tokens json.Number
			Text   string
		}
	}
	serveDemo(t).data(t, string(query[1]), nil, &data)
	got := data.ContextDocument
	want := string(readme[text[4]:text[5]])
	body := strings.TrimRight(got.Text, "\n") + "\n"
	if got.Tokens.String() == string(readme[text[2]:text[3]]) && body == want {
		return
	}
	if !*update {
		t.Fatalf("got %s tokens:\n%s\nwant\n%s\nif that is right, run: go test ./e2e -run AnswersOfReadme -update", got.Tokens, body, want)
	}
	fresh := string(readme[:text[2]]) + got.Tokens.String() + string(readme[text[3]:text[4]]) + body + string(readme[text[5]:])
	if err := os.WriteFile(path, []byte(fresh), 0o600); err != nil {
		t.Fatal(err)
	}
}
