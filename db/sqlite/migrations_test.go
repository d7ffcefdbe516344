package sqlite

import (
	"testing"

	"dossier/db/dbtest"
)

// Until the first release the one migration is generated. After it, that file
// must stay as it is, and what this compares are the tables of a database.
func TestFirstMigrationIsFresh(t *testing.T) {
	dbtest.Fresh(t, "migrations/00001_tables.sql", dialect.Schema())
}

func TestVectorMigrationIsFresh(t *testing.T) {
	dbtest.Fresh(t, "migrations/00002_vectors.sql", dialect.VectorSchema())
}
