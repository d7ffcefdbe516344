package conn

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"dossier/db/engine"
	"dossier/db/schema"
	"dossier/db/statement"
	"dossier/graph"
	"dossier/problems"
)

// IDsByKind returns the ids of references by kind.
func IDsByKind(refs []graph.Ref) map[graph.Kind][]string {
	ids := map[graph.Kind][]string{}
	for _, ref := range refs {
		ids[ref.Kind] = append(ids[ref.Kind], ref.ID)
	}
	return ids
}

// RowsByID returns a query for each kind that adds the entities with these ids to
// found. where adds the condition on the rows.
func (c *Conn) RowsByID(ids map[graph.Kind][]string, view graph.View, found map[string]graph.Entity,
	where func(q *statement.Statement, spec *graph.Spec, ids []string)) (queries []engine.Query) {
	keep := func(entity graph.Entity) error {
		found[entity.Self().ID] = entity
		return nil
	}
	for _, spec := range graph.Kinds {
		if of := ids[spec.Kind]; len(of) > 0 {
			shape, q := schema.ShapeOf(spec.Kind, view), c.Statement()
			q.OneRow = len(of) == 1
			q.Add("SELECT ", shape.Columns, " FROM ", spec.Table, " entity WHERE ")
			where(q, spec, of)
			if q.OneRow {
				q.Repeats(engine.UUID, engine.UUID) // the entity and the actor
			}
			queries = append(queries, q.Query(c.Each(shape, keep)))
		}
	}
	return queries
}

// SelectRevisions returns the query for the revisions of projects; of all that the
// actor may read if ids is nil.
func (c *Conn) SelectRevisions(ctx context.Context, ids []string, yield func(graph.Revision)) engine.Query {
	return c.SelectTrails(ctx, ids, StampLength, func(revision graph.Revision, _ string) { yield(revision) })
}

// SelectTrails returns the query for the revisions of projects and their trails, cut
// to the given length.
func (c *Conn) SelectTrails(ctx context.Context, ids []string, trail int, yield func(revision graph.Revision, trail string)) engine.Query {
	who, q := statement.SubjectOf(ctx), c.Statement()
	q.Add("SELECT revision.project_id, revision.number, substr(revision.trail, 1, ", q.Param(trail),
		`), COALESCE(member.access, 'read') FROM onto_revisions revision
		LEFT JOIN onto_members member ON member.project_id = revision.project_id AND member.actor_id = `,
		q.Param(cmp.Or(who.ID, statement.NoActor)), `
		WHERE `)
	if ids == nil {
		q.Add(q.Readable("revision.project_id", who))
	} else {
		q.Add(q.ReadableOf("revision.project_id", ids, who))
	}
	q.Add(" ORDER BY revision.project_id")
	return q.Query(func(row engine.Row) error {
		var r graph.Revision
		var stamps string
		if err := row.Scan(&r.ProjectID, &r.Number, &stamps, &r.Access); err != nil {
			return fmt.Errorf("read revision: %w", err)
		}
		r.Access = who.Limited(r.Access)
		r.Stamp = stamps[:min(StampLength, len(stamps))]
		yield(r, stamps)
		return nil
	})
}

// RefIDs returns the ids of references.
func RefIDs(refs []graph.Ref) []string {
	ids := make([]string, len(refs))
	for i, ref := range refs {
		ids[i] = ref.ID
	}
	return ids
}

// The trail of a revision has the stamps of the last 64 writes, by eye: a
// server whose copy of a project is older reads the whole project again.
const (
	StampLength = 8 // 40 random bits
	MaxTrail    = 64 * StampLength
)

// ReadRecordTypes returns the record types, and reports those that cannot be read.
func (c *Conn) ReadRecordTypes(ctx context.Context, reader engine.Reader) ([]graph.RecordType, error) {
	var found []graph.RecordType
	unread := problems.Found{}
	q := c.Statement().Add("SELECT id, name, icon, fields FROM onto_record_types ORDER BY id", c.Dialect.ByBytes)
	err := reader.Read(ctx, q.Query(func(row engine.Row) error {
		recordType, err := scanRecordType(row)
		if err != nil {
			if row, bad := errors.AsType[*schema.BadRow](err); bad {
				unread[problems.LeftOut("record type", row.ID)] = row.Err
				return nil
			}
			return err
		}
		found = append(found, recordType)
		return nil
	}))
	if err == nil {
		c.wrong.Set(ctx, schema.RecordTypes.Name, unread)
	}
	return found, err
}

func scanRecordType(row engine.Row) (r graph.RecordType, err error) {
	var fields graph.JSON
	var read schema.Reading
	err = read.Scan(row, schema.RecordTypes.Name, &r.ID, &r.ID, &r.Name, &r.Icon, read.Target(&fields))
	if err == nil {
		err = json.Unmarshal(fields, &r.Fields)
	}
	switch row := (*schema.BadRow)(nil); {
	case err == nil, errors.As(err, &row):
	case r.ID != "": // the fields are JSON, but not a list of fields
		err = &schema.BadRow{Table: schema.RecordTypes.Name, ID: r.ID, Err: err}
	}
	if err != nil {
		return r, fmt.Errorf("read record type: %w", err)
	}
	return r, nil
}
