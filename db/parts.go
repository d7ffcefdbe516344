package db

import (
	"context"

	"dossier/graph"
)

// WriteParts implements the Store of package query. Times, revisions and the
// order of locks are those of [Store.Write].
func (s *Store) WriteParts(ctx context.Context, parts *graph.Parts) (*graph.Written, error) {
	var written *graph.Written
	err := s.writing(ctx, &graph.Batch{}, func(w *write) error {
		written, w.own = w.written, parts.Projects
		for id := range parts.Projects {
			w.touch(id)
		}
		return w.runParts(ctx, parts)
	})
	if err != nil {
		return nil, err
	}
	return written, nil
}

func (w *write) runParts(ctx context.Context, parts *graph.Parts) error {
	if err := w.checkProjects(); err != nil {
		return err
	}
	if err := inTurn(ctx, w.lock, w.authorize, w.claim); err != nil {
		return err
	}
	for part, err := range parts.Each {
		if err == nil {
			err = w.runPart(ctx, part)
		}
		if err != nil {
			return err
		}
	}
	return inTurn(ctx, w.putWords, w.finish)
}

// tallied is the number of changes of word counts that are held between parts,
// by eye: 50 MB.
const tallied = 200_000

// runPart writes a part, and forgets its rows.
func (w *write) runPart(ctx context.Context, part *graph.Batch) error {
	w.batch, w.stored, w.rows, w.events = part, map[string]*storedEntity{}, map[string]*put{}, nil
	err := inTurn(ctx, w.load, w.planEntities, w.planEdges, w.planRecordTypes, w.putRows, w.putEvents)
	if err == nil && w.words.size > tallied {
		err = w.putWords(ctx)
		w.words = newTallies()
	}
	return err
}

// inTurn calls steps until one returns an error.
func inTurn(ctx context.Context, steps ...func(context.Context) error) error {
	for _, step := range steps {
		if err := step(ctx); err != nil {
			return err
		}
	}
	return nil
}
