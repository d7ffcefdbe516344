package ndjson_test

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"dossier/graph"
	"dossier/ndjson"
)

// TestReportsAreBounded imports files with rejections of nearly every line. The
// report must be small, and the file complete and in order.
func TestReportsAreBounded(t *testing.T) {
	if testing.Short() {
		t.Skip("reads large files")
	}
	var many, reasons, far strings.Builder
	for n := range 4_000 {
		fmt.Fprintf(&many, `{"kind":"task","id":"t%d","project_id":"p","title":"x","priority":%d}`+"\n", n, n+6)
		fmt.Fprintf(&reasons, `{"kind":"task","id":"t%d","project_id":"p","title":"x","%x":1,"props":{"%x":2}}`+"\n", n, n+2e9, n+2e9)
		fmt.Fprintf(&far, `{"kind":"edge","rel":"blocks","src_id":"t%d","dst_id":"nowhere"}`+"\n"+`{"kind":"task"}`+"\n", n)
	}
	for name, test := range map[string]struct {
		text          string
		lines         int
		reports, more int
	}{
		"one reason":     {many.String(), 4_000, 10, 1},
		"a reason each":  {reasons.String(), 4_000, 20, 1},
		"found at ends":  {far.String(), 8_000, 20, 2},
		"long names":     {strings.Repeat(`{"kind":"task","`+strings.Repeat("x", 9000)+`":1,"props":7}`+"\n", 100), 100, 10, 1},
		"nothing at all": {strings.Repeat("{}\n", 20_000), 20_000, 10, 1},
	} {
		for _, mode := range []ndjson.OnError{ndjson.Stop, ndjson.Skip} {
			path := filepath.Join(t.TempDir(), "rejected.ndjson")
			store := newStore(t)
			report := importInto(t, store, []byte(test.text), ndjson.Options{OnError: mode, Rejected: path})
			if report.Rejected != test.lines || len(report.Rejects) != test.reports || len(report.More) != test.more || !report.Spilled {
				t.Errorf("%s, %s: %d rejected, %d in the report, more %v, spilled %v", name, mode, report.Rejected, len(report.Rejects), report.More,
					report.Spilled)
			}
			size := len(fmt.Sprintf("%+v", report))
			if size > 200_000 {
				t.Errorf("%s, %s: the report has %d bytes", name, mode, size)
			}
			checkRejected(t, path, test.text, test.lines)
		}
	}
}

// checkRejected checks that a file has count rejected lines of text, in order.
func checkRejected(t *testing.T, path, text string, count int) {
	t.Helper()
	content, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	all := strings.Split(text, "\n")
	last, found := 0, 0
	for line := range bytes.Lines(content) {
		var reject ndjson.Reject
		if err := json.Unmarshal(line, &reject); err != nil {
			t.Fatal(err)
		}
		if found++; reject.Line <= last || reject.Raw != all[reject.Line-1] || reject.Reason == "" {
			t.Fatalf("after line %d: got %+v", last, reject)
		}
		last = reject.Line
	}
	if found != count {
		t.Errorf("the file has %d lines, want %d", found, count)
	}
}

// TestFewRejectsNeedNoFile checks that a report has a few rejects in full.
func TestFewRejectsNeedNoFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "rejected.ndjson")
	report := importInto(t, newStore(t), []byte("{}\n{}\n"), ndjson.Options{Rejected: path})
	if entries, _ := os.ReadDir(filepath.Dir(path)); len(report.Rejects) != 2 || report.Spilled || len(entries) > 0 {
		t.Errorf("got %+v and %v", report, entries)
	}
	report = importInto(t, newStore(t), []byte(strings.Repeat("{}\n", 99)), ndjson.Options{Rejected: path, DryRun: true})
	if entries, _ := os.ReadDir(filepath.Dir(path)); report.Rejected != 99 || report.Spilled || len(entries) > 0 {
		t.Errorf("a dry run: got %+v and %v", report, entries)
	}
}

func TestRejectedFileIsBounded(t *testing.T) {
	if testing.Short() {
		t.Skip("reads large files")
	}
	path := filepath.Join(t.TempDir(), "rejected.ndjson")
	for _, mode := range []ndjson.OnError{ndjson.Stop, ndjson.Skip} {
		store := newStore(t)
		report, err := ndjson.Import(actor, store, strings.NewReader(small+strings.Repeat("{}\n", 1000)),
			ndjson.Options{OnError: mode, Rejected: path, MaxRejected: 5000})
		if graph.CodeOf(err) != graph.CodeLimitExceeded || !strings.Contains(err.Error(), "more than 5000 bytes") || report.Written != nil {
			t.Errorf("%s: got %v", mode, err)
		}
		if entries, _ := os.ReadDir(filepath.Dir(path)); len(entries) > 0 || len(export(t, store)) > 0 {
			t.Errorf("%s: left behind: %v", mode, entries)
		}
	}
}

func TestUnknownFieldsAreBounded(t *testing.T) {
	var line strings.Builder
	line.WriteString(`{"kind":"project","id":"p","name":"P"`)
	for n := range 5000 {
		fmt.Fprintf(&line, `,"%s%d":1`, strings.Repeat("x", 50), n)
	}
	report := importInto(t, newStore(t), []byte(line.String()+"}"), ndjson.Options{DryRun: true})
	if len(report.Unknown) != ndjson.MaxUnknown || report.Others != 5000-ndjson.MaxUnknown {
		t.Errorf("%d fields and %d others", len(report.Unknown), report.Others)
	}
}

// TestUnpackingIsBounded imports a megabyte of gzip with a gigabyte of blank
// lines, and other files that exceed the limits on unpacking.
func TestUnpackingIsBounded(t *testing.T) {
	if testing.Short() {
		t.Skip("reads large files")
	}
	blank := packed(t, bytes.Repeat([]byte("\n"), 1<<20), 1024)
	if len(blank) > 2<<20 {
		t.Fatalf("the gigabyte is packed to %d bytes", len(blank))
	}
	text := []byte(strings.Repeat(`{"kind":"project","id":"p","name":"P"}`+"\n", 100))
	for name, test := range map[string]struct {
		data    []byte
		options ndjson.Options
		want    string
		lines   int
	}{
		"ratio":         {blank, ndjson.Options{}, "more than 200 times its size", 20 << 20},
		"ratio allowed": {packed(t, []byte(strings.Repeat(" ", 999)+"\n"), 20<<10), ndjson.Options{MaxRatio: 2000}, "", 20 << 10},
		"a small file":  {packed(t, text, 1), ndjson.Options{MaxRatio: 1}, "", 100},
		"size":          {packed(t, text, 3), ndjson.Options{MaxUnpacked: 5000}, "more than 5000 bytes", 200},
	} {
		test.options.DryRun = true
		report, err := ndjson.Import(actor, newStore(t), bytes.NewReader(test.data), test.options)
		if test.want == "" && err != nil ||
			test.want != "" && (graph.CodeOf(err) != graph.CodeLimitExceeded || !strings.Contains(err.Error(), test.want)) {
			t.Errorf("%s: got %v", name, err)
		}
		if report.Lines > test.lines {
			t.Errorf("%s: read %d lines", name, report.Lines)
		}
	}
}

// packed returns gzip of text, repeated a number of times.
func packed(t *testing.T, text []byte, times int) []byte {
	t.Helper()
	var out bytes.Buffer
	writer := gzip.NewWriter(&out)
	for range times {
		if _, err := writer.Write(text); err != nil {
			t.Fatal(err)
		}
	}
	if err := writer.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// TestWhatDecodingWouldChange checks that lines with duplicate keys or half a
// surrogate pair are rejected.
func TestWhatDecodingWouldChange(t *testing.T) {
	report := importInto(t, newStore(t), []byte(small+`{"kind":"task","id":"x","project_id":"p","title":"a","title":"b"}
{"kind":"task","id":"y","project_id":"p","title":"\ud83d"}
{"kind":"record_type","id":"z","name":"Z","fields":[{"name":"a","name":"b","type":"text"}]}`), ndjson.Options{})
	want := []string{`9 title is in the line twice; expected it once`,
		`10 title has \ud83d, half of a surrogate pair; expected whole characters`,
		`11 fields has the key "name" twice in an object; expected it once`}
	for i, reject := range report.Rejects {
		if got := fmt.Sprintln(reject.Line, reject.Field, reject.Reason); i >= len(want) || got != want[i]+"\n" {
			t.Errorf("got %q", got)
		}
	}
	if report.Rejected != len(want) {
		t.Errorf("%d rejected", report.Rejected)
	}
}

// TestRejectedPlaces checks that rejected lines have their place in the source.
func TestRejectedPlaces(t *testing.T) {
	place := func(line int) string { return fmt.Sprintf("docs/a.md:%d", 10*line) }
	report, err := ndjson.Import(actor, newStore(t), strings.NewReader("{}\n\n[]\n"), ndjson.Options{Position: place})
	if err != nil || len(report.Rejects) != 2 || report.Rejects[0].Place != "docs/a.md:10" || report.Rejects[1].Place != "docs/a.md:30" {
		t.Errorf("got %+v, %v", report.Rejects, err)
	}
}
