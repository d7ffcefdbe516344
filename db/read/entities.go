package read

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
func (r *EntityReader) readEntities(ctx context.Context, refs []graph.Ref, view graph.View) (map[string]graph.Entity, error) {
	found := map[string]graph.Entity{}
	for some := range slices.Chunk(refs, statement.MaxListed) {
		if err := r.addEntities(ctx, some, view, found); err != nil {
			return nil, err
		}
	}
	return found, nil
}

func (r *EntityReader) addEntities(ctx context.Context, refs []graph.Ref, view graph.View, found map[string]graph.Entity) error {
	byKind := conn.IDsByKind(refs)
	if err := r.findKinds(ctx, byKind); err != nil {
		return err
	}
	return r.conn.Read(ctx, r.conn.RowsByID(byKind, view, found, func(q *statement.Statement, spec *graph.Spec, ids []string) {
		project := q.OfKind(spec, ids)
		q.Add(" AND entity.deleted_at IS NULL AND ", q.Readable(project, statement.SubjectOf(ctx)))
	})...)
}

// DeletedByID implements the Store of package query.
func (r *EntityReader) DeletedByID(ctx context.Context, ids []string) (found []*graph.Common, err error) {
	for some := range slices.Chunk(ids, statement.MaxListed) {
		q := r.conn.Statement()
		q.Add("SELECT id, kind, project_id FROM onto_entities entity WHERE deleted AND ", q.ByIDs("entity", some), " AND ",
			q.Visible(statement.SubjectOf(ctx), "entity.project_id"))
		err := r.conn.Read(ctx, q.Query(func(row engine.Row) error {
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
func (r *EntityReader) ProjectsOf(ctx context.Context, ids []string) (map[string]string, error) {
	ctx, projects := statement.AsService(ctx), map[string]string{}
	for some := range slices.Chunk(ids, statement.MaxListed) {
		q := r.conn.Statement()
		q.Add("SELECT id, project_id FROM onto_ids WHERE ", q.In("id", some))
		err := r.conn.Read(ctx, q.Query(func(row engine.Row) error {
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
func (r *EntityReader) findKinds(ctx context.Context, byKind map[graph.Kind][]string) error {
	unknown := byKind[""]
	if len(unknown) == 0 {
		return nil
	}
	q := r.conn.Statement()
	q.OneRow = len(unknown) == 1
	q.Add("SELECT kind, id FROM onto_entities entity WHERE ", q.ByIDs("entity", unknown), " AND ", q.Readable("entity.project_id",
		statement.SubjectOf(ctx)))
	return r.conn.Read(ctx, q.Query(func(row engine.Row) error {
		var kind graph.Kind
		var id string
		if err := row.Scan(&kind, &id); err != nil {
			return fmt.Errorf("read kinds: %w", err)
		}
		byKind[kind] = append(byKind[kind], id)
		return nil
	}))
}

// RecordTypes implements the Store of package query.
func (r *EntityReader) RecordTypes(ctx context.Context) ([]graph.RecordType, error) {
	if statement.SubjectOf(ctx).ID == "" {
		return nil, nil
	}
	return r.conn.ReadRecordTypes(ctx, r.conn.Reader(r.conn.Backend))
}
