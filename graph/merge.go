package graph

// OnConflict decides about a field that was changed both in the source and here
// since the last import.
type OnConflict string

// The values of OnConflict. The report of the import names the field in each case.
const (
	SourceWins OnConflict = "source" // the field is set as in the source
	OursWins   OnConflict = "ours"   // the field is kept
	StopAtAny  OnConflict = "stop"   // nothing is written
)

// A Merge is how the entities and edges of a batch, which a source has, become
// those that are stored.
type Merge struct {
	Source     string // its name
	OnConflict OnConflict
	Replace    bool // they replace what is stored
	// Complete means that they are all that the source has: what it had before and
	// they lack is cleared. Its project keeps its fields unless the source made it.
	Complete bool
	Drafts   []Draft // of the entities of the batch
}

// A Draft has the fields of an entity that a source gives. The other fields of the
// entity have their defaults.
type Draft struct {
	Given   uint64   // a bit for each field, by its place in the fields of the kind
	Cleared []string // the keys of props that are null, and the columns props and fields if these are
}

// Has reports whether the source has a field.
func (d *Draft) Has(field int) bool { return d.Given&(1<<field) != 0 }

// A MergeConflict is a field that was changed both in the source and here.
type MergeConflict struct {
	Kind     Kind   `json:"kind"`
	EntityID string `json:"-"`               // or that of the edge
	ID       string `json:"id"`              // as an import has it
	Name     string `json:"name,omitempty"`  // of the entity
	Field    string `json:"field"`           // the column, with the key of an object: props.size
	Ours     string `json:"ours"`            // the value here as JSON, cut to 100 characters
	Theirs   string `json:"theirs"`          // that of the source
	Line     int    `json:"line,omitempty"`  // of the import
	Place    string `json:"place,omitempty"` // of the line in its source
}

// A Prune marks what has vanished from a source as deleted.
type Prune struct {
	Source  string
	Project string // the id of the only project, "" for all of the source
	// Has reports whether the source still has an entity or an edge.
	Has func(id string) bool
	// Force permits to delete more than half of the entities of the source.
	Force bool
	// Withhold deletes nothing if that would be more than half, and counts it in
	// [Written], where it is an error otherwise.
	Withhold bool
	// Keep deletes nothing, as Withhold: the source may have more than what was read.
	Keep bool
	// Of has the ids of all that vanished, if that is known; nil if not.
	Of []string
}

// ErrConflicts is returned for an import that stops at conflicts. It is returned
// with what would have been written.
var ErrConflicts = &Error{Code: CodeConflict, Argument: "onConflict",
	Text: "fields were changed both in the source and here; nothing was written"}

// ErrDryRun is returned for an import that only counts what it would write, with
// the counts.
var ErrDryRun = &Error{Code: CodeConflict, Text: "a dry run; nothing was written"}
