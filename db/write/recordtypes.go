package write

import (
	"context"
	"encoding/json"
	"fmt"

	"dossier/db/schema"
	"dossier/graph"
	"dossier/graph/history"
)

// planRecordTypes plans the rows of the record types that are new or changed.
// Only an administrator of the deployment may change any.
func (w *write) planRecordTypes(ctx context.Context) error {
	if len(w.batch.RecordTypes) == 0 {
		return nil
	}
	stored, err := w.conn.ReadRecordTypes(ctx, w.tx)
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
		w.planAudit(history.AuditEntry{Action: history.ActionSaveType, Subject: recordType.ID})
	}
	if w.rows[schema.RecordTypes.Name] == nil {
		return nil
	}
	return w.accounts.CheckAdmin(ctx, w.tx, w.who) // record types belong to the deployment, not to a project
}

// dropRecordTypes removes the dropped record types of the batch, as an
// administrator of the deployment.
func (w *write) dropRecordTypes(ctx context.Context) error {
	if len(w.batch.DroppedTypes) == 0 {
		return nil
	}
	if err := w.accounts.CheckAdmin(ctx, w.tx, w.who); err != nil {
		return err
	}
	for _, id := range w.batch.DroppedTypes {
		w.planAudit(history.AuditEntry{Action: history.ActionDropType, Subject: id})
	}
	q := w.conn.Statement()
	q.Add("DELETE FROM onto_record_types WHERE ", q.In("id", w.batch.DroppedTypes))
	return q.Exec(ctx, w.tx)
}

// planAudit adds an entry to the audit entries of the batch.
func (w *write) planAudit(entry history.AuditEntry) {
	w.plan(schema.Audit, w.accounts.RowOf(w.who, entry), true)
}

// lockRecordTypes makes writers of record types wait for each other. It returns
// an error if the actor may not write them.
func (t *transaction) lockRecordTypes(ctx context.Context) error {
	if err := t.accounts.CheckAdmin(ctx, t.tx, t.who); err != nil {
		return err
	}
	return t.conn.Statement().Add("UPDATE onto_record_types SET id = id").Exec(ctx, t.tx)
}

// recordTypeRow returns the values of a record type in the order of columns.
func recordTypeRow(r graph.RecordType) []any {
	fields, _ := json.Marshal(append([]graph.RecordField{}, r.Fields...)) // cannot fail: strings and canonical JSON; [] for none
	canonical, _ := graph.ParseJSON(fields)
	return []any{r.ID, r.Name, r.Icon, string(canonical)}
}
