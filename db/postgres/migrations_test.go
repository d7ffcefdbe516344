package postgres

import (
	"testing"

	"dossier/db/dbtest"
)

func TestFirstMigrationIsFresh(t *testing.T) {
	dbtest.Fresh(t, "migrations/00001_tables.sql", dialect.Schema())
}
