package cli

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/url"
	"os"
	"strconv"

	"dossier/db"
	"dossier/graph"
	"dossier/graph/query"
	"dossier/graph/searchtext"
	"dossier/ndjson"
	"dossier/remote"
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

// Run imports each file in a separate transaction.
func (c *importCommand) Run(ctx context.Context, stores *stores, api *api, streams Streams) error {
	if err := c.check(streams); err != nil {
		return err
	}
	if api.remote != nil {
		return c.each(streams, func(file string) (*ndjson.Report, error) { return c.send(ctx, api.remote, file, streams) })
	}
	actor := graph.ActorFrom(ctx)
	actor.Interface = graph.InterfaceImport
	ctx = graph.WithActor(ctx, actor)
	created := stores.missingFile()
	store, closeStore, err := c.open(ctx, stores)
	if err != nil {
		return err
	}
	defer closeStore()
	wrote := false
	err = c.each(streams, func(file string) (*ndjson.Report, error) {
		report, err := c.importFile(ctx, store, file, streams)
		wrote = wrote || report != nil && report.Written != nil && report.Lines > 0
		return report, err
	})
	if !wrote && created != "" {
		closeStore()
		removeUnused(created)
	}
	return err
}

// check returns the error of the first file that cannot be opened, before a
// store is made and earlier files are imported. It opens no pipes, because their
// writers end when they are closed.
func (c *importCommand) check(streams Streams) error {
	for _, file := range c.Files {
		if info, err := os.Stat(file); err == nil && !info.IsDir() && !info.Mode().IsRegular() {
			continue
		}
		in, _, err := openInput(file, streams.In)
		if err != nil {
			return err
		}
		in.Close()
	}
	return nil
}

// each imports each file and prints its report.
func (c *importCommand) each(streams Streams, importFile func(file string) (*ndjson.Report, error)) error {
	var outcome error
	for _, file := range c.Files {
		report, err := importFile(file)
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

// open opens the store. A dry run only reads it; if there is none, it uses an
// empty one in memory, so that no file is created.
func (c *importCommand) open(ctx context.Context, stores *stores) (*db.Store, func(), error) {
	if !c.DryRun {
		return stores.openQuietly(ctx, writes)
	}
	if stores.missingFile() != "" {
		return stores.openURL(ctx, inMemory, writes)
	}
	return stores.openQuietly(ctx, reads)
}

func (c *importCommand) importFile(ctx context.Context, store query.Store, file string, streams Streams) (*ndjson.Report, error) {
	in, size, err := openInput(file, streams.In)
	if err != nil {
		return nil, err
	}
	defer in.Close()
	if file == "-" && isTerminal(streams.In) {
		fmt.Fprintln(streams.Err, "reading standard input, up to Ctrl-D; dossier import FILE reads a file")
	}
	options := ndjson.Options{
		OnError: ndjson.OnError(c.OnError), DryRun: c.DryRun, RelatesTo: c.RelatesTo, UncheckedRecords: c.Unchecked,
		Size: size, Progress: progress(file, streams.Err), Analyse: searchtext.Analyse,
		Rejected: c.rejectedFile(file), MaxRejected: int64(c.MaxRejected), MaxUnpacked: int64(c.MaxUnpacked), MaxRatio: c.MaxRatio,
	}
	report, err := ndjson.Import(ctx, store, in, options)
	return report, importError(file, err)
}

// importError adds the name of a file to an error. It returns nil for nil.
func importError(file string, err error) error {
	if known, ok := errors.AsType[*graph.Error](err); ok {
		return &graph.Error{Code: known.Code, Text: "import " + file + ": " + known.Error(), Place: known.Place}
	}
	if err != nil {
		return fmt.Errorf("import %s: %w", file, err)
	}
	return nil
}

// send imports a file at a server.
func (c *importCommand) send(ctx context.Context, server *remote.Server, file string, streams Streams) (*ndjson.Report, error) {
	in, _, err := openInput(file, streams.In)
	if err != nil {
		return nil, err
	}
	defer in.Close()
	answer, err := server.Import(ctx, in, url.Values{
		"onError": {c.OnError}, "dryRun": {strconv.FormatBool(c.DryRun)},
		"relatesTo": {strconv.FormatBool(c.RelatesTo)}, "uncheckedRecords": {strconv.FormatBool(c.Unchecked)},
	})
	if err != nil {
		return nil, importError(file, err)
	}
	defer answer.Close()
	lines := json.NewDecoder(answer)
	report := &ndjson.Report{}
	if err := lines.Decode(report); err != nil {
		return nil, fmt.Errorf("read the report: %w", err)
	}
	if !report.Spilled {
		return report, nil
	}
	rest := bufio.NewReader(io.MultiReader(lines.Buffered(), answer))
	_, _ = rest.ReadBytes('\n') // the end of the report's line
	return report, replaceFile(c.rejectedFile(file), func(out io.Writer) error {
		_, err := io.Copy(out, rest)
		return err
	})
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

// openInput opens a file, or returns stdin for "-". The size is 0 if unknown.
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
