package graph

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"
	"time"
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

// A ChangeEvent is one change of a project, stored in the transaction of the
// change. Writers of a project wait for each other, so that events are
// committed in the order of their cursors.
type ChangeEvent struct {
	ProjectID string
	Revision  int64     // of the project, to which the change led
	Number    int       // from 1 within the revision
	At        time.Time // when the transaction wrote it
	ActorID   string    // "" if another program wrote
	ActorName string    // "" if the actor has none
	KeyID     string    // the API key, "" for none
	Interface string    // graphql, mcp, cli, import or sql
	Operation Operation // what happened
	Kind      Kind      // [KindEdge] for an edge
	ID        string    // of the entity or the edge
	// Fields are the columns that an update changed. The fields of an edge are
	// src, rel and dst, with new values if it was linked and old values if it
	// was unlinked. If it was linked with other props than before, they include
	// props.
	Fields []FieldChange
}

// Cursor returns the position after the event.
func (e *ChangeEvent) Cursor() EventCursor { return EventCursor{e.Revision, e.Number} }

// Field returns the change of a column, nil for none.
func (e *ChangeEvent) Field(name string) *FieldChange {
	for i := range e.Fields {
		if e.Fields[i].Name == name {
			return &e.Fields[i]
		}
	}
	return nil
}

// EntityKind returns the kind of the entity, nil for an edge.
func (e *ChangeEvent) EntityKind() *Kind {
	if e.Kind == KindEdge {
		return nil
	}
	return &e.Kind
}

// EntityID returns the id of the entity, nil for an edge.
func (e *ChangeEvent) EntityID() *string {
	if e.Kind == KindEdge {
		return nil
	}
	return &e.ID
}

// EdgeID returns the id of the edge, nil for an entity.
func (e *ChangeEvent) EdgeID() *string {
	if e.Kind == KindEdge {
		return &e.ID
	}
	return nil
}

// Actor returns the id of the actor, nil if another program wrote.
func (e *ChangeEvent) Actor() *string {
	if e.ActorID == "" {
		return nil
	}
	return &e.ActorID
}

// By returns the name of the actor, or the beginning of its id if it has no
// name. It is "" if another program wrote.
func (e *ChangeEvent) By() string { return Actor{ID: e.ActorID, Name: e.ActorName}.Shown() }

// A FieldChange is a column with its old and its new value. NULL is a nil JSON.
type FieldChange struct {
	Name string `json:"name"` // the column, in snake case
	Old  JSON   `json:"old"`  // before the change
	New  JSON   `json:"new"`  // after the change
}

// NewFieldChange returns the change of a column between two values, as returned
// by [Field.Value].
func NewFieldChange(name string, before, after any) FieldChange {
	return FieldChange{name, valueJSON(before), valueJSON(after)}
}

// Same reports whether both values are the same.
func (c *FieldChange) Same() bool { return string(c.Old) == string(c.New) }

// valueJSON returns a column's value as JSON. Times are truncated to
// microseconds, as in stores.
func valueJSON(value any) JSON {
	switch value := value.(type) {
	case nil:
		return nil
	case JSON:
		return value
	case time.Time:
		return JSON(EncodeJSON(value.UTC().Truncate(time.Microsecond)))
	case string:
		return appendText(make(JSON, 0, len(value)+2), value)
	}
	return JSON(EncodeJSON(value))
}

// EncodeChanges returns changes as JSON, null for none: the same as EncodeJSON, in
// less time, because each edge of an import has three.
func EncodeChanges(changes []FieldChange) JSON {
	if len(changes) == 0 {
		return nil
	}
	size := 0
	for i := range changes {
		size += len(`,{"name":"","old":null,"new":null}`) + len(changes[i].Name) + len(changes[i].Old) + len(changes[i].New)
	}
	text := append(make(JSON, 0, size+1), '[')
	for i := range changes {
		if i > 0 {
			text = append(text, ',')
		}
		text = appendText(append(text, `{"name":`...), changes[i].Name)
		text = appendValue(append(text, `,"old":`...), changes[i].Old)
		text = appendValue(append(text, `,"new":`...), changes[i].New)
		text = append(text, '}')
	}
	return append(text, ']')
}

func appendValue(text, value JSON) JSON {
	if len(value) == 0 {
		return append(text, "null"...)
	}
	return append(text, value...)
}

// appendText appends a text as JSON.
func appendText(text JSON, value string) JSON {
	for i := range len(value) {
		if c := value[i]; c < ' ' || c > '~' || c == '"' || c == '\\' {
			return append(text, EncodeJSON(value)...)
		}
	}
	return append(append(append(text, '"'), value...), '"')
}

// Diff returns the columns that differ between two versions of an entity, in
// the order of the kind's fields. Columns that the store sets are not compared.
func Diff(before, after Entity) []FieldChange {
	var changes []FieldChange
	for _, field := range before.Self().Spec().Columns(Full) {
		if field.stamped() {
			continue
		}
		if change := NewFieldChange(field.Name, field.Value(before), field.Value(after)); !change.Same() {
			changes = append(changes, change)
		}
	}
	return changes
}

// stamped reports whether a store sets the column when it writes the row.
func (f *Field) stamped() bool {
	switch f.Name {
	case "created_at", "updated_at", "deleted_at", "created_by":
		return true
	}
	return false
}

// An EventCursor is a position in the events of a project: after the event with
// these numbers. The zero cursor is before all of them.
type EventCursor struct {
	Revision int64 // of the project
	Number   int   // of the event within the revision
}

// String returns the cursor in the form that clients pass back.
func (c EventCursor) String() string { return fmt.Sprintf("%d.%d", c.Revision, c.Number) }

// Compare orders cursors: it is negative if c is before other, 0 if they are the
// same.
func (c EventCursor) Compare(other EventCursor) int {
	return cmp.Or(cmp.Compare(c.Revision, other.Revision), cmp.Compare(c.Number, other.Number))
}

// ParseEventCursor parses the cursor in an argument.
func ParseEventCursor(argument, text string) (EventCursor, error) {
	rev, number, _ := strings.Cut(text, ".")
	revision, err := strconv.ParseInt(rev, 10, 64)
	n, numberErr := strconv.Atoi(number)
	if err != nil || numberErr != nil || revision < 0 || n < 0 {
		return EventCursor{}, BadInput(argument, "expected the cursor of an event, such as 12.1; got %q", Truncate(text, 60))
	}
	return EventCursor{revision, n}, nil
}

// A History selects past events, the latest first.
type History struct {
	EntityID string      // a UUID
	Before   EventCursor // only events before it; the zero cursor for all
	Limit    int         // the maximum number of events
}

// Position returns the cursor in the form that clients pass back.
func (e *ChangeEvent) Position() string { return e.Cursor().String() }

// EntityID returns the id of an entity, nil for an edge.
func (r *Ref) EntityID() *string {
	if r.Kind == KindEdge {
		return nil
	}
	return orNil(r.ID)
}

// EntityKind returns the kind of an entity, nil for an edge and if it is not
// known.
func (r *Ref) EntityKind() *Kind {
	if r.Kind == KindEdge {
		return nil
	}
	return orNil(r.Kind)
}

// EdgeID returns the id of an edge, nil for an entity.
func (r *Ref) EdgeID() *string {
	if r.Kind != KindEdge {
		return nil
	}
	return orNil(r.ID)
}

func orNil[T ~string](text T) *T {
	if text == "" {
		return nil
	}
	return &text
}
