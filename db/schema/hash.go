package schema

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"slices"
	"strconv"
	"time"
	"unicode/utf8"

	"dossier/db/engine"
	"dossier/graph"
)

// Computed returns the values of the columns [Computed].
func (s *Shape) Computed(entity graph.Entity) []any {
	label := *s.Spec.Field(s.Spec.Label).Pointer(entity).(*string)
	if owner := graph.NamedOwner(entity); owner != "" {
		return []any{LabelKey(label), graph.ID(owner), owner}
	}
	return []any{LabelKey(label), nil, nil}
}

// content returns the value of a field in the form in which every database
// returns it: a zero has no sign.
func content(field *graph.Field, entity graph.Entity) any {
	value := field.Value(entity)
	if number, ok := value.(float64); ok && number == 0 {
		return 0.0
	}
	return value
}

// ContentHash returns a hash of an entity's content: everything except its
// times of writing, its creator and whether it is deleted. It returns an error
// for text that a database cannot store.
func ContentHash(shape *Shape, entity graph.Entity) ([]byte, error) {
	var room [1024]byte // enough for most entities
	hashed := room[:0]
	for i := range shape.fields {
		field := &shape.fields[i].Field
		switch field.Name {
		case "created_at", "updated_at", "created_by", "deleted_at":
			continue
		}
		before := len(hashed)
		hashed = append(append(hashed, field.Name...), 0)
		start := len(hashed)
		var present bool
		if hashed, present = appendHashed(hashed, field.Pointer(entity)); !present {
			hashed = hashed[:before]
			continue
		}
		if text := hashed[start:]; bytes.IndexByte(text, 0) >= 0 || !utf8.Valid(text) {
			return nil, graph.BadInput(field.Name, "expected UTF-8 without NUL characters; got other text in %s", entity.Self().ID)
		}
		hashed = append(hashed, 0)
	}
	sum := sha256.Sum256(hashed)
	return slices.Clone(sum[:16]), nil
}

// appendHashed appends the text of the value at a pointer for the hash, and
// reports whether there is a value. The text must never change, because stored
// hashes are compared with new ones. A zero has no sign.
func appendHashed(text []byte, pointer any) (_ []byte, present bool) {
	switch at := pointer.(type) {
	case *string:
		return append(text, *at...), true
	case **string:
		if *at != nil {
			return append(text, **at...), true
		}
	case *graph.JSON:
		return append(text, *at...), len(*at) > 0
	case *[]string:
		return append(text, graph.EncodeTexts(*at)...), len(*at) > 0
	case *time.Time:
		return at.UTC().AppendFormat(text, engine.TimeFormat), true
	case **time.Time:
		if *at != nil {
			return (*at).UTC().AppendFormat(text, engine.TimeFormat), true
		}
	case **int:
		if *at != nil {
			return strconv.AppendInt(text, int64(**at), 10), true
		}
	case **float64:
		if *at != nil {
			return fmt.Append(text, **at+0), true
		}
	case *bool:
		return strconv.AppendBool(text, *at), true
	}
	return text, false
}

// Row returns the values of an entity in the order of the table's columns, with the
// times of its writing and its creator, or nil.
func (s *Shape) Row(entity graph.Entity, rev int64, createdAt, updatedAt time.Time, createdBy any) []any {
	row := append(make([]any, 0, 1+len(Computed)+len(s.fields)), rev)
	row = append(row, s.Computed(entity)...)
	for i := range s.fields {
		switch field := &s.fields[i].Field; field.Name {
		case "created_at":
			row = append(row, createdAt)
		case "updated_at":
			row = append(row, updatedAt)
		case "created_by":
			row = append(row, createdBy)
		default:
			row = append(row, content(field, entity))
		}
	}
	return row
}

// TextOrNil returns nil for an empty text, which is stored as null.
func TextOrNil(text string) any {
	if text == "" {
		return nil
	}
	return text
}
