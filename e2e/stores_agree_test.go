package main

import (
	"os"
	"path/filepath"
	"testing"

	"dossier/db"
	"dossier/db/postgres"
	"dossier/graph"
	"dossier/graph/query"
	"dossier/graph/searchtext"
	"dossier/ndjson"
)

// TestStoresAgree asks both stores for every project of the sample, as data
// and as text, and wants the same bytes.
func TestStoresAgree(t *testing.T) {
	if testing.Short() {
		t.Skip("the sample takes a while")
	}
	one := libraryOf(t, sampleLibrary)
	other := sampleInPostgres(t)
	counter, err := newCounters().find("o200k_base")
	if err != nil {
		t.Fatal(err)
	}
	for _, id := range one.projects {
		for what, ask := range map[string]func(*query.Service) (string, error){
			"snapshot": func(s *query.Service) (string, error) {
				g, err := s.Graph(localContext(), id)
				if err != nil {
					return "", err
				}
				snapshot, err := g.Snapshot(graph.DefaultSnapshot(clock(), counter.Count))
				if err != nil {
					return "", err
				}
				return snapshot.JSON(), nil
			},
			"workspace": textOf(query.ContextInput{Start: query.ContextStart{ProjectID: new(id)}}),
			"topic":     textOf(query.ContextInput{Start: query.ContextStart{Topic: new("beta graduation risks")}, ProjectID: new(id)}),
		} {
			want, err := ask(one.service)
			if err != nil {
				t.Fatalf("%s of %s from SQLite: %v", what, id, err)
			}
			if got, err := ask(other); got != want || err != nil {
				t.Errorf("%s of %s differs between the stores (%v):\n%s\n---\n%s", what, id, err, got, want)
			}
		}
	}
}

// textOf asks for a context document's text.
func textOf(in query.ContextInput) func(*query.Service) (string, error) {
	return func(s *query.Service) (string, error) {
		document, err := s.Context(localContext(), in)
		if err != nil {
			return "", err
		}
		return document.Text, nil
	}
}

func sampleInPostgres(t *testing.T) *query.Service {
	t.Helper()
	store, err := postgres.Open(localContext(), databases.Database(t), db.Options{Now: clock, Migrate: true})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { store.Close() })
	file, err := os.Open(filepath.Join("..", "shared", "data", "kep.ndjson.gz"))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	if _, err := ndjson.Import(localContext(), store, file, ndjson.Options{Analyse: searchtext.Analyse}); err != nil {
		t.Fatal(err)
	}
	return query.New(store, query.Options{Now: clock, Tokens: newCounters().find})
}
