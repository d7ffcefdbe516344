package transport

import (
	"net"
	"net/http"
	"sync"
	"time"
)

// Connections are the connections of a server. If there are as many as it
// accepts, the one that has been idle for longest makes room for the next:
// otherwise a client that keeps them open would block all others, two minutes
// at a time. They are safe for concurrent use.
type Connections struct {
	most int
	mu   sync.Mutex
	open int
	idle map[net.Conn]time.Time // since when
}

// NewConnections returns the connections of a server that accepts most of them.
func NewConnections(most int) *Connections {
	return &Connections{most: most, idle: map[net.Conn]time.Time{}}
}

// Listener returns a listener that counts the connections of inner.
func (c *Connections) Listener(inner net.Listener) net.Listener { return counting{inner, c} }

// Changed notes a new state of a connection. It must be the ConnState of the
// server.
func (c *Connections) Changed(conn net.Conn, state http.ConnState) {
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
func (c *Connections) longestIdle() (longest net.Conn) {
	for conn, since := range c.idle {
		if longest == nil || since.Before(c.idle[longest]) {
			longest = conn
		}
	}
	delete(c.idle, longest)
	return longest
}

func (c *Connections) add(n int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.open += n
}

// counting is a listener that counts its connections.
type counting struct {
	net.Listener
	of *Connections
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
