package e2e_test

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// A recipe is a section of CONTRIBUTING.md with changes and commands.
type recipe struct {
	name     string
	changes  []change
	blocks   int // of code, besides the commands
	commands string
}

// A change inserts lines into a file, above or below the first line that begins
// with an anchor. Without an anchor, the lines are a new file.
type change struct {
	file, anchor, lines string
	above               bool
}

// tabular are the packages with the tables that kinds, fields, conditions and views must
// join. Their tests run after each recipe.
const tabular = "./graph ./graph/lists ./graph/prompt ./graph/view ./graph/ask ./graph/contextdoc/known ./db/migrations"

// TestRecipes follows the recipes of CONTRIBUTING.md one after the other in a
// copy of the tree, and prints the number of files that each touches. The tests
// of the tree run once, after the last recipe.
//
// DOSSIER_RECIPES is "all", the title of a recipe, or "one" for the recipe whose turn it
// is on the day of the last commit. A single recipe runs only the tests of tabular.
func TestRecipes(t *testing.T) {
	wanted := os.Getenv("DOSSIER_RECIPES")
	if wanted == "" {
		t.Skip("DOSSIER_RECIPES is not set; the commands of the recipes take minutes")
	}
	tree := copyTree(t)
	list := wantedRecipes(t, wanted)
	for i, r := range list {
		if wanted != "all" || i < len(list)-1 {
			r.commands = testRuns.ReplaceAllString(r.commands, "")
		}
		t.Run(r.name, func(t *testing.T) {
			for _, c := range r.changes {
				if err := c.apply(tree); err != nil {
					t.Fatal(err)
				}
			}
			run(t, tree, "bash", "-e", "-c", r.commands+"\ngo test -short "+tabular)
			reportTouched(t, tree, r)
		})
		if t.Failed() {
			break
		}
	}
}

// wantedRecipes returns the recipes of CONTRIBUTING.md that are wanted.
func wantedRecipes(t *testing.T, wanted string) []recipe {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(root, "CONTRIBUTING.md"))
	if err != nil {
		t.Fatal(err)
	}
	list := recipes(string(text))
	switch wanted {
	case "all":
		return list
	case "one":
		seconds, err := strconv.Atoi(strings.TrimSpace(run(t, root, "git", "log", "-1", "--format=%ct")))
		if err != nil {
			t.Fatal(err)
		}
		day := seconds / (24 * 60 * 60)
		return list[day%len(list):][:1]
	}
	at := slices.IndexFunc(list, func(r recipe) bool { return r.name == wanted })
	if at < 0 {
		t.Fatalf(`DOSSIER_RECIPES is %q; expected "all", "one", or the title of a recipe with commands`, wanted)
	}
	return list[at:][:1]
}

// TestRecipesFit checks, without running commands, that anchors exist, and that each
// block of code belongs to a change.
func TestRecipesFit(t *testing.T) {
	text, err := os.ReadFile(filepath.Join(root, "CONTRIBUTING.md"))
	if err != nil {
		t.Fatal(err)
	}
	found := recipes(string(text))
	if len(found) != 5 {
		t.Errorf("CONTRIBUTING.md has %d recipes with commands; expected 5", len(found))
	}
	for _, r := range found {
		if len(r.changes) == 0 || len(r.changes) != r.blocks {
			t.Errorf("%s: %d of %d blocks of code are changes; expected each below a line that begins with In or New file",
				r.name, len(r.changes), r.blocks)
		}
		for _, c := range r.changes {
			if c.anchor == "" {
				continue
			}
			old, err := os.ReadFile(filepath.Join(root, c.file))
			if err != nil {
				t.Error(err)
			} else if _, err := c.insert(string(old)); err != nil {
				t.Errorf("%s: %v", r.name, err)
			}
		}
	}
}

var (
	recipeTitle  = regexp.MustCompile(`(?m)^### (.*)$`)
	recipeChange = regexp.MustCompile("(?ms)^(?:In `([^`\n]+)`, (above|below) the line `([^`\n" +
		"]+)`|New file `([^`\n]+)`):\n\n```\\w+\n(.*?)^```$")
	testRuns   = regexp.MustCompile(`(?m)^go test -short .*\n`)
	recipeRuns = regexp.MustCompile("(?ms)^```sh\n(.*?)^```$")
)

// recipes returns the recipes in a text that have commands.
func recipes(text string) []recipe {
	var list []recipe
	titles := recipeTitle.FindAllStringSubmatchIndex(text, -1)
	for i, at := range titles {
		end := len(text)
		if i+1 < len(titles) {
			end = titles[i+1][0]
		}
		section := text[at[1]:end]
		commands := recipeRuns.FindStringSubmatch(section)
		if commands == nil {
			continue
		}
		r := recipe{name: text[at[2]:at[3]], commands: commands[1], blocks: strings.Count(section, "\n```")/2 - 1}
		for _, found := range recipeChange.FindAllStringSubmatch(section, -1) {
			r.changes = append(r.changes, change{file: found[1] + found[4], anchor: found[3], lines: found[5], above: found[2] == "above"})
		}
		list = append(list, r)
	}
	return list
}

func (c change) apply(tree string) error {
	path := filepath.Join(tree, c.file)
	if c.anchor == "" {
		return os.WriteFile(path, []byte(c.lines), 0o600)
	}
	old, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	text, err := c.insert(string(old))
	if err != nil {
		return err
	}
	return os.WriteFile(path, []byte(text), 0o600)
}

func (c change) insert(text string) (string, error) {
	lines := strings.SplitAfter(text, "\n")
	at := slices.IndexFunc(lines, func(line string) bool { return strings.HasPrefix(strings.TrimSpace(line), c.anchor) })
	if at < 0 {
		return "", fmt.Errorf("expected a line %q in %s", c.anchor, c.file)
	}
	if !c.above {
		at++
	}
	return strings.Join(slices.Insert(lines, at, c.lines), ""), nil
}

// copyTree returns a copy of the tree, with uncommitted changes, as a commit.
func copyTree(t *testing.T) string {
	t.Helper()
	tree := t.TempDir()
	list := exec.Command("git", "ls-files", "--cached", "--others", "--exclude-standard", "-z")
	list.Dir = root
	files, err := list.Output()
	if err != nil {
		t.Fatalf("git ls-files: %v", err)
	}
	for file := range strings.SplitSeq(strings.TrimSuffix(string(files), "\x00"), "\x00") {
		content, err := os.ReadFile(filepath.Join(root, file))
		if os.IsNotExist(err) { // deleted, but not committed
			continue
		}
		if err == nil {
			err = os.MkdirAll(filepath.Join(tree, filepath.Dir(file)), 0o700)
		}
		if err == nil {
			err = os.WriteFile(filepath.Join(tree, file), content, 0o600)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	run(t, tree, "git", "init", "--quiet")
	commitAll(t, tree)
	return tree
}

// migrationOf returns the name, without the number, of a store's migration among new files,
// "" for none.
func migrationOf(store string, files []string) string {
	for _, file := range files {
		if _, name, found := strings.Cut(file, "db/"+store+"/migrations/"); found {
			_, name, _ = strings.Cut(name, "_")
			return name
		}
	}
	return ""
}

func commitAll(t *testing.T, tree string) {
	t.Helper()
	run(t, tree, "git", "add", "--all")
	run(t, tree, "git", "-c", "user.name=recipes", "-c", "user.email=recipes@localhost", "commit", "--quiet", "--message=recipes: change")
}

// reportTouched prints the number of files a recipe touches, and commits them.
func reportTouched(t *testing.T, tree string, r recipe) {
	t.Helper()
	files := strings.Split(strings.TrimSpace(run(t, tree, "git", "status", "--porcelain", "--untracked-files=all")), "\n")
	if one, other := migrationOf("sqlite", files), migrationOf("postgres", files); one != other {
		t.Errorf("the migration is %q on SQLite and %q on Postgres", one, other)
	}
	byHand := map[string]bool{}
	for _, c := range r.changes {
		byHand[c.file] = true
	}
	t.Logf("%s: %d files by hand, %d written by the commands:\n%s", r.name, len(byHand), len(files)-len(byHand), strings.Join(files, "\n"))
	commitAll(t, tree)
}

// run runs a command in a folder and returns its output.
func run(t *testing.T, folder, name string, args ...string) string {
	t.Helper()
	command := exec.Command(name, args...)
	command.Dir = folder
	// Without paths, packages equal in both trees are compiled only once.
	command.Env = append(os.Environ(), "GOFLAGS="+os.Getenv("GOFLAGS")+" -trimpath", "DOSSIER_RECIPES=")
	var out bytes.Buffer
	command.Stdout, command.Stderr = &out, &out
	if err := command.Run(); err != nil {
		t.Fatalf("%s %s: %v\n%s", name, strings.Join(args, " "), err, out.String())
	}
	return out.String()
}
