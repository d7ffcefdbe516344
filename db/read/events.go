package read

import (
	"context"
	"encoding/json"
	"fmt"

	"dossier/db/engine"
	"dossier/db/schema"
	"dossier/db/statement"
	"dossier/graph"
	"dossier/graph/history"
)

// Events implements the Store of package query.
func (r *EventReader) Events(ctx context.Context, projectID string, after history.Cursor, limit int) ([]history.Event, error) {
	q := r.conn.Statement()
	project := q.Param(projectID)
	q.Add(selectEvents, " WHERE event.project_id = ", project, " AND (event.rev, event.number) > (", q.Param(after.Revision), ", ",
		q.Param(after.Number),
		") AND ", q.Readable(project, statement.SubjectOf(ctx)), " ORDER BY event.rev, event.number LIMIT ", q.Param(limit))
	return r.readEvents(ctx, q)
}

// History implements the Store of package query.
func (r *EventReader) History(ctx context.Context, h history.Query) ([]history.Event, error) {
	q := r.conn.Statement()
	project := r.conn.Dialect.Unindexed + "event.project_id" // SQLite would read the project's events in their order
	q.Add(selectEvents, " WHERE ", q.ByID(project, "event.entity_id", []string{h.EntityID}), " AND ",
		q.Readable("event.project_id", statement.SubjectOf(ctx)))
	if h.Before != (history.Cursor{}) {
		q.Add(" AND (event.rev, event.number) < (", q.Param(h.Before.Revision), ", ", q.Param(h.Before.Number), ")")
	}
	return r.readEvents(ctx, q.Add(" ORDER BY event.rev DESC, event.number DESC, event.project_id LIMIT ", q.Param(h.Limit)))
}

var selectEvents = `SELECT event.project_id, event.rev, event.number, event.at, COALESCE(CAST(event.actor_id AS text), ''),
	` + statement.ActorName("event.actor_id") +
	`, COALESCE(event.key_id, ''), event.interface, event.operation, event.kind, event.entity_id, event.fields
	FROM onto_events event LEFT JOIN onto_actors actor ON actor.id = event.actor_id`

func (r *EventReader) readEvents(ctx context.Context, q *statement.Statement) ([]history.Event, error) {
	var found []history.Event
	err := r.conn.Read(ctx, q.Query(r.eachEvent(func(event history.Event) { found = append(found, event) })))
	return found, err
}

// eachEvent returns a function that scans a row of selectEvents and calls f
// with the event. It leaves out rows that cannot be read.
func (r *EventReader) eachEvent(f func(history.Event)) func(engine.Row) error {
	return func(row engine.Row) error {
		event, err := scanEvent(row)
		if err != nil {
			return r.conn.LeaveOut(err)
		}
		f(event)
		return nil
	}
}

func scanEvent(row engine.Row) (e history.Event, err error) {
	var r schema.Reading
	var fields graph.JSON
	err = r.Scan(row, schema.Events.Name, &e.ID, &e.ProjectID, &e.Revision, &e.Number, r.Target(&e.At), &e.ActorID, &e.ActorName,
		&e.KeyID, &e.Interface, &e.Operation, &e.Kind, &e.ID, r.Target(&fields))
	if err == nil && fields != nil {
		if err = json.Unmarshal(fields, &e.Fields); err != nil {
			err = &schema.BadRow{Table: schema.Events.Name, ID: e.ID, Err: err}
		}
	}
	if err != nil {
		return e, fmt.Errorf("read event: %w", err)
	}
	return e, nil
}
