package managed

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"time"
)

// A process is a started child.
type process struct {
	command *exec.Cmd
	done    chan struct{} // closed when the child has ended
	err     error         // result of Wait; valid once done is closed
}

// spawn starts a command and keeps its thread until the command ends, because
// Linux signals the death of a parent when the thread that forked ends, not
// when the process does.
func spawn(command *exec.Cmd) (*process, error) {
	child := &process{command: command, done: make(chan struct{})}
	started := make(chan error)
	go func() {
		runtime.LockOSThread()
		defer runtime.UnlockOSThread()
		err := command.Start()
		started <- err
		if err == nil {
			child.err = command.Wait()
			close(child.done)
		}
	}()
	if err := <-started; err != nil {
		return nil, fmt.Errorf("run in %s: %w", command.Dir, err)
	}
	return child, nil
}

// end sends the child the signals of escalation until it has ended.
func (p *process) end() error {
	for _, step := range escalation {
		if p.command.Process.Signal(step.signal) != nil {
			continue // ended already, or a system without this signal
		}
		select {
		case <-p.done:
			return p.outcome()
		case <-time.After(step.patience):
		}
	}
	<-p.done
	return p.outcome()
}

func (p *process) outcome() error {
	if p.err != nil {
		return fmt.Errorf("%s ended: %w", filepath.Base(p.command.Path), p.err)
	}
	return nil
}

// A launcher runs the programs of an installation on a folder, as a permitted
// user.
type launcher struct {
	bin        string
	folder     folder
	log        *os.File
	attributes *syscall.SysProcAttr
}

func newLauncher(bin string, f folder, log *os.File) (*launcher, error) {
	attributes, err := attributesFor(f, bin)
	if err != nil {
		return nil, fmt.Errorf("choose the user to run as: %w", err)
	}
	return &launcher{bin: bin, folder: f, log: log, attributes: attributes}, nil
}

func (l *launcher) command(program string, arguments ...string) *exec.Cmd {
	command := exec.Command(filepath.Join(l.bin, program), arguments...)
	command.Dir = string(l.folder)
	command.Env = environment()
	command.Stdout, command.Stderr = l.log, l.log
	command.SysProcAttr = l.attributes
	return command
}

// environment returns the environment of this process without the variables of
// Postgres, and with a fixed locale and time zone.
func environment() []string {
	var kept []string
	for _, variable := range os.Environ() {
		if !strings.HasPrefix(variable, "PG") && !strings.HasPrefix(variable, "LC_") {
			kept = append(kept, variable)
		}
	}
	return append(kept, "LC_ALL=C", "TZ=UTC")
}

// locales are tried in turn. Both sort by code point; only the first has
// letters beyond ASCII.
var locales = []string{"C.UTF-8", "C"}

// initialize creates the cluster if there is none. It renames a finished
// cluster into place, so that an unfinished one is never used.
func (l *launcher) initialize(ctx context.Context, options Options) error {
	if l.folder.version() > 0 {
		return nil
	}
	fresh := l.folder.file("data.new")
	arguments := []string{"-D", fresh, "-U", superuser, "-A", "trust", "-E", "UTF8"}
	if options.Disposable {
		arguments = append(arguments, "--no-sync")
	}
	var failures error
	for _, locale := range locales {
		if err := os.RemoveAll(fresh); err != nil {
			return fmt.Errorf("clear an unfinished cluster: %w", err)
		}
		err := l.run(ctx, l.command("initdb", append(arguments, "--locale="+locale)...))
		if err == nil {
			return os.Rename(fresh, l.folder.data())
		}
		failures = errors.Join(failures, err)
	}
	return failures
}

// run runs a command until it exits, or ends it when ctx ends.
func (l *launcher) run(ctx context.Context, command *exec.Cmd) error {
	child, err := spawn(command)
	if err != nil {
		return err
	}
	select {
	case <-child.done:
		return child.outcome()
	case <-ctx.Done():
		return errors.Join(ctx.Err(), child.end())
	}
}

// serve starts the server with the lock, which it inherits.
func (l *launcher) serve(at socket, lock *os.File, options Options) (*process, error) {
	arguments := []string{"-D", l.folder.data()}
	for _, setting := range settings(at, options) {
		arguments = append(arguments, "-c", setting)
	}
	command := l.command("postgres", arguments...)
	command.ExtraFiles = []*os.File{lock}
	return spawn(command)
}

// settings returns the settings of the command line. All others are those of
// the cluster's postgresql.conf.
func settings(at socket, options Options) []string {
	fixed := []string{
		"listen_addresses=",
		"port=" + port,
		"unix_socket_directories=" + at.folder,
		"unix_socket_permissions=0700",
		"log_destination=stderr",
		"logging_collector=off",
	}
	if !options.Disposable {
		return fixed
	}
	return append(fixed,
		"fsync=off",
		"synchronous_commit=off",
		"full_page_writes=off",
		"wal_level=minimal",
		"max_wal_senders=0",
	)
}

// openSocket returns the folder for the socket, which the server's user owns.
func (l *launcher) openSocket() (socket, error) {
	at, err := newSocket(l.folder)
	if err != nil || !at.own {
		return at, err
	}
	return at, l.chown(at.folder)
}
