// Package ndjson reads and writes project graphs as NDJSON: one JSON object a
// line, each a record type, an entity or an edge.
package ndjson

import (
	"context"
	"io"
	"slices"

	"dossier/graph"
)

// MaxLine is how many bytes a line may have; a longer one is rejected.
const MaxLine = 16 << 20

// A Store is what an import needs of query.Store.
type Store interface {
	Entities(ctx context.Context, refs []graph.Ref, view graph.View) (map[string]graph.Entity, error)
	Changes(ctx context.Context, since []graph.Revision) ([]graph.Changes, error)
	RecordTypes(ctx context.Context) ([]graph.RecordType, error)
	Write(ctx context.Context, batch *graph.Batch) (*graph.Written, error)
}

// The limits of an import unless its options say otherwise, by eye: a hundred
// times the sample graph, and five times what its texts repeated unpack to.
const (
	DefaultMaxRejected = 256 << 20
	DefaultMaxUnpacked = 16 << 30
	DefaultMaxRatio    = 200
)

// OnError says what becomes of the good lines when others are rejected.
type OnError string

// What an import can do about rejected lines.
const (
	Stop OnError = "stop" // nothing is written
	Skip OnError = "skip" // the good lines are written
)

// Options say how to import.
type Options struct {
	OnError   OnError // [Stop] if empty
	DryRun    bool    // check only, write nothing
	RelatesTo bool    // take edges of an unknown relation as relates_to, with its name in props.original_rel

	// UncheckedRecords takes record types and values as they are. An export needs
	// it whose values ceased to fit, as what they refer to was deleted.
	UncheckedRecords bool

	// Rejected is the file that gets the rejected lines, before the store is
	// written; "" for none. With [Stop] it is written only if the report does not
	// have them all. With [Skip] one that an earlier import left there goes away.
	Rejected string
	// MaxRejected is the size that the file may have; 0 means
	// [DefaultMaxRejected]. An import that would need more fails.
	MaxRejected int64
	// MaxUnpacked is how many bytes may be read from gzip, and MaxRatio how many
	// from each byte of it; 0 means [DefaultMaxUnpacked] and [DefaultMaxRatio].
	MaxUnpacked int64
	MaxRatio    int

	Size     int64          // the bytes of the input, for Progress; 0 if unknown
	Progress func(Progress) // called now and then, never concurrently; may be nil

	// Analyse makes the terms of an entity that is inserted or changed.
	Analyse func(graph.Entity) []byte
}

// A Report says what an import found and did. Its size is bounded, whatever the
// input is.
type Report struct {
	Lines    int                `json:"lines"`    // lines of the input, blank ones among them
	Kinds    map[graph.Kind]int `json:"kinds"`    // good lines by kind
	Repeats  int                `json:"repeats"`  // good edges that an earlier line had already
	Unknown  map[string]int     `json:"unknown"`  // fields that went to props, as "task.owner"; the first [MaxUnknown] that were found
	Others   int                `json:"others"`   // how often there were others
	Rejected int                `json:"rejected"` // rejected lines
	Rejects  []Reject           `json:"rejects"`  // the first of each reason, ordered by line
	More     []More             `json:"more"`     // the reasons of the others, ordered by line
	Spilled  bool               `json:"spilled"`  // whether the file of options.Rejected was written
	Written  *graph.Written     `json:"written"`  // nil if nothing was written
}

// A Reject is a line that cannot be imported.
type Reject struct {
	Line   int    `json:"line"`   // counted from 1
	Field  string `json:"field"`  // "" if the line as a whole is wrong
	Reason string `json:"reason"` // what is wrong and what would be right
	Raw    string `json:"raw"`    // the line, its first part if it is longer than [MaxLine], or in a report than 1,000 bytes
}

// More is how many lines were rejected for the same reason as one in the report,
// beyond those in it.
type More struct {
	Line  int `json:"line"` // the first of that reason; 0 for reasons that are not in the report
	Count int `json:"count"`
}

// Import reads NDJSON, plain or gzip, and writes it to the store in one
// transaction. Lines that cannot be imported are no error: the report has them.
// An input that cannot be read to its end is one, and then nothing is written.
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

// importing is an import under way.
type importing struct {
	options  Options
	report   *Report
	rejects  *rejects
	rows     []*row            // good lines, in their order
	byID     map[string]*row   // the entities among them
	external map[[2]string]int // lines by project and external id
	rejected map[string]int    // lines of rejected entities by id

	typeLines, rejectedTypes map[string]int // lines of record types by id
}

// write writes what was read, unless it must not be.
func (im *importing) write(ctx context.Context, store Store) (err error) {
	if im.options.DryRun || im.options.OnError != Skip && im.report.Rejected > 0 {
		return nil
	}
	im.report.Written, err = store.Write(ctx, im.batch())
	return err
}

// batch is the good lines, entities ordered by kind and then by line.
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
