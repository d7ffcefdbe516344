// Package transport is the layer between net/http and a GraphQL schema: it
// speaks GraphQL over HTTP, refuses what costs too much, and says what went
// wrong without saying how the server is built. It knows nothing of the schema.
//
// # Requests from other sites
//
// A POST must be application/json, which a browser sends to another site only
// after a CORS preflight, and the preflight is answered for the origins of the
// allow-list alone; no other header is asked for. A GET needs no header either:
// it runs queries and nothing else, so it changes nothing, and another site
// cannot read what it answers.
package transport

import (
	"cmp"
	"log/slog"
	"net/http"

	"github.com/99designs/gqlgen/graphql"
	"github.com/99designs/gqlgen/graphql/handler"
	"github.com/99designs/gqlgen/graphql/handler/lru"
	"github.com/vektah/gqlparser/v2/ast"
)

// Options are how a schema is served. The zero value serves it with the default
// limits and without introspection, and takes every error for an internal one.
type Options struct {
	Limits        Limits              // what a request may cost; zero fields are the defaults
	Introspection bool                // whether clients may ask for the schema
	Documents     *Documents          // the only documents that are run; nil is any
	State         State               // of the data, by which answers are known to be the same; nil for unknown
	Classify      func(error) Problem // the public part of an error of a resolver
	NewID         func() string       // names an internal error, in the answer and in the log
	Log           *slog.Logger        // where internal errors go; nil is slog.Default
	Live          *Live               // how subscriptions are served; nil for not at all
}

// New is the handler that answers GraphQL over HTTP by GET and POST.
func New(schema graphql.ExecutableSchema, options Options) http.Handler {
	limits := options.Limits.orDefault()
	problems := &presenter{
		classify: options.Classify,
		newID:    options.NewID,
		log:      cmp.Or(options.Log, slog.Default()),
		timeout:  limits.Timeout,
		schema:   schema.Schema(),
		terse:    !options.Introspection,
	}
	server := handler.New(schema)
	parsed := parsedDocuments{options.Documents, lru.New[*ast.QueryDocument](documentsKept)}
	server.SetQueryCache(parsed)
	server.SetParserTokenLimit(limits.Tokens)
	server.SetValidationRulesFn(boundedRules)
	server.SetDisableSuggestion(true) // see suggest
	server.SetErrorPresenter(problems.present)
	server.SetRecoverFunc(recovered)
	server.Use(&guard{
		limits: limits, introspection: options.Introspection, tariffs: readTariffs(schema.Schema()),
		trusted: options.Documents, persisted: newPersisted(), parsed: parsed,
	})
	http := overHTTP{
		limits: limits, schema: schema.Schema(), suggests: options.Introspection,
		conditions: newConditions(schema.Schema(), options.State), admission: newAdmission(limits),
	}
	if options.Live != nil {
		live := &streaming{http, options.Live}
		server.AddTransport(overWebSocket{live})
		server.AddTransport(overEvents{live})
	}
	server.AddTransport(http)
	return server
}

// The cache of parsed documents is bounded in number and in the size of each:
// 1,000 documents of 1 MiB would be a gigabyte.
const (
	documentsKept   = 1000
	documentMaxKept = 16 << 10 // bytes
)
