// Package mcp serves the graph to agents over the Model Context Protocol: tools
// that return prompt text within a budget of tokens, resources, prompts and
// completion.
//
// Each tool is a file. It returns the text that GraphQL and the command line
// return, and the same as JSON. Nothing is kept from one call to the next, so
// that any server behind a load balancer can answer any call.
package mcp

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"runtime/debug"
	"slices"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"dossier/graph"
	"dossier/graph/query"
)

// Options are what a server needs beside its service.
type Options struct {
	// ReadOnly leaves out the tools that write.
	ReadOnly bool
	// Timeout is the time limit of a call.
	Timeout time.Duration
	// Request prepares the context of a call: actor and reader.
	Request func(context.Context) context.Context
	// NewID returns the id by which an internal error is found in the log.
	NewID func() string
	Log   *slog.Logger
}

// instructions are what a client says to its model about the server.
const instructions = `Dossier is a graph of projects: goals, plans, tasks, risks, decisions, documents, people and their links.
Start with get_context_document (a question in your own words), or search_ontology (find an entity by a vague name).
Drill down by id: get_entity for a text in sections, get_linked_entities for what it is linked to. Ids in answers, also short ones, work in every tool.
Pass the known_digest of earlier answers as known, so that nothing is repeated. Answers stay within max_tokens; their last line says what did not fit.
Write only when asked to.`

// A Server is an MCP server.
type Server = sdk.Server

// server is what the tools share.
type server struct {
	service   *query.Service
	options   Options
	instance  *Server
	followers followers
}

// count returns the tokens of a text; where the vocabulary cannot be loaded, its
// bytes, which are more.
func (s *server) count(text string) int {
	count, err := s.service.Counter()
	if err != nil {
		return len(text)
	}
	return count(text)
}

// New returns an MCP server over a service. It may serve any number of clients.
func New(service *query.Service, options Options) *Server {
	s := &server{service: service, options: options}
	s.instance = sdk.NewServer(&sdk.Implementation{Name: "dossier", Title: "Dossier", Version: version()}, &sdk.ServerOptions{
		Instructions:      instructions,
		Logger:            slog.New(slog.DiscardHandler),
		CompletionHandler: s.complete,
		// What does not change while a server runs is not announced.
		Capabilities: &sdk.ServerCapabilities{
			Tools: &sdk.ToolCapabilities{}, Prompts: &sdk.PromptCapabilities{}, Resources: &sdk.ResourceCapabilities{},
		},
		SubscribeHandler: s.subscribe, UnsubscribeHandler: s.unsubscribe,
		SetCacheable: func(_ context.Context, _ sdk.Request, c *sdk.Cacheable) { c.CacheScope = "private" },
	})
	for _, one := range tools(service, options.ReadOnly) {
		s.instance.AddTool(one.Tool, s.handler(one))
	}
	s.addResources()
	s.addPrompts()
	s.instance.AddReceivingMiddleware(s.prepared)
	return s.instance
}

// version returns the version of the module.
func version() string {
	if info, ok := debug.ReadBuildInfo(); ok {
		return info.Main.Version
	}
	return "(devel)"
}

// tools returns the tools of a server, in the order in which clients list them.
func tools(service *query.Service, readOnly bool) []tool {
	var lenses []string
	for _, one := range service.Lenses() {
		lenses = append(lenses, one.Name)
	}
	all := []tool{
		contextTool(lenses), searchTool(), entityTool(), linksTool(),
		snapshotTool(), wholeTool(), projectsTool(), changesTool(),
		createTool(), updateTool(), deleteTool(), linkTool(),
	}
	return slices.DeleteFunc(all, func(one tool) bool { return readOnly && !one.Annotations.ReadOnlyHint })
}

// prepared prepares the context of every request: its actor, and its time limit.
// A request that panics is answered as an internal error; the stack is in the
// log.
func (s *server) prepared(next sdk.MethodHandler) sdk.MethodHandler {
	return func(ctx context.Context, method string, request sdk.Request) (result sdk.Result, err error) {
		ctx, forget := endsWithRequest(s.options.Request(ctx))
		defer forget()
		if method == "resources/subscribe" && isOverHTTP(ctx) {
			return nil, s.refused(ctx, method, graph.BadInput("", "a request over HTTP is a session of its own, which nothing reaches later; expected subscriptions/listen, of protocol 2026-07-28"))
		}
		if method != listen {
			var cancel func()
			ctx, cancel = context.WithTimeout(ctx, s.options.Timeout)
			defer cancel()
		}
		defer func() {
			if value := recover(); value != nil {
				err = s.refused(ctx, method, fmt.Errorf("panic: %v\n%s", value, debug.Stack()))
			}
		}()
		return next(ctx, method, request)
	}
}

// handler returns what answers the calls of a tool. Errors are results, so that
// the model reads them.
func (s *server) handler(one tool) sdk.ToolHandler {
	return func(ctx context.Context, request *sdk.CallToolRequest) (*sdk.CallToolResult, error) {
		stop := progress(ctx, request)
		got, err := one.call(ctx, s, request.Params.Arguments)
		stop()
		if err != nil {
			return s.failed(ctx, one.Name, err), nil
		}
		return &sdk.CallToolResult{Content: got.content(), StructuredContent: json.RawMessage(graph.EncodeJSON(got.structured))}, nil
	}
}

// progressEvery is after what time a call reports that it is at work, and how
// often.
const progressEvery = time.Second

// progress reports to the client that a call is at work until stop is called.
func progress(ctx context.Context, request *sdk.CallToolRequest) (stop func()) {
	token := request.Params.GetProgressToken()
	if token == nil {
		return func() {}
	}
	done, ended := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(ended)
		ticker := time.NewTicker(progressEvery)
		defer ticker.Stop()
		for seconds := 1; ; seconds++ {
			select {
			case <-ticker.C:
				// A client that is gone misses nothing.
				_ = request.Session.NotifyProgress(ctx, &sdk.ProgressNotificationParams{
					ProgressToken: token, Progress: float64(seconds), Message: request.Params.Name + " is at work",
				})
			case <-done:
				return
			}
		}
	}()
	return func() { close(done); <-ended }
}
