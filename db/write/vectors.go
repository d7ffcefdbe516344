package write

import (
	"context"
	"encoding/binary"
	"fmt"
	"maps"
	"math"
	"slices"

	"dossier/db/engine"
	"dossier/db/schema"
	"dossier/db/statement"
	"dossier/graph"
)

// PutVectors implements the Store of package similarity. It locks the revisions
// of the projects, so that a reader that has seen a number has seen all vectors
// up to it.
func (s *Writer) PutVectors(ctx context.Context, model string, list []graph.Vector) error {
	return s.conn.InTransaction(ctx, func(tx engine.Tx) error {
		w := s.newWrite(tx, &graph.Batch{}, statement.SubjectOf(ctx))
		last := lastByEntity(list)
		projectOf, err := w.vectorProjects(ctx, slices.Sorted(maps.Keys(last)))
		if err != nil {
			return err
		}
		if err := w.lock(ctx); err != nil {
			return err
		}
		if err := w.numberVectors(ctx); err != nil {
			return err
		}
		for _, id := range slices.Sorted(maps.Keys(projectOf)) {
			projectID := projectOf[id]
			w.plan(schema.Vectors, []any{id, model, projectID, w.projects[projectID].rev, last[id].Hash, encodeFloats(last[id].Values)}, false)
		}
		return w.putRows(ctx)
	})
}

// lastByEntity returns the last vector of each entity, by id.
func lastByEntity(list []graph.Vector) map[string]graph.Vector {
	last := map[string]graph.Vector{}
	for _, v := range list {
		last[v.Entity.ID] = v
	}
	return last
}

// vectorProjects returns the projects, by entity, of the entities that the
// actor may read, and adds them to those of the write.
func (t *transaction) vectorProjects(ctx context.Context, ids []string) (map[string]string, error) {
	projects := map[string]string{}
	q := t.conn.Statement()
	q.Add("SELECT id, project_id FROM onto_entities WHERE ", q.ByID("project_id", "id", ids), " AND ", q.Readable("project_id", t.who))
	return projects, t.tx.Read(ctx, q.Query(func(row engine.Row) error {
		var id, projectID string
		err := row.Scan(&id, &projectID)
		projects[id] = projectID
		t.touch(projectID)
		return err
	}))
}

// numberVectors sets each project's rev to the number of its next vectors.
func (t *transaction) numberVectors(ctx context.Context) error {
	for _, project := range t.projects {
		project.rev = 1
	}
	q := t.conn.Statement()
	q.Add("SELECT project_id, MAX(rev) + 1 FROM onto_vectors WHERE ", q.In("project_id", t.projectIDs()), " GROUP BY project_id")
	return t.tx.Read(ctx, q.Query(func(row engine.Row) error {
		var id string
		var next int64
		if err := row.Scan(&id, &next); err != nil {
			return fmt.Errorf("read numbers of vectors: %w", err)
		}
		t.projects[id].rev = next
		return nil
	}))
}

// encodeFloats returns the stored form of values, four bytes each,
// little-endian.
func encodeFloats(values []float32) []byte {
	stored := make([]byte, 0, 4*len(values))
	for _, value := range values {
		stored = binary.LittleEndian.AppendUint32(stored, math.Float32bits(value))
	}
	return stored
}
