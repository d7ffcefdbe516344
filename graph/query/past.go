package query

import (
	"cmp"
	"context"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"dossier/graph"
	"dossier/graph/history"
	"dossier/graph/lists"
	"dossier/graph/memory"
)

// pasts returns what was: events of entities, and past states.
type pasts struct{ *base }

// mostUndone is the maximum number of events that are undone for a page of past
// entities, by eye: 200 entities that changed 50 times each.
const mostUndone = 10_000

// A PastInput describes a page of a past state of a project.
type PastInput struct {
	ProjectID string
	At        *time.Time   // or
	Cursor    *string      // after the event with this cursor
	Kinds     []graph.Kind // nil is all kinds
	First     *int         // 1 to maxPage; [DefaultPage] if nil
	After     *string      // the end cursor of the page before; nil for the first
}

// A PastProject is a page of a past state of a project.
type PastProject struct {
	Cursor   string                // the cursor of the last event up to the time
	Entities []graph.JSON          // the columns of each, by kind and id
	Edges    []memory.SnapshotEdge // those that start at one of the entities
	PageInfo lists.PageInfo        // cursors of this past state only
}

// EntityAsOf returns the columns of an entity at a time, nil if it did not
// exist or was deleted then. The error is NOT_FOUND if the entity is unknown or
// forbidden.
func (s *pasts) EntityAsOf(ctx context.Context, id string, at time.Time) (graph.JSON, error) {
	ctx, end := s.called(ctx, "entityAsOf")
	defer end()
	id, err := graph.ParseID("id", id)
	if err != nil {
		return nil, err
	}
	kept, err := s.store.Kept(ctx, id, at)
	if err != nil {
		return nil, err
	}
	if kept.ProjectID == "" {
		return nil, graph.NotFound("entity", id)
	}
	last, err := lastEvent(&kept, at)
	if last == nil || err != nil {
		return nil, err
	}
	past, err := s.past(ctx, history.PastPage{ProjectID: kept.ProjectID, Cursor: last.Cursor(), ID: id, Limit: 1})
	if err != nil || len(past.Entities) == 0 {
		return nil, err
	}
	return columnsJSON(past.Entities[0]), nil
}

// ProjectAsOf returns a page of a project at a time or after an event, ordered
// by kind and id of the entities. It returns nil if the project did not exist
// or was deleted then. The next page, after a cursor, is of the same past
// state.
func (s *pasts) ProjectAsOf(ctx context.Context, in PastInput) (*PastProject, error) {
	ctx, end := s.called(ctx, "projectAsOf")
	defer end()
	id, err := graph.ParseID("projectId", in.ProjectID)
	if err != nil {
		return nil, err
	}
	page := history.PastPage{ProjectID: id, Kinds: in.Kinds, Limit: graph.Or(in.First, DefaultPage)}
	if err := graph.CheckRange("first", page.Limit, 1, maxPage); err != nil {
		return nil, err
	}
	if err := graph.CheckKinds("kinds", in.Kinds); err != nil {
		return nil, err
	}
	existed, err := s.pastMoment(ctx, &in, &page)
	if err != nil || !existed {
		return nil, err
	}
	return s.pastProject(ctx, page)
}

// pastMoment sets the page's cursors and reports whether the project existed.
func (s *pasts) pastMoment(ctx context.Context, in *PastInput, page *history.PastPage) (existed bool, err error) {
	at := s.clock(ctx, in.At)
	if in.At == nil {
		at = at.AddDate(1, 0, 0) // after every event, whatever the clocks of writers
	}
	if (in.At == nil) == (in.Cursor == nil) && in.After == nil {
		return false, graph.BadInput("at", "expected either a time or a cursor")
	}
	kept, err := s.store.Kept(ctx, page.ProjectID, at)
	switch {
	case err != nil:
		return false, err
	case kept.ProjectID != page.ProjectID: // unknown, or not a project
		return false, graph.NotFound("project", page.ProjectID)
	}
	last, err := lastEvent(&kept, at)
	if last == nil || err != nil {
		return false, err
	}
	page.Cursor = last.Cursor()
	return true, setPastCursor(in, page, &kept)
}

// lastEvent returns the last event up to a time, nil if the project is newer.
// The error says that events of the time are no longer stored.
func lastEvent(kept *history.Kept, at time.Time) (*history.Event, error) {
	switch {
	case kept.First == nil:
		return nil, graph.BadInput("at", "no events of the project are kept, so that its past is not known; the next change is the first of them")
	case kept.Last == nil && kept.First.Cursor() != history.Cursor{Revision: 1, Number: 1}:
		return nil, graph.BadInput("at", "expected a time from %s on, since when events are kept; got %s", kept.First.At.Format(time.RFC3339Nano),
			at.Format(time.RFC3339Nano))
	}
	return kept.Last, nil
}

// setPastCursor sets the cursors of the page that the input has, and checks
// that the events since then are stored.
func setPastCursor(in *PastInput, page *history.PastPage, kept *history.Kept) (err error) {
	argument := "cursor"
	switch {
	case in.After != nil:
		argument = "after"
		page.Cursor, page.After, err = parsePastCursor(*in.After)
	case in.Cursor != nil:
		page.Cursor, err = history.ParseCursor("cursor", *in.Cursor)
	}
	if err == nil && !history.KeptSince(kept.First, page.Cursor) {
		err = graph.BadInput(argument, "expected a cursor from %s on, since when events are kept; got %s", kept.First.Cursor(), page.Cursor)
	}
	return err
}

// parsePastCursor returns the event of a page's state, and the entity after
// which the page begins.
func parsePastCursor(text string) (cursor history.Cursor, after graph.Ref, err error) {
	raw, err := base64.RawURLEncoding.DecodeString(text)
	parts := strings.Split(string(raw), " ")
	if err != nil || len(parts) != 3 || graph.SpecOf(graph.Kind(parts[1])) == nil || !graph.IsUUID(parts[2]) {
		return cursor, after, graph.BadInput("after", "expected the endCursor of a page of projectAsOf; got %q", graph.Truncate(text, 60))
	}
	cursor, err = history.ParseCursor("after", parts[0])
	return cursor, graph.Ref{Kind: graph.Kind(parts[1]), ID: parts[2]}, err
}

func pastCursor(cursor history.Cursor, last graph.Ref) *string {
	return new(base64.RawURLEncoding.EncodeToString([]byte(cursor.String() + " " + string(last.Kind) + " " + last.ID)))
}

// pastProject returns a page of a state, nil if the project was deleted then.
func (s *pasts) pastProject(ctx context.Context, page history.PastPage) (*PastProject, error) {
	project, err := s.past(ctx, history.PastPage{ProjectID: page.ProjectID, Cursor: page.Cursor, ID: page.ProjectID, Limit: 1})
	if err != nil || len(project.Entities) == 0 {
		return nil, err
	}
	past, err := s.past(ctx, page)
	if err != nil {
		return nil, err
	}
	result := &PastProject{Cursor: page.Cursor.String(), Entities: []graph.JSON{}, Edges: []memory.SnapshotEdge{}}
	for _, entity := range past.Entities {
		result.Entities = append(result.Entities, columnsJSON(entity))
	}
	for _, edge := range past.Edges {
		result.Edges = append(result.Edges, memory.NewSnapshotEdge(&edge))
	}
	result.PageInfo = lists.PageInfo{HasNextPage: past.More, HasPreviousPage: page.After.ID != ""}
	if past.Last.ID != "" {
		result.PageInfo.EndCursor = pastCursor(page.Cursor, past.Last)
	}
	return result, nil
}

// past reads a page and undoes the events since its cursor.
func (s *pasts) past(ctx context.Context, page history.PastPage) (*history.Past, error) {
	page.MaxEvents = cmp.Or(page.MaxEvents, mostUndone)
	past, err := s.store.Past(ctx, page)
	if err != nil {
		return nil, err
	}
	if len(past.Events) == page.MaxEvents {
		return nil, graph.BadInput("at",
			"expected a time since which the %d entities of the page changed fewer than %d times; ask for a later time or a smaller page",
			len(past.Entities), page.MaxEvents)
	}
	return past, undo(past)
}

// undo changes rows to their state before the events, the latest of which are
// first.
func undo(past *history.Past) error {
	entities, edges := map[string]graph.Entity{}, map[string]*graph.Edge{}
	for _, entity := range past.Entities {
		entities[entity.Self().ID] = entity
	}
	for i := range past.Edges {
		edges[past.Edges[i].ID] = &past.Edges[i]
	}
	for i := range past.Events {
		event := &past.Events[i]
		pointer := columnOf(entities[event.ID])
		if event.Kind == graph.KindEdge {
			pointer = edgeColumn(edges[event.ID])
		}
		if err := undoEvent(event, pointer); err != nil {
			return err
		}
	}
	for _, entity := range past.Entities {
		entity.Self().DeletedAt = nil
		entity.Self().Spec().Finish(entity, graph.Full)
	}
	// another program changed its ends
	past.Edges = slices.DeleteFunc(past.Edges, func(edge graph.Edge) bool { return entities[edge.Src.ID] == nil })
	for i := range past.Edges {
		past.Edges[i] = past.Edges[i].Canonical()
	}
	return nil
}

// undoEvent sets the columns that an event changed to their old values. pointer
// returns a pointer to a column, nil if the column no longer exists.
func undoEvent(event *history.Event, pointer func(column string) any) error {
	for _, change := range event.Fields {
		into := pointer(change.Name)
		if into == nil {
			continue
		}
		old, _ := change.Old.MarshalJSON() // never fails
		if err := json.Unmarshal(old, into); err != nil {
			return fmt.Errorf("undo %s of event %s: %w", change.Name, event.Cursor(), err)
		}
	}
	return nil
}

func columnOf(e graph.Entity) func(string) any {
	return func(name string) any {
		if e == nil {
			return nil
		}
		if field := e.Self().Spec().Field(name); field != nil && field.Column {
			return field.Pointer(e)
		}
		return nil
	}
}

func edgeColumn(edge *graph.Edge) func(string) any {
	return func(name string) any {
		if edge == nil {
			return nil
		}
		return map[string]any{"src": &edge.Src.ID, "rel": &edge.Rel, "dst": &edge.Dst.ID, "props": &edge.Props}[name]
	}
}

// columnsJSON returns the columns of an entity, by name.
func columnsJSON(e graph.Entity) graph.JSON {
	self := e.Self()
	values := map[string]any{"kind": self.Kind}
	for _, field := range self.Spec().Columns(graph.Full) {
		values[field.Name] = field.Value(e)
	}
	return graph.JSON(graph.EncodeJSON(values))
}
