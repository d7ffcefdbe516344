package main

import (
	"bytes"
	_ "embed"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"dossier/graph"
	"dossier/graph/query"
	"dossier/graph/searchtext"
	"dossier/ndjson"
)

type serveCommand struct{ serverOptions }

// Run serves the store of the command line until it is told to stop.
func (c *serveCommand) Run(p *program) error {
	service, closeStore, err := p.service()
	if err != nil {
		return err
	}
	defer closeStore()
	defer p.embedding(service)()
	return c.serve(p.ctx, service, p.log, p.out)
}

//go:embed testdata/demo.ndjson
var demoGraph []byte

type demoCommand struct{ serverOptions }

// Run serves the demo graph from memory until it is told to stop.
func (c *demoCommand) Run(p *program) error {
	store, closeStore, err := p.open(memory)
	if err != nil {
		return err
	}
	defer closeStore()
	if _, err := ndjson.Import(p.ctx, store, bytes.NewReader(demoGraph), ndjson.Options{Analyse: searchtext.Analyse}); err != nil {
		return fmt.Errorf("import the demo graph: %w", err)
	}
	service, err := p.newService(store)
	if err != nil {
		return err
	}
	defer p.embedding(service)()
	return c.serve(p.ctx, service, p.log, p.out)
}

type importCommand struct {
	Files     []string `arg:"" optional:"" default:"-" help:"NDJSON, plain or gzip; - is standard input."`
	OnError   string   `enum:"stop,skip" default:"stop" help:"stop: a rejected line leaves nothing written. skip: good lines are written, rejected ones go to FILE.rejected.ndjson."`
	DryRun    bool     `help:"Check only; write nothing."`
	RelatesTo bool     `help:"Take edges of unknown relations as relates_to, with the name in props.original_rel."`
	Unchecked bool     `name:"unchecked-records" help:"Take the values of records as they are, without holding them to their types."`
	Rejected  string   `placeholder:"FILE" help:"Where the rejected lines of standard input go, with skip; stdin.rejected.ndjson by default."`
}

// Run imports each file in a transaction of its own.
func (c *importCommand) Run(p *program) error {
	store, closeStore, err := p.open(p.db)
	if err != nil {
		return err
	}
	defer closeStore()
	status := 0
	for _, file := range c.Files {
		report, err := c.importFile(p, store, file)
		if err != nil {
			return err
		}
		p.printReport(file, report)
		if len(report.Rejects) > 0 {
			status = rejected
		}
	}
	if status != 0 {
		return statusError(status)
	}
	return nil
}

func (c *importCommand) importFile(p *program, store query.Store, file string) (*ndjson.Report, error) {
	in, size, err := p.input(file)
	if err != nil {
		return nil, err
	}
	defer in.Close()
	options := ndjson.Options{
		OnError: ndjson.OnError(c.OnError), DryRun: c.DryRun, RelatesTo: c.RelatesTo, UncheckedRecords: c.Unchecked,
		Size: size, Progress: p.progress(file), Analyse: searchtext.Analyse,
	}
	if options.OnError == ndjson.Skip {
		options.Rejected = c.rejectedFile(file)
	}
	report, err := ndjson.Import(p.ctx, store, in, options)
	if known := (*graph.Error)(nil); errors.As(err, &known) {
		return nil, &graph.Error{Code: known.Code, Argument: "import " + file, Text: known.Error()}
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

// input opens a file or standard input; size is 0 if it is not known.
func (p *program) input(file string) (io.ReadCloser, int64, error) {
	if file == "-" {
		return io.NopCloser(p.in), 0, nil
	}
	in, err := os.Open(file)
	if err != nil {
		return nil, 0, graph.BadInput("FILE", "open %s: %v", file, errors.Unwrap(err))
	}
	info, err := in.Stat()
	if err == nil && info.IsDir() {
		err = &fs.PathError{Op: "read", Path: file, Err: errors.New("is a folder; want a file")}
	}
	if err != nil {
		in.Close()
		return nil, 0, graph.BadInput("FILE", "%v", err)
	}
	return in, info.Size(), nil
}

type exportCommand struct {
	Project []string `placeholder:"ID" help:"A project to write; all by default. May be repeated."`
	Output  string   `short:"o" placeholder:"FILE" help:"Write to a file instead of standard output."`
}

// Run writes the projects; a file is complete or not there.
func (c *exportCommand) Run(p *program) error {
	store, closeStore, err := p.open(p.db)
	if err != nil {
		return err
	}
	defer closeStore()
	projects, err := p.projects(store, c.Project)
	if err != nil {
		return err
	}
	if c.Output == "" {
		return ndjson.Export(p.ctx, store, projects, p.out)
	}
	return writeWhole(c.Output, func(out io.Writer) error { return ndjson.Export(p.ctx, store, projects, out) })
}

// projects are the ids of the projects named, nil for none; NOT_FOUND if one is
// not there.
func (p *program) projects(store query.Store, names []string) ([]string, error) {
	if len(names) == 0 {
		return nil, nil
	}
	projects := ids(names)
	found, err := store.Revisions(p.ctx, projects)
	if err != nil {
		return nil, err
	}
	for i, id := range projects {
		if !slices.ContainsFunc(found, func(r graph.Revision) bool { return r.ProjectID == id }) {
			return nil, graph.NotFound("project", names[i])
		}
	}
	return projects, nil
}

// writeWhole writes a file beside its place and moves it there when it is
// complete.
func writeWhole(file string, write func(io.Writer) error) error {
	out, err := os.CreateTemp(filepath.Dir(file), filepath.Base(file)+".*")
	if err != nil {
		return graph.BadInput("--output", "create %s: %v", file, errors.Unwrap(err))
	}
	err = errors.Join(write(out), out.Close())
	if err == nil {
		err = os.Rename(out.Name(), file)
	}
	if err != nil {
		os.Remove(out.Name())
		return fmt.Errorf("export to %s: %w", file, err)
	}
	return nil
}

type migrateCommand struct{}

// Run brings the store's tables up to date.
func (migrateCommand) Run(p *program) error {
	_, closeStore, err := p.open(p.db)
	if err != nil {
		return err
	}
	closeStore()
	fmt.Fprintln(p.out, "The store is up to date.")
	return nil
}
