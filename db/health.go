package db

import "context"

// Dangling returns the number of edges with an end that was never stored. Other
// programs may write such edges; no answer has them.
func (s *Store) Dangling(ctx context.Context) (count int, err error) {
	q := s.statement().add(`SELECT count(*) FROM onto_edges edge WHERE NOT edge.deleted
		AND (NOT EXISTS (SELECT 1 FROM onto_entities src WHERE src.id = edge.src_id)
		OR NOT EXISTS (SELECT 1 FROM onto_entities dst WHERE dst.id = edge.dst_id))`)
	err = s.reader(s.backend).Read(asService(ctx), q.query(func(row Row) error { return row.Scan(&count) }))
	return count, err
}
