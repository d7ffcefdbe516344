package read

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"dossier/db/conn"
	"dossier/db/engine"
	"dossier/db/schema"
	"dossier/db/statement"
	"dossier/graph"
)

// Revisions implements the Store of package query.
func (r *ProjectReader) Revisions(ctx context.Context, ids []string) ([]graph.Revision, error) {
	var found []graph.Revision
	err := r.conn.Read(ctx, r.conn.SelectRevisions(ctx, ids, func(revision graph.Revision) { found = append(found, revision) }))
	return found, err
}

// Changes implements the Store of package query. The projects are ordered by
// id. Rows that other programs wrote are completed first.
func (r *ProjectReader) Changes(ctx context.Context, since []graph.Revision) ([]graph.Changes, error) {
	if len(since) == 0 {
		return nil, nil
	}
	changes, err := r.changes(ctx, since)
	if err != nil || !r.completeForeign(ctx, changes, since) {
		return changes, err
	}
	return r.changes(ctx, since)
}

func (r *ProjectReader) changes(ctx context.Context, since []graph.Revision) ([]graph.Changes, error) {
	found := &changeSet{at: map[string]int{}}
	queries := []engine.Query{r.conn.SelectTrails(ctx, projectIDs(since), conn.MaxTrail, found.addProject)}
	for _, spec := range graph.Kinds {
		shape := schema.ShapeOf(spec.Kind, graph.Light)
		query := r.changed(ctx, since,
			source{shape.Columns, spec.Table + " entity", "entity." + schema.ProjectColumn(spec), "entity.rev", "entity.deleted_at IS NULL",
				"entity.id"})
		queries = append(queries, query.Query(r.conn.Each(shape, found.addEntity)))
	}
	query := r.changed(ctx, since, source{schema.EdgeColumns, "onto_edges edge", "edge.project_id", "edge.rev", "NOT edge.deleted", "edge.id"})
	queries = append(queries, query.Query(r.conn.EachEdge(found.addEdge)))
	if err := r.conn.Read(ctx, queries...); err != nil {
		return nil, err
	}
	return found.changes, nil
}

// A changeSet collects the changes of projects.
type changeSet struct {
	changes []graph.Changes
	at      map[string]int // the position of a project in changes
	last    int            // that of the last row's
}

func (c *changeSet) addProject(revision graph.Revision, trail string) {
	c.at[revision.ProjectID] = len(c.changes)
	c.changes = append(c.changes, graph.Changes{Revision: revision, Trail: trail})
}

func (c *changeSet) addEntity(entity graph.Entity) error {
	change := c.of(entity.Self().ProjectID)
	change.Entities = append(doubled(change.Entities), entity)
	return nil
}

func (c *changeSet) addEdge(edge graph.Edge) error {
	change := c.of(edge.ProjectID)
	change.Edges = append(doubled(change.Edges), edge)
	return nil
}

// of returns the changes of a project, mostly that of the row before.
func (c *changeSet) of(projectID string) *graph.Changes {
	if c.last >= len(c.changes) || c.changes[c.last].Revision.ProjectID != projectID {
		c.last = c.at[projectID]
	}
	return &c.changes[c.last]
}

// doubled returns a list with twice the room if it has none. Lists of millions
// would otherwise grow by a quarter and be copied five times as often.
func doubled[T any](list []T) []T {
	if len(list) < cap(list) {
		return list
	}
	return slices.Grow(list, max(len(list), 16))
}

// A source is the SQL for a table with changes.
type source struct{ columns, table, project, rev, live, id string }

// changed returns the statement for the rows of a table that were written after
// a revision, ordered by [byID]. It includes deleted rows, except after revision 0.
func (r *ProjectReader) changed(ctx context.Context, since []graph.Revision, from source) *statement.Statement {
	q := r.conn.Statement()
	q.Add("SELECT ", from.columns, " FROM ", rowsSince(q, since, from, statement.SubjectOf(ctx)), r.byID(from.id, since))
	return q
}

// rowsSince returns the table of a source with the condition that rows were written
// after a revision and that the subject may read them. A single project is named
// by a parameter, so that a database that is distributed by project asks only one
// of its parts.
func rowsSince(s *statement.Statement, revisions []graph.Revision, from source, who statement.Subject) string {
	if len(revisions) > 1 {
		return sinceEach(s, revisions) + " since " + joinSince(from.table, revisions) + from.project + " = since.project AND " +
			from.rev + " > since.rev AND (since.rev > 0 OR " + from.live + ") AND " + s.Readable("since.project", who)
	}
	project := s.Param(revisions[0].ProjectID)
	condition := " WHERE " + from.project + " = " + project + " AND " + from.rev + " > " + s.Param(revisions[0].Number)
	if revisions[0].Number == 0 {
		condition += " AND " + from.live
	}
	return from.table + condition + " AND " + s.Readable(project, who)
}

// joinSince returns the join of revisions with a table, up to its conditions. SQLite
// does not reorder a cross join: changes are found by the index of revisions.
// With statistics of one large project SQLite would read all rows in the order
// of their ids, which is right only for entire projects.
func joinSince(table string, since []graph.Revision) string {
	if hasWhole(since) {
		return "JOIN " + table + " ON "
	}
	return "CROSS JOIN " + table + " WHERE "
}

// byID returns the order of changes: by id, or none if entire projects are read.
// SQLite sorts in memory, which a project of a million entities exceeds, or reads
// the rows one by one in the order of their ids instead of as they were written.
func (r *ProjectReader) byID(id string, since []graph.Revision) string {
	switch {
	case hasWhole(since):
		return ""
	case len(since) == 1: // the rows of one project are few, not all rows in this order
		return " ORDER BY " + r.conn.Dialect.Unindexed + id
	}
	return " ORDER BY " + id
}

// hasWhole reports whether an entire project is read.
func hasWhole(since []graph.Revision) bool {
	return slices.ContainsFunc(since, func(revision graph.Revision) bool { return revision.Number == 0 })
}

// A sinceRow is a row of the table that [sinceEach] returns.
type sinceRow struct {
	Project string `json:"project"`
	Rev     int64  `json:"rev"`
}

// sinceEach returns a table of projects and the numbers of revisions.
func sinceEach(s *statement.Statement, revisions []graph.Revision) string {
	rows := make([]sinceRow, len(revisions))
	for i, revision := range revisions {
		rows[i] = sinceRow{revision.ProjectID, revision.Number}
	}
	return s.Rows(rows, schema.Required("project", engine.UUID), schema.Required("rev", engine.Integer))
}

func projectIDs(revisions []graph.Revision) []string {
	ids := make([]string, len(revisions))
	for i, revision := range revisions {
		ids[i] = revision.ProjectID
	}
	slices.Sort(ids)
	return ids
}

// Terms implements the Store of package query.
func (r *ProjectReader) Terms(ctx context.Context, since graph.Revision, yield func(graph.Terms)) error {
	q := r.changed(ctx, []graph.Revision{since}, source{
		"id, kind, terms, deleted", "onto_entities entity", "entity.project_id", "entity.rev", "NOT deleted", "id",
	})
	return r.conn.Read(ctx, q.Query(func(row engine.Row) error {
		var terms graph.Terms
		if err := row.Scan(&terms.ID, &terms.Kind, &terms.Data, &terms.Deleted); err != nil {
			return fmt.Errorf("read terms: %w", err)
		}
		yield(terms)
		return nil
	}))
}

// isForeign reports whether another program wrote to a project after a
// revision. Only the stamps of such writes contain the letter s, which they
// begin with.
func isForeign(change *graph.Changes, since graph.Revision) bool {
	trail := change.Trail
	if at := strings.Index(trail, since.Stamp); at >= 0 && since.Stamp != "" {
		trail = trail[:at]
	}
	return strings.Contains(trail, "s")
}

// completeForeign completes the projects that other programs wrote to, as far
// as a request may wait for it, and the rest in the background. It reports
// whether it completed any row.
func (r *ProjectReader) completeForeign(ctx context.Context, changes []graph.Changes, since []graph.Revision) bool {
	read := map[string]graph.Revision{}
	for _, revision := range since {
		read[revision.ProjectID] = revision
	}
	var ids []string
	for i := range changes {
		if id := changes[i].Revision.ProjectID; isForeign(&changes[i], read[id]) {
			ids = append(ids, id)
		}
	}
	return r.completer.CompleteNow(ctx, ids)
}
