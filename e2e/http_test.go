package e2e_test

import (
	"encoding/json"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"dossier/web"
)

// TestServing starts the commands that serve, requests pages and stops them.
func TestServing(t *testing.T) {
	db := "--db=sqlite:" + filepath.Join(t.TempDir(), "served.db")
	if got := command(t, "", "import", db, demoPath); got.status != 0 {
		t.Fatalf("import: %+v", got)
	}
	for _, name := range []string{"demo", "serve"} {
		t.Run(name, func(t *testing.T) {
			server := startServer(t, name, db)
			checkPages(t, server.address)
			if err := server.stop(os.Interrupt); err != nil {
				t.Errorf("interrupted, it exits with %v", err)
			}
		})
	}
}

// checkPages requests each page of a server.
func checkPages(t *testing.T, address string) {
	t.Helper()
	if !strings.HasPrefix(address, "http://127.0.0.1:") {
		t.Errorf("it listens on %s", address)
	}
	for _, page := range []struct {
		path   string
		status int
		want   string
	}{
		{"/healthz", 200, "ok"},
		{"/readyz", 200, "ready"},
		{"/playground", 200, "<html"},
		{"/", 200, "<html"}, // redirects to /playground
		{"/nowhere", 404, ""},
		{"/graphql?query=%7Bprojects%7BtotalCount%7D%7D", 200, `{"projects":{"totalCount":3}}`},
		{"/graphql?query=%7Bepics%7D", 200, "Cannot query field"},
	} {
		response, err := http.Get(address + page.path)
		if err != nil {
			t.Fatal(err)
		}
		body, _ := io.ReadAll(response.Body)
		response.Body.Close()
		if response.StatusCode != page.status || !strings.Contains(string(body), page.want) {
			t.Errorf("%s: %d %.300s, want %d %s", page.path, response.StatusCode, body, page.status, page.want)
		}
	}
}

// TestAddresses starts servers on invalid addresses.
func TestAddresses(t *testing.T) {
	taken, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer taken.Close()
	for _, test := range []struct {
		address string
		status  int
		want    string // part of the line
	}{
		{taken.Addr().String(), 7, "address already in use"},
		{"0.0.0.0:8080", 2, "--listen: expected a loopback address, such as 127.0.0.1:8080"},
		{":8080", 2, "expected a loopback address"},
		{"8080", 2, "expected HOST:PORT"},
		{"127.0.0.1:http-ish", 7, "--listen"},
	} {
		args := []string{"demo", "--listen=" + test.address}
		checkRefusal(t, args, runBinary(t, args...), test.status, test.want)
	}
}

// TestExamples sends the example queries of the playground, which contain
// values of the store.
func TestExamples(t *testing.T) {
	s := serveDemo(t)
	recorder := httptest.NewRecorder()
	s.handler.ServeHTTP(recorder, httptest.NewRequest(http.MethodGet, "http://127.0.0.1/playground/examples.json", nil))
	var examples []web.Example
	if err := json.Unmarshal(recorder.Body.Bytes(), &examples); err != nil {
		t.Fatal(err)
	}
	if want := 9; len(examples) != want {
		t.Errorf("%d examples; want %d", len(examples), want)
	}
	for _, example := range examples {
		variables := map[string]any{}
		for name, value := range example.Variables {
			variables[name] = value
		}
		got := s.ask(t, example.Query, variables)
		if strings.Contains(example.Query, "\nsubscription ") {
			if !strings.Contains(got.raw, "is answered over WebSocket") {
				t.Errorf("%s: answered %.500s", example.Name, got.raw)
			}
			continue
		}
		if len(got.Errors) > 0 || strings.Contains(string(got.Data), "null}") || strings.Contains(string(got.Data), `"nodes":[]`) {
			t.Errorf("%s: answered %.500s", example.Name, got.raw)
		}
	}
}
