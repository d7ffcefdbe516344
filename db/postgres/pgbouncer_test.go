package postgres

import (
	"bytes"
	"context"
	"fmt"
	"net"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"dossier/db/managed/managedtest"
	"dossier/db/sqlstore"
	"dossier/graph"
)

// bouncer starts PgBouncer in transaction mode for the server of a URL, and
// returns a URL for it.
func bouncer(t *testing.T, address string) string {
	t.Helper()
	program := managedtest.Program(t, "pgbouncer")
	parsed, err := url.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	host := parsed.Query().Get("host")
	if host == "" {
		t.Skip("PgBouncer is started for a server of the tests")
	}
	port := freePort(t)
	config := filepath.Join(host, fmt.Sprintf("pgbouncer-%d.ini", port))
	text := fmt.Sprintf("[databases]\n* = host=%s port=%s user=postgres\n[pgbouncer]\nlisten_addr = 127.0.0.1\nlisten_port = %d\n"+
		"unix_socket_dir =\nauth_type = any\npool_mode = transaction\ndefault_pool_size = 2\nmax_client_conn = 200\n",
		host, parsed.Query().Get("port"), port)
	if err := os.WriteFile(config, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	command := exec.Command(program, config)
	var output bytes.Buffer
	command.Stdout, command.Stderr = &output, &output
	runAsOwner(t, command, host) // it refuses to run as root
	if err := command.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = command.Process.Kill()
		_ = command.Wait()
		if t.Failed() {
			t.Log(output.String())
		}
		_ = os.Remove(config)
	})
	parsed.Host, parsed.RawQuery = fmt.Sprintf("127.0.0.1:%d", port), "sslmode=disable"
	waitForPort(t, parsed.Host)
	return parsed.String()
}

func freePort(t *testing.T) int {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	return listener.Addr().(*net.TCPAddr).Port
}

func waitForPort(t *testing.T, address string) {
	t.Helper()
	for deadline := time.Now().Add(10 * time.Second); time.Now().Before(deadline); time.Sleep(20 * time.Millisecond) {
		if conn, err := net.Dial("tcp", address); err == nil {
			_ = conn.Close()
			return
		}
	}
	t.Fatal("PgBouncer does not listen")
}

// TestPgBouncer migrates, writes and reads through PgBouncer in transaction
// mode, with several concurrent stores that share two server processes.
func TestPgBouncer(t *testing.T) {
	address := bouncer(t, empty.Database(t))
	ctx := graph.WithActor(t.Context(), graph.LocalActor)
	var all sync.WaitGroup
	for n := range 4 {
		all.Go(func() {
			store, err := Open(ctx, address, sqlstore.Options{Migrate: true})
			if err != nil {
				t.Error(err)
				return
			}
			defer store.Close()
			writeAndRead(ctx, t, store, fmt.Sprint("project ", n))
		})
	}
	all.Wait()
	store := stored(t, address, sqlstore.Options{AsIs: true})
	if found, err := store.Revisions(ctx, nil); len(found) != 4 || err != nil {
		t.Errorf("got %v, %v, want 4 projects", found, err)
	}
}

func writeAndRead(ctx context.Context, t *testing.T, store *sqlstore.Store, name string) {
	t.Helper()
	project := graph.SpecOf(graph.KindProject).New().(*graph.Project)
	project.ID, project.Name = graph.ID(name), name
	batch := &graph.Batch{Entities: []graph.Entity{project}}
	for n := range 2 * bulk {
		task := graph.SpecOf(graph.KindTask).New().(*graph.Task)
		task.ID, task.ProjectID, task.Title = graph.ID(fmt.Sprint(name, n)), project.ID, strings.Repeat("x", n+1)
		batch.Entities = append(batch.Entities, task)
	}
	if _, err := store.Write(ctx, batch); err != nil {
		t.Errorf("write: %v", err)
	}
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			for range 25 {
				_, entities := store.Entities(ctx, []graph.Ref{{ID: project.ID}}, graph.Full)
				changes, failed := store.Changes(ctx, []graph.Revision{{ProjectID: project.ID}})
				if entities != nil || failed != nil || len(changes[0].Entities) != 2*bulk+1 {
					t.Errorf("read: %v, %v", entities, failed)
					return
				}
			}
		})
	}
	all.Wait()
}
