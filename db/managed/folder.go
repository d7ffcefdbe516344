package managed

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

const (
	// longestSocketPath is the smallest limit of all systems with unix sockets,
	// without the terminating zero.
	longestSocketPath = 103
	socketFile        = ".s.PGSQL." + port
	logTailBytes      = 4096
	logTailLines      = 10
)

// A folder has a server's cluster (data), its log, its lock and, if the path is
// short enough, its socket.
type folder string

// openFolder returns the folder at a path, made absolute. It creates a missing
// folder, for the owner only.
func openFolder(path string) (folder, error) {
	path, err := filepath.Abs(path)
	if err != nil {
		return "", err
	}
	return folder(path), os.MkdirAll(path, 0o700)
}

func (f folder) file(name string) string { return filepath.Join(string(f), name) }

func (f folder) data() string { return f.file("data") }

// version returns the major version of the data, 0 if there is none.
func (f folder) version() int {
	content, err := os.ReadFile(filepath.Join(f.data(), "PG_VERSION"))
	if err != nil {
		return 0
	}
	major, _ := strconv.Atoi(strings.TrimSpace(string(content))) // 0 if unreadable; Postgres reports it
	return major
}

// acquire locks the folder for one server. The child inherits the lock, so that
// it outlives a killed parent until all processes of the server have ended. A
// process that holds the lock may therefore remove the files of an earlier
// server.
func (f folder) acquire() (*os.File, error) {
	lock, err := os.OpenFile(f.file("lock"), os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return nil, fmt.Errorf("lock: %w", err)
	}
	if err = flock(lock); err == nil {
		err = f.clearStale()
	}
	if err != nil {
		return nil, errors.Join(err, lock.Close())
	}
	return lock, nil
}

// processID returns the id of the server's process as stored in the data, 0 for
// none.
func (f folder) processID() int {
	content, err := os.ReadFile(filepath.Join(f.data(), "postmaster.pid"))
	if err != nil {
		return 0
	}
	first, _, _ := bytes.Cut(content, []byte("\n"))
	process, _ := strconv.Atoi(string(first)) // 0 if unreadable; Postgres reports it
	return process
}

// openLog opens the log of a new run and renames that of the previous one.
func (f folder) openLog() (*os.File, error) {
	name := f.file("postgres.log")
	if err := os.Rename(name, name+".previous"); err != nil && !errors.Is(err, os.ErrNotExist) {
		return nil, err
	}
	return os.OpenFile(name, os.O_CREATE|os.O_TRUNC|os.O_WRONLY|os.O_APPEND, 0o600)
}

// withLog returns an error with the last lines of the log.
func (f folder) withLog(err error) error {
	return fmt.Errorf("%w; last lines of %s:\n%s", err, f.file("postgres.log"), f.logTail())
}

func (f folder) logTail() string {
	log, err := os.Open(f.file("postgres.log"))
	if err != nil {
		return err.Error()
	}
	defer log.Close()
	if size, err := log.Seek(0, io.SeekEnd); err == nil {
		_, _ = log.Seek(max(0, size-logTailBytes), io.SeekStart) // on error the tail is empty
	}
	content, err := io.ReadAll(log)
	if err != nil {
		return err.Error()
	}
	lines := strings.Split(strings.TrimSpace(string(content)), "\n")
	return strings.Join(lines[max(0, len(lines)-logTailLines):], "\n")
}

// A socket is the folder of a server's socket: that of the server, or a
// separate one.
type socket struct {
	folder string
	own    bool
}

// newSocket returns the folder for the socket. It is a separate one if the
// server's path is too long for a socket, or has a character that separates
// folders in Postgres's setting.
func newSocket(f folder) (socket, error) {
	if len(f.file(socketFile)) <= longestSocketPath && !strings.ContainsAny(string(f), `,"`) {
		return socket{folder: string(f)}, nil
	}
	path, err := os.MkdirTemp("", "dossier-socket-")
	if err == nil && len(filepath.Join(path, socketFile)) > longestSocketPath {
		err = errors.Join(os.Remove(path), fmt.Errorf("socket: the path %s is too long; set TMPDIR to a shorter one", path))
	}
	return socket{folder: path, own: true}, err
}

// remove deletes a folder that was created for the socket.
func (s socket) remove() error {
	if !s.own {
		return nil
	}
	return os.RemoveAll(s.folder)
}
