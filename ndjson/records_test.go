package ndjson_test

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"dossier/graph"
	"dossier/ndjson"
)

// people has two record types and entities that their fields can refer to.
const people = `{"kind":"project","id":"p","name":"Bridge"}
{"kind":"project","id":"q","name":"Tunnel"}
{"kind":"record_type","id":"team","name":"Team","fields":[{"name":"lead","type":"entity_ref","entity_type":"person"},{"name":"members",` +
	`"type":"computed","query":"SELECT p FROM Person WHERE p.team = {this}"}]}
{"kind":"record_type","id":"person","name":"Person","fields":[{"name":"role","type":"text"},{"name":"email","type":"email"},` +
	`{"name":"since","type":"date"},{"name":"status","type":"select","options":["active","left"]},{"name":"tags","type":"text_list"},` +
	`{"name":"team","type":"entity_ref","entity_type":"team"},{"name":"plans","type":"entity_ref_list","entity_type":"plan"},` +
	`{"name":"profile","type":"note_ref"},{"name":"reports","type":"computed","query":{"recordType":"person"}}]}
{"kind":"record","id":"data","project_id":"p","record_type":"team","name":"Data"}
{"kind":"plan","id":"plan","project_id":"p","name":"Build"}
{"kind":"document","id":"doc","project_id":"p","title":"About"}
{"kind":"record","id":"far","project_id":"q","record_type":"team","name":"Far"}
`

// person returns the line of a record with fields.
func person(id, fields string) string {
	return fmt.Sprintf(`{"kind":"record","id":"%s","project_id":"p","record_type":"person","name":"%[1]s","fields":%s}`+"\n", id, fields)
}

func TestRecordsFitTheirTypes(t *testing.T) {
	store, stored := newStore(t), newStore(t)
	importInto(t, stored, []byte(people), ndjson.Options{})
	for _, test := range []struct{ fields, field, reason string }{
		{`{"role":"x","email":"a@b.example","since":"2026-02-28","status":"left","tags":["a"],"team":"data","plans":"plan, plan",` +
			`"profile":"doc","other":{}}`, "", ""},
		{`{"role":null,"email":"","tags":[],"plans":""}`, "", ""},
		{`{"role":7}`, "", ""}, // there is no type for numbers
		{`{"role":true}`, "fields.role", "got true; expected a text"},
		{`{"email":7}`, "fields.email", "got 7; expected a text"},
		{`{"email":"a at b"}`, "fields.email", `got "a at b"; expected an e-mail address`},
		{`{"since":"28.2.2026"}`, "fields.since", `got "28.2.2026"; expected a date such as 2026-01-31`},
		{`{"since":"2026-02-30"}`, "fields.since", "expected a date"},
		{`{"status":"gone"}`, "fields.status", `got "gone"; expected one of active, left`},
		{`{"tags":{"a":1}}`, "fields.tags", `got {"a":1}; expected a list of texts`},
		{`{"tags":["a",1]}`, "fields.tags", "has 1; expected a list of texts"},
		{`{"team":"none"}`, "fields.team", `"none" names no entity of the file or the store; expected the id of one`},
		{`{"team":"far"}`, "fields.team", `"far" is in another project; expected the id of an entity of the record's`},
		{`{"team":"plan"}`, "fields.team", `"plan" is a Plan; expected a team`},
		{`{"plans":["plan","doc"]}`, "fields.plans", `"doc" is a Document; expected a plan`},
		{`{"profile":"plan"}`, "fields.profile", `"plan" is a Plan; expected a document`},
		{`{"reports":["ada"]}`, "fields.reports", "is computed; leave it out"},
		{`{"role":[7],"email":"x"}`, "fields.role", `expected a text; fields.email: got "x"; expected an e-mail address`},
	} {
		for name, report := range map[string]*ndjson.Report{
			"one file":  importInto(t, store, []byte(person("ada", test.fields)+people), ndjson.Options{DryRun: true}),
			"the store": importInto(t, stored, []byte(person("ada", test.fields)), ndjson.Options{DryRun: true}),
		} {
			if test.reason == "" && len(report.Rejects) == 0 {
				continue
			}
			if len(report.Rejects) != 1 || report.Rejects[0].Line != 1 || report.Rejects[0].Field != test.field ||
				!strings.Contains(report.Rejects[0].Reason, test.reason) {
				t.Errorf("%s, %s: got %+v, want %s: %s", name, test.fields, report.Rejects, test.field, test.reason)
			}
		}
	}
}

func TestRecordTypesFitEachOther(t *testing.T) {
	recordType := func(id, field string) string {
		return `{"kind":"record_type","id":"` + id + `","name":"X","fields":[{"name":"a","type":"text"},{"name":"f",` + field + "}]}\n"
	}
	for _, test := range []struct{ lines, want string }{
		{recordType("x", `"type":"entity_ref","entity_type":"y"`) + recordType("y", `"type":"entity_ref","entity_type":"x"`), ""},
		{recordType("x", `"type":"entity_ref","entity_type":"pet"`),
			`1 fields[1].entity_type "pet" is no record type and no kind; expected one of x, project, plan`},
		{recordType("x", `"type":"computed","query":{"recordType":"x","where":{"b":{"eq":1}}}`),
			`1 fields[1].query.where.b x has no field "b" to compare; expected one of`},
		{recordType("x", `"type":"computed","query":"SELECT t FROM task\nWHERE t.priority LIKE 1"`),
			`1 fields[1].query line 2, column 18: got "LIKE"; expected =, !=`},
		{
			recordType("x", `"type":"entity_ref","entity_type":"y"`) + recordType("y", `"type":"entity_ref","entity_type":"z"`),
			`2 fields[1].entity_type "z" is no record type and no kind|1 fields[1].entity_type "y" is no record type`,
		},
		{`{"kind":"project","id":"p","name":"P"}` + "\n" + person("ada", "{}"),
			`2 record_type "person" is no record type, and none is there; define it first`},
		{
			`{"kind":"project","id":"p","name":"P"}` + "\n" + recordType("person", `"type":"number"`) + person("ada", "{}"),
			`2 fields[1].type unknown type "number"; expected one of text, email, date`,
		},
	} {
		report := importInto(t, newStore(t), []byte(test.lines), ndjson.Options{DryRun: true})
		missing := 0
		for want := range strings.SplitSeq(test.want, "|") {
			found := test.want == ""
			for _, reject := range report.Rejects {
				found = found || strings.HasPrefix(fmt.Sprintf("%d %s %s", reject.Line, reject.Field, reject.Reason), want)
			}
			if !found {
				missing++
			}
		}
		if wanted := strings.Count(test.want, "|") + 1; missing > 0 || test.want != "" && len(report.Rejects) != wanted ||
			test.want == "" && len(report.Rejects) > 0 {
			t.Errorf("%s: got %+v, want %s", test.lines, report.Rejects, test.want)
		}
	}
}

// TestRecordsOfRejectedOnes checks that records that refer to rejected ones are
// rejected, in any order and in a cycle, and that the others are written.
func TestRecordsOfRejectedOnes(t *testing.T) {
	lines := people + `{"kind":"record_type","id":"friend","name":"Friend","fields":[{"name":"of","type":"entity_ref",` +
		`"entity_type":"friend"},{"name":"email","type":"email"}]}` + "\n"
	for _, fields := range []string{
		`a","fields":{"of":"b"}`, `b","fields":{"of":"c"}`, `c","fields":{"of":"a","email":"x"}`, `d","fields":{"of":"d"}`,
		`e","fields":{"of":"d"}`, `f","fields":{"of":"a"}`,
	} {
		lines += `{"kind":"record","project_id":"p","record_type":"friend","name":"F","id":"` + fields + "}\n"
	}
	lines += `{"kind":"edge","rel":"references","src_id":"f","dst_id":"plan"}`
	store := newStore(t)
	file := filepath.Join(t.TempDir(), "rejected")
	report := importInto(t, store, []byte(lines), ndjson.Options{OnError: ndjson.Skip, Rejected: file})
	if report.Rejected != 5 || len(report.Rejects) != 1 || report.Rejects[0].Line != 12 || report.Rejects[0].Needed != 4 ||
		report.More != nil {
		t.Errorf("got %+v", report)
	}
	if n := report.Written.Created[graph.KindRecord]; n != 4 {
		t.Errorf("%d records were written, want 4", n)
	}
	var got []string
	for _, reject := range rejectedIn(t, file) {
		got = append(got, fmt.Sprintf("%d %s", reject.Line, reject.Field))
		if want := `"b" names the entity of line 11, which was rejected; mend that line`; reject.Line == 10 && reject.Reason != want {
			t.Errorf("got %s", reject.Reason)
		}
	}
	if want := "10 fields.of, 11 fields.of, 12 fields.email, 15 fields.of, 16 src_id"; strings.Join(got, ", ") != want {
		t.Errorf("got %v, want %s", got, want)
	}
}

// TestNeeded checks that lines that only refer to a rejected record type, or to its
// records, are counted with it.
func TestNeeded(t *testing.T) {
	lines := `{"kind":"project","id":"p","name":"P"}
{"kind":"task","id":"task","project_id":"p","title":"T"}
{"kind":"record_type","id":"person","name":"X","fields":[{"name":"f","type":"number"}]}
` + person("ada", "{}") + person("bo", "{}") + person("cy", `{"f":`) + `{"kind":"edge","rel":"part_of","src_id":"ada","dst_id":"task"}
{"kind":"edge","rel":"references","src_id":"bo","dst_id":"task"}`
	var got []string
	for _, reject := range importInto(t, newStore(t), []byte(lines), ndjson.Options{}).Rejects {
		got = append(got, fmt.Sprintf("%d needed by %d", reject.Line, reject.Needed))
	}
	if want := "3 needed by 4, 6 needed by 0"; strings.Join(got, ", ") != want {
		t.Errorf("got %v, want %s", got, want)
	}
}

// rejectedIn returns the lines of a file of rejected lines.
func rejectedIn(t *testing.T, file string) (list []ndjson.Reject) {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(text)) {
		var reject ndjson.Reject
		if err := json.Unmarshal([]byte(line), &reject); err != nil {
			t.Fatal(err)
		}
		list = append(list, reject)
	}
	return list
}

// TestUncheckedRecords imports records that no longer match their type.
func TestUncheckedRecords(t *testing.T) {
	if testing.Short() {
		t.Skip("imports much")
	}
	store := newStore(t)
	lines := []byte(person("ada", `{"email":"x","team":"gone"}`) + `{"kind":"project","id":"p","name":"Bridge"}`)
	if report := importInto(t, store, lines, ndjson.Options{UncheckedRecords: true}); report.Written.Created[graph.KindRecord] != 1 {
		t.Errorf("got %+v", report)
	}
	again := newStore(t)
	importInto(t, again, export(t, store), ndjson.Options{UncheckedRecords: true})
	if first, second := export(t, store), export(t, again); string(first) != string(second) {
		t.Errorf("exported\n%s\nthen\n%s", first, second)
	}
}
