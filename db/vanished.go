package db

import (
	"context"
	"slices"

	"dossier/db/engine"
	"dossier/db/statement"
	"dossier/graph"
)

// A vanished entity or edge was in a source at its last import, and is not any
// more.
type vanished struct {
	id, projectID string
	kind          graph.Kind // [graph.KindEdge] for an edge
	shared        bool       // another source has it
}

// sourceProjects adds the projects of a named source to those of the batch. An
// import without a name prunes only in the projects that it has.
func (w *write) sourceProjects(ctx context.Context, prune *graph.Prune) error {
	if prune == nil || prune.Source == "" {
		return nil
	}
	if prune.Project != "" {
		w.touch(prune.Project)
		return nil
	}
	q := w.store.conn.Statement()
	q.Add("SELECT base.project_id FROM (SELECT DISTINCT project_id FROM onto_bases WHERE source = ", q.Param(prune.Source), ") base WHERE ",
		q.Visible(w.who, "base.project_id"))
	return w.tx.Read(ctx, q.Query(func(row engine.Row) error {
		var id string
		err := row.Scan(&id)
		w.touch(id)
		return err
	}))
}

// prune marks what has vanished from a source as deleted.
func (w *write) prune(ctx context.Context, prune *graph.Prune) error {
	if prune == nil {
		return nil
	}
	entities, total, err := w.vanishedFrom(ctx, prune, "SELECT base.id, base.project_id, entity.kind", "onto_entities entity")
	if err != nil {
		return err
	}
	tooMany := !prune.Force && 2*len(entities) > total
	if tooMany && prune.Withhold || prune.Keep {
		w.written.Withheld = len(entities)
		return nil
	}
	if tooMany {
		return graph.BadInput("force",
			"%d of the %d entities of the source have vanished from it; expected at most half, or force to delete them", len(entities), total)
	}
	edges, _, err := w.vanishedFrom(ctx, prune, "SELECT base.id, base.project_id, 'edge'", "onto_edges entity")
	if err != nil {
		return err
	}
	for some := range slices.Chunk(slices.Concat(entities, edges), statement.MaxListed) {
		if err := w.deleteVanished(ctx, prune.Source, some); err != nil {
			return err
		}
	}
	return nil
}

// vanishedFrom returns the live rows of a table that have vanished from a source, by
// id, and how many live rows of it the source had. Projects do not vanish: with
// one everything in it would be hidden.
func (w *write) vanishedFrom(ctx context.Context, prune *graph.Prune, columns, table string) (list []vanished, total int, err error) {
	q := w.store.conn.Statement()
	q.Add(columns,
		`, EXISTS (SELECT 1 FROM onto_bases other WHERE other.id = base.id AND other.project_id = base.project_id
			AND other.source <> base.source AND length(other.fields) > 0)
		FROM onto_bases base JOIN `, table, " ON entity.id = base.id AND entity.project_id = base.project_id AND NOT entity.deleted WHERE "+
			"base.source = ", q.Param(prune.Source), " AND ",
		q.In("base.project_id", w.projectIDs()), " AND ")
	if prune.Of != nil {
		q.Add(q.In("base.id", prune.Of), " AND ")
	}
	q.Add("entity.id <> entity.project_id AND length(base.fields) > 0 ORDER BY base.id")
	return list, total, w.tx.Read(ctx, q.Query(func(row engine.Row) error {
		var v vanished
		err := row.Scan(&v.id, &v.projectID, &v.kind, &v.shared)
		if total++; !prune.Has(v.id) {
			list = append(list, v)
		}
		return err
	}))
}

// deleteVanished marks rows as deleted, except those that another source has, and
// as gone from the source.
func (w *write) deleteVanished(ctx context.Context, source string, rows []vanished) error {
	batch := &graph.Batch{}
	ids := make([]string, len(rows))
	for i, v := range rows {
		ids[i] = v.id
		switch {
		case v.shared:
			continue
		case v.kind == graph.KindEdge:
			batch.Unlinked = append(batch.Unlinked, v.id)
		default:
			batch.Deleted = append(batch.Deleted, graph.Ref{Kind: v.kind, ID: v.id})
		}
		w.written.Deleted[v.kind]++
	}
	deletion := *w
	deletion.batch, deletion.stored, deletion.rows, deletion.events = batch, map[string]*storedEntity{}, map[string]*put{}, nil
	deletion.written = graph.NewWritten() // they are counted as deleted, not as updated
	if err := inTurn(ctx, deletion.load, deletion.markEntities, deletion.unlink, deletion.putEvents); err != nil {
		return err
	}
	q := w.store.conn.Statement()
	q.Add("UPDATE onto_bases SET fields = ", q.Param([]byte{}), " WHERE source = ", q.Param(source), " AND ", q.In("id", ids), " AND ",
		q.In("project_id", w.projectIDs()))
	return q.Exec(ctx, w.tx)
}
