package transport

import (
	"net"
	"net/http"
	"net/netip"
	"slices"
	"strings"
)

// Forwarded restores requests that come through a trusted proxy to what the
// proxy received, by X-Forwarded-For, -Host and -Proto. The client's address is
// the last one in X-Forwarded-For that is not a trusted proxy, because a client
// can send any list itself.
func Forwarded(next http.Handler, proxies []netip.Prefix) http.Handler {
	trusted := func(address string) bool {
		ip, err := netip.ParseAddr(strings.TrimSpace(address))
		return err == nil && slices.ContainsFunc(proxies, func(p netip.Prefix) bool { return p.Contains(ip.Unmap()) })
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		peer, _, err := net.SplitHostPort(r.RemoteAddr)
		if err != nil || !trusted(peer) {
			next.ServeHTTP(w, r)
			return
		}
		r = r.Clone(r.Context())
		hops := strings.Split(strings.Join(r.Header.Values("X-Forwarded-For"), ","), ",")
		for _, hop := range slices.Backward(hops) {
			if ip, err := netip.ParseAddr(strings.TrimSpace(hop)); err == nil && !trusted(hop) {
				r.RemoteAddr = net.JoinHostPort(ip.String(), "0")
				break
			}
		}
		if host := r.Header.Get("X-Forwarded-Host"); host != "" {
			r.Host = host
		}
		if r.Header.Get("X-Forwarded-Proto") == "https" {
			r.URL.Scheme = "https"
		}
		next.ServeHTTP(w, r)
	})
}
