package read

import (
	"context"
	"fmt"

	"dossier/db/engine"
	"dossier/db/schema"
	"dossier/db/statement"
	"dossier/graph"
)

// Projects implements the Store of package query.
func (r *EntityReader) Projects(ctx context.Context) ([]*graph.Project, error) {
	found := []*graph.Project{}
	shape, q := schema.ShapeOf(graph.KindProject, graph.Light), r.conn.Statement()
	q.Add("SELECT ", shape.Columns, " FROM onto_projects entity WHERE entity.deleted_at IS NULL AND ", q.Readable("entity.id",
		statement.SubjectOf(ctx)),
		" ORDER BY entity.id")
	err := r.conn.Read(ctx, q.Query(r.conn.Each(shape, func(e graph.Entity) error {
		found = append(found, e.(*graph.Project))
		return nil
	})))
	return found, err
}

// An idRange is the range of the ids with a beginning.
type idRange struct {
	Least string `json:"least"`
	Most  string `json:"most"`
}

// IDs implements the Store of package query.
func (r *EntityReader) IDs(ctx context.Context, beginnings []string) (ids []string, err error) {
	var ranges []idRange
	for _, beginning := range beginnings {
		if least, most, some := graph.IDRange(beginning); some {
			ranges = append(ranges, idRange{least, most})
		}
	}
	if len(ranges) == 0 {
		return nil, nil
	}
	q := r.conn.Statement()
	q.Add("SELECT DISTINCT home.id FROM ", q.Rows(ranges, schema.Required("least", engine.UUID), schema.Required("most", engine.UUID)),
		" wanted",
		r.conn.Dialect.Within("onto_ids"),
		// The count is looked up for each id, where a plan may read all entities to join them.
		" WHERE (SELECT count(*) FROM onto_entities entity WHERE entity.project_id = home.project_id "+
			"AND entity.id = home.id AND NOT entity.deleted AND ",
		q.Readable("entity.project_id", statement.SubjectOf(ctx)), ") > 0 ORDER BY home.id")
	err = r.conn.Read(ctx, q.Query(func(row engine.Row) error {
		var id string
		if err := row.Scan(&id); err != nil {
			return fmt.Errorf("read ids: %w", err)
		}
		ids = append(ids, id)
		return nil
	}))
	return ids, err
}

// Named implements the Store of package query.
func (r *EntityReader) Named(ctx context.Context, external []string) (rows []graph.NamedRow, err error) {
	q := r.conn.Statement()
	for i, spec := range graph.Kinds {
		if i > 0 {
			q.Add(" UNION ALL ")
		}
		q.Add("SELECT entity.id AS id, entity.external_id, entity.", schema.ProjectColumn(spec),
			" AS project_id, entity.deleted_at IS NOT NULL FROM ", spec.Table,
			" entity WHERE ",
			q.In("entity.external_id", external), " AND ", q.Visible(statement.SubjectOf(ctx), "entity."+schema.ProjectColumn(spec)))
	}
	err = r.conn.Read(ctx, q.Add(" ORDER BY id").Query(func(row engine.Row) error {
		var named graph.NamedRow
		if err := row.Scan(&named.ID, &named.External, &named.ProjectID, &named.Deleted); err != nil {
			return fmt.Errorf("read ids: %w", err)
		}
		rows = append(rows, named)
		return nil
	}))
	return rows, err
}
