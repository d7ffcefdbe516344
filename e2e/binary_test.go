package e2e_test

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
)

// binary builds the program at the first call, without C as it is released, and
// returns its path.
var binary = sync.OnceValues(func() (path string, err error) {
	path = filepath.Join(binaryFolder, "dossier")
	build := exec.Command("go", "build", "-o", path, "..")
	build.Env = append(os.Environ(), "CGO_ENABLED=0")
	out, err := build.CombinedOutput()
	if err != nil {
		return "", fmt.Errorf("build the program: %w\n%s", err, out)
	}
	return path, nil
})

var binaryFolder string

func TestMain(m *testing.M) { os.Exit(testMain(m)) }

func testMain(m *testing.M) int {
	folder, err := os.MkdirTemp("", "dossier-e2e")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	defer os.RemoveAll(folder)
	binaryFolder = folder
	return m.Run()
}

// process returns a command of the program, interrupted when the test ends.
func process(t *testing.T, args ...string) *exec.Cmd {
	t.Helper()
	path, err := binary()
	if err != nil {
		t.Fatal(err)
	}
	command := exec.CommandContext(t.Context(), path, args...)
	command.Cancel = func() error { return command.Process.Signal(os.Interrupt) }
	return command
}

// runBinary runs the program until it exits.
func runBinary(t *testing.T, args ...string) result {
	t.Helper()
	var out, errOut bytes.Buffer
	command := process(t, args...)
	command.Stdout, command.Stderr = &out, &errOut
	err := command.Run()
	if _, exited := errors.AsType[*exec.ExitError](err); err != nil && !exited {
		t.Fatal(err)
	}
	return result{command.ProcessState.ExitCode(), out.String(), errOut.String()}
}

// A server is a process that serves.
type server struct {
	address string
	process *exec.Cmd
}

// startServer starts a command that serves on a free port.
func startServer(t *testing.T, args ...string) server {
	t.Helper()
	command := process(t, append(args, "--listen=127.0.0.1:0", "--log-level=error")...)
	command.Stderr = os.Stderr
	command.Env = append(command.Environ(), "DOSSIER_TIMEOUT=1m") // of a slow machine
	return started(t, command)
}

// started starts a process that serves, and reads its address.
func started(t *testing.T, command *exec.Cmd) server {
	t.Helper()
	out, err := command.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := command.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = command.Wait() }) // its context is done by then
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		t.Fatalf("read the address: %v", err)
	}
	return server{strings.Fields(line)[3], command}
}

// stop sends a signal and waits for the process to exit.
func (s server) stop(signal os.Signal) error {
	if err := s.process.Process.Signal(signal); err != nil {
		return err
	}
	return s.process.Wait()
}
