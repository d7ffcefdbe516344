package managedtest

import (
	"context"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
)

// A Node is a Postgres server of a test: a primary server, or a replica that streams
// its log. It listens on a port of the loopback address, and ends with the test.
type Node struct {
	bin, data string
	port      int
	command   *exec.Cmd
}

// StartPrimary starts a primary server. Replicas may stream from it.
func StartPrimary(t testing.TB) *Node {
	t.Helper()
	n := newNode(t)
	n.run(t, "initdb", "--pgdata="+n.data, "--username=postgres", "--auth=trust", "--encoding=UTF8", "--locale=C", "--no-sync")
	n.configure(t, "wal_level=replica", "max_wal_senders=4", "wal_keep_size='256MB'", "hot_standby_feedback=on")
	n.start(t)
	return n
}

// Replica starts a replica of a node, with further settings of Postgres.
func (n *Node) Replica(t testing.TB, settings ...string) *Node {
	t.Helper()
	r := newNode(t)
	from := fmt.Sprintf("host=127.0.0.1 port=%d user=postgres", n.port)
	r.run(t, "pg_basebackup", "--pgdata="+r.data, "--dbname="+from, "--write-recovery-conf", "--checkpoint=fast", "--no-sync")
	r.configure(t, settings...)
	r.start(t)
	return r
}

// URL returns the address of a database.
func (n *Node) URL(database string) string {
	return fmt.Sprintf("postgres://postgres@%s/%s?sslmode=disable", n.Address(), database)
}

// Address returns HOST:PORT.
func (n *Node) Address() string { return net.JoinHostPort("127.0.0.1", strconv.Itoa(n.port)) }

// Kill ends the server at once, as a crash does.
func (n *Node) Kill() {
	_ = n.command.Process.Signal(syscall.SIGQUIT) // unless it has ended
	_ = n.command.Wait()
}

// Signal sends a signal to the server and its processes, such as SIGSTOP.
func (n *Node) Signal(t testing.TB, signal syscall.Signal) {
	t.Helper()
	if err := syscall.Kill(-n.command.Process.Pid, signal); err != nil {
		t.Fatal(err)
	}
}

// Promote makes a primary server of a replica.
func (n *Node) Promote(t testing.TB) {
	t.Helper()
	n.run(t, "pg_ctl", "promote", "--pgdata="+n.data, "--wait")
}

func newNode(t testing.TB) *Node {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	return &Node{bin: Installation(t), data: filepath.Join(t.TempDir(), "data"), port: listener.Addr().(*net.TCPAddr).Port}
}

// configure adds settings. They replace settings that were copied.
func (n *Node) configure(t testing.TB, settings ...string) {
	t.Helper()
	file, err := os.OpenFile(filepath.Join(n.data, "postgresql.auto.conf"), os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	settings = append(settings, "fsync=off", "unix_socket_directories=''", "listen_addresses='127.0.0.1'", fmt.Sprintf("port=%d", n.port))
	_, err = file.WriteString(strings.Join(settings, "\n") + "\n")
	if closed := file.Close(); err != nil || closed != nil {
		t.Fatal(err, closed)
	}
}

// start starts the server and waits until it answers.
func (n *Node) start(t testing.TB) {
	t.Helper()
	n.command = n.program("postgres", "-D", n.data)
	log, err := os.Create(n.data + ".log")
	if err != nil {
		t.Fatal(err)
	}
	defer log.Close()
	n.command.Stdout, n.command.Stderr = log, log
	if err := n.command.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(n.Kill)
	for deadline := time.Now().Add(patience); ; time.Sleep(20 * time.Millisecond) {
		connection, err := pgx.Connect(context.Background(), n.URL("postgres"))
		if err == nil {
			_ = connection.Close(context.Background())
			return
		}
		if time.Now().After(deadline) {
			text, _ := os.ReadFile(log.Name())
			t.Fatalf("%v, log: %s", err, text)
		}
	}
}

// run runs a program of Postgres to its end.
func (n *Node) run(t testing.TB, name string, args ...string) {
	t.Helper()
	if output, err := n.program(name, args...).CombinedOutput(); err != nil {
		t.Fatalf("%s: %v, %s", name, err, output)
	}
}

// program returns a command that does not run as root, because Postgres refuses that: in
// its name space root is nobody.
func (n *Node) program(name string, args ...string) *exec.Cmd {
	command := exec.Command(filepath.Join(n.bin, name), args...)
	command.SysProcAttr = &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGQUIT}
	if os.Geteuid() == 0 {
		const nobody = 65534
		command.SysProcAttr.Cloneflags = syscall.CLONE_NEWUSER
		command.SysProcAttr.UidMappings = []syscall.SysProcIDMap{{ContainerID: nobody, HostID: 0, Size: 1}}
		command.SysProcAttr.GidMappings = []syscall.SysProcIDMap{{ContainerID: nobody, HostID: 0, Size: 1}}
	}
	return command
}
