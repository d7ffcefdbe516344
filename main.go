// Dossier serves a project knowledge graph: typed queries over GraphQL for
// frontends, and prompt text within a token budget for agents.
package main

import (
	"context"
	_ "embed"
	"os"
	"os/signal"
	"syscall"
	"time"

	"dossier/cli"
	"dossier/graph"
	"dossier/resolvers"
)

//go:embed testdata/demo.ndjson
var demo []byte

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	status := cli.Run(graph.WithActor(ctx, graph.LocalActor), os.Args[1:], cli.Environment{
		Streams: cli.Streams{In: os.Stdin, Out: os.Stdout, Err: os.Stderr},
		Now:     time.Now,
		Schema:  resolvers.Schema,
		Serve:   serve,
		Demo:    demo,
	})
	stop()
	os.Exit(status)
}
