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
	runCommands(t, dir, page, file,
		strings.NewReplacer("postgres://owner@db.internal/restored", "sqlite:again.db", "postgres://owner@db.internal/dossier", db))
}

// runCommands runs the commands of the page in a folder with its configuration file.
func runCommands(t *testing.T, dir, page, config string, here *strings.Replacer) {
	t.Helper()
	ran, isPostgres := 0, strings.HasPrefix(here.Replace("postgres://owner@db.internal/dossier"), "postgres:")
	for _, match := range commandLine.FindAllStringSubmatch(page, -1) {
		line := here.Replace(strings.ReplaceAll(match[1], "$(date +%F)", "2026-11-28"))
		if isPostgres && strings.Contains(line, "sqlite:") {
			continue
		}
		command := process(t, strings.Fields(line)[1:]...)
		command.Dir = dir
		command.Env = append(command.Environ(), "DOSSIER_CONFIG="+config, "DOSSIER_LISTEN=127.0.0.1:0")
		out, err := command.CombinedOutput()
		status := command.ProcessState.ExitCode()
		isGrant := strings.Contains(line, "--grant-to") && !isPostgres // which SQLite has not
		isFault := strings.Contains(line, "doctor") && status == 3     // the demo has a cycle
		if ran++; err != nil && !isGrant && !isFault || isGrant && !strings.Contains(string(out), "roles") {
			t.Errorf("%s: status %d, %s", line, status, out)
		}
	}
	if ran < 6 {
		t.Errorf("%d commands, want 6 or more", ran)
	}
}

// TestProductionPagePostgres follows the commands of docs/production.md on Postgres,
// where the servers' role does not own the tables.
func TestProductionPagePostgres(t *testing.T) {
	page, dir, owner, restored := productionPage(t), t.TempDir(), databases.Database(t), databases.Database(t)
	role := strings.Replace(owner, "postgres@", "dossier@", 1)
	if out, err := process(t, "import", "--db="+owner, demoPath).CombinedOutput(); err != nil {
		t.Fatalf("import: %v, %s", err, out)
	}
	config := strings.Replace(exampleFile.FindStringSubmatch(page)[1], "postgres://dossier@db.internal/dossier", role, 1)
	file := writeFile(t, filepath.Join(dir, "dossier.yaml"), config)
	runCommands(t, dir, page, file,
		strings.NewReplacer("postgres://owner@db.internal/restored", restored, "postgres://owner@db.internal/dossier", owner))
	if got, want := runBinary(t, "export", "--db="+restored), runBinary(t, "export", "--db="+owner); want.out == "" || got.out != want.out {
		t.Errorf("the restored store has %d bytes, want %d: %s", len(got.out), len(want.out), got.errOut)
	}
	file = filepath.Join(dir, "role.backup")
	if got := runBinary(t, "backup", "--db="+role, file); got.status != 2 ||
		!strings.Contains(got.errOut, "expected a URL with the role postgres") {
		t.Errorf("backup by the servers' role: %+v", got)
	}
	if got := runBinary(t, "restore", "--db="+restored, file); got.status != 2 ||
		!strings.Contains(got.errOut, "role.backup is not a backup") {
		t.Errorf("restore of no file: %+v", got)
	}
}
