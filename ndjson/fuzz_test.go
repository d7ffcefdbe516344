package ndjson

import (
	"bufio"
	"bytes"
	"testing"

	"dossier/graph"
	"dossier/graph/rows"
)

// FuzzLine checks that any line is either rejected with reasons, or has the
// same content after it is written and read again.
func FuzzLine(f *testing.F) {
	for _, line := range []string{
		`{"kind":"project","id":"p","name":"Bridge","is_public":true,"type_key":"project.technical.software"}`,
		`{"kind":"task","id":"t","project_id":"p","title":"Dig","due_at":"2026-03-01","priority":1,"owner":"Ada",` +
			`"props":{"a":[1.50,null,"\u2028"]}}`,
		`{"kind":"risk","id":"00000000-0000-0000-0000-00000000000A","external_id":"r","project_id":"P","title":"W","probability":1e-9}`,
		`{"kind":"output","id":"o","project_id":"p","name":"<Deck>","source_document_id":"d","created_at":"2026-01-01T00:00:00.1234567-11:30"}`,
		`{"kind":"signal","id":"s","project_id":"p","channel":"mail","payload":["x",{"b":1e400}]}`,
		`{"kind":"insight","id":"i","project_id":"p","title":"T","summary":"S"}`,
		`{"kind":"record","id":"r","project_id":"p","name":"Ada","record_type":"person","fields":{"role":"x"}}`,
		`{"kind":"record_type","id":"t","name":"T","fields":[{"name":"a","type":"computed","query":{"kind":"task"}},` +
			`{"name":"b","type":"select","options":["x"]}]}`,
		`{"kind":"edge","rel":"belongs_to_plan","src_id":"t","dst_id":"l","props":{},"weight":2}`,
		`{"kind":"edge","rel":"unheard_of","src_id":"t","dst_id":"l"}`,
		`{"kind":"task","id":"\ud800"}`, "{\"kind\":\"\x00\"}", `[]`, `{"kind":{}}`, ``,
	} {
		f.Add([]byte(line), true)
	}
	f.Fuzz(func(t *testing.T, line []byte, relatesTo bool) {
		first, problems := rows.Parse(line, relatesTo)
		if problems != nil {
			for _, problem := range problems {
				if graph.CodeOf(problem) != graph.CodeBadUserInput {
					t.Errorf("%s: rejected without a reason: %v", line, problem)
				}
			}
			return
		}
		once := write(t, first)
		second, problems := rows.Parse(once, false)
		if problems != nil {
			t.Fatalf("%s was written as %s and is rejected then: %v", line, once, problems)
		}
		if twice := write(t, second); !bytes.Equal(once, twice) || len(second.Unknown) > 0 {
			t.Errorf("%s was written as %s and then as %s", line, once, twice)
		}
	})
}

// write returns the line of an item.
func write(t *testing.T, it rows.Item) []byte {
	t.Helper()
	var out bytes.Buffer
	ex := &exporting{out: bufio.NewWriter(&out), names: map[string]string{}}
	var err error
	switch {
	case it.Entity != nil:
		err = ex.entity(it.Entity)
	case it.RecordType != nil:
		err = ex.recordType(*it.RecordType)
	default:
		err = ex.edge(it.Edge)
	}
	if err == nil {
		err = ex.out.Flush()
	}
	if err != nil {
		t.Fatal(err)
	}
	return bytes.TrimSuffix(out.Bytes(), []byte("\n"))
}
