package cli

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"dossier/db/managed/managedtest"
)

var databases managedtest.Template

// TestBackup compares every answer of a store with that of its backup.
func TestBackup(t *testing.T) {
	stores := map[string]func(*testing.T) (from, to string){
		"SQLite": func(t *testing.T) (from, to string) {
			return demoFile(t), "--db=sqlite:" + filepath.Join(t.TempDir(), "new.db")
		},
		"Postgres": func(t *testing.T) (from, to string) {
			from, to = "--db="+databases.Database(t), "--db="+databases.Database(t)
			if got := run(t, nil, "import", from, "../testdata/demo.ndjson"); got.status != 0 {
				t.Fatalf("import: %+v", got)
			}
			return from, to
		},
	}
	for name, open := range stores {
		t.Run(name, func(t *testing.T) {
			from, to := open(t)
			for _, args := range [][]string{
				{"set", "airnet/risk/frost", "title=Changed"}, {"rm", "airnet/risk/poles-unowned"},
				{"actor", "add", "ann"}, {"key", "create", "--actor", "ann", "--project", "airnet"}, {"member", "set", "airnet", "ann", "write"},
			} {
				run(t, nil, append(args, from)...)
			}
			file := filepath.Join(t.TempDir(), "demo.backup")
			_ = os.Chmod(storeOf(from), 0o640) // no file of Postgres
			if got := run(t, nil, "backup", from, file); got.status != 0 || !strings.Contains(got.out, "bytes") {
				t.Fatalf("backup: %+v", got)
			}
			if got := run(t, nil, "backup", from, file); got.status != 2 || !strings.Contains(got.errOut, "exists") {
				t.Errorf("backup over a file: %+v", got)
			}
			if got := run(t, nil, "backup", from, file, "--replace"); got.status != 0 {
				t.Errorf("backup --replace: %+v", got)
			}
			checkMode(t, from, file)
			if got := run(t, nil, "restore", to, file); got.status != 0 || !strings.Contains(got.out, "3 projects") {
				t.Fatalf("restore: %+v", got)
			}
			checkMode(t, from, storeOf(to))
			if got := run(t, nil, "restore", to, file); got.status != 2 || !strings.Contains(got.errOut, "so that nothing is lost") {
				t.Errorf("restore over a store: %+v", got)
			}
			for _, args := range answers {
				want, got := run(t, nil, append(args, from)...), run(t, nil, append(args, to)...)
				if got.out != want.out || got.status != want.status || want.out == "" {
					t.Errorf("%q: got %+v\nwant %+v", args, got, want)
				}
			}
		})
	}
}

// storeOf returns the file of a store.
func storeOf(flag string) string { return strings.TrimPrefix(flag, "--db=sqlite:") }

// checkMode checks that who may read a store may read a copy of it, and only its owner
// may read that of a database.
func checkMode(t *testing.T, from, file string) {
	t.Helper()
	want := os.FileMode(0o640)
	if strings.Contains(from, "postgres:") {
		want = 0o600
	}
	info, err := os.Stat(file)
	if runtime.GOOS == "windows" || strings.Contains(file, "postgres:") {
		return
	}
	if err != nil || info.Mode().Perm() != want {
		t.Errorf("%s: %v, %v, want %s", file, info.Mode(), err, want)
	}
}

var answers = [][]string{
	{"export"},
	{"context", "what blocks the offline queue?", "--json", "--now", "2026-11-20T00:00:00Z"},
	{"query", `{
		history(id: "airnet/risk/frost") { revision at actorId fields { name old new } }
		tasks(first: 200) { nodes { id label stateKey } }
		search(query: "frost") { hits { score entity { id } } }
		actors(first: 9) { nodes { actorId name } } keys(first: 9) { nodes { keyId scopes projectIds } }
		members(projectId: "airnet", first: 9) { nodes { access actor { name } } } recordTypes { key version }
	}`},
}

// TestRestoreRefuses restores what is no backup, or one of another store.
func TestRestoreRefuses(t *testing.T) {
	dir := t.TempDir()
	damaged := filepath.Join(dir, "damaged")
	if got := run(t, nil, "backup", demoFile(t), damaged); got.status != 0 {
		t.Fatalf("backup: %+v", got)
	}
	damage(t, damaged)
	dump := filepath.Join(dir, "dump")
	if err := os.WriteFile(dump, []byte("PGDMP and more"), 0o600); err != nil {
		t.Fatal(err)
	}
	fresh := "--db=sqlite:" + filepath.Join(dir, "new.db")
	for _, test := range []struct {
		args []string
		want string
	}{
		{[]string{"restore", damaged, fresh}, "it is damaged"},
		{[]string{"restore", dump, fresh}, "the backup is of a store in Postgres"},
		{[]string{"restore", damaged, "--db=postgres://127.0.0.1:1/x"}, "the backup is of a store in SQLite"},
		{[]string{"restore", damaged, "--db=sqlite::memory:"}, "expected a store that is kept"},
		{[]string{"backup", "--db=sqlite:/nowhere.db", filepath.Join(dir, "x")}, "no such file"},
		{[]string{"backup", fresh, "--server=http://127.0.0.1:1", filepath.Join(dir, "x")}, "leave --server out"},
		{[]string{"backup", "--db=sqlite:" + damaged, filepath.Join(dir, "nowhere", "x")}, "x: no such file"},
	} {
		if got := run(t, nil, test.args...); got.status == 0 || !strings.Contains(got.errOut, test.want) {
			t.Errorf("%q: got %+v, want %q", test.args, got, test.want)
		}
	}
	if left, _ := filepath.Glob(filepath.Join(dir, "*")); len(left) != 2 {
		t.Errorf("left behind: %q", left)
	}
}
