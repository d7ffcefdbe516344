package e2e_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"dossier/transport"
)

// readiness returns the body of /readyz.
func (s server) readiness(t *testing.T) string {
	t.Helper()
	return page(t, s.address+"/readyz")
}

// posted returns the body of the answer to a document of GraphQL.
func (s server) posted(t *testing.T, document string) string {
	t.Helper()
	body, err := json.Marshal(map[string]string{"query": document})
	if err != nil {
		t.Fatal(err)
	}
	status, got := fetched(t, s.address+"/graphql", string(body))
	if !json.Valid([]byte(got)) {
		t.Fatalf("the answer is not JSON: %.300s", got)
	}
	return fmt.Sprint(status, " ", got)
}

// lensesIn returns the names of the lenses that agents may choose.
func (s server) lensesIn(t *testing.T) string {
	t.Helper()
	_, answer := sent(t, http.MethodPost, s.address+"/mcp", "application/json", `{"jsonrpc":"2.0","id":1,"method":"tools/list"}`)
	var list struct{ Result json.RawMessage }
	if err := json.Unmarshal([]byte(answer), &list); err != nil {
		t.Fatal(err)
	}
	return string(list.Result)
}

// TestReload changes the files of lenses and trusted documents of a server and sends
// it SIGHUP: what can be used is in use, and /readyz names the rest until it is right.
func TestReload(t *testing.T) {
	dir := t.TempDir()
	lenses, documents := filepath.Join(dir, "lenses.yaml"), filepath.Join(dir, "documents.json")
	const first, second = "{ lenses { name } }", "{ __typename lenses { name } }"
	write := func(path, text string) {
		t.Helper()
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	lens := func(name string) string {
		return "- name: " + name + "\n  description: A lens.\n  relations: {blocks: 2}\n"
	}
	trusted := func(texts ...string) string {
		all := map[string]string{}
		for _, text := range texts {
			all[transport.HashDocument(text)] = text
		}
		file, err := json.Marshal(all)
		if err != nil {
			t.Fatal(err)
		}
		return string(file)
	}
	write(lenses, lens("harvest"))
	write(documents, trusted(first))
	s := startServer(t, "demo", "--lenses="+lenses, "--trusted-documents="+documents)
	for _, step := range []struct {
		name, lenses, documents string
		harvest, sowing         bool   // which lenses there are
		first, second           bool   // which documents are run
		problem                 string // that /readyz has, "" for none
	}{
		{"as it was started", lens("harvest"), trusted(first), true, false, true, false, ""},
		{"both are changed", lens("sowing"), trusted(first, second), false, true, true, true, ""},
		{"the lenses are no YAML", "- name: [", trusted(second), false, true, false, true, "the file of lenses cannot be used"},
		{"the documents are no JSON", lens("harvest"), "{", true, false, false, true, "the file of trusted documents cannot be used"},
		{"one of two lenses is left out", lens("sowing") + "- name: frost\n  relations: {nothing: 1}\n", trusted(first), false,
			true, true, false, "frost"},
		{"one of two documents is left out", lens("sowing"), strings.TrimSuffix(trusted(first), "}") + `,"x":7}`, false, true, true, false,
			"trusted document \"x\" is left out"},
		{"all is right again", lens("harvest"), trusted(first, second), true, false, true, true, ""},
	} {
		write(lenses, step.lenses)
		write(documents, step.documents)
		if err := s.process.Process.Signal(syscall.SIGHUP); err != nil {
			t.Fatal(err)
		}
		wrong := "not asked yet"
		for end := time.Now().Add(20 * time.Second); wrong != "" && time.Now().Before(end); time.Sleep(20 * time.Millisecond) {
			wrong = ""
			ready, listed := s.readiness(t), s.lensesIn(t)
			for _, got := range []struct {
				what      string
				has, want bool
			}{
				{"the lens harvest for agents", strings.Contains(listed, "harvest"), step.harvest},
				{"the lens sowing for agents", strings.Contains(listed, "sowing"), step.sowing},
				{"the first document", !strings.Contains(s.posted(t, first), "FORBIDDEN"), step.first},
				{"the second document", !strings.Contains(s.posted(t, second), "FORBIDDEN"), step.second},
				{"a problem", strings.Contains(ready, "problem") || strings.Contains(ready, "cannot be used"), step.problem != ""},
				{"the problem", strings.Contains(ready, step.problem), true},
			} {
				if got.has != got.want {
					wrong = fmt.Sprintf("%s: %t, want %t; %s", got.what, got.has, got.want, ready)
				}
			}
			if document := first; wrong == "" && (step.first || step.second) {
				if !step.first {
					document = second
				}
				if got := s.posted(t, document); strings.Contains(got, "harvest") != step.harvest || strings.Contains(got, "sowing") != step.sowing {
					wrong = "the lenses by GraphQL: " + got
				}
			}
		}
		if wrong != "" {
			t.Errorf("%s: %s", step.name, wrong)
		}
	}
}
