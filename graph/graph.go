// Package graph is the domain of Dossier: the kinds of entities in projects,
// the relations between them, and everything derived from these. It opens no
// files or connections.
package graph

import (
	"crypto/sha256"
	"encoding/hex"
	"strings"
)

// A Kind names a kind of entity, in lower case: "task".
type Kind string

// An Entity is an entity of any kind: a pointer to one of the structs of
// kinds.go.
type Entity interface {
	// Self returns the fields that do not depend on the kind.
	Self() *Common
}

// Self implements [Entity].
func (c *Common) Self() *Common { return c }

// Ref returns a reference to the entity.
func (c *Common) Ref() Ref { return Ref{Kind: c.Kind, ID: c.ID} }

// Spec returns the declaration of the entity's kind.
func (c *Common) Spec() *Spec { return SpecOf(c.Kind) }

// State returns the entity's state, "" for none.
func (c *Common) State() string { return deref(c.StateKey) }

// IsOver reports whether nothing more is expected of the entity: it is done or was
// dropped.
func (c *Common) IsOver() bool { return c.Spec().IsOver(c.State()) }

// IsScratch reports whether an entity is a scratch document, which is left out
// of links, highlights and snapshots.
func (c *Common) IsScratch() bool {
	key := deref(c.TypeKey)
	return c.Kind == KindDocument && (strings.Contains(key, "scratch") || strings.Contains(key, "workspace"))
}

// Remnant returns an entity with the fields that all kinds have, for an entity
// that was deleted since it was read. Without it, an answer that lists the
// entity would fail.
func (c *Common) Remnant() Entity {
	spec := c.Spec()
	entity := spec.New()
	*entity.Self() = *c
	*spec.Field(spec.Label).Pointer(entity).(*string) = c.Label
	return entity
}

// A Ref refers to an entity. Kind may be empty if the kind is unknown.
type Ref struct {
	Kind Kind
	ID   string // a UUID
}

// A View determines which columns of an entity are read.
type View int

const (
	// Light has the columns for lists, snapshots and prompts, with long texts
	// cut.
	Light View = iota
	// Full has all columns, with full texts.
	Full
)

// An Edge is a directed relation between two entities of one project.
type Edge struct {
	ID        string   // derived from the ends and the relation; see [EdgeID]
	ProjectID string   // of both ends
	Rel       Relation // in its canonical form and direction
	Src, Dst  Ref      // Src contains Dst if the relation is a containment
	Props     JSON     // an object
	Deleted   bool     // set only in [Changes]
	Dangling  bool     // an end is missing or deleted; set only in [memory.Graph]
}

// EdgeID returns the id of the edge from src to dst with a relation. It is the
// same in every store.
func EdgeID(src string, rel Relation, dst string) string {
	return uuidV5(src + " " + string(rel) + " " + dst)
}

// A RecordType is a type of records that a deployment defines.
type RecordType struct {
	ID     string        `json:"id"`             // by which records and files refer to it
	Name   string        `json:"name"`           // for people
	Icon   string        `json:"icon,omitempty"` // for frontends, "" for none
	Fields []RecordField `json:"fields"`         // in the order of forms and answers
}

// Version returns a digest of the record type, which differs after every change
// by any program.
func (t *RecordType) Version() string {
	sum := sha256.Sum256([]byte(EncodeJSON(t)))
	return hex.EncodeToString(sum[:8])
}

// A RecordField is one field of a record type.
type RecordField struct {
	Name       string   `json:"name"`                  // the key in the fields of a record
	Type       string   `json:"type"`                  // a value of the enum RecordFieldType
	Options    []string `json:"options,omitempty"`     // the values that a select may have
	EntityType string   `json:"entity_type,omitempty"` // the record type or kind that an entity_ref refers to
	Query      JSON     `json:"query,omitempty"`       // what a computed field finds
}

// A RecordFieldValue is the value of a record's field in the form of prompts,
// with the entities that it refers to.
type RecordFieldValue struct {
	Name     string // as in the record type
	Type     string // "" for a field that is not in the record's type
	Text     string
	Entities []Entity  // the live entities of entity_ref, entity_ref_list and computed
	Document *Document // the document of note_ref; nil if it does not exist
	Warning  string    // why Text is the unconverted stored value; "" if it fits its type
}

func deref[T any](p *T) (value T) {
	if p != nil {
		value = *p
	}
	return value
}

// IsActive reports whether the state of the entity is active.
func (c *Common) IsActive() bool { return c.Spec().IsActive(c.State()) }
