// Package sourcestest checks formats of sources by files of the txtar form: an
// input folder, and the records and notes that are expected of it.
package sourcestest

import (
	"bytes"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"sort"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"golang.org/x/tools/txtar"

	"dossier/graph"
	"dossier/graph/rows"
	"dossier/sources"
)

var update = flag.Bool("update", false, "write the expected records of sources")

// The names of the expected files in an archive.
const (
	wantRecords = "want/records"
	wantNotes   = "want/notes"
)

// Golden reads the input of each archive in testdata, and compares the records and
// notes. It also checks that reading again has the same result, and that an import
// accepts every record, and that what [sources.Again] adds of a file is what the whole
// folder has of it.
func Golden(t *testing.T, format *sources.Format) {
	t.Helper()
	paths, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(paths) == 0 {
		t.Fatalf("no archives in testdata: %v", err)
	}
	for _, path := range paths {
		t.Run(strings.TrimSuffix(filepath.Base(path), ".txtar"), func(t *testing.T) { golden(t, format, path) })
	}
}

func golden(t *testing.T, format *sources.Format, path string) {
	archive, input, opts := Input(t, path)
	records, notes := read(t, format, input, opts)
	again, _ := read(t, format, input, opts)
	if records != again {
		t.Error("reading again has other records")
	}
	if format.Again != nil {
		checkAgain(t, format, input, opts)
	}
	want := map[string]string{wantRecords: records, wantNotes: notes}
	if *update {
		write(t, path, archive, want)
		return
	}
	for _, file := range archive.Files {
		if got, isWant := want[file.Name]; isWant && got != string(file.Data) {
			t.Errorf("%s: got\n%s\nwant\n%s", file.Name, got, file.Data)
		}
		delete(want, file.Name)
	}
	for name, got := range want {
		if got != "" {
			t.Errorf("%s is missing; got\n%s", name, got)
		}
	}
}

// checkAgain reads each file alone after the folder, and compares its entities.
func checkAgain(t *testing.T, format *sources.Format, input fstest.MapFS, opts sources.Options) {
	opts.Cache = sources.NewCache()
	all, _ := read(t, format, input, opts)
	could := 0
	for name, file := range input {
		file.ModTime = file.ModTime.Add(time.Minute)
		out, is := sources.Again(format, input, opts, []string{name})
		if is {
			could++
		}
		lines, err := io.ReadAll(out.Reader())
		if err != nil {
			t.Fatal(err)
		}
		for i, line := range strings.Split(strings.TrimSpace(string(lines)), "\n") {
			if isEntity := strings.Contains(line, `"project_id":`) && !strings.Contains(line, `"kind":"record"`); is && isEntity &&
				!strings.Contains(all, fmt.Sprintf("%s\t%s\n", out.Position(i+1), line)) {
				t.Errorf("%s: read alone, it has\n%s\nand with the folder\n%s", name, line, all)
			}
		}
		_ = out.Close() // of a test
	}
	if could == 0 && opts.File == "" {
		t.Error("no file could be read again")
	}
}

// Input returns an archive, and its files that are not expected ones. Lines of its
// comment such as "file: issues.csv" set options.
func Input(t *testing.T, path string) (*txtar.Archive, fstest.MapFS, sources.Options) {
	t.Helper()
	archive, err := txtar.ParseFile(path)
	if err != nil {
		t.Fatal(err)
	}
	opts := sources.Options{Project: "harbour", Name: "Harbour", Created: func(string) time.Time {
		return time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	}}
	for line := range strings.Lines(string(archive.Comment)) {
		name, value, _ := strings.Cut(strings.TrimSpace(line), ": ")
		switch name {
		case "file":
			opts.File = value
		case "keep-emails":
			opts.KeepEmails = true
		case "mapping":
			if err := json.Unmarshal([]byte(value), &opts.Mapping); err != nil {
				t.Fatal(err)
			}
		}
	}
	input := fstest.MapFS{}
	for _, file := range archive.Files {
		if file.Name != wantRecords && file.Name != wantNotes {
			input[file.Name] = &fstest.MapFile{Data: file.Data, ModTime: time.Unix(1, 0)}
		}
	}
	return archive, input, opts
}

func write(t *testing.T, path string, archive *txtar.Archive, want map[string]string) {
	kept := archive.Files[:0]
	for _, file := range archive.Files {
		if _, isWant := want[file.Name]; !isWant {
			kept = append(kept, file)
		}
	}
	for _, name := range []string{wantRecords, wantNotes} {
		kept = append(kept, txtar.File{Name: name, Data: []byte(want[name])})
	}
	archive.Files = kept
	if err := os.WriteFile(path, txtar.Format(archive), 0o644); err != nil {
		t.Fatal(err)
	}
}

// read returns the records of a folder as lines with their places, edges from the
// project left out, and its notes. It fails if an import would reject one.
func read(t testing.TB, format *sources.Format, fsys fs.FS, opts sources.Options) (records, notes string) {
	t.Helper()
	out, err := sources.Read(context.Background(), format, fsys, opts)
	if err != nil {
		return "", "error: " + err.Error() + "\n"
	}
	return Text(t, out, opts.Project)
}

// ReadFile is like Read for one file.
func ReadFile(t testing.TB, format *sources.Format, name, text string) (records, notes string) {
	t.Helper()
	return read(t, format, fstest.MapFS{name: &fstest.MapFile{Data: []byte(text)}}, sources.Options{Project: "p", Name: "P", File: name})
}

// Text returns records as lines with their places, and notes, and closes them.
func Text(t testing.TB, out *sources.Records, project string) (records, notes string) {
	t.Helper()
	defer func() { _ = out.Close() }() // of a test
	lines, err := io.ReadAll(out.Reader())
	if err != nil {
		t.Fatal(err)
	}
	var text, said strings.Builder
	check := checking{ids: map[string]graph.Kind{}}
	for i, line := range bytes.Split(bytes.TrimSuffix(lines, []byte("\n")), []byte("\n")) {
		pos := out.Position(i + 1)
		check.add(t, pos, line)
		if !bytes.Contains(line, fmt.Appendf(nil, `"src_id":%q`, project)) {
			fmt.Fprintf(&text, "%s\t%s\n", pos, line)
		}
	}
	check.edges(t)
	for _, note := range out.Notes {
		fmt.Fprintf(&said, "%s: %s: %s (%d)\n", note.Pos, note.Kind, note.Text, note.Count)
	}
	return text.String(), said.String()
}

// checking checks records as an import does.
type checking struct {
	ids    map[string]graph.Kind
	joined []rows.Item
}

func (c *checking) add(t testing.TB, pos sources.Position, line []byte) {
	t.Helper()
	it, problems := rows.Parse(line, false)
	for _, problem := range problems {
		t.Errorf("%s: an import rejects %s: %v", pos, line, problem)
	}
	switch {
	case problems != nil:
	case it.Entity != nil:
		if _, twice := c.ids[it.ID]; twice {
			t.Errorf("%s: the id of %s is used twice", pos, line)
		}
		c.ids[it.ID] = it.Kind
	case it.Kind == graph.KindEdge:
		c.joined = append(c.joined, it)
	}
}

func (c *checking) edges(t testing.TB) {
	t.Helper()
	seen := map[string]bool{}
	for _, it := range c.joined {
		src, dst := c.ids[it.Edge.Src.ID], c.ids[it.Edge.Dst.ID]
		if src == "" || dst == "" {
			t.Errorf("an end of %v is missing", it.Edge)
		} else if err := it.Edge.Rel.Spec().Allows(src, dst); err != nil {
			t.Errorf("an import rejects %v: %v", it.Edge, err)
		}
		key := fmt.Sprint(it.Edge.Src.ID, it.Edge.Rel, it.Edge.Dst.ID, string(it.Edge.Props))
		if seen[key] {
			t.Errorf("%v is here twice", it.Edge)
		}
		seen[key] = true
	}
}

// A Bad is an input with an error, and what is noted about it.
type Bad struct {
	Name  string
	Files map[string]string
	File  string // the one file to read, "" for the folder
	Want  string // a part of a note, with its place
	Kept  int    // the entities that are read all the same
}

// Bads checks that each bad input is noted with its place, and that the rest is
// read.
func Bads(t *testing.T, format *sources.Format, bads []Bad) {
	t.Helper()
	if len(bads) < 10 {
		t.Errorf("%d bad inputs; expected at least 10", len(bads))
	}
	for _, bad := range bads {
		t.Run(bad.Name, func(t *testing.T) {
			input := fstest.MapFS{}
			for name, text := range bad.Files {
				input[name] = &fstest.MapFile{Data: []byte(text)}
			}
			opts := sources.Options{Project: "p", Name: "P", File: bad.File}
			records, notes := read(t, format, input, opts)
			if !strings.Contains(notes, bad.Want) {
				t.Errorf("got the notes\n%s\nwant %q", notes, bad.Want)
			}
			if kept := entities(records); kept != bad.Kept {
				t.Errorf("got %d entities, want %d:\n%s", kept, bad.Kept, records)
			}
		})
	}
}

// entities counts the lines of entities other than the project and people.
func entities(records string) (n int) {
	for line := range strings.Lines(records) {
		if strings.Contains(line, `"project_id":`) && !strings.Contains(line, `"record_type":"person"`) {
			n++
		}
	}
	return n
}

// Fuzz checks that no input makes the format panic, or read records that an import
// rejects. The input is the file with a name in each folder.
func Fuzz(f *testing.F, format *sources.Format, name string, others map[string]string, seeds ...string) {
	for _, seed := range seeds {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		input := fstest.MapFS{name: &fstest.MapFile{Data: data}}
		for other, text := range others {
			input[other] = &fstest.MapFile{Data: []byte(text)}
		}
		format.Detect(input)
		if format.Match != nil {
			format.Match(name, data)
		}
		read(t, format, input, sources.Options{Project: "p", Name: "P"})
		read(t, format, input, sources.Options{Project: "p", Name: "P", File: name})
	})
}

// Names returns the names of the entities among records, sorted, for tests that
// need no more.
func Names(records string) []string {
	var names []string
	for line := range strings.Lines(records) {
		_, text, _ := strings.Cut(line, "\t")
		var of struct{ Kind, ID, Name, Title string }
		if json.Unmarshal([]byte(text), &of) == nil && of.Kind != "edge" {
			names = append(names, of.Kind+" "+of.ID+" "+of.Name+of.Title)
		}
	}
	sort.Strings(names)
	return names
}
