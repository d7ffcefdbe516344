package e2e_test

import (
	"encoding/json"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"dossier/db/storetest"
)

// issue returns a line of beads.
func issue(id, title, state string) string {
	line, _ := json.Marshal(map[string]any{"id": id, "title": title, "status": state, "priority": 1, "issue_type": "bug",
		"created_at": "2026-01-02T03:04:05Z"})
	return string(line) + "\n"
}

// ownFolder returns a folder with notes and a tracker.
func ownFolder(t *testing.T) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "Salt works")
	for name, text := range map[string]string{
		".beads/issues.jsonl":   issue("sw-1", "Mend the pump", "open") + issue("sw-2", "Order pipes", "closed"),
		"README.md":             "# Salt works\n\nWe boil [brine](docs/brine.md).\n",
		"docs/brine.md":         "# Brine\n\nIt comes from the well.\n",
		"node_modules/x/doc.md": "# A dependency\n",
		"node_modules/x/a.txt":  "a",
		"plan.docx":             "PK",
		"docs/old/prices.TXT":   "1",
		"docs/old/wages.txt":    "2",
	} {
		writeBelow(t, dir, name, text)
	}
	return dir
}

// writeBelow writes a file with the folders around it.
func writeBelow(t *testing.T, dir, name, text string) {
	t.Helper()
	path := filepath.Join(dir, name)
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	writeFile(t, path, text)
}

// TestExportsBelow expects that init reads exports in folders below, beside their documents,
// and neither data of tests nor tables in many folders.
func TestExportsBelow(t *testing.T) {
	const table = "id,title,status,owner\n1,Mend the pump,open,Ann\n"
	dir := t.TempDir()
	for name, text := range map[string]string{
		"docs/backlog.csv": table, "docs/brine.md": "# Brine\n\nIt is weak.\n", "tests/data/tasks.csv": table,
		"exports/board.json": `{"id":"b","lists":[{"id":"l","name":"Doing"}],
			"cards":[{"id":"c","idShort":7,"name":"Sell the salt","idList":"l"}]}`,
	} {
		writeBelow(t, dir, name, text)
	}
	got := command(t, "", "init", dir)
	for _, want := range []string{"csv        docs/backlog.csv", "trello     exports/board.json", "markdown: 1 document", "csv:docs: 1 task",
		"trello:exports: 1 task"} {
		if got.status != 0 || !strings.Contains(got.out, want) {
			t.Errorf("init returned %d; expected %q in\n%s%s", got.status, want, got.out, got.errOut)
		}
	}
	many := t.TempDir()
	for _, day := range []string{"a", "b", "c", "d"} {
		writeBelow(t, many, "log/"+day+"/tasks.csv", table)
	}
	writeBelow(t, many, "notes.md", "# Notes\n\nOf a year.\n")
	if got := command(t, "", "init", many); !strings.Contains(got.out, "Not read: tables in 4 folders, such as log/a;") {
		t.Errorf("init of a folder with many tables printed\n%s", got.out)
	}
}

// TestOwnFolder follows a user from init to an answer, and through changes of the
// folder.
func TestOwnFolder(t *testing.T) {
	dir := ownFolder(t)
	inner := "--folder=" + filepath.Join(dir, "docs")
	for _, step := range []struct {
		name   string
		change func()
		args   []string
		status int
		want   []string
	}{
		{"nothing yet", nil, []string{"sync", inner}, 2,
			[]string{"found no dossier.yaml in this folder or one around it; dossier init writes one"}},
		{"init, only looking", nil, []string{"init", dir, "--dry-run"}, 0, []string{"Found in ", "beads ", "markdown ",
			"Not read: 1 .docx, 2 .txt; Markdown, .rst, .adoc and .org are."}},
		{"init", nil, []string{"init", dir}, 0,
			[]string{"Wrote ", "beads: 2 tasks", "markdown: 2 documents", "which tasks can start now?", "mcp --folder '"}},
		{"init again", nil, []string{"init", dir}, 0, []string{"is there already", "beads: unchanged", "markdown: unchanged"}},
		{"an answer", nil, []string{"context", "which tasks can start now?", inner}, 0, []string{"Mend the pump"}},
		{"sync", nil, []string{"sync", inner}, 0, []string{"beads: unchanged, 2 tasks", "markdown: unchanged, 2 documents"}},
		{"a changed file", func() { writeFile(t, filepath.Join(dir, "docs/brine.md"), "# Brine of the well\n\nIt is strong.\n") },
			[]string{"sync", inner}, 0, []string{"markdown: 2 documents", "1 updated", "beads: unchanged"}},
		{"one source", nil, []string{"sync", "beads", inner}, 0, []string{"beads: unchanged"}},
		{"an unknown source", nil, []string{"sync", "bead", inner}, 2, []string{`no source "bead"; expected one of beads, markdown`}},
		{"sources", nil, []string{"sources", inner}, 0,
			[]string{"project Salt works (salt-works)", "beads\tbeads\t.\t20", "\t2 tasks, 2 edges\n"}},
		{"an agent's configuration", nil, []string{"mcp", "--print-config=claude-code", inner}, 0, []string{`"--folder"`, "Salt works"}},
		{"a broken dossier.yaml", func() { writeFile(t, filepath.Join(dir, "dossier.yaml"), "project: Salt works\nsource: x\n") },
			[]string{"search", "brine", inner}, 2, []string{`dossier.yaml:2: unknown field "source"`}},
	} {
		if step.change != nil {
			step.change()
		}
		got := command(t, "", step.args...)
		for _, want := range step.want {
			if got.status != step.status || !strings.Contains(got.out+got.errOut, want) {
				t.Errorf("%s: status %d, wrote\n%s%s, want %s", step.name, got.status, got.out, got.errOut, want)
			}
		}
	}
	if text := readFile(t, filepath.Join(dir, ".dossier", ".gitignore")); text != "*\n" {
		t.Errorf(".gitignore is %q", text)
	}
}

// TestProjectsKeepTheirFields imports sources into a store that has the project: by import,
// by a name of each form, by init and by sync. Only what they contain is added.
func TestProjectsKeepTheirFields(t *testing.T) {
	dir := ownFolder(t)
	db := "--db=sqlite:" + filepath.Join(t.TempDir(), "shared.db")
	const kept = `"name":"The salt works of Ann"`
	project := `{"kind":"project","id":"salt-works","name":"The salt works of Ann","state_key":"paused","description":"Since 1873"}` + "\n"
	for _, step := range []struct {
		args   []string
		change func()
	}{
		{[]string{"import", db, "-"}, nil},
		{[]string{"import", db, "--project=salt-works", filepath.Join(dir, ".beads", "issues.jsonl")}, nil},
		{[]string{"import", db, "--project=the salt works of ann", dir}, nil},
		{[]string{"import", db, "--replace", "--project=The salt works of Ann", filepath.Join(dir, "docs", "brine.md")}, nil},
		{[]string{"init", db, dir}, nil},
		{[]string{"sync", db, "--folder=" + dir}, func() { writeFile(t, filepath.Join(dir, "README.md"), "# Salt\n") }},
		{[]string{"sync", db, "--folder=" + dir}, func() {
			writeFile(t, filepath.Join(dir, "dossier.yaml"), "project: Renamed\nid: salt-works\nsources:\n- from: beads\n  path: .\n")
		}},
	} {
		if step.change != nil {
			step.change()
		}
		if got := command(t, project, step.args...); got.status != 0 {
			t.Fatalf("%v: %+v", step.args, got)
		}
		got := command(t, "", "export", db)
		first, _, _ := strings.Cut(got.out, "\n")
		if !strings.Contains(first, kept) || !strings.Contains(first, `"state_key":"paused"`) || !strings.Contains(first, "Since 1873") ||
			strings.Count(got.out, `"kind":"project"`) != 1 {
			t.Errorf("%v: the project is %s", step.args, first)
		}
	}
}

// TestNamesAtAServer names entities as a person types them, on a store and at a server.
func TestNamesAtAServer(t *testing.T) {
	lines := `{"kind":"project","id":"yard","name":"Boat yard"}
{"kind":"project","id":"quay","name":"Old quay"}
{"kind":"task","id":"HARB-42","project_id":"yard","title":"Caulk the hull"}
{"kind":"task","id":"HARB-7","project_id":"yard","title":"Same name"}
{"kind":"task","id":"HARB-7","project_id":"quay","title":"Same name"}
{"kind":"decision","id":"ADR-0007","project_id":"yard","title":"Use oak"}
`
	store := storetest.Open(t)
	store.Load(t, lines)
	server := httptest.NewServer(serve(store).handler)
	defer server.Close()
	db := "--db=sqlite:" + filepath.Join(t.TempDir(), "some.db")
	if got := command(t, lines, "import", db, "-"); got.status != 0 {
		t.Fatalf("import: %+v", got)
	}
	for _, where := range []string{db, "--server=" + server.URL} {
		for _, test := range []struct {
			args   string
			status int
			want   string
		}{
			{"entity|HARB-42", 0, "Caulk the hull"}, {"entity|harb-42", 0, "Caulk the hull"}, {"entity|HARB-0042", 0, "Caulk the hull"},
			{"entity|caulk the hull", 0, "HARB-42"}, {"entity|adr-7", 0, "Use oak"}, {"entity|Old quay", 0, "PROJECT"},
			{"entity|Boat yard/HARB-7", 0, "Same name"}, {"entity|same name", 2, "2 entities may be meant"},
			{"entity|HARB-7", 2, "2 entities may be meant"}, {"set|caulk the hull|priority=1", 0, "updated task"},
			{"link|Caulk the hull|references|use oak", 0, "edge"}, {"rm|use oak", 0, "deleted"},
			{"context|what is there?|--project=old quay", 0, "Same name"}, {"entity|no such name", 4, "no such name"},
		} {
			got := command(t, "", append(strings.Split(test.args, "|"), where)...)
			if got.status != test.status || !strings.Contains(got.out+got.errOut, test.want) {
				t.Errorf("%s at %s: %+v; want status %d and %s", test.args, where, got, test.status, test.want)
			}
		}
	}
}

// TestImportSources checks what import and convert recognise, and their errors.
func TestImportSources(t *testing.T) {
	dir := ownFolder(t)
	db := "--db=sqlite:" + filepath.Join(t.TempDir(), "some.db")
	text := writeFile(t, filepath.Join(dir, "notes.txt"), "Not of any format\n")
	odd := writeFile(t, filepath.Join(dir, "odd.json"), "[1, 2]\n")
	mapping := writeFile(t, filepath.Join(dir, "map.yaml"), "stated: {a: b}\n")
	empty := t.TempDir()
	for _, test := range []struct {
		args   string
		status int
		want   string
	}{
		{"import|" + dir + "|--dry-run", 0, "task sw-1: Mend the pump (todo)  ← .beads/issues.jsonl:1"},
		{"import|" + dir + "|--dry-run", 0, "nothing was written"},
		{"import|" + dir + "|--dry-run|--explain|--from=markdown", 0, "README references docs/brine"},
		{"import|" + filepath.Join(dir, ".beads"), 0, "beads, .beads/issues.jsonl"},
		{"import|" + filepath.Join(dir, ".beads", "issues.jsonl") + "|--project=Salt works", 0, "3 entities"},
		{"import|" + dir + "|--from=bead", 2, `--from: unknown format "bead"; expected one of beads`},
		{"import|" + text, 2, "is not NDJSON, and of no known format; expected --from with one of beads"},
		{"import|" + odd, 2, "is not NDJSON, and of no known format"},
		{"import|" + empty, 2, "has nothing of a known format; expected a folder with one of beads"},
		{"import|" + filepath.Join(dir, "none"), 2, "no such file or directory"},
		{"import|gopher:x/y", 2, "gopher:x/y is of no known service"},
		{"import|-|--from=beads", 2, "--from: standard input is read as NDJSON"},
		{"import|" + dir + "|--map=" + mapping, 2, `map.yaml:1: unknown field "stated"; expected kind, kinds`},
		{"convert|" + filepath.Join(dir, ".beads", "issues.jsonl"), 0, `"title":"Mend the pump"`},
		{"convert|" + demoPath, 2, "is read as NDJSON, which needs no conversion"},
		{"init|" + filepath.Join(dir, "none"), 2, "no such file or directory"},
		{"init|" + text, 2, "expected a folder; got a file"},
		{"init|" + empty, 2, "found nothing to read in "},
	} {
		got := command(t, "", append(strings.Split(test.args, "|"), db)...)
		if got.status != test.status || !strings.Contains(got.out+got.errOut, test.want) {
			t.Errorf("%s: status %d, wrote\n%s%s, want %d and %s", test.args, got.status, got.out, got.errOut, test.status, test.want)
		}
	}
	if left, _ := os.ReadDir(empty); len(left) > 0 {
		t.Errorf("init left %v in an empty folder", left)
	}
}

// TestFirstAnswer starts an agent's server in a folder that was never read. Its first answer
// waits until it is.
func TestFirstAnswer(t *testing.T) {
	dir := t.TempDir()
	writeFile(t, filepath.Join(dir, "dossier.yaml"), "project: Salt works\nid: salt-works\nsources:\n- from: markdown\n")
	writeFile(t, filepath.Join(dir, "TODO.md"), "- [ ] Mend the pump\n")
	got := command(t, `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},`+
		`"clientInfo":{"name":"x","version":"1"}}}
{"jsonrpc":"2.0","method":"notifications/initialized"}
{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"find_ready_work","arguments":{}}}
`, "mcp", "--folder", dir)
	if got.status != 0 || !strings.Contains(got.out, "Mend the pump") {
		t.Errorf("status %d: %s%s", got.status, got.out, got.errOut)
	}
}
