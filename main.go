// Dossier serves a project knowledge graph: typed queries over GraphQL for
// frontends, and prompt text within a token budget for agents.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"os/signal"
	"runtime/debug"
	"syscall"

	"github.com/alecthomas/kong"

	"dossier/graph"
)

func main() { os.Exit(run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr)) }

// commandLine is the command line; kong reads it by its tags.
type commandLine struct {
	DB       string `name:"db" env:"DOSSIER_DB,DATABASE_URL" default:"sqlite:dossier.db" placeholder:"URL" help:"The store: sqlite:PATH, postgres://…, or managed[:FOLDER] for a Postgres of its own."`
	LensFile string `name:"lenses" env:"DOSSIER_LENSES" placeholder:"FILE" help:"Lenses of your own for context documents, in YAML."`
	LogLevel string `env:"DOSSIER_LOG_LEVEL" enum:"debug,info,warn,error" default:"info" help:"What is logged, to standard error: debug, info, warn or error."`

	Embeddings embeddingOptions `embed:"" prefix:"embeddings-" envprefix:"DOSSIER_EMBEDDINGS_" group:"Embeddings:"`

	Serve    serveCommand    `cmd:"" help:"Serve the store over HTTP."`
	Demo     demoCommand     `cmd:"" help:"Serve a demo graph from memory; nothing is written."`
	Import   importCommand   `cmd:"" help:"Read projects from NDJSON files, plain or gzip; - is standard input."`
	Export   exportCommand   `cmd:"" help:"Write projects as NDJSON to standard output."`
	Context  contextCommand  `cmd:"" help:"Print the context document of a topic, entities or a project."`
	Search   searchCommand   `cmd:"" help:"Find entities by words."`
	Links    linksCommand    `cmd:"" help:"Print what is linked to an entity."`
	Snapshot snapshotCommand `cmd:"" help:"Print the graph around a project, or around an entity of it."`
	Entity   entityCommand   `cmd:"" help:"Print an entity."`
	Lenses   lensesCommand   `cmd:"" help:"List the lenses of context documents."`
	Embed    embedCommand    `cmd:"" help:"Make the vectors of new and changed texts, by --embeddings-url."`
	Migrate  migrateCommand  `cmd:"" help:"Bring the store's tables up to date."`
	Reindex  reindexCommand  `cmd:"" help:"Analyse anew what search cannot read since the program changed."`
	Version  versionCommand  `cmd:"" help:"Print the version."`
}

const examples = `
Examples:
  dossier demo                                            # explore at http://127.0.0.1:8080/playground
  dossier import graph.ndjson.gz                          # into dossier.db
  dossier context "in-place pod resize" --max-tokens 2000
  dossier context --project sig:sig-node                  # the project as a whole
  dossier search "sidecar containers" --json
  dossier serve --db postgres://localhost/dossier

Exit status: 0 done, 1 internal error, 2 bad arguments, 3 import rejected lines,
4 not found, 5 forbidden, 6 conflict, 7 store unavailable, 8 timed out.`

// program is what commands run with.
type program struct {
	ctx         context.Context
	db          string
	lenses      string // the file of lenses, "" for none
	embeddings  embeddingOptions
	in          io.Reader
	out, errOut io.Writer
	log         *slog.Logger
}

// rejected is the exit status of an import that left lines out.
const rejected = 3

// run runs a command line and answers its exit status.
func run(args []string, in io.Reader, out, errOut io.Writer) int {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	var line commandLine
	exit := -1
	parser := kong.Must(&line,
		kong.Name("dossier"),
		kong.Description("The right facts of a project, in order of worth, inside a token budget.\n"+examples),
		kong.Writers(out, errOut),
		kong.Exit(func(status int) { exit = status }),
		kong.ConfigureHelp(kong.HelpOptions{Compact: true, WrapUpperBound: 100}),
	)
	if len(args) == 0 {
		args = []string{"--help"}
	}
	parsed, err := parser.Parse(args)
	switch {
	case exit >= 0: // --help was printed
		return exit
	case err != nil:
		fmt.Fprintf(errOut, "dossier: %v; see dossier --help\n", err)
		return graph.CodeBadUserInput.Exit()
	}
	p := &program{ctx: graph.WithActor(ctx, graph.LocalActor), db: line.DB, lenses: line.LensFile, embeddings: line.Embeddings, in: in, out: out, errOut: errOut, log: newLog(errOut, line.LogLevel)}
	return p.status(parsed.Run(p))
}

// status tells of an error in one line and answers the exit status.
func (p *program) status(err error) int {
	var status statusError
	switch known := (*graph.Error)(nil); {
	case err == nil:
		return 0
	case errors.As(err, &status):
		return int(status)
	case errors.As(err, &known):
		fmt.Fprintf(p.errOut, "dossier: %v\n", known)
	default:
		fmt.Fprintf(p.errOut, "dossier: %v\n", err)
	}
	return graph.CodeOf(err).Exit()
}

// statusError ends a command that has told all there is to tell.
type statusError int

// Error implements error.
func (s statusError) Error() string { return fmt.Sprintf("exit status %d", int(s)) }

func newLog(out io.Writer, level string) *slog.Logger {
	var least slog.Level
	_ = least.UnmarshalText([]byte(level)) // one of kong's enum
	return slog.New(slog.NewTextHandler(out, &slog.HandlerOptions{Level: least}))
}

type versionCommand struct{}

// Run prints the version of the module and of Go.
func (versionCommand) Run(p *program) error {
	version, goVersion := "(devel)", ""
	if info, ok := debug.ReadBuildInfo(); ok {
		version, goVersion = info.Main.Version, info.GoVersion
	}
	fmt.Fprintln(p.out, "dossier", version, goVersion)
	return nil
}
