package e2e_test

import (
	"bytes"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// TestTextsInLog sends words by each interface, and looks for them in the log.
func TestTextsInLog(t *testing.T) {
	requests := []struct {
		method, path, body string
		detailed           string // what the level debug logs, "" for nothing
	}{
		{"POST", "/graphql", `{"query":"{ search(query: \"heron\") { hits { score } } }"}`, "heron"},
		{"POST", "/graphql", `{"query":"query ($q: String!) { search(query: $q) { hits { score } } }","variables":{"q":"osprey"}}`, "osprey"},
		{"POST", "/graphql", `{"query":"{ search(query: \"egret\") { wrong } }"}`, "egret"},
		{"POST", "/graphql", `{"query":"{ bittern"}`, "bittern"},
		{"GET", "/graphql?query=%7Bentity(id:%22plover%22)%7Bid%7D%7D", "", "plover"},
		{"GET", "/explorer/context?q=curlew", "", ""},
		{"POST", "/mcp", `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"search","arguments":{"query":"avocet"}}}`, ""},
	}
	const all = "heron osprey egret bittern plover curlew avocet"
	for _, level := range []string{"info", "debug"} {
		var log bytes.Buffer
		process := process(t, "serve", "--create", "--db=sqlite:"+filepath.Join(t.TempDir(), "new.db"), "--listen=127.0.0.1:0",
			"--log-level="+level)
		process.Stderr = &log
		s := started(t, process)
		for _, one := range requests {
			sent(t, one.method, s.address+one.path, agentAccept, one.body)
		}
		if err := s.stop(syscall.SIGTERM); err != nil {
			t.Error(err)
		}
		if !strings.Contains(log.String(), "path=/graphql") {
			t.Errorf("%s: no request is logged:\n%s", level, &log)
		}
		for _, one := range requests {
			if one.detailed != "" && level == "debug" && !strings.Contains(log.String(), one.detailed) {
				t.Errorf("debug: the log lacks %q", one.detailed)
			}
		}
		for word := range strings.FieldsSeq(all) {
			if level == "info" && strings.Contains(log.String(), word) {
				t.Errorf("info: the log has %q", word)
			}
		}
	}
}
