package e2e_test

import (
	"compress/gzip"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"dossier/graph"
	"dossier/transport"
)

// ask sends a query to a server on a new connection, with headers as pairs, and
// returns the response with its body.
func (s server) ask(t *testing.T, method, query string, headers ...string) (response *http.Response, body string) {
	t.Helper()
	address, content := s.address+"/graphql", io.Reader(nil)
	switch method {
	case http.MethodGet:
		address += "?query=" + url.QueryEscape(query)
	case http.MethodPost:
		text, err := json.Marshal(map[string]string{"query": query})
		if err != nil {
			t.Fatal(err)
		}
		content = strings.NewReader(string(text))
	}
	request, err := http.NewRequestWithContext(t.Context(), method, address, content)
	if err != nil {
		t.Fatal(err)
	}
	if content != nil {
		request.Header.Set("Content-Type", "application/json")
	}
	for i := 0; i < len(headers); i += 2 {
		request.Header.Set(headers[i], headers[i+1])
	}
	response, err = http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	return response, string(text)
}

// TestClientsOverHTTP starts a server with an allowed origin and a small limit
// on answers, and calls it like a web page, a cache and a client.
func TestClientsOverHTTP(t *testing.T) {
	t.Setenv("DOSSIER_CORS_ORIGIN", "https://a.example,http://localhost:5173")
	s := startServer(t, "demo", "--max-response=64KiB")
	const list = `{ tasks(first: 100) { nodes { id title description } } }`

	preflight, _ := s.ask(t, http.MethodOptions, "", "Origin", "http://localhost:5173", "Access-Control-Request-Method", "POST")
	page, _ := s.ask(t, http.MethodPost, list, "Origin", "https://a.example")
	foreign, _ := s.ask(t, http.MethodPost, list, "Origin", "https://b.example")
	const allow = "Access-Control-Allow-Origin"
	if preflight.StatusCode != http.StatusNoContent || preflight.Header.Get(allow) != "http://localhost:5173" ||
		page.Header.Get(allow) != "https://a.example" || foreign.Header.Get(allow) != "" {
		t.Errorf("origins: %v, %v, %v", preflight.Header, page.Header, foreign.Header)
	}

	for _, method := range []string{http.MethodGet, http.MethodPost} {
		first, body := s.ask(t, method, list)
		tag := first.Header.Get("ETag")
		if tag == "" || !strings.HasPrefix(first.Header.Get("Cache-Control"), "private") || len(body) < 1000 {
			t.Fatalf("%s: %v %.200s", method, first.Header, body)
		}
		for range 2 {
			if again, rest := s.ask(t, method, list, "If-None-Match", tag); again.StatusCode != http.StatusNotModified || rest != "" ||
				again.Header.Get("ETag") != tag {
				t.Errorf("%s: %d %v %.100s", method, again.StatusCode, again.Header, rest)
			}
		}
	}

	packed, body := s.ask(t, http.MethodPost, list, "Accept-Encoding", "gzip")
	if unpacked, err := gzip.NewReader(strings.NewReader(body)); packed.Header.Get("Content-Encoding") != "gzip" || err != nil {
		t.Errorf("compressed: %v, %v", packed.Header, err)
	} else if text, err := io.ReadAll(unpacked); err != nil || !json.Valid(text) {
		t.Errorf("compressed: %.100s, %v", text, err)
	}

	_, large := s.ask(t, http.MethodPost, `{ a: tasks(first: 100) { nodes { id label linkedEntities { text(mode: FULL) } } } b: projects { `+
		`nodes { full { description } linkedEntities { text(mode: FULL) } } } }`)
	if !strings.Contains(large, `"limit":"responseBytes"`) || !strings.Contains(large, `"allowed":65536`) || len(large) > 1000 {
		t.Errorf("too large: %.300s", large)
	}
	if err := s.stop(os.Interrupt); err != nil {
		t.Errorf("interrupted, it exits with %v", err)
	}
}

// TestTrustedFile starts a server that runs only the documents of a file.
func TestTrustedFile(t *testing.T) {
	const document = `query Names { projects { nodes { name } } }`
	path := filepath.Join(t.TempDir(), "documents.json")
	if err := os.WriteFile(path, fmt.Appendf(nil, `{"%s": %q}`, transport.HashDocument(document), document), 0o600); err != nil {
		t.Fatal(err)
	}
	s := startServer(t, "demo", "--trusted-documents", path)
	response, err := http.Get(s.address + "/graphql?documentId=" + transport.HashDocument(document))
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	if body, err := io.ReadAll(response.Body); err != nil || !strings.Contains(string(body), `"name":"`) {
		t.Errorf("%s, %v", body, err)
	}
	if refused, body := s.ask(t, http.MethodPost, `query Mine { projects { nodes { id } } }`); refused.StatusCode != http.StatusForbidden ||
		!strings.Contains(body, "Mine") {
		t.Errorf("%d %s", refused.StatusCode, body)
	}
}

// TestWrongServeFlags starts servers with invalid values of flags.
func TestWrongServeFlags(t *testing.T) {
	path := filepath.Join(t.TempDir(), "documents.json")
	if err := os.WriteFile(path, []byte(`{"old": "{ projects { nodes { colour } } }"}`), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct{ flag, want string }{
		{"--cors-origin=*", "--cors-origin: expected an exact origin"},
		{"--cors-origin=app.example", "--cors-origin: expected SCHEME://HOST"},
		{"--cors-origin=https://app.example/", "such as https://app.example"},
		{"--cors-origin=https://a.example,https://*.example", "expected an exact origin"},
		{"--trusted-documents=" + path, `entry "old": the document is not valid: Cannot query field "colour"`},
		{"--trusted-documents=/nowhere.json", "--trusted-documents: open /nowhere.json"},
		{"--max-response=0", "--max-response: expected a size"},
		{"--max-response=lots", "--max-response"},
		{"--max-connections=0", "--max-connections: expected more than 0"},
		{"--max-complexity=-1", "--max-complexity: expected more than 0"},
		{"--timeout=0s", "--timeout: expected more than 0"},
		{"--timeout=soon", "--timeout"},
	} {
		args := []string{"demo", "--listen=127.0.0.1:0", test.flag}
		checkRefusal(t, args, runBinary(t, args...), 2, test.want)
	}
}

// TestSlowClients sends endless headers and bodies, on more connections than
// the server accepts, and then a query. It does not check the server's time
// limits, only that it still answers.
func TestSlowClients(t *testing.T) {
	s := startServer(t, "demo", "--max-connections=20")
	host := strings.TrimPrefix(s.address, "http://")
	for range 10 {
		connection, err := net.Dial("tcp", host)
		if err != nil {
			t.Fatal(err)
		}
		defer connection.Close()
		fmt.Fprintf(connection, "POST /graphql HTTP/1.1\r\nHost: %s\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{", host)
	}
	if _, body := s.ask(t, http.MethodPost, `{ project(id: "`+graph.ID("airnet")+`") { name } }`); !strings.Contains(body, "Halvorsund") {
		t.Errorf("%s", body)
	}
	for range 30 { // 9 of them are accepted
		connection, err := net.DialTimeout("tcp", host, time.Second)
		if err != nil {
			t.Fatal(err)
		}
		connection.Close()
	}
	if _, body := s.ask(t, http.MethodGet, `{ viewer { name } }`); !strings.Contains(body, "local") {
		t.Errorf("%s", body)
	}
}
