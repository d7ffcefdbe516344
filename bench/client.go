package main

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"sync"
	"time"

	"github.com/99designs/gqlgen/graphql"

	"dossier/graph"
	"dossier/graph/query"
	"dossier/graph/relevance/rank"
	"dossier/loaders"
	"dossier/resolvers"
	"dossier/tokens"
	"dossier/transport"
)

// A client calls the GraphQL handler in this process, so that everything except
// the network is measured. The actor is that of the context of a request.
type client struct{ handler http.Handler }

// newClient returns a client of a new service. If params is nil, the service
// has the constants of the product.
func newClient(store query.Store, params *rank.Params) *client {
	return clientOf(query.New(store, query.Options{Now: time.Now, Tokens: countAsServed, Relevance: params}), resolvers.Schema)
}

// clientOf returns a client of a service and its schema.
func clientOf(service *query.Service, schema func(*query.Service) graphql.ExecutableSchema) *client {
	inner := transport.New(schema(service), transport.Options{
		Introspection: true,
		Sizes:         service.Sizes,
		NewID:         rand.Text,
		Classify: func(err error) transport.Problem {
			return transport.Problem{Code: string(graph.CodeOf(err)), Message: err.Error()}
		},
		Limits: transport.Limits{Timeout: time.Hour, Complexity: 1_000_000}, // otherwise a busy machine changes the scores
	})
	return &client{http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		inner.ServeHTTP(w, r.WithContext(graph.WithReader(r.Context(), loaders.New(service))))
	})}
}

// remembered returns a counter of the default encoding that caches counts, in
// as much memory as that of a server.
var remembered = sync.OnceValues(func() (query.TokenCounter, error) {
	const memory = 32 << 20
	counter, err := tokens.For(tokens.Default)
	return query.TokenCounter{Encoding: counter.Encoding(), Count: tokens.Cached(counter, memory).Count}, err
})

// countAsServed returns the counter of the default encoding that a server has.
func countAsServed(string) (query.TokenCounter, error) { return remembered() }

// ask sends a request and returns the body of the response, not decoded because
// decoding is the work of clients.
func (c *client) ask(ctx context.Context, r request) ([]byte, error) {
	body, err := json.Marshal(map[string]any{"query": r.query, "variables": r.variables})
	if err != nil {
		return nil, fmt.Errorf("encode request: %w", err)
	}
	question := httptest.NewRequestWithContext(ctx, http.MethodPost, "/graphql", bytes.NewReader(body))
	question.Header.Set("Content-Type", "application/json")
	answer := httptest.NewRecorder()
	c.handler.ServeHTTP(answer, question)
	if answer.Code != http.StatusOK || bytes.Contains(answer.Body.Bytes(), []byte(`"errors":`)) {
		return nil, fmt.Errorf("answer %d: %.200s", answer.Code, answer.Body)
	}
	return answer.Body.Bytes(), nil
}
