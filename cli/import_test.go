package cli

import (
	"archive/zip"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestImportRejects imports a file with an invalid line in each mode.
func TestImportRejects(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "some.ndjson")
	lines := `{"kind":"project","id":"p","name":"P"}` + "\n" + `{"kind":"task","id":"t","project_id":"p","state_key":"open"}` + "\n"
	if err := os.WriteFile(file, []byte(lines), 0o600); err != nil {
		t.Fatal(err)
	}
	for mode, want := range map[string]string{"--on-error=stop": "nothing was written", "--on-error=skip": "1 created"} {
		got := run(t, nil, "import", "--db=sqlite:"+filepath.Join(dir, "new.db"), mode, file)
		if got.status != exitRejected || !strings.Contains(got.out, want) || !strings.Contains(got.errOut, file+":2: ") {
			t.Errorf("%s: %+v", mode, got)
		}
	}
	if _, err := os.Stat(file + ".rejected.ndjson"); err != nil {
		t.Error(err)
	}
}

// TestRejectedImportLeavesNoStore imports a file with an invalid line: a store
// that it would have created is not left behind, one that was there is.
func TestRejectedImportLeavesNoStore(t *testing.T) {
	dir := t.TempDir()
	wrong, good, store := filepath.Join(dir, "wrong.ndjson"), filepath.Join(dir, "good.ndjson"), filepath.Join(dir, "new.db")
	for file, line := range map[string]string{wrong: `{"kind":"taskk"}`, good: `{"kind":"record_type","id":"vendor","name":"Vendor"}`} {
		if err := os.WriteFile(file, []byte(line), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	exists := func() bool { _, err := os.Stat(store); return err == nil }
	if got := run(t, nil, "import", "--db=sqlite:"+store, wrong); got.status != exitRejected || exists() {
		t.Errorf("%+v; the store exists: %t", got, exists())
	}
	if got := run(t, nil, "import", "--db=sqlite:"+store, good, wrong); got.status != exitRejected || !exists() {
		t.Errorf("%+v; the store exists: %t", got, exists())
	}
	if got := run(t, nil, "import", "--db=sqlite:"+store, wrong); got.status != exitRejected || !exists() {
		t.Errorf("%+v; the store exists: %t", got, exists())
	}
}

// TestEmptyImport imports nothing, and edges that are given twice: an empty input makes no
// store.
func TestEmptyImport(t *testing.T) {
	dir := t.TempDir()
	store, file := filepath.Join(dir, "new.db"), filepath.Join(dir, "some.ndjson")
	for name, text := range map[string]string{
		"none.ndjson": "", "blank.ndjson": "\n \n", "mark.ndjson": "\ufeff", "head.csv": "id,title,status\n", "none.csv": "", "none.md": "",
		"words.csv": "hello\nthere\n", "limit.json": `{"message":"API rate limit exceeded","documentation_url":"https://docs.github.com"}`,
		"list.json": "[]", "object.json": "{}", "book.xlsx": "PK\x03\x04", "cut.zip": "PK\x03\x04", "office.ods": "PK\x03\x04",
		"export.xml": "<?xml version=\"1.0\"?><rss/>",
	} {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		got := run(t, nil, "import", "--db=sqlite:"+store, path)
		if _, err := os.Stat(store); err == nil || got.status != 2 || got.out != "" || strings.Count(got.errOut, "expected") != 1 {
			t.Errorf("%s: %+v; the store: %v", name, got, err)
		}
	}
	edge := `{"kind":"edge","rel":"has_task","src_id":"p","dst_id":"t"}` + "\n"
	lines := `{"kind":"project","id":"p","name":"P"}` + "\n" + `{"kind":"task","id":"t","project_id":"p","title":"T"}` + "\n" + edge + edge +
		edge
	if err := os.WriteFile(file, []byte(lines), 0o600); err != nil {
		t.Fatal(err)
	}
	got := run(t, nil, "import", "--db=sqlite:"+store, file, filepath.Join(dir, "none.ndjson"))
	if got.status != 2 || !strings.Contains(got.errOut, "none.ndjson: it has no lines") {
		t.Errorf("%+v", got)
	}
	if want := "2 entities, 1 edges (2 more lines repeat one of them), 0 rejected"; !strings.Contains(got.out, want) {
		t.Errorf("%+v, want %q", got, want)
	}
}

// TestImportOfArchive imports an archive of a folder as the folder, in a project that has
// the name of the archive, and removes what it unpacked.
func TestImportOfArchive(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("TMPDIR", filepath.Join(dir, "temporary"))
	if err := os.Mkdir(filepath.Join(dir, "temporary"), 0o700); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(dir, "Our notes.zip")
	file, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	w := zip.NewWriter(file)
	one, err := w.Create("Export-1/Salt.md")
	if err == nil {
		_, err = one.Write([]byte("# Salt\n\n- [ ] Weigh it\n"))
	}
	if err = errors.Join(err, w.Close(), file.Close()); err != nil {
		t.Fatal(err)
	}
	got := run(t, nil, "import", "--db=sqlite:"+filepath.Join(dir, "new.db"), "--dry-run", path)
	if got.status != 0 || !strings.Contains(got.out, "document Salt: Salt") || !strings.Contains(got.out, "← Salt.md:1") {
		t.Errorf("%+v", got)
	}
	got = run(t, nil, "convert", path)
	if got.status != 0 || !strings.Contains(got.out, `"kind":"project","name":"Our notes"`) {
		t.Errorf("%+v", got)
	}
	if left, err := os.ReadDir(filepath.Join(dir, "temporary")); len(left) > 0 || err != nil {
		t.Errorf("%v are left, %v", left, err)
	}
}

// TestRejectedPartsOfSources imports sources of which a part cannot be read: the others
// are imported, and the report and the status say that some were not.
func TestRejectedPartsOfSources(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) string {
		path := filepath.Join(dir, name)
		err := os.MkdirAll(filepath.Dir(path), 0o700)
		if err = errors.Join(err, os.WriteFile(path, []byte(text), 0o600)); err != nil {
			t.Fatal(err)
		}
		return path
	}
	rows := write("rows.csv", "id,title,status\n1,Oven,open\n,,open\n")
	got := run(t, nil, "import", "--db=sqlite:"+filepath.Join(dir, "rows.db"), rows)
	if got.status != exitRejected || !strings.Contains(got.out, "1 rejected; 3 created") {
		t.Errorf("%+v", got)
	}
	write("mixed/rows.csv", "id,title,status\n1,Oven,open\n")
	write("mixed/README.md", "")
	got = run(t, nil, "import", "--db=sqlite:"+filepath.Join(dir, "mixed.db"), filepath.Join(dir, "mixed"))
	if got.status != 0 || !strings.Contains(got.errOut, "no Markdown file has any text") || !strings.Contains(got.out, "3 created") {
		t.Errorf("%+v", got)
	}
}

// TestPruning checks that --prune deletes nothing that it cannot know to have vanished:
// what other files of the command have, and what rejected lines may have.
func TestPruning(t *testing.T) {
	dir := t.TempDir()
	db := "--db=sqlite:" + filepath.Join(dir, "new.db")
	write := func(name, lines string) string {
		file := filepath.Join(dir, name)
		if err := os.WriteFile(file, []byte(lines), 0o600); err != nil {
			t.Fatal(err)
		}
		return file
	}
	task := func(id string) string { return `{"kind":"task","id":"` + id + `","project_id":"p","title":"T"}` + "\n" }
	project := `{"kind":"project","id":"p","name":"P"}` + "\n"
	first, second := write("first.ndjson", project+task("a")+task("b")), write("second.ndjson", task("c"))
	half := write("half.ndjson", project+task("a")+`{"kind":"task","id":"b"`+"\n")
	for _, test := range []struct {
		args        string
		status      int
		out, errOut string
	}{
		{"import " + first + " " + second, 0, "3 created", ""},
		{"import --prune " + first + " " + second, 2, "", "prune: deletes what a file lacks; expected one file, got 2"},
		{"import --prune --on-error=skip " + half, exitRejected, "2 unchanged\n",
			"2 entities vanished and were kept, because lines were rejected"},
		{"import --prune --on-error=skip --dry-run " + half, exitRejected, "2 unchanged", "2 entities vanished and were kept"},
		{"ls tasks", 0, "T\n", ""},
		{"import --prune " + first, 0, "3 unchanged, 1 deleted", ""},
	} {
		got := run(t, nil, append(strings.Fields(test.args), db)...)
		if got.status != test.status || !strings.Contains(got.out, test.out) || !strings.Contains(got.errOut, test.errOut) {
			t.Errorf("%s: %+v", test.args, got)
		}
		if n := strings.Count(got.out, "\n"); strings.HasPrefix(test.args, "ls") && n != 3 {
			t.Errorf("%d tasks are left", n)
		}
	}
}

// TestImportOfMissingFile checks that nothing is written if one of the files is
// missing.
func TestImportOfMissingFile(t *testing.T) {
	dir := t.TempDir()
	file, store := filepath.Join(dir, "some.ndjson"), filepath.Join(dir, "new.db")
	if err := os.WriteFile(file, []byte(`{"kind":"project","id":"p","name":"P"}`), 0o600); err != nil {
		t.Fatal(err)
	}
	for other, want := range map[string]string{dir: "has nothing of a known format", filepath.Join(dir, "none"): "no such file"} {
		if got := run(t, nil, "import", "--db=sqlite:"+store, file, other); got.status != 2 || !strings.Contains(got.errOut, want) {
			t.Errorf("%s: %+v", other, got)
		}
		if _, err := os.Stat(store); err == nil {
			t.Errorf("%s: the store was made", other)
		}
	}
}
