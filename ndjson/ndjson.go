// Package ndjson reads and writes project graphs as NDJSON: one JSON object per
// line, each a record type, an entity or an edge.
package ndjson

import (
	"context"
	"io"
	"slices"

	"dossier/graph"
)

// MaxLine is the maximum length of a line in bytes. Longer lines are rejected.
const MaxLine = 16 << 20

// A Store is the part of query.Store that an import needs.
type Store interface {
	Entities(ctx context.Context, refs []graph.Ref, view graph.View) (map[string]graph.Entity, error)
	Changes(ctx context.Context, since []graph.Revision) ([]graph.Changes, error)
	RecordTypes(ctx context.Context) ([]graph.RecordType, error)
	Write(ctx context.Context, batch *graph.Batch) (*graph.Written, error)
}

// The default limits of an import, by eye: a hundred times the sample graph,
// and five times the ratio at which its texts unpack if they are repeated.
const (
	DefaultMaxRejected = 256 << 20
	DefaultMaxUnpacked = 16 << 30
	DefaultMaxRatio    = 200
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
	OnError   OnError // [Stop] if empty
	DryRun    bool    // check only, write nothing
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
	// [DefaultMaxRejected]. An import that needs more fails.
	MaxRejected int64
	// MaxUnpacked is the maximum number of bytes read from gzip, and MaxRatio the
	// maximum for each packed byte; 0 means [DefaultMaxUnpacked] and
	// [DefaultMaxRatio].
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
	Written  *graph.Written     `json:"written"`  // nil if nothing was written
}

// A Reject is a line that cannot be imported.
type Reject struct {
	Line   int    `json:"line"`   // counted from 1
	Field  string `json:"field"`  // "" if the whole line is wrong
	Reason string `json:"reason"` // the error, with the expected value
	Raw    string `json:"raw"`    // the line, cut if it is longer than [MaxLine], or 1,000 bytes in a report
}

// More is the number of rejected lines for a reason beyond those in the report.
type More struct {
	Line  int `json:"line"` // the first line with that reason; 0 for all reasons that are not in the report
	Count int `json:"count"`
}

// Import reads NDJSON, plain or gzip, and writes it to the store in one
// transaction. Invalid lines are in the report, and are not an error. If the
// input cannot be read to its end, Import returns an error and writes nothing.
func Import(ctx context.Context, store Store, in io.Reader, options Options) (*Report, error) {
	report := &Report{Kinds: map[graph.Kind]int{}, Unknown: map[string]int{}}
	im := &importing{
		options:  options,
		report:   report,
		rejects:  newRejects(&options, report),
		byID:     map[string]*row{},
		external: map[[2]string]int{},
		rejected: map[string]int{},

		typeLines:     map[string]int{},
		rejectedTypes: map[string]int{},
	}
	defer im.rejects.discard()
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

// importing is the state of an import.
type importing struct {
	options  Options
	report   *Report
	rejects  *rejects
	rows     []*row            // good lines, in their order
	byID     map[string]*row   // the entities among them
	external map[[2]string]int // line numbers by project and external id
	rejected map[string]int    // line numbers of rejected entities by id

	typeLines, rejectedTypes map[string]int // line numbers of record types by id
}

// write writes the good lines, except in a dry run, or if lines were rejected
// and the mode is not [Skip].
func (im *importing) write(ctx context.Context, store Store) (err error) {
	if im.options.DryRun || im.options.OnError != Skip && im.report.Rejected > 0 {
		return nil
	}
	im.report.Written, err = store.Write(ctx, im.batch())
	return err
}

// batch returns the good lines, with entities ordered by kind and then by line.
func (im *importing) batch() *graph.Batch {
	batch := &graph.Batch{Analyse: im.options.Analyse}
	for _, row := range im.rows {
		switch {
		case row.Entity != nil:
			batch.Entities = append(batch.Entities, row.Entity)
		case row.RecordType != nil:
			batch.RecordTypes = append(batch.RecordTypes, *row.RecordType)
		default:
			batch.Edges = append(batch.Edges, row.Edge)
		}
	}
	slices.SortStableFunc(batch.Entities, func(a, b graph.Entity) int {
		return a.Self().Kind.Rank() - b.Self().Kind.Rank()
	})
	if im.options.Progress != nil && batch.Analyse != nil {
		batch.Analyse = im.watched(batch.Analyse, len(batch.Entities))
	}
	return batch
}
