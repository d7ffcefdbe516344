package postgres

import (
	"flag"
	"testing"

	"dossier/db/dbtest"
)

var update = flag.Bool("update", false, "write the first migration anew")

func TestFirstMigrationIsFresh(t *testing.T) {
	dbtest.Fresh(t, "migrations/00001_tables.sql", dialect.Schema(), *update)
}
