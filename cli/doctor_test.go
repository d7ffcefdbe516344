package cli

import (
	"fmt"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ncruces/go-sqlite3"
)

// A patient has a fault for the doctor to find.
type patient struct {
	fault   string
	args    func(t *testing.T, file string) []string // makes the fault, given a healthy store
	finds   string
	remedy  string
	healthy bool // the fault is none that the doctor reports
}

// sql returns a function that runs SQL in the store.
func sql(text string) func(*testing.T, string) []string {
	return func(t *testing.T, file string) []string {
		t.Helper()
		conn, err := sqlite3.Open(file)
		if err != nil {
			t.Fatal(err)
		}
		defer conn.Close()
		if err := conn.Exec(text); err != nil {
			t.Fatal(err)
		}
		return nil
	}
}

// flags returns a function that only gives flags.
func flagged(args ...string) func(*testing.T, string) []string {
	return func(*testing.T, string) []string { return args }
}

// wrote returns a function that gives a flag with a file of a text.
func wrote(flag, text string) func(*testing.T, string) []string {
	return func(t *testing.T, _ string) []string {
		t.Helper()
		path := filepath.Join(t.TempDir(), "file")
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return []string{flag + "=" + path}
	}
}

var patients = []patient{
	{fault: "none", args: flagged(), healthy: true},
	{fault: "no such file", args: flagged("--db=sqlite:/nowhere.db"), finds: "store: the database file /nowhere.db does not exist",
		remedy: "dossier import"},
	{fault: "no such folder", args: flagged("--db=sqlite:/nowhere/a.db"), finds: "the folder /nowhere", remedy: "make the folder"},
	{fault: "a folder", args: func(t *testing.T, _ string) []string { return []string{"--db=sqlite:" + t.TempDir()} }, finds: "store:",
		remedy: "correct --db"},
	{fault: "another file", args: func(t *testing.T, file string) []string {
		return []string{"--db=sqlite:" + strings.TrimPrefix(wrote("", strings.Repeat("not a database ", 100))(t, file)[0], "=")}
	}, finds: "not a database", remedy: "restore a backup"},
	{fault: "a damaged file", args: damage, finds: "it is damaged", remedy: "restore a backup"},
	{fault: "a database of another program", args: sql(`ALTER TABLE onto_projects RENAME TO x`), finds: "it has no tables of Dossier",
		remedy: "correct --db"},
	{fault: "an earlier version", args: sql(`DELETE FROM goose_db_version WHERE version_id = (SELECT max(version_id) FROM goose_db_version)`),
		finds: "needs version", remedy: "run dossier migrate"},
	{fault: "a later version", args: sql(`INSERT INTO goose_db_version (version_id, is_applied) VALUES (9999, 1)`), finds: "got version 9999",
		remedy: "install the version of dossier"},
	{fault: "an edge without an end", args: sql(`UPDATE onto_edges SET dst_id = '00000000-0000-5000-8000-000000000000' WHERE id = ` +
		`(SELECT min(id) FROM onto_edges)`), finds: "edges: 1 edge has an end that does not exist", remedy: "onto_edges"},
	{fault: "a cycle", args: cycle, finds: "dependencies: these wait for each other", remedy: "dossier unlink"},
	{fault: "a row that cannot be read", args: sql(`UPDATE onto_tasks SET updated_at = 'yesterday' WHERE id = (SELECT min(id) ` +
		`FROM onto_tasks)`), finds: "a row cannot be read", remedy: "a backup"},
	{fault: "a clock that is ahead", args: sql(`UPDATE onto_tasks SET updated_at = '2099-01-01T00:00:00.000000Z' WHERE id = ` +
		`(SELECT min(id) FROM onto_tasks)`), finds: "clock: the store has changes of 2099", remedy: "set the clock"},
	{fault: "a missing index", args: sql(`DROP INDEX onto_edges_dst`), finds: "indexes: 1 index is missing",
		remedy: "CREATE INDEX onto_edges_dst ON onto_edges (dst_id, src_kind);"},
	{fault: "missing indexes", args: sql(`DROP INDEX onto_tasks_rev; DROP INDEX onto_tasks_external; DROP INDEX onto_tasks_id`),
		finds: "indexes: 2 indexes are missing", remedy: "CREATE UNIQUE INDEX onto_tasks_external"},
	{fault: "a damaged index",
		args: sql(`PRAGMA writable_schema = on; UPDATE sqlite_schema SET sql = sql || ' WHERE rev > 0' WHERE name = ` +
			`'onto_tasks_rev'; PRAGMA writable_schema = reset;
		REINDEX onto_tasks_rev; UPDATE onto_tasks SET rev = -1; PRAGMA writable_schema = on;
		UPDATE sqlite_schema SET sql = replace(sql, ' WHERE rev > 0', '') WHERE name = 'onto_tasks_rev'`), finds: "it is damaged",
		remedy: "restore a backup"},
	{fault: "old search texts", args: sql(`UPDATE onto_entities SET terms = x'01' WHERE id = (SELECT min(id) FROM onto_tasks)`),
		finds: "search: 1 entity has search texts of an earlier version", remedy: "dossier reindex"},
	{fault: "Postgres does not run", args: flagged("--db=postgres://ann:hush@127.0.0.1:1/x"), finds: "cannot be reached",
		remedy: "start Postgres"},
	{fault: "an unknown kind of store", args: flagged("--db=mysql://x"), finds: `expected sqlite:PATH, postgres://… or managed`,
		remedy: "correct --db"},
	{fault: "a lens with an error", args: wrote("--lenses", "lenses: ["), finds: "lenses:", remedy: "--lenses"},
	{fault: "no lens file", args: flagged("--lenses=/nowhere.yaml"), finds: "lenses: open /nowhere.yaml", remedy: "--lenses"},
	{fault: "trusted documents that are no JSON", args: wrote("--trusted-documents", "{"), finds: "trusted documents:",
		remedy: "graphql-codegen"},
	{fault: "a short token", args: flagged("--token=hush"), finds: "sign-in: expected a secret of 16 characters", remedy: "sign-in"},
	{fault: "tokens of no issuer", args: flagged("--jwt-secret=hushhushhushhushhushhushhushhush"), finds: "--jwt-issuer", remedy: "sign-in"},
	{fault: "open to everybody", args: flagged("--listen=0.0.0.0:0"), finds: "address: expected a loopback address", remedy: "DOSSIER_TOKEN"},
	{fault: "no address", args: flagged("--listen=8080"), finds: "address:", remedy: "HOST:PORT"},
	{fault: "a taken address", args: taken, finds: "address already in use", remedy: "--listen"},
	{fault: "any proxy", args: flagged("--trusted-proxy=0.0.0.0/0"), finds: "every address is a trusted proxy", remedy: "--trusted-proxy"},
	{fault: "too few files", args: flagged("--max-connections=1000000000"), finds: "limits:", remedy: "ulimit"},
	{fault: "no endpoint", args: flagged("--embeddings-url=http://127.0.0.1:1/v1", "--embeddings-model=m"), finds: "embeddings:",
		remedy: "the endpoint answers"},
	{fault: "a folder that is none", args: func(_ *testing.T, file string) []string { return []string{"--index-dir=" + file} },
		finds: "saved projects:", remedy: "--index-dir"},
	{fault: "a folder in a file", args: func(_ *testing.T, file string) []string { return []string{"--index-dir=" + file + "/saved/here"} },
		finds: "saved projects:", remedy: "--index-dir"},
	{fault: "a folder that is not made yet",
		args: func(t *testing.T, _ string) []string { return []string{"--index-dir=" + t.TempDir() + "/a/b"} }, healthy: true},
	{fault: "FILE.index is a file", args: func(t *testing.T, file string) []string {
		if err := os.WriteFile(file+".index", nil, 0o600); err != nil {
			t.Fatal(err)
		}
		return nil
	}, finds: "saved projects: projects cannot be saved in ", remedy: "remove a file of that name"},
	{fault: "saved projects that nobody wants", args: func(_ *testing.T, _ string) []string { return []string{"--index-dir=none"} },
		healthy: true},
}

// damage overwrites pages in the middle of the file.
func damage(t *testing.T, path string) []string {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	copy(text[len(text)/4:], strings.Repeat("damage", len(text)/12))
	if err := os.WriteFile(path, text, 0o600); err != nil {
		t.Fatal(err)
	}
	return nil
}

// cycle makes two tasks wait for each other.
func cycle(t *testing.T, file string) []string {
	t.Helper()
	db := "--db=sqlite:" + file
	for _, ends := range [][]string{{"a", "b"}, {"b", "c"}, {"c", "a"}} {
		if got := run(t, nil, "link", ends[0], "depends_on", ends[1], db); got.status != 0 {
			t.Fatalf("link: %+v", got)
		}
	}
	return nil
}

// taken returns an address that another socket has.
func taken(t *testing.T, _ string) []string {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = listener.Close() })
	return []string{"--listen=" + listener.Addr().String()}
}

// TestDoctor prepares one fault after the other in a small store.
func TestDoctor(t *testing.T) {
	healthy := filepath.Join(t.TempDir(), "healthy.db")
	lines := `{"kind":"project","id":"p","name":"P","created_at":"2026-01-01T00:00:00Z"}` + "\n"
	for _, id := range []string{"a", "b", "c", "d"} {
		lines += fmt.Sprintf(`{"kind":"task","id":%q,"project_id":"p","title":"Task %[1]s","created_at":"2026-01-01T00:00:00Z"}`+"\n"+
			`{"kind":"edge","rel":"has_task","src_id":"p","dst_id":%[1]q}`+"\n", id)
	}
	ndjson := filepath.Join(t.TempDir(), "p.ndjson")
	if err := os.WriteFile(ndjson, []byte(lines), 0o600); err != nil {
		t.Fatal(err)
	}
	if got := run(t, nil, "import", "--db=sqlite:"+healthy, ndjson); got.status != 0 {
		t.Fatalf("import: %+v", got)
	}
	store, err := os.ReadFile(healthy)
	if err != nil {
		t.Fatal(err)
	}
	for _, patient := range patients {
		t.Run(patient.fault, func(t *testing.T) {
			file := filepath.Join(t.TempDir(), "store.db")
			if err := os.WriteFile(file, store, 0o600); err != nil {
				t.Fatal(err)
			}
			args := append([]string{"doctor", "--db=sqlite:" + file, "--listen=127.0.0.1:0"}, patient.args(t, file)...)
			got := run(t, nil, args...)
			switch {
			case strings.Contains(got.out+got.errOut, "hush"):
				t.Errorf("a secret is printed: %s", got.out)
			case patient.healthy && (got.status != 0 || !strings.Contains(got.out, "no fault that is known")):
				t.Errorf("got %+v", got)
			case !patient.healthy && (got.status != exitRejected || !strings.Contains(got.out, patient.finds) ||
				!strings.Contains(got.out, patient.remedy)):
				t.Errorf("got status %d\n%s%swant %q and %q", got.status, got.out, got.errOut, patient.finds, patient.remedy)
			case strings.Count(got.out, "\n  → ") > 2:
				t.Errorf("found more than the fault:\n%s", got.out)
			}
		})
	}
}
