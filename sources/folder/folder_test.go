package folder_test

import (
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"dossier/sources/folder"
)

// tree writes files, and returns their folder. A name that ends with a slash is a
// folder, and a text that begins with -> a symbolic link.
func tree(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		path := filepath.Join(dir, name)
		err := os.MkdirAll(filepath.Dir(path), 0o755)
		target, isLink := strings.CutPrefix(text, "->")
		switch {
		case err != nil:
		case isLink:
			err = os.Symlink(target, path)
		default:
			err = os.WriteFile(path, []byte(text), 0o600)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func open(t *testing.T, dir string) *folder.Folder {
	t.Helper()
	f, err := folder.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// names returns the paths of the files of a folder.
func names(f *folder.Folder) string {
	var list []string
	for _, file := range f.Files() {
		list = append(list, file.Path)
	}
	return strings.Join(list, " ")
}

func git(t *testing.T, dir, at string, args ...string) {
	t.Helper()
	command := exec.CommandContext(t.Context(), "git",
		append([]string{"-C", dir, "-c", "user.name=Ann", "-c", "user.email=ann@example.com"}, args...)...)
	command.Env = append(os.Environ(), "GIT_AUTHOR_DATE="+at, "GIT_COMMITTER_DATE="+at)
	if out, err := command.CombinedOutput(); err != nil {
		t.Skipf("git %v: %v, %s", args, err, out)
	}
}

// TestOpen checks what is left out.
func TestOpen(t *testing.T) {
	dir := tree(t, map[string]string{
		"a.md": "a", "sub/b.md": "b", "node_modules/x/c.md": "c", "vendor/d.md": "our vendors", "code/go.mod": "module x",
		"code/vendor/e.md": "e", ".dossier/f.md": "f", "sub/loop": "->..", "link.md": "->a.md", "sub/.venv/g.md": "g",
		".beads/issues.jsonl": "{}",
	})
	f := open(t, dir)
	if got, want := names(f), ".beads/issues.jsonl a.md code/go.mod sub/b.md vendor/d.md"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	if notes := f.Notes(); len(notes) != 2 || notes[0].Pos.File != "link.md" || notes[1].Pos.File != "sub/loop" {
		t.Errorf("notes: %v", notes)
	}
	if err := fstest.TestFS(f, "a.md", "sub/b.md", "vendor/d.md"); err != nil {
		t.Error(err)
	}
	for _, test := range []struct{ pattern, want string }{
		{"b.md", ".beads/issues.jsonl a.md code/go.mod vendor/d.md"},
		{"*.md", ".beads/issues.jsonl code/go.mod"},
		{"sub/", ".beads/issues.jsonl a.md code/go.mod vendor/d.md"},
		{"/a.md", ".beads/issues.jsonl code/go.mod sub/b.md vendor/d.md"},
		{"sub/**", ".beads/issues.jsonl a.md code/go.mod vendor/d.md"},
		{"**/d.md", ".beads/issues.jsonl a.md code/go.mod sub/b.md"},
		{"a", ".beads/issues.jsonl a.md code/go.mod sub/b.md vendor/d.md"},
	} {
		if got := names(f.Without(test.pattern)); got != test.want {
			t.Errorf("without %s: got %s, want %s", test.pattern, got, test.want)
		}
	}
}

// TestReadFile checks that texts that are none are refused, and others are read.
func TestReadFile(t *testing.T) {
	f := open(t, tree(t, map[string]string{
		"binary.md": "a\x00b", "wide.md": "\xff\xfea\x00", "huge.md": strings.Repeat("x", 17<<20), "huge.jsonl": strings.Repeat("x", 17<<20),
		"b.db": "\x00",
	}))
	for name, want := range map[string]string{"binary.md": "is binary", "wide.md": "", "huge.md": "expected a text of at most 16",
		"huge.jsonl": "", "b.db": "", "none.md": "not exist"} {
		_, err := fs.ReadFile(f, name)
		if want == "" && err != nil || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("%s: got %v, want %q", name, err, want)
		}
	}
}

// TestGit checks that what git ignores is left out, except trackers, and that files
// have the time of their first commit under any name.
func TestGit(t *testing.T) {
	dir := tree(t, map[string]string{"a.md": "alpha\nbeta\ngamma\n", "old name.md": "one\ntwo\nthree\n",
		".gitignore": "*.tmp.md\nout/\n.beads/\n", "x.tmp.md": "", "out/y.md": "", ".beads/issues.jsonl": "{}"})
	first, second := "2025-01-02T03:04:05Z", "2025-06-01T00:00:00Z"
	git(t, dir, first, "init", "-q")
	git(t, dir, first, "add", "-A")
	git(t, dir, first, "commit", "-q", "-m", "first")
	git(t, dir, second, "mv", "old name.md", "neu ä.md")
	if err := os.WriteFile(filepath.Join(dir, "b.md"), []byte("b"), 0o600); err != nil {
		t.Fatal(err)
	}
	git(t, dir, second, "add", "-A")
	git(t, dir, second, "commit", "-q", "-m", "second")
	f := open(t, dir)
	if got, want := names(f), ".beads/issues.jsonl .gitignore a.md b.md neu ä.md"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	added := f.Added(t.Context(), "")
	for name, want := range map[string]string{"a.md": first, "neu ä.md": first, "b.md": second} {
		if got := added[name].Format(time.RFC3339); got != want {
			t.Errorf("%s: added %s, want %s", name, got, want)
		}
	}
	if head := f.Head(); len(head) != 40 || len(f.Added(t.Context(), head)) != 0 {
		t.Errorf("since %s: %v", head, f.Added(t.Context(), head))
	}
}

// TestRefresh changes some folders, of which only those are read again.
func TestRefresh(t *testing.T) {
	dir := tree(t, map[string]string{"a.md": "a", "sub/b.md": "b", "sub/deep/c.md": "c", "other/d.md": "d"})
	f := open(t, dir)
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	must(os.Remove(filepath.Join(dir, "a.md")))
	must(os.RemoveAll(filepath.Join(dir, "sub", "deep")))
	must(os.MkdirAll(filepath.Join(dir, "new", "er"), 0o755))
	must(os.WriteFile(filepath.Join(dir, "new", "er", "e.md"), []byte("e"), 0o600))
	must(os.WriteFile(filepath.Join(dir, "other", "unseen.md"), nil, 0o600))
	fresh := f.Refresh([]string{dir, filepath.Join(dir, "sub", "deep"), filepath.Join(dir, "sub"), filepath.Dir(dir)})
	if got, want := names(fresh), "new/er/e.md other/d.md sub/b.md"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	if got, want := names(f), "a.md other/d.md sub/b.md sub/deep/c.md"; got != want {
		t.Errorf("the folder before: got %s, want %s", got, want)
	}
	fresh = fresh.Refresh([]string{filepath.Join(dir, "other"), filepath.Join(dir, "none", "such")})
	if got := names(fresh); !strings.Contains(got, "other/unseen.md") ||
		!slices.Contains(fresh.Folders(), filepath.Join(fresh.Root(), "new", "er")) {
		t.Errorf("got %s, %v", got, fresh.Folders())
	}
}
