package read

import (
	"context"
	"encoding/binary"
	"fmt"
	"math"

	"dossier/db/engine"
	"dossier/db/statement"
	"dossier/graph"
)

// Vectors implements the Store of package similarity.
func (r *ProjectReader) Vectors(ctx context.Context, model string, since []graph.Revision, yield func(graph.Vector)) error {
	q := r.conn.Statement()
	from := source{table: "onto_vectors vector", project: "vector.project_id", rev: "vector.rev", live: "TRUE"}
	q.Add("SELECT vector.entity_id, vector.project_id, vector.rev, vector.hash, vector.vector FROM ", rowsSince(q, since, from,
		statement.SubjectOf(ctx)),
		" AND vector.model = ", q.Param(model), " ORDER BY vector.rev, vector.entity_id")
	return r.conn.Read(ctx, q.Query(func(row engine.Row) error {
		var v graph.Vector
		var values []byte
		if err := row.Scan(&v.Entity.ID, &v.ProjectID, &v.Number, &v.Hash, &values); err != nil {
			return fmt.Errorf("read vector: %w", err)
		}
		v.Values = decodeFloats(values)
		yield(v)
		return nil
	}))
}

// Pending implements the Store of package similarity.
func (r *ProjectReader) Pending(ctx context.Context, model string, limit int) (found []graph.Vector, total int, err error) {
	q := r.conn.Statement()
	q.Add(`SELECT entity.id, entity.kind, entity.project_id, entity.hash, COUNT(*) OVER () FROM onto_entities entity
		LEFT JOIN onto_vectors vector ON vector.entity_id = entity.id AND vector.project_id = entity.project_id
			AND vector.model = `, q.Param(model), `
		WHERE NOT entity.deleted AND (vector.hash IS NULL OR vector.hash <> entity.hash) AND `,
		q.Readable("entity.project_id", statement.SubjectOf(ctx)),
		" ORDER BY entity.id LIMIT ", q.Param(limit))
	err = r.conn.Read(ctx, q.Query(func(row engine.Row) error {
		var v graph.Vector
		if err := row.Scan(&v.Entity.ID, &v.Entity.Kind, &v.ProjectID, &v.Hash, &total); err != nil {
			return fmt.Errorf("read pending vectors: %w", err)
		}
		found = append(found, v)
		return nil
	}))
	return found, total, err
}

func decodeFloats(stored []byte) []float32 {
	values := make([]float32, len(stored)/4)
	for i := range values {
		values[i] = math.Float32frombits(binary.LittleEndian.Uint32(stored[4*i:]))
	}
	return values
}
