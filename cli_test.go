package main

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// commanded is what a command line did.
type commanded struct {
	status      int
	out, errOut string
}

// command runs a command line as a process would, with the input on standard
// input.
func command(t testing.TB, input string, args ...string) commanded {
	t.Helper()
	var out, errOut bytes.Buffer
	status := run(args, strings.NewReader(input), &out, &errOut)
	return commanded{status, out.String(), errOut.String()}
}

// demoFile is a database file with the demo graph.
func demoFile(t testing.TB) (db string) {
	t.Helper()
	db = "--db=sqlite:" + filepath.Join(t.TempDir(), "demo.db")
	got := command(t, "", "import", db, "testdata/demo.ndjson")
	if got.status != 0 {
		t.Fatalf("import: %+v", got)
	}
	return db
}

// TestCommands runs every command over the demo graph, as text and with --json,
// whose answer is that of GraphQL.
func TestCommands(t *testing.T) {
	db := demoFile(t)
	for _, test := range []struct {
		args       string
		text, json string // stand in the output
	}{
		{"context|offline queue", "## Build the offline queue [69bf1307]", `"digest"`},
		{"context|fog|fee page|--max-tokens=500", "# Context: fog, fee page", `"maxTokens": 500`},
		{"context|--id=shoplane/risk/double-charge|--id=shoplane/goal/offline-trust|--sources", "*score 1.00 · distance 0*", `"why": "START"`},
		{"context|--focus=shoplane/risk/double-charge", "# Risk: A queued payment is charged twice", `"sections"`},
		{"context|--project=airnet|--now=2026-11-18T12:00:00Z", "# Project: Halvorsund air", `"text": "# Project: Halvorsund air`},
		{"context|--global|--no-fields|--depth=0", "# Projects (3)", `"warnings": []`},
		{"context|fog|--project=airnet|--kinds=risk|--lens=planning|--ranking=classic|--encoding=cl100k_base", "lens planning", `"encoding": "cl100k_base"`},
		{"context|fog|--format=json", `{"context":"fog"`, `"text": "{\"context\":\"fog\"`},
		{"search|offline|queue", "Build the offline queue [69bf1307-efb1", `"total"`},
		{"search|station|--project=airnet|--kinds=risk|--first=2", "2 of ", `"kind": "RISK"`},
		{"links|shoplane/task/offline-queue", "This task has the following relationships:", `"groups"`},
		{"links|shoplane/task/offline-queue|--full|--kinds=plan|--relations=has_task", "#### Offline mode [", `"relation": "HAS_TASK"`},
		{"links|69bf1307-efb1-560e-8a7c-508023f18578", "This task has", `"total": 14`},
		{"snapshot|shoplane|--depth=1|--max-nodes=5", `"root_kind":"project"`, `"rootKind": "PROJECT"`},
		{"snapshot|shoplane|--focus=shoplane/insight/drawer|--max-tokens=2000", `"root_kind":"insight"`, `"coverage"`},
		{"entity|shoplane/task/offline-queue", "label: Build the offline queue", `"dependencyCount": 2`},
		{"entity|shoplane|--full", "facetStage: execution", `"full"`},
		{"lenses", "meeting-prep", `"relations"`},
	} {
		args := append(strings.Split(test.args, "|"), db)
		for _, form := range []struct {
			args []string
			want string
		}{{args, test.text}, {append(args, "--json"), test.json}} {
			got := command(t, "", form.args...)
			if got.status != 0 || got.errOut != "" || !strings.Contains(got.out, form.want) {
				t.Errorf("%s: status %d, wrote %.600s%s, want %s", form.args, got.status, got.out, got.errOut, form.want)
			}
			if isJSON := json.Valid([]byte(got.out)); form.want == test.json && !isJSON {
				t.Errorf("%s: no JSON: %.300s", form.args, got.out)
			}
		}
	}
}

// TestRefusals holds what wrong command lines are told, in one line each, and
// their exit status.
func TestRefusals(t *testing.T) {
	db := demoFile(t)
	dir := t.TempDir()
	notADatabase := writeFile(t, filepath.Join(dir, "notes.txt"), strings.Repeat("no database at all\n", 99))
	halfLine := writeFile(t, filepath.Join(dir, "half.ndjson"), string(demoGraph[:len(demoGraph)-40]))
	var packed bytes.Buffer
	zip := gzip.NewWriter(&packed)
	_, _ = zip.Write(demoGraph)
	_ = zip.Close()
	halfGzip := writeFile(t, filepath.Join(dir, "half.ndjson.gz"), packed.String()[:packed.Len()/2])
	taken, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer taken.Close()
	for _, test := range []struct {
		args   string // {db} is the demo's
		status int
		want   string // stands in the one line
	}{
		{"frobnicate", 2, `unexpected argument frobnicate`},
		{"--frobnicate", 2, `unknown flag --frobnicate`},
		{"context|{db}", 2, "give one of a topic, --id, --focus, --project and --global"},
		{"context|fog|--global|{db}", 2, "2 starts were given"},
		{"context|--id=shoplane|--focus=shoplane|{db}", 2, "2 starts were given"},
		{"context| |{db}", 2, "is blank"},
		{"context|" + strings.Repeat("fog ", 750) + "|{db}", 2, "3000 characters are too many; want at most 2000"},
		{"context|fog|--depth=-1|{db}", 2, "--depth: -1 is out of range; want 0 to 5"},
		{"context|fog|--depth=6|{db}", 2, "--depth: 6 is out of range; want 0 to 5"},
		{"context|fog|--depth=deep|{db}", 2, "--depth"},
		{"context|fog|--max-tokens=0|{db}", 2, "--max-tokens: 0 is out of range; want 100 to 200000"},
		{"context|fog|--max-tokens=200001|{db}", 2, "--max-tokens: 200001 is out of range"},
		{"context|fog|--lens=rosy|{db}", 2, `--lens: unknown lens "rosy"; want one of general`},
		{"context|fog|--encoding=p50k|{db}", 2, `--encoding: unknown encoding or model "p50k"`},
		{"context|fog|--format=yaml|{db}", 2, `--format must be one of "markdown","json" but got "yaml"`},
		{"context|fog|--kinds=epic|{db}", 2, `--kinds: `},
		{"context|fog|--now=yesterday|{db}", 2, `--now`},
		{"context|--focus=nobody|{db}", 4, "no entity with id"},
		{"context|--id=nobody|{db}", 4, "no entity with id"},
		{"context|--project=nobody|{db}", 4, "no project with id"},
		{"search|{db}", 2, "<words>"},
		{"search| |{db}", 2, "is blank"},
		{"search|fog|--first=0|{db}", 2, "--first: 0 is out of range; want 1 to 50"},
		{"search|fog|--kinds=epic|{db}", 2, "--kinds: "},
		{"search|fog|--project=nobody|{db}", 4, "no project with id"},
		{"links|nobody|{db}", 4, "no entity with id"},
		{"links|shoplane|--relations=loves|{db}", 2, "loves"},
		{"entity|nobody|{db}", 4, "no entity with id nobody"},
		{"entity|{db}", 2, "<id>"},
		{"snapshot|nobody|{db}", 4, "no project with id"},
		{"snapshot|shoplane|--depth=0|{db}", 2, "--depth: 0 is out of range; want 1 to 5"},
		{"snapshot|shoplane|--max-nodes-per-kind=0|{db}", 2, "--max-nodes-per-kind: 0 is out of range"},
		{"snapshot|shoplane|--max-tokens=0|{db}", 2, "--max-tokens: 0 is out of range"},
		{"snapshot|shoplane|--max-tokens=9|{db}", 2, "--max-tokens: 9 is too few"},
		{"import|nowhere.ndjson|{db}", 2, "open nowhere.ndjson: no such file or directory"},
		{"import|" + dir + "|{db}", 2, "is a folder; want a file"},
		{"import|" + halfLine + "|{db}", rejected, ":1284: not JSON"},
		{"import|" + halfGzip + "|{db}", 2, "half.ndjson.gz: read line 530: the input ends early"},
		{"import|--on-error=maybe|testdata/demo.ndjson|{db}", 2, "--on-error"},
		{"export|--project=nobody|{db}", 4, "no project with id nobody"},
		{"export|--output=" + dir + "/nowhere/out.ndjson|{db}", 2, "no such file or directory"},
		{"export|--db=sqlite:" + dir + "/nowhere/x.db", 7, "nowhere"},
		{"lenses|--db=sqlite:" + dir, 7, "expected the path of a file; got the folder"},
		{"lenses|--db=sqlite:" + notADatabase, 7, "it is not an SQLite database"},
		{"lenses|--db=sqlite:", 7, "expected sqlite:PATH; got an empty path"},
		{"lenses|--db=mysql://somewhere", 2, `"mysql://somewhere" names no store; want sqlite:PATH`},
		{"lenses|--db=" + dir, 2, "names no store"},
		{"lenses|--db=postgres://127.0.0.1:1/nowhere", 7, "postgres 127.0.0.1"},
		{"lenses|--db=postgres://%zz", 2, "--db"},
		{"serve|--listen=" + taken.Addr().String() + "|{db}", 7, "address already in use"},
		{"demo|--listen=0.0.0.0:8080", 2, "want a loopback address like 127.0.0.1:8080"},
		{"demo|--listen=:8080", 2, "want a loopback address"},
		{"demo|--listen=8080", 2, "want HOST:PORT"},
		{"serve|--listen=127.0.0.1:http-ish|{db}", 7, "--listen"},
		{"serve|--timeout=soon|{db}", 2, "--timeout"},
	} {
		args := strings.Split(strings.ReplaceAll(test.args, "{db}", db), "|")
		got := command(t, "", args...)
		if got.status != test.status || !strings.Contains(got.errOut, test.want) {
			t.Errorf("%.100q: status %d, said %q, want %d and %q", args, got.status, got.errOut, test.status, test.want)
		}
		if lines := strings.Count(got.errOut, "\n"); lines != 1 {
			t.Errorf("%.100q: said %d lines: %s", args, lines, got.errOut)
		}
		for _, inside := range []string{"goroutine", "SQLSTATE", "sqlite3:", "SELECT", "input.", "Error 0x"} {
			if strings.Contains(got.errOut, inside) {
				t.Errorf("%.100q: tells of its inside: %s", args, got.errOut)
			}
		}
	}
}

func writeFile(t testing.TB, path, text string) string {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// TestExportIsWhatImportTakes imports what an export wrote, which gives the
// same export, and again, which changes nothing.
func TestExportIsWhatImportTakes(t *testing.T) {
	first := command(t, "", "export", demoFile(t))
	if first.status != 0 || strings.Count(first.out, "\n") < 1200 {
		t.Fatalf("export: status %d, %d bytes, %s", first.status, len(first.out), first.errOut)
	}
	db := "--db=sqlite:" + filepath.Join(t.TempDir(), "again.db")
	for _, want := range []string{" created, 0 updated, 0 unchanged", "; 0 created, 0 updated, "} {
		if got := command(t, first.out, "import", db, "-"); got.status != 0 || !strings.Contains(got.out, want) {
			t.Errorf("import: %+v, want %s", got, want)
		}
	}
	if second := command(t, "", "export", db); second.out != first.out {
		t.Error("what was imported from an export exports as something else")
	}
	file := filepath.Join(t.TempDir(), "voices.ndjson")
	if got := command(t, "", "export", "--project=voices", "-o", file, db); got.status != 0 || got.out != "" {
		t.Errorf("export to a file: %+v", got)
	}
	if text := string(readFile(t, file)); !strings.Contains(text, "voices/") || strings.Contains(text, "shoplane/") {
		t.Error("the export of a project is not of that project")
	}
}

// TestImportSkips leaves out lines that are wrong and says where they are.
func TestImportSkips(t *testing.T) {
	dir := t.TempDir()
	file := writeFile(t, filepath.Join(dir, "some.ndjson"), `{"kind":"project","id":"p","name":"P"}
{"kind":"task","id":"t","project_id":"p","title":"T","state_key":"open"}
{"kind":"task","id":"u","project_id":"p","title":"U"}
`)
	db := "--db=sqlite:" + filepath.Join(dir, "some.db")
	for _, test := range []struct {
		flag, want string
	}{
		{"--dry-run", "nothing was written"},
		{"--on-error=stop", "nothing was written"},
		{"--on-error=skip", "2 entities, 0 edges, 1 rejected; 2 created"},
	} {
		got := command(t, "", "import", db, file, test.flag)
		if got.status != rejected || !strings.Contains(got.out, test.want) || !strings.Contains(got.errOut, file+`:2: state_key: "open" is not known for a task`) {
			t.Errorf("%s: %+v", test.flag, got)
		}
	}
	if left := string(readFile(t, file+".rejected.ndjson")); !strings.Contains(left, `"reason"`) || !strings.Contains(left, `open`) {
		t.Errorf("the rejected lines are %s", left)
	}
}

func TestHelp(t *testing.T) {
	for _, args := range [][]string{nil, {"--help"}, {"-h"}} {
		got := command(t, "", args...)
		if got.status != 0 || got.errOut != "" {
			t.Errorf("%q: %+v", args, got)
		}
		for _, want := range []string{"Examples:", "dossier demo ", "dossier context ", "Exit status:", "Usage: dossier", "DOSSIER_DB"} {
			if !strings.Contains(got.out, want) {
				t.Errorf("%q: the help lacks %q:\n%s", args, want, got.out)
			}
		}
	}
	for _, name := range []string{"serve", "demo", "import", "export", "context", "search", "links", "snapshot", "entity", "lenses", "migrate", "version"} {
		if got := command(t, "", name, "--help"); got.status != 0 || !strings.Contains(got.out, "Usage: dossier "+name) {
			t.Errorf("%s --help: %+v", name, got)
		}
	}
	if got := command(t, "", "version"); got.status != 0 || !strings.HasPrefix(got.out, "dossier ") {
		t.Errorf("version: %+v", got)
	}
}
