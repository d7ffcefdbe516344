package ndjson_test

import (
	"bytes"
	"context"
	"os"
	"testing"

	"dossier/graph"
	"dossier/ndjson"
)

// sample is the real graph that stands beside the repository, if it does.
func sample(t testing.TB) []byte {
	t.Helper()
	data, err := os.ReadFile("../../shared/data/kep.ndjson.gz")
	if err != nil {
		t.Skip("the sample is not there")
	}
	return data
}

func importInto(t testing.TB, store ndjson.Store, data []byte, options ndjson.Options) *ndjson.Report {
	t.Helper()
	report, err := ndjson.Import(context.Background(), store, bytes.NewReader(data), options)
	if err != nil {
		t.Fatal(err)
	}
	return report
}

func export(t testing.TB, store ndjson.Exporter) []byte {
	t.Helper()
	var out bytes.Buffer
	if err := ndjson.Export(context.Background(), store, nil, &out); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

func BenchmarkSample(b *testing.B) {
	data := sample(b)
	for b.Loop() {
		importInto(b, newMemory(), data, ndjson.Options{DryRun: true})
	}
}

func TestRoundTrip(t *testing.T) {
	for name, read := range map[string]func(testing.TB) []byte{"sample": sample, "demo": demo} {
		t.Run(name, func(t *testing.T) { checkRoundTrip(t, read(t)) })
	}
}

func demo(t testing.TB) []byte {
	data, err := os.ReadFile("../testdata/demo.ndjson")
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func checkRoundTrip(t *testing.T, data []byte) {
	first, second := newMemory(), newMemory()
	report := importInto(t, first, data, ndjson.Options{})
	for _, reject := range report.Rejects[:min(20, len(report.Rejects))] {
		t.Errorf("line %d: %s: %s: %.200s", reject.Line, reject.Field, reject.Reason, reject.Raw)
	}
	if t.Failed() {
		t.FailNow()
	}
	t.Log(report.Lines, report.Kinds, report.Repeats, report.Unknown, report.Written)
	exported := export(t, first)
	if again := importInto(t, first, exported, ndjson.Options{}); len(again.Written.Created)+len(again.Written.Updated) > 0 {
		t.Errorf("second import: %+v, want all unchanged", again.Written)
	}
	importInto(t, second, exported, ndjson.Options{})
	if !bytes.Equal(export(t, second), exported) {
		t.Error("the export of an imported export differs")
	}
	_ = graph.KindEdge
}
