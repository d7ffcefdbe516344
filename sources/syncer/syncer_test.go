package syncer_test

import (
	"context"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"dossier/db/storetest"
	"dossier/graph"
	"dossier/graph/searchtext"
	"dossier/ndjson"
	"dossier/sources"
	"dossier/sources/config"
	"dossier/sources/syncer"
)

// notes is a format of files whose first line is a title, with lines of the form
// "to NAME" for references. A file that begins with ! cannot be read.
var notes = sources.Format{
	Name:   "notes",
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
			out.Entity(pos, graph.KindDocument, name, map[string]any{
				"title": title + ".", "content": rest, "created_at": opts.Created(name).UTC().Format(time.RFC3339),
			})
			for line := range strings.Lines(rest) {
				if to, is := strings.CutPrefix(strings.TrimSpace(line), "to "); is {
					out.Edge(pos, "references", name, to, nil)
				}
			}
		}
		return nil
	},
}

func named(name string) (*sources.Format, error) {
	if name != notes.Name {
		return nil, fmt.Errorf("unknown format %q", name)
	}
	return &notes, nil
}

// A folder is a folder with notes, and the store that they are read into.
type testFolder struct {
	t     testing.TB
	dir   string
	store *storetest.Store
	*syncer.Syncer
}

func newFolder(t testing.TB, dir string, list ...config.Source) *testFolder {
	if list == nil {
		list = []config.Source{{Name: "notes", From: "notes", Path: "."}}
	}
	f := &testFolder{t: t, dir: dir, store: storetest.Open(t)}
	f.Syncer = f.restarted(list)
	return f
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

func graphOf(t testing.TB, store *storetest.Store) string {
	t.Helper()
	var out strings.Builder
	if err := ndjson.Export(storetest.Context(), store, nil, &out); err != nil {
		t.Fatal(err)
	}
	var lines []string
	for line := range strings.Lines(out.String()) {
		if strings.Contains(line, `"kind":"document"`) || strings.Contains(line, `"references"`) {
			lines = append(lines, line)
		}
	}
	slices.Sort(lines)
	return strings.Join(lines, "")
}

// id returns the id of the document with a name, "" for none.
func (f *testFolder) id(name string) string {
	f.t.Helper()
	page, err := f.store.List(storetest.Context(), graph.List{
		Kind: graph.KindDocument, First: 1, Order: []graph.Order{{Field: graph.OrderCreated}}, Filter: graph.Filter{ExternalIDs: []string{name}},
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
	if got := f.sync(syncer.Options{}); got.Import.Written == nil || got.Counts[graph.KindDocument] != 3 || strings.Count(f.graph(), "references") != 2 {
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
	if got := f.sync(syncer.Options{}); got.Withheld != 3 || got.Deleted != 0 || f.id("0.note") == "" || !strings.Contains(f.graph(), "Changed") {
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
	for _, name := range []string{"a.note", "sub/b.note", "drafts/c.note", "x/drafts/d.note", "e.tmp.note", "deep/er/f.note", "x/deep/g.note"} {
		f.write(name, "Note "+name+"\n")
	}
	reports, err := f.Sync(storetest.Context(), syncer.Options{})
	if err != nil || len(reports) != 3 || reports[0].Counts[graph.KindDocument] != 2 || reports[1].Counts[graph.KindDocument] != 1 || reports[2].Err == nil {
		t.Fatalf("%+v %+v %+v, %v", reports[0], reports[1], reports[2], err)
	}
	if _, err := f.Sync(storetest.Context(), syncer.Options{Names: []string{"other"}}); err == nil || !strings.Contains(err.Error(), `no source "other"; expected one of all, sub, none`) {
		t.Errorf("unknown source: %v", err)
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
		f.write("start.note", "Start\n")
		path := func() string {
			return filepath.Join(dir, rapid.SampledFrom([]string{".", "x", "y", "x/z"}).Draw(r, "folder"), rapid.SampledFrom([]string{"1.note", "2.note", "3.note", "4.note"}).Draw(r, "file"))
		}
		for range rapid.IntRange(1, 25).Draw(r, "changes") {
			at := path()
			switch rapid.IntRange(0, 5).Draw(r, "change") {
			case 0, 1:
				to := rapid.SampledFrom([]string{"start.note", "1.note", "x/1.note", "x/z/2.note"}).Draw(r, "to")
				_ = os.MkdirAll(filepath.Dir(at), 0o755)
				_ = os.WriteFile(at, []byte(rapid.StringMatching("[AB]").Draw(r, "title")+"\nto "+to+"\n"), 0o600)
			case 2:
				_ = os.Remove(at)
			case 3:
				_ = os.Rename(at, path())
			case 4:
				f.sync(syncer.Options{Force: true})
			case 5:
				f.Syncer = f.restarted([]config.Source{{Name: "notes", From: "notes", Path: "."}})
			}
		}
		f.sync(syncer.Options{Force: true})
		fresh := newFolder(t, dir)
		if err := os.RemoveAll(filepath.Join(dir, ".dossier")); err != nil {
			r.Fatal(err)
		}
		fresh.sync(syncer.Options{})
		if got, want := undated(f.graph()), undated(fresh.graph()); got != want {
			r.Fatalf("got\n%s\nwant\n%s", got, want)
		}
	})
}

// undated returns the lines of documents and references without times and ids,
// which depend on the changes.
func undated(graph string) string {
	var lines []string
	for line := range strings.Lines(graph) {
		var kept []string
		for part := range strings.SplitSeq(line, ",") {
			if !strings.Contains(part, "_at\"") && !strings.Contains(part, `"id":`) {
				kept = append(kept, part)
			}
		}
		lines = append(lines, strings.Join(kept, ","))
	}
	return strings.Join(lines, "\n")
}
