// Package remote is a client of a Dossier server, by GraphQL over HTTP.
package remote

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net"
	"net/http"
	"net/http/httptrace"
	"net/url"
	"regexp"
	"strings"
	"sync/atomic"

	"dossier/graph"
	"dossier/socket"
)

// A Server is a running server of Dossier.
type Server struct {
	name   string // for errors
	base   string // the URL that the paths of the server are below
	key    string
	user   *url.Userinfo // of the URL, for a proxy that asks for one; nil for none
	client *http.Client
}

// New returns the server at a URL, which may have a user and end with /graphql, or
// at a Unix socket, unix:PATH. key is the API key for requests, "" for none.
func New(server, key string) (*Server, error) {
	if path, isUnix := strings.CutPrefix(server, socket.Unix); isUnix && path != "" {
		return &Server{server, "http://localhost", key, nil, &http.Client{Transport: &http.Transport{
			DialContext: func(ctx context.Context, _, _ string) (net.Conn, error) {
				return (&net.Dialer{}).DialContext(ctx, "unix", path)
			},
		}}}, nil
	}
	parsed, err := url.Parse(server)
	if err != nil || parsed.Host == "" || parsed.Scheme != "http" && parsed.Scheme != "https" {
		return nil, graph.BadInput("server", "expected a URL such as https://dossier.example.org, or unix:PATH; got %q",
			graph.Truncate(server, 60))
	}
	base := parsed.Scheme + "://" + parsed.Host + strings.TrimSuffix(strings.TrimRight(parsed.EscapedPath(), "/"), endpoint)
	return &Server{base, base, key, parsed.User, http.DefaultClient}, nil
}

// endpoint is the path of GraphQL.
const endpoint = "/graphql"

// Base returns the URL that the paths of the server are below.
func (s *Server) Base() string { return s.base }

// sign adds the interface and the key to a request, or without a key the user of the
// URL.
func (s *Server) sign(request *http.Request) {
	request.Header.Set(graph.InterfaceHeader, string(graph.InterfaceCLI))
	switch {
	case s.key != "":
		request.Header.Set("Authorization", "Bearer "+s.key)
	case s.user != nil:
		password, _ := s.user.Password()
		request.SetBasicAuth(s.user.Username(), password)
	}
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
		IDs                []string
	}
}

// Written returns the error about the answer of a change that was made. ids are
// what it changed.
func Written(text string, ids []string) error {
	if len(ids) > 0 {
		text += " (" + strings.Join(ids, ", ") + ")"
	}
	return &graph.Error{Code: graph.CodeWritten, Text: text}
}

func (e *answeredError) err() error {
	if e.Extensions.Code == graph.CodeWritten {
		return Written(e.Message, e.Extensions.IDs)
	}
	known := &graph.Error{Code: e.Extensions.Code, Argument: e.Extensions.Argument,
		Text: strings.TrimPrefix(e.Message, e.Extensions.Argument+": ")}
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
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, s.base+endpoint, bytes.NewReader(body))
	if err != nil {
		return nil, fmt.Errorf("write request: %w", err)
	}
	request.Header.Set("Content-Type", "application/json")
	s.sign(request)
	writes := isMutation(document)
	response, err := s.do(request, writes)
	if err != nil {
		return nil, err
	}
	defer response.Body.Close()
	var got answer
	if err := json.NewDecoder(response.Body).Decode(&got); err != nil {
		return nil, s.refused(response, writes, err)
	}
	if len(got.Errors) > 0 {
		return got.some(), s.failed(&got.Errors[0])
	}
	return got.Data, nil
}

// mutation matches a document with an operation that writes.
var mutation = regexp.MustCompile(`(?m)^\s*mutation\b`)

func isMutation(document string) bool { return mutation.MatchString(document) }

// do sends a request. If its answer is lost, it is unknown whether a request that
// writes was executed.
func (s *Server) do(request *http.Request, writes bool) (*http.Response, error) {
	var connected atomic.Bool
	trace := &httptrace.ClientTrace{GotConn: func(httptrace.GotConnInfo) { connected.Store(true) }}
	response, err := s.client.Do(request.WithContext(httptrace.WithClientTrace(request.Context(), trace)))
	switch {
	case err == nil:
		return response, nil
	case writes && connected.Load():
		return nil, graph.Unknown("the connection to the server at "+s.name+" was lost", err)
	}
	return nil, graph.Unavailable("the server at "+s.name+" does not answer", err)
}

// failed returns the first error of an answer. If a key is missing, it names
// the argument of this program and not the header of the request.
func (s *Server) failed(first *answeredError) error {
	err := first.err()
	if s.key == "" && graph.CodeOf(err) == graph.CodeUnauthenticated {
		return &graph.Error{Code: graph.CodeUnauthenticated, Argument: "key",
			Text: "is missing; this server answers only requests with a key or a token"}
	}
	return err
}

// refused returns the error for an answer that is not a GraphQL answer, or that
// ends too early. A proxy that answers may have passed on a request that writes.
func (s *Server) refused(response *http.Response, writes bool, cause error) error {
	if isClients := response.StatusCode/100 == 4; writes && !isClients {
		return graph.Unknown(fmt.Sprintf("the answer of the server at %s was lost (status %s)", s.name, response.Status), cause)
	}
	code := graph.CodeUnavailable
	switch response.StatusCode {
	case http.StatusUnauthorized:
		code = graph.CodeUnauthenticated
	case http.StatusForbidden:
		code = graph.CodeForbidden
	}
	return &graph.Error{Code: code, Argument: "server",
		Text: fmt.Sprintf("expected an answer of GraphQL from %s; got status %s", s.name, response.Status)}
}
