package read

import (
	"context"

	"dossier/db/engine"
	"dossier/db/schema"
	"dossier/db/statement"
	"dossier/db/where"
	"dossier/graph"
	"dossier/graph/lists"
)

// Export implements the Store of package query. It omits edges to deleted
// entities and to those of other projects, because an import could not link to them.
func (r *ProjectReader) Export(ctx context.Context, projectIDs []string, sink graph.Sink) error {
	return r.conn.Backend.Snapshot(ctx, func(snapshot engine.Reader) error {
		reader := r.conn.Reader(snapshot)
		types, err := r.conn.ReadRecordTypes(ctx, reader)
		if err != nil {
			return err
		}
		for _, recordType := range types {
			if err := sink.RecordType(recordType); err != nil {
				return err
			}
		}
		var projects []graph.Revision
		query := r.conn.SelectRevisions(ctx, projectIDs, func(revision graph.Revision) { projects = append(projects, revision) })
		if err := reader.Read(ctx, query); err != nil {
			return err
		}
		for _, project := range projects {
			if err := reader.Read(ctx, r.exportProject(ctx, project.ProjectID, sink)...); err != nil {
				return err
			}
		}
		return nil
	})
}

// exportProject returns the queries that write a project to the sink.
func (r *ProjectReader) exportProject(ctx context.Context, id string, sink graph.Sink) []engine.Query {
	var queries []engine.Query
	for _, spec := range graph.Kinds {
		shape := schema.ShapeOf(spec.Kind, graph.Full)
		q := r.conn.Statement().Add("SELECT ", shape.Columns)
		where.From(ctx, q, spec, &lists.Filter{ProjectID: &id})
		queries = append(queries, q.Add(" ORDER BY entity.id").Query(r.conn.Each(shape, sink.Entity)))
	}
	q := r.conn.Statement()
	project := q.Param(id)
	q.Add("SELECT ", schema.EdgeColumns, ` FROM onto_edges edge
		JOIN onto_entities src ON src.id = edge.src_id AND src.project_id = edge.project_id AND NOT src.deleted
		JOIN onto_entities dst ON dst.id = edge.dst_id AND dst.project_id = edge.project_id AND NOT dst.deleted
		WHERE NOT edge.deleted AND edge.project_id = `, project, " AND ", q.Readable(project, statement.SubjectOf(ctx)), " ORDER BY edge.id")
	return append(queries, q.Query(r.conn.EachEdge(sink.Edge)))
}
