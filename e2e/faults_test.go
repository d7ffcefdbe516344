package e2e_test

import (
	"bytes"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"dossier/db/managed/managedtest"
)

// A backup saves a store, and restores it while a server runs.
type backup struct{ save, restore func() error }

// fileBackup returns the backup of a database file, which is restored in place.
func fileBackup(t *testing.T, url string) backup {
	path, copied := strings.TrimPrefix(url, "sqlite:"), filepath.Join(t.TempDir(), "backup.db")
	replace := func(to, from string) error {
		content, err := os.ReadFile(from)
		if err != nil {
			return err
		}
		return os.WriteFile(to, content, 0o600)
	}
	return backup{func() error { return replace(copied, path) }, func() error { return replace(path, copied) }}
}

// dumpBackup returns the backup of a Postgres database by a dump.
func dumpBackup(t *testing.T, url string) backup {
	bin, dump := managedtest.Installation(t), filepath.Join(t.TempDir(), "backup.dump")
	run := func(name string, args ...string) error {
		if out, err := exec.CommandContext(t.Context(), filepath.Join(bin, name), args...).CombinedOutput(); err != nil {
			return fmt.Errorf("%s: %w\n%s", name, err, out)
		}
		return nil
	}
	return backup{
		func() error { return run("pg_dump", "--format=custom", "--file="+dump, "--dbname="+url) },
		func() error { return run("pg_restore", "--clean", "--dbname="+url, dump) },
	}
}

// importText imports NDJSON in another process.
func importText(t *testing.T, url, text string) {
	t.Helper()
	write := process(t, "import", "--db="+url, "-")
	write.Stdin = strings.NewReader(text)
	if out, err := write.CombinedOutput(); err != nil {
		t.Fatalf("import: %v\n%s", err, out)
	}
}

// TestRestoreUnderServer restores an earlier state of the store while a server
// has a later one in memory. The next answers must be from the restored state,
// also after further writes that reach the same revision.
func TestRestoreUnderServer(t *testing.T) {
	if testing.Short() {
		t.Skip("it waits for servers and pg_restore, a minute with the race detector")
	}
	const renamed = `{"kind":"task","id":"shoplane/task/offline-queue","project_id":"shoplane","title":"Feed the %s"}`
	for name, test := range map[string]struct {
		db     func(t *testing.T) string
		backup func(t *testing.T, url string) backup
	}{
		"SQLite":   {func(t *testing.T) string { return "sqlite:" + filepath.Join(t.TempDir(), "shared.db") }, fileBackup},
		"Postgres": {func(t *testing.T) string { return databases.Database(t) }, dumpBackup},
	} {
		t.Run(name, func(t *testing.T) {
			url := test.db(t)
			importDemo(t, url)
			server := startServer(t, "serve", "--db="+url)
			address := server.address
			want := func(when, label string) {
				t.Helper()
				if got := seenBy(t, address); got != label {
					t.Errorf("%s: got %s, want %s", when, got, label)
				}
			}
			const first = "Build the offline queue []"
			want("at first", first)
			defer keepsDescriptors(t, server)()
			backup := test.backup(t, url)
			if err := backup.save(); err != nil {
				t.Fatal(err)
			}
			const types = `{"query":"{ recordTypes { name } viewer { actorId } projects { totalCount } }"}`
			_, typesBefore := fetched(t, address+"/graphql", types)
			importText(t, url, fmt.Sprintf(renamed, "zyzzyva")+`
				{"kind":"record_type","id":"wand","name":"Wand"}
				{"kind":"project","id":"another","name":"Of which the actor is a member"}`)
			want("written to", "Feed the zyzzyva [Feed the zyzzyva]")
			if _, got := fetched(t, address+"/graphql", types); !strings.Contains(got, "Wand") || got == typesBefore {
				t.Errorf("written to: got %s", got)
			}
			if err := backup.restore(); err != nil {
				t.Fatal(err)
			}
			want("restored", first)
			if _, got := fetched(t, address+"/graphql", types); got != typesBefore {
				t.Errorf("restored: got %s, want %s", got, typesBefore)
			}
			importText(t, url, fmt.Sprintf(renamed, "horses"))
			want("written to again", "Feed the horses []")
		})
	}
}

// fetched returns the status and body of the response to a request.
func fetched(t *testing.T, url, query string) (int, string) {
	t.Helper()
	method := http.MethodPost
	if query == "" {
		method = http.MethodGet
	}
	response, body := sent(t, method, url, "", query)
	return response.StatusCode, body
}

// agentAccept are the types of the answers that clients of MCP accept.
const agentAccept = "application/json, text/event-stream"

// sent returns the response to a request, and its body. An empty accept is not sent.
func sent(t *testing.T, method, url, accept, body string) (*http.Response, string) {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), method, url, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	if body != "" {
		request.Header.Set("Content-Type", "application/json")
	}
	if accept != "" {
		request.Header.Set("Accept", accept)
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	read, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	return response, string(read)
}

// TestFileIsDeletedUnderServer deletes the file of a server. Until it is
// restored, the server is not ready, and its errors do not contain the path.
func TestFileIsDeletedUnderServer(t *testing.T) {
	path := filepath.Join(t.TempDir(), "secret-name.db")
	url := "sqlite:" + path
	for range 2 {
		importDemo(t, url)
	}
	server := startServer(t, "serve", "--db="+url)
	address := server.address
	const query = `{"query":"{ projects(first: 1) { nodes { label } } }"}`
	if status, body := fetched(t, address+"/graphql", query); status != http.StatusOK || strings.Contains(body, "errors") {
		t.Fatalf("at first: %d %s", status, body)
	}
	after := make([]int, 4)
	for i := range after {
		deleteAndRestore(t, path, address, query)
		after[i] = descriptors(server.process.Process.Pid)
	}
	t.Logf("descriptors after each time: %v", after)
	if after[3] > after[0]+6 { // two more connections of the pool, of three files each
		t.Errorf("the server has %v descriptors, more after each time", after)
	}
}

// deleteAndRestore deletes the file of a server, checks its errors, and
// restores the file.
func deleteAndRestore(t *testing.T, path, address, query string) {
	t.Helper()
	if err := os.Rename(path, path+".old"); err != nil {
		t.Fatal(err)
	}
	if status, body := fetched(t, address+"/readyz", ""); status != http.StatusServiceUnavailable {
		t.Errorf("readyz: %d %s", status, body)
	}
	if _, body := fetched(t, address+"/graphql", query); !strings.Contains(body, "UNAVAILABLE") ||
		!strings.Contains(body, "the file was deleted") || strings.Contains(body, "secret-name") {
		t.Errorf("deleted: %s", body)
	}
	if err := os.Rename(path+".old", path); err != nil {
		t.Fatal(err)
	}
	if status, body := fetched(t, address+"/readyz", ""); status != http.StatusOK {
		t.Errorf("restored, readyz: %d %s", status, body)
	}
	if _, body := fetched(t, address+"/graphql", query); strings.Contains(body, "errors") {
		t.Errorf("restored: %s", body)
	}
}

// keepsDescriptors returns a function that checks that a server has no more open
// files than before, except for a few more connections of its pool.
func keepsDescriptors(t *testing.T, s server) (check func()) {
	before := descriptors(s.process.Process.Pid)
	return func() {
		t.Helper()
		const pool = 12
		after := descriptors(s.process.Process.Pid)
		t.Logf("%d descriptors before, %d after", before, after)
		if after > before+pool {
			t.Errorf("the server has %d descriptors, %d before", after, before)
		}
	}
}

// descriptors returns the number of a process's open files, 0 if unknown.
func descriptors(pid int) int {
	open, _ := os.ReadDir(fmt.Sprintf("/proc/%d/fd", pid)) // an error on other systems
	return len(open)
}

// TestKilledImport kills an import at several moments. The store must have all
// of the file or nothing, and the next import must succeed.
func TestKilledImport(t *testing.T) {
	var text strings.Builder
	text.WriteString(`{"kind":"project","id":"p","name":"P"}` + "\n")
	const tasks = 21_000 // so many that the import prepares for them
	for n := range tasks {
		fmt.Fprintf(&text, `{"kind":"task","id":"t%d","project_id":"p","title":"Task %d","created_at":"2026-01-01"}`+"\n", n, n)
	}
	file := writeFile(t, filepath.Join(t.TempDir(), "large.ndjson"), text.String())
	for name, url := range map[string]string{
		"SQLite":   "sqlite:" + filepath.Join(t.TempDir(), "killed.db"),
		"Postgres": databases.Database(t),
	} {
		t.Run(name, func(t *testing.T) {
			if got := runBinary(t, "migrate", "--db="+url); got.status != 0 {
				t.Fatalf("migrate: %+v", got)
			}
			for moment := range 6 {
				importing := process(t, "import", "--db="+url, file)
				if err := importing.Start(); err != nil {
					t.Fatal(err)
				}
				time.Sleep(time.Duration(moment*moment) * 40 * time.Millisecond)
				_ = importing.Process.Kill()
				_ = importing.Wait()
				got := runBinary(t, "export", "--db="+url)
				if lines := strings.Count(got.out, "\n"); got.status != 0 || lines != 0 && lines != tasks+1 {
					t.Errorf("killed after %d: %d lines, %s", moment, lines, got.errOut)
				}
			}
			if got := runBinary(t, "import", "--db="+url, file); got.status != 0 {
				t.Errorf("afterwards: %+v", got)
			}
		})
	}
}

// TestSignals checks the exit status of commands that are ended by signals.
func TestSignals(t *testing.T) {
	db := demoFile(t)
	for signal, want := range map[syscall.Signal]int{syscall.SIGINT: 130, syscall.SIGTERM: 143} {
		importing := process(t, "import", db, "-")
		var errOut bytes.Buffer
		importing.Stderr = &errOut
		in, err := importing.StdinPipe()
		if err == nil {
			err = importing.Start()
		}
		if err != nil {
			t.Fatal(err)
		}
		go func() { // endless lines
			for err := error(nil); err == nil; {
				_, err = in.Write(bytes.Repeat([]byte("  \n"), 1000))
			}
		}()
		time.Sleep(time.Second)
		if err := importing.Process.Signal(signal); err != nil {
			t.Fatal(err)
		}
		_ = importing.Wait()
		if got := importing.ProcessState.ExitCode(); got != want || errOut.String() != "dossier: interrupted\n" {
			t.Errorf("%v: exit status %d, want %d: %s", signal, got, want, errOut.String())
		}
		if err := startServer(t, "serve", db).stop(signal); err != nil {
			t.Errorf("%v: a server ends with %v, want status 0", signal, err)
		}
	}
}
