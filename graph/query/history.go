package query

import (
	"context"

	"dossier/graph"
	"dossier/graph/history"
)

// defaultHistory is the default number of events of a history, by eye.
const defaultHistory = 20

// History returns events about an entity, the latest first, before the cursor
// before if that is not nil. The error for an entity that is unknown or
// forbidden, or that was deleted before the oldest event, is NOT_FOUND.
func (s *pasts) History(ctx context.Context, id string, first *int, before *string) ([]history.Event, error) {
	ctx, end := s.called(ctx, "history")
	defer end()
	id, err := graph.ParseID("id", id)
	if err != nil {
		return nil, err
	}
	past := history.Query{EntityID: id, Limit: graph.Or(first, defaultHistory)}
	if err := graph.CheckRange("first", past.Limit, 1, maxPage); err != nil {
		return nil, err
	}
	if before != nil {
		past.Before, err = history.ParseCursor("before", *before)
		if err != nil || past.Before == (history.Cursor{}) { // nothing is before the first
			return nil, err
		}
	}
	events, err := s.store.History(ctx, past)
	if err != nil || len(events) > 0 || before != nil {
		return events, err
	}
	found, err := s.Entities(ctx, []graph.Ref{{ID: id}}, graph.Light)
	if err == nil && found[id] == nil {
		err = graph.NotFound("entity", id)
	}
	return nil, err
}
