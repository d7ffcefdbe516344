package e2e_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/goccy/go-yaml"
)

// manifests returns the files of deploy that start servers, by name.
func manifests(t *testing.T) map[string]string {
	t.Helper()
	all := map[string]string{}
	for _, pattern := range []string{"deploy/compose/*.yaml", "deploy/kubernetes/*.yaml"} {
		files, err := filepath.Glob(filepath.Join(root, pattern))
		if err != nil || len(files) == 0 {
			t.Fatalf("%s: %v, %d files", pattern, err, len(files))
		}
		for _, file := range files {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			all[filepath.Base(file)] = string(text)
		}
	}
	return all
}

// setting matches a variable in a manifest with its value, in the forms of Compose
// and of Kubernetes.
var setting = regexp.MustCompile(`(?:name: )?(DOSSIER_[A-Z_]+)(?:, value)?: "?([^"}\n]+)`)

// TestManifests gives the program the variables of each manifest, and compares the
// settings in effect.
func TestManifests(t *testing.T) {
	found := 0
	for name, text := range manifests(t) {
		var document any
		if err := yaml.Unmarshal([]byte(text), &document); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		variables := setting.FindAllStringSubmatch(text, -1)
		if variables == nil {
			continue
		}
		found++
		secret := filepath.Join(t.TempDir(), "secret")
		if err := os.WriteFile(secret, []byte("sqlite:a-secret-of-the-test.db"), 0o600); err != nil {
			t.Fatal(err)
		}
		config := process(t, "config", "--json")
		config.Env = append(os.Environ(), "DOSSIER_CONFIG="+os.DevNull)
		for _, one := range variables {
			value := one[2]
			if strings.HasSuffix(one[1], "_FILE") {
				value = secret
			}
			config.Env = append(config.Env, one[1]+"="+value)
		}
		out, err := config.Output()
		if err != nil {
			t.Errorf("%s: dossier config: %v\n%s", name, err, out)
			continue
		}
		var settings []struct{ From string }
		if err := json.Unmarshal(out, &settings); err != nil {
			t.Fatal(err)
		}
		for _, one := range variables {
			if !slices.ContainsFunc(settings, func(s struct{ From string }) bool { return s.From == one[1] }) {
				t.Errorf("%s: no setting is from %s", name, one[1])
			}
		}
	}
	if found != 2 {
		t.Errorf("%d manifests set variables, want compose.yaml and deployment.yaml", found)
	}
}

// probed matches a path that a balancer or an orchestrator asks.
var probed = regexp.MustCompile(`(?:path: |GET )(/[a-z]+)`)

// TestProbes asks a server the paths of the probes.
func TestProbes(t *testing.T) {
	balancer, err := os.ReadFile(filepath.Join(root, "deploy/compose/haproxy.cfg"))
	if err != nil {
		t.Fatal(err)
	}
	s := startServer(t, "demo")
	asked := 0
	for _, match := range probed.FindAllStringSubmatch(string(balancer)+manifests(t)["deployment.yaml"], -1) {
		asked++
		page(t, s.address+match[1]) // fails unless the status is 200
	}
	if asked != 4 {
		t.Errorf("%d probes, want 4", asked)
	}
}
