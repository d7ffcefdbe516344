package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/pprof"
	"os"
	"os/signal"
	"runtime/debug"
	"strings"
	"syscall"
	"time"

	"github.com/vektah/gqlparser/v2/ast"
	"golang.org/x/net/netutil"

	"dossier/auth"
	"dossier/cli/serving"
	"dossier/graph"
	"dossier/graph/history"
	"dossier/graph/query"
	"dossier/problems"
	"dossier/resolvers"
	"dossier/routes"
	"dossier/socket"
	"dossier/telemetry"
	"dossier/transport"
)

// serve serves until ctx is done, then waits for open requests.
func serve(ctx context.Context, service *query.Service, store serving.AccessStore, options serving.Options, log *slog.Logger,
	out io.Writer) error {
	schema := resolvers.Schema(service)
	if err := checkOptions(options); err != nil {
		return err
	}
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	access, err := newAccess(ctx, store, options, service.Problems())
	if err != nil {
		return err
	}
	documents, err := trustedDocuments(ctx, schema.Schema(), options.Trusted, service.Problems())
	if err != nil {
		return err
	}
	open, err := socket.Open(socket.Options{
		Address: options.Listen, SignsIn: access.Auth.Required(), Cert: options.TLSCert, Key: options.TLSKey,
	})
	if err != nil {
		return err
	}
	limitGarbage()
	streams := &transport.Streams{Most: max(options.MaxClients/streamShare, 1)}
	observer := options.Observer
	handler := routes.New(service, schema, routes.Options{
		Timeout: options.Timeout, More: options.More, MaxComplexity: options.MaxComplexity, MaxResponse: int(options.MaxResponse),
		Introspection: options.Introspection, MCPStructured: options.MCPStructured, Playground: options.Playground, Explorer: options.Explorer,
		Origins: options.Origins(), Documents: documents, Streams: streams, Log: log,
		Access: access, Proxies: options.Proxies(), Base: string(options.BasePath), Leaving: ctx.Done(),
		About: options.About, Imports: routes.Imports{Store: store, MaxBytes: int64(options.MaxImport), Done: options.Imported},
		Metrics: observer.Metrics.Handler(), Operations: observer.Operation, Calls: observer.Call,
	})
	observer.Gauge("streams", "Connections of subscriptions.", func() float64 { return float64(streams.Open()) })
	server := newServer(observer.Handler(handler), options, log)
	closeInternal, err := serveInternal(options.Pprof, observer, log)
	if err != nil {
		_ = open.Close()
		return err
	}
	defer closeInternal()
	defer onHangup(ctx, reloads(options, open, schema.Schema(), documents, service.Problems()), service.Problems(), log)()
	writeAddresses(out, options, open, who(access.Auth))
	go prune(ctx, store, options, log)
	return serveUntil(ctx, server, open, options, streams)
}

// serveUntil serves at a socket until ctx is done, then waits for open requests.
func serveUntil(ctx context.Context, server *http.Server, open *socket.Socket, options serving.Options, streams *transport.Streams) error {
	all := transport.NewConnections(options.MaxClients)
	server.ConnState = all.Changed
	stopped := make(chan error, 1)
	go func() { stopped <- shutdown(ctx, server, streams, options.Drain) }()
	if err := open.Serve(server, all.Listener(netutil.LimitListener(open, options.MaxClients))); !errors.Is(err, http.ErrServerClosed) {
		return fmt.Errorf("serve %s: %w", options.Listen, err)
	}
	return <-stopped
}

// writeAddresses writes where the server listens and its pages are, and reports
// that it listens.
func writeAddresses(out io.Writer, options serving.Options, open *socket.Socket, who string) {
	fmt.Fprintf(out, "Dossier listens on %s %s\n", open.Address(), who)
	base := open.Address() + string(options.BasePath)
	isBrowsable := !strings.HasPrefix(base, socket.Unix)
	if options.Explorer && isBrowsable {
		fmt.Fprintf(out, "Explorer: %s/explorer\n", base)
	}
	if options.Playground && isBrowsable {
		fmt.Fprintf(out, "Playground: %s/playground\n", base)
	}
	if options.Listening != nil {
		options.Listening(base)
	}
}

// serveInternal serves profiles and metrics without sign-in at a loopback address,
// unless that is "". The caller must call stop.
func serveInternal(address string, observer *telemetry.Observer, log *slog.Logger) (stop func(), err error) {
	if address == "" {
		return func() {}, nil
	}
	listener, err := socket.Open(socket.Options{Address: address})
	if err != nil {
		return nil, graph.BadInput("pprof", "%v", err)
	}
	mux := http.NewServeMux()
	mux.HandleFunc("/debug/pprof/", pprof.Index)
	mux.HandleFunc("/debug/pprof/profile", pprof.Profile)
	mux.HandleFunc("/debug/pprof/trace", pprof.Trace)
	mux.Handle("GET /metrics", observer.Metrics.Handler())
	server := &http.Server{Handler: transport.LocalOnly(mux), ReadHeaderTimeout: headerWithin}
	go func() {
		if err := server.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
			log.Warn("profiles are not served any more", "error", err)
		}
	}()
	return func() { _ = server.Close() }, nil
}

// newServer returns a server that disconnects slow clients.
func newServer(handler http.Handler, options serving.Options, log *slog.Logger) *http.Server {
	bodies := &transport.Bodies{Patient: max(options.MaxClients/patientShare, 1), Hurried: hurriedWithin}
	return &http.Server{
		Handler:           bodies.Handler(handler),
		ReadHeaderTimeout: headerWithin,
		ReadTimeout:       requestWithin,
		WriteTimeout:      requestWithin + options.Timeout + answerWithin,
		IdleTimeout:       2 * time.Minute,
		ErrorLog:          slog.NewLogLogger(log.Handler(), slog.LevelWarn),
	}
}

// The time that a client has to send its headers, to send the whole request,
// and to read an answer: 8 MiB at 2 Mbit/s. By eye. A stream of events sets
// its own deadline.
const (
	headerWithin  = 5 * time.Second
	requestWithin = 15 * time.Second
	answerWithin  = 30 * time.Second
)

// Subscriptions may hold half of the connections: 1,000 streams of events of one
// client held all of them, and a query beside them waited for ever. By eye.
const streamShare = 2

// If bodies hold more than a quarter of the connections, further ones have a
// second to arrive: 1,000 bodies of which a byte comes each second held all
// connections for 15 s. By eye.
const (
	patientShare  = 4
	hurriedWithin = time.Second
)

// leastMemory is the least --memory: what an empty server takes, with the tables
// of the token counters. By eye.
const leastMemory = 128 << 20

// checkOptions refuses values that no server can keep to.
func checkOptions(options serving.Options) error {
	if options.Drain < 0 {
		return graph.BadInput("drain", "expected 0s or more")
	}
	for _, limit := range []struct {
		argument string
		value    int64
	}{
		{"timeout", int64(options.Timeout)}, {"maxComplexity", int64(options.MaxComplexity)},
		{"maxResponse", int64(options.MaxResponse)}, {"maxImport", int64(options.MaxImport)}, {"maxConnections", int64(options.MaxClients)},
	} {
		if limit.value <= 0 {
			return graph.BadInput(limit.argument, "expected more than 0")
		}
	}
	if options.DBReadLag < time.Second {
		return graph.BadInput("dbReadLag", "expected at least 1s, as replicas are asked for their positions from time to time")
	}
	if options.Memory > 0 && options.Memory < leastMemory {
		return graph.BadInput("memory", "expected at least 128MiB; got less, in which the collector would run all the time")
	}
	for _, origin := range options.Origins() {
		if err := transport.CheckOrigin(origin); err != nil {
			return graph.BadInput("corsOrigin", "%v", err)
		}
	}
	return nil
}

// trustedDocuments reads the file of trusted documents; none are nil. The list gets
// those that are left out.
func trustedDocuments(ctx context.Context, schema *ast.Schema, path string, list *problems.List) (*transport.Documents, error) {
	if path == "" {
		return nil, nil
	}
	file, err := os.Open(path)
	if err != nil {
		return nil, graph.BadInput("trustedDocuments", "%v", err)
	}
	defer file.Close()
	documents, found, err := transport.ReadDocuments(schema, file)
	if err != nil {
		return nil, graph.BadInput("trustedDocuments", "%s: %v", path, err)
	}
	list.Set(ctx, "trusted documents", found)
	return documents, nil
}

// grace is the time that open requests have when the server stops: three times
// the default time limit of a request, for imports.
const grace = 30 * time.Second

// shutdown waits for ctx and stops the server. It goes on to accept requests for
// the time of drain, so that a balancer notices. Then subscriptions are closed
// first: they would last longer than the grace.
func shutdown(ctx context.Context, server *http.Server, streams *transport.Streams, drain time.Duration) error {
	<-ctx.Done()
	time.Sleep(drain)
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), grace)
	defer cancel()
	closed := make(chan struct{})
	go func() {
		defer close(closed)
		streams.Close()
	}()
	if err := server.Shutdown(ctx); err != nil {
		return err
	}
	select {
	case <-closed:
	case <-ctx.Done():
	}
	return nil
}

// A reload reads a file again that a server was started with.
type reload struct {
	what string // as a sentence about it begins
	run  func(context.Context) error
}

// reloads returns what a server reads again when it is asked to.
func reloads(options serving.Options, open *socket.Socket, schema *ast.Schema, documents *transport.Documents,
	list *problems.List) []reload {
	all := []reload{{"the certificate", func(context.Context) error { return open.Reload() }}}
	if options.Reload != nil {
		all = append(all, reload{"the file of lenses", options.Reload})
	}
	if documents != nil {
		all = append(all, reload{"the file of trusted documents", func(ctx context.Context) error {
			read, err := trustedDocuments(ctx, schema, options.Trusted, list)
			if err == nil {
				documents.Replace(read)
			}
			return err
		}})
	}
	return all
}

// onHangup reads files again at each SIGHUP, until stop is called. Of a file that
// cannot be used, what was read before stays, and the list says so. It is called
// before the addresses are written: until then SIGHUP ends the process.
func onHangup(ctx context.Context, all []reload, list *problems.List, log *slog.Logger) (stop func()) {
	hangups := make(chan os.Signal, 1)
	signal.Notify(hangups, syscall.SIGHUP)
	go func() {
		for range hangups {
			found := problems.Found{}
			for _, one := range all {
				if err := one.run(ctx); err != nil {
					found[one.what+" cannot be used, and what was read before is in use"] = err
				}
			}
			list.Set(ctx, "reload", found)
			log.Info("read the files again", "failed", len(found))
		}
	}()
	return func() {
		signal.Stop(hangups)
		close(hangups)
	}
}

// serverGC lets garbage grow to twice the live heap before a collection. Requests
// of bench/peers take the same time with 100, 200 and 400, within 5 %, once the
// heap has its size. Until then each of them takes new pages of memory: 20 tasks
// with their plans and goals took 1.6 ms of a processor with 400, 1.2 with 200.
const serverGC = 200

func limitGarbage() {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(serverGC)
	}
}

// newAccess returns how clients sign in.
func newAccess(ctx context.Context, store serving.AccessStore, options serving.Options, found *problems.List) (routes.Access, error) {
	authenticator, err := auth.New(ctx, store, auth.Options{
		JWKSURL: options.JWKSURL, JWTSecret: options.JWTSecret, Issuer: options.JWTIssuer, Audience: options.JWTAudience,
		Token: options.Token, KeysOnly: options.RequireKey, Now: time.Now, Problems: found,
	})
	if err != nil {
		return routes.Access{}, err
	}
	access := routes.Access{Auth: authenticator, Denied: store.Denied, Fence: store.Fence}
	if authenticator.Required() {
		access.Limiter = auth.NewLimiter(options.RateLimit, time.Now)
	}
	return access, nil
}

// who returns the words about the actors of requests that the first line of a
// server ends with.
func who(authenticator *auth.Authenticator) string {
	if authenticator.Required() {
		return "for those who sign in"
	}
	return "as one local actor, who needs no sign-in"
}

// pruneEvery is how often old events and entries of the audit are removed, by
// eye.
const pruneEvery = 6 * time.Hour

// prune removes what is older than it is kept, until ctx is done.
func prune(ctx context.Context, store serving.AccessStore, options serving.Options, log *slog.Logger) {
	for {
		now := time.Now()
		pruned, err := store.Prune(ctx, history.Retention{
			Events: now.Add(-time.Duration(options.HistoryRetention)), Audit: now.Add(-time.Duration(options.AuditRetention)),
		})
		switch {
		case err != nil && ctx.Err() == nil:
			log.Warn("old events and entries of the audit could not be removed", "error", err)
		case pruned != history.Pruned{}:
			log.Info("removed what is older than it is kept", "events", pruned.Events, "audit", pruned.Audit, "mutations", pruned.Mutations)
		}
		select {
		case <-ctx.Done():
			return
		case <-time.After(pruneEvery):
		}
	}
}
