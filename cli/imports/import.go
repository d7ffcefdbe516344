// Package imports has the commands that read files, folders and services into the store:
// once, as dossier.yaml says, or only to show what they become.
package imports

import (
	"bufio"
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/url"
	"os"
	"strconv"

	"dossier/cli/flags"
	"dossier/cli/requests"
	"dossier/cli/storage"
	"dossier/cli/terminal"
	"dossier/db/sqlstore"
	"dossier/graph"
	"dossier/graph/called"
	"dossier/graph/searchtext"
	"dossier/ndjson"
	"dossier/remote"
	"dossier/sources"
)

// Import is the command that reads files and sources into the store.
type Import struct {
	sourceFlags
	Files     []string `arg:"" complete:"files" optional:"" default:"-" name:"path" help:"${importFiles}"`
	OnError   string   `enum:"stop,skip" default:"stop" help:"${importOnError}"`
	DryRun    bool     `help:"Count what would be written, and show the first entities of a source; write nothing."`
	Explain   bool     `help:"Print each entity and edge of a source with its place."`
	RelatesTo bool     `help:"Import edges of unknown relations as relates_to, with the name in props.original_rel."`
	Unchecked bool     `name:"unchecked-records" help:"Import the values of records without checking them against their types."`
	Rejected  string   `placeholder:"FILE" help:"The file for rejected lines of standard input; stdin.rejected.ndjson by default."`

	Source     string `placeholder:"NAME" help:"${importSource}"`
	OnConflict string `enum:"source,ours,stop" default:"source" help:"${importOnConflict}"`
	Replace    bool   `help:"A line is the whole entity: what it lacks is cleared, and what was changed or deleted here is overwritten."`
	Prune      bool   `help:"Delete what vanished from the source since its last import."`
	Force      bool   `help:"Let --prune delete more than half of the source."`
	MutationID string `placeholder:"TEXT" help:"A name for the import of one file: repeated within 24 hours, it is not made again."`

	MaxRejected flags.Size `default:"256MiB" placeholder:"SIZE" help:"Maximum size of the file of rejected lines."`
	MaxUnpacked flags.Size `default:"16GiB" placeholder:"SIZE" help:"Maximum size of an unpacked gzip file."`
	MaxRatio    int        `default:"200" placeholder:"N" help:"Maximum ratio of an unpacked gzip file to the packed one, beyond 16 MiB."`
}

// ErrRejected is the error of an import whose rejected lines have been
// reported.
var ErrRejected = errors.New("lines were rejected")

// Run imports each file in a separate transaction.
func (c *Import) Run(ctx context.Context, stores *storage.Stores, api *requests.API, streams terminal.Streams) error {
	created := ""
	if api.Remote == nil {
		created = stores.MissingFile()
	}
	into := &importStore{open: func() (*sqlstore.Store, func(), error) { return c.open(ctx, stores) }}
	defer into.close()
	inputs, err := c.inputs(ctx, stores, api, into, streams)
	if err != nil {
		return err
	}
	defer closeAll(inputs)
	if err := cmp.Or(c.checkName(inputs), c.checkPrune(inputs)); err != nil {
		return err
	}
	if api.Remote != nil {
		return c.each(streams, inputs, func(one *input) (*ndjson.Report, error) { return c.send(ctx, api.Remote, one, streams) })
	}
	ctx = graph.WithInterface(ctx, graph.InterfaceImport)
	store, err := into.get()
	if err != nil {
		return err
	}
	wrote := false
	err = c.each(streams, inputs, func(one *input) (*ndjson.Report, error) {
		report, err := c.importFile(ctx, store, one, streams)
		wrote = wrote || report != nil && report.Written != nil && len(report.Kinds) > 0
		return report, err
	})
	if !wrote && created != "" {
		into.close()
		storage.RemoveUnused(created)
	}
	return err
}

// An importStore is the store of an import, which is opened once, when it is needed.
type importStore struct {
	open  func() (*sqlstore.Store, func(), error)
	store *sqlstore.Store
	stop  func()
}

// get returns the store.
func (s *importStore) get() (*sqlstore.Store, error) {
	if s.store != nil {
		return s.store, nil
	}
	var err error
	s.store, s.stop, err = s.open()
	return s.store, err
}

// close closes the store if it is open.
func (s *importStore) close() {
	if s.stop != nil {
		s.stop()
	}
	s.store, s.stop = nil, nil
}

// An input is a file in the import format, or a source that was read.
type input struct {
	name string           // for reports
	read *sources.Records // nil for a file
	from located
}

// inputs returns what the arguments name. It reads sources, and returns the error
// of the first argument that cannot be read, before a store is made and earlier
// files are imported. It opens no pipes, because their writers end when they are
// closed.
func (c *Import) inputs(ctx context.Context, stores *storage.Stores, api *requests.API, into *importStore,
	streams terminal.Streams) (inputs []*input, err error) {
	defer func() {
		if err != nil {
			closeAll(inputs)
		}
	}()
	joined, err := c.joined(ctx, stores, api, into)
	if err != nil {
		return nil, err
	}
	defer c.removeUnpacked()
	for _, file := range c.Files {
		found, err := c.locate(file)
		if err != nil {
			return inputs, err
		}
		if found == nil {
			inputs = append(inputs, &input{name: file})
		}
		read, err := c.readSources(ctx, file, found, joined, stores, streams)
		inputs = append(inputs, read...)
		if err != nil {
			return inputs, err
		}
	}
	return inputs, nil
}

// readSources reads the sources that an argument names. One of several in which nothing
// can be read is printed, and the others are imported.
func (c *Import) readSources(ctx context.Context, argument string, found []located, joined *graph.Project, stores *storage.Stores,
	streams terminal.Streams) (inputs []*input, err error) {
	var nothing error
	for i := range found {
		name := argument
		if found[i].url != "" { // it may have a password
			name = found[i].name
		}
		read, err := c.readSource(ctx, &found[i], name, joined, stores, streams)
		switch {
		case err == nil:
			inputs = append(inputs, &input{name: name, read: read, from: found[i]})
		case len(found) == 1 || graph.CodeOf(err) != graph.CodeBadUserInput:
			return inputs, err
		default:
			nothing = cmp.Or(nothing, err)
			fmt.Fprintf(streams.Err, "%s: rejected: %v\n", found[i].name, err)
		}
	}
	if len(inputs) == 0 {
		return nil, nothing
	}
	return inputs, nil
}

// joined returns the project that --project names, nil for a new one.
func (c *Import) joined(ctx context.Context, stores *storage.Stores, api *requests.API, into *importStore) (*graph.Project, error) {
	if c.Project == "" || api.Remote == nil && stores.MissingFile() != "" {
		return nil, nil
	}
	if api.Remote != nil {
		return joinedAt(ctx, api, c.Project)
	}
	store, err := into.get()
	if err != nil {
		return nil, err
	}
	projects, err := store.Projects(ctx)
	if err != nil {
		return nil, fmt.Errorf("find project %q: %w", c.Project, err)
	}
	return called.JoinedProject(projects, c.Project)
}

// joinedAt returns the project at a server that a name means, nil for a new one.
func joinedAt(ctx context.Context, api *requests.API, name string) (*graph.Project, error) {
	list := requests.Listing[graph.Project]{Field: "projects", Selection: "id externalId name"}
	nodes, err := list.Read(ctx, api)
	projects := make([]*graph.Project, len(nodes))
	for i, node := range nodes {
		var one struct {
			ID, Name   string
			ExternalID *string
		}
		err = errors.Join(err, json.Unmarshal(node, &one))
		projects[i] = &graph.Project{Name: one.Name}
		projects[i].ID, projects[i].ExternalID = one.ID, one.ExternalID
	}
	if err != nil {
		return nil, err
	}
	return called.JoinedProject(projects, name)
}

// readSource reads a source and prints what was recognised.
func (c *Import) readSource(ctx context.Context, one *located, argument string, joined *graph.Project, stores *storage.Stores,
	streams terminal.Streams) (*sources.Records, error) {
	fmt.Fprintf(streams.Err, "%s: %s, %s\n", argument, one.format.Name, one.what)
	read, err := c.read(ctx, one, stores.Workspace, joined)
	if err != nil {
		return nil, importError(argument, err)
	}
	if nothing := read.Nothing(); nothing != nil {
		return nil, errors.Join(importError(argument, nothing), read.Close())
	}
	printNotes(streams.Err, read.Notes, c.Explain)
	if c.Explain {
		if err := explain(streams.Out, read); err != nil {
			return nil, errors.Join(err, read.Close())
		}
	}
	if c.DryRun {
		printExamples(streams.Out, read)
	}
	return read, nil
}

func closeAll(inputs []*input) {
	for _, one := range inputs {
		if one.read != nil {
			_ = one.read.Close() // a temporary file
		}
	}
}

// open opens what is imported. The size is 0 if unknown.
func (one *input) open(stdin io.Reader) (io.ReadCloser, int64, error) {
	if one.read != nil {
		return io.NopCloser(one.read.Reader()), 0, nil
	}
	return openInput(one.name, stdin)
}

// each imports each file and prints its report.
func (c *Import) each(streams terminal.Streams, inputs []*input, importFile func(*input) (*ndjson.Report, error)) error {
	var outcome error
	for _, one := range inputs {
		file := one.name
		report, err := importFile(one)
		if err != nil {
			return err
		}
		if one.read != nil {
			report.Rejected += one.read.Rejected()
		}
		if !c.Prune && len(report.Kinds) == 0 && report.Rejected == 0 {
			outcome = cmp.Or(outcome, graph.BadInput("", "import %s: it has no lines; expected NDJSON", file))
			continue
		}
		printReport(streams, file, report)
		if report.Spilled {
			fmt.Fprintf(streams.Err, "%s: the rejected lines are in %s\n", file, c.rejectedFile(file))
		}
		if report.Rejected > 0 || report.Written == nil && report.Counts.Conflicts > 0 && (!c.DryRun || c.OnConflict == "stop") {
			outcome = ErrRejected
		}
	}
	return outcome
}

// open opens the store. A dry run does not upgrade it; if there is none, it uses an
// empty one in memory, so that no file is created.
func (c *Import) open(ctx context.Context, stores *storage.Stores) (*sqlstore.Store, func(), error) {
	if !c.DryRun {
		return stores.OpenQuietly(ctx, storage.Writes)
	}
	if stores.MissingFile() != "" {
		return stores.OpenURL(ctx, storage.InMemory, storage.Writes)
	}
	return stores.OpenQuietly(ctx, storage.Reads)
}

func (c *Import) importFile(ctx context.Context, store ndjson.Store, one *input, streams terminal.Streams) (*ndjson.Report, error) {
	file := one.name
	in, size, err := one.open(streams.In)
	if err != nil {
		return nil, err
	}
	defer in.Close()
	if file == "-" && terminal.IsTerminal(streams.In) {
		fmt.Fprintln(streams.Err, "reading standard input, up to Ctrl-D; dossier import FILE reads a file")
	}
	options := ndjson.Options{
		OnError: ndjson.OnError(c.OnError), DryRun: c.DryRun, RelatesTo: c.RelatesTo, UncheckedRecords: c.Unchecked,
		Size: size, Progress: progress(file, streams.Err), Analyse: searchtext.Analyse,
		Source: c.Source, OnConflict: graph.OnConflict(c.OnConflict), Replace: c.Replace, Prune: c.Prune, Force: c.Force,
		Rejected: c.rejectedFile(file), MaxRejected: int64(c.MaxRejected), MaxUnpacked: int64(c.MaxUnpacked), MaxRatio: c.MaxRatio,
	}
	if options.Once, err = c.once(one); err != nil {
		return nil, err
	}
	if one.read != nil {
		options.Source, options.Complete = one.from.name, true
		options.Position = func(line int) string { return one.from.inSource(file, one.read.Position(line)) }
	}
	report, err := ndjson.Import(ctx, store, in, options)
	return report, importError(file, err)
}

// checkName returns an error if the import has a name, and is not of one file that
// can be read twice.
func (c *Import) checkName(inputs []*input) error {
	if c.MutationID != "" && (len(inputs) != 1 || inputs[0].name == "-") {
		return graph.BadInput("mutationId", "names the import of one file; got %d, or standard input", len(inputs))
	}
	return nil
}

// checkPrune returns an error if several files of one source are imported one after
// the other, because each deletes what the others have.
func (c *Import) checkPrune(inputs []*input) error {
	files := 0
	for _, one := range inputs {
		if one.read == nil {
			files++
		}
	}
	if c.Prune && files > 1 {
		return graph.BadInput("prune", "deletes what a file lacks; expected one file, got %d: join them, or import each with its own --source",
			files)
	}
	return nil
}

// once returns the name of the import, with a hash of its flags and its content.
func (c *Import) once(one *input) (graph.Once, error) {
	if c.MutationID == "" {
		return graph.Once{}, nil
	}
	in, _, err := one.open(nil)
	if err != nil {
		return graph.Once{}, err
	}
	defer in.Close()
	hash := sha256.New()
	if _, err := io.Copy(hash, in); err != nil {
		return graph.Once{}, importError(one.name, err)
	}
	flags := []any{c.Source, c.OnError, c.OnConflict, c.RelatesTo, c.Unchecked, c.Replace, c.Prune, c.Force}
	return graph.NewOnce(c.MutationID, append(flags, hex.EncodeToString(hash.Sum(nil))))
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

// send imports an input at a server.
func (c *Import) send(ctx context.Context, server *remote.Server, one *input, streams terminal.Streams) (*ndjson.Report, error) {
	file := one.name
	in, _, err := one.open(streams.In)
	if err != nil {
		return nil, err
	}
	defer in.Close()
	source, isComplete := c.Source, one.read != nil
	if isComplete {
		source = one.from.name
	}
	answer, err := server.Import(ctx, in, url.Values{
		"onError": {c.OnError}, "dryRun": {strconv.FormatBool(c.DryRun)},
		"relatesTo": {strconv.FormatBool(c.RelatesTo)}, "uncheckedRecords": {strconv.FormatBool(c.Unchecked)},
		"source": {source}, "complete": {strconv.FormatBool(isComplete)}, "onConflict": {c.OnConflict},
		"replace": {strconv.FormatBool(c.Replace)}, "prune": {strconv.FormatBool(c.Prune)}, "force": {strconv.FormatBool(c.Force)},
		"clientMutationId": {c.MutationID},
	})
	if err != nil {
		return nil, importError(file, err)
	}
	defer answer.Close()
	lines := json.NewDecoder(answer)
	report := &ndjson.Report{}
	if err := lines.Decode(report); err != nil {
		return nil, importError(file, graph.Unknown("the report of the server was lost", err))
	}
	if !report.Spilled {
		return report, nil
	}
	rest := bufio.NewReader(io.MultiReader(lines.Buffered(), answer))
	_, _ = rest.ReadBytes('\n') // the end of the report's line
	return report, ndjson.WriteFile(c.rejectedFile(file), func(out io.Writer) error {
		_, err := io.Copy(out, rest)
		return err
	})
}

func (c *Import) rejectedFile(file string) string {
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
