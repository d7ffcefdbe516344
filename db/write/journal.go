package write

import (
	"context"

	"dossier/db/schema"
	"dossier/graph"
	"dossier/graph/history"
)

// A journal has the events of a batch.
type journal struct {
	*transaction
	events []history.Event
}

// record adds an event to those of the batch.
func (j *journal) record(projectID string, operation history.Operation, ref graph.Ref, fields ...graph.FieldChange) {
	project := j.projects[projectID]
	project.events++
	j.events = append(j.events, history.Event{
		ProjectID: projectID, Revision: j.revise(projectID), Number: project.events, At: j.now, ActorID: j.who.ID, ActorName: j.who.Name,
		KeyID: j.who.KeyID(), Interface: string(j.who.Via),
		Operation: operation, Kind: ref.Kind, ID: ref.ID, Fields: fields,
	})
}

// eventRow returns the values of an event in the order of its table.
func (j *journal) eventRow(e *history.Event) []any {
	return []any{
		e.ProjectID, e.Revision, e.Number, j.conn.Dialect.Arg(e.At), e.ActorID, schema.TextOrNil(e.KeyID), e.Interface,
		string(e.Operation), string(e.Kind), e.ID, j.conn.Dialect.Arg(graph.EncodeChanges(e.Fields)),
	}
}

// recordEntity adds the event about an entity that was written; old is its
// stored content, nil if the content is new, unchanged or unreadable.
func (j *journal) recordEntity(c *changedEntity, old graph.Entity) {
	ref, project := c.entity.Self().Ref(), c.after.projectID
	if c.before == nil {
		j.record(project, history.OpCreated, ref)
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
	j.record(project, c.operation(), ref, fields...)
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
func (j *journal) recordEdge(projectID, id string, operation history.Operation, l link, others ...graph.FieldChange) {
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
	j.record(projectID, operation, graph.Ref{Kind: graph.KindEdge, ID: id}, fields...)
}

// put writes the events of the batch.
func (j *journal) put(ctx context.Context) error {
	if len(j.events) == 0 {
		return nil
	}
	return j.tx.Insert(ctx, schema.Events, j.rows())
}

func (j *journal) rows() [][]any {
	rows := make([][]any, len(j.events))
	for i := range j.events {
		rows[i] = j.eventRow(&j.events[i])
	}
	return rows
}
