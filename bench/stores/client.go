package stores

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
	"dossier/graph/reader"
	"dossier/graph/relevance/rank"
	"dossier/loaders"
	"dossier/resolvers"
	"dossier/tokens"
	"dossier/transport"
)

// A Client calls the GraphQL handler in this process, so that everything except
// the network is measured. The actor is that of the context of a request.
type Client struct{ handler http.Handler }

// NewClient returns a client of a new service. If params is nil, the service
// has the constants of the product.
func NewClient(store query.Store, params *rank.Params) *Client {
	return ClientOf(query.New(store, query.Options{Now: time.Now, Tokens: CountAsServed, Relevance: params}), resolvers.Schema)
}

// ClientOf returns a client of a service and its schema.
func ClientOf(service *query.Service, schema func(*query.Service) graphql.ExecutableSchema) *Client {
	inner := transport.New(schema(service), transport.Options{
		Introspection: true,
		Sizes:         service.Sizes,
		NewID:         rand.Text,
		Classify: func(err error) transport.Problem {
			return transport.Problem{Code: string(graph.CodeOf(err)), Message: err.Error()}
		},
		Limits: transport.Limits{Timeout: time.Hour, Complexity: 1_000_000}, // otherwise a busy machine changes the scores
	})
	return &Client{http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		inner.ServeHTTP(w, r.WithContext(reader.With(r.Context(), loaders.New(service))))
	})}
}

// Remembered returns a counter of the default encoding that caches counts, in
// as much memory as that of a server.
var Remembered = sync.OnceValues(func() (query.TokenCounter, error) {
	const memory = 32 << 20
	counter, err := tokens.For(tokens.Default)
	return query.TokenCounter{Encoding: counter.Encoding(), Count: tokens.Cached(counter, memory).Count}, err
})

// CountAsServed returns the counter of the default encoding that a server has.
func CountAsServed(string) (query.TokenCounter, error) { return Remembered() }

// Ask sends a request and returns the body of the response, not decoded because
// decoding is the work of clients.
func (c *Client) Ask(ctx context.Context, r Request) ([]byte, error) {
	body, err := json.Marshal(map[string]any{"query": r.Query, "variables": r.Variables})
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

// Read sends a request and decodes the data of the answer.
func (c *Client) Read(ctx context.Context, r Request, data any) error {
	body, err := c.Ask(ctx, r)
	if err != nil {
		return err
	}
	if err := json.Unmarshal(body, &struct{ Data any }{data}); err != nil {
		return fmt.Errorf("read answer: %w", err)
	}
	return nil
}

// Post sends a body to the handler in this process.
func (c *Client) Post(ctx context.Context, body []byte) *bytes.Buffer {
	question := httptest.NewRequestWithContext(ctx, http.MethodPost, "/graphql", bytes.NewReader(body))
	question.Header.Set("Content-Type", "application/json")
	answer := httptest.NewRecorder()
	c.handler.ServeHTTP(answer, question)
	return answer.Body
}
