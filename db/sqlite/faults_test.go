package sqlite

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/ncruces/go-sqlite3"

	"dossier/db/engine"
	"dossier/db/sqlstore"
	"dossier/graph"
)

// A fileStore is a store in a file with one project, whose name tests change.
type fileStore struct {
	*sqlstore.Store
	t    *testing.T
	ctx  context.Context
	path string
}

func newFile(t *testing.T, name string) *fileStore {
	t.Helper()
	f := &fileStore{t: t, ctx: graph.WithActor(t.Context(), graph.LocalActor), path: filepath.Join(t.TempDir(), "x.db")}
	f.open(sqlstore.Options{})
	f.write(name)
	return f
}

func (f *fileStore) open(options sqlstore.Options) {
	f.t.Helper()
	store, err := Open(f.ctx, f.path, options)
	if err != nil {
		f.t.Fatal(err)
	}
	f.t.Cleanup(func() { _ = store.Close() })
	f.Store = store
}

func (f *fileStore) tryWrite(name string) error {
	project := graph.SpecOf(graph.KindProject).New().(*graph.Project)
	project.ID, project.Name = graph.ID("p"), name
	_, err := f.Write(f.ctx, &graph.Batch{Entities: []graph.Entity{project}})
	return err
}

func (f *fileStore) write(name string) {
	f.t.Helper()
	if err := f.tryWrite(name); err != nil {
		f.t.Fatal(err)
	}
}

// reads returns the stored name of the project.
func (f *fileStore) reads() (string, error) {
	id := graph.ID("p")
	found, err := f.Entities(f.ctx, []graph.Ref{{Kind: graph.KindProject, ID: id}}, graph.Full)
	if err != nil || found[id] == nil {
		return "", err
	}
	return found[id].Self().Label, nil
}

func (f *fileStore) want(when, name string) {
	f.t.Helper()
	for range 2 * defaultReaders {
		if got, err := f.reads(); got != name || err != nil {
			f.t.Fatalf("%s: read %q, %v, want %q", when, got, err, name)
		}
	}
	if err := f.Ping(f.ctx); err != nil {
		f.t.Errorf("%s: ping: %v", when, err)
	}
}

func (f *fileStore) wantUnavailable(when, text string) {
	f.t.Helper()
	_, read := f.reads()
	for what, err := range map[string]error{"read": read, "ping": f.Ping(f.ctx), "write": f.tryWrite("lost")} {
		if graph.CodeOf(err) != graph.CodeUnavailable || !strings.Contains(err.Error(), text) {
			f.t.Errorf("%s: %s: got %v, want %s", when, what, err, text)
		}
	}
}

// descriptors returns the number of open files of the process.
func descriptors(t *testing.T) int {
	t.Helper()
	open, err := os.ReadDir("/proc/self/fd")
	if err != nil {
		t.Skip("the system does not list open files")
	}
	return len(open)
}

// TestFileIsDeleted deletes the file of an open store and puts another one in
// its place, which the next read reads.
func TestFileIsDeleted(t *testing.T) {
	other := newFile(t, "new")
	if err := other.Close(); err != nil {
		t.Fatal(err)
	}
	f := newFile(t, "old")
	f.want("before", "old")
	waitForLog(t, f.path)
	before := descriptors(t)
	if err := os.Remove(f.path); err != nil {
		t.Fatal(err)
	}
	f.wantUnavailable("deleted", "the file was deleted")
	if err := os.Rename(other.path, f.path); err != nil {
		t.Fatal(err)
	}
	f.want("another file", "new")
	f.write("newer")
	f.want("written to", "newer")
	if after := descriptors(t); after > before+2 {
		t.Errorf("%d files are open, and were %d before", after, before)
	}
}

// waitForLog waits until the write-ahead log is empty.
func waitForLog(t *testing.T, path string) {
	t.Helper()
	for deadline := time.Now().Add(10 * time.Second); time.Now().Before(deadline); time.Sleep(20 * time.Millisecond) {
		if log := statLog(path); log == nil || log.Size() == 0 {
			return
		}
	}
	t.Fatal("the write-ahead log does not become empty")
}

// TestPatienceAfterEmptyingTheLog checks that a write waits for another process
// after the log was emptied, although emptying it does not wait.
func TestPatienceAfterEmptyingTheLog(t *testing.T) {
	f := newFile(t, "first")
	waitForLog(t, f.path)
	d, err := connect(f.path, 1, readWrite)
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	err = d.Write(t.Context(), func(engine.Tx) error {
		written := make(chan error, 1)
		go func() { written <- f.tryWrite("second") }()
		select {
		case err := <-written:
			t.Errorf("wrote beside another write: %v", err)
		case <-time.After(500 * time.Millisecond):
			go func() {
				if err := <-written; err != nil {
					t.Error(err)
				}
				close(written)
			}()
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for deadline := time.Now().Add(5 * time.Second); ; time.Sleep(20 * time.Millisecond) {
		if got, err := f.reads(); got == "second" && err == nil {
			return
		}
		if time.Now().After(deadline) {
			t.Fatal("the second write did not happen")
		}
	}
}

// TestLogOfAnotherFile replaces a file just after a write, before its log is
// emptied. The mixture is not read, and nothing is lost.
func TestLogOfAnotherFile(t *testing.T) {
	other := newFile(t, "new")
	if err := other.Close(); err != nil {
		t.Fatal(err)
	}
	f := newFile(t, "old")
	f.want("before", "old")
	f.write("older")
	f.want("written", "older")
	for _, step := range [][2]string{{f.path, f.path + ".old"}, {other.path, f.path}} {
		if err := os.Rename(step[0], step[1]); err != nil {
			t.Fatal(err)
		}
	}
	f.wantUnavailable("mixture", "the write-ahead log of the file before")
	if err := os.Rename(f.path+".old", f.path); err != nil {
		t.Fatal(err)
	}
	f.want("restored", "older")
}

// TestFileIsReplaced replaces the file of an open store, by a rename and in
// place, as cp does.
func TestFileIsReplaced(t *testing.T) {
	f := newFile(t, "first")
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	backup, err := os.ReadFile(f.path)
	if err != nil {
		t.Fatal(err)
	}
	for name, replace := range map[string]func(content []byte) error{
		"renamed": func(content []byte) error {
			if err := os.WriteFile(f.path+".new", content, 0o600); err != nil {
				return err
			}
			return os.Rename(f.path+".new", f.path)
		},
		"in place": func(content []byte) error { return os.WriteFile(f.path, content, 0o600) },
	} {
		f.open(sqlstore.Options{})
		f.write("second " + name)
		f.want(name+", before", "second "+name)
		importer := &fileStore{t: t, ctx: f.ctx, path: f.path}
		importer.open(sqlstore.Options{})
		importer.write("third " + name)
		if err := importer.Close(); err != nil { // empties the log
			t.Fatal(err)
		}
		f.want(name+", written by another process", "third "+name)
		if err := replace(backup); err != nil {
			t.Fatal(err)
		}
		f.want(name, "first")
		if err := f.Close(); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		f.open(sqlstore.Options{})
		f.want(name+", opened again", "first")
		if err := f.Close(); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestFileOfAnotherVersion replaces the file with one without tables.
func TestFileOfAnotherVersion(t *testing.T) {
	f := newFile(t, "first")
	f.want("before", "first")
	waitForLog(t, f.path)
	if err := os.Rename(f.path, f.path+".old"); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(f.path, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	f.wantUnavailable("empty", "without the tables of this version")
	if err := os.Rename(f.path+".old", f.path); err != nil {
		t.Fatal(err)
	}
	f.want("restored", "first")
}

// TestAsIs opens databases that must be neither created nor upgraded.
func TestAsIs(t *testing.T) {
	folder := t.TempDir()
	empty := filepath.Join(folder, "empty.db")
	if err := os.WriteFile(empty, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, options := range []sqlstore.Options{{AsIs: true}, {ReadOnly: true}} {
		for path, want := range map[string]string{
			filepath.Join(folder, "absent.db"): "does not exist; import a graph with dossier import",
			empty:                              "has no tables; run dossier migrate",
		} {
			_, err := Open(t.Context(), path, options)
			if graph.CodeOf(err) != graph.CodeUnavailable || !strings.Contains(err.Error(), want) {
				t.Errorf("%+v: got %v, want %s", options, err, want)
			}
		}
	}
	if info, err := os.Stat(empty); err != nil || info.Size() > 0 {
		t.Errorf("the empty file has %d bytes, %v", info.Size(), err)
	}
	if left, _ := os.ReadDir(folder); len(left) != 1 {
		t.Errorf("left behind: %v", left)
	}
}

// TestReadOnlyFiles reads files that cannot be written to.
func TestReadOnlyFiles(t *testing.T) {
	folder, err := os.MkdirTemp("", "read-only") // everyone may enter its parent folders
	if err != nil {
		t.Fatal(err)
	}
	defer os.RemoveAll(folder)
	f := newFile(t, "first")
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	if err := os.Rename(f.path, filepath.Join(folder, "x.db")); err != nil {
		t.Fatal(err)
	}
	f.path = filepath.Join(folder, "x.db")
	for name, modes := range map[string][2]os.FileMode{"the file": {0o444, 0o777}, "file and folder": {0o444, 0o555}} {
		if err := os.Chmod(f.path, modes[0]); err != nil {
			t.Fatal(err)
		}
		if err := os.Chmod(folder, modes[1]); err != nil {
			t.Fatal(err)
		}
		asNobody(t, func() {
			f.open(sqlstore.Options{})
			f.want(name, "first")
			if err := f.tryWrite("second"); graph.CodeOf(err) != graph.CodeUnavailable || !strings.Contains(err.Error(), "read-only") {
				t.Errorf("%s: write: %v", name, err)
			}
			if err := f.Close(); err != nil {
				t.Error(err)
			}
		})
		if err := os.Chmod(folder, 0o700); err != nil {
			t.Fatal(err)
		}
	}
}

// TestDiskIsFull writes more than there is room for. Earlier writes can still
// be read, and later ones work when there is room again.
func TestDiskIsFull(t *testing.T) {
	f := newFile(t, "first")
	d, err := connect(f.path, 1, readWrite)
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	small := sqlstore.New(d, dialect, sqlstore.Options{})
	limit := func(pages int) {
		err := d.writer.use(t.Context(), func(c *connection) error {
			_, err := c.conn.ExecContext(t.Context(), fmt.Sprintf("PRAGMA max_page_count = %d", pages))
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	limit(1)
	full := &fileStore{Store: small, t: t, ctx: f.ctx}
	full.want("before it", "first") // opens all connections of the pools
	f.want("before it", "first")
	files, goroutines := descriptors(t), runtime.NumGoroutine()
	for range 20 {
		if err := full.tryWrite(strings.Repeat("long ", 100_000)); graph.CodeOf(err) != graph.CodeUnavailable ||
			!strings.Contains(err.Error(), "the disk is full") {
			t.Errorf("got %v", err)
		}
		full.want("after it", "first")
	}
	limit(1 << 20)
	full.write("second")
	f.want("with room again", "second")
	t.Logf("%d descriptors and %d goroutines before, %d and %d after", files, goroutines, descriptors(t), runtime.NumGoroutine())
	more := func() bool { return descriptors(t) > files+6 || runtime.NumGoroutine() > goroutines+4 } // two connections, and their timers
	for begun := time.Now(); more() && time.Since(begun) < 10*time.Second; {
		time.Sleep(time.Millisecond) // goroutines end after the calls that began them
	}
	if more() {
		t.Errorf("%d descriptors and %d goroutines before, %d and %d after", files, goroutines, descriptors(t), runtime.NumGoroutine())
	}
	for _, cause := range []error{syscall.ENOSPC, sqlite3.IOERR_WRITE, fmt.Errorf("write: %w", syscall.ENOSPC)} {
		if err := d.failure(t.Context(), cause); !strings.Contains(err.Error(), "the disk is full") {
			t.Errorf("%v: got %v", cause, err)
		}
	}
}

// TestSmallDisk fills a real disk, and then mounts it read-only.
func TestSmallDisk(t *testing.T) {
	folder, freeze := smallDisk(t)
	f := newFile(t, "first")
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	content, err := os.ReadFile(f.path)
	if err != nil {
		t.Fatal(err)
	}
	f.path = filepath.Join(folder, "x.db")
	if err := os.WriteFile(f.path, content, 0o600); err != nil {
		t.Fatal(err)
	}
	f.open(sqlstore.Options{})
	if err := f.tryWrite(strings.Repeat("long ", 1<<20)); graph.CodeOf(err) != graph.CodeUnavailable || !strings.Contains(err.Error(),
		"the disk is full") {
		t.Errorf("got %v", err)
	}
	f.want("full", "first")
	if err := f.Close(); err != nil {
		t.Error(err)
	}
	freeze()
	f.open(sqlstore.Options{})
	f.want("read-only", "first")
	if err := f.tryWrite("second"); graph.CodeOf(err) != graph.CodeUnavailable || !strings.Contains(err.Error(), "read-only") {
		t.Errorf("read-only: got %v", err)
	}
	if err := f.Close(); err != nil {
		t.Error(err)
	}
}

// TestDamagedLog damages the log of a store that was killed. Opening the store
// reports the lost writes.
func TestDamagedLog(t *testing.T) {
	f := newFile(t, "first")
	for n := range 5 {
		f.write(fmt.Sprint("name ", n))
	}
	killed := filepath.Join(t.TempDir(), "killed.db")
	content := map[string][]byte{}
	for _, suffix := range []string{"", "-wal"} {
		file, err := os.ReadFile(f.path + suffix)
		if err != nil {
			t.Fatal(err)
		}
		content[suffix] = file
	}
	size := len(content["-wal"])
	for name, test := range map[string]struct {
		damage  func(log []byte) []byte
		reports bool
	}{
		"whole":             {func(log []byte) []byte { return log }, false},
		"killed in a write": {func(log []byte) []byte { return log[:size-1000] }, false},
		"a bit flipped":     {func(log []byte) []byte { log[size/2] ^= 1; return log }, true},
		"its header":        {func(log []byte) []byte { log[25] ^= 1; return log }, true},
		"not a log":         {func([]byte) []byte { return bytes.Repeat([]byte("x"), 10_000) }, false},
		"empty":             {func([]byte) []byte { return nil }, false},
	} {
		for _, suffix := range []string{"", "-wal"} {
			file := bytes.Clone(content[suffix])
			if suffix == "-wal" {
				file = test.damage(file)
			}
			if err := os.WriteFile(killed+suffix, file, 0o600); err != nil {
				t.Fatal(err)
			}
		}
		_ = os.Remove(killed + "-shm")
		var log bytes.Buffer
		store, err := Open(f.ctx, killed, sqlstore.Options{Log: slog.New(slog.NewTextHandler(&log, nil))})
		if err == nil {
			err = store.Close()
		}
		if reports := strings.Contains(log.String(), "its last writes are lost"); err != nil && name != "its header" && name != "not a log" ||
			reports != test.reports {
			t.Errorf("%s: %v, logged %q", name, err, log.String())
		}
	}
}

// TestPingWaitsForNobody pings the store while all readers are busy.
func TestPingWaitsForNobody(t *testing.T) {
	f := newFile(t, "first")
	d, err := opened(t.Context(), f.path, 1, readWrite, true)
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	err = d.Read(t.Context(), engine.Query{SQL: "SELECT 1", Each: func(engine.Row) error {
		ctx, cancel := context.WithTimeout(t.Context(), 5*time.Second)
		defer cancel()
		return d.Ping(ctx)
	}})
	if err != nil {
		t.Error(err)
	}
}

// TestConnectionsCreateNoFile deletes the file between the look at it and its
// opening, by a connection that reads and by one that writes.
func TestConnectionsCreateNoFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x.db")
	d := emptyDatabase(t, path)
	stored(t, d, sqlstore.Options{})
	file, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Rename(path, path+".old"); err != nil {
		t.Fatal(err)
	}
	for name, p := range map[string]*pool{"reader": d.readers, "writer": d.writer} {
		p.watch(path, 1)
		if err := p.open(t.Context(), &connection{}, file); !errors.Is(err, errDeleted) {
			t.Errorf("%s: got %v, want %v", name, err, errDeleted)
		}
	}
	if _, err := os.Stat(path); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("the file is there again: %v", err)
	}
}
