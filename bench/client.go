package main

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"time"

	"dossier/graph"
	"dossier/graph/query"
	"dossier/loaders"
	"dossier/resolvers"
	"dossier/tokens"
	"dossier/transport"
)

// A client asks the GraphQL handler within the process: everything but the
// network is measured.
type client struct{ handler http.Handler }

func newClient(store query.Store) *client {
	service := query.New(store, query.Options{Now: time.Now, Tokens: func(name string) (query.TokenCounter, error) {
		counter, err := tokens.For(name)
		return query.TokenCounter{Encoding: counter.Encoding(), Count: counter.Count}, err
	}})
	inner := transport.New(resolvers.Schema(service), transport.Options{Introspection: true, NewID: rand.Text})
	return &client{http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		ctx := graph.WithReader(graph.WithActor(r.Context(), graph.LocalActor), loaders.New(service))
		inner.ServeHTTP(w, r.WithContext(ctx))
	})}
}

// ask answers the data of a request.
func (c *client) ask(ctx context.Context, r request) (map[string]any, error) {
	body, err := json.Marshal(map[string]any{"query": r.query, "variables": r.variables})
	if err != nil {
		return nil, err
	}
	http := httptest.NewRequestWithContext(ctx, "POST", "/graphql", bytes.NewReader(body))
	http.Header.Set("Content-Type", "application/json")
	recorder := httptest.NewRecorder()
	c.handler.ServeHTTP(recorder, http)
	var answer struct {
		Data   map[string]any
		Errors []struct{ Message string }
	}
	if err := json.Unmarshal(recorder.Body.Bytes(), &answer); err != nil {
		return nil, err
	}
	if len(answer.Errors) > 0 {
		return nil, fmt.Errorf("answer: %s", answer.Errors[0].Message)
	}
	return answer.Data, nil
}
