// Package routes returns the handler for all paths of a server: /graphql, /mcp,
// /import, /explorer, /playground, /metrics, /healthz and /readyz.
package routes

import (
	"cmp"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/netip"
	"strings"
	"sync/atomic"
	"time"

	"github.com/99designs/gqlgen/graphql"
	"github.com/vektah/gqlparser/v2/formatter"

	"dossier/graph"
	"dossier/graph/query"
	"dossier/graph/reader"
	"dossier/loaders"
	"dossier/mcp"
	"dossier/mcp/setup"
	"dossier/mcp/wire"
	"dossier/transport"
	"dossier/web"
)

// Options configure what is served, and within which limits.
type Options struct {
	Timeout       time.Duration        // of a request
	More          func() time.Duration // is added to Timeout as long as the server starts; may be nil
	MaxComplexity int                  // of a GraphQL query
	MaxResponse   int                  // bytes of an answer
	Introspection bool                 // of the GraphQL schema
	MCPStructured bool                 // add structured contents to the results of /mcp
	Origins       []string             // of pages that may call /graphql and /mcp, in addition to this server's own
	Documents     *transport.Documents // the only documents that are run; nil for any
	Playground    bool                 // serve /playground
	Explorer      bool                 // serve /explorer
	Access        Access               // who may use the server
	Imports       Imports              // of POST /import
	Proxies       []netip.Prefix       // that are trusted to report the client's address
	Streams       *transport.Streams   // open connections, for the caller to close; may be nil
	Log           *slog.Logger         // for errors of the server
	Metrics       http.Handler         // of /metrics; nil for none
	Operations    transport.Observe    // observes operations; nil for nothing
	Calls         Calls                // observes calls of agents; nil for nothing
	About         string               // which folder and project are served, for agents; may be empty
	Base          string               // of the paths, such as /dossier, where a proxy serves other paths; may be empty
	Leaving       <-chan struct{}      // is closed when the server is to stop; may be nil
}

// Calls observes calls of agents; see [mcp.Options].
type Calls func(ctx context.Context, tool string, meta map[string]any) (context.Context, func(outcome string))

// New returns the handler for all paths, over a service and its GraphQL schema.
// Without authentication it answers only requests for local host names. Clients
// for programs may write a slash at the end of a path: most cannot follow a
// redirection of a POST.
func New(service *query.Service, schema graphql.ExecutableSchema, options Options) http.Handler {
	options.Access.base = options.Base
	mux := http.NewServeMux()
	admission := transport.NewAdmission(options.limits())
	for path, handler := range map[string]http.Handler{
		"/graphql": graphQL(service, schema, options, admission),
		"/mcp":     options.Access.signedIn(graph.InterfaceMCP, service, agents(service, options, admission)),
	} {
		handler = transport.CORS(handler, options.Origins)
		mux.Handle(path, handler)
		mux.Handle(path+"/{$}", handler)
	}
	if options.Imports.Store != nil {
		imports := newImportHandler(&options)
		mux.Handle("POST /import", options.Access.signedIn(graph.InterfaceImport, service, imports))
	}
	if options.Metrics != nil {
		mux.Handle("GET /metrics", options.Access.signedIn(graph.InterfaceGraphQL, service, identified(&options)))
	}
	mux.HandleFunc("GET /healthz", func(w http.ResponseWriter, _ *http.Request) { fmt.Fprintln(w, "ok") })
	mux.HandleFunc("GET /readyz", readiness(service, &options))
	if auth := options.Access.Auth; auth != nil && auth.Issuer != "" {
		mux.HandleFunc("GET "+metadataPath, options.Access.metadata)
		mux.HandleFunc("GET "+metadataPath+"/mcp", options.Access.metadata)
	}
	sdl := options.printed(schema)
	if sdl != "" {
		mux.Handle("GET /schema.graphql", plain(sdl))
	}
	if options.Playground {
		playground := web.Handler(options.Base, options.Access.exampleValues(service, options.Log), sdl)
		mux.Handle("/playground", playground)
		mux.Handle("/playground/", playground)
	}
	if options.Explorer {
		explorer := web.Explorer(options.Base, options.Access.connections)
		mux.Handle("/explorer", explorer)
		mux.Handle("/explorer/", explorer)
	}
	if page := options.firstPage(); page != "" {
		mux.Handle("GET /{$}", http.RedirectHandler(options.Base+page, http.StatusFound))
	}
	logged := transport.Log(leaving(options.Access.reachable(mux), options.Leaving), options.Log, rand.Text)
	return transport.Forwarded(below(options.Base, logged), options.Proxies)
}

// below returns a handler that removes base from the beginning of paths. Paths
// without it are answered, too: some proxies remove it themselves.
func below(base string, next http.Handler) http.Handler {
	if base == "" {
		return next
	}
	stripped := http.StripPrefix(base, next)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch {
		case r.URL.Path == base:
			http.Redirect(w, r, base+"/", http.StatusFound)
		case strings.HasPrefix(r.URL.Path, base+"/"):
			stripped.ServeHTTP(w, r)
		default:
			next.ServeHTTP(w, r)
		}
	})
}

// leaving returns a handler that calls next. Once gone is closed, each answer
// closes its connection, and /readyz answers 503, so that a balancer sends
// requests elsewhere.
func leaving(next http.Handler, gone <-chan struct{}) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		select {
		case <-gone:
			w.Header().Set("Connection", "close")
			if r.URL.Path == "/readyz" {
				http.Error(w, "the server is stopping", http.StatusServiceUnavailable)
				return
			}
		default:
		}
		next.ServeHTTP(w, r)
	})
}

// plain returns a handler that answers with a text.
func plain(text string) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/plain; charset=utf-8")
		fmt.Fprint(w, text)
	})
}

// printed returns the schema as text, "" without introspection.
func (o *Options) printed(schema graphql.ExecutableSchema) string {
	if !o.Introspection {
		return ""
	}
	var text strings.Builder
	formatter.NewFormatter(&text, formatter.WithIndent("  ")).FormatSchema(schema.Schema())
	return text.String()
}

// explorerOf returns the address of the explorer for the client of a request, ""
// for none.
func (o *Options) explorerOf(r *http.Request) string {
	if !o.Explorer {
		return ""
	}
	return o.Access.address(r) + "/explorer"
}

// connections returns how clients of MCP are connected to the server, for its
// pages.
func (a *Access) connections(r *http.Request) (any, error) {
	setups := []setup.Steps{}
	for _, name := range setup.Clients() {
		setup, err := setup.Of(name, setup.Target{URL: a.address(r) + "/mcp"})
		if err != nil {
			return nil, err
		}
		setups = append(setups, setup)
	}
	return setups, nil
}

// identified returns the handler of /metrics. A request that could still sign in
// by a message of a WebSocket has no actor, and is refused.
func identified(options *Options) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if graph.ActorFrom(r.Context()).ID == "" {
			options.Access.refuse(w, r,
				&graph.Error{Code: graph.CodeUnauthenticated, Text: "expected the header Authorization: Bearer KEY; got none"})
			return
		}
		options.Metrics.ServeHTTP(w, r)
	})
}

// firstPage returns the page that / leads to, or "" for none.
func (o *Options) firstPage() string {
	switch {
	case o.Explorer:
		return "/explorer"
	case o.Playground:
		return "/playground"
	}
	return ""
}

// limits returns the limits of a request.
func (o *Options) limits() transport.Limits {
	return transport.Limits{Timeout: o.Timeout, More: o.More, Complexity: o.MaxComplexity, ResponseBytes: o.MaxResponse}
}

// admit returns a function that admits the requests of agents. They share
// processors with queries: long ones with long queries, others with those of a
// middle price.
func admit(admission *transport.Admission) func(context.Context, bool) (leave func(), err error) {
	return func(ctx context.Context, long bool) (leave func(), err error) {
		price := admission.LongPrice()
		if !long {
			price--
		}
		if leave, err = admission.Enter(ctx, price); err != nil {
			return nil, graph.Unavailable(err.Error(), err)
		}
		return leave, nil
	}
}

// agents returns the handler of /mcp. Each call has new loaders.
func agents(service *query.Service, options Options, admission *transport.Admission) http.Handler {
	stays := live(service, options)
	return wire.Handler(func() *mcp.Server {
		return mcp.New(service, mcp.Options{
			Structured: options.MCPStructured, Timeout: options.Timeout, More: options.More, NewID: rand.Text, Log: options.Log,
			Request: stays.Request, Admit: admit(admission), Observe: options.Calls, About: options.About,
		})
	}, wire.HandlerOptions{
		Tools:    mcp.ToolNames(),
		Edition:  service.Edition,
		Origins:  options.Origins,
		Explorer: options.explorerOf,
		Called: func(w http.ResponseWriter, tool, outcome string) {
			transport.Note(w, "operation", tool, "outcome", outcome)
		},
		Stay: func(next http.Handler) http.Handler { return stays.Stay(transport.Limits{}, next) },
	})
}

// reachable returns a handler that answers only requests for local host names,
// or next itself if clients must sign in.
func (a *Access) reachable(next http.Handler) http.Handler {
	if a.Auth != nil && a.Auth.Required() {
		return next
	}
	return transport.LocalOnly(next)
}

// graphQL returns the handler of /graphql.
func graphQL(service *query.Service, schema graphql.ExecutableSchema, options Options, admission *transport.Admission) http.Handler {
	return transport.Compress(options.Access.signedIn(graph.InterfaceGraphQL, service, transport.New(schema, transport.Options{
		Limits:        options.limits(),
		Admission:     admission,
		Observe:       options.Operations,
		Introspection: options.Introspection,
		Documents:     options.Documents,
		Sizes:         service.Sizes,
		State:         service.State,
		Reads:         func(ctx context.Context) { reader.ReadingFrom(ctx).Accept() },
		Live:          live(service, options),
		Classify:      (&outages{log: options.Log}).classify,
		Late:          graph.Unknown("it was not done in time", context.DeadlineExceeded),
		NewID:         rand.Text,
		Log:           options.Log,
	})))
}

// live returns the configuration of subscriptions.
func live(service *query.Service, options Options) *transport.Live {
	return &transport.Live{
		Streams: cmp.Or(options.Streams, &transport.Streams{}),
		Origins: options.Origins,
		SignIn:  options.Access.signIn,
		Request: func(ctx context.Context) context.Context { return reader.With(ctx, loaders.New(service)) },
		Client:  func(ctx context.Context) string { return graph.ActorFrom(ctx).ID },
	}
}

// outages logs why the store is not available, which errors for clients omit.
type outages struct {
	log  *slog.Logger
	last atomic.Int64 // the time of the last log line, in nanoseconds
}

// logEvery is the minimum time between two log lines about an outage, by eye:
// all requests during an outage fail with the same error.
const logEvery = time.Second

// classify returns the public part of an error.
func (o *outages) classify(err error) transport.Problem {
	now, last := time.Now().UnixNano(), o.last.Load()
	if graph.CodeOf(err) == graph.CodeUnavailable && now-last > int64(logEvery) && o.last.CompareAndSwap(last, now) {
		o.log.Warn("the store is not available", "error", err)
	}
	return classify(err)
}

func classify(err error) transport.Problem {
	problem := transport.Problem{Code: string(graph.CodeOf(err))}
	if known, ok := errors.AsType[*graph.Error](err); ok {
		problem.Message, problem.Argument = known.Error(), known.Argument
		if c := known.Conflict; c != nil {
			problem.Details = map[string]any{"current": c.Current, "fields": c.Fields}
		}
	}
	return problem
}

// exampleValues returns a function for the values of the variables in the
// playground's examples: a project of the store and a topic in it. There are
// none if clients must sign in, because anyone can open the page.
func (a *Access) exampleValues(service *query.Service, log *slog.Logger) func(context.Context) (web.Values, error) {
	return func(ctx context.Context) (web.Values, error) {
		if a.Auth != nil && a.Auth.Required() {
			return web.Values{}, nil
		}
		sample, err := service.Sample(graph.WithActor(ctx, graph.LocalActor))
		if err != nil {
			log.WarnContext(ctx, "example queries without values", "error", err)
			return nil, err
		}
		return web.Values{"project": sample.ProjectID, "topic": sample.Topic}, nil
	}
}

// readyWithin is the time limit of the store for /readyz. By eye.
const readyWithin = 2 * time.Second

// readiness returns the handler of /readyz: whether the store answers, whether the
// first projects are loaded, and what is wrong nevertheless.
func readiness(service *query.Service, options *Options) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		ctx, cancel := context.WithTimeout(graph.WithActor(r.Context(), graph.LocalActor), readyWithin)
		defer cancel()
		if err := service.Ready(ctx); err != nil {
			options.Log.WarnContext(ctx, "not ready", "error", err)
			http.Error(w, "the store does not answer", http.StatusServiceUnavailable)
			return
		}
		fmt.Fprintln(w, "ready")
		if options.More != nil && options.More() > 0 {
			fmt.Fprintln(w, "the first projects are being loaded, and requests about them may wait")
		}
		for _, problem := range service.Problems().All() {
			fmt.Fprintln(w, problem)
		}
	}
}
