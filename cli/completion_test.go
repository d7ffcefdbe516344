package cli

import (
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
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
	if got := run(t, nil, "complete-words", "--", "--db", "sqlite:/nowhere/x.db", "entity", ""); got.status != 0 || got.out != "" ||
		got.errOut != "" {
		t.Errorf("without a store: %+v", got)
	}
}

// TestCompletedNames completes the names of entities that are odd, or alike: each word
// that is offered means the entity of its help, and itself in every shell.
func TestCompletedNames(t *testing.T) {
	db, file := "--db=sqlite:"+filepath.Join(t.TempDir(), "s.db"), filepath.Join(t.TempDir(), "names.ndjson")
	lines := `{"kind":"project","id":"north","name":"North"}` + "\n" + `{"kind":"project","id":"south","name":"South"}` + "\n"
	for _, project := range []string{"north", "south"} {
		for _, id := range []string{"task-1", "HARB-42", "HARB-0042"} {
			lines += `{"kind":"task","id":"` + id + `","project_id":"` + project + `","title":"` + id + " of " + project + `"}` + "\n"
		}
	}
	for i, id := range []string{
		"0198c0de-0000-4000-8000-000000000001", "0198c0de-0000-4000-8000-000000000002", "aaaaaaaa-0000-4000-8000-000000000001",
		"aaaaaaaa", "with space", "a(b)&c;d", "*.md", "#7", "!3", "~x", "-dash", "loop:5.2", "Übung", "$HOME", "{a,b}", "a'b", "repo#12", "@ann",
		"50%", "x=y",
	} {
		lines += `{"kind":"task","id":"` + id + `","project_id":"north","title":"Odd ` + strconv.Itoa(i) + `"}` + "\n"
	}
	if err := os.WriteFile(file, []byte(lines), 0o600); err != nil {
		t.Fatal(err)
	}
	if got := run(t, nil, "import", db, file); got.status != 0 {
		t.Fatalf("%+v", got)
	}
	offered := func(typed ...string) []string {
		return strings.Split(strings.TrimSpace(run(t, nil, append([]string{"complete-words", "--", db}, typed...)...).out), "\n")
	}
	words := offered("entity", "")
	if len(words) != 28 {
		t.Errorf("%d words: %q", len(words), words)
	}
	for _, line := range words {
		word, label, _ := strings.Cut(line, "\t")
		if got := run(t, nil, "entity", db, word); got.status != 0 || !strings.Contains(got.out, "label: "+label+"\n") {
			t.Errorf("%s: %+v", line, got)
		}
		if strings.ContainsAny(word, " '\"\\$`#!~*?()[]{}<>&;|=%") || strings.HasPrefix(word, "-") {
			t.Errorf("%s means something else in a shell", word)
		}
	}
	for typed, want := range map[string]string{"loop": "loop:5.2\tOdd 11", "nor": "north\tNorth", "übung": "Übung\tOdd 12"} {
		if got := offered("entity", typed); len(got) != 1 || got[0] != want {
			t.Errorf("%s: %q, want %q", typed, got, want)
		}
	}
	if got := offered("ls", "tasks", "--project=so"); len(got) != 1 || got[0] != "--project=south\tSouth" {
		t.Errorf("a flag: %q", got)
	}
}

// secretives are settings with secrets: as variables, in files, as flags, and in the
// configuration file.
var secretives = []struct {
	env, flags, file string
	shows            string // "" if the arguments are refused
}{
	{env: "DOSSIER_DB=postgres://ann:hush@h/d", shows: "db\tpostgres://h/d\t"},
	{env: "DOSSIER_DB=postgres://h/d?user=ann&password=hush&sslpassword=hush", shows: "db\tpostgres://h/d\t"},
	{env: "DOSSIER_DB=postgres://ann:hu sh@h/d", shows: "db\ta URL of the scheme"},
	{env: "DOSSIER_DB=postgres://ann:hush@h/%zz", shows: "db\ta URL of the scheme"},
	{env: "DOSSIER_DB=host=h user=ann password=hush dbname=d", shows: "db\ta connection string\t"},
	{env: "DOSSIER_DB=mysql://ann:hush@h/d", shows: "db\tmysql://h/d\t"},
	{env: "DOSSIER_SERVER=https://ann:hush@h.example", shows: "server\thttps://h.example\t"},
	{env: "DOSSIER_JWKS_URL=https://ann:hush@idp.example/jwks?token=hush", shows: "jwks-url\thttps://idp.example/jwks?…\t"},
	{env: "DOSSIER_EMBEDDINGS_URL=https://e.example/v1?api-key=hush", shows: "embeddings-url\thttps://e.example/v1?…\t"},
	{env: "DOSSIER_CORS_ORIGIN=https://a:hush@one,https://b:hush@other", shows: "cors-origin\thttps://one,https://other\t"},
	{env: "DOSSIER_TOKEN_FILE={hush}", shows: "token\t(set)\tDOSSIER_TOKEN_FILE"},
	{env: "DOSSIER_DB_FILE={url}", shows: "db\tpostgres://h/d\tDOSSIER_DB_FILE"},
	{flags: "--db=postgres://ann:hush@h/d", shows: "db\tpostgres://h/d\t--db"},
	{flags: "--token hush --jwt-secret=hush", shows: "jwt-secret\t(set)\t--jwt-secret"},
	{flags: "--server=https://ann:hush@h --key=hush", shows: "key\t(set)\t--key"},
	{flags: "--jwt-issuer=https://ann:hush@idp", shows: "jwt-issuer\thttps://idp\t"},
	{flags: "--server=//ann:hush@h --key hush --timeout soon"},
	{file: "token: hush\ndb: postgres://ann:hush@h/d\n", shows: "token\t(set)\t"},
	{file: "jwt-secret: hush\nserver: https://ann:hush@h\n", shows: "server\thttps://h\t"},
	{file: "embeddings-key: hush\nkey: 'hush'\nserver: http://h\n", shows: "embeddings-key\t(set)\t"},
	{file: "token: [hush\n"},
	{file: "token: {a: hush}\n"},
	{file: "- hush\n"},
}

// TestConfigNeverPrintsSecrets looks for the secret hush in the outputs of dossier
// config.
func TestConfigNeverPrintsSecrets(t *testing.T) {
	dir := t.TempDir()
	place := map[string]string{"hush": "hush\n", "url": "postgres://ann:hush@h/d\n"}
	for name, text := range place {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for i, one := range secretives {
		t.Run(strconv.Itoa(i), func(t *testing.T) {
			if name, value, is := strings.Cut(one.env, "="); is {
				t.Setenv(name, strings.NewReplacer("{hush}", filepath.Join(dir, "hush"), "{url}", filepath.Join(dir, "url")).Replace(value))
			}
			file := filepath.Join(t.TempDir(), "settings.yaml")
			if err := os.WriteFile(file, []byte(one.file), 0o600); err != nil {
				t.Fatal(err)
			}
			for _, form := range []string{"text", "json", "yaml", "ndjson"} {
				got := run(t, nil, append([]string{"config", "-o", form, "--config", file}, strings.Fields(one.flags)...)...)
				if strings.Contains(got.out+got.errOut, "hush") || (got.status == 0) != (one.shows != "") ||
					form == "text" && !strings.Contains(got.out, one.shows) {
					t.Errorf("%s: %+v, want %q", form, got, one.shows)
				}
			}
		})
	}
}

// TestErrorsHideSecrets gives commands places with a secret that they cannot reach.
func TestErrorsHideSecrets(t *testing.T) {
	db := demoFile(t)
	for _, args := range []string{
		"ls tasks --server https://ann:hush@127.0.0.1:1/?k=hush", "status --server https://ann:hush@127.0.0.1:1",
		"import https://ann:hush@127.0.0.1:1/x",
		"doctor --listen 127.0.0.1:0 --jwt-issuer https://x --jwt-audience a --jwks-url https://ann:hush@127.0.0.1:1/j?k=hush",
		"doctor --listen 127.0.0.1:0 --embeddings-model m --embeddings-url https://ann:hush@127.0.0.1:1/v1?k=hush",
		"embed --embeddings-model m --embeddings-url https://ann:hush@127.0.0.1:1/v1?k=hush",
	} {
		if got := run(t, nil, append(strings.Fields(args), db)...); strings.Contains(got.out+got.errOut, "hush") || got.status == 0 {
			t.Errorf("%s: %+v", args, got)
		}
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
		if got.status != 0 || strings.Contains(got.out+got.errOut, "hush") || strings.Count(got.out, "(set)") != 4 ||
			!strings.Contains(got.out, "postgres://db.internal/dossier") {
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
	groff, err := exec.LookPath("groff")
	if err != nil {
		t.Skip("groff is not installed")
	}
	var page, warnings strings.Builder
	render := exec.CommandContext(t.Context(), groff, "-man", "-Tutf8", "-P-cbou", "-ww", "-rLL=100n")
	render.Stdin, render.Stdout, render.Stderr = strings.NewReader(got.out), &page, &warnings
	if err := render.Run(); err != nil || warnings.Len() > 0 || !strings.Contains(page.String(), "\n   dossier key create\n") {
		t.Errorf("groff: %v, %s", err, &warnings)
	}
}
