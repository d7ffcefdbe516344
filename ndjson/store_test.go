package ndjson_test

import (
	"bytes"
	"context"
	"testing"
	"time"

	"dossier/db/sqlite"
	"dossier/db/sqlstore"
	"dossier/graph"
	"dossier/ndjson"
)

// actor is a context to read and write in.
var actor = graph.WithActor(context.Background(), graph.LocalActor)

// newStore returns an empty store.
func newStore(t testing.TB) *sqlstore.Store {
	t.Helper()
	now := func() time.Time { return time.Date(2026, 5, 1, 12, 0, 0, 0, time.UTC) }
	store, err := sqlite.Open(actor, sqlite.Memory, sqlstore.Options{Now: now})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = store.Close() })
	return store
}

func importInto(t testing.TB, store ndjson.Store, data []byte, options ndjson.Options) *ndjson.Report {
	t.Helper()
	report, err := ndjson.Import(actor, store, bytes.NewReader(data), options)
	if err != nil {
		t.Fatal(err)
	}
	return report
}

func export(t testing.TB, store ndjson.Exporter) []byte {
	t.Helper()
	var out bytes.Buffer
	if err := ndjson.Export(actor, store, nil, &out); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}
