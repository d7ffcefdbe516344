package mcp

import (
	"net/http"
	"net/netip"
	"net/url"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

// maxBody is how many bytes a request may have. By eye: the longest topic is
// 20,000 characters.
const maxBody = 1 << 20

// Handler serves a server over streamable HTTP, without sessions, to this
// machine's own pages and to programs.
func Handler(instance *sdk.Server) http.Handler {
	streamable := sdk.NewStreamableHTTPHandler(func(*http.Request) *sdk.Server { return instance }, &sdk.StreamableHTTPOptions{
		Stateless: true, MaxRequestBodyBytes: maxBody, PropagateRequestCancellation: true,
	})
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !isLocalOrigin(r.Header.Get("Origin")) {
			http.Error(w, "pages of other sites must not call this server", http.StatusForbidden)
			return
		}
		streamable.ServeHTTP(w, r)
	})
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
