package e2e_test

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"dossier/cli"
	"dossier/cli/serving"
	"dossier/cli/terminal"
	"dossier/db/storetest"
	"dossier/graph/query"
	"dossier/resolvers"
)

// A result is the output and exit status of a command.
type result struct {
	status      int
	out, errOut string
}

// command runs a command line in this process.
func command(t testing.TB, input string, args ...string) result {
	t.Helper()
	var out, errOut bytes.Buffer
	status := cli.Run(storetest.Context(), args, cli.Environment{
		Streams: terminal.Streams{In: strings.NewReader(input), Out: &out, Err: &errOut},
		Now:     time.Now,
		Schema:  resolvers.Schema,
		Serve:   refuseToServe,
	})
	return result{status, out.String(), errOut.String()}
}

// refuseToServe replaces the server, which only the program has.
func refuseToServe(context.Context, *query.Service, serving.AccessStore, serving.Options, *slog.Logger, io.Writer) error {
	return errors.New("not served in tests")
}

// demoPath is the path of the demo graph from this folder.
const demoPath = "../testdata/demo.ndjson"

// demoFile imports the demo graph and returns the flag for its database.
func demoFile(t testing.TB) (db string) {
	t.Helper()
	db = "--db=sqlite:" + filepath.Join(t.TempDir(), "demo.db")
	if got := command(t, "", "import", db, demoPath); got.status != 0 {
		t.Fatalf("import: %+v", got)
	}
	return db
}

// furtherRows matches what a list of some rows writes beside it.
var furtherRows = regexp.MustCompile(`^(and \d+ more; see --first\n)?$`)

// TestCommands runs the commands that only read, with text and JSON as output.
func TestCommands(t *testing.T) {
	db := demoFile(t)
	for _, test := range []struct {
		args       string
		text, json string // parts of the output
	}{
		{"context|offline queue", "## Build the offline queue [69bf1307]", `"digest"`},
		{"context|fog|fee page|--max-tokens=500", "# Context", `"maxTokens": 500`},
		{"context|--id=shoplane/risk/double-charge|--id=shoplane/goal/offline-trust|--sources", "*score 1.00 · distance 0 · subject*",
			`"why": "SUBJECT"`},
		{"context|--focus=shoplane/risk/double-charge", "# Risk: A queued payment is charged twice", `"sections"`},
		{"context|--project=airnet|--now=2026-11-18T12:00:00Z", "# Project: Halvorsund air", `"text": "# Project: Halvorsund air`},
		{"context|--global|--no-fields|--depth=0", "# Projects (3)", `"warnings": []`},
		{"context|fog|--project=airnet|--kinds=risk|--lens=planning|--ranking=classic|--encoding=cl100k_base", "lens planning",
			`"encoding": "cl100k_base"`},
		{"context|fog|--format=json", `{"context":"","nodes":[{"id":`, `"text": "{\"context\":\"\"`},
		{"search|offline|queue", "69bf1307\ttask\tin_progress\tBuild the offline queue\t", `"total"`},
		{"search|station|--project=airnet|--kinds=risk|--first=2", "\trisk\tidentified\t", `"kind": "RISK"`},
		{"links|shoplane/task/offline-queue", "\ttask\tdone\tdepends on\tIdempotency keys end to end\n", `"groups"`},
		{"links|shoplane/task/offline-queue|--full|--kinds=plan|--relations=has_task", "#### Offline mode [", `"relation": "HAS_TASK"`},
		{"links|69bf1307-efb1-560e-8a7c-508023f18578|--full", "## Linked", `"total": 14`},
		{"snapshot|shoplane|--depth=1|--max-nodes=5", `"root_kind":"project"`, `"rootKind": "PROJECT"`},
		{"snapshot|shoplane|--focus=shoplane/insight/drawer|--max-tokens=2000", `"root_kind":"insight"`, `"coverage"`},
		{"entity|shoplane/task/offline-queue", "label: Build the offline queue", `"dependencyCount": 2`},
		{"entity|shoplane|--full", "facetStage: EXECUTION", `"full"`},
		{"lenses", "meeting-prep", `"relations"`},
		{"views", "What should Priya do next?", `"about"`},
		{"view|next|tape transfer", "# Next: Tape transfer", `"text": "view next of Tape transfer"`},
	} {
		args := append(strings.Split(test.args, "|"), db)
		for _, form := range []struct {
			args []string
			want string
		}{{args, test.text}, {append(args, "--json"), test.json}} {
			got := command(t, "", form.args...)
			if got.status != 0 || !furtherRows.MatchString(got.errOut) || !strings.Contains(got.out, form.want) {
				t.Errorf("%s: status %d, wrote %.600s%s, want %s", form.args, got.status, got.out, got.errOut, form.want)
			}
			if isJSON := json.Valid([]byte(got.out)); form.want == test.json && !isJSON {
				t.Errorf("%s: not JSON: %.300s", form.args, got.out)
			}
		}
	}
}

// TestRefusals checks the errors of invalid command lines, one line each, and
// their exit status.
func TestRefusals(t *testing.T) {
	db := demoFile(t)
	dir := t.TempDir()
	notADatabase := writeFile(t, filepath.Join(dir, "notes.txt"), strings.Repeat("no database at all\n", 99))
	demo := storetest.DemoGraph(t, root)
	half := demo[:len(demo)-40]
	halfLine := writeFile(t, filepath.Join(dir, "half.ndjson"), half)
	packed := gzipped(t, demo)
	halfGzip := writeFile(t, filepath.Join(dir, "half.ndjson.gz"), packed[:len(packed)/2])
	for _, test := range []struct {
		args   string // {db} is the flag for the demo
		status int
		want   string // part of the line
	}{
		{"frobnicate", 2, `unexpected argument frobnicate`},
		{"--frobnicate", 2, `unknown flag --frobnicate`},
		{"ls|projects|--key=dsr_X|{db}", 2, "--key: is for a server; expected --server"},
		{"context|{db}", 2, "expected exactly one of a topic, --id, --focus, --project and --global; got none"},
		{"context|fog|--global|{db}", 2, "--global; got 2"},
		{"context|--id=shoplane|--focus=shoplane|{db}", 2, "--global; got 2"},
		{"context| |{db}", 2, "is blank"},
		{"search|" + strings.Repeat("fog ", 750) + "|{db}", 2, "3000 characters are too many; expected at most 2000"},
		{"context|fog|--depth=-1|{db}", 2, "--depth: -1 is out of range; expected 0 to 5"},
		{"context|fog|--depth=6|{db}", 2, "--depth: 6 is out of range; expected 0 to 5"},
		{"context|fog|--depth=deep|{db}", 2, "--depth"},
		{"context|fog|--max-tokens=0|{db}", 2, "--max-tokens: 0 is out of range; expected 100 to 200000"},
		{"context|fog|--max-tokens=200001|{db}", 2, "--max-tokens: 200001 is out of range"},
		{"context|fog|--known=offline quue|{db}", 4,
			`--known: no entity with id offline quue; the nearest are Build the offline queue (69bf1307-`},
		{"context|fog|--lens=rosy|{db}", 2, `--lens: unknown lens "rosy"; expected one of general`},
		{"context|fog|--encoding=p50k|{db}", 2, `--encoding: unknown encoding or model "p50k"`},
		{"context|fog|--format=yaml|{db}", 2, `--format: expected one of "markdown","json"; got "yaml"`},
		{"context|fog|--kinds=epic|{db}", 2, `--kinds: `},
		{"context|fog|--now=yesterday|{db}", 2, `--now`},
		{"context|--focus=nobody|{db}", 4, "no entity with id"},
		{"context|--id=nobody|{db}", 4, "no entity with id"},
		{"context|--project=nobody|{db}", 4, "no project with id"},
		{"search|{db}", 2, "<words>"},
		{"search| |{db}", 2, "is blank"},
		{"search|fog|--first=0|{db}", 2, "--first: 0 is out of range; expected 1 to 50"},
		{"search|fog|--kinds=epic|{db}", 2, "--kinds: "},
		{"search|fog|--project=nobody|{db}", 4, "no project with id"},
		{"links|nobody|{db}", 4, "no entity with id"},
		{"links|shoplane|--relations=loves|{db}", 2, "loves"},
		{"entity|nobody|{db}", 4, "no entity with id nobody"},
		{"entity|{db}", 2, "<id>"},
		{"snapshot|nobody|{db}", 4, "no project with id"},
		{"snapshot|shoplane|--depth=0|{db}", 2, "--depth: 0 is out of range; expected 1 to 5"},
		{"snapshot|shoplane|--max-nodes-per-kind=0|{db}", 2, "--max-nodes-per-kind: 0 is out of range"},
		{"snapshot|shoplane|--max-tokens=0|{db}", 2, "--max-tokens: 0 is out of range"},
		{"snapshot|shoplane|--max-tokens=9|{db}", 2, "--max-tokens: 9 is too few"},
		{"import|nowhere.ndjson|{db}", 2, "open nowhere.ndjson: no such file or directory"},
		{"import|" + dir + "|{db}", 2, "has nothing of a known format; expected a folder with one of "},
		{"import|" + halfLine + "|{db}", 3, fmt.Sprintf(":%d: not JSON", 1+strings.Count(half, "\n"))},
		{"import|" + halfGzip + "|{db}", 2, "half.ndjson.gz: read line 530: the input ends early"},
		{"import|--on-error=maybe|" + demoPath + "|{db}", 2, "--on-error"},
		{"export|--project=nobody|{db}", 4, "no project with id nobody"},
		{"export|--output=" + dir + "/nowhere/out.ndjson|{db}", 2, "no such file or directory"},
		{"export|--db=sqlite:" + dir + "/nowhere/x.db", 7, "nowhere"},
		{"lenses|--db=sqlite:" + dir, 7, "--db: expected the path of a file; got the folder"},
		{"lenses|--db=sqlite:" + notADatabase, 7, "it is not an SQLite database"},
		{"lenses|--db=sqlite:", 7, "--db: expected sqlite:PATH; got an empty path"},
		{"lenses|--db=mysql://somewhere", 2, `--db: expected sqlite:PATH, postgres://… or managed[:FOLDER]; got a URL of the scheme "mysql"`},
		{"lenses|--db=" + dir, 2, "expected sqlite:PATH"},
		{"lenses|--db=postgres://127.0.0.1:1/nowhere", 7, "postgres 127.0.0.1:1/nowhere"},
		{"lenses|--db=postgres://%zz", 2, "--db"},
		{"serve|--timeout=soon|{db}", 2, "--timeout"},
	} {
		args := strings.Split(strings.ReplaceAll(test.args, "{db}", db), "|")
		checkRefusal(t, args, command(t, "", args...), test.status, test.want)
	}
}

// checkRefusal checks that a command failed with one line in terms of its
// flags.
func checkRefusal(t *testing.T, args []string, got result, status int, want string) {
	t.Helper()
	if got.status != status || !strings.Contains(got.errOut, want) {
		t.Errorf("%.100q: status %d, wrote %q, want %d and %q", args, got.status, got.errOut, status, want)
	}
	if lines := strings.Count(got.errOut, "\n"); lines != 1 {
		t.Errorf("%.100q: wrote %d lines: %s", args, lines, got.errOut)
	}
	for _, internal := range []string{"goroutine", "SQLSTATE", "sqlite3:", "SELECT", "input.", "Error 0x"} {
		if strings.Contains(got.errOut, internal) {
			t.Errorf("%.100q: reveals %s: %s", args, internal, got.errOut)
		}
	}
}

func gzipped(t testing.TB, text string) string {
	t.Helper()
	var packed bytes.Buffer
	zip := gzip.NewWriter(&packed)
	if _, err := zip.Write([]byte(text)); err != nil {
		t.Fatal(err)
	}
	if err := zip.Close(); err != nil {
		t.Fatal(err)
	}
	return packed.String()
}
