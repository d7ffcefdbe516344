package postgres_test

import (
	"context"
	"database/sql"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"
	_ "github.com/jackc/pgx/v5/stdlib" // the driver of database/sql

	"dossier/db/dbtest"
	"dossier/db/dbtest/fixture"
	"dossier/db/dbtest/foreigntest"
	"dossier/db/postgres"
	"dossier/db/schema"
	"dossier/db/sqlstore"
	"dossier/graph"
)

// role is a role that does not own the tables.
const role = "dossier_app"

// granted returns the URL of a database with tables, for its owner and for a
// role that may use them.
func granted(t *testing.T) (owner, url string) {
	t.Helper()
	owner = databases.Database(t)
	if err := postgres.GrantTo(t.Context(), owner, role); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { // before the database is dropped
		connection, err := pgx.Connect(context.Background(), owner)
		if err == nil {
			_, _ = connection.Exec(context.Background(), "DROP OWNED BY "+role)
			_ = connection.Close(context.Background())
		}
	})
	return owner, strings.Replace(owner, "postgres@", role+"@", 1)
}

// TestStoreOfARole tests the contract with a role that the policies limit, in
// addition to the checks of the store.
func TestStoreOfARole(t *testing.T) {
	if testing.Short() {
		t.Skip("the contract once more")
	}
	owner, url := granted(t)
	dbtest.Run(t, func(t testing.TB, options sqlstore.Options) fixture.Store {
		deleteRows(t, owner)
		options.Migrate = false
		return open(t, url, options)
	})
}

// TestPoliciesAlone tests the access scope without the checks of the store.
func TestPoliciesAlone(t *testing.T) {
	owner, url := granted(t)
	dbtest.RunAccess(t, func(t testing.TB, options sqlstore.Options) fixture.Store {
		deleteRows(t, owner)
		options.Migrate, options.Unchecked = false, true
		return open(t, url, options)
	})
}

// TestNothingWithoutAnActor reads every table with a role and without an actor,
// as psql would.
func TestNothingWithoutAnActor(t *testing.T) {
	owner, url := granted(t)
	store := open(t, owner, sqlstore.Options{})
	project := graph.SpecOf(graph.KindProject).New().(*graph.Project)
	project.ID, project.Name, project.IsPublic = graph.ID("p"), "p", true
	ctx := graph.WithActor(t.Context(), graph.LocalActor)
	if _, err := store.Write(ctx,
		&graph.Batch{Entities: []graph.Entity{project}, RecordTypes: []graph.RecordType{{ID: "person", Name: "P"}}}); err != nil {
		t.Fatal(err)
	}
	connection, err := pgx.Connect(t.Context(), url)
	if err != nil {
		t.Fatal(err)
	}
	defer connection.Close(t.Context())
	for _, table := range schema.Tables() {
		var rows, policies int
		const count = "SELECT (SELECT count(*) FROM pg_policies WHERE tablename = $1)"
		if err := connection.QueryRow(t.Context(), count, table.Name).Scan(&policies); err != nil || policies == 0 {
			t.Errorf("%s has %d policies, %v", table.Name, policies, err)
		}
		if err := connection.QueryRow(t.Context(), "SELECT count(*) FROM "+table.Name).Scan(&rows); err != nil || rows > 0 {
			t.Errorf("%s shows %d rows, %v", table.Name, rows, err)
		}
	}
}

// TestForeignRowsOfARole checks that a role that the policies limit completes
// rows that the owner wrote in SQL.
func TestForeignRowsOfARole(t *testing.T) {
	if testing.Short() {
		t.Skip("TestForeignRows makes the same writes as the owner of the tables")
	}
	owner, url := granted(t)
	foreigntest.Run(t, func(t testing.TB, options sqlstore.Options) (fixture.Store, *sql.DB) {
		deleteRows(t, owner)
		database, err := sql.Open("pgx", owner)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = database.Close() })
		options.Migrate = false
		return open(t, url, options), database
	})
}
