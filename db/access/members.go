package access

import (
	"context"
	"fmt"

	"dossier/db/engine"
	"dossier/db/schema"
	"dossier/db/statement"
	"dossier/graph"
	"dossier/graph/history"
	"dossier/graph/lists"
)

// Grant sets an actor's access to a project, or removes it if access is "".
// Only an admin of the project may call it; for others the error is FORBIDDEN
// if they may read the project, and NOT_FOUND otherwise.
func (s *MemberStore) Grant(ctx context.Context, projectID, actorID string, access graph.Access) error {
	err := s.conn.InTransaction(ctx, func(tx engine.Tx) error {
		var held graph.Access
		query := s.conn.SelectRevisions(ctx, []string{projectID}, func(revision graph.Revision) { held = revision.Access })
		if err := tx.Read(ctx, query); err != nil {
			return err
		}
		switch {
		case held == graph.AccessAdmin, s.conn.Unchecked:
			return s.setAccess(ctx, tx, projectID, graph.ActorID(actorID), access)
		case held == "":
			return graph.NotFound("project", projectID)
		default:
			return forbidden("expected an admin of project %s; got an actor with access %s", projectID, held)
		}
	})
	s.audit.AuditDenial(ctx, history.ActionGrant, projectID, err)
	return err
}

func (s *MemberStore) setAccess(ctx context.Context, tx engine.Tx, projectID, actorID string, access graph.Access) error {
	entry := history.AuditEntry{Action: history.ActionGrant, ProjectID: projectID, Subject: actorID + " " + string(access)}
	if err := s.audit.putAudit(ctx, tx, entry); err != nil {
		return err
	}
	if access == graph.AccessAdmin {
		return tx.Put(ctx, schema.Members, [][]any{{projectID, actorID, string(access)}})
	}
	if err := s.checkOtherAdmin(ctx, tx, projectID, actorID); err != nil {
		return err
	}
	if access != "" {
		return tx.Put(ctx, schema.Members, [][]any{{projectID, actorID, string(access)}})
	}
	q := s.conn.Statement()
	q.Add("DELETE FROM onto_members WHERE project_id = ", q.Param(projectID), " AND actor_id = ", q.Param(actorID), " RETURNING 1")
	removed := false
	err := tx.Returning(ctx, q.Query(func(engine.Row) error { removed = true; return nil }))
	if err == nil && !removed {
		err = graph.NotFound("member", actorID)
	}
	return err
}

// checkOtherAdmin returns a CONFLICT error if actorID is the only admin of a
// project, because nobody could manage the project without it. It waits for
// others who change members.
func (s *MemberStore) checkOtherAdmin(ctx context.Context, tx engine.Tx, projectID, actorID string) error {
	lock := s.conn.Statement()
	lock.Add("UPDATE onto_revisions SET number = number WHERE project_id = ", lock.Param(projectID))
	if err := lock.Exec(ctx, tx); err != nil {
		return err
	}
	others := false
	q := s.conn.Statement()
	q.Add("SELECT 1 FROM onto_members WHERE access = 'admin' AND project_id = ", q.Param(projectID), " AND actor_id <> ", q.Param(actorID),
		" LIMIT 1")
	if err := tx.Read(ctx, q.Query(func(engine.Row) error { others = true; return nil })); err != nil || others {
		return err
	}
	return &graph.Error{Code: graph.CodeConflict, Text: "expected another admin of the project to remain; make somebody else one first"}
}

// Members returns a page of the members of a project, ordered by name and id.
// The error is NOT_FOUND if the actor may not read the project.
func (s *MemberStore) Members(ctx context.Context, projectID string, span lists.Span) ([]graph.Member, error) {
	readable := false
	var found []graph.Member
	q := s.selectMembers(ctx, projectID)
	q.Span(span, statement.ActorName("member.actor_id"), "member.actor_id")
	err := s.conn.Read(ctx, s.conn.SelectRevisions(ctx, []string{projectID}, func(graph.Revision) { readable = true }),
		q.Query(scanMember(projectID,
			&found)))
	if err == nil && !readable {
		err = graph.NotFound("project", projectID)
	}
	return statement.InOrder(span, found), err
}

// Member returns an actor's membership of a project, nil if there is none or
// the actor of ctx may not read the project.
func (s *MemberStore) Member(ctx context.Context, projectID, actorID string) (*graph.Member, error) {
	var found []graph.Member
	q := s.selectMembers(ctx, projectID)
	q.Add(" AND member.actor_id = ", q.Param(graph.ActorID(actorID)))
	if err := s.conn.Read(ctx, q.Query(scanMember(projectID, &found))); err != nil || len(found) == 0 {
		return nil, err
	}
	return &found[0], nil
}

// selectMembers returns a statement for the members of a project, to which
// conditions can be added.
func (s *MemberStore) selectMembers(ctx context.Context, projectID string) *statement.Statement {
	q := s.conn.Statement()
	project := q.Param(projectID)
	return q.Add("SELECT member.access, ", statement.ActorColumns("member.actor_id"),
		` FROM onto_members member LEFT JOIN onto_actors actor ON actor.id = member.actor_id
		WHERE member.project_id = `, project, " AND ", q.Readable(project, statement.SubjectOf(ctx)))
}

// scanMember returns a function that appends the member of a row to found.
func scanMember(projectID string, found *[]graph.Member) func(engine.Row) error {
	return func(row engine.Row) error {
		member := graph.Member{ProjectID: projectID}
		if err := row.Scan(append([]any{&member.Access}, statement.ActorTargets(&member.Actor)...)...); err != nil {
			return fmt.Errorf("read member: %w", err)
		}
		*found = append(*found, member)
		return nil
	}
}

// forbidden returns a FORBIDDEN error.
func forbidden(format string, args ...any) error {
	return &graph.Error{Code: graph.CodeForbidden, Text: fmt.Sprintf(format, args...)}
}
