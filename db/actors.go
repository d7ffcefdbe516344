package db

import (
	"context"
	"fmt"

	"dossier/graph"
)

// administers reports whether a subject administers the deployment. A key never
// does: who has stolen one must not be able to make others.
func (s *Store) administers(ctx context.Context, reader Reader, who subject) (is bool, err error) {
	if s.unchecked {
		return true, nil
	}
	if who.id == "" || who.key != nil || who.admin {
		return who.admin && who.key == nil, nil
	}
	q := s.statement()
	q.add("SELECT is_admin FROM onto_actors WHERE id = ", q.param(who.id))
	err = reader.Read(ctx, q.query(func(row Row) error { return row.Scan(&is) }))
	return is, err
}

// checkAdmin returns a FORBIDDEN error unless the subject administers the
// deployment.
func (s *Store) checkAdmin(ctx context.Context, reader Reader, who subject) error {
	switch is, err := s.administers(ctx, reader, who); {
	case err != nil:
		return err
	case !is:
		return forbidden("expected an administrator of this deployment; got another actor, or a key")
	}
	return nil
}

// SaveActor creates an actor or replaces its name, kind and rights. Only an
// administrator of the deployment may.
func (s *Store) SaveActor(ctx context.Context, saved graph.Actor) error {
	err := s.transact(ctx, func(tx Tx) error {
		if err := s.checkAdmin(ctx, tx, actor(ctx)); err != nil {
			return err
		}
		if err := s.putAudit(ctx, tx, graph.AuditEntry{Action: graph.ActionSaveActor, Subject: saved.ID}); err != nil {
			return err
		}
		return s.putActor(ctx, tx, saved, "UPDATE SET name = excluded.name, kind = excluded.kind, is_admin = excluded.is_admin")
	})
	s.auditDenial(ctx, graph.ActionSaveActor, "", err)
	return err
}

// putActor inserts an actor, or does something else if it exists.
func (s *Store) putActor(ctx context.Context, tx Tx, saved graph.Actor, otherwise string) error {
	q := s.statement()
	q.add("INSERT INTO onto_actors (id, name, kind, is_admin, created_at) VALUES (", q.param(graph.ActorID(saved.ID)), ", ", q.param(saved.Name), ", ",
		q.param(string(saved.Kind)), ", ", q.param(saved.Admin), ", ", q.param(s.now().UTC()), ") ON CONFLICT (id) DO ", otherwise)
	return q.exec(ctx, tx)
}

// Actors returns the actors of the deployment by name and id. Only an
// administrator of it may list them.
func (s *Store) Actors(ctx context.Context) ([]graph.Actor, error) {
	if err := s.checkAdmin(ctx, s.reader(s.backend), actor(ctx)); err != nil {
		s.auditDenial(ctx, graph.ActionRequest, "", err)
		return nil, err
	}
	var found []graph.Actor
	q := s.statement().add("SELECT id, name, kind, is_admin FROM onto_actors ORDER BY name", s.dialect.ByBytes, ", id")
	return found, s.read(ctx, q.query(func(row Row) error {
		var one graph.Actor
		if err := row.Scan(&one.ID, &one.Name, &one.Kind, &one.Admin); err != nil {
			return fmt.Errorf("read actor: %w", err)
		}
		found = append(found, one)
		return nil
	}))
}
