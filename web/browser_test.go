package web

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"strings"
	"testing"
)

// TestBrowser runs the browser's test against this handler and a GraphQL
// endpoint with a small schema, one answer and one change. It needs Node,
// Chromium and `npm ci` in the folder browser; it is skipped without these.
func TestBrowser(t *testing.T) {
	chromium := os.Getenv("CHROMIUM")
	if chromium == "" {
		chromium = "/usr/bin/chromium"
	}
	for _, needed := range []string{chromium, "browser/node_modules/playwright-core"} {
		if _, err := os.Stat(needed); err != nil {
			t.Skipf("needs %s", needed)
		}
	}
	mux := http.NewServeMux()
	mux.Handle("/", Handler("", someValues, "type Query { a: Int }"))
	mux.HandleFunc("POST /graphql", answerForOneSchema(t))
	server := httptest.NewServer(mux)
	defer server.Close()

	arguments := []string{"browser/playground.mjs", server.URL}
	if file := os.Getenv("SCREENSHOT"); file != "" {
		arguments = append(arguments, "--screenshot", file)
	}
	out, err := exec.CommandContext(t.Context(), "node", arguments...).CombinedOutput()
	t.Logf("%s", out)
	if err != nil || !strings.HasSuffix(string(out), " 0 failed\n") {
		t.Errorf("the browser's test: %v", err)
	}
}

func answerForOneSchema(t *testing.T) http.HandlerFunc {
	introspection, err := os.ReadFile("testdata/introspection.json")
	if err != nil {
		t.Fatal(err)
	}
	const project = `{"data":{"projects":{"totalCount":1,"nodes":[{"label":"Shop Lane","stateKey":"active"}]}}}`
	const document = `{"data":{"contextDocument":{"text":"# Context: offline queue\n\nIt is a queue."}}}`
	const change = `{"data":{"projectChanges":{"cursor":"1.1","resync":false,"event":{"operation":"CREATED"}}}}`
	return func(w http.ResponseWriter, r *http.Request) {
		var request struct{ OperationName, Query string }
		if err := json.NewDecoder(r.Body).Decode(&request); err != nil {
			http.Error(w, err.Error(), http.StatusBadRequest)
			return
		}
		if request.OperationName == "Changes" || strings.HasPrefix(request.Query, "subscription") {
			w.Header().Set("Content-Type", "text/event-stream")
			fmt.Fprintf(w, "event: next\ndata: %s\n\nevent: complete\ndata:\n\n", change)
			return
		}
		w.Header().Set("Content-Type", "application/json")
		answer := []byte(project)
		switch request.OperationName {
		case "IntrospectionQuery":
			answer = introspection
		case "Context":
			answer = []byte(document)
		}
		if _, err := w.Write(answer); err != nil {
			t.Error(err)
		}
	}
}
