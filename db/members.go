package db

import (
	"context"
	"fmt"

	"dossier/graph"
)

// Grant sets an actor's access to a project, or removes it if access is "".
// Only an admin of the project may: the error is FORBIDDEN for others who may
// read the project and NOT_FOUND for everyone else.
func (s *Store) Grant(ctx context.Context, projectID, actorID string, access graph.Access) error {
	err := s.transact(ctx, func(tx Tx) error {
		var held graph.Access
		query := s.revisions(ctx, []string{projectID}, func(revision graph.Revision) { held = revision.Access })
		if err := tx.Read(ctx, query); err != nil {
			return err
		}
		switch {
		case held == graph.AccessAdmin, s.unchecked:
			return s.setAccess(ctx, tx, projectID, graph.ActorID(actorID), access)
		case held == "":
			return graph.NotFound("project", projectID)
		default:
			return forbidden("expected an admin of project %s; got an actor with access %s", projectID, held)
		}
	})
	s.auditDenial(ctx, graph.ActionGrant, projectID, err)
	return err
}

func (s *Store) setAccess(ctx context.Context, tx Tx, projectID, actorID string, access graph.Access) error {
	entry := graph.AuditEntry{Action: graph.ActionGrant, ProjectID: projectID, Subject: actorID + " " + string(access)}
	if err := s.putAudit(ctx, tx, entry); err != nil {
		return err
	}
	if access == graph.AccessAdmin {
		return tx.Put(ctx, members, [][]any{{projectID, actorID, string(access)}})
	}
	if err := s.checkOtherAdmin(ctx, tx, projectID, actorID); err != nil {
		return err
	}
	if access != "" {
		return tx.Put(ctx, members, [][]any{{projectID, actorID, string(access)}})
	}
	q := s.statement()
	q.add("DELETE FROM onto_members WHERE project_id = ", q.param(projectID), " AND actor_id = ", q.param(actorID), " RETURNING 1")
	removed := false
	err := tx.Returning(ctx, q.query(func(Row) error { removed = true; return nil }))
	if err == nil && !removed {
		err = graph.NotFound("member", actorID)
	}
	return err
}

// checkOtherAdmin returns a CONFLICT error unless a project has an admin beside
// an actor: nobody could manage it. It waits for others who change the members.
func (s *Store) checkOtherAdmin(ctx context.Context, tx Tx, projectID, actorID string) error {
	lock := s.statement()
	lock.add("UPDATE onto_revisions SET number = number WHERE project_id = ", lock.param(projectID))
	if err := lock.exec(ctx, tx); err != nil {
		return err
	}
	others := false
	q := s.statement()
	q.add("SELECT 1 FROM onto_members WHERE access = 'admin' AND project_id = ", q.param(projectID), " AND actor_id <> ", q.param(actorID), " LIMIT 1")
	if err := tx.Read(ctx, q.query(func(Row) error { others = true; return nil })); err != nil || others {
		return err
	}
	return &graph.Error{Code: graph.CodeConflict, Text: "expected another admin of the project to remain; make somebody else one first"}
}

// Members returns the members of a project that the actor may read, by name and
// id. There are none of others.
func (s *Store) Members(ctx context.Context, projectID string) ([]graph.Member, error) {
	var found []graph.Member
	q := s.statement()
	project := q.param(projectID)
	q.add(`SELECT member.access, member.actor_id, COALESCE(actor.name, ''), COALESCE(actor.kind, '')
		FROM onto_members member LEFT JOIN onto_actors actor ON actor.id = member.actor_id
		WHERE member.project_id = `, project, " AND ", q.readable(project, actor(ctx)), `
		ORDER BY COALESCE(actor.name, '')`, s.dialect.ByBytes, ", member.actor_id")
	return found, s.read(ctx, q.query(func(row Row) error {
		member := graph.Member{ProjectID: projectID}
		if err := row.Scan(&member.Access, &member.Actor.ID, &member.Actor.Name, &member.Actor.Kind); err != nil {
			return fmt.Errorf("read member: %w", err)
		}
		found = append(found, member)
		return nil
	}))
}

// forbidden returns a FORBIDDEN error.
func forbidden(format string, args ...any) error {
	return &graph.Error{Code: graph.CodeForbidden, Text: fmt.Sprintf(format, args...)}
}
