package db

import (
	"context"

	"dossier/db/schema"
	"dossier/graph"
	"dossier/graph/history"
)

// record adds an event to those of the batch.
func (w *write) record(projectID string, operation history.Operation, ref graph.Ref, fields ...graph.FieldChange) {
	project := w.projects[projectID]
	project.events++
	w.events = append(w.events, history.Event{
		ProjectID: projectID, Revision: w.revise(projectID), Number: project.events, At: w.now, ActorID: w.who.ID, ActorName: w.who.Name,
		KeyID: w.who.KeyID(), Interface: string(w.who.Via),
		Operation: operation, Kind: ref.Kind, ID: ref.ID, Fields: fields,
	})
}

// eventRow returns the values of an event in the order of its table.
func (s *Store) eventRow(e *history.Event) []any {
	return []any{
		e.ProjectID, e.Revision, e.Number, s.conn.Dialect.Arg(e.At), e.ActorID, schema.TextOrNil(e.KeyID), e.Interface,
		string(e.Operation), string(e.Kind), e.ID, s.conn.Dialect.Arg(graph.EncodeChanges(e.Fields)),
	}
}

// recordEntity adds the event about an entity that was written; old is its
// stored content, nil if the content is new, unchanged or unreadable.
func (w *write) recordEntity(c *changedEntity, old graph.Entity) {
	ref, project := c.entity.Self().Ref(), c.after.projectID
	if c.before == nil {
		w.record(project, history.OpCreated, ref)
		return
	}
	var fields []graph.FieldChange
	if old != nil { // the old values of a row that cannot be read are unknown
		fields = graph.Diff(old, c.entity)
	}
	for _, change := range []graph.FieldChange{
		graph.NewFieldChange("created_at", c.before.createdAt, c.after.createdAt),
		graph.NewFieldChange("updated_at", c.before.updatedAt, c.after.updatedAt),
	} {
		if !change.Same() {
			fields = append(fields, change)
		}
	}
	w.record(project, c.operation(), ref, fields...)
}

// operation returns the operation by which a write changes a stored entity.
func (c *changedEntity) operation() history.Operation {
	switch {
	case c.before.deleted && !c.after.deleted:
		return history.OpRestored
	case !c.before.deleted && c.after.deleted:
		return history.OpDeleted
	default:
		return history.OpUpdated
	}
}

// recordEdge adds the event about an edge that was linked or unlinked; others
// are changes of further columns.
func (w *write) recordEdge(projectID, id string, operation history.Operation, l link, others ...graph.FieldChange) {
	fields := make([]graph.FieldChange, 0, 4)
	for _, field := range []struct{ name, value string }{{"src", l.Src}, {"rel", l.Rel}, {"dst", l.Dst}} {
		if operation == history.OpLinked {
			fields = append(fields, graph.NewFieldChange(field.name, nil, field.value))
		} else {
			fields = append(fields, graph.NewFieldChange(field.name, field.value, nil))
		}
	}
	for _, change := range others {
		if !change.Same() {
			fields = append(fields, change)
		}
	}
	w.record(projectID, operation, graph.Ref{Kind: graph.KindEdge, ID: id}, fields...)
}

// putEvents writes the events of the batch.
func (w *write) putEvents(ctx context.Context) error {
	if len(w.events) == 0 {
		return nil
	}
	return w.tx.Insert(ctx, schema.Events, w.eventRows())
}

// planEvents plans the rows of the events of the batch.
func (w *write) planEvents(context.Context) error {
	w.rows[schema.Events.Name] = &put{table: schema.Events, added: w.eventRows()}
	return nil
}

func (w *write) eventRows() [][]any {
	rows := make([][]any, len(w.events))
	for i := range w.events {
		rows[i] = w.store.eventRow(&w.events[i])
	}
	return rows
}
