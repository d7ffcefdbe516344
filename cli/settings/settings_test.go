package settings_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/alecthomas/kong"

	"dossier/cli/settings"
)

type line struct {
	Config string
	Listen string   `env:"T_LISTEN" default:":1"`
	Origin []string `env:"T_ORIGIN"`
	Most   int      `env:"T_MOST" default:"7"`
	Open   bool     `env:"T_OPEN" default:"true" negatable:""`
	Token  string   `env:"T_TOKEN" secret:""`
	Typed  string   // has no variable
	Run    struct{} `cmd:""`
}

// parse parses arguments of a command with a configuration file.
func parse(t *testing.T, file string, args ...string) (*line, map[string]settings.Setting, error) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "c.yaml")
	if err := os.WriteFile(path, []byte(file), 0o600); err != nil {
		t.Fatal(err)
	}
	args = append([]string{"run", "--config", path}, args...)
	found, err := settings.Read(settings.PathIn(args))
	if err != nil {
		return nil, nil, err
	}
	parsed := &line{}
	parser := kong.Must(parsed, kong.Resolvers(found), kong.Exit(func(int) { t.Fatal("exit") }))
	context, err := parser.Parse(args)
	if err != nil {
		return nil, nil, err
	}
	list := map[string]settings.Setting{}
	for _, one := range found.InEffect(context, func(flag *kong.Flag, value string) string {
		if flag.Tag.Has(settings.Secret) && value != "" {
			return "(set)"
		}
		return value
	}) {
		one.From = strings.Replace(one.From, path, "FILE", 1)
		list[one.Name] = one
	}
	return parsed, list, nil
}

func TestPrecedence(t *testing.T) {
	t.Setenv("T_MOST", "3")
	parsed, list, err := parse(t, "\ufefflisten: a:1\norigin: [\" https://a\\t\", 7]\nmost: \" 5\\r\"\nopen: false\n", "--listen", "b:2")
	if err != nil {
		t.Fatal(err)
	}
	if parsed.Listen != "b:2" || strings.Join(parsed.Origin, " ") != "https://a 7" || parsed.Most != 3 || parsed.Open {
		t.Errorf("got %+v", parsed)
	}
	for name, want := range map[string]settings.Setting{
		"listen": {Name: "listen", Value: "b:2", From: "--listen"},
		"origin": {Name: "origin", Value: "https://a,7", From: "FILE"},
		"most":   {Name: "most", Value: "3", From: "T_MOST"},
		"open":   {Name: "open", Value: "false", From: "FILE"},
		"token":  {Name: "token", Value: "", From: "default"},
	} {
		if list[name] != want {
			t.Errorf("%s: got %+v, want %+v", name, list[name], want)
		}
	}
}

func TestSecretFiles(t *testing.T) {
	path := filepath.Join(t.TempDir(), "token")
	const spaced = "\ts3 "
	for text, want := range map[string]string{"s3\n": "s3", "s3\r\n": "s3", spaced: "s3", "\ufeffs3": "s3", "s3\n\n": "s3", "": "", "\n": ""} {
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		t.Setenv("T_TOKEN_FILE", path)
		parsed, list, err := parse(t, "")
		switch {
		case want == "" && (err == nil || !strings.Contains(err.Error(), "T_TOKEN_FILE: "+path+" is empty")):
			t.Errorf("%q: got %v", text, err)
		case want != "" && (err != nil || parsed.Token != want || list["token"].Value != "(set)" || list["token"].From != "T_TOKEN_FILE"):
			t.Errorf("%q: got %+v, %+v, %v", text, parsed, list["token"], err)
		}
	}
}

func TestRefusals(t *testing.T) {
	for file, want := range map[string]string{
		"listten: a":     `unknown setting "listten", did you mean "listen"?`,
		"typed: a":       `unknown setting "typed"`,
		"config: a":      `unknown setting "config"`,
		"listen: {a: 1}": "listen: expected a value or a list of values",
		"listen:":        "listen: expected a value or a list of values",
		"most: x":        "--most",
		"[a]":            "expected lines such as listen:",
		"a: [":           "expected lines such as listen:",
	} {
		if _, _, err := parse(t, file); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: got %v, want %s", file, err, want)
		}
	}
	t.Setenv("T_TOKEN", "a")
	t.Setenv("T_TOKEN_FILE", "/nowhere")
	if _, _, err := parse(t, ""); err == nil || !strings.Contains(err.Error(), "expected one of T_TOKEN and T_TOKEN_FILE; got both") {
		t.Errorf("both: got %v", err)
	}
	if _, err := settings.Read("/nowhere/c.yaml", true); err == nil || err.Error() != "--config /nowhere/c.yaml: no such file or directory" {
		t.Errorf("missing: got %v", err)
	}
	if _, err := settings.Read("/nowhere/c.yaml", false); err != nil {
		t.Errorf("missing, and not named: got %v", err)
	}
}

// TestTrimEnvironment checks what is removed around values of the environment.
func TestTrimEnvironment(t *testing.T) {
	for name, test := range map[string]struct{ value, want string }{
		"DOSSIER_A": {"a\n", "a"}, "DOSSIER_B": {"\r\na b\r\n", "a b"}, "DOSSIER_C": {"\ufeffsqlite:x.db", "sqlite:x.db"},
		"DOSSIER_D": {" \t", ""}, "DOSSIER_E": {"plain", "plain"}, "DOSSIER_F_FILE": {"/run/secret ", "/run/secret"},
		"GITHUB_TOKEN": {"t\n", "t"}, "OTHER": {" x ", " x "},
	} {
		t.Setenv(name, test.value)
		if err := settings.TrimEnvironment(); err != nil || os.Getenv(name) != test.want {
			t.Errorf("%s: %q, want %q, %v", name, os.Getenv(name), test.want, err)
		}
	}
}
