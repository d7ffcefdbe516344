package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strings"

	"dossier/db"
	"dossier/graph"
	"dossier/graph/query"
	"dossier/graph/searchtext"
	"dossier/ndjson"
)

type importCommand struct {
	Files     []string `arg:"" optional:"" default:"-" help:"NDJSON, plain or gzip; - is standard input."`
	OnError   string   `enum:"stop,skip" default:"stop" help:"stop: a rejected line aborts the import. skip: good lines are written, rejected ones go to FILE.rejected.ndjson."`
	DryRun    bool     `help:"Check only; write nothing."`
	RelatesTo bool     `help:"Import edges of unknown relations as relates_to, with the name in props.original_rel."`
	Unchecked bool     `name:"unchecked-records" help:"Import the values of records without checking them against their types."`
	Rejected  string   `placeholder:"FILE" help:"The file for rejected lines of standard input; stdin.rejected.ndjson by default."`

	MaxRejected byteSize `default:"256MiB" placeholder:"SIZE" help:"The size that the file of rejected lines may have."`
	MaxUnpacked byteSize `default:"16GiB" placeholder:"SIZE" help:"How much a gzip file may unpack to."`
	MaxRatio    int      `default:"200" placeholder:"N" help:"How many times its size a gzip file may unpack to, beyond 16 MiB."`
}

// Run imports each file in a transaction of its own.
func (c *importCommand) Run(ctx context.Context, stores *stores, streams Streams) error {
	actor := graph.ActorFrom(ctx)
	actor.Interface = graph.InterfaceImport
	ctx = graph.WithActor(ctx, actor)
	store, closeStore, err := c.open(ctx, stores)
	if err != nil {
		return err
	}
	defer closeStore()
	var outcome error
	for _, file := range c.Files {
		report, err := c.importFile(ctx, store, file, streams)
		if err != nil {
			return err
		}
		printReport(streams, file, report)
		if report.Spilled {
			fmt.Fprintf(streams.Err, "%s: the rejected lines are in %s\n", file, c.rejectedFile(file))
		}
		if report.Rejected > 0 {
			outcome = errRejected
		}
	}
	return outcome
}

// open opens the store. A dry run reads it, or if there is none an empty one in
// memory, so that it leaves nothing behind.
func (c *importCommand) open(ctx context.Context, stores *stores) (*db.Store, func(), error) {
	if !c.DryRun {
		return stores.open(ctx, writes)
	}
	if path, isFile := strings.CutPrefix(stores.url, "sqlite:"); isFile && mustExist(path) != nil {
		return stores.openURL(ctx, inMemory, writes)
	}
	return stores.open(ctx, reads)
}

func (c *importCommand) importFile(ctx context.Context, store query.Store, file string, streams Streams) (*ndjson.Report, error) {
	in, size, err := openInput(file, streams.In)
	if err != nil {
		return nil, err
	}
	defer in.Close()
	options := ndjson.Options{
		OnError: ndjson.OnError(c.OnError), DryRun: c.DryRun, RelatesTo: c.RelatesTo, UncheckedRecords: c.Unchecked,
		Size: size, Progress: progress(file, streams.Err), Analyse: searchtext.Analyse,
		Rejected: c.rejectedFile(file), MaxRejected: int64(c.MaxRejected), MaxUnpacked: int64(c.MaxUnpacked), MaxRatio: c.MaxRatio,
	}
	report, err := ndjson.Import(ctx, store, in, options)
	if known, ok := errors.AsType[*graph.Error](err); ok {
		return nil, &graph.Error{Code: known.Code, Text: "import " + file + ": " + known.Error(), Place: known.Place}
	}
	if err != nil {
		return nil, fmt.Errorf("import %s: %w", file, err)
	}
	return report, nil
}

func (c *importCommand) rejectedFile(file string) string {
	switch {
	case file != "-":
		return file + ".rejected.ndjson"
	case c.Rejected != "":
		return c.Rejected
	default:
		return "stdin.rejected.ndjson"
	}
}

// openInput opens a file, or returns stdin for "-". The size is 0 if it is not
// known.
func openInput(file string, stdin io.Reader) (io.ReadCloser, int64, error) {
	if file == "-" {
		return io.NopCloser(stdin), 0, nil
	}
	in, err := os.Open(file)
	if err != nil {
		return nil, 0, graph.BadInput("", "open %s: %v", file, errors.Unwrap(err))
	}
	info, err := in.Stat()
	if err == nil && info.IsDir() {
		err = &fs.PathError{Op: "read", Path: file, Err: errors.New("expected a file; got a folder")}
	}
	if err != nil {
		in.Close()
		return nil, 0, graph.BadInput("", "%v", err)
	}
	return in, info.Size(), nil
}
