// Package cli is the command line. Each command is a struct whose fields kong
// sets from arguments and environment variables. The parameters of its Run
// method are its dependencies.
package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"runtime"
	"slices"
	"time"
	"unicode/utf8"

	"github.com/alecthomas/kong"

	"dossier/cli/doctor"
	"dossier/cli/flags"
	"dossier/cli/imports"
	"dossier/cli/requests"
	"dossier/cli/serving"
	"dossier/cli/settings"
	"dossier/cli/storage"
	"dossier/cli/terminal"
	"dossier/glyphs"
	"dossier/graph"
	"dossier/problems"
	"dossier/remote"
	"dossier/telemetry/traces"
)

// An Environment has the dependencies that the program passes to commands.
type Environment struct {
	terminal.Streams
	Now    func() time.Time  // the clock
	Schema serving.Schema    // opens the schema over a store
	Serve  serving.Serve     // runs a server
	Demo   serving.DemoGraph // the graph of dossier demo
	Browse Browse            // shows an address
}

// commandLine declares the flags and commands by the tags of kong.
type commandLine struct {
	DB        string `name:"db" secret:"" env:"DOSSIER_DB" placeholder:"URL" help:"${db}"`
	Folder    string `complete:"folders" env:"DOSSIER_FOLDER" default:"." placeholder:"FOLDER" help:"${folder}"`
	ReadOnly  bool   `env:"DOSSIER_READ_ONLY" help:"${readOnly}"`
	LensFile  string `name:"lenses" complete:"files" env:"DOSSIER_LENSES" placeholder:"FILE" help:"${lensFile}"`
	IndexDir  string `name:"index-dir" complete:"folders" env:"DOSSIER_INDEX_DIR" placeholder:"FOLDER" help:"${indexDir}"`
	TimeZone  string `env:"DOSSIER_TIME_ZONE" default:"UTC" placeholder:"ZONE" help:"${timeZone}"`
	LogFormat string `env:"DOSSIER_LOG_FORMAT" enum:"text,json" default:"text" help:"The form of the log: text or json."`
	LogLevel  string `env:"DOSSIER_LOG_LEVEL" enum:"debug,info,warn,error" default:"info" help:"${logLevel}"`

	Config string `complete:"files" placeholder:"FILE" help:"${config}"`

	Server    string `env:"DOSSIER_SERVER" placeholder:"URL" help:"A running server that answers in the place of a store."`
	ServerKey string `name:"key" secret:"" env:"DOSSIER_KEY" placeholder:"KEY" help:"The API key or token for --server; prefer DOSSIER_KEY."`

	Embeddings flags.Embeddings `embed:"" prefix:"embeddings-" envprefix:"DOSSIER_EMBEDDINGS_" group:"Embeddings:"`

	Serve         serving.ServeCommand `cmd:"" help:"Serve the store over HTTP."`
	Demo          serving.DemoCommand  `cmd:"" help:"Serve a demo graph from memory; nothing is written to disk."`
	MCP           mcpCommand           `cmd:"" name:"mcp" help:"${mcp}"`
	Init          imports.Init         `cmd:"" help:"Find the sources in a folder, write dossier.yaml, and import them."`
	Sync          imports.Sync         `cmd:"" help:"Import again what changed in the sources of dossier.yaml."`
	Sources       imports.Sources      `cmd:"" help:"List the sources of dossier.yaml, and what was read from them."`
	Import        imports.Import       `cmd:"" help:"Import folders, files and services of known formats, or NDJSON."`
	Convert       imports.Convert      `cmd:"" help:"Print a source as NDJSON."`
	Export        exportCommand        `cmd:"" help:"Write projects as NDJSON to standard output."`
	Context       contextCommand       `cmd:"" help:"Print the context document of a topic, entities or a project."`
	Ask           askCommand           `cmd:"" help:"Print the answer to a question, or with --explain how it is read."`
	Views         viewCommands         `embed:""`
	View          namedViewCommand     `cmd:"" help:"Print a view by its name, such as one of the file of --lenses."`
	Search        searchCommand        `cmd:"" help:"Search entities by words."`
	Links         linksCommand         `cmd:"" help:"Print the entities linked to an entity."`
	Snapshot      snapshotCommand      `cmd:"" help:"Print the graph around a project or an entity."`
	Entity        entityCommand        `cmd:"" help:"Print an entity."`
	List          listCommand          `cmd:"" name:"ls" help:"List the entities of a kind."`
	Query         queryCommand         `cmd:"" help:"Run a GraphQL document and print its data as JSON."`
	Create        createCommand        `cmd:"" help:"Create an entity."`
	Set           setCommand           `cmd:"" help:"Change fields of an entity."`
	Rm            rmCommand            `cmd:"" help:"Delete entities; restore makes them visible again."`
	Restore       restoreCommand       `cmd:"" help:"Restore deleted entities, or a whole store from a backup."`
	Backup        backupCommand        `cmd:"" help:"Write the whole store to a file, while others use it."`
	Doctor        doctor.Command       `cmd:"" help:"Look for faults of the store, the settings and the machine, and say what mends them."`
	Link          linkCommand          `cmd:"" help:"Link two entities."`
	Unlink        unlinkCommand        `cmd:"" help:"Remove the edge between two entities."`
	Lenses        lensesCommand        `cmd:"" help:"List the lenses of context documents."`
	ListViews     viewsCommand         `cmd:"" name:"views" help:"List the views: the documents that broad questions get."`
	Embed         serving.EmbedCommand `cmd:"" help:"Compute the vectors of new and changed texts at --embeddings-url."`
	Actor         actorCommand         `cmd:"" help:"Manage the actors of the deployment."`
	Member        memberCommand        `cmd:"" help:"Manage the members of projects."`
	Key           keyCommand           `cmd:"" help:"Manage API keys."`
	Types         recordTypeCommand    `cmd:"" name:"record-type" help:"Manage the record types of the deployment."`
	Migrate       migrateCommand       `cmd:"" help:"Migrate the store's tables to this version."`
	Prune         pruneCommand         `cmd:"" help:"Remove old events and entries of the audit."`
	Reindex       reindexCommand       `cmd:"" help:"Rebuild search data written by an older version."`
	Status        statusCommand        `cmd:"" help:"Print whether a running server is ready, and what it does."`
	Settings      configCommand        `cmd:"" name:"config" help:"Print the settings of a server, and where each is from."`
	Completion    completionCommand    `cmd:"" help:"Print the script by which a shell completes command lines."`
	CompleteWords completeWordsCommand `cmd:"" hidden:""`
	Man           manCommand           `cmd:"" help:"Print the manual page."`
	Version       versionCommand       `cmd:"" help:"Print the version."`
}

const description = `Context documents from a project knowledge graph: the most relevant facts within a token budget.

Examples:
  dossier demo                                            # explore at http://127.0.0.1:8080/playground
  dossier init                                            # the folder's notes, decisions and tasks as a graph
  dossier import graph.ndjson.gz                          # into dossier.db
  dossier context "in-place pod resize" --max-tokens 2000
  dossier context --project sig:sig-node                  # the project as a whole
  dossier next --project airnet                           # also brief, risks, changed, meeting …
  dossier search "sidecar containers" --json
  dossier create task project=airnet title="Weigh the salt" due=2026-12-01
  dossier ls tasks --project airnet --state blocked
  dossier serve --db postgres://localhost/dossier

Exit status: 0 success, 1 internal error, 2 bad arguments, 3 import rejected lines, or doctor found faults,
4 not found, 5 forbidden, 6 conflict, 7 store unavailable, 8 timed out,
9 unknown whether written, 130 interrupted, 143 terminated.`

// Run runs the command in args as the actor of ctx, and returns the exit
// status. It writes an error to env.Err in one line.
func Run(ctx context.Context, args []string, env Environment) int {
	ctx = graph.WithInterface(ctx, graph.InterfaceCLI)
	var line commandLine
	exit, out := -1, &terminal.Output{Writer: env.Out}
	env.Out = out
	if err := settings.TrimEnvironment(); err != nil {
		return report(env.Err, graph.BadInput("", "%v", err))
	}
	found, err := settings.Read(settings.PathIn(args))
	if err != nil {
		return report(env.Err, graph.BadInput("", "%v", err))
	}
	parser := kong.Must(&line,
		longHelp,
		kong.Resolvers(found),
		kong.Name("dossier"),
		kong.Description(description),
		kong.Writers(env.Out, env.Err),
		kong.Exit(func(status int) { exit = status }),
		kong.ConfigureHelp(kong.HelpOptions{Compact: true, WrapUpperBound: 100}),
		kong.Help(printHelp),
	)
	addExamples(parser.Model)
	if err := checkUTF8(args); err != nil {
		return report(env.Err, err)
	}
	parsed, err := parser.Parse(expanded(args))
	switch {
	case exit >= 0: // --help was printed
		return exit
	case err != nil:
		fmt.Fprintf(env.Err, "%s %s\n", terminal.Painted(env.Err, terminal.Red, "dossier:"),
			glyphs.Shown(glyphs.Masked(parseError(err, args, found))))
		return exitOf(graph.CodeBadUserInput)
	}
	api, dependencies, err := line.dependencies(ctx, env, parsed, found)
	if err == nil {
		err = api.Suggest(ctx, parsed.Run(dependencies...))
	}
	if out.Err != nil {
		err = out.Err // which that of the command may follow from
	}
	return report(env.Err, interrupted(ctx, err))
}

// checkUTF8 returns an error about an argument that is not UTF-8, which kong
// changes. That holds for names of files, too.
func checkUTF8(args []string) error {
	for _, arg := range args {
		if !utf8.ValidString(arg) {
			return graph.BadInput("", "the argument %q is not UTF-8; expected text in this encoding", graph.Truncate(arg, 60))
		}
	}
	return nil
}

// expanded returns the arguments with other spellings that users try: none at
// all and "help" for --help, and --version for the command.
func expanded(args []string) []string {
	switch {
	case len(args) == 0:
		return []string{"--help"}
	case args[0] == "help":
		return append(slices.Clone(args[1:]), "--help")
	case args[0] == "--version":
		return append([]string{"version"}, args[1:]...)
	}
	return withNegatives(args)
}

// An Interrupt is the cause of a context that a signal ended. Its value is the
// exit status of the command.
type Interrupt int

// Error implements error.
func (Interrupt) Error() string { return "interrupted" }

// interrupted returns the signal that ended a failed command, otherwise the
// command's own error, also for one that has or may have written something.
func interrupted(ctx context.Context, err error) error {
	signal, ok := errors.AsType[Interrupt](context.Cause(ctx))
	code := graph.CodeOf(err)
	if !ok || err == nil || errors.Is(err, imports.ErrRejected) || errors.Is(err, doctor.ErrFaults) || code == graph.CodeWritten ||
		code == graph.CodeUnknown {
		return err
	}
	return signal
}

// dependencies returns the values for the parameters of Run methods, and the api among
// them.
func (l *commandLine) dependencies(ctx context.Context, env Environment, parsed *kong.Context,
	found *settings.Settings) (*requests.API, []any, error) {
	server, err := l.server(parsed)
	if err != nil {
		return nil, nil, err
	}
	zone, err := graph.ParseZone("time-zone", l.TimeZone)
	if err != nil {
		return nil, nil, err
	}
	log := newLog(env.Err, l.level(parsed.Command()), l.LogFormat)
	stores := &storage.Stores{
		URL: l.DB, Server: l.Server, ReadOnly: l.ReadOnly, LensFile: l.LensFile, IndexDir: l.IndexDir,
		Now: env.Now, Log: log, Notice: env.Err, Problems: problems.New(log),
	}
	stores.FindWorkspace(l.Folder)
	services := &serving.Services{Stores: stores, Embeddings: l.Embeddings, Schema: env.Schema,
		Now: func() time.Time { return env.Now().In(zone) }, Builders: runtime.GOMAXPROCS(0)}
	api := &requests.API{Remote: server, Local: services.Local, Out: env.Out}
	explorer := &explorer{services: services, serve: env.Serve, browse: env.Browse, log: log}
	parsed.BindTo(ctx, (*context.Context)(nil))
	return api, []any{env.Streams, env.Serve, env.Demo, log, stores, &l.Embeddings, services, api, explorer, found}, nil
}

// level returns the least level that a command logs. The demo logs no requests
// unless asked for more than the default: its user reads the address above them.
func (l *commandLine) level(command string) string {
	if command == "demo" && l.LogLevel == "info" {
		return "warn"
	}
	return l.LogLevel
}

// server returns the server that answers, nil for a store. Without a server a
// key in the arguments is an error, because a store is opened as the local
// actor, who may do everything.
func (l *commandLine) server(parsed *kong.Context) (*remote.Server, error) {
	isTyped := slices.ContainsFunc(parsed.Path, func(p *kong.Path) bool { return p.Flag != nil && p.Flag.Name == "key" })
	switch {
	case l.Server != "":
		return remote.New(l.Server, l.ServerKey)
	case isTyped:
		return nil, graph.BadInput("key", "is for a server; expected --server, or DOSSIER_SERVER, beside it")
	}
	return nil, nil
}

// exitRejected is the exit status of an import that rejected lines.
const exitRejected = 3

// report writes an error in one line and returns the exit status for it.
func report(out io.Writer, err error) int {
	switch {
	case err == nil:
		return 0
	case errors.Is(err, imports.ErrRejected), errors.Is(err, doctor.ErrFaults):
		return exitRejected
	}
	text := err.Error()
	if known, ok := errors.AsType[*graph.Error](err); ok { // without its cause
		text = (&graph.Error{Argument: requests.FlagOf(known.Argument), Text: known.Text}).Error()
		if known.Place != "" {
			text = known.Place + ": " + text
		}
	}
	fmt.Fprintf(out, "%s %s\n", terminal.Painted(out, terminal.Red, "dossier:"), glyphs.Shown(glyphs.Masked(text)))
	if signal, ok := errors.AsType[Interrupt](err); ok {
		return int(signal)
	}
	return exitOf(graph.CodeOf(err))
}

// newLog returns a log whose lines have the trace of their request.
func newLog(out io.Writer, level, format string) *slog.Logger {
	var least slog.Level
	_ = least.UnmarshalText([]byte(level)) // kong has checked the enum
	options := &slog.HandlerOptions{Level: least, ReplaceAttr: masked}
	if format == "json" {
		return slog.New(traces.Log(slog.NewJSONHandler(out, options)))
	}
	return slog.New(traces.Log(slog.NewTextHandler(out, options)))
}

// masked returns an attribute of a line of the log without secrets in URLs.
func masked(_ []string, attribute slog.Attr) slog.Attr {
	switch value := attribute.Value.Any().(type) {
	case string:
		attribute.Value = slog.StringValue(glyphs.Masked(value))
	case error:
		attribute.Value = slog.StringValue(glyphs.Masked(value.Error()))
	}
	return attribute
}
