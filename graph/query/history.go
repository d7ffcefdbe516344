package query

import (
	"context"

	"dossier/graph"
)

// defaultHistory is the number of events of a history unless asked otherwise, by
// eye.
const defaultHistory = 20

// History returns the events about an entity, the latest first, before a cursor
// if one is given. Of an entity that is unknown or forbidden there are none.
func (s *Service) History(ctx context.Context, id string, first *int, before *string) ([]graph.ChangeEvent, error) {
	id, err := graph.ParseID("id", id)
	if err != nil {
		return nil, err
	}
	history := graph.History{EntityID: id, Limit: graph.Or(first, defaultHistory)}
	if err := graph.CheckRange("first", history.Limit, 1, MaxPage); err != nil {
		return nil, err
	}
	if before != nil {
		if history.Before, err = graph.ParseEventCursor("before", *before); err != nil {
			return nil, err
		}
	}
	return s.store.History(ctx, history)
}
