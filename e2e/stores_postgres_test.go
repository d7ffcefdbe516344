package e2e_test

import (
	"testing"

	"dossier/db/managed/managedtest"
	"dossier/db/postgres"
	"dossier/db/sqlstore"
	"dossier/db/storetest"
)

var databases managedtest.Template

// openPostgres opens a store in an empty database until the test ends.
func openPostgres(t testing.TB) *storetest.Store {
	t.Helper()
	url := databases.Database(t)
	return storetest.New(t, func(options sqlstore.Options) (*sqlstore.Store, error) {
		options.Migrate = true
		return postgres.Open(storetest.Context(), url, options)
	})
}

// TestPostgres runs the tests of answers, statements and reindexing on
// Postgres, which must give the same bytes with the same numbers of statements.
func TestPostgres(t *testing.T) {
	s := serve(openPostgres(t))
	s.store.Load(t, storetest.DemoGraph(t, root))
	testAnswers(t, s)
	testStatements(t, s)
	testReindex(t, s)
}
