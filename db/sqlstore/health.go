package sqlstore

import (
	"context"
	"maps"
	"slices"

	"dossier/db/engine"
	"dossier/db/schema"
	"dossier/db/statement"
)

// Dangling returns the number of edges with an end that was never stored. Other
// programs may write such edges; no answer has them.
func (s *Store) Dangling(ctx context.Context) (count int, err error) {
	q := s.conn.Statement().Add(`SELECT count(*) FROM onto_edges edge WHERE NOT edge.deleted
		AND (NOT EXISTS (SELECT 1 FROM onto_ids src WHERE src.id = edge.src_id)
		OR NOT EXISTS (SELECT 1 FROM onto_ids dst WHERE dst.id = edge.dst_id))`)
	err = s.conn.Reader(s.conn.Backend).Read(statement.AsService(ctx), q.Query(func(row engine.Row) error { return row.Scan(&count) }))
	return count, err
}

// MissingIndexes returns the statements that create the indexes that the database
// lacks or cannot use, by the names of the indexes. Reads are slow without them. A
// distributed database cannot have the indexes that are unique without the project, which
// reads do without.
func (s *Store) MissingIndexes(ctx context.Context) ([]string, error) {
	missing, err := s.conn.Dialect.Created()
	if err != nil {
		return nil, err
	}
	err = s.conn.Reader(s.conn.Backend).Read(statement.AsService(ctx), engine.Query{SQL: s.conn.Dialect.Indexes,
		Each: func(row engine.Row) error {
			var name string
			err := row.Scan(&name)
			delete(missing, name)
			return err
		}})
	for _, table := range schema.Tables() {
		if table.Key[0] == schema.ProjectKey {
			delete(missing, table.Name+"_"+schema.AloneIndex)
		}
	}
	var statements []string
	for _, name := range slices.Sorted(maps.Keys(missing)) {
		statements = append(statements, missing[name])
	}
	return statements, err
}
