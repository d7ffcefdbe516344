package transport

import (
	"dossier/transport/document"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
)

// CORS returns a handler that allows only pages of these origins to call next,
// with credentials. Origins are compared exactly: scheme, host and port. The
// pages may send any headers, because clients and their tracing add their own.
func CORS(next http.Handler, origins []string) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		header := w.Header()
		header.Add("Vary", "Origin")
		origin := r.Header.Get("Origin")
		allowed := slices.Contains(origins, origin)
		if allowed {
			header.Set("Access-Control-Allow-Origin", origin)
			header.Set("Access-Control-Allow-Credentials", "true")
			header.Set("Access-Control-Expose-Headers", "ETag, Retry-After, WWW-Authenticate, X-Dossier-Fence, X-Dossier-Project, X-Request-Id")
		}
		if r.Method != http.MethodOptions || r.Header.Get("Access-Control-Request-Method") == "" {
			next.ServeHTTP(w, r)
			return
		}
		header.Add("Vary", "Access-Control-Request-Method, Access-Control-Request-Headers, Access-Control-Request-Private-Network")
		if !allowed {
			http.Error(w, "pages of this origin are not allowed; see --cors-origin", http.StatusForbidden)
			return
		}
		header.Set("Access-Control-Allow-Methods", "GET, POST")
		header.Set("Access-Control-Allow-Headers", r.Header.Get("Access-Control-Request-Headers"))
		header.Set("Access-Control-Max-Age", "600")
		if r.Header.Get("Access-Control-Request-Private-Network") == "true" {
			header.Set("Access-Control-Allow-Private-Network", "true")
		}
		w.WriteHeader(http.StatusNoContent)
	})
}

// CheckOrigin returns an error if origin is not the origin of a page. It
// refuses a wildcard: pages send their user's credentials, so every site could
// read as that user.
func CheckOrigin(origin string) error {
	if strings.Contains(origin, "*") {
		return errors.New("expected an exact origin: with a wildcard, every website that a user visits could read as that user")
	}
	u, err := url.Parse(origin)
	if err != nil || u.Scheme == "" || u.Host == "" || u.Opaque != "" {
		return fmt.Errorf("expected SCHEME://HOST[:PORT], such as https://app.example; got %q", document.Short(origin))
	}
	if canonical := strings.ToLower(u.Scheme + "://" + u.Host); canonical != origin || strings.HasSuffix(u.Host, ":") {
		return fmt.Errorf("expected an origin as browsers send it, without path and in lower case, such as %s; got %q",
			strings.TrimSuffix(canonical, ":"), document.Short(origin))
	}
	if u.Scheme == "http" && u.Port() == "80" || u.Scheme == "https" && u.Port() == "443" {
		return fmt.Errorf("expected an origin as browsers send it, without the usual port %s; got %q", u.Port(), document.Short(origin))
	}
	return nil
}
