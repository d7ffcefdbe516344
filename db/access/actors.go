package access

import (
	"context"
	"fmt"

	"dossier/db/conn"
	"dossier/db/engine"
	"dossier/db/schema"
	"dossier/db/statement"
	"dossier/graph"
	"dossier/graph/history"
	"dossier/graph/lists"
)

// administers reports whether a subject administers the deployment. A key never
// does, so that nobody can make other keys with a stolen one.
func (s *ActorStore) administers(ctx context.Context, reader engine.Reader, who statement.Subject) (is bool, err error) {
	if s.conn.Unchecked {
		return true, nil
	}
	if who.ID == "" || who.Key != nil || who.Admin {
		return who.Admin && who.Key == nil, nil
	}
	q := s.conn.Statement()
	q.Add("SELECT is_admin FROM onto_actors WHERE id = ", q.Param(who.ID))
	err = reader.Read(ctx, q.Query(func(row engine.Row) error { return row.Scan(&is) }))
	return is, err
}

// CheckAdmin returns a FORBIDDEN error unless the subject administers the
// deployment.
func (s *ActorStore) CheckAdmin(ctx context.Context, reader engine.Reader, who statement.Subject) error {
	switch is, err := s.administers(ctx, reader, who); {
	case err != nil:
		return err
	case !is:
		return forbidden("expected an administrator of this deployment; got another actor, or a key")
	}
	return nil
}

// Administers reports whether the actor administers the deployment.
func (s *ActorStore) Administers(ctx context.Context) (bool, error) {
	return s.administers(ctx, s.conn.Reader(s.conn.Backend), statement.SubjectOf(ctx))
}

// SaveActor creates an actor, or changes the fields of it that are not nil, and
// returns it. Only an administrator of the deployment may call it.
func (s *ActorStore) SaveActor(ctx context.Context, change graph.ActorChange) (saved *graph.Actor, err error) {
	err = s.conn.InTransaction(ctx, func(tx engine.Tx) error {
		if err := s.CheckAdmin(ctx, tx, statement.SubjectOf(ctx)); err != nil {
			return err
		}
		id := graph.ActorID(change.ID)
		if err := s.audit.putAudit(ctx, tx, history.AuditEntry{Action: history.ActionSaveActor, Subject: id}); err != nil {
			return err
		}
		if err := s.changeActor(ctx, tx, change); err != nil {
			return err
		}
		q := s.conn.Statement().Add(selectActors)
		q.Add(" WHERE id = ", q.Param(id))
		return tx.Read(ctx, q.Query(func(row engine.Row) (err error) {
			saved, err = scanActor(row)
			return err
		}))
	})
	s.audit.AuditDenial(ctx, history.ActionSaveActor, "", err)
	return saved, err
}

// changeActor inserts an actor, or changes the fields of it that are not nil.
func (s *ActorStore) changeActor(ctx context.Context, tx engine.Tx, change graph.ActorChange) error {
	set := "id = excluded.id" // SQL needs a column
	for _, field := range []struct {
		name  string
		given bool
	}{{"name", change.Name != nil}, {"kind", change.Kind != nil}, {"is_admin", change.Admin != nil}} {
		if field.given {
			set += ", " + field.name + " = excluded." + field.name
		}
	}
	return putActor(ctx, s.conn, tx, graph.Actor{
		ID: change.ID, Name: graph.Or(change.Name, change.Called), Kind: graph.Or(change.Kind, graph.ActorPerson),
		Admin: graph.Or(change.Admin, false),
	}, "UPDATE SET "+set)
}

// putActor inserts an actor; otherwise is the SQL after DO if it exists.
func putActor(ctx context.Context, c *conn.Conn, tx engine.Tx, saved graph.Actor, otherwise string) error {
	q := c.Statement()
	q.Add("INSERT INTO onto_actors (id, name, kind, is_admin, created_at) VALUES (", q.Param(graph.ActorID(saved.ID)), ", ",
		q.Param(saved.Name), ", ",
		q.Param(string(saved.Kind)), ", ", q.Param(saved.Admin), ", ", q.Param(c.Now().UTC()), ") ON CONFLICT (id) DO ", otherwise)
	return q.Exec(ctx, tx)
}

const selectActors = "SELECT id, name, kind, is_admin FROM onto_actors"

// Actors returns a page of the actors of the deployment, ordered by name and
// id. Only an administrator of the deployment may call it.
func (s *ActorStore) Actors(ctx context.Context, span lists.Span) ([]graph.Actor, error) {
	if err := s.CheckAdmin(ctx, s.conn.Reader(s.conn.Backend), statement.SubjectOf(ctx)); err != nil {
		s.audit.AuditDenial(ctx, history.ActionRequest, "", err)
		return nil, err
	}
	var found []graph.Actor
	q := s.conn.Statement().Add(selectActors, " WHERE TRUE")
	q.Span(span, "name", "id")
	err := s.conn.Read(ctx, q.Query(func(row engine.Row) error {
		one, err := scanActor(row)
		found = append(found, *one)
		return err
	}))
	return statement.InOrder(span, found), err
}

func scanActor(row engine.Row) (*graph.Actor, error) {
	one := &graph.Actor{}
	if err := row.Scan(statement.ActorTargets(one)...); err != nil {
		return one, fmt.Errorf("read actor: %w", err)
	}
	return one, nil
}

// Audit returns up to limit entries of the audit, the latest first. Only an
// administrator of the deployment may call it.
func (s *ActorStore) Audit(ctx context.Context, limit int) ([]history.AuditEntry, error) {
	if err := s.CheckAdmin(ctx, s.conn.Reader(s.conn.Backend), statement.SubjectOf(ctx)); err != nil {
		s.audit.AuditDenial(ctx, history.ActionRequest, "", err)
		return nil, err
	}
	s.audit.storeLedger()
	q := s.conn.Statement()
	q.Add(`SELECT at, COALESCE(CAST(actor_id AS text), ''), COALESCE(CAST(key_id AS text), ''), interface, action, code,
		COALESCE(CAST(project_id AS text), ''), subject, count FROM onto_audit ORDER BY at DESC, id LIMIT `, q.Param(limit))
	var found []history.AuditEntry
	err := s.conn.Read(ctx, q.Query(func(row engine.Row) error {
		var e history.AuditEntry
		err := row.Scan(schema.Target(&e.At), &e.ActorID, &e.KeyID, &e.Interface, &e.Action, &e.Code, &e.ProjectID, &e.Subject, &e.Count)
		if err != nil {
			return fmt.Errorf("read audit: %w", err)
		}
		found = append(found, e)
		return nil
	}))
	return found, err
}
