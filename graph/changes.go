package graph

import "strings"

// Access says what an actor may do with a project.
type Access string

// The levels of access, each including those before it.
const (
	AccessRead  Access = "read"
	AccessWrite Access = "write"
	AccessAdmin Access = "admin"
)

// A Revision is the state of a project that the actor may read. Its number
// grows with every write to the project; its stamp is a random text that the
// write made. After a restore, the same number may belong to another write, and
// has another stamp.
type Revision struct {
	ProjectID string
	Number    int64
	Stamp     string
	Access    Access
}

// Same reports whether two revisions of a project are the same state of it.
func (r Revision) Same(other Revision) bool {
	return r.Number == other.Number && r.Stamp == other.Stamp
}

// Changes are what happened in a project after a revision: the light entities
// and the edges that were written since, deleted ones among them.
type Changes struct {
	Revision Revision // the revision that they lead to
	// Trail has the stamps of the last writes, the latest first.
	Trail    string
	Entities []Entity
	Edges    []Edge
}

// Follow reports whether the changes are all that happened since a revision. If
// not, the store was restored to an earlier state, or so much was written that
// the trail does not reach back: then the project must be read as a whole.
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

// Terms is the search text of an entity as it was analysed when the entity was
// written. The stores do not look into Data.
type Terms struct {
	ID      string
	Kind    Kind
	Data    []byte
	Deleted bool
}

// A Batch is what one transaction writes.
type Batch struct {
	RecordTypes []RecordType
	// DroppedTypes are the ids of record types to be removed.
	DroppedTypes []string
	Entities     []Entity // whole rows: inserted, or instead of the stored ones
	Edges        []Edge   // inserted; a stored one stays as it is
	Deleted      []Ref    // entities to be marked as deleted
	Restored     []Ref    // entities whose mark is to be taken off
	Unlinked     []string // ids of edges to be removed

	// Analyse is called for every entity that is inserted or changed; what it
	// returns is kept as the entity's [Terms].
	Analyse func(Entity) []byte
	// Reanalyse calls it for entities that are equal to the stored ones, too.
	Reanalyse bool
}

// Written counts, by kind, what a batch changed. Edges are counted under
// [KindEdge], record types under [KindRecordType].
type Written struct {
	Created   map[Kind]int `json:"created"`
	Updated   map[Kind]int `json:"updated"`
	Unchanged map[Kind]int `json:"unchanged"`
}

// What an import counts beside the kinds of entity.
const (
	KindEdge       Kind = "edge"
	KindRecordType Kind = "record_type"
)

// A Sink takes the rows of an export, each in the order of the store contract.
type Sink struct {
	RecordType func(RecordType) error
	Entity     func(Entity) error
	Edge       func(Edge) error
}
