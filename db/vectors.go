package db

import (
	"context"
	"encoding/binary"
	"fmt"
	"maps"
	"math"
	"slices"

	"dossier/graph"
)

// vectors has what embedding models made of entities. It came after the first
// migration and is made by one of its own.
var vectors = table("onto_vectors", "entity_id model",
	Column{"entity_id", UUID, false}, Column{"model", Text, false}, Column{"project_id", UUID, false},
	Column{"rev", Integer, false}, Column{"hash", Bytes, false}, Column{"vector", Bytes, false})

// VectorSchema is the SQL that creates the table of vectors, as a migration of
// goose.
func (d *Dialect) VectorSchema() string {
	return d.migration([]Table{vectors}, []string{index("INDEX", vectors.Name, "rev", "project_id, rev")})
}

// Vectors implements the VectorStore of package query.
func (s *Store) Vectors(ctx context.Context, model string, since []graph.Revision, yield func(graph.Vector)) error {
	q := s.statement()
	q.add("SELECT vector.entity_id, vector.project_id, vector.rev, vector.hash, vector.vector FROM ", q.asked(since), ` asked
		JOIN onto_vectors vector ON vector.project_id = asked.project AND vector.rev > asked.rev
		WHERE vector.model = `, q.param(model), " AND ", q.readable("asked.project", actor(ctx)), " ORDER BY vector.rev, vector.entity_id")
	return s.read(ctx, q.query(func(row Row) error {
		var v graph.Vector
		var values []byte
		if err := row.Scan(&v.Entity.ID, &v.ProjectID, &v.Number, &v.Hash, &values); err != nil {
			return fmt.Errorf("read vector: %w", err)
		}
		v.Values = floats(values)
		yield(v)
		return nil
	}))
}

// Pending implements the VectorStore of package query.
func (s *Store) Pending(ctx context.Context, model string, limit int) (found []graph.Vector, total int, err error) {
	q := s.statement()
	q.add(`SELECT entity.id, entity.kind, entity.project_id, entity.hash, COUNT(*) OVER () FROM onto_entities entity
		LEFT JOIN onto_vectors vector ON vector.entity_id = entity.id AND vector.model = `, q.param(model), `
		WHERE NOT entity.deleted AND (vector.hash IS NULL OR vector.hash <> entity.hash) AND `, q.readable("entity.project_id", actor(ctx)),
		" ORDER BY entity.id LIMIT ", q.param(limit))
	err = s.read(ctx, q.query(func(row Row) error {
		var v graph.Vector
		if err := row.Scan(&v.Entity.ID, &v.Entity.Kind, &v.ProjectID, &v.Hash, &total); err != nil {
			return fmt.Errorf("read pending vectors: %w", err)
		}
		found = append(found, v)
		return nil
	}))
	return found, total, err
}

// PutVectors implements the VectorStore of package query. The revisions of the
// projects are locked, so that whoever reads after a number misses none.
func (s *Store) PutVectors(ctx context.Context, model string, list []graph.Vector) error {
	return s.backend.Write(ctx, func(tx Tx) error {
		w := &write{store: s, tx: tx, projects: map[string]*project{}}
		projectOf, err := w.vectorProjects(ctx, list)
		if err != nil {
			return err
		}
		if err := w.lock(ctx); err != nil {
			return err
		}
		if err := w.numberVectors(ctx); err != nil {
			return err
		}
		p := put{table: vectors}
		last := byEntity(list)
		for _, id := range slices.Sorted(maps.Keys(projectOf)) {
			p.rows = append(p.rows, []any{id, model, projectOf[id], w.projects[projectOf[id]].rev, last[id].Hash, octets(last[id].Values)})
		}
		if len(p.rows) == 0 {
			return nil
		}
		return w.put(ctx, p)
	})
}

// byEntity are the vectors by entity; of several of one, the last.
func byEntity(list []graph.Vector) map[string]graph.Vector {
	last := map[string]graph.Vector{}
	for _, v := range list {
		last[v.Entity.ID] = v
	}
	return last
}

// vectorProjects touches the projects of the entities that the actor may read
// and gives them by entity.
func (w *write) vectorProjects(ctx context.Context, list []graph.Vector) (map[string]string, error) {
	projects := map[string]string{}
	q := w.store.statement()
	q.add("SELECT id, project_id FROM onto_entities WHERE ", q.in("id", slices.Collect(maps.Keys(byEntity(list)))),
		" AND ", q.readable("project_id", actor(ctx)))
	return projects, w.read(ctx, q.query(func(row Row) error {
		var id, projectID string
		err := row.Scan(&id, &projectID)
		projects[id] = projectID
		w.touch(projectID)
		return err
	}))
}

// numberVectors gives each touched project the next number of its vectors.
func (w *write) numberVectors(ctx context.Context) error {
	for _, project := range w.projects {
		project.rev = 1
	}
	q := w.store.statement()
	q.add("SELECT project_id, MAX(rev) + 1 FROM onto_vectors WHERE ", q.in("project_id", w.projectIDs()), " GROUP BY project_id")
	return w.read(ctx, q.query(func(row Row) error {
		var id string
		var next int64
		if err := row.Scan(&id, &next); err != nil {
			return fmt.Errorf("read numbers of vectors: %w", err)
		}
		w.projects[id].rev = next
		return nil
	}))
}

// octets are values as they are kept: four bytes each, the lowest first.
func octets(values []float32) []byte {
	kept := make([]byte, 0, 4*len(values))
	for _, value := range values {
		kept = binary.LittleEndian.AppendUint32(kept, math.Float32bits(value))
	}
	return kept
}

func floats(kept []byte) []float32 {
	values := make([]float32, len(kept)/4)
	for i := range values {
		values[i] = math.Float32frombits(binary.LittleEndian.Uint32(kept[4*i:]))
	}
	return values
}
