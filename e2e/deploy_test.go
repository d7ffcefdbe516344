package e2e_test

import (
	"encoding/json"
	"fmt"
	"maps"
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

// A composition is what deploy/compose uses of the specification of Compose.
type composition struct {
	Name     string
	Services map[string]struct {
		Image           string
		Command         []string
		Environment     map[string]string
		Secrets         []string
		Volumes         []string
		Ports           []string
		Tmpfs           []string
		CapDrop         []string       `yaml:"cap_drop"`
		SecurityOpt     []string       `yaml:"security_opt"`
		ReadOnly        bool           `yaml:"read_only"`
		StopGracePeriod string         `yaml:"stop_grace_period"`
		DependsOn       any            `yaml:"depends_on"` // names, or conditions by name
		Healthcheck     map[string]any `yaml:"healthcheck"`
		Restart         string
	}
	Volumes map[string]any
	Secrets map[string]struct{ File string }
}

// TestCompose looks for what the services refer to, and for keys that the
// specification does not have.
func TestCompose(t *testing.T) {
	var all composition
	if err := yaml.UnmarshalWithOptions([]byte(manifests(t)["compose.yaml"]), &all, yaml.DisallowUnknownField(),
		yaml.AllowDuplicateMapKey()); err != nil {
		t.Fatal(err)
	}
	for name, service := range all.Services {
		for _, secret := range service.Secrets {
			if all.Secrets[secret].File == "" {
				t.Errorf("%s: no secret %s", name, secret)
			}
		}
		for _, volume := range service.Volumes {
			from, to, _ := strings.Cut(volume, ":")
			_, isDeclared := all.Volumes[from]
			if _, err := os.Stat(filepath.Join(root, "deploy/compose", from)); !isDeclared && err != nil || !strings.HasPrefix(to, "/") {
				t.Errorf("%s: the volume %s: %v", name, volume, err)
			}
		}
		for variable, value := range service.Environment {
			if secret, is := strings.CutPrefix(value, "/run/secrets/"); is && !slices.Contains(service.Secrets, secret) {
				t.Errorf("%s: %s is %s, a secret that it has not", name, variable, value)
			}
		}
		for other := range all.Services {
			if strings.Contains(fmt.Sprint(service.DependsOn), other) && other == name {
				t.Errorf("%s depends on itself", name)
			}
		}
	}
	one, other := all.Services["dossier-1"], all.Services["dossier-2"]
	if len(one.Environment) < 8 || !maps.Equal(one.Environment, other.Environment) || one.Volumes[0] == other.Volumes[0] || !other.ReadOnly ||
		other.Image != one.Image {
		t.Errorf("two servers that differ in more than the folder for saved projects: %+v, %+v", one, other)
	}
}

// released matches a version of the program in an image or a text.
var released = regexp.MustCompile(`(?:dossier:|newTag: )(v\d+\.\d+\.\d+)`)

// TestVersionsAgree compares the versions that manifests and docs name.
func TestVersionsAgree(t *testing.T) {
	texts := manifests(t)
	texts["production.md"] = productionPage(t)
	places := map[string][]string{}
	for name, text := range texts {
		for _, match := range released.FindAllStringSubmatch(text, -1) {
			places[match[1]] = append(places[match[1]], name)
		}
	}
	if len(places) != 1 || len(places["v0.1.0"]) != 3 {
		t.Errorf("got %v, want one version in compose.yaml, kustomization.yaml and production.md", places)
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
