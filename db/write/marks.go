package write

import (
	"cmp"
	"context"
	"maps"
	"slices"

	"dossier/db/engine"
	"dossier/graph"
	"dossier/graph/history"
)

// A marking marks entities and edges of a batch as deleted, or as live again.
type marking struct{ *write }

// mark marks what the batch deletes, restores and unlinks.
func (w *write) mark(ctx context.Context) error {
	m := &marking{w}
	return inTurn(ctx, m.markEntities, m.unlink)
}

// unlink marks the edges that the batch removes as deleted.
func (m *marking) unlink(ctx context.Context) error {
	if len(m.batch.Unlinked) == 0 {
		return nil
	}
	byProject := map[string][]string{}
	q := m.conn.Statement()
	q.Add("SELECT id, project_id, src_id, rel, dst_id FROM onto_edges WHERE NOT deleted AND ",
		q.ByID("project_id", "id", m.batch.Unlinked), " ORDER BY id")
	err := m.tx.Read(ctx, q.Query(func(row engine.Row) error {
		var id, project string
		var l link
		err := row.Scan(&id, &project, &l.Src, &l.Rel, &l.Dst)
		byProject[project] = append(byProject[project], id)
		m.journal.recordEdge(project, id, history.OpUnlinked, l.canonical())
		return err
	}))
	if err != nil {
		return err
	}
	removed := 0
	for _, projectID := range slices.Sorted(maps.Keys(byProject)) {
		ids := byProject[projectID]
		removed += len(ids)
		if err := m.set(ctx, projectID, "onto_edges", "deleted", true, ids); err != nil {
			return err
		}
	}
	m.written.Updated[graph.KindEdge] += removed
	m.written.Unchanged[graph.KindEdge] += len(m.batch.Unlinked) - removed
	return nil
}

// set sets a column of rows, in the project's next revision.
func (m *marking) set(ctx context.Context, projectID, table, column string, value any, ids []string) error {
	q := m.conn.Statement()
	q.Add("UPDATE ", table, " SET ", column, " = ", q.Param(value), ", rev = ", q.Param(m.revise(projectID)), " WHERE ", q.In("id", ids))
	if table != graph.SpecOf(graph.KindProject).Table {
		q.Add(" AND project_id = ", q.Param(projectID))
	}
	return q.Exec(ctx, m.tx)
}

// markEntities marks the deleted entities of the batch as deleted, and the
// restored ones as live.
func (m *marking) markEntities(ctx context.Context) error {
	if err := m.markAll(ctx, m.batch.Deleted, m.now); err != nil {
		return err
	}
	return m.markAll(ctx, m.batch.Restored, nil)
}

// A markedTable identifies the rows of a kind in a project that are marked.
type markedTable struct {
	projectID string
	kind      graph.Kind
}

// markAll sets the time of deletion of entities, nil for live ones.
func (m *marking) markAll(ctx context.Context, refs []graph.Ref, deletedAt any) error {
	marked, err := m.planMarks(refs, deletedAt != nil)
	if err != nil {
		return err
	}
	tables := slices.SortedFunc(maps.Keys(marked), func(a, b markedTable) int {
		return cmp.Or(cmp.Compare(a.projectID, b.projectID), a.kind.Rank()-b.kind.Rank())
	})
	n := int64(1)
	if deletedAt != nil {
		n = -1
	}
	for _, key := range tables {
		if err := m.words.recount(ctx, marked[key], n); err != nil {
			return err
		}
		if err := m.set(ctx, key.projectID, "onto_entities", "deleted", deletedAt != nil, marked[key]); err != nil {
			return err
		}
		if err := m.set(ctx, key.projectID, graph.SpecOf(key.kind).Table, "deleted_at", deletedAt, marked[key]); err != nil {
			return err
		}
	}
	return nil
}

// planMarks returns the ids of the entities to mark, and records their events.
// It omits entities that are already marked.
func (m *marking) planMarks(refs []graph.Ref, deleted bool) (map[markedTable][]string, error) {
	marked := map[markedTable][]string{}
	for _, ref := range refs {
		entity := m.stored[ref.ID]
		switch {
		case ref.Kind != "" && ref.Kind != entity.kind:
			return nil, graph.NotFound(string(ref.Kind), ref.ID)
		case entity.deleted == deleted:
			m.written.Unchanged[entity.kind]++
			continue
		}
		entity.deleted = deleted
		m.written.Updated[entity.kind]++
		operation := history.OpRestored
		if deleted {
			operation = history.OpDeleted
		}
		m.journal.record(entity.projectID, operation, graph.Ref{Kind: entity.kind, ID: ref.ID})
		key := markedTable{entity.projectID, entity.kind}
		marked[key] = append(marked[key], ref.ID)
	}
	return marked, nil
}
