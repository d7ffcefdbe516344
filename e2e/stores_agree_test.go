package e2e_test

import (
	"errors"
	"io/fs"
	"os"
	"testing"

	"dossier/db/storetest"
	"dossier/graph/contextdoc"
	"dossier/graph/memory"
	"dossier/graph/query"
	"dossier/graph/searchtext"
	"dossier/ndjson"
	"dossier/tokens"
)

// TestStoresAgree reads every project of the sample from both stores, as data
// and as text. The bytes must be equal.
func TestStoresAgree(t *testing.T) {
	if testing.Short() {
		t.Skip("the sample takes a while")
	}
	embedded := storetest.Open(t)
	one, other := importSample(t, embedded), importSample(t, openPostgres(t))
	projects, err := embedded.Revisions(storetest.Context(), nil)
	if err != nil || len(projects) == 0 {
		t.Fatalf("%d projects, %v", len(projects), err)
	}
	for _, project := range projects {
		id := project.ProjectID
		for name, read := range map[string]func(*query.Service) (string, error){
			"snapshot":  snapshotOf(id),
			"workspace": textOf(contextdoc.Input{Start: contextdoc.Start{ProjectID: new(id)}}),
			"topic":     textOf(contextdoc.Input{Start: contextdoc.Start{Topic: new("beta graduation risks")}, ProjectID: new(id)}),
		} {
			want, err := read(one)
			if err != nil {
				t.Fatalf("%s of %s from SQLite: %v", name, id, err)
			}
			if got, err := read(other); got != want || err != nil {
				t.Errorf("%s of %s: Postgres (%v)\n%s\n---\nSQLite\n%s", name, id, err, got, want)
			}
		}
	}
}

// snapshotOf returns a function that reads a project's snapshot as JSON.
func snapshotOf(id string) func(*query.Service) (string, error) {
	return func(s *query.Service) (string, error) {
		counter, err := tokens.For("o200k_base")
		if err != nil {
			return "", err
		}
		g, err := s.Graph(storetest.Context(), id)
		if err != nil {
			return "", err
		}
		snapshot, err := g.Snapshot(memory.DefaultSnapshot(storetest.Now(), counter.Count))
		if err != nil {
			return "", err
		}
		return snapshot.JSON(), nil
	}
}

// textOf returns a function that reads a context document as text.
func textOf(in contextdoc.Input) func(*query.Service) (string, error) {
	return func(s *query.Service) (string, error) {
		document, err := s.Context(storetest.Context(), in)
		if err != nil {
			return "", err
		}
		return document.Text, nil
	}
}

// sample is the path of the sample graph, which is outside of the repository.
const sample = "../../shared/data/kep.ndjson.gz"

// importSample imports the sample and returns a service on the store. It skips
// the test if there is no sample.
func importSample(t testing.TB, store *storetest.Store) *query.Service {
	t.Helper()
	file, err := os.Open(sample)
	if errors.Is(err, fs.ErrNotExist) {
		t.Skip("the sample is absent")
	}
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	report, err := ndjson.Import(storetest.Context(), store, file, ndjson.Options{Analyse: searchtext.Analyse})
	if err != nil || len(report.Rejects) > 0 {
		t.Fatalf("import: %v, rejected %v", err, report.Rejects)
	}
	return serve(store).service
}
