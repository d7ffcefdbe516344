package e2e_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// typed are command lines with tabs where the shell completes words, and as they are
// meant.
var typed = []struct{ line, meant string }{
	{"dossier ls ris\t --first 2", "dossier ls risks --first 2"},                                                   // a kind
	{"dossier ls tasks --sta\t blo\t", "dossier ls tasks --state blocked"},                                         // a flag and a state
	{"dossier ls tasks --project airn\t", "dossier ls tasks --project airnet"},                                     // a project
	{"dossier ent\t airnet/risk/fros\t", "dossier entity airnet/risk/frost"},                                       // a command and an entity
	{"dossier memb\t li\t shopl\t", "dossier member list shoplane"},                                                // a command of a command
	{"dossier context fog --max-tokens 300 --lens=plan\t", "dossier context fog --max-tokens 300 --lens=planning"}, // after an equals sign
	{"dossier import --dry-run --from nd\t ./sal\t", "dossier import --dry-run --from ndjson ./salt.ndjson"},       // a file
	// several that fit, and the line is deleted
	{"dossier links airnet/risk/frost --dir\t out\t --relat\t has_\t\x15dossier lenses", "dossier lenses"},
}

// begins are the lines by which interactive shells begin to complete.
var begins = map[string]string{
	"bash": `source <(dossier completion bash); bind 'set bell-style none'`,
	"zsh":  `autoload -U compinit; compinit -u -D; unsetopt beep; source <(dossier completion zsh)`,
}

// TestShells types lines into shells on a terminal. What the completed lines print
// is what those that are meant print.
func TestShells(t *testing.T) {
	s, dir := newShell(t, demoFile(t)), t.TempDir()
	writeFile(t, filepath.Join(dir, "salt.ndjson"), `{"kind":"project","id":"salt","name":"Salt"}`+"\n")
	wants := make([]result, len(typed))
	for i, one := range typed {
		wants[i] = s.run(t, "cd "+dir+"; "+one.meant+" 2>&1")
	}
	for name, begin := range begins {
		if _, err := exec.LookPath(name); err != nil {
			t.Logf("%s is not installed", name)
			continue
		}
		for tries := 3; ; tries-- { // names of the store take too long on a machine that is busy
			wrong := s.typed(t, name, begin, dir, wants)
			if len(wrong) > 0 && tries > 1 {
				continue
			}
			for _, text := range wrong {
				t.Errorf("%s: %s", name, text)
			}
			break
		}
	}
}

// typed types the lines into a shell, and returns those that print something else
// than is meant.
func (s shell) typed(t *testing.T, name, begin, dir string, wants []result) (wrong []string) {
	t.Helper()
	input := "PS1='> '; cd " + dir + "; " + begin + "\n"
	for i, one := range typed {
		input += fmt.Sprintf("%s > got%d 2>&1\n", one.line, i)
	}
	writeFile(t, filepath.Join(dir, "input"), input+"exit\n")
	run := s.run(t, "cd "+dir+"; TERM=dumb HOME="+dir+" script -qc '"+name+map[string]string{"bash": " --norc -i",
		"zsh": " -f -i"}[name]+"' /dev/null < input")
	for i, one := range typed {
		want := wants[i]
		got, err := os.ReadFile(filepath.Join(dir, fmt.Sprint("got", i)))
		if err != nil || string(got) != want.out || want.status != 0 {
			wrong = append(wrong, fmt.Sprintf("%q: %v, got %q, want %q; on the terminal\n%s", one.line, err, got, want.out, run.out))
		}
		_ = os.Remove(filepath.Join(dir, fmt.Sprint("got", i)))
	}
	return wrong
}

// TestFish asks fish for the words that complete a line.
func TestFish(t *testing.T) {
	if _, err := exec.LookPath("fish"); err != nil {
		t.Skip("fish is not installed")
	}
	s := newShell(t, demoFile(t))
	for line, want := range map[string]string{
		"dossier ls ta":                   "tasks",
		"dossier ls tasks --state b":      "blocked",
		"dossier entity airnet/risk/f":    "airnet/risk/fog-bias\tFog counted as particles|airnet/risk/frost\tFirst hard frost stops the lift",
		"dossier ls tasks --project airn": "airnet\tHalvorsund air: 120 stations on lamp posts",
		"dossier key re":                  "revoke\tMake a key invalid from now on",
		"dossier context --lens=plan": "--lens=planning\tWhat is to be reached, when, and what prevents it: goals, " +
			"milestones, tasks, risks, requirements.",
		"dossier nothing ": "",
	} {
		for tries := 3; ; tries-- {
			got := s.run(t, "fish --no-config -c 'dossier completion fish | source; complete -C \""+line+"\"'")
			words := strings.Split(strings.TrimSpace(got.out), "\n")
			slices.Sort(words)
			if text := strings.Join(words, "|"); text == want && got.errOut == "" {
				break
			} else if tries == 1 {
				t.Errorf("%s: %q %s, want %q", line, text, got.errOut, want)
				break
			}
		}
	}
}
