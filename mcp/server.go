// Package mcp serves the graph to agents over the Model Context Protocol: tools
// that return prompt text within a budget of tokens, resources, prompts and
// completion.
//
// Each tool is in its own file. It returns the text that GraphQL and the
// command line return, and a line for the next call. A server keeps no state
// between calls, so that any server behind a load balancer can answer any call.
package mcp

import (
	"context"
	"fmt"
	"log/slog"
	"runtime/debug"
	"slices"
	"strings"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"dossier/graph"
	"dossier/graph/lens"
	"dossier/graph/query"
	"dossier/mcp/wire"
)

// Options configure a [Server].
type Options struct {
	// ReadOnly omits the tools that write.
	ReadOnly bool
	// Structured adds a structured content to results, with the same text and its
	// facts as JSON. Many clients pass only that to the model, or both.
	Structured bool
	// Timeout is the time limit of a call. More adds to it for a document as long as
	// the server starts, and may be nil.
	Timeout time.Duration
	More    func() time.Duration
	// Request returns the context of a call, with its actor and reader.
	Request func(context.Context) context.Context
	// Admit waits until a request may use a processor, a long one for more than
	// some 20 ms; nil means always. The caller must call leave when the request is
	// done.
	Admit func(ctx context.Context, long bool) (leave func(), err error)
	// NewID returns an id for an internal error, for the answer and the log.
	NewID func() string
	Log   *slog.Logger // for internal errors
	// Observe is called before a call of a tool, with the member _meta of the request,
	// and what it returns with ok or the
	// code of the error after it; nil for nothing.
	Observe func(ctx context.Context, tool string, meta map[string]any) (context.Context, func(outcome string))
	// About says which folder and project are served, "" for nothing. It follows the
	// instructions.
	About string
}

// instructions describe the server to the model of a client.
const instructions = `Dossier is a graph of projects: goals, plans, tasks, risks, decisions, documents, people and their links.
Start with get_context_document (a question in your own words), or search_ontology (find an entity by a vague name).
Drill down by id: get_entity for a text in sections, get_linked_entities for what it is linked to. Ids in ` +
	`answers, also short ones, work in every tool.
Pass the handles after "known:" of earlier answers as known, so that nothing is repeated. Answers stay within ` +
	`max_tokens; their last line says what did not fit.
Write only when asked to.`

// A Server is an MCP server.
type Server = sdk.Server

// server is what serves the tools, resources and prompts.
type server struct {
	tools     *toolbox
	options   Options
	instance  *Server
	followers followers
}

// New returns an MCP server over a service. It can serve any number of clients.
func New(service *query.Service, options Options) *Server {
	s := &server{options: options, tools: &toolbox{
		service: service, names: names{service}, budgets: budgets{service, options.Structured}, readOnly: options.ReadOnly, log: options.Log,
	}}
	s.instance = sdk.NewServer(&sdk.Implementation{Name: "dossier", Title: "Dossier", Version: version()}, &sdk.ServerOptions{
		Instructions:      strings.TrimSpace(instructions + "\n" + options.About),
		Logger:            slog.New(slog.DiscardHandler),
		CompletionHandler: s.complete,
		// The lists do not change while a server runs, so no changes are announced.
		Capabilities: &sdk.ServerCapabilities{
			Tools: &sdk.ToolCapabilities{}, Prompts: &sdk.PromptCapabilities{}, Resources: &sdk.ResourceCapabilities{},
		},
		SubscribeHandler: s.subscribe, UnsubscribeHandler: s.unsubscribe,
		SetCacheable: func(_ context.Context, _ sdk.Request, c *sdk.Cacheable) { c.CacheScope = "private" },
	})
	for _, one := range tools(service.Lenses(), options.ReadOnly) {
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
func tools(lenses []lens.Lens, readOnly bool) []tool {
	var names []string
	for _, one := range lenses {
		names = append(names, one.Name)
	}
	all := []tool{
		contextTool(names), searchTool(), entityTool(), linksTool(),
		snapshotTool(), wholeTool(), projectsTool(), changesTool(), readyTool(readOnly),
		createTool(), updateTool(), deleteTool(), linkTool(), rememberTool(),
	}
	return slices.DeleteFunc(all, func(one tool) bool { return readOnly && !one.Annotations.ReadOnlyHint })
}

// within returns the time limit of a request that comes now.
func (o *Options) within(method string, request sdk.Request) time.Duration {
	if o.More == nil || !isLong(method, request) {
		return o.Timeout
	}
	return o.Timeout + o.More()
}

// prepared is a middleware that sets the actor and the time limit in the
// context of every request, and waits until it may use a processor. It answers
// a panic as an internal error, and logs the stack.
func (s *server) prepared(next sdk.MethodHandler) sdk.MethodHandler {
	return func(ctx context.Context, method string, request sdk.Request) (result sdk.Result, err error) {
		ctx, forget := wire.EndsWithRequest(s.options.Request(ctx))
		defer forget()
		if method == "resources/subscribe" && wire.IsOverHTTP(ctx) {
			return nil, s.refused(ctx, method,
				graph.BadInput("",
					"a request over HTTP is a session of its own, which nothing reaches later; expected subscriptions/listen, of protocol 2026-07-28"))
		}
		if method != wire.Listen {
			var cancel func()
			ctx, cancel = context.WithTimeout(ctx, s.options.within(method, request))
			defer cancel()
		}
		defer func() {
			if value := recover(); value != nil {
				err = s.refused(ctx, method, fmt.Errorf("panic: %v\n%s", value, debug.Stack()))
			}
		}()
		leave, err := s.admit(ctx, method, request)
		if err != nil {
			return s.busy(ctx, method, request, err)
		}
		defer leave()
		if list, is := request.(*sdk.ListResourcesRequest); is {
			cursor := ""
			if list.Params != nil {
				cursor = list.Params.Cursor
			}
			return s.listed(ctx, cursor)
		}
		return next(ctx, method, request)
	}
}

// handler returns the handler of a tool. Errors are results, which models read.
func (s *server) handler(one tool) sdk.ToolHandler {
	return func(ctx context.Context, request *sdk.CallToolRequest) (*sdk.CallToolResult, error) {
		arrived, stop := time.Now(), progress(ctx, request)
		got, err := s.observed(ctx, one, request.Params)
		stop()
		if err != nil {
			result := s.failed(ctx, one, err)
			s.keep(ctx, request, query.AgentCall{At: arrived, Error: textOf(result)})
			return result, nil
		}
		s.keep(ctx, request, s.callOf(got, arrived))
		result := &sdk.CallToolResult{Content: []sdk.Content{&sdk.TextContent{Text: got.full()}}}
		if link := explorerLink(ctx, one.Name, request.Params.Arguments); link != "" {
			result.Meta = sdk.Meta{explorerMeta: link}
		}
		if s.options.Structured {
			result.StructuredContent = got.json()
		}
		return result, nil
	}
}

// observed calls a tool, which is observed if the options say so, and remembered by
// its HTTP request.
func (s *server) observed(ctx context.Context, one tool, params *sdk.CallToolParamsRaw) (*answer, error) {
	end := func(string) {}
	if s.options.Observe != nil {
		ctx, end = s.options.Observe(ctx, one.Name, params.Meta)
	}
	got, err := one.call(ctx, s.tools, params.Arguments)
	outcome := "ok"
	if err != nil {
		outcome = string(graph.CodeOf(err))
	}
	end(outcome)
	wire.Called(ctx, one.Name, outcome)
	return got, err
}

// progressEvery is the time before each report of progress.
const progressEvery = time.Second

// progress reports progress to the client until stop is called, if the request
// has a progress token.
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
				// An error means that the client has left.
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
