package syncer_test

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"pgregory.net/rapid"

	"dossier/db/sqlite"
	"dossier/db/sqlstore"
	"dossier/db/storetest"
	"dossier/graph"
	"dossier/graph/lists"
	"dossier/graph/searchtext"
	"dossier/ndjson"
	"dossier/sources"
	"dossier/sources/config"
	"dossier/sources/csv"
	"dossier/sources/syncer"
)

// notes is a format of files whose first line is a title, with lines of the form
// "to NAME" for references. A file that begins with ! cannot be read.
var notes = sources.Format{
	Name:   "notes",
	Keeps:  true,
	Detect: func(fs.FS) (sources.Finding, bool) { return sources.Finding{Path: "."}, true },
	Read: func(_ context.Context, fsys fs.FS, opts sources.Options, out *sources.Records) error {
		for _, name := range sources.FilesIn(fsys, ".", true, ".note") {
			text, err := sources.Parsed(opts.Cache, fsys, name, func(data []byte) (string, error) { return string(data), nil })
			if err != nil || strings.HasPrefix(text, "!") {
				out.Note(sources.Rejected, sources.Position{File: name}, "cannot be read")
				continue
			}
			title, rest, _ := strings.Cut(text, "\n")
			pos := sources.Position{File: name, Line: 1}
			if strings.HasPrefix(title, "Plan") {
				out.Entity(pos, graph.KindPlan, name, map[string]any{"name": title, "created_at": opts.Created(name).UTC().Format(time.RFC3339)})
			} else {
				out.Entity(pos, graph.KindDocument, name, map[string]any{
					"title": title + ".", "content": rest, "created_at": opts.Created(name).UTC().Format(time.RFC3339),
				})
			}
			for line := range strings.Lines(rest) {
				if to, is := strings.CutPrefix(strings.TrimSpace(line), "to "); is {
					to, note, _ := strings.Cut(to, " ")
					out.Edge(pos, "references", name, to, propsOf(note))
				}
			}
		}
		return nil
	},
}

// propsOf returns the props of an edge with a note, which "to NAME NOTE" has.
func propsOf(note string) map[string]any {
	if note == "" {
		return nil
	}
	return map[string]any{"note": note}
}

func named(name string) (*sources.Format, error) {
	switch name {
	case notes.Name:
		return &notes, nil
	case csv.Format.Name:
		return &csv.Format, nil
	}
	return nil, fmt.Errorf("unknown format %q", name)
}

// A folder is a folder with notes, and the store that they are read into.
type testFolder struct {
	t     testing.TB
	dir   string
	file  string // of the store
	list  []config.Source
	store *storetest.Store
	*syncer.Syncer
}

func newFolder(t testing.TB, dir string, list ...config.Source) *testFolder {
	if list == nil {
		list = []config.Source{{Name: "notes", From: "notes", Path: "."}}
	}
	f := &testFolder{t: t, dir: dir, file: filepath.Join(t.TempDir(), "notes.db"), list: list}
	if err := os.WriteFile(f.file, empty(), 0o600); err != nil {
		t.Fatal(err)
	}
	f.open()
	return f
}

// empty returns the file of an empty store, which takes longer to make than to copy.
var empty = sync.OnceValue(func() []byte {
	dir, err := os.MkdirTemp("", "empty")
	if err != nil {
		panic(err)
	}
	defer func() { _ = os.RemoveAll(dir) }()
	file := filepath.Join(dir, "empty.db")
	store, err := sqlite.Open(storetest.Context(), file, sqlstore.Options{Now: storetest.Now, Analyse: searchtext.Analyse})
	if err != nil {
		panic(err)
	}
	_ = store.Close()
	data, err := os.ReadFile(file)
	if err != nil {
		panic(err)
	}
	return data
})

// open opens the store of the folder, as another process does.
func (f *testFolder) open() {
	f.store = storetest.OpenFile(f.t, f.file)
	f.Syncer = f.restarted(f.list)
}

// backup returns what is in the store, as a file; restore replaces the store by it.
func (f *testFolder) backup() []byte {
	f.t.Helper()
	err := f.store.Close()
	data, readErr := os.ReadFile(f.file)
	if err = errors.Join(err, readErr); err != nil {
		f.t.Fatal(err)
	}
	f.open()
	return data
}

func (f *testFolder) restore(backup []byte) {
	f.t.Helper()
	err := errors.Join(f.store.Close(), os.WriteFile(f.file, backup, 0o600))
	if err != nil {
		f.t.Fatal(err)
	}
	f.open()
}

// restarted returns a syncer as another process has it.
func (f *testFolder) restarted(list []config.Source) *syncer.Syncer {
	return syncer.New(syncer.Setup{
		Store: f.store, Config: &config.Config{Dir: f.dir, Project: "Notes", ID: "notes", Sources: list},
		States: filepath.Join(f.dir, ".dossier", "sync"), Format: named, Now: time.Now, Analyse: searchtext.Analyse,
	})
}

func (f *testFolder) write(name, text string) {
	f.t.Helper()
	path := filepath.Join(f.dir, name)
	err := os.MkdirAll(filepath.Dir(path), 0o755)
	if err == nil {
		err = os.WriteFile(path, []byte(text), 0o600)
	}
	if err != nil {
		f.t.Fatal(err)
	}
}

func (f *testFolder) sync(options syncer.Options) *syncer.Report {
	f.t.Helper()
	reports, err := f.Sync(storetest.Context(), options)
	if err != nil {
		f.t.Fatal(err)
	}
	for _, report := range reports {
		if report.Err != nil || report.Import != nil && report.Import.Rejected > 0 {
			f.t.Fatalf("%s: %v, %+v", report.Source.Name, report.Err, report.Import)
		}
	}
	return reports[0]
}

// graph returns the documents with their references, a line for each.
func (f *testFolder) graph() string { return graphOf(f.t, f.store) }

// graphOf returns the documents and plans with their references, by their external
// ids, without times and ids, which depend on how they came about.
func graphOf(t testing.TB, store *storetest.Store) string {
	t.Helper()
	var out strings.Builder
	if err := ndjson.Export(storetest.Context(), store, nil, &out); err != nil {
		t.Fatal(err)
	}
	var lines []string
	names := map[string]string{}
	for pass := range 2 {
		for line := range strings.Lines(out.String()) {
			var one struct {
				Kind, ID, Title, Name, Content, Rel string
				ExternalID                          string `json:"external_id"`
				Src                                 string `json:"src_id"`
				Dst                                 string `json:"dst_id"`
				Props                               map[string]any
			}
			if err := json.Unmarshal([]byte(line), &one); err != nil {
				t.Fatal(err)
			}
			names[one.ID] = cmp.Or(one.ExternalID, one.ID)
			switch {
			case pass == 0:
			case one.Kind == "document" || one.Kind == "plan":
				lines = append(lines, fmt.Sprintf("%s %s: %q %q", one.Kind, names[one.ID], one.Title+one.Name, one.Content))
			case one.Rel == "references":
				lines = append(lines, fmt.Sprintf("%s references %s %v", cmp.Or(names[one.Src], one.Src), cmp.Or(names[one.Dst], one.Dst), one.Props))
			}
		}
	}
	slices.Sort(lines)
	return strings.Join(lines, "\n")
}

// id returns the id of the document with a name, "" for none.
func (f *testFolder) id(name string) string {
	f.t.Helper()
	page, err := f.store.List(storetest.Context(), lists.List{
		Kind: graph.KindDocument, First: 1, Order: []lists.Order{{Field: lists.OrderCreated}}, Filter: lists.Filter{ExternalIDs: []string{name}},
	})
	if err != nil {
		f.t.Fatal(err)
	}
	if len(page.Entities) == 0 {
		return ""
	}
	return page.Entities[0].Self().ID
}

// TestSync follows a folder through the changes that users make.
func TestSync(t *testing.T) {
	f := newFolder(t, t.TempDir())
	f.write("a.note", "A\nto b.note\n")
	f.write("b.note", "B\n")
	f.write("sub/c.note", "C\nto a.note\n")
	if got := f.sync(syncer.Options{}); got.Import.Written == nil || got.Counts[graph.KindDocument] != 3 ||
		strings.Count(f.graph(), "references") != 2 {
		t.Fatalf("first: %+v\n%s", got, f.graph())
	}
	if got := f.sync(syncer.Options{}); !got.Unchanged {
		t.Errorf("unchanged: %+v", got)
	}
	f.write("b.note", "B\nto a.note\n")
	if got := f.sync(syncer.Options{}); got.Import.Lines != 2 || strings.Count(f.graph(), "references") != 3 {
		t.Errorf("one file changed: %+v, %+v", got, got.Import)
	}
	f.write("b.note", "B again\n")
	if got := f.sync(syncer.Options{}); got.Import.Lines != 1 || strings.Count(f.graph(), "references") != 2 {
		t.Errorf("a reference vanished: %+v\n%s", got.Import, f.graph())
	}
	was := f.id("a.note")
	if err := os.Rename(filepath.Join(f.dir, "a.note"), filepath.Join(f.dir, "sub", "z.note")); err != nil {
		t.Fatal(err)
	}
	f.write("sub/c.note", "C\nto sub/z.note\n")
	f.Syncer = f.restarted([]config.Source{{Name: "notes", From: "notes", Path: "."}})
	if got := f.sync(syncer.Options{}); got.Renamed != 1 || got.Deleted != 0 || f.id("sub/z.note") != was || f.id("a.note") != "" {
		t.Errorf("renamed: %+v, is %s, was %s", got, f.id("sub/z.note"), was)
	}
	_ = os.Remove(filepath.Join(f.dir, "b.note"))
	if got := f.sync(syncer.Options{}); got.Deleted != 1 || f.id("b.note") != "" {
		t.Errorf("deleted: %+v", got)
	}
	f.write("b.note", "B again\n")
	if got := f.sync(syncer.Options{}); got.Revived != 1 || f.id("b.note") == "" {
		t.Errorf("there again: %+v", got)
	}
}

// TestKindChanges checks that what has another kind now replaces what it was, with its
// edges, and back again.
func TestKindChanges(t *testing.T) {
	f := newFolder(t, t.TempDir())
	f.write("a.note", "A\nto b.note\n")
	f.write("b.note", "B\nto a.note\n")
	f.write("c.note", "C\n")
	f.sync(syncer.Options{})
	for i, title := range []string{"Plan B", "B", "Plan again", "B again"} {
		f.write("b.note", title+"\nto a.note\n")
		f.sync(syncer.Options{})
		isPlan := strings.HasPrefix(title, "Plan")
		if has := f.id("b.note") != ""; has == isPlan || strings.Count(f.graph(), "references") != 2 {
			t.Errorf("change %d to %q: is a document: %v\n%s", i, title, has, f.graph())
		}
	}
}

// TestNameOfAnother checks that a new file with the name that a renamed one had is
// another entity, also after that one is removed or the state is lost.
func TestNameOfAnother(t *testing.T) {
	f := newFolder(t, t.TempDir())
	f.write("a.note", "A\nwith a text\n")
	f.write("b.note", "B\n")
	f.write("c.note", "C\n")
	f.sync(syncer.Options{})
	was := f.id("a.note")
	if err := os.Rename(filepath.Join(f.dir, "a.note"), filepath.Join(f.dir, "z.note")); err != nil {
		t.Fatal(err)
	}
	f.sync(syncer.Options{})
	f.write("a.note", "Another\n")
	f.sync(syncer.Options{})
	if f.id("z.note") != was || f.id("a.note") == was || f.id("a.note") == "" {
		t.Errorf("a new file: z is %s, a is %s, was %s", f.id("z.note"), f.id("a.note"), was)
	}
	_ = os.Remove(filepath.Join(f.dir, "a.note"))
	_ = os.Remove(filepath.Join(f.dir, "z.note"))
	f.sync(syncer.Options{Force: true})
	f.write("a.note", "A third\n")
	f.sync(syncer.Options{})
	if id := f.id("a.note"); id == "" || id == was || f.id("z.note") != "" || !strings.Contains(f.graph(), "A third") {
		t.Errorf("after its removal: a is %q, was %s\n%s", id, was, f.graph())
	}
}

// TestWithheld checks that more than half is only deleted by force, and that what
// cannot be read is kept.
func TestWithheld(t *testing.T) {
	f := newFolder(t, t.TempDir())
	for i := range 5 {
		f.write(fmt.Sprintf("%d.note", i), fmt.Sprintf("Note %d\n", i))
	}
	f.sync(syncer.Options{})
	for i := range 3 {
		_ = os.Remove(filepath.Join(f.dir, fmt.Sprintf("%d.note", i)))
	}
	f.write("3.note", "Changed\n")
	if got := f.sync(syncer.Options{}); got.Withheld != 3 || got.Deleted != 0 || f.id("0.note") == "" ||
		!strings.Contains(f.graph(), "Changed") {
		t.Errorf("withheld: %+v\n%s", got, f.graph())
	}
	if got := f.sync(syncer.Options{}); got.Deleted != 0 {
		t.Errorf("withheld, then unchanged: %+v", got)
	}
	if got := f.sync(syncer.Options{Force: true}); got.Deleted != 3 || f.id("0.note") != "" {
		t.Errorf("forced: %+v", got)
	}
	f.write("4.note", "!half\n")
	if got := f.sync(syncer.Options{}); got.Deleted != 0 || f.id("4.note") == "" || len(got.Notes) != 1 {
		t.Errorf("unreadable: %+v", got)
	}
	f.write("4.note", "Whole\n")
	if f.sync(syncer.Options{}); !strings.Contains(f.graph(), "Whole") {
		t.Errorf("readable again: %s", f.graph())
	}
}

// TestSourcesOfOneFolder checks that a file belongs to the most particular source,
// and that a missing one fails alone.
func TestSourcesOfOneFolder(t *testing.T) {
	f := newFolder(t, t.TempDir(),
		config.Source{Name: "all", From: "notes", Path: ".", Exclude: []string{"drafts", "*.tmp.note", "deep/**"}},
		config.Source{Name: "sub", From: "notes", Path: "sub"},
		config.Source{Name: "none", From: "notes", Path: "missing"},
	)
	for _, name := range []string{"a.note", "sub/b.note", "drafts/c.note", "x/drafts/d.note", "e.tmp.note", "deep/er/f.note",
		"x/deep/g.note"} {
		f.write(name, "Note "+name+"\n")
	}
	reports, err := f.Sync(storetest.Context(), syncer.Options{})
	if err != nil || len(reports) != 3 || reports[0].Counts[graph.KindDocument] != 2 || reports[1].Counts[graph.KindDocument] != 1 ||
		reports[2].Err == nil {
		t.Fatalf("%+v %+v %+v, %v", reports[0], reports[1], reports[2], err)
	}
	if _, err := f.Sync(storetest.Context(), syncer.Options{Names: []string{"other"}}); err == nil ||
		!strings.Contains(err.Error(), `no source "other"; expected one of all, sub, none`) {
		t.Errorf("unknown source: %v", err)
	}
}

// TestWarm checks that a Syncer that read nothing has parsed the files after Warm: it reads
// only those whose size or time changed.
func TestWarm(t *testing.T) {
	f := newFolder(t, t.TempDir())
	f.write("a.note", "Ann\n")
	f.write("b.note", "Bob\n")
	old := storetest.Now().Add(-time.Hour)
	for _, name := range []string{"a.note", "b.note"} {
		if err := os.Chtimes(filepath.Join(f.dir, name), old, old); err != nil {
			t.Fatal(err)
		}
	}
	f.sync(syncer.Options{})
	f.open() // another process
	if report := f.sync(syncer.Options{}); !report.Unchanged {
		t.Fatalf("not unchanged: %+v", report)
	}
	f.Warm(storetest.Context())
	f.write("a.note", "Amy\n") // with the size and the time that it had
	if err := os.Chtimes(filepath.Join(f.dir, "a.note"), old, old); err != nil {
		t.Fatal(err)
	}
	f.write("b.note", "Bobby\n")
	if report := f.sync(syncer.Options{}); report.Import == nil || report.Import.Lines != 1 {
		t.Errorf("a file that did not change was read again: %+v", report.Import)
	}
}

// TestRestored checks that a sync finds what the store lacks after an older backup was
// restored, with or without later writes, and after its own state was lost.
func TestRestored(t *testing.T) {
	for name, after := range map[string]func(f *testFolder){
		"a backup":            func(*testFolder) {},
		"a backup and writes": func(f *testFolder) { f.rename("5.note", "Ours"); f.rename("5.note", "Ours again") },
		"the state is lost": func(f *testFolder) {
			if err := f.Forget(); err != nil {
				f.t.Fatal(err)
			}
		},
	} {
		f := newFolder(t, t.TempDir())
		for i := range 6 {
			f.write(fmt.Sprintf("%d.note", i), fmt.Sprintf("Note %d\nto 0.note\n", i))
		}
		f.sync(syncer.Options{})
		backup := f.backup()
		f.write("1.note", "Changed\n")
		_ = os.Remove(filepath.Join(f.dir, "2.note"))
		f.write("new.note", "New\nto 1.note\n")
		f.sync(syncer.Options{})
		f.restore(backup)
		after(f)
		f.sync(syncer.Options{})
		got := f.graph()
		if f.id("2.note") != "" || !strings.Contains(got, "Changed") || !strings.Contains(got, "new.note references 1.note") ||
			strings.Contains(got, "1.note references") {
			t.Errorf("%s: %s", name, got)
		}
		if got := f.sync(syncer.Options{}); !got.Unchanged {
			t.Errorf("%s, once more: %+v", name, got)
		}
		f.write("2.note", "Note 2\nto 0.note\n")
		if f.sync(syncer.Options{}); f.id("2.note") == "" {
			t.Errorf("%s: what vanished did not come back: %s", name, f.graph())
		}
	}
}

// rename writes another title of a document, as a person does.
func (f *testFolder) rename(name, title string) {
	f.t.Helper()
	ref := graph.Ref{Kind: graph.KindDocument, ID: f.id(name)}
	found, err := f.store.Entities(storetest.Context(), []graph.Ref{ref}, graph.Full)
	if err == nil {
		found[ref.ID].(*graph.Document).Title = title
		_, err = f.store.Write(storetest.Context(), &graph.Batch{Entities: []graph.Entity{found[ref.ID]}})
	}
	if err != nil {
		f.t.Fatal(err)
	}
}

// TestRenamedAndChanged checks which files are the same under another name after their
// text changed.
func TestRenamedAndChanged(t *testing.T) {
	const text = "Offline queue\nPayments wait in the queue.\nThe till keeps them for a day.\nto 1.note\n"
	for _, test := range []struct {
		name, to, text string
		isSame         bool
	}{
		{"a line was added", "b.note", text + "And one more line.\n", true},
		{"the title was changed", "b.note", strings.Replace(text, "Offline", "Other", 1), true},
		{"moved, and most was changed", "sub/a.note", "Something else\n", true},
		{"moved, renamed and a line was removed", "sub/b.note", strings.Replace(text, "to 1.note\n", "", 1), true},
		{"most was changed", "b.note", "Offline queue\nNothing of this is as it was before.\nNeither is this.\nto 2.note\n", false},
		{"another kind", "b.note", "Plan" + text, false},
		{"the title only", "b.note", "Offline queue\n", false},
	} {
		f := newFolder(t, t.TempDir())
		for i := range 4 {
			f.write(fmt.Sprintf("%d.note", i), fmt.Sprintf("Note %d\n", i))
		}
		f.write("a.note", text)
		f.sync(syncer.Options{})
		was := f.id("a.note")
		_ = os.Remove(filepath.Join(f.dir, "a.note"))
		f.write(test.to, test.text)
		report := f.sync(syncer.Options{})
		if is := f.id(test.to); (is == was) != test.isSame || f.id("a.note") != "" || (report.Renamed == 1) != test.isSame {
			t.Errorf("%s: is %s, was %s, want the same: %v; %+v", test.name, is, was, test.isSame, report)
		}
	}
}

// TestEdgeProps checks that what a source says about an edge is changed, cleared and
// set again.
func TestEdgeProps(t *testing.T) {
	f := newFolder(t, t.TempDir())
	f.write("b.note", "B\n")
	for _, note := range []string{"", " because", " for another reason", "", " again"} {
		f.write("a.note", "A\nto b.note"+note+"\n")
		f.sync(syncer.Options{})
		if got := f.graph(); strings.Contains(got, "map[note:") != (note != "") || !strings.Contains(got, note) {
			t.Errorf("note %q: %s", note, got)
		}
	}
}

// TestDeletedKind checks that what comes back as another kind is another entity, also after
// the state was lost, which knew the ids of what vanished.
func TestDeletedKind(t *testing.T) {
	f := newFolder(t, t.TempDir())
	f.write("start.note", "Start\n")
	f.write("1.note", "Plan A\n")
	f.sync(syncer.Options{})
	was := f.id("1.note")
	_ = os.Remove(filepath.Join(f.dir, "1.note"))
	f.sync(syncer.Options{})
	if err := f.Forget(); err != nil {
		t.Fatal(err)
	}
	f.write("1.note", "A\n")
	f.sync(syncer.Options{})
	if is := f.id("1.note"); is == "" || is == was {
		t.Errorf("got the id %q, that of the plan is %q: %s", is, was, f.graph())
	}
}

// TestRandomChanges makes random changes to a folder, with a sync after some of
// them. Then the store has what a first import of the folder has.
func TestRandomChanges(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		dir, err := os.MkdirTemp(t.TempDir(), "notes")
		if err != nil {
			r.Fatal(err)
		}
		f := newFolder(t, dir)
		defer func() { _ = f.store.Close() }() // there are many
		f.write("start.note", "Start\n")
		path := func() string {
			return filepath.Join(dir, rapid.SampledFrom([]string{".", "x", "y", "x/z"}).Draw(r, "folder"),
				rapid.SampledFrom([]string{"1.note", "2.note", "3.note", "4.note"}).Draw(r, "file"))
		}
		var backup []byte
		for range rapid.IntRange(1, 25).Draw(r, "changes") {
			at := path()
			switch rapid.IntRange(0, 8).Draw(r, "change") {
			case 0, 1:
				to := rapid.SampledFrom([]string{"start.note", "1.note", "x/1.note", "x/1.note why", "x/z/2.note"}).Draw(r, "to")
				title := rapid.SampledFrom([]string{"A", "B", "Plan A", "A\nwith some more text"}).Draw(r, "title")
				_ = os.MkdirAll(filepath.Dir(at), 0o755)
				_ = os.WriteFile(at, []byte(title+"\nto "+to+"\n"), 0o600)
			case 2:
				_ = os.Remove(at)
			case 3:
				_ = os.Rename(at, path())
			case 4:
				f.sync(syncer.Options{Force: true})
			case 5:
				f.Syncer = f.restarted(f.list)
			case 6:
				backup = f.backup()
			case 7:
				if backup != nil {
					f.restore(backup)
				}
			case 8:
				if err := f.Forget(); err != nil {
					r.Fatal(err)
				}
			}
		}
		f.sync(syncer.Options{Force: true})
		fresh := newFolder(t, dir)
		defer func() { _ = fresh.store.Close() }()
		if err := os.RemoveAll(filepath.Join(dir, ".dossier")); err != nil {
			r.Fatal(err)
		}
		fresh.sync(syncer.Options{})
		if got, want := f.graph(), fresh.graph(); got != want {
			r.Fatalf("got\n%s\nwant\n%s", got, want)
		}
	})
}

// TestNewRow checks that a row that is new in a table was created when the table changed,
// and not when it was first there, and that this stays so when it is edited.
func TestNewRow(t *testing.T) {
	f := newFolder(t, t.TempDir(), config.Source{Name: "plan", From: "csv", Path: "plan.csv"})
	created := func() string {
		t.Helper()
		f.sync(syncer.Options{})
		page, err := f.store.List(storetest.Context(), lists.List{
			Kind: graph.KindTask, First: 9, Order: []lists.Order{{Field: lists.OrderCreated}},
		})
		if err != nil {
			t.Fatal(err)
		}
		var days []string
		for _, one := range page.Entities {
			days = append(days, one.Self().Label+" "+one.Self().CreatedAt.Format(time.DateOnly))
		}
		slices.Sort(days)
		return strings.Join(days, ", ")
	}
	for _, step := range []struct{ day, text, want string }{
		{"2026-03-02", "id,title,status\n1,Weld,open\n2,Paint,open\n", "Paint 2026-03-02, Weld 2026-03-02"},
		{"2026-03-09", "id,title,status\n1,Weld,done\n2,Paint,open\n", "Paint 2026-03-02, Weld 2026-03-02"},
		{"2026-03-16", "id,title,status\n3,Launch,open\n1,Weld,done\n2,Paint,open\n", "Launch 2026-03-16, Paint 2026-03-02, Weld 2026-03-02"},
		{"2026-03-23", "id,title,status\n3,Launch,done\n2,Paint,open\n", "Launch 2026-03-16, Paint 2026-03-02"},
	} {
		f.write("plan.csv", step.text)
		at, _ := time.Parse(time.DateOnly, step.day)
		if err := os.Chtimes(filepath.Join(f.dir, "plan.csv"), at, at); err != nil {
			t.Fatal(err)
		}
		if got := created(); got != step.want {
			t.Errorf("%s: got %s, want %s", step.day, got, step.want)
		}
	}
}
