package cli

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"log/slog"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"time"

	"dossier/cli/serving"
	"dossier/cli/storage"
	"dossier/cli/terminal"
	"dossier/db/sqlstore"
	"dossier/graph"
	"dossier/graph/query"
	"dossier/graph/reader"
	"dossier/loaders"
	"dossier/mcp"
	"dossier/mcp/setup"
	"dossier/mcp/wire"
)

type mcpCommand struct {
	Demo        bool          `help:"Serve the demo graph from memory in place of the store; nothing is read from disk or written to it."`
	Tools       string        `enum:"all,read" default:"all" help:"The tools to serve: all, or read for those that change nothing."`
	Structured  bool          `help:"${mcpStructured}"`
	Timeout     time.Duration `env:"DOSSIER_TIMEOUT" default:"10s" help:"The time limit of a call, database included."`
	PrintConfig string        `complete:"client" placeholder:"CLIENT" help:"${mcpPrintConfig}"`
	HTTP        string        `name:"http" placeholder:"URL" help:"${mcpHTTP}"`
	PrintTools  string        `placeholder:"API" help:"${mcpPrintTools}"`
}

// Run serves the store, or the demo graph, to one client over standard input and
// output, until the input ends; or it prints what a flag asks for.
func (c *mcpCommand) Run(ctx context.Context, services *serving.Services, demo serving.DemoGraph, log *slog.Logger,
	streams terminal.Streams) error {
	switch {
	case c.PrintConfig != "":
		return c.printConfig(services, streams)
	case c.HTTP != "":
		return graph.BadInput("http", "is for --print-config; expected a client with it: %s", strings.Join(setup.Clients(), ", "))
	case c.PrintTools != "":
		return c.printTools(ctx, services, streams)
	}
	finish, err := services.Observe(ctx)
	if err != nil {
		return err
	}
	defer finish()
	store, closeStore, err := c.open(ctx, services, demo)
	if err != nil {
		return err
	}
	defer closeStore()
	service, err := services.Over(ctx, store)
	if err != nil {
		return err
	}
	defer services.Finish(context.WithoutCancel(ctx), service)
	defer serving.Follow(ctx, services.Stores, store, log)()
	more, stop := serving.Warm(ctx, service)
	defer stop()
	options := c.options(ctx, service, log)
	options.More = more
	options.About, options.Observe = services.Stores.About(), services.Observer.Call
	server := mcp.New(service, options)
	if err := server.Run(ctx, wire.Lines(streams.In, streams.Out, mcp.ToolNames())); err != nil && !errors.Is(err, context.Canceled) {
		return fmt.Errorf("serve MCP: %w", err)
	}
	return nil
}

// open opens the store that is served. The caller must call closeStore.
func (c *mcpCommand) open(
	ctx context.Context, services *serving.Services, demo serving.DemoGraph,
) (store *sqlstore.Store, closeStore func(), err error) {
	if c.Demo {
		return services.OpenDemo(ctx, demo)
	}
	return services.Stores.OpenServed(ctx, false)
}

// printTools prints the tools, which depend on the lenses but not on a store.
func (c *mcpCommand) printTools(ctx context.Context, services *serving.Services, streams terminal.Streams) error {
	read, err := services.Stores.Lenses(ctx)
	if err != nil {
		return err
	}
	text, err := mcp.PrintTools(read.Lenses, c.PrintTools, c.Tools == "read")
	fmt.Fprint(streams.Out, text)
	return err
}

// options returns the options of a server whose calls act as the actor of ctx.
func (c *mcpCommand) options(ctx context.Context, service *query.Service, log *slog.Logger) mcp.Options {
	actor := graph.ActorFrom(ctx)
	actor.Interface = graph.InterfaceMCP
	return mcp.Options{
		ReadOnly: c.Tools == "read", Structured: c.Structured, Timeout: c.Timeout, NewID: rand.Text, Log: log,
		Request: func(ctx context.Context) context.Context {
			return reader.With(graph.WithActor(ctx, actor), loaders.New(service))
		},
	}
}

// printConfig prints how to connect a client. What to paste goes to standard
// output, so that it can be written into a file; the rest to standard error.
func (c *mcpCommand) printConfig(services *serving.Services, streams terminal.Streams) error {
	to, err := c.target(services)
	if err != nil {
		return err
	}
	steps, err := setup.Of(c.PrintConfig, to)
	if err != nil {
		return err
	}
	fmt.Fprintf(streams.Err, "for %s:\n", steps.File)
	fmt.Fprint(streams.Out, steps.Config)
	if steps.Command != nil {
		fmt.Fprintf(streams.Err, "or run: %s\n", terminal.Command(steps.Command))
	}
	if steps.Link != "" {
		fmt.Fprintf(streams.Err, "or open: %s\n", steps.Link)
	}
	return nil
}

// target returns what a client connects to: the server of --http, or this program
// with the same store and flags from any folder.
func (c *mcpCommand) target(services *serving.Services) (setup.Target, error) {
	if c.HTTP != "" {
		place, err := endpoint(c.HTTP)
		return setup.Target{URL: place}, err
	}
	command, err := os.Executable()
	if err != nil {
		return setup.Target{}, fmt.Errorf("find this program: %w", err)
	}
	arguments := []string{"mcp", "--demo"}
	if !c.Demo {
		arguments = append([]string{"mcp"}, services.Stores.InFolder()...)
	}
	if services.Stores.LensFile != "" {
		file, err := filepath.Abs(services.Stores.LensFile)
		if err != nil {
			return setup.Target{}, fmt.Errorf("find %s: %w", services.Stores.LensFile, err)
		}
		arguments = append(arguments, "--lenses", file)
	}
	return setup.Target{Command: command, Arguments: append(arguments, c.flags(services)...)}, nil
}

// flags returns the flags that a server which a client starts takes from this
// command.
func (c *mcpCommand) flags(services *serving.Services) (flags []string) {
	if services.Stores.ReadOnly {
		flags = append(flags, "--read-only")
	}
	if zone := services.Now().Location().String(); zone != time.UTC.String() {
		flags = append(flags, "--time-zone", zone)
	}
	if c.Tools == "read" {
		flags = append(flags, "--tools", "read")
	}
	if c.Structured {
		flags = append(flags, "--structured")
	}
	return flags
}

// endpoint returns the URL of a server's /mcp. The URL of the server itself will
// do.
func endpoint(server string) (string, error) {
	parsed, err := url.Parse(strings.TrimSpace(server))
	if err != nil || parsed.Scheme != "http" && parsed.Scheme != "https" || parsed.Hostname() == "" || parsed.User != nil {
		return "", graph.BadInput("http", "expected the URL of a running server, such as http://127.0.0.1:8080/mcp; got %s",
			storage.Describe(server))
	}
	if strings.Trim(parsed.Path, "/") == "" {
		parsed.Path = "/mcp"
	}
	return parsed.String(), nil
}
