package db

import (
	"context"

	"dossier/graph"
)

// Grant sets an actor's access to a project, or removes it if access is "".
// Only an admin of the project may: the error is FORBIDDEN for others who may
// read the project and NOT_FOUND for everyone else.
func (s *Store) Grant(ctx context.Context, projectID, actorID string, access graph.Access) error {
	return s.transact(ctx, func(tx Tx) error {
		var held graph.Access
		query := s.revisions(ctx, []string{projectID}, func(revision graph.Revision) { held = revision.Access })
		if err := tx.Read(ctx, query); err != nil {
			return err
		}
		switch held {
		case graph.AccessAdmin:
			return s.setAccess(ctx, tx, projectID, graph.ID(actorID), access)
		case "":
			return graph.NotFound("project", projectID)
		default:
			return &graph.Error{Code: graph.CodeForbidden, Text: "expected an admin of project " + projectID + "; got an actor with access " + string(held)}
		}
	})
}

func (s *Store) setAccess(ctx context.Context, tx Tx, projectID, actorID string, access graph.Access) error {
	if access != "" {
		return tx.Put(ctx, members, [][]any{{projectID, actorID, string(access)}})
	}
	q := s.statement()
	q.add("DELETE FROM onto_members WHERE project_id = ", q.param(projectID), " AND actor_id = ", q.param(actorID))
	return q.exec(ctx, tx)
}
