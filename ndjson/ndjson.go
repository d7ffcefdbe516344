// Package ndjson reads and writes project graphs as NDJSON: one JSON object per
// line, each a record type, an entity or an edge.
package ndjson

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"io"

	"dossier/graph"
	"dossier/graph/lists"
)

// MaxLine is the maximum length of a line in bytes. Longer lines are rejected.
const MaxLine = 16 << 20

// A Store is the part of query.Store that an import needs.
type Store interface {
	// Entities returns entities by id, without those that are unknown.
	Entities(ctx context.Context, refs []graph.Ref, view graph.View) (map[string]graph.Entity, error)
	// DeletedByID returns the id, kind and project of those of the entities that were
	// deleted.
	DeletedByID(ctx context.Context, ids []string) ([]*graph.Common, error)
	// ProjectsOf returns the projects of stored entities by id, also of those that
	// were deleted or are forbidden.
	ProjectsOf(ctx context.Context, ids []string) (map[string]string, error)
	// Nested returns the entities that are linked to each parent.
	Nested(ctx context.Context, links graph.Links, list lists.List, parents []string) (map[string]*lists.Page, error)
	// RecordTypes returns the record types of the deployment.
	RecordTypes(ctx context.Context) ([]graph.RecordType, error)
	// Repeated returns the result of the first import with a name, nil for none.
	Repeated(ctx context.Context, once graph.Once) (graph.JSON, error)
	// WriteParts writes a batch in parts: all of it or nothing.
	WriteParts(ctx context.Context, parts *graph.Parts) (*graph.Written, error)
}

// The default limits of an import, by eye: a hundred times the sample graph,
// and five times the ratio at which its texts unpack if they are repeated.
const (
	defaultMaxRejected = 256 << 20
	defaultMaxUnpacked = 16 << 30
	defaultMaxRatio    = 200
)

// OnError is the handling of good lines if other lines are rejected.
type OnError string

// The values of OnError.
const (
	Stop OnError = "stop" // nothing is written
	Skip OnError = "skip" // the good lines are written
)

// Options configure an import.
type Options struct {
	// Source is the name of the source of the lines, in whose last import a field
	// was changed or was not. Imports without a name are of one source, "".
	Source     string
	OnConflict graph.OnConflict // [graph.SourceWins] if empty
	Replace    bool             // a line is the whole entity: what it lacks is cleared
	// Complete clears what the source had of an entity or an edge at its last import,
	// if the line lacks it: the line is all that the source has. The project keeps its
	// fields unless the source made it. What it had by the same name as another kind is
	// deleted.
	Complete bool
	// Prune marks as deleted what the last import of the source had, and this one
	// lacks. Unless Force is set, it refuses to delete more than half of that, and
	// deletes nothing if lines were rejected, which may be of what seems to lack.
	Prune, Force bool
	// Withhold makes it delete nothing in that case, and count it; see
	// [graph.Prune]. Vanished has the ids of what it deletes, if that is known: then
	// other entities and edges of the source need no lines.
	Withhold bool
	Vanished []string
	// Project is the id of the only project in which it deletes, "" for all that the
	// source has.
	Project string
	// Position returns the place in the source from which a line was made, such as
	// "docs/a.md:12", "" if there is none. It may be nil. Rejected lines and
	// conflicts have it.
	Position func(line int) string

	// Once is the client's name of the import. A repeated import changes nothing and
	// returns the report of the first.
	Once graph.Once

	OnError   OnError // [Stop] if empty
	DryRun    bool    // count what would be written, and write nothing
	RelatesTo bool    // import edges of an unknown relation as relates_to, with its name in props.original_rel

	// UncheckedRecords does not validate record types and values. It is needed for
	// exports with values that no longer match their types, or refer to deleted
	// entities.
	UncheckedRecords bool

	// Rejected is the path of the file for rejected lines, which is written before
	// the store; "" for none. With [Stop] it is written only if the report does
	// not contain all rejected lines. With [Skip] an old file is removed if there
	// are none.
	Rejected string
	// MaxRejected is the maximum size of that file in bytes; 0 means
	// defaultMaxRejected. An import that needs more fails.
	MaxRejected int64
	// MaxUnpacked is the maximum number of bytes read from gzip, and MaxRatio the
	// maximum for each packed byte; 0 means defaultMaxUnpacked and
	// defaultMaxRatio.
	MaxUnpacked int64
	MaxRatio    int

	Size     int64          // the bytes of the input, for Progress; 0 if unknown
	Progress func(Progress) // called from time to time, never concurrently; may be nil

	// Analyse returns the search text of an entity that is inserted or changed.
	Analyse func(graph.Entity) []byte
}

// A Report is the result of an import. Its size is bounded for every input.
type Report struct {
	Lines    int                `json:"lines"`    // lines of the input, including blank ones
	Kinds    map[graph.Kind]int `json:"kinds"`    // good lines by kind
	Repeats  int                `json:"repeats"`  // good edges that repeat an earlier line
	Unknown  map[string]int     `json:"unknown"`  // occurrences of the first [MaxUnknown] fields that went to props, such as "task.owner"
	Others   int                `json:"others"`   // occurrences of all other such fields
	Rejected int                `json:"rejected"` // rejected lines
	Rejects  []Reject           `json:"rejects"`  // the first rejected lines for each reason, ordered by line
	More     []More             `json:"more"`     // the numbers of the others by reason, ordered by line
	Spilled  bool               `json:"spilled"`  // whether the file of options.Rejected was written
	Written  *graph.Written     `json:"written"`  // nil if nothing was written, as in a dry run
	// Conflicts has the first fields that were changed both in the source and here.
	Conflicts []graph.MergeConflict `json:"conflicts"`
	Counts    Counts                `json:"counts"`
	Withheld  int                   `json:"withheld,omitempty"` // entities that vanished and were not deleted; see [Options]
}

// Counts has the numbers of an import: those of lines, of rows that vanished, and
// of fields with a conflict. In a dry run they are those of what would be written.
// All but Conflicts and Rejected are 0 if an import was stopped.
type Counts struct {
	Created   int `json:"created"`
	Updated   int `json:"updated"`
	Unchanged int `json:"unchanged"`
	Kept      int `json:"kept"`
	Older     int `json:"older"`
	Conflicts int `json:"conflicts"`
	Revived   int `json:"revived"`
	Deleted   int `json:"deleted"`
	Rejected  int `json:"rejected"`
}

// A Reject is a line that cannot be imported.
type Reject struct {
	Line   int    `json:"line"`            // counted from 1
	Place  string `json:"place,omitempty"` // of the line in its source; see [Options]
	Field  string `json:"field"`           // "" if the whole line is wrong
	Reason string `json:"reason"`          // the error, with the expected value
	// how many others were rejected only because they refer to it, directly or
	// not; they are not in a report
	Needed int    `json:"needed,omitempty"`
	Raw    string `json:"raw"` // the line, cut if it is longer than [MaxLine], or 1,000 bytes in a report
}

// More is the number of rejected lines for a reason beyond those in the report.
type More struct {
	Line  int `json:"line"`  // the first line with that reason; 0 for all reasons that are not in the report
	Count int `json:"count"` // at least 1
}

// Import reads NDJSON, plain or gzip, and writes it to the store in one
// transaction. Invalid lines are in the report, and are not an error. If the
// input cannot be read to its end, Import returns an error and writes nothing.
//
// Import reads the input once. Beside some 200 bytes for each entity and its
// edges, memory does not depend on the size of the input: lines are kept in a
// temporary file, and written in parts.
func Import(ctx context.Context, store Store, in io.Reader, options Options) (*Report, error) {
	report := &Report{Kinds: map[graph.Kind]int{}, Unknown: map[string]int{}, Conflicts: []graph.MergeConflict{}}
	im := &importing{
		options: options, report: report, rejects: newRejects(&options, report),
		kept: &spool{}, nodes: newNodes(), external: map[key]int32{},
		names: names{scoped: map[int32]int32{}, shared: map[int32][]int32{}}, deleted: map[int32]identity{},
		typeLines: map[string]int{}, rejectedTypes: map[string]int{},
	}
	defer im.kept.close()
	defer im.rejects.discard()
	if first, err := store.Repeated(ctx, options.Once); first != nil || err != nil {
		return report, cmp.Or(err, json.Unmarshal(first, report))
	}
	for _, step := range []func() error{
		func() error { return im.read(ctx, in) },
		func() error { return im.resolve(ctx, store) },
		func() error { return im.rejects.finish() },
		func() error { return im.write(ctx, store) },
	} {
		if err := step(); err != nil {
			return report, err
		}
	}
	return report, nil
}

// importing is the state of an import. It holds ids, the ends of edges and
// record types, and keeps lines in a spool.
type importing struct {
	options  Options
	report   *Report
	rejects  *rejects
	kept     *spool // the good lines
	items    []item // one for each of them
	nodes    *nodes
	external map[key]int32 // line numbers by project and external id
	names    names
	deleted  map[int32]identity // nodes that were deleted here
	replaced []string           // the ids of entities whose names lines of another kind have

	types                    []*row         // good lines of record types
	typeLines, rejectedTypes map[string]int // line numbers of record types by id
}

// An item is a good line of an entity or an edge.
type item struct {
	offset   int64 // of the line in the spool
	line     int32
	src, dst int32 // nodes: the entity and its project, or the ends of the edge
	rel      uint8 // the rank of the edge's relation
	flags    uint16
}

// The flags of an item.
const (
	isEdge    = 1 << iota
	isProject // or another entity if it has none of the two
	isRecord
	isSwapped  // the line has the ends of the edge in the opposite order
	hasProps   // the edge has
	hasUnknown // the line has fields that were moved to props
	isDropped  // rejected later, or a repeated edge
	isPartial  // the line lacks columns that a new entity needs

	isNamedLine // the id of the entity follows from its name
)

// has reports whether an item has a flag.
func (it *item) has(flag uint16) bool { return it.flags&flag != 0 }

// write writes the good lines, unless lines were rejected and the mode is not
// [Skip]. A dry run only counts what would be written.
func (im *importing) write(ctx context.Context, store Store) error {
	im.report.Counts.Rejected = im.report.Rejected
	if im.options.OnError != Skip && im.report.Rejected > 0 {
		return nil
	}
	written, err := store.WriteParts(ctx, (&writing{im}).parts())
	if written != nil {
		im.countConflicts(written)
	}
	switch {
	case errors.Is(err, graph.ErrConflicts):
		return nil
	case errors.Is(err, graph.ErrDryRun):
		im.report.count(written)
		return nil
	}
	if err == nil && written.Repeated != nil {
		return json.Unmarshal(written.Repeated, im.report)
	}
	if im.report.Written = written; err == nil {
		im.report.count(written)
	}
	return err
}

// countConflicts reports the conflicts with their places.
func (im *importing) countConflicts(written *graph.Written) {
	im.report.Counts.Conflicts, im.report.Conflicts = sum(written.Conflicts), im.report.Conflicts[:0]
	for _, conflict := range written.Conflicting {
		if node := im.nodes.find(conflict.EntityID); node != nil && conflict.Kind != graph.KindEdge {
			conflict.Line = int(node.line)
			conflict.Place = im.place(conflict.Line)
		}
		im.report.Conflicts = append(im.report.Conflicts, conflict)
	}
}

// count counts what was written.
func (r *Report) count(written *graph.Written) {
	for into, kinds := range map[*int]map[graph.Kind]int{
		&r.Counts.Created: written.Created, &r.Counts.Updated: written.Updated, &r.Counts.Unchanged: written.Unchanged,
		&r.Counts.Kept: written.Kept, &r.Counts.Older: written.Older, &r.Counts.Revived: written.Revived, &r.Counts.Deleted: written.Deleted,
	} {
		*into = sum(kinds)
	}
	r.Withheld = written.Withheld
}

func sum(kinds map[graph.Kind]int) (total int) {
	for _, n := range kinds {
		total += n
	}
	return total
}
