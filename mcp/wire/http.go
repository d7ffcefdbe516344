// Package wire carries messages of MCP between clients and servers: over lines and over HTTP,
// with the ids, parameters and headers that clients write in ways the SDK does not read.
package wire

import (
	"context"
	"net/http"
	"net/netip"
	"net/url"
	"slices"
	"strings"
	"sync"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

// maxBody is the maximum size of a request in bytes. By eye: the longest topic
// has 20,000 characters.
const maxBody = 1 << 20

// Listen is the method by which a client follows resources in the newer era of
// the protocol. Its request stays open.
const Listen = "subscriptions/listen"

// HandlerOptions configure a [Handler].
type HandlerOptions struct {
	// Origins are the origins of pages that may call the server. Pages of this
	// machine always may.
	Origins []string
	// Explorer returns the address of the explorer for the client of a request, ""
	// for none. Nil means none.
	Explorer func(*http.Request) string
	// Edition returns a number that changes with what servers list. Nil means that it
	// never does.
	Edition func() int64
	// Tools are the names of the tools.
	Tools []string
	// Called is called after a request that called a tool, with its outcome: ok, or the
	// code of its error. Nil means that nobody wants to know.
	Called func(w http.ResponseWriter, tool, outcome string)
	// Stay wraps the handler for requests that stay open. Nil means no wrapper.
	Stay func(next http.Handler) http.Handler
}

// Handler returns a handler that serves MCP over streamable HTTP, without
// sessions, to programs and to pages. Most requests share one server. Each
// request that follows resources has its own, because a server notifies all
// followers of a resource, whether or not they may read it.
func Handler(newServer func() *sdk.Server, options HandlerOptions) http.Handler {
	shared := &sharedServer{newServer: newServer, editionOf: options.Edition}
	serverOf := func(r *http.Request) *sdk.Server {
		if stays(r) {
			return newServer()
		}
		return shared.get()
	}
	sdkOptions := sdk.StreamableHTTPOptions{Stateless: true, MaxRequestBodyBytes: maxBody, PropagateRequestCancellation: true}
	streaming := sdk.NewStreamableHTTPHandler(serverOf, &sdkOptions)
	jsonOptions := sdkOptions
	jsonOptions.JSONResponse = true
	single := sdk.NewStreamableHTTPHandler(serverOf, &jsonOptions)
	answered := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		handler := streaming
		if takesOnlyJSON(r) && !stays(r) {
			handler = single
			r.Header.Set("Accept", "application/json, text/event-stream")
		}
		options.answer(handler, w, r)
	})
	var followed http.Handler = answered
	if options.Stay != nil {
		followed = options.Stay(answered)
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		origin := r.Header.Get("Origin")
		if r.Header.Get("Accept") == "" { // a client without it takes any answer
			r.Header.Set("Accept", "*/*")
		}
		if !isLocalOrigin(origin) && !slices.Contains(options.Origins, origin) {
			http.Error(w, "pages of other sites must not call this server", http.StatusForbidden)
			return
		}
		message, refused := readMessage(w, r, options.Tools)
		switch {
		case refused != nil:
			writeError(w, http.StatusBadRequest, message, refused)
		case stays(r):
			followed.ServeHTTP(w, r)
		default:
			answered(&refusing{ResponseWriter: w, message: message}, r)
		}
	})
}

// A sharedServer is the server of most requests, of the newest edition.
type sharedServer struct {
	newServer func() *sdk.Server
	editionOf func() int64 // nil if there is only one

	mu      sync.Mutex
	server  *sdk.Server
	edition int64
}

func (s *sharedServer) get() *sdk.Server {
	s.mu.Lock()
	defer s.mu.Unlock()
	edition := int64(0)
	if s.editionOf != nil {
		edition = s.editionOf()
	}
	if s.server == nil || edition != s.edition {
		s.server, s.edition = s.newServer(), edition
	}
	return s.server
}

// answer answers a request, and reports the call of a tool.
func (o *HandlerOptions) answer(handler http.Handler, w http.ResponseWriter, r *http.Request) {
	of := o.request(r)
	handler.ServeHTTP(w, r.WithContext(of))
	if tool, outcome := of.last.get(); tool != "" && o.Called != nil {
		o.Called(w, tool, outcome)
	}
}

// request returns the context of a request.
func (o *HandlerOptions) request(r *http.Request) request {
	of := request{Context: r.Context(), last: &lastCall{}}
	if o.Explorer != nil {
		of.explorer = o.Explorer(r)
	}
	return of
}

// takesOnlyJSON reports whether a client accepts JSON and no events. The
// protocol requires clients to accept both, and the SDK refuses others, but a
// plain HTTP client reads an answer as JSON as well.
func takesOnlyJSON(r *http.Request) bool {
	accept := r.Header.Values("Accept")
	return len(accept) == 1 && r.Method == http.MethodPost && strings.EqualFold(strings.TrimSpace(accept[0]), "application/json")
}

// stays reports whether a request stays open. In the newer era of the protocol
// the method is also in a header.
func stays(r *http.Request) bool { return r.Header.Get("Mcp-Method") == Listen }

// A request is the context of an HTTP request. It returns itself as the value
// of the zero request, so that a call can find it: the SDK passes on the values
// of that context, but in the older era not its end.
type request struct {
	context.Context
	explorer string // the address of the explorer, "" for none
	last     *lastCall
}

// A lastCall is the call of a tool that ended last in an HTTP request, which has one
// unless a client sends several at once.
type lastCall struct {
	mu            sync.Mutex
	tool, outcome string
}

func (l *lastCall) set(tool, outcome string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.tool, l.outcome = tool, outcome
}

func (l *lastCall) get() (tool, outcome string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.tool, l.outcome
}

// Value implements [context.Context].
func (r request) Value(key any) any {
	if key == (request{}) {
		return r
	}
	return r.Context.Value(key)
}

// Called notes the call of a tool and its outcome for the HTTP request of ctx, if there
// is one.
func Called(ctx context.Context, tool, outcome string) {
	if of, is := ctx.Value(request{}).(request); is {
		of.last.set(tool, outcome)
	}
}

// Explorer returns the address of the explorer for the client of ctx, "" for none.
func Explorer(ctx context.Context) string {
	of, _ := ctx.Value(request{}).(request)
	return of.explorer
}

// IsOverHTTP reports whether ctx is that of a call over HTTP.
func IsOverHTTP(ctx context.Context) bool { return ctx.Value(request{}) != nil }

// EndsWithRequest returns a copy of ctx, the context of a call, that also ends
// with the call's HTTP request, if any: without a session the client cannot
// fetch the answer later. The caller must call forget after the call.
func EndsWithRequest(ctx context.Context) (ending context.Context, forget func()) {
	ending, cancel := context.WithCancel(ctx)
	of, has := ctx.Value(request{}).(request)
	if !has {
		return ending, cancel
	}
	stop := context.AfterFunc(of, cancel)
	return ending, func() { stop(); cancel() }
}

// isLocalOrigin reports whether origin is a page of this machine, or empty,
// because programs send none.
func isLocalOrigin(origin string) bool {
	if origin == "" {
		return true
	}
	page, err := url.Parse(origin)
	if err != nil {
		return false
	}
	address, err := netip.ParseAddr(page.Hostname())
	return page.Hostname() == "localhost" || err == nil && address.IsLoopback()
}
