package access

import (
	"context"
	"errors"
	"time"

	"dossier/db/engine"
	"dossier/db/schema"
	"dossier/db/statement"
	"dossier/graph"
	"dossier/graph/history"
)

// putAudit stores an entry about an action, in the transaction of the action.
func (a *AuditLog) putAudit(ctx context.Context, tx engine.Tx, entry history.AuditEntry) error {
	return tx.Put(ctx, schema.Audit, [][]any{a.RowOf(statement.SubjectOf(ctx), entry)})
}

// attributed returns the entry with the current time and the actor of ctx.
func (a *AuditLog) attributed(ctx context.Context, entry history.AuditEntry) history.AuditEntry {
	return a.attributedTo(statement.SubjectOf(ctx), entry)
}

func (a *AuditLog) attributedTo(who statement.Subject, entry history.AuditEntry) history.AuditEntry {
	entry.At, entry.Count = a.conn.Time(), 1
	entry.ActorID, entry.KeyID, entry.Interface = who.ID, who.KeyID(), who.Via
	return entry
}

// RowOf returns the row of a new entry about an action of a subject.
func (a *AuditLog) RowOf(who statement.Subject, entry history.AuditEntry) []any {
	entry = a.attributedTo(who, entry)
	return a.auditRow(graph.NewID(), &entry)
}

// auditRow returns the values of an entry in the order of its table.
func (a *AuditLog) auditRow(id string, e *history.AuditEntry) []any {
	return []any{id, a.conn.Dialect.Arg(e.At), schema.TextOrNil(e.ActorID), schema.TextOrNil(e.KeyID), string(e.Interface),
		string(e.Action), string(e.Code), schema.TextOrNil(e.ProjectID), e.Subject, e.Count}
}

// Denied records that the actor of ctx was denied access. The entry is stored a
// little later; see [ledger].
func (a *AuditLog) Denied(ctx context.Context, entry history.AuditEntry) {
	entry = a.attributed(ctx, entry)
	entry.At, entry.Count = entry.At.Truncate(time.Second), 0
	a.note(func(l *ledger) { l.deny(entry, 1) })
}

// AuditDenial records err if it denies access.
func (a *AuditLog) AuditDenial(ctx context.Context, action history.Action, projectID string, err error) {
	known, ok := errors.AsType[*graph.Error](err)
	if !ok {
		return
	}
	switch known.Code {
	case graph.CodeForbidden, graph.CodeUnauthenticated, graph.CodeNotFound:
		a.Denied(ctx, history.AuditEntry{Action: action, Code: known.Code, ProjectID: projectID})
	}
}
