package syncer_test

import (
	"context"
	"errors"
	"io/fs"
	"path/filepath"
	"strings"
	"testing"

	"dossier/db/storetest"
	"dossier/graph"
	"dossier/ndjson"
	"dossier/sources"
	"dossier/sources/config"
	"dossier/sources/markdown"
	"dossier/sources/syncer"
)

// TestEarly changes files of a folder whose further reads fail: what is imported then was
// read before the whole folder. The next read of all has the same.
func TestEarly(t *testing.T) {
	const before = "# One\n\nOld text, see [two](two.md).\n\n## Tasks\n\n- [ ] Paint the gate\n"
	tests := []struct{ name, text, has, lacks string }{
		{"a text", strings.Replace(before, "Old", "New", 1), "New text", "Old text"},
		{"a task", strings.Replace(before, "[ ]", "[x]", 1), `"state_key":"done"`, `"state_key":"todo"`},
		{"another title", strings.Replace(before, "# One", "# Uno", 1), `"title":"One"`, `"title":"Uno"`},
		{"an alias", "---\naliases: [first]\n---\n" + before, "Old text", "first"},
		{"a new task", before + "- [ ] Oil the hinge\n", "Oil the hinge", `"title":"Oil the hinge"`},
		{"a new person", "---\nowner: ann\n---\n" + before, "Old text", `"ann"`},
		{"nothing", "", "Old text", ""},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			f := newFolder(t, t.TempDir(), config.Source{Name: "pages", From: "markdown", Path: "."})
			format := markdown.Format
			f.Format = func(string) (*sources.Format, error) { return &format, nil }
			f.write("one.md", before)
			f.write("two.md", "# Two\n\n[[one]]\n")
			f.sync(syncer.Options{})
			id := f.id("one")
			f.write("one.md", test.text)
			format.Read = func(context.Context, fs.FS, sources.Options, *sources.Records) error { return errors.New("on purpose") }
			changed := syncer.Options{Changed: []string{f.dir}}
			if reports, err := f.Sync(storetest.Context(), changed); err != nil || reports[0].Err == nil {
				t.Fatalf("got %+v, %v; want an error of the source", reports[0], err)
			}
			if got := f.lines(); !strings.Contains(got, test.has) || test.lacks != "" && strings.Contains(got, test.lacks) {
				t.Errorf("got\n%s\nwant %q and no %q", got, test.has, test.lacks)
			}
			format.Read = markdown.Format.Read
			f.sync(changed)
			if f.id("one") != id {
				t.Error("the page has another id")
			}
			fresh := newFolder(t, f.dir, f.list...)
			fresh.States = filepath.Join(t.TempDir(), "sync")
			fresh.Format = f.Format
			fresh.sync(syncer.Options{})
			if got, want := f.graph(), fresh.graph(); got != want && test.text != "" {
				t.Errorf("in the end, got\n%s\nwant\n%s", got, want)
			}
		})
	}
}

// TestEarlyConflict checks that a conflict that is found early is reported as others are.
func TestEarlyConflict(t *testing.T) {
	f := newFolder(t, t.TempDir(), config.Source{Name: "pages", From: "markdown", Path: "."})
	f.Format = func(string) (*sources.Format, error) { return &markdown.Format, nil }
	f.write("one.md", "# One\n\nText.\n")
	f.sync(syncer.Options{})
	page := f.store.Entity(t, "one").(*graph.Document)
	ours := "Ours."
	page.Content = &ours
	f.store.Put(t, graph.Batch{Entities: []graph.Entity{page}})
	f.write("one.md", "# One\n\nAnother text.\n")
	f.write("two.md", "# Two\n")
	report := f.sync(syncer.Options{Changed: []string{f.dir}})
	if got := report.Import; got.Counts.Conflicts != 1 || got.Counts.Updated != 1 || len(got.Conflicts) != 1 {
		t.Errorf("got %+v; want a conflict and an update", got)
	}
	states, err := f.Sources(storetest.Context())
	if err != nil || len(states[0].Conflicts) != 1 {
		t.Errorf("got %+v, %v; want a conflict", states, err)
	}
}

// lines returns what is in the store as an export.
func (f *testFolder) lines() string {
	f.t.Helper()
	var out strings.Builder
	if err := ndjson.Export(storetest.Context(), f.store, nil, &out); err != nil {
		f.t.Fatal(err)
	}
	return out.String()
}
