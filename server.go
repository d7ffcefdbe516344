package main

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"os"
	"runtime/debug"
	"time"

	"dossier/graph"
	"dossier/graph/query"
	"dossier/loaders"
	"dossier/resolvers"
	"dossier/transport"
	"dossier/web"
)

// serverOptions are the flags of the commands that serve.
type serverOptions struct {
	Listen        string        `env:"DOSSIER_LISTEN" default:"127.0.0.1:8080" placeholder:"ADDRESS" help:"Where to listen; port 0 takes a free one."`
	Timeout       time.Duration `env:"DOSSIER_TIMEOUT" default:"10s" help:"How long a request may take, the database included."`
	MaxComplexity int           `env:"DOSSIER_MAX_COMPLEXITY" default:"20000" help:"What a query may cost; extensions.price of an answer tells."`
	Introspection bool          `env:"DOSSIER_INTROSPECTION" default:"true" negatable:"" help:"Whether clients may ask for the schema."`
	Playground    bool          `env:"DOSSIER_PLAYGROUND" default:"true" negatable:"" help:"Whether /playground is served."`
}

// handler is everything that is served over HTTP, for a service.
func (o *serverOptions) handler(service *query.Service, log *slog.Logger) http.Handler {
	mux := http.NewServeMux()
	mux.Handle("/graphql", asLocalActor(service, transport.New(resolvers.Schema(service), transport.Options{
		Limits:        transport.Limits{Timeout: o.Timeout, Complexity: o.MaxComplexity},
		Introspection: o.Introspection,
		Classify:      classify,
		NewID:         rand.Text,
		Log:           log,
	})))
	mux.HandleFunc("GET /healthz", func(w http.ResponseWriter, _ *http.Request) { fmt.Fprintln(w, "ok") })
	mux.HandleFunc("GET /readyz", readiness(service, log))
	if o.Playground {
		mux.Handle("/playground", web.Handler())
		mux.Handle("/playground/", web.Handler())
		mux.Handle("GET /{$}", http.RedirectHandler("/playground", http.StatusFound))
	}
	return transport.Log(transport.LocalOnly(mux), log, rand.Text)
}

// asLocalActor gives a request its actor and its loaders.
func asLocalActor(service *query.Service, next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		next.ServeHTTP(w, r.WithContext(requestContext(r.Context(), service)))
	})
}

// requestContext is a context in which the schema's fields can be resolved.
func requestContext(ctx context.Context, service *query.Service) context.Context {
	return graph.WithReader(graph.WithActor(ctx, graph.LocalActor), loaders.New(service))
}

// classify is what clients are told about an error.
func classify(err error) transport.Problem {
	problem := transport.Problem{Code: string(graph.CodeOf(err))}
	if known := (*graph.Error)(nil); errors.As(err, &known) {
		problem.Message, problem.Argument = known.Error(), known.Argument
	}
	return problem
}

// readiness answers whether the store does.
func readiness(service *query.Service, log *slog.Logger) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		ctx, cancel := context.WithTimeout(graph.WithActor(r.Context(), graph.LocalActor), 2*time.Second)
		defer cancel()
		if err := service.Ready(ctx); err != nil {
			log.WarnContext(ctx, "not ready", "error", err)
			http.Error(w, "the store does not answer", http.StatusServiceUnavailable)
			return
		}
		fmt.Fprintln(w, "ready")
	}
}

// serverGC lets garbage grow to four times what is held before it is collected:
// answers are short-lived, and what is held is bounded (query.Options). Peers on
// gqlgen answered 4 to 64 % more requests with it.
const serverGC = 400

// serve serves until ctx ends, then gives requests under way ten seconds.
func (o *serverOptions) serve(ctx context.Context, service *query.Service, log *slog.Logger, out io.Writer) error {
	if err := checkLoopback(o.Listen); err != nil {
		return err
	}
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(serverGC)
	}
	listener, err := net.Listen("tcp", o.Listen)
	if err != nil {
		return &graph.Error{Code: graph.CodeUnavailable, Argument: "--listen", Text: listenText(o.Listen, err)}
	}
	server := &http.Server{
		Handler:           o.handler(service, log),
		ReadHeaderTimeout: 5 * time.Second,
		IdleTimeout:       2 * time.Minute,
		ErrorLog:          slog.NewLogLogger(log.Handler(), slog.LevelWarn),
	}
	fmt.Fprintf(out, "Dossier listens on http://%s as one local actor, who needs no sign-in\n", listener.Addr())
	if o.Playground {
		fmt.Fprintf(out, "Playground: http://%s/playground\n", listener.Addr())
	}
	stopped := make(chan error, 1)
	go func() {
		<-ctx.Done()
		grace, cancel := context.WithTimeout(context.WithoutCancel(ctx), 10*time.Second)
		defer cancel()
		stopped <- server.Shutdown(grace)
	}()
	if err := server.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
		return fmt.Errorf("serve %s: %w", o.Listen, err)
	}
	return <-stopped
}

// checkLoopback refuses an address that other machines reach: without
// authentication, everybody would be the local actor.
func checkLoopback(address string) error {
	host, _, err := net.SplitHostPort(address)
	if err != nil {
		return graph.BadInput("--listen", "%q is not an address; want HOST:PORT, like 127.0.0.1:8080", address)
	}
	if ip := net.ParseIP(host); host == "localhost" || ip != nil && ip.IsLoopback() {
		return nil
	}
	return graph.BadInput("--listen", "%s is reached from other machines, and there is no authentication; want a loopback address like 127.0.0.1:8080", address)
}

func listenText(address string, err error) string {
	var op *net.OpError
	if errors.As(err, &op) {
		err = op.Err
	}
	return fmt.Sprintf("listen on %s: %v; choose another address", address, err)
}
