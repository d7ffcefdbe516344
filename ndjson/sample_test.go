package ndjson_test

import (
	"bytes"
	"encoding/json"
	"os"
	"testing"

	"dossier/graph"
	"dossier/ndjson"
)

// sample returns the real graph beside the repository, and skips the test if it
// is missing.
func sample(t testing.TB) []byte {
	t.Helper()
	data, err := os.ReadFile("../../shared/data/kep.ndjson.gz")
	if err != nil {
		t.Skip("the sample is not there")
	}
	return data
}

// demo returns the graph of the demo.
func demo(t testing.TB) []byte {
	t.Helper()
	data, err := os.ReadFile("../testdata/demo.ndjson")
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func TestRoundTrip(t *testing.T) {
	for _, test := range []struct {
		name  string
		read  func(testing.TB) []byte
		lines map[graph.Kind]int
	}{
		{"sample", sample, map[graph.Kind]int{"": 15287 + 22117, graph.KindEdge: 22117}},
		{"demo", demo, kindsOfLines(t, demo(t))},
	} {
		t.Run(test.name, func(t *testing.T) {
			if test.name == "sample" && testing.Short() {
				t.Skip("15,309 entities, which take minutes with the race detector")
			}
			report := checkRoundTrip(t, test.read(t))
			entities := 0
			for _, spec := range graph.Kinds[1:] { // those of projects
				entities += report.Written.Created[spec.Kind]
			}
			wantEdges := test.lines[graph.KindEdge]
			wantEntities := test.lines[""] - wantEdges - test.lines[graph.KindProject] - test.lines["record_type"]
			if edges := report.Written.Created[graph.KindEdge]; entities != wantEntities || edges != wantEdges {
				t.Errorf("created %d entities and %d edges, want %d and %d", entities, edges, wantEntities, wantEdges)
			}
		})
	}
}

// kindsOfLines returns the number of lines by kind, and the total as "".
func kindsOfLines(t *testing.T, data []byte) map[graph.Kind]int {
	t.Helper()
	count := map[graph.Kind]int{}
	for line := range bytes.Lines(data) {
		var fields struct{ Kind graph.Kind }
		if err := json.Unmarshal(line, &fields); err != nil {
			t.Fatal(err)
		}
		count[fields.Kind]++
		count[""]++
	}
	return count
}

// checkRoundTrip imports data, which must be valid, and exports it. Importing
// the export must change nothing, and make an empty store equal.
func checkRoundTrip(t *testing.T, data []byte) *ndjson.Report {
	t.Helper()
	first, second := newStore(t), newStore(t)
	report := importInto(t, first, data, ndjson.Options{})
	for _, reject := range report.Rejects {
		t.Fatalf("line %d: %s: %s: %.200s", reject.Line, reject.Field, reject.Reason, reject.Raw)
	}
	exported := export(t, first)
	for name, data := range map[string][]byte{"data": data, "export": exported} {
		again := importInto(t, first, data, ndjson.Options{})
		if len(again.Rejects)+len(again.Written.Created)+len(again.Written.Updated) > 0 {
			t.Errorf("importing the %s again: %+v, want all unchanged", name, again.Written)
		}
	}
	importInto(t, second, exported, ndjson.Options{})
	if !bytes.Equal(export(t, second), exported) {
		t.Error("the export of an imported export differs")
	}
	return report
}

func BenchmarkCheckSample(b *testing.B) {
	data, store := sample(b), newStore(b)
	for b.Loop() {
		importInto(b, store, data, ndjson.Options{DryRun: true})
	}
}

func BenchmarkImportSample(b *testing.B) {
	data := sample(b)
	for b.Loop() {
		importInto(b, newStore(b), data, ndjson.Options{})
	}
}

func BenchmarkExportSample(b *testing.B) {
	store := newStore(b)
	importInto(b, store, sample(b), ndjson.Options{})
	for b.Loop() {
		b.SetBytes(int64(len(export(b, store))))
	}
}
