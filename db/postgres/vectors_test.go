package postgres

import (
	"testing"

	"dossier/db/dbtest"
)

func TestVectorMigrationIsFresh(t *testing.T) {
	dbtest.Fresh(t, "migrations/00003_vectors.sql", dialect.VectorSchema())
}
