package e2e_test

import (
	"net/http/httptest"
	"os"
	"os/exec"
	"strings"
	"testing"
)

// TestClients runs the clients of docs/clients.md against a server with the
// demo. They are installed by `npm ci` in the folder clients.
func TestClients(t *testing.T) {
	if testing.Short() {
		t.Skip("the clients take half a minute")
	}
	if missing := missingForClients(); missing != "" {
		if os.Getenv("DOSSIER_REQUIRE_CLIENTS") != "" {
			t.Fatal(missing)
		}
		t.Skip(missing)
	}
	server := httptest.NewServer(serveDemo(t).handler)
	defer server.Close()
	out, err := exec.CommandContext(t.Context(), "node", "clients/test.js", server.URL).CombinedOutput()
	t.Logf("%s", out)
	if err != nil || !strings.HasSuffix(string(out), " 0 failed\n") {
		t.Errorf("the clients: %v", err)
	}
}

// missingForClients returns what the test of the clients lacks, "" for nothing.
func missingForClients() string {
	if _, err := exec.LookPath("node"); err != nil {
		return "there is no node"
	}
	if _, err := os.Stat("clients/node_modules/graphql"); err != nil {
		return "the clients are not installed: run npm ci in e2e/clients"
	}
	return ""
}
