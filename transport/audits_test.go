package transport_test

import (
	"net/http/httptest"
	"os"
	"os/exec"
	"testing"

	"dossier/transport"
)

// TestAudits runs the audits of GraphQL over HTTP, which `npm ci` in the folder
// audits installs.
func TestAudits(t *testing.T) {
	if _, err := os.Stat("audits/node_modules"); err != nil {
		t.Skip("the audits are not installed")
	}
	node, err := exec.LookPath("node")
	if err != nil {
		t.Skip("there is no node")
	}
	server := httptest.NewServer(newServer(transport.Options{Introspection: true}))
	defer server.Close()
	out, err := exec.Command(node, "audits/audit.mjs", server.URL+"/graphql").CombinedOutput()
	t.Logf("%s", out)
	if err != nil {
		t.Error(err)
	}
}
