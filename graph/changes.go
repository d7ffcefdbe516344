package graph

import (
	"crypto/sha256"
	"iter"
	"strings"
)

// Access is the level of an actor's access to a project.
type Access string

// The levels of access, each including those before it.
const (
	AccessRead  Access = "read"
	AccessWrite Access = "write"
	AccessAdmin Access = "admin"
)

// A Revision identifies the state of a project that the actor may read. Number
// grows with every write to the project, and Stamp is a random text of the
// write. After a restore, another write may have the same number, but it has
// another stamp.
type Revision struct {
	ProjectID string // a UUID
	Number    int64  // grows with every write
	Stamp     string // random; another write never has the same
	Access    Access // of the actor who reads
}

// Same reports whether two revisions of a project identify the same state.
func (r Revision) Same(other Revision) bool {
	return r.Number == other.Number && r.Stamp == other.Stamp
}

// Changes are the entities, light, and the edges of a project that were written
// after a revision, including deleted ones.
type Changes struct {
	Revision Revision // the latest revision
	// Trail has the stamps of the last writes, the latest first.
	Trail    string
	Entities []Entity // those with DeletedAt were deleted
	Edges    []Edge   // those with Deleted were removed
}

// Follow reports whether the changes are complete since a revision. They are
// not if the store was restored to an earlier state, or if there were more
// writes than the trail has. Then the whole project must be read.
func (c *Changes) Follow(since Revision) bool {
	switch {
	case since.Number == 0:
		return true
	case c.Revision.Number < since.Number:
		return false
	case since.Stamp == "":
		return c.Trail == ""
	}
	return strings.Contains(c.Trail, since.Stamp)
}

// Terms is the search text of an entity, as analysed when the entity was
// written. Data is opaque to stores.
type Terms struct {
	ID      string // of the entity
	Kind    Kind   // of the entity
	Data    []byte // nil if Deleted
	Deleted bool   // the entity was deleted
}

// A Batch has the writes of one transaction.
type Batch struct {
	RecordTypes []RecordType // complete: inserted, or replacing the stored ones
	// DroppedTypes are the ids of record types to remove.
	DroppedTypes []string
	Entities     []Entity // complete rows: inserted, or replacing the stored ones
	Edges        []Edge   // inserted; an edge that is stored does not change
	Deleted      []Ref    // entities to mark as deleted
	Restored     []Ref    // entities to mark as not deleted
	Unlinked     []string // ids of edges to remove

	// Merge is how Entities and Edges are merged into what is stored; nil replaces.
	Merge *Merge

	// Analyse returns the search text of an entity, which is stored as its
	// [Terms]. It is called for every entity that is inserted or changed.
	Analyse func(Entity) []byte
	// Reanalyse reports whether Analyse is also called for entities that are
	// equal to the stored ones.
	Reanalyse bool
}

// Parts are the parts of a batch that does not fit into memory.
type Parts struct {
	// Projects are the projects that the parts write to, by id. The value reports
	// whether a part has the row of the project itself.
	Projects map[string]bool
	// Each yields the parts, or an error that ends the write. They have only
	// record types, entities and edges; no entity or edge is in two of them, and
	// an edge comes after the entities that it joins. The store calls Each again
	// if it repeats its transaction.
	Each iter.Seq2[*Batch, error]
	// New is about the number of entities and edges that the store does not have.
	New int
	// StopAtConflict makes the write fail with [ErrConflicts] if there is one.
	StopAtConflict bool
	// DryRun makes the write fail with [ErrDryRun] after everything was counted.
	DryRun bool
	// Prune is what to do about what has vanished from the source; nil for nothing.
	Prune *Prune
	// Once is the client's name of the write, as of an [Edit].
	Once
	// Result returns the result that is stored for repeated writes; nil if there
	// is no name.
	Result func(*Written) JSON
}

// A Once identifies a mutation of an actor by a name that the client chose. For
// 24 hours, another mutation with this name is not applied. If it has the same
// hash, it returns the result of the first.
type Once struct {
	ClientID string // "" for none
	Hash     []byte // of the input
}

// maxClientID is the maximum length of such a name in bytes. By eye: a UUID has
// 36.
const maxClientID = 200

// NewOnce returns a Once for the client's name and the input of a mutation.
func NewOnce(clientID string, input any) (Once, error) {
	if len(clientID) > maxClientID {
		return Once{}, BadInput("clientMutationId", "expected at most %d bytes; got %d", maxClientID, len(clientID))
	}
	hash := sha256.Sum256([]byte(EncodeJSON(input)))
	return Once{clientID, hash[:]}, nil
}

// Written has the numbers of rows in a batch, by kind and effect. Edges count
// as [KindEdge], record types as [KindRecordType].
type Written struct {
	Created   map[Kind]int `json:"created"`   // rows that were inserted
	Updated   map[Kind]int `json:"updated"`   // rows that differed from the stored ones
	Unchanged map[Kind]int `json:"unchanged"` // rows that were equal to the stored ones

	// These are of a [Merge] only.
	Kept    map[Kind]int `json:"kept"`    // rows that keep what was written here, although the source has something else
	Older   map[Kind]int `json:"older"`   // rows with a later time of change than the source has
	Revived map[Kind]int `json:"revived"` // rows that were deleted here, and changed in the source since
	Deleted map[Kind]int `json:"deleted"` // rows that have vanished from the source

	Withheld int `json:"-"` // entities that have vanished from the source and were not deleted; see [Prune]

	Conflicts   map[Kind]int    `json:"conflicts"` // fields that were changed both in the source and here
	Conflicting []MergeConflict `json:"-"`         // the first of them

	Repeated JSON `json:"-"` // the stored result of the first write with this name
}

// NewWritten returns a Written without rows.
func NewWritten() *Written {
	empty := func() map[Kind]int { return map[Kind]int{} }
	return &Written{
		Created: empty(), Updated: empty(), Unchanged: empty(), Kept: empty(), Older: empty(), Revived: empty(), Deleted: empty(),
		Conflicts: empty(), Conflicting: []MergeConflict{},
	}
}

// The kinds of rows that are not entities.
const (
	KindEdge       Kind = "edge"
	KindRecordType Kind = "record_type"
)

// A Sink receives the rows of an export, each in the order of the store
// contract.
type Sink struct {
	RecordType func(RecordType) error // called for each record type; an error ends the export
	Entity     func(Entity) error     // called for each entity, full; an error ends the export
	Edge       func(Edge) error       // called for each edge; an error ends the export
}
