package complete_test

import (
	"os/exec"
	"strings"
	"testing"

	"github.com/alecthomas/kong"

	"dossier/cli/complete"
)

type line struct {
	DB    string `name:"db" complete:"files"`
	Quiet bool   `short:"q"`
	List  struct {
		Kind  string   `arg:"" complete:"kind"`
		State []string `complete:"state"`
		Order string   `enum:"up,down" default:"up"`
	} `cmd:"" help:"List things. At length."`
	Load struct {
		Paths []string `arg:"" complete:"folders"`
	} `cmd:""`
	Key struct {
		Make   struct{ Name string } `cmd:""`
		Revoke struct {
			ID string `arg:"" complete:"kind"`
		} `cmd:""`
	} `cmd:""`
	Secret struct{} `cmd:"" hidden:""`
}

func TestWords(t *testing.T) {
	parser := kong.Must(&line{}, kong.Name("thing"))
	values := func(what string, line *complete.Line) (words []complete.Word) {
		for _, text := range map[string][]string{"kind": {"task", "risk"}, "state": {"open:" + strings.Join(line.Args, "+"), "done"}}[what] {
			words = append(words, complete.Word{Text: text})
		}
		return words
	}
	for typed, want := range map[string]string{
		"":                     "list load key",
		"l":                    "list load",
		"L":                    "list load",
		"sec":                  "",
		"-":                    "--help --db --quiet",
		"list ":                "task risk",
		"list t":               "task",
		"list --":              "--state --order --help --db --quiet",
		"list task --state ":   "open:task done",
		"list task --state d":  "done",
		"list task --state=":   "--state=open:task --state=done",
		"list --order d":       "down",
		"list --order up --o":  "",
		"list --state a --s":   "--state",
		"list -q t":            "task",
		"--db x list r":        "risk",
		"--db=x list r":        "risk",
		"--db ":                ":files",
		"--db=":                "--db=:files",
		"load a b ":            ":folders",
		"key ":                 "make revoke",
		"key revoke ":          "task risk",
		"key make --name ":     "",
		"list -- --":           "",
		"unknown ":             "",
		"list task --unknown=": "",
	} {
		var got []string
		for _, word := range complete.Words(parser.Model, strings.Split(typed, " "), values) {
			got = append(got, word.Text)
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%q: got %q, want %q", typed, strings.Join(got, " "), want)
		}
	}
}

func TestScriptsParse(t *testing.T) {
	for _, shell := range complete.Shells {
		script, err := complete.Script(shell)
		if err != nil {
			t.Fatal(err)
		}
		program, err := exec.LookPath(shell)
		if err != nil {
			t.Logf("%s is not installed", shell)
			continue
		}
		check := exec.CommandContext(t.Context(), program, "-n")
		check.Stdin = strings.NewReader(string(script))
		if out, err := check.CombinedOutput(); err != nil || len(out) > 0 {
			t.Errorf("%s: %v\n%s", shell, err, out)
		}
	}
	if _, err := complete.Script("tcsh"); err == nil {
		t.Error("tcsh has no script, want an error")
	}
}
