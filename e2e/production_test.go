package e2e_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// productionPage returns docs/production.md.
func productionPage(t *testing.T) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(root, "docs/production.md"))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

var (
	exampleFile = regexp.MustCompile("(?s)```yaml\n(.*?)```")
	commandLine = regexp.MustCompile(`(?m)^    (?:sudo )?(dossier [^#>|\n]*)`)
	fileLink    = regexp.MustCompile(`\]\(([^)#:]+)[)#]`)
	npmFile     = regexp.MustCompile(`[^ ]+\.tgz`)
	variable    = regexp.MustCompile(`DOSSIER_[A-Z_]+`)
	inCode      = regexp.MustCompile("`(--)?([a-z]+-[a-z-]+)(?:[:=][^`]*)?`")
)

// TestProductionPage follows docs/production.md on a new SQLite store: its
// configuration file, commands and backup, and looks for the settings, variables and
// files that it names.
func TestProductionPage(t *testing.T) {
	page, dir := productionPage(t), t.TempDir()
	db := "sqlite:" + filepath.Join(dir, "dossier.db")
	config := strings.Replace(exampleFile.FindStringSubmatch(page)[1], "postgres://dossier@db.internal/dossier", db, 1)
	file := writeFile(t, filepath.Join(dir, "dossier.yaml"), config)
	if out, err := process(t, "import", "--db="+db, demoPath).CombinedOutput(); err != nil {
		t.Fatalf("import: %v, %s", err, out)
	}
	settings := runBinary(t, "config", "--config="+file)
	if settings.status != 0 || !strings.Contains(settings.out, "memory\t3GiB\t"+file) {
		t.Fatalf("config: %+v", settings)
	}
	for _, name := range variable.FindAllString(page, -1) {
		setting := strings.ToLower(strings.ReplaceAll(strings.TrimSuffix(strings.TrimPrefix(name, "DOSSIER_"), "_FILE"), "_", "-"))
		if !strings.Contains(settings.out, setting+"\t") {
			t.Errorf("%s: no setting %s", name, setting)
		}
	}
	for _, match := range inCode.FindAllStringSubmatch(page, -1) {
		name := match[2]
		isOther := name == "ca-certificates" || name == "trace-id"
		if !isOther && !strings.Contains(settings.out, name+"\t") && runBinary(t, "migrate", "--"+name+"=x", "--help").status != 0 {
			t.Errorf("%s: no setting has this name", match[0])
		}
	}
	for _, match := range fileLink.FindAllStringSubmatch(page, -1) {
		if _, err := os.Stat(filepath.Join(root, "docs", match[1])); err != nil {
			t.Errorf("a link: %v", err)
		}
	}
	if names := npmFile.FindAllString(page, -1); len(names) != 2 || !strings.HasPrefix(names[0], "./") || !strings.HasPrefix(names[1], "./") {
		t.Errorf("npm takes %q for repositories of GitHub; expected ./ before them", names)
	}
	ran := 0
	for _, match := range commandLine.FindAllStringSubmatch(page, -1) {
		line := strings.NewReplacer("$(date +%F)", "2026-11-28", "postgres://owner@db.internal/restored", "sqlite:again.db", "postgres://owner@db.internal/dossier", db).Replace(match[1])
		command := process(t, strings.Fields(line)[1:]...)
		command.Dir = dir
		command.Env = append(command.Environ(), "DOSSIER_CONFIG="+file, "DOSSIER_LISTEN=127.0.0.1:0")
		out, err := command.CombinedOutput()
		status := command.ProcessState.ExitCode()
		isGrant := strings.Contains(line, "--grant-to")            // which SQLite has not
		isFault := strings.Contains(line, "doctor") && status == 3 // the demo has a cycle
		if ran++; err != nil && !isGrant && !isFault || isGrant && !strings.Contains(string(out), "roles") {
			t.Errorf("%s: status %d, %s", line, status, out)
		}
	}
	if ran < 7 {
		t.Errorf("%d commands, want 7 or more", ran)
	}
}
