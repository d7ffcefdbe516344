// Package remote is a client of a Dossier server, by GraphQL over HTTP.
package remote

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"strings"

	"dossier/graph"
)

// A Server is a running server of Dossier.
type Server struct {
	url, key string
	client   *http.Client
}

// New returns the server at a URL. key is the API key for requests, "" for none.
func New(server, key string) (*Server, error) {
	parsed, err := url.Parse(server)
	if err != nil || parsed.Host == "" || parsed.Scheme != "http" && parsed.Scheme != "https" {
		return nil, graph.BadInput("server", "expected a URL such as https://dossier.example.org; got %q", graph.Truncate(server, 60))
	}
	if strings.Trim(parsed.Path, "/") == "" {
		parsed.Path = "/graphql"
	}
	return &Server{parsed.String(), key, http.DefaultClient}, nil
}

// An answer is an answer of GraphQL over HTTP.
type answer struct {
	Data   json.RawMessage
	Errors []answeredError
}

// some returns the data, nil if it is null.
func (a *answer) some() []byte {
	if string(a.Data) == "null" {
		return nil
	}
	return a.Data
}

type answeredError struct {
	Message   string
	Path      []any // of the field at fault, nil for an error about the request
	Locations []struct{ Line, Column int }

	Extensions struct {
		Code               graph.Code
		Argument, Variable string
	}
}

func (e *answeredError) err() error {
	known := &graph.Error{Code: e.Extensions.Code, Argument: e.Extensions.Argument, Text: strings.TrimPrefix(e.Message, e.Extensions.Argument+": ")}
	if e.Path == nil && e.Extensions.Variable == "" && len(e.Locations) > 0 {
		known.Place = Place(e.Locations[0].Line, e.Locations[0].Column)
	}
	return known
}

// Place returns the place of an error in a document.
func Place(line, column int) string { return fmt.Sprintf("line %d, column %d", line, column) }

// Ask runs a GraphQL document and returns the data of the answer. If the answer
// has errors, Ask returns the first, as a [graph.Error], with the data of the
// other root fields, nil if there is none.
func (s *Server) Ask(ctx context.Context, document string, variables map[string]any) ([]byte, error) {
	body, err := json.Marshal(map[string]any{"query": document, "variables": variables})
	if err != nil {
		return nil, fmt.Errorf("write request: %w", err)
	}
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, s.url, bytes.NewReader(body))
	if err != nil {
		return nil, fmt.Errorf("write request: %w", err)
	}
	request.Header.Set("Content-Type", "application/json")
	if s.key != "" {
		request.Header.Set("Authorization", "Bearer "+s.key)
	}
	response, err := s.client.Do(request)
	if err != nil {
		return nil, graph.Unavailable("the server at "+s.url+" does not answer", err)
	}
	defer response.Body.Close()
	var got answer
	if err := json.NewDecoder(response.Body).Decode(&got); err != nil {
		return nil, s.refused(response)
	}
	if len(got.Errors) > 0 {
		return got.some(), s.failed(&got.Errors[0])
	}
	return got.Data, nil
}

// failed returns the first error of an answer. If a key is missing, it names
// the argument of this program and not the header of the request.
func (s *Server) failed(first *answeredError) error {
	err := first.err()
	if s.key == "" && graph.CodeOf(err) == graph.CodeUnauthenticated {
		return &graph.Error{Code: graph.CodeUnauthenticated, Argument: "key", Text: "is missing; this server answers only requests with a key or a token"}
	}
	return err
}

// refused returns the error for an answer that is not a GraphQL answer.
func (s *Server) refused(response *http.Response) error {
	code := graph.CodeUnavailable
	switch response.StatusCode {
	case http.StatusUnauthorized:
		code = graph.CodeUnauthenticated
	case http.StatusForbidden:
		code = graph.CodeForbidden
	}
	return &graph.Error{Code: code, Argument: "server", Text: fmt.Sprintf("expected an answer of GraphQL from %s; got status %s", s.url, response.Status)}
}
