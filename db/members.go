package db

import (
	"context"

	"dossier/graph"
)

// Grant gives an actor access to a project, or takes it away if access is "".
// Only an admin of the project may do so: FORBIDDEN to others who may read it,
// NOT_FOUND to everyone else.
func (s *Store) Grant(ctx context.Context, projectID, actorID string, access graph.Access) error {
	return s.backend.Write(ctx, func(tx Tx) error {
		var held graph.Access
		query := s.revisions(ctx, []string{projectID}, func(revision graph.Revision) { held = revision.Access })
		if err := (watched{tx, s.watch}).Read(ctx, query); err != nil {
			return err
		}
		switch held {
		case graph.AccessAdmin:
			return s.grant(ctx, tx, projectID, graph.ID(actorID), access)
		case "":
			return graph.NotFound("project", projectID)
		default:
			return &graph.Error{Code: graph.CodeForbidden, Text: "only admins of project " + projectID + " may say who has access"}
		}
	})
}

func (s *Store) grant(ctx context.Context, tx Tx, projectID, actorID string, access graph.Access) error {
	if access != "" {
		return tx.Put(ctx, members, [][]any{{projectID, actorID, string(access)}})
	}
	q := s.statement()
	q.add("DELETE FROM onto_members WHERE project_id = ", q.param(projectID), " AND actor_id = ", q.param(actorID))
	return watched{tx, s.watch}.Read(ctx, q.query(nil))
}
