// Package served runs the program as a server of its own process, and reads what
// it uses.
package served

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"

	"dossier/bench/measure"
)

// A Server is a server in its own process, so that its resources are not mixed
// with those of its clients.
type Server struct {
	Address string
	process *exec.Cmd
	Log     logged
}

// Build builds the program in a new folder, which the caller removes, and returns
// both.
func Build(ctx context.Context) (folder, program string, err error) {
	if folder, err = os.MkdirTemp("", "bench"); err != nil {
		return "", "", err
	}
	program = filepath.Join(folder, "dossier")
	if out, err := exec.CommandContext(ctx, "go", "build", "-o", program, ".").CombinedOutput(); err != nil {
		_ = os.RemoveAll(folder) // the error of the build matters more
		return "", "", fmt.Errorf("build the program: %w\n%s", err, out)
	}
	return folder, program, nil
}

// Start starts a program that serves a store.
func Start(ctx context.Context, program, url string, flags ...string) (*Server, error) {
	s := &Server{Log: logged{took: map[string]time.Duration{}}}
	s.process = exec.CommandContext(ctx, program, append([]string{"serve", "--db=" + url, "--listen=127.0.0.1:0"}, flags...)...)
	s.process.Stderr = &s.Log
	out, err := s.process.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := s.process.Start(); err != nil {
		return nil, fmt.Errorf("start the server: %w", err)
	}
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		return nil, fmt.Errorf("read the address of the server: %w", err)
	}
	go func() { _, _ = io.Copy(io.Discard, out) }() // it ends with the process
	s.Address = strings.Fields(line)[3]
	return s, nil
}

// Stop ends the server and waits for it.
func (s *Server) Stop() {
	_ = s.process.Process.Signal(syscall.SIGTERM) // it may have ended
	_ = s.process.Wait()
}

// PeakMB returns the maximum memory of the server since the last call, in MB, 0
// if it is unknown.
func (s *Server) PeakMB() int {
	folder := fmt.Sprintf("/proc/%d/", s.process.Process.Pid)
	status, err := os.ReadFile(folder + "status")
	if err != nil {
		return 0
	}
	_, rest, _ := strings.Cut(string(status), "VmHWM:")
	kB, _ := strconv.Atoi(strings.Fields(rest + " 0")[0])
	const resetPeak = "5"
	_ = os.WriteFile(folder+"clear_refs", []byte(resetPeak), 0) // if it fails, the peak is since the start
	return kB * 1024 / 1e6
}

// ResidentMB returns the memory of the server, in MB, 0 if it is unknown.
func (s *Server) ResidentMB() int {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/statm", s.process.Process.Pid))
	if err != nil {
		return 0
	}
	pages, _ := strconv.Atoi(strings.Fields(string(text))[1]) // 0 if it is not a number
	return pages * os.Getpagesize() / 1e6
}

// ProcessorTime returns the processor time that the server has used so far.
func (s *Server) ProcessorTime() time.Duration {
	return ProcessorTimeOf(strconv.Itoa(s.process.Process.Pid))
}

// ProcessorTimeOf returns the processor time that a process has used so far, 0 if it
// has ended.
func ProcessorTimeOf(pid string) time.Duration {
	text, err := os.ReadFile("/proc/" + pid + "/stat")
	if err != nil {
		return 0
	}
	_, rest, _ := strings.Cut(string(text), ") ")
	fields := strings.Fields(rest) // from the third field on
	const user, system, tick = 11, 12, 10 * time.Millisecond
	u, _ := strconv.Atoi(fields[user])
	k, _ := strconv.Atoi(fields[system])
	return time.Duration(u+k) * tick
}

// A logged has the times of requests from the log of a server, by their ids.
type logged struct {
	mu   sync.Mutex
	rest []byte // an incomplete line
	took map[string]time.Duration
}

var loggedRequest = regexp.MustCompile(`msg=request id=(\S+) .* ms=([0-9.]+)`)

// Write implements [io.Writer].
func (l *logged) Write(text []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.rest = append(l.rest, text...)
	for {
		line, rest, whole := bytes.Cut(l.rest, []byte("\n"))
		if !whole {
			return len(text), nil
		}
		l.rest = rest
		if found := loggedRequest.FindSubmatch(line); found != nil {
			ms, _ := strconv.ParseFloat(string(found[2]), 64) // it matched
			l.took[string(found[1])] = time.Duration(ms * float64(time.Millisecond))
		}
	}
}

// Of returns the logged times of the requests with the ids.
func (l *logged) Of(ids []string) (found measure.Times) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, id := range ids {
		if took, is := l.took[id]; is {
			found = append(found, took)
		}
	}
	return found
}
