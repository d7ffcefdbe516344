package main

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

// A client sends requests over one connection.
type client struct {
	conn net.Conn
	in   *bufio.Reader
}

func dial(address string) (*client, error) {
	conn, err := net.Dial("tcp", address)
	if err != nil {
		return nil, err
	}
	return &client{conn, bufio.NewReaderSize(conn, 64<<10)}, nil
}

// raw returns the bytes of a request, made in advance to save the clients'
// time.
func (s *server) raw(q int, id string) []byte {
	path, body := s.request(q, id)
	return fmt.Appendf(nil, "POST %s HTTP/1.1\r\nHost: %s\r\nContent-Type: application/json\r\nAccept: application/json\r\n"+
		"Content-Length: %d\r\n\r\n%s", path, s.address, len(body), body)
}

// send sends a request and calls take with the body of the answer.
func (c *client) send(raw []byte, take func(io.Reader) error) error {
	if _, err := c.conn.Write(raw); err != nil {
		return err
	}
	response, err := http.ReadResponse(c.in, nil)
	if err != nil {
		return err
	}
	defer response.Body.Close()
	if response.StatusCode != http.StatusOK {
		text, _ := io.ReadAll(response.Body)
		return fmt.Errorf("%s: %s", response.Status, text)
	}
	return take(response.Body)
}

func discard(r io.Reader) error {
	_, err := io.Copy(io.Discard, r)
	return err
}

// A rate is the number of requests answered per second, and the processor time
// of one request in the server and in the processes of Postgres.
type rate struct {
	each             float64
	server, postgres time.Duration
}

// load sends the requests in turn, by a number of clients, for a duration.
func (s *server) load(requests [][]byte, clients int, lasting time.Duration) (rate, error) {
	var sent atomic.Int64
	errs := make(chan error, clients)
	server, postgres, begun := processorTime(s.pid), folderTime(s.postgres), time.Now()
	var running sync.WaitGroup
	for range clients {
		running.Go(func() {
			c, err := dial(s.address)
			if err != nil {
				errs <- err
				return
			}
			defer c.conn.Close()
			for err == nil && time.Since(begun) < lasting {
				err = c.send(requests[int(sent.Add(1))%len(requests)], discard)
			}
			errs <- err
		})
	}
	running.Wait()
	took := time.Since(begun)
	for range clients {
		if err := <-errs; err != nil {
			return rate{}, fmt.Errorf("%s: %w", s.name, err)
		}
	}
	n := time.Duration(sent.Load())
	inPostgres := max(0, folderTime(s.postgres)-postgres) // it is less if a process of Postgres has ended
	return rate{float64(n) / took.Seconds(), (processorTime(s.pid) - server) / n, inPostgres / n}, nil
}

// processorTime returns the processor time that the threads of a process have
// used, or 0 without /proc. The first field of schedstat is in nanoseconds; the
// times in /proc/PID/stat are in units of a few requests.
func processorTime(pid int) (total time.Duration) {
	threads, _ := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/schedstat", pid))
	for _, thread := range threads {
		text, _ := os.ReadFile(thread) // a thread that has ended has no file
		used, _, _ := strings.Cut(string(text), " ")
		nanoseconds, _ := strconv.ParseInt(used, 10, 64)
		total += time.Duration(nanoseconds)
	}
	return total
}

// folderTime returns the processor time of the processes that run in a folder
// or below it. The processes of Postgres run in the folder of their data.
func folderTime(folder string) (total time.Duration) {
	processes, _ := filepath.Glob("/proc/[0-9]*")
	for _, process := range processes {
		if at, err := os.Readlink(filepath.Join(process, "cwd")); err == nil && strings.HasPrefix(at, folder) {
			pid, _ := strconv.Atoi(filepath.Base(process))
			total += processorTime(pid)
		}
	}
	return total
}
