package cli

import (
	"strings"
	"testing"
)

// TestCompletion completes words that depend on the kinds and on the store.
func TestCompletion(t *testing.T) {
	db := demoFile(t)
	for typed, want := range map[string]string{
		"ls ta":                     "tasks",
		"ls tasks --state bl":       "blocked",
		"ls risks --state=":         "--state=identified --state=mitigated --state=occurred --state=closed",
		"create ri":                 "risk",
		"create task due":           "due=",
		"set x ":                    "",
		"link a blocked_":           "",
		"link a bloc":               "blocks",
		"links x --direction ":      "outgoing incoming",
		"context --lens gen":        "general",
		"import --from mark":        "markdown",
		"mcp --print-config claude": "claude-code claude-desktop",
		"ls tasks --project a":      "airnet",
		"entity airnet/risk/f":      "airnet/risk/frost airnet/risk/fog-bias",
		"rm airnet/risk/frost air":  "airnet",
		"entity nothing-like-it":    "",
		"import ":                   ":files",
		"key cr":                    "create",
	} {
		got := run(t, nil, append([]string{"complete-words", "--"}, append([]string{db}, strings.Split(typed, " ")...)...)...)
		var words []string
		for line := range strings.Lines(got.out) {
			word, _, _ := strings.Cut(strings.TrimSpace(line), "\t")
			words = append(words, word)
		}
		if len(words) > 0 && want == "airnet" {
			words = words[:1] // the project, before its entities
		}
		if got.status != 0 || strings.Join(words, " ") != want {
			t.Errorf("%q: got %q, status %d %s, want %q", typed, words, got.status, got.errOut, want)
		}
	}
	if got := run(t, nil, "complete-words", "--", "--db", "sqlite:/nowhere/x.db", "entity", ""); got.status != 0 || got.out != "" || got.errOut != "" {
		t.Errorf("without a store: %+v", got)
	}
}

// TestConfigHidesSecrets gives every secret a value and looks for it.
func TestConfigHidesSecrets(t *testing.T) {
	for _, name := range []string{"DOSSIER_TOKEN", "DOSSIER_KEY", "DOSSIER_JWT_SECRET", "DOSSIER_EMBEDDINGS_KEY"} {
		t.Setenv(name, "hush-"+name)
	}
	t.Setenv("DOSSIER_DB", "postgres://ann:hush@db.internal/dossier?password=hush")
	for _, args := range [][]string{{"config"}, {"config", "--json"}} {
		got := run(t, nil, args...)
		if got.status != 0 || strings.Contains(got.out+got.errOut, "hush") || strings.Count(got.out, "(set)") != 4 || !strings.Contains(got.out, "postgres://db.internal/dossier") {
			t.Errorf("%q: %+v", args, got)
		}
	}
}

func TestManualPage(t *testing.T) {
	got := run(t, nil, "man")
	for _, want := range []string{".TH DOSSIER 1", ".SS dossier key create", "DOSSIER_LISTEN", ".SH EXIT STATUS", "/etc/dossier.yaml"} {
		if got.status != 0 || !strings.Contains(got.out, want) {
			t.Errorf("the page lacks %q", want)
		}
	}
}
