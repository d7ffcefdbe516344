package postgres

import (
	"bytes"
	"io"
	"net"
	"net/url"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// A proxy is a TCP proxy between a store and its server that causes faults of
// the network.
type proxy struct {
	listener net.Listener
	target   string
	hangs    atomic.Bool  // nothing passes
	deaf     atomic.Bool  // nothing passes from the server
	refuses  atomic.Bool  // connections are closed as soon as they are opened
	delay    atomic.Int64 // for data from the server, in nanoseconds
	onCommit atomic.Value // a commitFault, of the next commit
	loses    atomic.Value // the connection to the server whose next answer is lost

	mu   sync.Mutex
	open map[net.Conn]bool
}

// newProxy returns a proxy for the server of a URL, and a URL for it.
func newProxy(t *testing.T, address string) (*proxy, string) {
	t.Helper()
	parsed, err := url.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	query := parsed.Query()
	p := &proxy{listener: listener, target: query.Get("host") + "/.s.PGSQL." + query.Get("port"), open: map[net.Conn]bool{}}
	if query.Get("host") == "" {
		t.Skip("the proxy is for a server of the tests")
	}
	go p.serve()
	t.Cleanup(func() {
		_ = listener.Close()
		p.cut()
	})
	parsed.Host, parsed.RawQuery = listener.Addr().String(), "sslmode=disable"
	return p, parsed.String()
}

func (p *proxy) serve() {
	for {
		client, err := p.listener.Accept()
		if err != nil {
			return
		}
		if p.refuses.Load() {
			_ = client.Close()
			continue
		}
		server, err := net.Dial("unix", p.target)
		if err != nil {
			_ = client.Close()
			continue
		}
		p.mu.Lock()
		p.open[client], p.open[server] = true, true
		p.mu.Unlock()
		go p.pass(client, server, &atomic.Bool{})
		go p.pass(server, client, &p.deaf)
	}
}

// pass copies data from one connection to the other, and closes both at the
// end.
func (p *proxy) pass(from, to net.Conn, lost *atomic.Bool) {
	buffer := make([]byte, 32<<10)
	for {
		n, err := from.Read(buffer)
		for p.hangs.Load() || lost.Load() {
			time.Sleep(5 * time.Millisecond)
		}
		if to.RemoteAddr().Network() == "tcp" {
			time.Sleep(time.Duration(p.delay.Load()))
		}
		fault := p.commitFault(buffer[:n])
		if fault == beforeCommit {
			break
		}
		if fault == afterCommit {
			p.loses.Store(to)
		}
		if p.loses.Load() == from {
			break
		}
		_, failed := to.Write(buffer[:n])
		if err != nil || failed != nil {
			break
		}
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, conn := range []io.Closer{from, to} {
		_ = conn.Close()
	}
	delete(p.open, from)
	delete(p.open, to)
}

// Faults of the next commit: the connection is lost before the server has it, or
// after it was executed and before the answer.
const (
	noFault      = ""
	beforeCommit = "before the commit"
	afterCommit  = "after the commit"
)

// commitFault returns the fault of a message with a commit, once.
func (p *proxy) commitFault(message []byte) string {
	if !bytes.Contains(message, []byte("commit\x00")) {
		return noFault
	}
	fault, _ := p.onCommit.Swap(noFault).(string)
	return fault
}

// cut closes all connections.
func (p *proxy) cut() {
	p.mu.Lock()
	defer p.mu.Unlock()
	for conn := range p.open {
		_ = conn.Close()
	}
}
