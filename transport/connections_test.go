package transport_test

import (
	"bufio"
	"io"
	"net"
	"net/http"
	"testing"
	"time"

	"golang.org/x/net/netutil"

	"dossier/transport"
)

// TestIdleConnectionsMakeRoom keeps as many connections open as a server
// accepts, and asks by further ones.
func TestIdleConnectionsMakeRoom(t *testing.T) {
	const most = 3
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	all := transport.NewConnections(most)
	server := &http.Server{
		Handler:           http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, "ok") }),
		ConnState:         all.Changed,
		ReadHeaderTimeout: time.Minute,
	}
	go func() { _ = server.Serve(all.Listener(netutil.LimitListener(listener, most))) }()
	t.Cleanup(func() { _ = server.Close() })
	for i := range 3 * most {
		conn, err := net.Dial("tcp", listener.Addr().String())
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = conn.Close() })
		_ = conn.SetDeadline(time.Now().Add(10 * time.Second))
		_, _ = io.WriteString(conn, "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
		response, err := http.ReadResponse(bufio.NewReader(conn), nil)
		if err != nil {
			t.Fatalf("connection %d: %v", i+1, err)
		}
		if err := response.Body.Close(); err != nil {
			t.Fatal(err)
		}
	}
}
