package db

import (
	"context"
	"errors"
	"fmt"
	"time"

	"dossier/db/engine"
	"dossier/db/schema"
	"dossier/db/statement"
	"dossier/graph"
)

// putAudit stores an entry about an action, in the transaction of the action.
func (s *Store) putAudit(ctx context.Context, tx engine.Tx, entry graph.AuditEntry) error {
	entry = s.attributed(ctx, entry)
	return tx.Put(ctx, schema.Audit, [][]any{s.auditRow(graph.NewID(), &entry)})
}

// attributed returns the entry with the current time and the actor of ctx.
func (s *Store) attributed(ctx context.Context, entry graph.AuditEntry) graph.AuditEntry {
	return s.attributedTo(statement.SubjectOf(ctx), entry)
}

func (s *Store) attributedTo(who statement.Subject, entry graph.AuditEntry) graph.AuditEntry {
	entry.At, entry.Count = s.conn.Time(), 1
	entry.ActorID, entry.KeyID, entry.Interface = who.ID, who.KeyID(), who.Via
	return entry
}

// auditRow returns the values of an entry in the order of its table.
func (s *Store) auditRow(id string, e *graph.AuditEntry) []any {
	return []any{id, s.conn.Dialect.Arg(e.At), textOrNil(e.ActorID), textOrNil(e.KeyID), string(e.Interface),
		string(e.Action), string(e.Code), textOrNil(e.ProjectID), e.Subject, e.Count}
}

func textOrNil(text string) any {
	if text == "" {
		return nil
	}
	return text
}

// Denied records that the actor of ctx was denied access. The entry is stored a
// little later; see [ledger].
func (s *Store) Denied(ctx context.Context, entry graph.AuditEntry) {
	entry = s.attributed(ctx, entry)
	entry.At, entry.Count = entry.At.Truncate(time.Second), 0
	s.note(func(l *ledger) { l.deny(entry, 1) })
}

// auditDenial records err if it denies access.
func (s *Store) auditDenial(ctx context.Context, action graph.Action, projectID string, err error) {
	known, ok := errors.AsType[*graph.Error](err)
	if !ok {
		return
	}
	switch known.Code {
	case graph.CodeForbidden, graph.CodeUnauthenticated, graph.CodeNotFound:
		s.Denied(ctx, graph.AuditEntry{Action: action, Code: known.Code, ProjectID: projectID})
	}
}

// Audit returns up to limit entries of the audit, the latest first. Only an
// administrator of the deployment may call it.
func (s *Store) Audit(ctx context.Context, limit int) ([]graph.AuditEntry, error) {
	if err := s.checkAdmin(ctx, s.conn.Reader(s.conn.Backend), statement.SubjectOf(ctx)); err != nil {
		s.auditDenial(ctx, graph.ActionRequest, "", err)
		return nil, err
	}
	s.storeLedger()
	q := s.conn.Statement()
	q.Add(`SELECT at, COALESCE(CAST(actor_id AS text), ''), COALESCE(CAST(key_id AS text), ''), interface, action, code,
		COALESCE(CAST(project_id AS text), ''), subject, count FROM onto_audit ORDER BY at DESC, id LIMIT `, q.Param(limit))
	var found []graph.AuditEntry
	err := s.conn.Read(ctx, q.Query(func(row engine.Row) error {
		var e graph.AuditEntry
		err := row.Scan(schema.Target(&e.At), &e.ActorID, &e.KeyID, &e.Interface, &e.Action, &e.Code, &e.ProjectID, &e.Subject, &e.Count)
		if err != nil {
			return fmt.Errorf("read audit: %w", err)
		}
		found = append(found, e)
		return nil
	}))
	return found, err
}
