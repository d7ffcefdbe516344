package e2e_test

import (
	"fmt"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// A shell runs command lines of bash with the program as dossier.
type shell struct {
	program string
	env     []string
}

func newShell(t *testing.T, db string) shell {
	t.Helper()
	program, err := binary()
	if err != nil {
		t.Fatal(err)
	}
	return shell{filepath.Dir(program), []string{"DOSSIER_" + strings.TrimPrefix(strings.Replace(db, "db", "DB", 1), "--")}}
}

// run runs a command line and returns what it prints, and the exit status of a
// pipeline: that of its last command that fails.
func (s shell) run(t *testing.T, line string) result {
	t.Helper()
	var out, errOut strings.Builder
	command := exec.CommandContext(t.Context(), "bash", "-c", "set -o pipefail; "+line)
	command.Env = append(command.Environ(), "PATH="+s.program+":"+pathOf(command))
	command.Env = append(command.Env, s.env...)
	command.Stdout, command.Stderr = &out, &errOut
	if err := command.Run(); command.ProcessState == nil {
		t.Fatal(err)
	}
	return result{command.ProcessState.ExitCode(), out.String(), errOut.String()}
}

func pathOf(command *exec.Cmd) string {
	for _, pair := range command.Environ() {
		if path, is := strings.CutPrefix(pair, "PATH="); is {
			return path
		}
	}
	return ""
}

// TestPipes gives every list to other programs. It has a line for each item, no
// heading, and a tab between the cells, also when the reader leaves early.
func TestPipes(t *testing.T) {
	db := demoFile(t)
	for _, args := range []string{"actor add ann", "actor add ben", "member set airnet ann write", "key create --actor ann",
		"key create --actor ben"} {
		if got := command(t, "", append(strings.Fields(args), db)...); got.status != 0 {
			t.Fatalf("%s: %+v", args, got)
		}
	}
	folder := ownFolder(t)
	if got := command(t, "", "init", folder); got.status != 0 {
		t.Fatalf("init: %+v", got)
	}
	s := newShell(t, db)
	for list, cells := range map[string]int{
		"ls projects": 3, "ls tasks --first 200": 3, "ls risks --project airnet": 3, "ls decisions --state made": 3, "ls records": 3,
		"search fog --first 50": 6, "search nothing-like-it": 6, "links airnet": 5, "links 69bf1307 --kinds task": 5, "lenses": 2,
		"actor list": 4, "member list airnet": 3, "key list": 7, "record-type list": 4, "config": 3, "sources --folder '" + folder + "'": 5,
	} {
		whole := s.run(t, "dossier "+list+` | awk -F '\t' 'NR == 1 {print} {cells[NF]++} END {for (n in cells) print cells[n], n}'`)
		items := strings.TrimSpace(s.run(t, "dossier "+list+" -o ndjson | wc -l").out)
		first, counts, _ := strings.Cut(whole.out, "\n")
		if want := fmt.Sprintf("%s %d\n", items, cells); whole.status != 0 || counts != want && items != "0" ||
			strings.Contains(whole.out, "\x1b") {
			t.Errorf("%s | awk: %+v, want lines and cells %s", list, whole, want)
		}
		if got := s.run(t, "dossier "+list+" | head -n 1"); strings.TrimSuffix(got.out, "\n") != first || got.status != 0 && got.status != 141 ||
			got.errOut != whole.errOut && got.errOut != "" {
			t.Errorf("%s | head: %+v, want %q", list, got, first)
		}
	}
	for line, want := range map[string]result{
		"dossier export | head -n 1 | cut -c 1-8": {141, "{\"kind\":\n", ""},
		"dossier ls tasks --first 2 | cut -f 2 | sort -u": {0, "in_progress\n",
			"and 100 more; see --first\n"},
		"dossier ls tasks --first 2 | while read -r id rest; do dossier entity $id; done | grep -c '^kind: TASK$'": {0, "2\n",
			"and 100 more; see --first\n"},
		"dossier ls tasks --state nothing | wc -l":       {2, "0\n", ""},
		"dossier ls tasks --project nowhere | head -n 1": {4, "", ""},
		"dossier search fog --first 2 | awk -F '\\t' '{print $4}'": {0,
			"Fog counted as particles\nExtend winter co-location if fog takes a third\n", "and 9 more; see --first\n"},
		"dossier export --project airnet | dossier import --dry-run - | wc -l": {0, "1\n", ""},
		"dossier ls tasks > /dev/full":                                         {1, "", ""},
	} {
		got := s.run(t, line)
		if got.out != want.out || got.status != want.status || want.errOut != "" && got.errOut != want.errOut {
			t.Errorf("%s: %+v, want %+v", line, got, want)
		}
	}
}

// TestTerminal prints to a terminal: a heading and colours, unless NO_COLOR or the
// terminal itself forbids them.
func TestTerminal(t *testing.T) {
	script, err := exec.LookPath("script")
	if err != nil {
		t.Skip("script is not installed")
	}
	s := newShell(t, demoFile(t))
	for _, test := range []struct {
		env, args string
		want      string
		colours   bool
	}{
		{"TERM=xterm", "ls risks --project airnet", "\x1b[1mID        STATE ", true},
		{"TERM=xterm NO_COLOR=1", "ls risks --project airnet", "ID        STATE ", false},
		{"TERM=dumb", "ls risks --project airnet", "ID        STATE ", false},
		{"TERM=xterm NO_COLOR=", "search fog", "\x1b[1mID        KIND ", true},
		{"TERM=xterm", "context fog --max-tokens 300", "\x1b[1m# Context\x1b[0m", true},
		{"TERM=xterm", "ls risks --project airnet -o ndjson", `{"id":"`, false},
		{"TERM=xterm", "nothing", "\x1b[1;31mdossier:\x1b[0m unexpected argument nothing", true},
		{"TERM=xterm NO_COLOR=1", "nothing", "dossier: unexpected argument nothing", false},
		{"TERM=xterm", "doctor --listen 127.0.0.1:0", "\x1b[1;33mdependencies:\x1b[0m these wait for each other", true},
		{"TERM=xterm", "ls risks | cat", "\tidentified\t", false},
	} {
		got := s.run(t, test.env+" "+script+" -qec 'dossier "+test.args+"' /dev/null").out
		if !strings.Contains(got, test.want) || strings.Contains(got, "\x1b[") != test.colours {
			t.Errorf("%s %s: %q, want %q, and colours %t", test.env, test.args, got, test.want, test.colours)
		}
	}
}
