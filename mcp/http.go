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

// Handler serves a server over streamable HTTP, without sessions, to programs, to
// pages of this machine, and to those of some origins.
func Handler(instance *sdk.Server, origins []string) http.Handler {
	streamable := sdk.NewStreamableHTTPHandler(func(*http.Request) *sdk.Server { return instance }, &sdk.StreamableHTTPOptions{
		Stateless: true, MaxRequestBodyBytes: maxBody, PropagateRequestCancellation: true,
	})
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if origin := r.Header.Get("Origin"); !isLocalOrigin(origin) && !slices.Contains(origins, origin) {
			http.Error(w, "pages of other sites must not call this server", http.StatusForbidden)
			return
		}
		streamable.ServeHTTP(w, r.WithContext(context.WithValue(r.Context(), requestKey{}, r.Context())))
	})
}

// requestKey is the key of the context of an HTTP request. A call has its values
// alone, and in the older era of the protocol would not end with it.
type requestKey struct{}

// endsWithRequest ends the context of a call as soon as its HTTP request ends, if
// it has one: there are no sessions in which a client could come back for the
// answer. forget is to be called when the call is done.
func endsWithRequest(ctx context.Context) (ending context.Context, forget func()) {
	ending, cancel := context.WithCancel(ctx)
	request, has := ctx.Value(requestKey{}).(context.Context)
	if !has {
		return ending, cancel
	}
	stop := context.AfterFunc(request, cancel)
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
