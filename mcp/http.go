package mcp

import (
	"context"
	"net/http"
	"net/netip"
	"net/url"
	"slices"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

// maxBody is how many bytes a request may have. By eye: the longest topic is
// 20,000 characters.
const maxBody = 1 << 20

// HandlerOptions say to whom a server is served over HTTP.
type HandlerOptions struct {
	// Origins are those of pages that may call it, beside pages of this machine.
	Origins []string
	// Stay returns the handler of requests that stay open; nil for the same one.
	Stay func(next http.Handler) http.Handler
}

// Handler serves servers over streamable HTTP, without sessions, to programs and
// to pages. Most requests share a server. Those that follow resources have one
// each, since a server notifies all who follow a resource, whatever they may read.
func Handler(newServer func() *Server, options HandlerOptions) http.Handler {
	shared := newServer()
	streamable := sdk.NewStreamableHTTPHandler(func(r *http.Request) *Server {
		if stays(r) {
			return newServer()
		}
		return shared
	}, &sdk.StreamableHTTPOptions{
		Stateless: true, MaxRequestBodyBytes: maxBody, PropagateRequestCancellation: true,
	})
	answered := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		streamable.ServeHTTP(w, r.WithContext(request{r.Context()}))
	})
	var followed http.Handler = answered
	if options.Stay != nil {
		followed = options.Stay(answered)
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		origin := r.Header.Get("Origin")
		switch {
		case !isLocalOrigin(origin) && !slices.Contains(options.Origins, origin):
			http.Error(w, "pages of other sites must not call this server", http.StatusForbidden)
		case stays(r):
			followed.ServeHTTP(w, r)
		default:
			answered(w, r)
		}
	})
}

// stays reports whether a request stays open. The method is in a header, too,
// since the newer era of the protocol.
func stays(r *http.Request) bool { return r.Header.Get("Mcp-Method") == listen }

// A request is the context of an HTTP request, and finds itself: a call has the
// values of its request alone, and in the older era of the protocol would not end
// with it.
type request struct{ context.Context }

// Value implements [context.Context].
func (r request) Value(key any) any {
	if key == (request{}) {
		return r
	}
	return r.Context.Value(key)
}

// isOverHTTP reports whether a call is an HTTP request.
func isOverHTTP(ctx context.Context) bool { return ctx.Value(request{}) != nil }

// endsWithRequest ends the context of a call as soon as its HTTP request ends, if
// it has one: there are no sessions in which a client could come back for the
// answer. forget is to be called when the call is done.
func endsWithRequest(ctx context.Context) (ending context.Context, forget func()) {
	ending, cancel := context.WithCancel(ctx)
	of, has := ctx.Value(request{}).(request)
	if !has {
		return ending, cancel
	}
	stop := context.AfterFunc(of, cancel)
	return ending, func() { stop(); cancel() }
}

// isLocalOrigin reports whether an origin is a page of this machine, or none: a
// program sends none.
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
