package main

import (
	"net"
	"net/http"
	"sync"
	"time"
)

// connections are the connections of a server. If there are as many as it
// accepts, the one that has been idle for longest makes room for the next:
// otherwise a client that keeps them open would block all others, two minutes
// at a time.
type connections struct {
	most int
	mu   sync.Mutex
	open int
	idle map[net.Conn]time.Time // since when
}

func newConnections(most int) *connections {
	return &connections{most: most, idle: map[net.Conn]time.Time{}}
}

// listener returns a listener that counts the connections of inner.
func (c *connections) listener(inner net.Listener) net.Listener { return counting{inner, c} }

// changed notes a new state of a connection. It is the ConnState of a server.
func (c *connections) changed(conn net.Conn, state http.ConnState) {
	c.mu.Lock()
	delete(c.idle, conn)
	if state == http.StateIdle {
		c.idle[conn] = time.Now()
	}
	var leaves net.Conn
	if c.open >= c.most {
		leaves = c.longestIdle()
	}
	c.mu.Unlock()
	if leaves != nil {
		_ = leaves.Close() // it is of no use any more
	}
}

// longestIdle removes a connection from those that are idle, and returns it; nil
// if none is.
func (c *connections) longestIdle() (longest net.Conn) {
	for conn, since := range c.idle {
		if longest == nil || since.Before(c.idle[longest]) {
			longest = conn
		}
	}
	delete(c.idle, longest)
	return longest
}

func (c *connections) add(n int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.open += n
}

// counting is a listener that counts its connections.
type counting struct {
	net.Listener
	of *connections
}

// Accept implements [net.Listener].
func (l counting) Accept() (net.Conn, error) {
	conn, err := l.Listener.Accept()
	if err != nil {
		return nil, err
	}
	l.of.add(1)
	return &counted{Conn: conn, closed: sync.OnceFunc(func() { l.of.add(-1) })}, nil
}

// counted is a connection that is counted until it is closed.
type counted struct {
	net.Conn
	closed func()
}

// Close implements [net.Conn].
func (c *counted) Close() error {
	c.closed()
	return c.Conn.Close()
}
