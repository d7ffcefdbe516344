package main

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
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

// raw returns a request as it is sent, so that clients do not spend time on it.
func (s *server) raw(q int, id string) []byte {
	path, body := s.request(q, id)
	return fmt.Appendf(nil, "POST %s HTTP/1.1\r\nHost: %s\r\nContent-Type: application/json\r\nAccept: application/json\r\nContent-Length: %d\r\n\r\n%s", path, s.address, len(body), body)
}

// send sends a request and hands over its answer.
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

// A rate is how many requests a second were answered, and the processor time of
// the server for one.
type rate struct {
	each float64
	cpu  time.Duration
}

// load asks a question of all ids in turn, by a number of clients, for a while.
func (s *server) load(requests [][]byte, clients int, lasting time.Duration) (rate, error) {
	var sent atomic.Int64
	errs := make(chan error, clients)
	before, begun := s.processorTime(), time.Now()
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
	n := sent.Load()
	return rate{float64(n) / took.Seconds(), (s.processorTime() - before) / time.Duration(n)}, nil
}

// tick is the unit of processor times in /proc.
const tick = 10 * time.Millisecond

// processorTime returns what the server's process has used so far, 0 where there
// is no /proc.
func (s *server) processorTime() time.Duration {
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", s.pid))
	if err != nil {
		return 0
	}
	_, rest, _ := strings.Cut(string(stat), ") ")
	fields := strings.Fields(rest) // from the state on, the third of proc(5)
	user, _ := strconv.Atoi(fields[11])
	system, _ := strconv.Atoi(fields[12])
	return time.Duration(user+system) * tick
}
