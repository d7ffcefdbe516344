// Package graph is the domain of Dossier: the kinds of entity that a project
// is made of, the relations between them, and what follows from the two. It
// opens no file and no connection: what a request reads comes from the [Reader]
// in its context. Outside the standard library it imports graph/adjacency alone.
package graph

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"strings"
)

// A Kind names a kind of entity, in lower case: "task".
type Kind string

// An Entity is an entity of any kind: a pointer to one of the structs of
// kinds.go.
type Entity interface {
	// Self is the part of it that does not depend on the kind.
	Self() *Common
}

// Self implements [Entity].
func (c *Common) Self() *Common { return c }

// Ref names the entity.
func (c *Common) Ref() Ref { return Ref{Kind: c.Kind, ID: c.ID} }

// Spec is what is declared of the entity's kind.
func (c *Common) Spec() *Spec { return SpecOf(c.Kind) }

// State is the entity's state, "" for none.
func (c *Common) State() string { return deref(c.StateKey) }

// IsScratch reports whether an entity is a scratch document, which is left out
// of links, highlights and snapshots.
func (c *Common) IsScratch() bool {
	key := deref(c.TypeKey)
	return c.Kind == KindDocument && (strings.Contains(key, "scratch") || strings.Contains(key, "workspace"))
}

// A Row is what the struct of a kind embeds: the columns that every kind has,
// and the way from a light entity to the full one.
type Row[T any] struct{ Common }

// Full is the entity with every column and every text whole; of one that was
// deleted since it was read, what every kind has.
func (r *Row[T]) Full(ctx context.Context) (*T, error) {
	full, err := ReaderFrom(ctx).Entity(ctx, r.Ref(), Full)
	if isGone(err) {
		full, err = r.remnant(), nil
	}
	if err != nil {
		return nil, err
	}
	entity, ok := any(full).(*T)
	if !ok {
		return nil, NotFound(string(r.Kind), r.ID)
	}
	return entity, nil
}

// remnant is what is known of an entity that was deleted since it was read: what
// every kind has. An answer that lists it would be none at all otherwise.
func (c *Common) remnant() Entity {
	spec := c.Spec()
	entity := spec.New()
	*entity.Self() = *c
	*spec.Field(spec.Label).Pointer(entity).(*string) = c.Label
	return entity
}

// isGone reports whether an error is about something that is not there.
func isGone(err error) bool { return err != nil && CodeOf(err) == CodeNotFound }

// A Ref names an entity. Kind may be empty where the kind is not known.
type Ref struct {
	Kind Kind
	ID   string
}

// A View says how much of an entity is wanted.
type View int

const (
	// Light is the columns that lists, snapshots and prompts use, long texts cut.
	Light View = iota
	// Full is every column, every text whole.
	Full
)

// An Edge is a directed fact between two entities of one project.
type Edge struct {
	ID        string
	ProjectID string
	Rel       Relation
	Src, Dst  Ref
	Props     JSON
	Deleted   bool // only in [Changes]: the edge is gone
}

// EdgeID is the id of the edge that joins src to dst by rel: the same edge has
// the same id on every store.
func EdgeID(src string, rel Relation, dst string) string {
	return uuidV5(src + " " + string(rel) + " " + dst)
}

// A RecordType is a kind of record that a deployment defines as data.
type RecordType struct {
	ID     string        `json:"id"`
	Name   string        `json:"name"`
	Icon   string        `json:"icon,omitempty"`
	Fields []RecordField `json:"fields"`
}

// Version returns a digest of what the record type says. It is another one after
// every change, by any program.
func (t *RecordType) Version() string {
	sum := sha256.Sum256([]byte(EncodeJSON(t)))
	return hex.EncodeToString(sum[:8])
}

// A RecordField is one field of a record type.
type RecordField struct {
	Name       string   `json:"name"`
	Type       string   `json:"type"`
	Options    []string `json:"options,omitempty"`
	EntityType string   `json:"entity_type,omitempty"`
	Query      JSON     `json:"query,omitempty"`
}

// A RecordFieldValue is the value of a record's field as prompts write it, with
// what it refers to.
type RecordFieldValue struct {
	Name     string
	Type     string // "" for a field that the record's type does not have
	Text     string
	Entities []Entity  // of entity_ref, entity_ref_list and computed, those that are live
	Document *Document // of note_ref; nil if it is gone
	Warning  string    // why Text is the stored value as it is; "" where it fits its type
}

func deref[T any](p *T) (value T) {
	if p != nil {
		value = *p
	}
	return value
}
