package db

import (
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

// RecordTypes implements the Store of package query.
func (s *Store) RecordTypes(ctx context.Context) ([]graph.RecordType, error) {
	if statement.SubjectOf(ctx).ID == "" {
		return nil, nil
	}
	return s.recordTypes(ctx, s.reader(s.backend))
}

func (s *Store) recordTypes(ctx context.Context, reader engine.Reader) ([]graph.RecordType, error) {
	var found []graph.RecordType
	unread := problems.Found{}
	q := s.statement().Add("SELECT id, name, icon, fields FROM onto_record_types ORDER BY id", s.dialect.ByBytes)
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
		s.wrong.Set(ctx, schema.RecordTypes.Name, unread)
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

// planRecordTypes plans the rows of the record types that are new or changed.
// Only an administrator of the deployment may change any.
func (w *write) planRecordTypes(ctx context.Context) error {
	if len(w.batch.RecordTypes) == 0 {
		return nil
	}
	stored, err := w.store.recordTypes(ctx, w.tx)
	if err != nil {
		return err
	}
	before := map[string]string{}
	for _, recordType := range stored {
		before[recordType.ID] = fmt.Sprint(recordTypeRow(recordType)...)
	}
	for _, recordType := range w.batch.RecordTypes {
		row := recordTypeRow(recordType)
		text, exists := before[recordType.ID]
		switch {
		case !exists:
			w.written.Created[graph.KindRecordType]++
		case text == fmt.Sprint(row...):
			w.written.Unchanged[graph.KindRecordType]++
			continue
		default:
			w.written.Updated[graph.KindRecordType]++
		}
		before[recordType.ID] = fmt.Sprint(row...)
		w.plan(schema.RecordTypes, row, false)
		w.planAudit(graph.AuditEntry{Action: graph.ActionSaveType, Subject: recordType.ID})
	}
	if w.rows[schema.RecordTypes.Name] == nil {
		return nil
	}
	return w.store.checkAdmin(ctx, w.tx, w.who) // record types belong to the deployment, not to a project
}

// dropRecordTypes removes the dropped record types of the batch, as an
// administrator of the deployment.
func (w *write) dropRecordTypes(ctx context.Context) error {
	if len(w.batch.DroppedTypes) == 0 {
		return nil
	}
	if err := w.store.checkAdmin(ctx, w.tx, w.who); err != nil {
		return err
	}
	for _, id := range w.batch.DroppedTypes {
		w.planAudit(graph.AuditEntry{Action: graph.ActionDropType, Subject: id})
	}
	q := w.store.statement()
	q.Add("DELETE FROM onto_record_types WHERE ", q.In("id", w.batch.DroppedTypes))
	return q.Exec(ctx, w.tx)
}

// planAudit adds an entry to the audit entries of the batch.
func (w *write) planAudit(entry graph.AuditEntry) {
	entry = w.store.attributedTo(w.who, entry)
	w.plan(schema.Audit, w.store.auditRow(graph.NewID(), &entry), true)
}

// lockRecordTypes makes writers of record types wait for each other. It returns
// an error if the actor may not write them.
func (w *write) lockRecordTypes(ctx context.Context) error {
	if err := w.store.checkAdmin(ctx, w.tx, w.who); err != nil {
		return err
	}
	return w.store.statement().Add("UPDATE onto_record_types SET id = id").Exec(ctx, w.tx)
}

// recordTypeRow returns the values of a record type in the order of columns.
func recordTypeRow(r graph.RecordType) []any {
	fields, _ := json.Marshal(append([]graph.RecordField{}, r.Fields...)) // cannot fail: strings and canonical JSON; [] for none
	canonical, _ := graph.ParseJSON(fields)
	return []any{r.ID, r.Name, r.Icon, string(canonical)}
}
