package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// A machine has nothing but the files of an image: its root can only be read, except
// for /data, and its user is that of the image.
type machine struct{ root, data string }

// newMachine unpacks the image of a program.
func newMachine(t *testing.T, program []byte) *machine {
	t.Helper()
	m := &machine{root: t.TempDir(), data: t.TempDir()}
	archive := filepath.Join(t.TempDir(), "layer.tar.gz")
	content := layer(file{name: "dossier", text: program, mode: 0o755}, time.Unix(1_790_000_000, 0))
	if err := os.WriteFile(archive, content, 0o600); err != nil {
		t.Fatal(err)
	}
	tool(t, "tar", "--extract", "--same-permissions", "--numeric-owner", "--file", archive, "--directory", m.root)
	if err := os.Chown(m.data, nobody, nobody); err != nil {
		t.Fatal(err)
	}
	for dir := m.root; dir != "/" && dir != os.TempDir(); dir = filepath.Dir(dir) {
		if err := os.Chmod(dir, 0o755); err != nil { //nolint:gosec // another user is to reach it
			t.Fatal(err)
		}
	}
	return m
}

// run runs the program with an input, and returns what it prints.
func (m *machine) run(t *testing.T, input string, args ...string) (out string, status int) {
	t.Helper()
	const script = `mount --bind "$1" "$1" && mount -o remount,ro,bind "$1" && mount --bind "$2" "$1/data" && root=$1 && shift 2 &&
exec chroot --userspec=65532:65532 "$root" /dossier "$@"`
	command := exec.CommandContext(t.Context(), "unshare", append([]string{"--mount", "sh", "-c", script, "sh", m.root, m.data}, args...)...)
	command.Env = []string{"HOME=/data", "PATH=" + os.Getenv("PATH")}
	command.Stdin = strings.NewReader(input)
	text, err := command.CombinedOutput()
	if command.ProcessState == nil {
		t.Fatal(err)
	}
	return string(text), command.ProcessState.ExitCode()
}

// TestImageRuns runs the program as another user in the root of the image, where
// nothing else is.
func TestImageRuns(t *testing.T) {
	if testing.Short() || os.Getuid() != 0 {
		t.Skip("builds the program, and needs root")
	}
	path := filepath.Join(t.TempDir(), "dossier")
	build := exec.CommandContext(t.Context(), "go", "build", "-o", path, "..")
	build.Env = append(os.Environ(), "CGO_ENABLED=0")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("build the program: %v\n%s", err, out)
	}
	program, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	demo, err := os.ReadFile("../testdata/demo.ndjson")
	if err != nil {
		t.Fatal(err)
	}
	m := newMachine(t, program)
	const hello = `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},` +
		`"clientInfo":{"name":"t","version":"1"}}}` + "\n"
	for _, step := range []struct {
		args, input string
		status      int
		prints      string
	}{
		{"import --db sqlite:/data/d.db -", string(demo), 0, "409 entities"},
		{"ls tasks --db sqlite:/data/d.db --project airnet", "", 0, "\t"},
		{"context frost --db sqlite:/data/d.db", "", 0, "## "},
		{"mcp --demo", hello, 0, `"serverInfo"`},
		{"backup --db sqlite:/data/d.db /data/d.backup", "", 0, "/data/d.backup has the store"},
		{"import --db sqlite:/d.db -", string(demo), 7, "not available"},
		{"doctor --db sqlite:/data/d.db --listen 127.0.0.1:0", "", 3, "these wait for each other"}, // which the demo shows
	} {
		if out, status := m.run(t, step.input, strings.Fields(step.args)...); status != step.status || !strings.Contains(out, step.prints) {
			t.Errorf("%s: status %d, want %d and %q:\n%.600s", step.args, status, step.status, step.prints, out)
		}
	}
}
