package write

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
func (t *transaction) sourceProjects(ctx context.Context, prune *graph.Prune) error {
	if prune == nil || prune.Source == "" {
		return nil
	}
	if prune.Project != "" {
		t.touch(prune.Project)
		return nil
	}
	q := t.conn.Statement()
	q.Add("SELECT base.project_id FROM (SELECT DISTINCT project_id FROM onto_bases WHERE source = ", q.Param(prune.Source), ") base WHERE ",
		q.Visible(t.who, "base.project_id"))
	return t.tx.Read(ctx, q.Query(func(row engine.Row) error {
		var id string
		err := row.Scan(&id)
		t.touch(id)
		return err
	}))
}

// A vanishing deletes what has vanished from a source.
type vanishing struct {
	*write
	prune *graph.Prune
}

// prune marks what has vanished from the source as deleted.
func (w *partsWrite) prune(ctx context.Context) error {
	if w.parts.Prune == nil {
		return nil
	}
	return (&vanishing{w.write, w.parts.Prune}).run(ctx)
}

func (d *vanishing) run(ctx context.Context) error {
	prune := d.prune
	entities, total, err := d.vanishedFrom(ctx, "SELECT base.id, base.project_id, entity.kind", "onto_entities entity")
	if err != nil {
		return err
	}
	tooMany := !prune.Force && 2*len(entities) > total
	if tooMany && prune.Withhold || prune.Keep {
		d.written.Withheld = len(entities)
		return nil
	}
	if tooMany {
		return graph.BadInput("force",
			"%d of the %d entities of the source have vanished from it; expected at most half, or force to delete them", len(entities), total)
	}
	edges, _, err := d.vanishedFrom(ctx, "SELECT base.id, base.project_id, 'edge'", "onto_edges entity")
	if err != nil {
		return err
	}
	for some := range slices.Chunk(slices.Concat(entities, edges), statement.MaxListed) {
		if err := d.deleteVanished(ctx, some); err != nil {
			return err
		}
	}
	return nil
}

// vanishedFrom returns the live rows of a table that have vanished from a source, by
// id, and how many live rows of it the source had. Projects do not vanish: with
// one everything in it would be hidden.
func (d *vanishing) vanishedFrom(ctx context.Context, columns, table string) (list []vanished, total int, err error) {
	q := d.conn.Statement()
	q.Add(columns,
		`, EXISTS (SELECT 1 FROM onto_bases other WHERE other.id = base.id AND other.project_id = base.project_id
			AND other.source <> base.source AND length(other.fields) > 0)
		FROM onto_bases base JOIN `, table, " ON entity.id = base.id AND entity.project_id = base.project_id AND NOT entity.deleted WHERE "+
			"base.source = ", q.Param(d.prune.Source), " AND ",
		q.In("base.project_id", d.projectIDs()), " AND ")
	if d.prune.Of != nil {
		q.Add(q.In("base.id", d.prune.Of), " AND ")
	}
	q.Add("entity.id <> entity.project_id AND length(base.fields) > 0 ORDER BY base.id")
	return list, total, d.tx.Read(ctx, q.Query(func(row engine.Row) error {
		var v vanished
		err := row.Scan(&v.id, &v.projectID, &v.kind, &v.shared)
		if total++; !d.prune.Has(v.id) {
			list = append(list, v)
		}
		return err
	}))
}

// deleteVanished marks rows as deleted, except those that another source has, and
// as gone from the source.
func (d *vanishing) deleteVanished(ctx context.Context, rows []vanished) error {
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
		d.written.Deleted[v.kind]++
	}
	deletion := d.transaction.write(batch) // it counts them as updated, and this write as deleted
	deletion.words = d.words
	if err := inTurn(ctx, deletion.load, deletion.mark, deletion.journal.put); err != nil {
		return err
	}
	q := d.conn.Statement()
	q.Add("UPDATE onto_bases SET fields = ", q.Param([]byte{}), " WHERE source = ", q.Param(d.prune.Source), " AND ", q.In("id", ids), " AND ",
		q.In("project_id", d.projectIDs()))
	return q.Exec(ctx, d.tx)
}
