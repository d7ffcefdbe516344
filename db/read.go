package db

import (
	"context"
	"fmt"
	"slices"

	"dossier/db/conn"
	"dossier/db/engine"
	"dossier/db/schema"
	"dossier/db/statement"
	"dossier/graph"
)

// readEntities reads entities by id.
func (s *Store) readEntities(ctx context.Context, refs []graph.Ref, view graph.View) (map[string]graph.Entity, error) {
	found := map[string]graph.Entity{}
	for some := range slices.Chunk(refs, statement.MaxListed) {
		if err := s.addEntities(ctx, some, view, found); err != nil {
			return nil, err
		}
	}
	return found, nil
}

func (s *Store) addEntities(ctx context.Context, refs []graph.Ref, view graph.View, found map[string]graph.Entity) error {
	byKind := conn.IDsByKind(refs)
	if err := s.findKinds(ctx, byKind); err != nil {
		return err
	}
	return s.Read(ctx, s.RowsByID(byKind, view, found, func(q *statement.Statement, spec *graph.Spec, ids []string) {
		project := q.OfKind(spec, ids)
		q.Add(" AND entity.deleted_at IS NULL AND ", q.Readable(project, statement.SubjectOf(ctx)))
	})...)
}

// DeletedByID implements the Store of package query.
func (s *Store) DeletedByID(ctx context.Context, ids []string) (found []*graph.Common, err error) {
	for some := range slices.Chunk(ids, statement.MaxListed) {
		q := s.Statement()
		q.Add("SELECT id, kind, project_id FROM onto_entities entity WHERE deleted AND ", q.ByIDs("entity", some), " AND ",
			q.Visible(statement.SubjectOf(ctx), "entity.project_id"))
		err := s.Read(ctx, q.Query(func(row engine.Row) error {
			one := &graph.Common{}
			err := row.Scan(&one.ID, &one.Kind, &one.ProjectID)
			found = append(found, one)
			return err
		}))
		if err != nil {
			return nil, err
		}
	}
	return found, nil
}

// ProjectsOf implements the Store of package query.
func (s *Store) ProjectsOf(ctx context.Context, ids []string) (map[string]string, error) {
	ctx, projects := statement.AsService(ctx), map[string]string{}
	for some := range slices.Chunk(ids, statement.MaxListed) {
		q := s.Statement()
		q.Add("SELECT id, project_id FROM onto_ids WHERE ", q.In("id", some))
		err := s.Read(ctx, q.Query(func(row engine.Row) error {
			var id, project string
			err := row.Scan(&id, &project)
			projects[id] = project
			return err
		}))
		if err != nil {
			return nil, err
		}
	}
	return projects, nil
}

// within returns a function, for [Conn.rowsByID], that adds the condition that rows
// are of one of some projects and that the actor may read them.
func within(ctx context.Context, projectIDs []string) func(*statement.Statement, *graph.Spec, []string) {
	return func(q *statement.Statement, spec *graph.Spec, ids []string) {
		q.Add(q.In("entity.id", ids), " AND ", q.ReadableOf("entity."+schema.ProjectColumn(spec), projectIDs, statement.SubjectOf(ctx)))
	}
}

// findKinds moves the ids without a kind to those of their kinds. It omits
// entities that the actor may not read, so that they cost the same as unknown
// ids.
func (s *Store) findKinds(ctx context.Context, byKind map[graph.Kind][]string) error {
	unknown := byKind[""]
	if len(unknown) == 0 {
		return nil
	}
	q := s.Statement()
	q.OneRow = len(unknown) == 1
	q.Add("SELECT kind, id FROM onto_entities entity WHERE ", q.ByIDs("entity", unknown), " AND ", q.Readable("entity.project_id",
		statement.SubjectOf(ctx)))
	return s.Read(ctx, q.Query(func(row engine.Row) error {
		var kind graph.Kind
		var id string
		if err := row.Scan(&kind, &id); err != nil {
			return fmt.Errorf("read kinds: %w", err)
		}
		byKind[kind] = append(byKind[kind], id)
		return nil
	}))
}

// Revisions implements the Store of package query.
func (s *Store) Revisions(ctx context.Context, ids []string) ([]graph.Revision, error) {
	var found []graph.Revision
	err := s.Read(ctx, s.SelectRevisions(ctx, ids, func(revision graph.Revision) { found = append(found, revision) }))
	return found, err
}

// Changes implements the Store of package query. The projects are ordered by
// id. Rows that other programs wrote are completed first.
func (s *Store) Changes(ctx context.Context, since []graph.Revision) ([]graph.Changes, error) {
	if len(since) == 0 {
		return nil, nil
	}
	changes, err := s.changes(ctx, since)
	if err != nil || !s.completeForeign(ctx, changes, since) {
		return changes, err
	}
	return s.changes(ctx, since)
}

func (s *Store) changes(ctx context.Context, since []graph.Revision) ([]graph.Changes, error) {
	found := &changeSet{at: map[string]int{}}
	queries := []engine.Query{s.SelectTrails(ctx, projectIDs(since), conn.MaxTrail, found.addProject)}
	for _, spec := range graph.Kinds {
		shape := schema.ShapeOf(spec.Kind, graph.Light)
		query := s.changed(ctx, since,
			source{shape.Columns, spec.Table + " entity", "entity." + schema.ProjectColumn(spec), "entity.rev", "entity.deleted_at IS NULL",
				"entity.id"})
		queries = append(queries, query.Query(s.Each(shape, found.addEntity)))
	}
	query := s.changed(ctx, since, source{schema.EdgeColumns, "onto_edges edge", "edge.project_id", "edge.rev", "NOT edge.deleted", "edge.id"})
	queries = append(queries, query.Query(s.EachEdge(found.addEdge)))
	if err := s.Read(ctx, queries...); err != nil {
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
func (s *Store) changed(ctx context.Context, since []graph.Revision, from source) *statement.Statement {
	q := s.Statement()
	q.Add("SELECT ", from.columns, " FROM ", rowsSince(q, since, from, statement.SubjectOf(ctx)), s.byID(from.id, since))
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
func (s *Store) byID(id string, since []graph.Revision) string {
	switch {
	case hasWhole(since):
		return ""
	case len(since) == 1: // the rows of one project are few, not all rows in this order
		return " ORDER BY " + s.Dialect.Unindexed + id
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
func (s *Store) Terms(ctx context.Context, since graph.Revision, yield func(graph.Terms)) error {
	q := s.changed(ctx, []graph.Revision{since}, source{
		"id, kind, terms, deleted", "onto_entities entity", "entity.project_id", "entity.rev", "NOT deleted", "id",
	})
	return s.Read(ctx, q.Query(func(row engine.Row) error {
		var terms graph.Terms
		if err := row.Scan(&terms.ID, &terms.Kind, &terms.Data, &terms.Deleted); err != nil {
			return fmt.Errorf("read terms: %w", err)
		}
		yield(terms)
		return nil
	}))
}
