package read

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"dossier/db/engine"
	"dossier/db/schema"
	"dossier/db/statement"
	"dossier/db/where"
	"dossier/graph"
	"dossier/graph/lists"
)

// Attention implements the Store of package query.
func (r *ProjectReader) Attention(ctx context.Context, now time.Time) ([]graph.Attention, error) {
	var list []graph.Attention
	at := map[string]int{} // by project: index into list
	shape, q := schema.ShapeOf(graph.KindProject, graph.Light), r.conn.Statement()
	q.Add("SELECT ", shape.Columns, " FROM onto_projects entity WHERE ", q.Readable("entity.id", statement.SubjectOf(ctx)),
		" ORDER BY entity.id")
	queries := []engine.Query{q.Query(r.conn.Each(shape, func(e graph.Entity) error {
		at[e.Self().ID] = len(list)
		list = append(list, graph.Attention{Project: e.(*graph.Project), LastChange: e.Self().UpdatedAt})
		return nil
	}))}
	of := func(project string) *graph.Attention {
		if i, known := at[project]; known {
			return &list[i]
		}
		return new(graph.Attention) // created after the projects were read
	}
	for _, spec := range graph.Kinds {
		if spec.Kind != graph.KindProject {
			queries = append(queries, r.attended(ctx, spec, now, of))
		}
	}
	queries = append(queries, r.nextMilestones(ctx, func(m *graph.Milestone) { of(m.ProjectID).NextMilestone = m }))
	return list, r.conn.Read(ctx, queries...)
}

// readableRows returns FROM and WHERE: the live rows of a kind in the projects
// that the actor may read. Each project is looked up once. SQLite joins tables
// of a CROSS JOIN in the order in which they are written.
func readableRows(ctx context.Context, s *statement.Statement, spec *graph.Spec) string {
	return " FROM onto_projects project CROSS JOIN " + spec.Table + " entity WHERE entity." +
		schema.ProjectColumn(spec) + " = project.id AND " + s.Readable("project.id", statement.SubjectOf(ctx)) + " AND entity.deleted_at IS NULL"
}

// attended returns the query that adds the entities of a kind to what needs
// attention in each project.
func (r *ProjectReader) attended(ctx context.Context, spec *graph.Spec, now time.Time,
	of func(project string) *graph.Attention) engine.Query {
	q := r.conn.Statement()
	count := func(condition string) string {
		return ", CAST(sum(CASE WHEN " + condition + " THEN 1 ELSE 0 END) AS bigint)"
	}
	q.Add("SELECT entity.project_id, count(*), max(entity.updated_at)")
	switch spec.Kind {
	case graph.KindTask:
		q.Add(count("entity.state_key = "+q.Param(graph.StateBlocked)), count(where.IsOverdue(q, spec, &lists.Filter{Now: &now})))
	case graph.KindRisk:
		q.Add(count(q.In("entity.impact", graph.HighImpacts) + " AND NOT " + where.IsOver(q, spec)))
	}
	q.Add(readableRows(ctx, q, spec), " GROUP BY entity.project_id ORDER BY entity.project_id")
	return q.Query(func(row engine.Row) error {
		var project string
		var found graph.Attention
		into := []any{&project, &found.Entities, schema.Target(&found.LastChange)}
		switch spec.Kind {
		case graph.KindTask:
			into = append(into, &found.Blocked, &found.Overdue)
		case graph.KindRisk:
			into = append(into, &found.HighRisks)
		}
		if err := row.Scan(into...); err != nil {
			return fmt.Errorf("read attention to %s: %w", spec.Plural, err)
		}
		of(project).Add(&found)
		return nil
	})
}

// nextMilestones returns the query for the first open milestone of each project
// by due date.
func (r *ProjectReader) nextMilestones(ctx context.Context, yield func(*graph.Milestone)) engine.Query {
	shape, q := schema.ShapeOf(graph.KindMilestone, graph.Light), r.conn.Statement()
	due := "entity." + shape.Spec.DueField().Name
	q.Add("SELECT ", shape.Columns, " FROM (SELECT entity.*, row_number() OVER (PARTITION BY entity.project_id ORDER BY ", due,
		" NULLS LAST, entity.id) AS place")
	q.Add(readableRows(ctx, q, shape.Spec), " AND NOT ", where.IsOver(q, shape.Spec), ") entity WHERE entity.place = 1 ORDER BY entity.id")
	return q.Query(r.conn.Each(shape, func(e graph.Entity) error {
		yield(e.(*graph.Milestone))
		return nil
	}))
}

// ChangedSince implements the Store of package query.
func (r *ProjectReader) ChangedSince(ctx context.Context, since time.Time) (list []graph.Entity, err error) {
	var queries []engine.Query
	for _, spec := range graph.Kinds {
		shape, q := schema.ShapeOf(spec.Kind, graph.Light), r.conn.Statement()
		var changed []string
		for _, column := range slices.Concat([]string{"created_at", "updated_at"}, graph.CompletedColumns) {
			if field := spec.Field(column); field != nil {
				changed = append(changed, "SELECT entity.id"+inProjectOf(spec)+readableRows(ctx, q, spec)+" AND entity."+column+" > "+q.Param(since))
			}
		}
		q.Add("SELECT ", shape.Columns, " FROM (", strings.Join(changed, " UNION "), ") changed CROSS JOIN ", spec.Table,
			" entity WHERE entity.id = changed.id", isInProjectOf(spec, "changed"), " ORDER BY entity.id")
		queries = append(queries, q.Query(r.conn.Each(shape, func(e graph.Entity) error {
			list = append(list, e)
			return nil
		})))
	}
	return list, r.conn.Read(ctx, queries...)
}
