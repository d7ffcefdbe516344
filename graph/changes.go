package graph

// Access says what an actor may do with a project.
type Access string

// The levels of access, each including those before it.
const (
	AccessRead  Access = "read"
	AccessWrite Access = "write"
	AccessAdmin Access = "admin"
)

// A Revision is the state of a project that the actor may read: its number
// grows with every write to the project.
type Revision struct {
	ProjectID string
	Number    int64
	Access    Access
}

// Changes are what happened in a project after a revision: the light entities
// and the edges that were written since, deleted ones among them.
type Changes struct {
	Revision Revision // the revision that they lead to
	Entities []Entity
	Edges    []Edge
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
	Entities    []Entity // whole rows: inserted, or instead of the stored ones
	Edges       []Edge   // inserted; a stored one stays as it is
	Deleted     []Ref    // entities to be marked as deleted
	Restored    []Ref    // entities whose mark is to be taken off
	Unlinked    []string // ids of edges to be removed

	// Analyse is called for every entity that is inserted or changed; what it
	// returns is kept as the entity's [Terms].
	Analyse func(Entity) []byte
	// Reanalyse calls it for entities that are equal to the stored ones, too.
	Reanalyse bool
}

// Written counts, by kind, what a batch changed. Edges are counted under
// [KindEdge], record types under [KindRecordType].
type Written struct {
	Created   map[Kind]int
	Updated   map[Kind]int
	Unchanged map[Kind]int
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
