package query

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

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

// mostUndone is how many events are undone to find what an entity was, by eye.
const mostUndone = 10_000

// EntityAsOf returns the columns of a live entity as they were at a time; nil if
// it did not exist or was deleted then.
func (s *Service) EntityAsOf(ctx context.Context, id string, at time.Time) (graph.JSON, error) {
	id, err := graph.ParseID("id", id)
	if err != nil {
		return nil, err
	}
	found, err := s.Entities(ctx, []graph.Ref{{ID: id}}, graph.Full)
	if err != nil {
		return nil, err
	}
	entity := found[id]
	if entity == nil {
		return nil, graph.NotFound("entity", id)
	}
	events, err := s.store.History(ctx, graph.History{EntityID: id, After: at, Limit: mostUndone})
	if err != nil {
		return nil, err
	}
	if len(events) == mostUndone {
		return nil, graph.BadInput("at", "expected a time after which the entity changed at most %d times; got %s", mostUndone, at.Format(time.RFC3339))
	}
	live := !entity.Self().CreatedAt.After(at) || len(events) == 0 || events[len(events)-1].Operation != graph.OpCreated
	for i := range events {
		if err := undo(entity, &events[i]); err != nil {
			return nil, err
		}
		live = events[i].Operation == graph.OpUpdated || events[i].Operation == graph.OpDeleted
	}
	if !live {
		return nil, nil
	}
	return columnsJSON(entity), nil
}

// undo gives the columns that an event changed their old values.
func undo(e graph.Entity, event *graph.ChangeEvent) error {
	spec := e.Self().Spec()
	for _, change := range event.Fields {
		field := spec.Field(change.Name)
		if field == nil || !field.Column {
			continue // a column of an older version
		}
		old, _ := change.Old.MarshalJSON() // never fails
		if err := json.Unmarshal(old, field.Pointer(e)); err != nil {
			return fmt.Errorf("undo %s of event %s: %w", change.Name, event.Cursor(), err)
		}
	}
	return nil
}

// columnsJSON returns an entity by column.
func columnsJSON(e graph.Entity) graph.JSON {
	self := e.Self()
	values := map[string]any{"kind": self.Kind}
	for _, field := range self.Spec().Columns(graph.Full) {
		values[field.Name] = field.Value(e)
	}
	return graph.JSON(graph.EncodeJSON(values))
}
