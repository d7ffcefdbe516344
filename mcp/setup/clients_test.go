package setup_test

import (
	"encoding/base64"
	"encoding/json"
	"flag"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"dossier/mcp/setup"
)

var update = flag.Bool("update", false, "rewrite the files of testdata")

// targets are what the goldens connect to. The program's path needs quoting in
// every language.
var targets = []struct {
	name string
	to   setup.Target
}{
	{"program", setup.Target{Command: `/opt/Ann's "b" \\ & ü/dossier`,
		Arguments: []string{"mcp", "--db", "sqlite:/home/ann/salt works/x.db"}}},
	{"server", setup.Target{URL: "https://graph.example:8443/team/mcp?a=1&b=2"}},
}

// TestConfigs compares the configuration of each client with its golden.
func TestConfigs(t *testing.T) {
	for _, client := range setup.Clients() {
		got := new(txtar.Archive)
		for _, target := range targets {
			steps, err := setup.Of(client, target.to)
			if err != nil {
				t.Fatal(err)
			}
			got.Comment = []byte(steps.File + "\n")
			got.Files = append(got.Files, txtar.File{Name: target.name, Data: []byte(steps.Config)})
			if steps.Command != nil {
				got.Files = append(got.Files, txtar.File{Name: target.name + ".command", Data: []byte(strings.Join(steps.Command, "\n") + "\n")})
			}
			if steps.Link != "" {
				got.Files = append(got.Files, txtar.File{Name: target.name + ".link", Data: []byte(steps.Link + "\n")})
			}
		}
		path := filepath.Join("testdata", client+".txtar")
		if *update {
			if err := os.WriteFile(path, txtar.Format(got), 0o644); err != nil {
				t.Fatal(err)
			}
			continue
		}
		if want, err := os.ReadFile(path); err != nil || string(want) != string(txtar.Format(got)) {
			t.Errorf("%s: %v, got:\n%s\nwant:\n%s", path, err, txtar.Format(got), want)
		}
	}
}

// TestConfigNames checks how names of clients are read.
func TestConfigNames(t *testing.T) {
	for _, name := range []string{"Cursor", " vscode ", "JETBRAINS", "OpenCode", "Windsurf", "Cline", "goose"} {
		if _, err := setup.Of(name, targets[0].to); err != nil {
			t.Error(err)
		}
	}
	for _, name := range []string{"emacs", "", "claude", "all", "code", "cursor,zed"} {
		_, err := setup.Of(name, targets[0].to)
		for _, want := range setup.Clients() {
			if err == nil || !strings.Contains(err.Error(), want) {
				t.Errorf("%q: got %v, want an error that lists %s", name, err, want)
			}
		}
	}
}

// TestLinks decodes the links as the clients do.
func TestLinks(t *testing.T) {
	for _, target := range targets {
		var cursor, code struct {
			Name, Type, Command, URL string
			Args                     []string
		}
		steps, _ := setup.Of("cursor", target.to)
		parsed, err := url.Parse(steps.Link)
		if err != nil || parsed.Query().Get("name") != "dossier" {
			t.Fatalf("%s: %v", steps.Link, err)
		}
		config, err := base64.StdEncoding.DecodeString(parsed.Query().Get("config"))
		if err != nil || json.Unmarshal(config, &cursor) != nil {
			t.Errorf("%s: %s, %v", steps.Link, config, err)
		}
		steps, _ = setup.Of("vscode", target.to)
		text, err := url.PathUnescape(strings.TrimPrefix(steps.Link, "vscode:mcp/install?"))
		if err != nil || json.Unmarshal([]byte(text), &code) != nil || code.Name != "dossier" || code.Type == "" {
			t.Errorf("%s: %s, %v", steps.Link, text, err)
		}
		for _, got := range []setup.Target{{Command: cursor.Command, Arguments: cursor.Args, URL: cursor.URL},
			{Command: code.Command, Arguments: code.Args, URL: code.URL}} {
			if got.Command != target.to.Command || strings.Join(got.Arguments, "|") != strings.Join(target.to.Arguments, "|") ||
				got.URL != target.to.URL {
				t.Errorf("got %+v, want %+v", got, target.to)
			}
		}
	}
}
