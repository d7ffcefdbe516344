package e2e_test

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"dossier/remote"
)

// use makes a request of each kind that the dashboard and the alerts show.
func (s server) use(t *testing.T) {
	t.Helper()
	client, err := remote.New(s.address, "")
	if err != nil {
		t.Fatal(err)
	}
	document := `query Board { tasks(first: 3) { nodes { id } } search(query: "frost") { total } ` +
		`contextDocument(input: {start: {topic: "overdue tasks of airnet"}}) { tokens } }`
	if _, err := client.Ask(t.Context(), document, nil); err != nil {
		t.Fatal(err)
	}
	call := `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"list_projects","arguments":{}}}`
	if answer, body := sent(t, http.MethodPost, s.address+"/mcp", agentAccept, call); answer.StatusCode != http.StatusOK {
		t.Fatalf("list_projects: %s %s", answer.Status, body)
	}
}

// page returns the body of an address.
func page(t *testing.T, address string) string {
	t.Helper()
	answer, err := http.Get(address)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	body, err := io.ReadAll(answer.Body)
	if err != nil || answer.StatusCode != http.StatusOK {
		t.Fatalf("%s: status %d, %v", address, answer.StatusCode, err)
	}
	return string(body)
}

// expressions returns the queries of the dashboard and of the alerts.
func expressions(t *testing.T) (list []string) {
	t.Helper()
	var dashboard struct {
		Panels []struct{ Targets []struct{ Expr string } }
	}
	text, err := os.ReadFile(filepath.Join(root, "deploy/grafana/dossier.json"))
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(text, &dashboard); err != nil {
		t.Fatal(err)
	}
	for _, panel := range dashboard.Panels {
		for _, target := range panel.Targets {
			list = append(list, strings.ReplaceAll(target.Expr, "$__rate_interval", "1m"))
		}
	}
	if text, err = os.ReadFile(filepath.Join(root, "deploy/prometheus/alerts.yaml")); err != nil {
		t.Fatal(err)
	}
	_, alerts, _ := strings.Cut(string(text), "rules:")
	return append(list, alerts)
}

var ofMetric = regexp.MustCompile(`\b(dossier|process|go)_[a-z_]+`)

// TestMetrics looks for each metric of the dashboard and of the alerts in those of
// a server.
func TestMetrics(t *testing.T) {
	s := startServer(t, "demo")
	s.use(t)
	metrics := page(t, s.address+"/metrics")
	var has []string
	for line := range strings.Lines(metrics) {
		has = append(has, ofMetric.FindString(line))
	}
	for _, expression := range expressions(t) {
		for _, name := range ofMetric.FindAllString(expression, -1) {
			if !slices.Contains(has, name) {
				t.Errorf("no metric %s", name)
			}
		}
	}
	promtool, err := exec.LookPath("promtool")
	if err != nil {
		t.Skip("promtool is not installed")
	}
	check := exec.CommandContext(t.Context(), promtool, "check", "metrics")
	check.Stdin = strings.NewReader(metrics)
	rules := exec.CommandContext(t.Context(), promtool, "test", "rules", "alerts_test.yaml")
	rules.Dir = filepath.Join(root, "deploy/prometheus")
	for _, command := range []*exec.Cmd{check, rules} {
		if out, err := command.CombinedOutput(); err != nil {
			t.Errorf("%q: %v\n%s", command.Args, err, out)
		}
	}
}

// TestPrometheus evaluates the queries of the dashboard by a Prometheus that reads
// a server under load.
func TestPrometheus(t *testing.T) {
	program, err := exec.LookPath("prometheus")
	if testing.Short() || err != nil {
		t.Skip("takes seconds, and prometheus")
	}
	s, dir := startServer(t, "demo"), t.TempDir()
	target := strings.TrimPrefix(s.address, "http://")
	config := fmt.Sprintf("global: {scrape_interval: 1s, evaluation_interval: 1s}\nrule_files: [%s]\n"+
		"scrape_configs: [{job_name: dossier, static_configs: [{targets: [%q]}]}]\n",
		absolute(t, "deploy/prometheus/alerts.yaml"), target)
	file := filepath.Join(dir, "prometheus.yaml")
	if err := os.WriteFile(file, []byte(config), 0o600); err != nil {
		t.Fatal(err)
	}
	const address = "127.0.0.1:29391"
	command := exec.CommandContext(t.Context(), program, "--config.file="+file, "--storage.tsdb.path="+dir, "--web.listen-address="+address)
	if err := command.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = command.Wait() })
	s.nameOperations(t, 10_000)
	var empty []string
	for end := time.Now().Add(time.Minute); time.Now().Before(end); {
		s.use(t)
		time.Sleep(500 * time.Millisecond)
		if empty = unanswered(t, "http://"+address); len(empty) == 0 {
			break
		}
	}
	if len(empty) > 0 {
		t.Errorf("queries without an answer: %q", empty)
	}
	checkRules(t, "http://"+address)
	if series := strings.Count(page(t, s.address+"/metrics"), "\ndossier_"); series > mostSeries {
		t.Errorf("%d series, want at most %d, whatever clients send", series, mostSeries)
	}
}

// mostSeries bounds the series of a server: 17 for each of 100 names of operations,
// those of the other metrics, and room for as many.
const mostSeries = 2*17*100 + 1000

// nameOperations sends operations whose names are all different, of which some
// succeed.
func (s server) nameOperations(t *testing.T, count int) {
	t.Helper()
	const clients = 4
	var busy sync.WaitGroup
	for client := range clients {
		busy.Go(func() {
			for n := client; n < count; n += clients {
				body := fmt.Sprintf(`{"query": "query Name%d { lenses { %s } }"}`, n, []string{"name", "wrong"}[n%2])
				answer, err := http.Post(s.address+"/graphql", "application/json", strings.NewReader(body))
				if err != nil {
					t.Error(err)
					return
				}
				_, _ = io.Copy(io.Discard, answer.Body)
				_ = answer.Body.Close()
			}
		})
	}
	busy.Wait()
}

// checkRules checks that Prometheus evaluates all alerts.
func checkRules(t *testing.T, address string) {
	t.Helper()
	var found struct {
		Data struct {
			Groups []struct {
				Rules []struct{ Name, Health, LastError string }
			}
		}
	}
	if err := json.Unmarshal([]byte(page(t, address+"/api/v1/rules")), &found); err != nil {
		t.Fatal(err)
	}
	rules := 0
	for _, group := range found.Data.Groups {
		for _, rule := range group.Rules {
			if rules++; rule.Health != "ok" {
				t.Errorf("the alert %s is %s: %s", rule.Name, rule.Health, rule.LastError)
			}
		}
	}
	if rules != 10 {
		t.Errorf("%d alerts, want 10", rules)
	}
}

// unanswered returns the queries of the dashboard for which Prometheus has no
// value yet.
func unanswered(t *testing.T, address string) (empty []string) {
	t.Helper()
	list := expressions(t)
	for _, expression := range list[:len(list)-1] {
		answer, err := http.Get(address + "/api/v1/query?query=" + url.QueryEscape(expression))
		if err != nil {
			return list
		}
		var found struct {
			Status string
			Data   struct{ Result []any }
		}
		err = json.NewDecoder(answer.Body).Decode(&found)
		_ = answer.Body.Close()
		if err != nil || found.Status != "success" || len(found.Data.Result) == 0 {
			empty = append(empty, expression)
		}
	}
	return empty
}

func absolute(t *testing.T, path string) string {
	t.Helper()
	whole, err := filepath.Abs(filepath.Join(root, path))
	if err != nil {
		t.Fatal(err)
	}
	return whole
}
