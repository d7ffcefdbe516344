package write

import (
	"context"
	"fmt"
	"time"

	"dossier/db/engine"
	"dossier/db/schema"
	"dossier/db/statement"
	"dossier/graph/history"
)

// prunedAtOnce is the maximum number of events that a transaction removes, by
// eye: writers wait about 20 ms for it.
const prunedAtOnce = 5000

// Prune removes the events and audit entries that are older than the times in
// before, and the ids of mutations that can no longer be repeated. The last
// event of each project before the time is kept, so that the state at that time
// is known. The oldest events are removed first, in several transactions, so
// that the rest never has gaps.
func (s *Pruner) Prune(ctx context.Context, before history.Retention) (pruned history.Pruned, err error) {
	ctx = statement.AsService(ctx)
	if pruned.Audit, err = s.pruneOlder(ctx, "onto_audit", before.Audit); err != nil {
		return pruned, err
	}
	if pruned.Mutations, err = s.pruneOlder(ctx, "onto_mutations", s.conn.Time().Add(-schema.ClientIDsKept)); err != nil {
		return pruned, err
	}
	projects, err := s.prunable(ctx, before.Events)
	for _, project := range projects {
		if err == nil {
			err = s.pruneEvents(ctx, project, &pruned)
		}
	}
	return pruned, err
}

// pruneOlder removes the rows of a table that are older than before, and
// returns their number.
func (s *Pruner) pruneOlder(ctx context.Context, table string, before time.Time) (removed int, err error) {
	q := s.conn.Statement()
	q.Add("DELETE FROM ", table, " WHERE at < ", q.Param(before.UTC()), " RETURNING at")
	err = s.conn.InTransaction(ctx, func(tx engine.Tx) error {
		return tx.Returning(ctx, q.Query(func(engine.Row) error {
			removed++
			return nil
		}))
	})
	return removed, err
}

// A prunable is a project with its last event before a time.
type prunable struct {
	projectID string
	last      history.Cursor
}

// prunable returns the projects that have several events before a time.
func (s *Pruner) prunable(ctx context.Context, before time.Time) (projects []prunable, err error) {
	q := s.conn.Statement()
	at := q.Param(before.UTC())
	q.Add(`SELECT project_id, rev, number FROM onto_events event
		WHERE (project_id, rev) IN (SELECT project_id, MAX(rev) FROM onto_events WHERE at < `, at, ` GROUP BY project_id HAVING COUNT(*) > 1)
		AND at < `, at, ` AND NOT EXISTS (SELECT 1 FROM onto_events later
			WHERE later.project_id = event.project_id AND later.rev = event.rev AND later.number > event.number AND later.at < `, at, `)
		ORDER BY project_id`)
	err = s.conn.Reader(s.conn.Backend).Read(ctx, q.Query(func(row engine.Row) error {
		var p prunable
		if err := row.Scan(&p.projectID, &p.last.Revision, &p.last.Number); err != nil {
			return fmt.Errorf("read events: %w", err)
		}
		projects = append(projects, p)
		return nil
	}))
	return projects, err
}

// pruneEvents removes the events of a project before its last one.
func (s *Pruner) pruneEvents(ctx context.Context, of prunable, pruned *history.Pruned) error {
	for removed := prunedAtOnce; removed == prunedAtOnce; {
		removed = 0
		q := s.conn.Statement()
		project := q.Param(of.projectID)
		q.Add("DELETE FROM onto_events WHERE project_id = ", project,
			" AND (rev, number) IN (SELECT rev, number FROM onto_events WHERE project_id = ", project,
			" AND (rev, number) < (", q.Param(of.last.Revision), ", ", q.Param(of.last.Number), ") ORDER BY rev, number LIMIT ",
			q.Param(prunedAtOnce), ") RETURNING number")
		err := s.conn.InTransaction(ctx, func(tx engine.Tx) error {
			return tx.Returning(ctx, q.Query(func(engine.Row) error {
				removed++
				return nil
			}))
		})
		if err != nil {
			return err
		}
		pruned.Events += removed
	}
	return nil
}
