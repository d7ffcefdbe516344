package transport

import (
	"net/http"
	"net/http/httptest"
	"net/netip"
	"testing"
)

func TestForwarded(t *testing.T) {
	for _, test := range []struct {
		name, peer string
		header     map[string]string
		want       string // address, host and scheme
	}{
		{"no proxy", "203.0.113.9:1", map[string]string{"X-Forwarded-For": "192.0.2.1", "X-Forwarded-Host": "evil.example"},
			"203.0.113.9:1 server "},
		{"a proxy", "10.0.0.1:1", map[string]string{"X-Forwarded-For": "192.0.2.1", "X-Forwarded-Host": "dossier.example",
			"X-Forwarded-Proto": "https"}, "192.0.2.1:0 dossier.example https"},
		{"what the client claims", "10.0.0.1:1", map[string]string{"X-Forwarded-For": "198.51.100.7, 192.0.2.1"}, "192.0.2.1:0 server "},
		{"two proxies", "10.0.0.1:1", map[string]string{"X-Forwarded-For": "192.0.2.1, 10.0.0.2"}, "192.0.2.1:0 server "},
		{"an IPv6 client", "[::ffff:10.0.0.1]:1", map[string]string{"X-Forwarded-For": "2001:db8::1"}, "[2001:db8::1]:0 server "},
		{"nonsense", "10.0.0.1:1", map[string]string{"X-Forwarded-For": "unknown"}, "10.0.0.1:1 server "},
		{"nothing", "10.0.0.1:1", nil, "10.0.0.1:1 server "},
	} {
		request := httptest.NewRequest(http.MethodGet, "/", nil)
		request.RemoteAddr, request.Host = test.peer, "server"
		for name, value := range test.header {
			request.Header.Set(name, value)
		}
		var got string
		seen := http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { got = r.RemoteAddr + " " + r.Host + " " + r.URL.Scheme })
		Forwarded(seen, []netip.Prefix{netip.MustParsePrefix("10.0.0.0/8")}).ServeHTTP(httptest.NewRecorder(), request)
		if got != test.want {
			t.Errorf("%s: got %q, want %q", test.name, got, test.want)
		}
	}
}
