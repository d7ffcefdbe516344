package cli

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"dossier/db"
	"dossier/graph"
	"dossier/graph/query"
	"dossier/loaders"
	"dossier/mcp"
	"dossier/tokens"
)

type mcpCommand struct {
	Demo        bool          `help:"Serve the demo graph from memory in place of the store; nothing is read from disk or written to it."`
	Tools       string        `enum:"all,read" default:"all" help:"The tools to serve: all, or read for those that change nothing."`
	Structured  bool          `help:"Add a structured content to results: the same text, and its facts as JSON. Many clients pass only that to the model, or both."`
	Timeout     time.Duration `env:"DOSSIER_TIMEOUT" default:"10s" help:"The time limit of a call, database included."`
	PrintConfig string        `placeholder:"CLIENT" help:"Print what to paste into the configuration of a client: claude-code, claude-desktop, cursor, vscode, codex, gemini or zed."`
	PrintTools  string        `placeholder:"API" help:"Print the tools as JSON for the API of a model: openai or anthropic. No store is needed."`
}

// Run serves the store, or the demo graph, to one client over standard input and
// output, until the input ends; or it prints what a flag asks for.
func (c *mcpCommand) Run(ctx context.Context, services *services, demo DemoGraph, log *slog.Logger, streams Streams) error {
	switch {
	case c.PrintConfig != "":
		return c.printConfig(services, streams)
	case c.PrintTools != "":
		return c.printTools(services, streams)
	}
	store, closeStore, err := c.open(ctx, services, demo)
	if err != nil {
		return err
	}
	defer closeStore()
	service, err := services.over(store)
	if err != nil {
		return err
	}
	defer services.finish(context.WithoutCancel(ctx), service)
	defer services.stores.follow(ctx, store, log)()
	defer warm(ctx, service)()
	options := c.options(ctx, service, log)
	options.About = services.stores.about()
	server := mcp.New(service, options)
	if err := server.Run(ctx, mcp.Lines(streams.In, streams.Out)); err != nil && !errors.Is(err, context.Canceled) {
		return fmt.Errorf("serve MCP: %w", err)
	}
	return nil
}

// open opens the store that is served. The caller must call closeStore.
func (c *mcpCommand) open(ctx context.Context, services *services, demo DemoGraph) (store *db.Store, closeStore func(), err error) {
	if c.Demo {
		return services.openDemo(ctx, demo)
	}
	return services.stores.openServed(ctx)
}

// printTools prints the tools, which depend on the lenses but not on a store.
func (c *mcpCommand) printTools(services *services, streams Streams) error {
	lenses, err := services.lenses()
	if err != nil {
		return err
	}
	text, err := mcp.PrintTools(lenses, c.PrintTools, c.Tools == "read")
	fmt.Fprint(streams.Out, text)
	return err
}

// warm loads the projects and the encoding in the background for the first call,
// because clients start a process for each conversation, and list its tools
// before they call one. stop ends that and waits for its end.
func warm(ctx context.Context, service *query.Service) (stop func()) {
	tokens.Warm()
	ctx, cancel := context.WithCancel(ctx)
	var loading sync.WaitGroup
	loading.Go(func() {
		// A call that needs what could not be loaded reports the error.
		_, _ = service.Search(ctx, query.SearchInput{Query: "dossier", First: new(1)})
	})
	return func() { cancel(); loading.Wait() }
}

// options returns the options of a server whose calls act as the actor of ctx.
func (c *mcpCommand) options(ctx context.Context, service *query.Service, log *slog.Logger) mcp.Options {
	actor := graph.ActorFrom(ctx)
	actor.Interface = graph.InterfaceMCP
	return mcp.Options{
		ReadOnly: c.Tools == "read", Structured: c.Structured, Timeout: c.Timeout, NewID: rand.Text, Log: log,
		Request: func(ctx context.Context) context.Context {
			return graph.WithReader(graph.WithActor(ctx, actor), loaders.New(service))
		},
	}
}

// printConfig prints a configuration for a client. It starts this program with
// the same store from any folder.
func (c *mcpCommand) printConfig(services *services, streams Streams) error {
	command, err := os.Executable()
	if err != nil {
		return fmt.Errorf("find this program: %w", err)
	}
	arguments := append([]string{"mcp"}, services.stores.inFolder()...)
	if services.lensFile != "" {
		file, err := filepath.Abs(services.lensFile)
		if err != nil {
			return fmt.Errorf("find %s: %w", services.lensFile, err)
		}
		arguments = append(arguments, "--lenses", file)
	}
	if c.Tools == "read" {
		arguments = append(arguments, "--tools", "read")
	}
	config, file, err := mcp.Config(c.PrintConfig, command, arguments)
	if err != nil {
		return err
	}
	fmt.Fprintf(streams.Err, "for %s:\n", file)
	fmt.Fprint(streams.Out, config)
	return nil
}

// absolute returns the URL of a store with an absolute path, so that it does
// not depend on the current folder.
func absolute(url string) string {
	scheme, path, _ := strings.Cut(url, ":")
	if scheme != "sqlite" && scheme != "managed" || path == "" || url == inMemory {
		return url
	}
	file, err := filepath.Abs(path)
	if err != nil {
		return url
	}
	return scheme + ":" + file
}
