package cli

import (
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"dossier/cli/flags"
	"dossier/telemetry/metrics"
)

// TestStatus looks at servers in several states.
func TestStatus(t *testing.T) {
	counted := metrics.New("v0.1.0", "abc", "go1")
	counted.Request("/graphql", 200, time.Millisecond, "")
	for _, test := range []struct {
		name    string
		ready   int
		text    string
		metrics http.HandlerFunc
		status  int
		want    []string
		problem string
	}{
		{name: "ready", ready: 200, text: "ready\n", metrics: counted.Handler().ServeHTTP,
			want: []string{"ready\ttrue\n", "version\tv0.1.0\n", "requests\t1, of which 0 failed\n"}},
		{name: "without a key", ready: 200, text: "ready\n", metrics: refuses(401),
			want: []string{"ready\ttrue\n", "metrics\tnot shown without a key\n"}},
		{name: "without metrics", ready: 200, text: "ready\n", metrics: refuses(404), want: []string{"ready\ttrue\n"}},
		{name: "with something left out", ready: 200, text: "ready\nsign-in: the key a is left out\n", metrics: refuses(401),
			want: []string{"note\tsign-in: the key a is left out\n"}},
		{name: "stopping", ready: 503, text: "the server is stopping\n", metrics: counted.Handler().ServeHTTP, status: 7,
			want: []string{"ready\tfalse\n"}, problem: "the server is stopping"},
		{name: "another program", ready: 200, text: "ready\n",
			metrics: func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, "<html>") }, status: 7, problem: "cannot be read"},
	} {
		t.Run(test.name, func(t *testing.T) {
			mux := http.NewServeMux()
			mux.HandleFunc("/tools/readyz", func(w http.ResponseWriter, _ *http.Request) {
				w.WriteHeader(test.ready)
				_, _ = io.WriteString(w, test.text)
			})
			mux.HandleFunc("/tools/metrics", test.metrics)
			server := httptest.NewServer(mux)
			defer server.Close()
			address := strings.TrimPrefix(server.URL, "http://")
			for _, args := range [][]string{{"status", "--server=" + server.URL + "/tools"},
				{"status", "--listen=" + address, "--base-path=/tools/"}} {
				got := run(t, nil, args...)
				if got.status != test.status || !strings.Contains(got.errOut, test.problem) {
					t.Errorf("%q: %+v", args, got)
				}
				for _, want := range test.want {
					if !strings.Contains(got.out, want) {
						t.Errorf("%q: no %q in %q", args, want, got.out)
					}
				}
			}
		})
	}
	if got := run(t, nil, "status", "--listen=127.0.0.1:1"); got.status != 7 ||
		!strings.Contains(got.errOut, "http://127.0.0.1:1 does not answer") {
		t.Errorf("no server: %+v", got)
	}
}

func refuses(status int) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(status) }
}

func TestBasePath(t *testing.T) {
	for text, want := range map[string]string{
		"": "", "/": "", "/dossier": "/dossier", "/tools/dossier/": "/tools/dossier", "dossier": "no", "https://a.example/b": "no",
		"//a": "no", "/a/../b": "no", "/a?b": "no", "/a#b": "no", "/a b": "no", "/a\"b": "no",
	} {
		path := flags.BasePath("no")
		if err := path.UnmarshalText([]byte(text)); (err == nil) != (want != "no") || string(path) != want {
			t.Errorf("%q: got %q, %v; want %q", text, path, err, want)
		}
	}
}
