package read

import (
	"context"
	"fmt"
	"time"

	"dossier/db/conn"
	"dossier/db/engine"
	"dossier/db/schema"
	"dossier/db/statement"
	"dossier/db/where"
	"dossier/graph"
	"dossier/graph/history"
)

// Kept implements the Store of package query. The last event up to a time is
// found in the order of events: SQLite would sort all up to the time, 68 ms for
// 30,000 events.
func (r *EventReader) Kept(ctx context.Context, id string, at time.Time) (kept history.Kept, err error) {
	owner := r.conn.Statement()
	owner.Add("SELECT project_id FROM onto_ids WHERE id = ", owner.Param(id), " AND ", owner.Readable("project_id", statement.SubjectOf(ctx)))
	err = r.conn.Read(ctx, owner.Query(func(row engine.Row) error { return row.Scan(&kept.ProjectID) }),
		r.keptEvent(ctx, id, &kept.First, func(q *statement.Statement) { q.Add(" ORDER BY event.rev, event.number LIMIT 1") }),
		r.keptEvent(ctx, id, &kept.Last, func(q *statement.Statement) {
			q.Add(" AND ", r.conn.Dialect.Unindexed, "event.at <= ", q.Param(at.UTC()), " ORDER BY event.rev DESC, event.number DESC LIMIT 1")
		}))
	return kept, err
}

// keptEvent returns the query for one event of the project of an entity; which
// adds the order and further conditions. The events of a project that the actor
// may not read are not looked at: that would take longer than for an unknown id.
func (r *EventReader) keptEvent(ctx context.Context, id string, into **history.Event, which func(*statement.Statement)) engine.Query {
	q := r.conn.Statement()
	who := statement.SubjectOf(ctx)
	q.Add(selectEvents, " WHERE event.project_id = (SELECT project_id FROM onto_ids WHERE id = ", q.Param(id), " AND ",
		q.Readable("project_id", who), ") AND ", q.Readable("event.project_id", who))
	which(q)
	return q.Query(r.eachEvent(func(event history.Event) { *into = &event }))
}

// Past implements the Store of package query. Rows are read before events, so
// that the events include all writes in between: undoing a change twice has no
// further effect.
func (r *EventReader) Past(ctx context.Context, page history.PastPage) (*history.Past, error) {
	refs, err := r.pastRefs(ctx, &page)
	if err != nil || len(refs) == 0 {
		return &history.Past{}, err
	}
	more := len(refs) > page.Limit
	refs = refs[:min(page.Limit, len(refs))]
	past, err := r.pastRows(ctx, &page, refs)
	if err != nil {
		return nil, err
	}
	past.Last, past.More = refs[len(refs)-1], more
	ids := conn.RefIDs(refs)
	for _, edge := range past.Edges {
		ids = append(ids, edge.ID)
	}
	q := r.conn.Statement()
	q.Add(selectEvents, " WHERE ", q.In("event.entity_id", ids), " AND ", later(q, "event", &page), " AND ",
		q.Readable(q.Param(page.ProjectID), statement.SubjectOf(ctx)),
		" ORDER BY event.rev DESC, event.number DESC LIMIT ", q.Param(page.MaxEvents))
	past.Events, err = r.readEvents(ctx, q)
	return past, err
}

// later returns the condition that an event of the page's project is after its
// cursor.
func later(s *statement.Statement, event string, page *history.PastPage) string {
	return fmt.Sprintf("%[1]s.project_id = %[2]s AND (%[1]s.rev, %[1]s.number) > (%[3]s, %[4]s)",
		event, s.Param(page.ProjectID), s.Param(page.Cursor.Revision), s.Param(page.Cursor.Number))
}

// firstLater returns the expression for the operation of the first event about
// a row after the cursor of a page, null if there is none.
func firstLater(s *statement.Statement, id string, page *history.PastPage) string {
	return "(SELECT later.operation FROM onto_events later WHERE later.entity_id = " + id + " AND " + later(s, "later", page) +
		" ORDER BY later.rev, later.number LIMIT 1)"
}

// wasLive returns the condition that an entity was live at the cursor of a
// page. Its first later event decides, or its row if there is none.
func wasLive(s *statement.Statement, entity string, page *history.PastPage) string {
	return "COALESCE(" + firstLater(s, entity+".id", page) + ", CASE WHEN " + entity +
		".deleted THEN 'created' ELSE 'updated' END) IN ('updated', 'deleted')"
}

// pastRefs returns references to the entities of a page, and one more if any.
func (r *EventReader) pastRefs(ctx context.Context, page *history.PastPage) (refs []graph.Ref, err error) {
	q := r.conn.Statement()
	q.Add("SELECT entity.kind, entity.id FROM onto_entities entity WHERE ",
		q.ReadableOf("entity.project_id", []string{page.ProjectID}, statement.SubjectOf(ctx)))
	if page.ID != "" {
		q.Add(" AND entity.id = ", q.Param(page.ID))
	}
	if page.Kinds != nil {
		q.Add(" AND ", q.In("entity.kind", where.KindNames(page.Kinds)))
	}
	if after := page.After; after.ID != "" {
		kind := q.Param(string(after.Kind))
		q.Add(" AND (entity.kind", r.conn.Dialect.ByBytes, " > ", kind, " OR entity.kind = ", kind, " AND entity.id > ", q.Param(after.ID), ")")
	}
	q.Add(" AND ", wasLive(q, "entity", page), " ORDER BY entity.kind", r.conn.Dialect.ByBytes, ", entity.id LIMIT ", q.Param(page.Limit+1))
	return refs, r.conn.Read(ctx, q.Query(eachRef(&refs)))
}

// pastRows returns the stored entities and the edges that start at them.
func (r *EventReader) pastRows(ctx context.Context, page *history.PastPage, refs []graph.Ref) (*history.Past, error) {
	past, found := &history.Past{}, map[string]graph.Entity{}
	queries := r.conn.RowsByID(conn.IDsByKind(refs), graph.Full, found, within(ctx, []string{page.ProjectID}))
	err := r.conn.Read(ctx, append(queries, r.pastEdges(ctx, page, conn.RefIDs(refs), &past.Edges))...)
	for _, ref := range refs {
		if entity := found[ref.ID]; entity != nil { // else its row is damaged
			past.Entities = append(past.Entities, entity)
		}
	}
	return past, err
}

// pastEdges returns the query for the edges that started at entities, at the
// cursor of the page.
func (r *EventReader) pastEdges(ctx context.Context, page *history.PastPage, ids []string, into *[]graph.Edge) engine.Query {
	q := r.conn.Statement()
	q.Add("SELECT ", schema.EdgeColumns, " FROM onto_edges edge WHERE ", q.In("edge.src_id", ids), " AND ",
		q.ReadableOf("edge.project_id", []string{page.ProjectID}, statement.SubjectOf(ctx)),
		" AND COALESCE(", firstLater(q, "edge.id", page), ", CASE WHEN edge.deleted THEN 'linked' ELSE 'unlinked' END) = 'unlinked'",
		" AND EXISTS (SELECT 1 FROM onto_entities target WHERE target.id = edge.dst_id AND target.project_id = edge.project_id AND ",
		wasLive(q, "target", page), ") ORDER BY edge.id")
	return q.Query(r.conn.EachEdge(func(edge graph.Edge) error {
		*into = append(*into, edge)
		return nil
	}))
}

// Deleted implements the Store of package query.
func (r *EventReader) Deleted(ctx context.Context, projectIDs []string, since time.Time) ([]graph.Entity, error) {
	var refs []graph.Ref
	q := r.conn.Statement()
	q.Add("SELECT entity.kind, entity.id FROM onto_events event JOIN onto_entities entity ON entity.id = event.entity_id AND "+
		"entity.project_id = event.project_id AND entity.deleted WHERE ",
		q.ReadableOf("event.project_id", projectIDs, statement.SubjectOf(ctx)), " AND event.at > ", q.Param(since.UTC()),
		" AND event.operation = 'deleted'",
		" GROUP BY entity.kind, entity.id ORDER BY entity.kind", r.conn.Dialect.ByBytes, ", entity.id")
	if err := r.conn.Read(ctx, q.Query(eachRef(&refs))); err != nil || len(refs) == 0 {
		return nil, err
	}
	found, entities := map[string]graph.Entity{}, []graph.Entity{}
	err := r.conn.Read(ctx, r.conn.RowsByID(conn.IDsByKind(refs), graph.Light, found, within(ctx, projectIDs))...)
	for _, ref := range refs {
		if e := found[ref.ID]; e != nil && e.Self().DeletedAt != nil { // else its row is damaged, or restored since
			entities = append(entities, e)
		}
	}
	return entities, err
}

// LastActors implements the Store of package query.
func (r *EventReader) LastActors(ctx context.Context, ids []string) (map[string]graph.Actor, error) {
	actors := map[string]graph.Actor{}
	q := r.conn.Statement()
	q.Add("SELECT event.entity_id, COALESCE(CAST(event.actor_id AS text), ''), COALESCE(actor.name, '') FROM onto_events event LEFT JOIN "+
		"onto_actors actor ON actor.id = event.actor_id WHERE ",
		q.ByID(r.conn.Dialect.Unindexed+"event.project_id", "event.entity_id", ids), " AND ", q.Readable("event.project_id",
			statement.SubjectOf(ctx)),
		" AND NOT EXISTS (SELECT 1 FROM onto_events later WHERE later.entity_id = event.entity_id AND later.project_id = event.project_id"+
			" AND (later.rev, later.number) > (event.rev, event.number)) ORDER BY event.project_id")
	return actors, r.conn.Read(ctx, q.Query(func(row engine.Row) error {
		var id string
		var who graph.Actor
		err := row.Scan(&id, &who.ID, &who.Name)
		actors[id] = who
		return err
	}))
}

// eachRef returns a function that scans a row of kind and id, and adds the
// reference to refs.
func eachRef(refs *[]graph.Ref) func(engine.Row) error {
	return func(row engine.Row) error {
		var ref graph.Ref
		err := row.Scan(&ref.Kind, &ref.ID)
		*refs = append(*refs, ref)
		return err
	}
}
