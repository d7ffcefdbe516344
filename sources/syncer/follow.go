package syncer

import (
	"context"
	"fmt"
	"time"

	"dossier/graph"
)

// stamps is how many writes of a project the store remembers.
const stamps = 64

// follow forgets what is known of the source if the store does not have it: a backup
// was restored that is older. What vanished earlier keeps its ids.
func (r *run) follow(ctx context.Context) error {
	was := r.state.Revision
	if r.project == "" || was.ProjectID == "" {
		return nil
	}
	now, err := r.revision(ctx)
	if err != nil || now.Same(was) {
		return err
	}
	if now.Number-was.Number < stamps {
		changes, err := r.Store.Changes(ctx, []graph.Revision{now})
		if err != nil {
			return fmt.Errorf("read the last changes of the project: %w", err)
		}
		if len(changes) == 1 && changes[0].Follow(was) {
			return nil
		}
	} else {
		return nil
	}
	r.state.At, r.state.Files, r.state.Live, r.state.Records = time.Time{}, nil, nil, nil
	return nil
}

// revision returns the revision of the project, the zero one if the store has none.
func (r *run) revision(ctx context.Context) (graph.Revision, error) {
	list, err := r.Store.Revisions(ctx, []string{r.project})
	if err != nil {
		return graph.Revision{}, fmt.Errorf("read the revision of the project: %w", err)
	}
	if len(list) == 0 {
		return graph.Revision{}, nil
	}
	return list[0], nil
}

// setRevision keeps the revision of the project after an import.
func (r *run) setRevision(ctx context.Context) (err error) {
	if r.project == "" {
		if r.project, err = r.Syncer.project(ctx); err != nil || r.project == "" {
			return err
		}
	}
	r.state.Revision, err = r.revision(ctx)
	return err
}
