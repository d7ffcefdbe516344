package managed_test

import (
	"bufio"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"dossier/db/managed"
	"dossier/db/managed/managedtest"
)

const serveFolder = "DOSSIER_TEST_SERVE_FOLDER"

// TestServe is not a test: it is the process that TestServerEndsWithItsParent
// kills.
func TestServe(t *testing.T) {
	folder := os.Getenv(serveFolder)
	if folder == "" {
		t.Skip("runs as a process of its own")
	}
	server := start(t, folder, disposable)
	execute(t, server.URL("postgres"), createNote, "SELECT note FROM notes")
	fmt.Println("\nserving")
	<-server.Done()
}

func TestServerEndsWithItsParent(t *testing.T) {
	managedtest.Installation(t)
	folder := cluster(t)
	parent := exec.Command(os.Args[0], "-test.run=^TestServe$")
	parent.Env = append(os.Environ(), serveFolder+"="+folder)
	output, err := parent.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := parent.Start(); err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewScanner(output)
	for found := false; !found && lines.Scan(); {
		found = lines.Text() == "serving"
	}
	_, err = managed.Start(t.Context(), folder, disposable)
	wantError(t, err, managed.ErrInUse)
	kill(t, parent.Process.Pid)
	if err := parent.Wait(); err == nil {
		t.Fatal("the parent ended by itself")
	}
	if got := execute(t, startEventually(t, folder).URL("postgres"), "SELECT note FROM notes"); got != "kept" {
		t.Errorf("got %q", got)
	}
}

// After a crash, a restarted container may find a process file with the id of
// another process.
func TestStaleProcessFileDoesNotBlock(t *testing.T) {
	folder := cluster(t)
	other := exec.Command("sleep", "60")
	if err := other.Start(); err != nil {
		t.Fatal(err)
	}
	defer func() { kill(t, other.Process.Pid); _ = other.Wait() }() // it was killed
	write(t, filepath.Join(folder, "data", "postmaster.pid"), fmt.Sprintf("%d\n%s/data\n1\n5432\n%s\n\n", other.Process.Pid, folder, folder))
	write(t, filepath.Join(folder, ".s.PGSQL.5432.lock"), fmt.Sprintf("%d\n", other.Process.Pid))
	start(t, folder, disposable)
}

func TestServerOfAnotherProgram(t *testing.T) {
	folder := cluster(t)
	server := start(t, folder, disposable)
	if err := os.Remove(filepath.Join(folder, "lock")); err != nil { // as if another program had started the server
		t.Fatal(err)
	}
	_, err := managed.Start(t.Context(), folder, disposable)
	wantError(t, err, managed.ErrInUse, fmt.Sprint(server.ProcessID()))
	execute(t, server.URL("postgres"), "SELECT 'running'")
}

func TestRootWithoutNamespaces(t *testing.T) {
	if os.Geteuid() != 0 {
		t.Skip("not root")
	}
	folder, err := os.MkdirTemp("", "dossier-open-") // other users may not read t.TempDir
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(folder) }) // an error is of no interest here
	server := start(t, folder, disposable)
	execute(t, server.URL("postgres"), createNote, "SELECT note FROM notes")
	stop(t, server)
	managed.ForbidNamespaces(t)
	server = start(t, folder, disposable) // the unprivileged user becomes the owner
	if owner := ownerOf(t, fmt.Sprintf("/proc/%d", server.ProcessID())); owner == 0 {
		t.Error("the server runs as root")
	}
	stop(t, server)
	server = start(t, folder, disposable) // and remains the owner
	if got := execute(t, server.URL("postgres"), "SELECT note FROM notes"); got != "kept" {
		t.Errorf("got %q", got)
	}
	stop(t, server)
	long := start(t, filepath.Join(folder, strings.Repeat("long", 30)), disposable)
	execute(t, long.URL("postgres"), "SELECT 'x'")
}

func ownerOf(t *testing.T, path string) uint32 {
	t.Helper()
	info, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	return info.Sys().(*syscall.Stat_t).Uid
}
