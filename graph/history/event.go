// Package history has the events of a project, the edits that lead to them, the
// state of a project at an earlier time, and the audit.
package history

import (
	"cmp"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"

	"dossier/graph"
)

// An Operation is the kind of change that an event describes.
type Operation string

// The operations. Edges have linked and unlinked, entities the others.
const (
	OpCreated  Operation = "created"
	OpUpdated  Operation = "updated"
	OpDeleted  Operation = "deleted"
	OpRestored Operation = "restored"
	OpLinked   Operation = "linked"
	OpUnlinked Operation = "unlinked"
)

// MarshalGQL writes the operation as GraphQL's enum.
func (o Operation) MarshalGQL(w io.Writer) { graph.WriteEnum(w, string(o)) }

// UnmarshalGQL reads the operation from GraphQL's enum.
func (o *Operation) UnmarshalGQL(value any) error { return graph.ReadEnum(value, o) }

// An Event is one change of a project, stored in the transaction of the
// change. Writers of a project wait for each other, so that events are
// committed in the order of their cursors.
type Event struct {
	ProjectID string
	Revision  int64      // of the project, to which the change led
	Number    int        // from 1 within the revision
	At        time.Time  // when the transaction wrote it
	ActorID   string     // "" if another program wrote
	ActorName string     // "" if the actor has none
	KeyID     string     // the API key, "" for none
	Interface string     // graphql, mcp, cli, import or sql
	Operation Operation  // what happened
	Kind      graph.Kind // [KindEdge] for an edge
	ID        string     // of the entity or the edge
	// Fields are the columns that an update changed. The fields of an edge are
	// src, rel and dst, with new values if it was linked and old values if it
	// was unlinked. If it was linked with other props than before, they include
	// props.
	Fields []graph.FieldChange
}

// Cursor returns the position after the event.
func (e *Event) Cursor() Cursor { return Cursor{e.Revision, e.Number} }

// Field returns the change of a column, nil for none.
func (e *Event) Field(name string) *graph.FieldChange {
	for i := range e.Fields {
		if e.Fields[i].Name == name {
			return &e.Fields[i]
		}
	}
	return nil
}

// EntityKind returns the kind of the entity, nil for an edge.
func (e *Event) EntityKind() *graph.Kind {
	if e.Kind == graph.KindEdge {
		return nil
	}
	return &e.Kind
}

// EntityID returns the id of the entity, nil for an edge.
func (e *Event) EntityID() *string {
	if e.Kind == graph.KindEdge {
		return nil
	}
	return &e.ID
}

// EdgeID returns the id of the edge, nil for an entity.
func (e *Event) EdgeID() *string {
	if e.Kind == graph.KindEdge {
		return &e.ID
	}
	return nil
}

// Actor returns the id of the actor, nil if another program wrote.
func (e *Event) Actor() *string {
	if e.ActorID == "" {
		return nil
	}
	return &e.ActorID
}

// By returns the name of the actor, or the beginning of its id if it has no
// name. It is "" if another program wrote.
func (e *Event) By() string { return graph.Actor{ID: e.ActorID, Name: e.ActorName}.Shown() }

// A Cursor is a position in the events of a project: after the event with
// these numbers. The zero cursor is before all of them.
type Cursor struct {
	Revision int64 // of the project
	Number   int   // of the event within the revision
}

// String returns the cursor in the form that clients pass back.
func (c Cursor) String() string { return fmt.Sprintf("%d.%d", c.Revision, c.Number) }

// Compare orders cursors: it is negative if c is before other, 0 if they are the
// same.
func (c Cursor) Compare(other Cursor) int {
	return cmp.Or(cmp.Compare(c.Revision, other.Revision), cmp.Compare(c.Number, other.Number))
}

// ParseCursor parses the cursor in an argument.
func ParseCursor(argument, text string) (Cursor, error) {
	rev, number, _ := strings.Cut(text, ".")
	revision, err := strconv.ParseInt(rev, 10, 64)
	n, numberErr := strconv.Atoi(number)
	if err != nil || numberErr != nil || revision < 0 || n < 0 {
		return Cursor{}, graph.BadInput(argument, "expected the cursor of an event, such as 12.1; got %q", graph.Truncate(text, 60))
	}
	return Cursor{revision, n}, nil
}

// A Query selects past events, the latest first.
type Query struct {
	EntityID string // a UUID
	Before   Cursor // only events before it; the zero cursor for all
	Limit    int    // the maximum number of events
}

// Position returns the cursor in the form that clients pass back.
func (e *Event) Position() string { return e.Cursor().String() }
