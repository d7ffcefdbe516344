package remote_test

import (
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"dossier/graph"
	"dossier/remote"
)

// TestAsk checks the results for several answers of a server.
func TestAsk(t *testing.T) {
	for _, test := range []struct {
		status     int
		body, data string
		code       graph.Code
		text       string
	}{
		{200, `{"data":{"a":1}}`, `{"a":1}`, "", ""},
		{200, `{"data":null,"errors":[{"message":"input.id: gone","extensions":{"code":"CONFLICT","argument":"input.id"}}]}`, "",
			graph.CodeConflict, "input.id: gone"},
		{200, `{"data":{"a":null,"b":1},"errors":[{"message":"gone","path":["a"],"extensions":{"code":"NOT_FOUND"}}]}`, `{"a":null,"b":1}`,
			graph.CodeNotFound, "gone"},
		{401, `no`, "", graph.CodeUnauthenticated, ""},
		{502, `<html>`, "", graph.CodeUnavailable, ""},
	} {
		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if r.URL.Path != "/graphql" || r.Header.Get("Authorization") != "Bearer k" {
				t.Errorf("got %s with %v", r.URL, r.Header)
			}
			w.WriteHeader(test.status)
			_, _ = w.Write([]byte(test.body))
		}))
		client, err := remote.New(server.URL, "k")
		if err != nil {
			t.Fatal(err)
		}
		data, err := client.Ask(t.Context(), "{ a }", nil)
		server.Close()
		if string(data) != test.data || (err == nil) != (test.code == "") ||
			err != nil && (graph.CodeOf(err) != test.code || test.text != "" && err.Error() != test.text) {
			t.Errorf("%d %s: got %s, %v", test.status, test.body, data, err)
		}
		if _, err = client.Ask(t.Context(), "{ a }", nil); graph.CodeOf(err) != graph.CodeUnavailable {
			t.Errorf("of a server that ended: got %v", err)
		}
	}
	locked := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.WriteHeader(http.StatusUnauthorized)
		_, _ = w.Write([]byte(`{"errors":[{"message":"expected the header Authorization","extensions":{"code":"UNAUTHENTICATED"}}]}`))
	}))
	defer locked.Close()
	for key, want := range map[string]string{"": "key: is missing; this server answers only requests with a key or a token",
		"k": "expected the header Authorization"} {
		client, err := remote.New(locked.URL, key)
		if err != nil {
			t.Fatal(err)
		}
		if _, err = client.Ask(t.Context(), "{ a }", nil); err == nil || err.Error() != want {
			t.Errorf("key %q: got %v, want %s", key, err, want)
		}
	}
	for _, url := range []string{"dossier.example.org", "ftp://a", "http://", ":", "unix:", ""} {
		if _, err := remote.New(url, ""); graph.CodeOf(err) != graph.CodeBadUserInput {
			t.Errorf("%s: got %v", url, err)
		}
	}
}

// TestNew asks servers at all forms of addresses.
func TestNew(t *testing.T) {
	handler := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { fmt.Fprintf(w, `{"data":%q}`, r.URL.Path) })
	tcp := httptest.NewServer(handler)
	defer tcp.Close()
	path := filepath.Join(t.TempDir(), "s")
	listener, err := net.Listen("unix", path)
	if err != nil {
		t.Fatal(err)
	}
	unix := &httptest.Server{Listener: listener, Config: &http.Server{Handler: handler, ReadHeaderTimeout: time.Second}}
	unix.Start()
	defer unix.Close()
	for _, test := range []struct{ server, asked, base string }{
		{tcp.URL, "/graphql", tcp.URL},
		{tcp.URL + "/", "/graphql", tcp.URL},
		{tcp.URL + "/graphql", "/graphql", tcp.URL},
		{tcp.URL + "/graphql/", "/graphql", tcp.URL},
		{tcp.URL + "/tools/dossier", "/tools/dossier/graphql", tcp.URL + "/tools/dossier"},
		{tcp.URL + "/tools/dossier/graphql", "/tools/dossier/graphql", tcp.URL + "/tools/dossier"},
		{"unix:" + path, "/graphql", "http://localhost"},
	} {
		client, err := remote.New(test.server, "")
		if err != nil {
			t.Errorf("%s: %v", test.server, err)
			continue
		}
		if got, err := client.Ask(t.Context(), "{ a }", nil); err != nil || string(got) != `"`+test.asked+`"` || client.Base() != test.base {
			t.Errorf("%s: asks %s below %s, %v; want %s below %s", test.server, got, client.Base(), err, test.asked, test.base)
		}
	}
}

// TestUser asks as the user of a URL, which no error shows, unless there is a key.
func TestUser(t *testing.T) {
	got := ""
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		got = r.Header.Get("Authorization")
		w.WriteHeader(http.StatusBadGateway)
	}))
	defer server.Close()
	url := strings.Replace(server.URL, "http://", "http://ann:pass@", 1) + "/a%20b"
	for key, want := range map[string]string{"": "Basic YW5uOnBhc3M=", "k": "Bearer k"} {
		client, err := remote.New(url, key)
		if err != nil {
			t.Fatal(err)
		}
		_, err = client.Ask(t.Context(), "{ a }", nil)
		if got != want || err == nil || strings.Contains(err.Error(), "pass") || !strings.HasSuffix(client.Base(), "/a%20b") {
			t.Errorf("key %q: sent %q below %s, want %q; error %v", key, got, client.Base(), want, err)
		}
	}
}
