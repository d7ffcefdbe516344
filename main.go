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
	_ "time/tzdata" // for machines without time zones

	"dossier/cli"
	"dossier/cli/terminal"
	"dossier/graph"
	"dossier/resolvers"
)

// go generate ./... writes what follows from the kinds, in this order: schema,
// bindings and documentation; the GraphQL executor, and what plans need of it;
// migrations, which the stores' next test binaries embed; and the golden files that
// have every kind.
//
//go:generate go run ./graph/kindgen
//go:generate go tool gqlgen generate
//go:generate go run ./plan/bindgen generated/executor/exec.go generated/bound.go generated/executor/resolvers.go
//go:generate env DOSSIER_REQUIRE_POSTGRES=1 go test ./db/sqlite ./db/postgres -run Migration -update
//go:generate env DOSSIER_REQUIRE_POSTGRES=1 go test ./db/sqlite ./db/postgres -run OlderVersions -update
//go:generate go test ./db/sqlite -run StoreInMemory/export -update
//go:generate go test ./graph/prompt -run Golden|Overviews -update
//go:generate go test ./graph/contextdoc/known -run Forms -update
//go:generate go test ./ndjson -run Golden -update
//go:generate go test ./e2e -run Answers|Mutations -update

//go:embed testdata/demo.ndjson
var demo []byte

func main() {
	ctx, stop := untilSignal(context.Background())
	status := cli.Run(graph.WithActor(ctx, graph.LocalActor), os.Args[1:], cli.Environment{
		Streams: terminal.Streams{In: os.Stdin, Out: os.Stdout, Err: os.Stderr},
		Now:     time.Now,
		Schema:  resolvers.Schema,
		Serve:   serve,
		Demo:    demo,
		Browse:  cli.Browser,
	})
	stop()
	os.Exit(status)
}

// untilSignal returns a context that an interrupt or a termination ends. A second
// signal ends the process at once.
func untilSignal(parent context.Context) (ctx context.Context, stop func()) {
	ctx, cancel := context.WithCancelCause(parent)
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM)
	go func() {
		select {
		case received := <-signals:
			status := 128 + int(syscall.SIGINT)
			if received == syscall.SIGTERM {
				status = 128 + int(syscall.SIGTERM)
			}
			signal.Stop(signals)
			cancel(cli.Interrupt(status))
		case <-ctx.Done():
		}
	}()
	return ctx, func() { cancel(nil) }
}
