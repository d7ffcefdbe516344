package main

import (
	"context"
	"testing"

	"dossier/db"
	"dossier/db/managed/managedtest"
	"dossier/db/postgres"
	"dossier/db/statements"
	"dossier/graph/query"
)

var databases managedtest.Template

// TestAnswersOfPostgres asks the requests of TestAnswers of a Postgres, which
// gives the same bytes for the same number of statements.
func TestAnswersOfPostgres(t *testing.T) {
	url := databases.Database(t)
	s := serveStore(t, func(counter *statements.Counter) query.Store {
		store, err := postgres.Open(context.Background(), url, db.Options{Now: clock, OnStatement: counter.Count, Migrate: true})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { store.Close() })
		return store
	})
	s.load(t, demoGraph)
	testAnswers(t, s)
	testStatements(t, s)
	testReindex(t, s)
}
