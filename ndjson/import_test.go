package ndjson_test

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	"dossier/graph"
	"dossier/ndjson"
)

// small is a graph that takes its lines from three projects.
const small = `{"kind":"project","id":"p","name":"Bridge"}
{"kind":"project","id":"q","name":"Tunnel"}
{"kind":"plan","id":"plan","project_id":"p","name":"Build"}
{"kind":"task","id":"task","project_id":"p","title":"Dig"}
{"kind":"task","id":"far","project_id":"q","title":"Drill"}
{"kind":"document","id":"doc","project_id":"p","title":"About"}
{"kind":"document","id":"doc2","project_id":"p","title":"About it"}
{"kind":"edge","rel":"has_context_document","src_id":"p","dst_id":"doc"}
`

func TestRejects(t *testing.T) {
	store := newStore(t) // stays empty
	for _, test := range []struct{ line, field, reason string }{
		{`[1]`, "", "got [1]; expected a JSON object"},
		{`null`, "", "expected a JSON object"},
		{`{"kind":"task"`, "", "unexpected end of JSON input"},
		{`{"kind":"task"} {}`, "", "one whole object a line"},
		{"{\"kind\":\"t\xe4sk\"}", "", "not UTF-8"},
		{`{"id":"x"}`, "kind", "missing; expected one of project, plan"},
		{`{"kind":"taks"}`, "kind", `unknown kind "taks"; expected one of project, plan`},
		{`{"kind":7}`, "kind", "got 7; expected text"},
		{`{"kind":"task","project_id":"p","title":"x"}`, "id", "missing; a task needs one"},
		{`{"kind":"task","id":"","project_id":"p","title":"x"}`, "id", "missing"},
		{`{"kind":"task","id":5,"project_id":"p","title":"x"}`, "id", "got 5; expected text"},
		{`{"kind":"task","id":"` + strings.Repeat("x", 600) + `","project_id":"p","title":"x"}`, "external_id",
			"600 bytes are too long; expected at most 512"},
		{`{"kind":"task","id":"x","external_id":"y","project_id":"p","title":"x"}`, "external_id", "differs from id"},
		{`{"kind":"task","id":"x","project_id":"p"}`, "title", "missing; a task needs one"},
		{`{"kind":"task","id":"x","project_id":"p","title":null}`, "title", "missing"},
		{`{"kind":"task","id":"x","project_id":"p","title":"a\u0000b"}`, "title", "NUL"},
		{`{"kind":"task","id":"x","project_id":"p","title":"x","props":{"a":["\u0000"]}}`, "props", "NUL"},
		{`{"kind":"record","id":"x","project_id":"p","name":"x"}`, "record_type", "missing"},
		{`{"kind":"record","id":"x","project_id":"p","name":"x","record_type":"person","fields":[]}`, "fields", "got []; expected a JSON object"},
		{`{"kind":"task","id":"x","project_id":"p","title":"x","created_before":"May"}`, "created_before", `got "May"; expected a date`},
		{`{"kind":"task","id":"x","title":"x"}`, "project_id", "missing"},
		{`{"kind":"output","id":"x","project_id":"p"}`, "name", "missing; an output needs one"},
		{`{"kind":"task","id":"x","project_id":"p","title":" \u00a0"}`, "title", "is blank; a task needs one"},
		{`{"kind":"task","id":"x","project_id":"p","title":"\u200b\u202e"}`, "title", "is blank; a task needs one"},
		{`{"kind":"task","id":"\u200b","project_id":"p","title":"x"}`, "id", "is blank; a task needs one"},
		{`{"kind":"task","id":" ","project_id":"p","title":"x"}`, "id", "is blank; a task needs one"},
		{`{"kind":"task","id":"x","project_id":"nowhere","title":"x"}`, "project_id", "names no entity"},
		{`{"kind":"task","id":"x","project_id":"plan","title":"x"}`, "project_id", "names a plan; expected a project"},
		{`{"kind":"task","id":"x","project_id":"p","title":"x","state_key":"doing"}`, "state_key",
			"expected one of todo, in_progress, blocked, done"},
		{`{"kind":"task","id":"x","project_id":"p","title":"x","due_at":"31.1.2026"}`, "due_at", "expected a date such as 2026-01-31"},
		{`{"kind":"task","id":"x","project_id":"p","title":"x","due_at":20260131}`, "due_at", "expected a date"},
		{`{"kind":"task","id":"x","project_id":"p","title":"x","due_at":"0000-01-31"}`, "due_at", "year 0 is out of range"},
		{`{"kind":"task","id":"x","project_id":"p","title":"x","due_at":"0001-01-01"}`, "due_at", "first moment of the year 1 is out of range"},
		{`{"kind":"task","id":"x","project_id":"p","title":"x","deleted_at":"2026-01-31"}`, "deleted_at", "expected rows of live entities only"},
		{`{"kind":"task","id":"x","project_id":"p","title":"x","created_at":"2026-02-30"}`, "created_at", "expected a date"},
		{`{"kind":"task","id":"x","project_id":"p","title":"x","priority":6}`, "priority", "expected 1 (highest) to 5"},
		{`{"kind":"task","id":"x","project_id":"p","title":"x","priority":1.5}`, "priority", "expected a whole number"},
		{`{"kind":"task","id":"x","project_id":"p","title":"x","priority":"1"}`, "priority", `got "1"; expected a whole number`},
		{`{"kind":"risk","id":"x","project_id":"p","title":"x","probability":1.1}`, "probability", "expected 0 to 1"},
		{`{"kind":"risk","id":"x","project_id":"p","title":"x","probability":"high"}`, "probability", "expected a number"},
		{`{"kind":"risk","id":"x","project_id":"p","title":"x","impact":"huge"}`, "impact", "expected one of low, medium, high, critical"},
		{`{"kind":"plan","id":"x","project_id":"p","name":"x","facet_scale":"vast"}`, "facet_scale", "expected one of micro"},
		{`{"kind":"project","id":"x","name":"x","facet_context":"mine"}`, "facet_context", "expected one of personal"},
		{`{"kind":"project","id":"x","name":"x","facet_stage":"end"}`, "facet_stage", "expected one of discovery"},
		{`{"kind":"project","id":"x","name":"x","is_public":"yes"}`, "is_public", "expected true or false"},
		{`{"kind":"project","id":"x","name":"x","type_key":"project.private"}`, "type_key", "expected project.<realm>.<domain>[.<variant>]"},
		{`{"kind":"task","id":"x","project_id":"p","title":"x","type_key":"task"}`, "type_key", "expected task.<family>[.<variant>]"},
		{`{"kind":"task","id":"x","project_id":"p","title":"x","type_key":"plan.do"}`, "type_key", "expected task."},
		{`{"kind":"task","id":"x","project_id":"p","title":"x","type_key":"task.Do"}`, "type_key", "lower-case"},
		{`{"kind":"task","id":"x","project_id":"p","title":"x","props":"none"}`, "props", `got "none"; expected a JSON object`},
		{`{"kind":"task","id":"x","project_id":"p","title":"x","owner":"a","props":{"owner":"b"}}`, "owner", "beside and inside props"},
		{`{"kind":"task","id":"x","project_id":"p","title":"x","props":{"a":1e400}}`, "props",
			"the number 1e400 is out of range; expected one between"},
		{`{"kind":"task","id":"x","project_id":"p","title":"x","size":-1e400}`, "size", "the number -1e400 is out of range"},
		{`{"kind":"task","id":"task","project_id":"p","title":"x"}`, "id", "is on line 4 already, as a task"},
		{`{"kind":"goal","id":"task","project_id":"p","name":"x"}`, "id", "is on line 4 already, as a task"},
		{`{"kind":"task","id":"00000000-0000-0000-0000-000000000001","external_id":"task","project_id":"p","title":"x"}`, "external_id",
			"is on line 4 already"},

		{`{"kind":"edge","src_id":"plan","dst_id":"task"}`, "rel", "missing; an edge needs rel, src_id and dst_id"},
		{`{"kind":"edge","rel":"has_task","dst_id":"task"}`, "src_id", "missing; an edge needs rel, src_id and dst_id"},
		{`{"kind":"edge","rel":"has_task","src_id":"plan"}`, "dst_id", "missing; an edge needs rel, src_id and dst_id"},
		{`{"kind":"edge","rel":["has_task"],"src_id":"plan","dst_id":"task"}`, "rel", "expected text"},
		{`{"kind":"edge","rel":"has_tusk","src_id":"plan","dst_id":"task"}`, "rel",
			`unknown relation "has_tusk"; the nearest known one is "has_task"`},
		{`{"kind":"edge","rel":"has_task","src_id":"nobody","dst_id":"task"}`, "src_id", "names no entity"},
		{`{"kind":"edge","rel":"has_task","src_id":"plan","dst_id":"nobody"}`, "dst_id", "names no entity"},
		{`{"kind":"edge","rel":"belongs_to_plan","src_id":"task","dst_id":"nobody"}`, "dst_id", "names no entity"},
		{`{"kind":"edge","rel":"blocks","src_id":"task","dst_id":"task"}`, "dst_id", "is the source itself"},
		{`{"kind":"edge","rel":"blocks","src_id":"task","dst_id":"far"}`, "dst_id", "another project"},
		{`{"kind":"edge","rel":"blocks","src_id":"doc","dst_id":"task"}`, "src_id", "it starts at plan, goal, task, milestone"},
		{`{"kind":"edge","rel":"has_task","src_id":"plan","dst_id":"doc"}`, "dst_id", "it ends at task"},
		{`{"kind":"edge","rel":"belongs_to_plan","src_id":"doc","dst_id":"plan"}`, "src_id", "it ends at task"},
		{`{"kind":"edge","rel":"has_context_document","src_id":"p","dst_id":"doc2"}`, "rel", "a second context document"},
		{`{"kind":"edge","rel":"has_task","src_id":"plan","dst_id":"task","props":[]}`, "props", "expected a JSON object"},

		{`{"kind":"record_type","name":"X"}`, "id", "missing"},
		{`{"kind":"record_type","id":"x"}`, "name", "missing"},
		{`{"kind":"record_type","id":"x","name":"X","colour":"red"}`, "colour", "expected id, name, icon, fields"},
		{`{"kind":"record_type","id":"x","name":"X","fields":{}}`, "fields", "expected a list of objects"},
		{`{"kind":"record_type","id":"x","name":"X","fields":[{"name":"a","type":"text","size":3}]}`, "fields", "expected a list of objects"},
		{`{"kind":"record_type","id":"x","name":"X","fields":[{"type":"text"}]}`, "fields[0].name", "missing"},
		{`{"kind":"record_type","id":"x","name":"X","fields":[{"name":"a","type":"text"},{"name":"a","type":"date"}]}`, "fields[1].name",
			`"a" is repeated`},
		{`{"kind":"record_type","id":"x","name":"X","fields":[{"name":"a","type":"number"}]}`, "fields[0].type",
			"unknown type \"number\"; expected one of text"},
		{`{"kind":"record_type","id":"task","name":"X"}`, "id", "is a kind"},
		{`{"kind":"record_type","id":" ","name":"X"}`, "id", "missing"},
		{`{"kind":"record_type","id":"x","name":"X","fields":[{"name":"a","type":"select"}]}`, "fields[0].options", "missing"},
		{`{"kind":"record_type","id":"x","name":"X","fields":[{"name":"a","type":"entity_ref"}]}`, "fields[0].entity_type", "missing"},
		{`{"kind":"record_type","id":"x","name":"X","fields":[{"name":"a","type":"computed"}]}`, "fields[0].query", "missing"},
	} {
		report := importInto(t, store, []byte(small+test.line), ndjson.Options{})
		if len(report.Rejects) != 1 {
			t.Errorf("%.200s: got %d rejects, want one: %+v", test.line, len(report.Rejects), report.Rejects)
			continue
		}
		got := report.Rejects[0]
		if got.Line != 9 || got.Field != test.field || !strings.Contains(got.Reason, test.reason) || report.Written != nil {
			t.Errorf("%.200s:\ngot line %d, %q: %s\nwant line 9, %q: %s", test.line, got.Line, got.Field, got.Reason, test.field, test.reason)
		}
	}
}

func TestRejectsWhatDiffersFromTheStore(t *testing.T) {
	store := newStore(t)
	importInto(t, store, []byte(small), ndjson.Options{})
	for _, test := range []struct{ line, field, reason string }{
		{`{"kind":"goal","id":"task","project_id":"p","name":"x"}`, "id", "is in the store as a task"},
		{`{"kind":"task","id":"` + graph.ID("task") + `","project_id":"q","title":"x"}`, "project_id", "differs from the store's"},
		{`{"kind":"edge","rel":"has_context_document","src_id":"p","dst_id":"doc2"}`, "rel", "a second context document"},
	} {
		report := importInto(t, store, []byte(test.line), ndjson.Options{})
		if len(report.Rejects) != 1 || report.Rejects[0].Field != test.field || !strings.Contains(report.Rejects[0].Reason, test.reason) {
			t.Errorf("%s: got %+v, want %s: %s", test.line, report.Rejects, test.field, test.reason)
		}
	}
}

func TestEndsMayStandInTheStore(t *testing.T) {
	store := newStore(t)
	importInto(t, store, []byte(small), ndjson.Options{})
	report := importInto(t, store, []byte(`{"kind":"edge","rel":"belongs_to_plan","src_id":"new","dst_id":"plan"}
{"kind":"edge","rel":"has_task","src_id":"plan","dst_id":"new"}
{"kind":"edge","rel":"has_context_document","src_id":"p","dst_id":"doc"}
{"kind":"task","id":"new","project_id":"p","title":"Fill"}`), ndjson.Options{})
	if len(report.Rejects) > 0 || report.Repeats != 1 || report.Written.Created[graph.KindEdge] != 1 ||
		report.Written.Unchanged[graph.KindEdge] != 1 {
		t.Errorf("got %+v", report)
	}
	edge := `{"kind":"edge","rel":"has_task","src_id":"plan","dst_id":"new"}`
	if got := string(export(t, store)); !strings.Contains(got, edge) {
		t.Errorf("export lacks %s:\n%s", edge, got)
	}
}

func TestWhatLinesLeaveOutIsSet(t *testing.T) {
	store := newStore(t)
	importInto(t, store, []byte(small+`
{"kind":"risk","id":"risk","project_id":"p","title":"Water","created_at":"2020-01-02","updated_at":"2020-01-03"}
{"kind":"signal","id":"signal","project_id":"p","channel":"mail","payload":{"message":"It rains"}}
{"kind":"insight","id":"insight","project_id":"p","title":"Wet","summary":"Bring boots"}`), ndjson.Options{})
	exported := string(export(t, store))
	for _, want := range []string{
		`"id":"risk","project_id":"p","state_key":"identified","created_at":"2020-01-02T00:00:00Z","updated_at":"2020-01-03T00:00:00Z",` +
			`"title":"Water","impact":"medium"}`,
		`"id":"insight","project_id":"p","created_at":"2026-05-01T12:00:00Z","updated_at":"2026-05-01T12:00:00Z",` +
			`"title":"Wet","props":{"summary":"Bring boots"}}`,
	} {
		if !strings.Contains(exported, want) {
			t.Errorf("export lacks %s:\n%s", want, exported)
		}
	}
	signal, insight := graph.ID("signal"), graph.ID("insight")
	found, err := store.Entities(actor, []graph.Ref{{ID: signal}, {ID: insight}}, graph.Light)
	if err != nil {
		t.Fatal(err)
	}
	if got := found[signal].(*graph.Signal).PayloadSummary; got == nil || *got != "It rains" {
		t.Errorf("summary of the signal: got %v", got)
	}
	if got := found[insight].(*graph.Insight).Summary; got == nil || *got != "Bring boots" {
		t.Errorf("summary of the insight: got %v", got)
	}
}

func TestProblemsOfALineAreToldTogether(t *testing.T) {
	report := importInto(t, newStore(t), []byte(`{"kind":"project","id":"p","name":"","state_key":"on"}`), ndjson.Options{})
	got := report.Rejects[0]
	if got.Field != "state_key" || !strings.Contains(got.Reason, "expected one of planning") ||
		!strings.Contains(got.Reason, "; name: missing") {
		t.Errorf("got %+v", got)
	}
}

func TestInputForms(t *testing.T) {
	plain := importInto(t, newStore(t), []byte(small), ndjson.Options{})
	for name, data := range map[string]string{
		"gzip":            string(zipped(t, small)),
		"members of gzip": string(zipped(t, small[:100])) + string(zipped(t, small[100:])),
		"byte order mark": "\xef\xbb\xbf" + small,
		"gzip with mark":  string(zipped(t, "\xef\xbb\xbf"+small)),
		"marks of lines":  "\ufeff" + strings.ReplaceAll(small, "\n", "\n\ufeff"),
		"two marks":       "\ufeff\ufeff" + small + "\ufeff\ufeff\r\n",
		"marks and CRLF":  strings.ReplaceAll(small, "\n", "\r\n\ufeff"),
		"marks in gzip": string(zipped(t, "\ufeff"+small[:strings.Index(small, "\n")+1])) + string(zipped(t,
			"\ufeff"+small[strings.Index(small, "\n")+1:])),
		"only marks":      "\ufeff\n\ufeff \n" + small,
		"CRLF":            strings.ReplaceAll(small, "\n", "\r\n"),
		"blank lines":     "\n \t\n" + strings.ReplaceAll(small, "\n", "\n\n"),
		"no last newline": strings.TrimSuffix(small, "\n"),
	} {
		report := importInto(t, newStore(t), []byte(data), ndjson.Options{})
		if len(report.Rejects) > 0 || len(report.Written.Created) != len(plain.Written.Created) || report.Kinds[graph.KindTask] != 2 {
			t.Errorf("%s: got %+v", name, report)
		}
	}
	if report := importInto(t, newStore(t), nil, ndjson.Options{}); report.Lines != 0 || len(report.Rejects) > 0 {
		t.Errorf("nothing: got %+v", report)
	}
}

func TestUTF16IsRefused(t *testing.T) {
	for _, mark := range []string{"\xff\xfe", "\xfe\xff"} {
		_, err := ndjson.Import(actor, newStore(t), strings.NewReader(mark+"{\x00}\x00"), ndjson.Options{OnError: ndjson.Skip})
		if graph.CodeOf(err) != graph.CodeBadUserInput || !strings.Contains(err.Error(), "expected UTF-8") {
			t.Errorf("%q: got %v", mark, err)
		}
	}
}

func zipped(t *testing.T, text string) []byte {
	t.Helper()
	var out bytes.Buffer
	writer := gzip.NewWriter(&out)
	if _, err := writer.Write([]byte(text)); err != nil {
		t.Fatal(err)
	}
	if err := writer.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

func TestHalfGzipIsAnError(t *testing.T) {
	whole, store := zipped(t, small), newStore(t)
	for n := 2; n < len(whole); n++ {
		report, err := ndjson.Import(actor, store, bytes.NewReader(whole[:n]), ndjson.Options{OnError: ndjson.Skip})
		if graph.CodeOf(err) != graph.CodeBadUserInput || !strings.Contains(err.Error(), "read line ") ||
			!strings.Contains(err.Error(), "ends early") {
			t.Fatalf("%d of %d bytes: got %v", n, len(whole), err)
		}
		if report != nil && report.Written != nil {
			t.Fatalf("%d of %d bytes: written %+v", n, len(whole), report.Written)
		}
	}
}

func TestDamagedInputIsAnError(t *testing.T) {
	damaged := zipped(t, small)
	damaged[len(damaged)-6] ^= 1 // in the checksum
	broken := errors.New("disk on fire")
	for name, test := range map[string]struct {
		in   io.Reader
		text string
		code graph.Code
	}{
		"checksum": {bytes.NewReader(damaged), "read line 9: the gzip data is damaged", graph.CodeBadUserInput},
		"trailer":  {strings.NewReader(string(zipped(t, small)) + "more than gzip"), "the gzip data is damaged", graph.CodeBadUserInput},
		"device":   {io.MultiReader(strings.NewReader(small), iotest.ErrReader(broken)), "read line 9: disk on fire", graph.CodeInternal},
	} {
		report, err := ndjson.Import(actor, newStore(t), test.in, ndjson.Options{OnError: ndjson.Skip})
		if err == nil || !strings.Contains(err.Error(), test.text) || graph.CodeOf(err) != test.code || report.Written != nil {
			t.Errorf("%s: got %v (%s)", name, err, graph.CodeOf(err))
		}
	}
}

func TestHalfLineIsRejected(t *testing.T) {
	report := importInto(t, newStore(t), []byte(small[:len(small)-10]), ndjson.Options{})
	if len(report.Rejects) != 1 || report.Rejects[0].Line != 8 || !strings.Contains(report.Rejects[0].Reason, "unexpected end") {
		t.Errorf("got %+v", report.Rejects)
	}
}

func TestLongLines(t *testing.T) {
	if testing.Short() {
		t.Skip("imports much")
	}
	line := func(length int) string {
		const head, tail = `{"kind":"project","id":"long","name":"x","description":"`, `"}`
		return head + strings.Repeat("x", length-len(head)-len(tail)) + tail
	}
	for _, end := range []string{"", "\n", "\r\n", "\r\n" + small} {
		if report := importInto(t, newStore(t), []byte(line(ndjson.MaxLine)+end), ndjson.Options{DryRun: true}); len(report.Rejects) > 0 {
			t.Errorf("a line of the limit before %.10q is rejected: %s", end, report.Rejects[0].Reason)
		}
		report := importInto(t, newStore(t), []byte("\n"+line(ndjson.MaxLine+1)+end), ndjson.Options{DryRun: true})
		if len(report.Rejects) != 1 || report.Rejects[0].Line != 2 || !strings.Contains(report.Rejects[0].Reason, "longer than 16 MiB") {
			t.Errorf("a longer line before %.10q: got %d rejects", end, len(report.Rejects))
		}
		if end == "\r\n"+small && report.Kinds[graph.KindTask] != 2 {
			t.Errorf("the lines behind a long one are lost: %v", report.Kinds)
		}
	}
}

func TestSkipWritesTheGoodLines(t *testing.T) {
	path := filepath.Join(t.TempDir(), "graph.rejected.ndjson")
	options := ndjson.Options{OnError: ndjson.Skip, Rejected: path}
	store := newStore(t)
	report := importInto(t, store, []byte(small+"{}\n"), options)
	if report.Written == nil || report.Written.Created[graph.KindTask] != 2 {
		t.Errorf("written: got %+v", report.Written)
	}
	got, err := os.ReadFile(path)
	if err != nil || !strings.HasPrefix(string(got), `{"line":9,"field":"kind","reason":"missing; `) {
		t.Errorf("rejected lines: got %s, %v", got, err)
	}
	importInto(t, store, []byte(small), options)
	if _, err := os.Stat(path); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("rejected lines of the import before: got %v, want them gone", err)
	}
	if rest, _ := os.ReadDir(filepath.Dir(path)); len(rest) > 0 {
		t.Errorf("left behind: %v", rest)
	}
}

func TestNothingIsWrittenWithoutItsRejects(t *testing.T) {
	store := newStore(t)
	path := filepath.Join(t.TempDir(), "absent", "graph.rejected.ndjson")
	_, err := ndjson.Import(actor, store, strings.NewReader(small+"{}\n"), ndjson.Options{OnError: ndjson.Skip, Rejected: path})
	if err == nil || len(export(t, store)) > 0 {
		t.Errorf("got %v, and an export of %d bytes", err, len(export(t, store)))
	}
}

func TestDryRunWritesNothing(t *testing.T) {
	store := newStore(t)
	report := importInto(t, store, []byte(small), ndjson.Options{DryRun: true})
	if report.Written != nil || report.Kinds[graph.KindTask] != 2 || report.Counts.Created == 0 || len(export(t, store)) > 0 {
		t.Errorf("got %+v", report)
	}
	written := importInto(t, store, []byte(small), ndjson.Options{})
	if written.Counts != report.Counts {
		t.Errorf("counted %+v, and wrote %+v", report.Counts, written.Counts)
	}
	before := export(t, store)
	changed := strings.Replace(small, `"title":"`, `"title":"New `, 1)
	report = importInto(t, store, []byte(changed), ndjson.Options{DryRun: true})
	if report.Written != nil || report.Counts.Updated != 1 || !bytes.Equal(export(t, store), before) {
		t.Errorf("of a change: got %+v", report)
	}
}

func TestCancelledImport(t *testing.T) {
	ctx, cancel := context.WithCancel(actor)
	options := ndjson.Options{Progress: func(ndjson.Progress) { cancel() }}
	store := newStore(t)
	if _, err := ndjson.Import(ctx, store, strings.NewReader(strings.Repeat("\n", 1000)+small), options); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
	if got := export(t, store); len(got) > 0 {
		t.Errorf("written: %s", got)
	}
}

func TestProgress(t *testing.T) {
	var last ndjson.Progress
	stages := map[ndjson.Stage]ndjson.Progress{}
	options := ndjson.Options{
		Size:     int64(len(small)),
		Progress: func(p ndjson.Progress) { last = p; stages[p.Stage] = p },
		Analyse:  func(graph.Entity) []byte { return nil },
	}
	importInto(t, newStore(t), []byte(small), options)
	size := int64(len(small))
	if got, want := stages[ndjson.Reading], (ndjson.Progress{Stage: ndjson.Reading, Lines: 8, Done: size, Total: size}); got != want {
		t.Errorf("reading: got %+v, want %+v", got, want)
	}
	if want := (ndjson.Progress{Stage: ndjson.Writing, Lines: 8, Done: 7, Total: 7}); last != want {
		t.Errorf("at the end: got %+v, want %+v", last, want)
	}
}

func TestMeter(t *testing.T) {
	now := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	meter := ndjson.NewMeter(func() time.Time { return now })
	for _, test := range []struct {
		after    time.Duration
		progress ndjson.Progress
		rate     float64
		left     time.Duration
	}{
		{0, ndjson.Progress{Stage: ndjson.Reading, Total: 100}, 0, -1},
		{2 * time.Second, ndjson.Progress{Stage: ndjson.Reading, Done: 40, Total: 100}, 20, 3 * time.Second},
		{2 * time.Second, ndjson.Progress{Stage: ndjson.Reading, Done: 80}, 20, -1},
		{time.Second, ndjson.Progress{Stage: ndjson.Writing, Done: 1, Total: 50}, 0, -1},
		{time.Second, ndjson.Progress{Stage: ndjson.Writing, Done: 10, Total: 50}, 10, 4 * time.Second},
	} {
		now = now.Add(test.after)
		if rate, left := meter.Estimate(test.progress); rate != test.rate || left != test.left {
			t.Errorf("%+v: got %v, %v, want %v, %v", test.progress, rate, left, test.rate, test.left)
		}
	}
}
