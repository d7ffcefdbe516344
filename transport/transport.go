// Package transport serves a GraphQL schema over HTTP. It refuses operations
// that cost too much, and its errors contain no details of the server. It does
// not depend on a particular schema.
//
// # Requests from other sites
//
// A POST must be application/json, which a browser sends to another site only
// after a CORS preflight, and only the origins of the allow-list pass the
// preflight. No other header is required. A GET needs none: it can only run
// queries, which change nothing, and another site cannot read the answer.
package transport

import (
	"cmp"
	"context"
	"dossier/transport/document"
	"dossier/transport/price"
	"log/slog"
	"net/http"

	"github.com/99designs/gqlgen/graphql"
	"github.com/99designs/gqlgen/graphql/handler"
	"github.com/99designs/gqlgen/graphql/handler/lru"
	"github.com/vektah/gqlparser/v2/ast"
	"github.com/vektah/gqlparser/v2/validator/rules"
)

// Options configure how a schema is served. The zero value has the default
// limits and no introspection, and treats every error as internal.
type Options struct {
	Limits        Limits                // of one request; zero fields are the defaults
	Admission     *Admission            // shared with other interfaces; nil for a new one
	Introspection bool                  // clients may query the schema
	Documents     *Documents            // the only documents that are run; nil for any
	Sizes         price.Sizes           // of projects, for prices; nil for prices that do not depend on them
	State         State                 // finds answers that did not change; nil executes every request
	Reads         func(context.Context) // is called before a query, which writes nothing; may be nil
	Classify      func(error) Problem   // returns the public part of an error of a resolver
	Late          error                 // of a mutation that has not ended at its deadline: its outcome is unknown
	NewID         func() string         // returns an id for an internal error, for the answer and the log
	Log           *slog.Logger          // for internal errors; nil means slog.Default
	Observe       Observe               // observes operations that are not subscriptions; nil for none
	Live          *Live                 // configures subscriptions; nil for none
}

// An Observe is called when an operation begins, with its name and type, and what
// it returns with its outcome when it ends: ok, unchanged, or the code of its
// first error, and its price. Requests without a valid operation have the type
// invalid.
type Observe func(ctx context.Context, name, kind string) (context.Context, func(outcome string, price int))

// New returns a handler that serves a schema over HTTP by GET and POST, and
// over WebSocket and server-sent events if options.Live is set.
func New(schema graphql.ExecutableSchema, options Options) http.Handler {
	limits := options.Limits.orDefault()
	problems := &presenter{
		classify: options.Classify,
		newID:    options.NewID,
		log:      cmp.Or(options.Log, slog.Default()),
		timeout:  limits.Timeout,
		terse:    !options.Introspection,
	}
	server := handler.New(schema)
	parsed := parsedDocuments{options.Documents, lru.New[*ast.QueryDocument](documentsKept)}
	server.SetQueryCache(parsed)
	server.SetParserTokenLimit(limits.Tokens)
	server.SetValidationRulesFn(func() *rules.Rules { return document.BoundedRules(!options.Introspection) })
	server.SetDisableSuggestion(true) // see suggest
	server.SetErrorPresenter(problems.present)
	server.SetRecoverFunc(recovered)
	server.Use(&guard{
		limits: limits, introspection: options.Introspection, prices: price.ReadTable(schema.Schema()), sizes: options.Sizes,
		trusted: options.Documents, persisted: newPersisted(), parsed: parsed,
	})
	http := overHTTP{
		limits: limits, schema: schema.Schema(), suggests: options.Introspection,
		conditions: newConditions(schema.Schema(), options.State), admission: cmp.Or(options.Admission, NewAdmission(limits)),
		late: cmp.Or(options.Late, context.DeadlineExceeded), observe: options.Observe, reads: options.Reads,
	}
	if options.Live != nil {
		live := &streaming{http, options.Live}
		server.AddTransport(overWebSocket{live})
		server.AddTransport(overEvents{live})
	}
	server.AddTransport(http)
	return server
}

// Limits of the cache of parsed documents, on their number and on the size of
// each, because 1,000 documents of 1 MiB would be a gigabyte.
const (
	documentsKept   = 1000
	documentMaxKept = 16 << 10 // bytes
)
