package transport_test

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"dossier/transport"
)

// arrivesWithin is the time in which requests of TestWorkAfterTheBody must arrive.
const arrivesWithin = 500 * time.Millisecond

// TestWorkAfterTheBody checks that work goes on after the time in which a
// request must arrive, with a body and without.
func TestWorkAfterTheBody(t *testing.T) {
	bodies := &transport.Bodies{Patient: 1, Hurried: arrivesWithin}
	server := httptest.NewUnstartedServer(bodies.Handler(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		text, err := io.ReadAll(r.Body)
		select {
		case <-r.Context().Done():
			err = r.Context().Err()
		case <-time.After(arrivesWithin * 3 / 2):
		}
		fmt.Fprintf(w, "%s, %v", text, err)
	})))
	server.Config.ReadTimeout = arrivesWithin
	server.Start()
	t.Cleanup(server.Close)
	for _, sent := range []string{"", "text", strings.Repeat("x", 1<<20)} {
		response, err := http.Post(server.URL, "text/plain", strings.NewReader(sent))
		if err != nil {
			t.Fatal(err)
		}
		got, err := io.ReadAll(response.Body)
		response.Body.Close()
		if err != nil || string(got) != sent+", <nil>" {
			t.Errorf("got %.60s, %v", got, err)
		}
	}
}

// TestSlowBodies checks that the first slow body may take its time while the next
// one may not, and that a body that has ended counts no longer. Only the order in
// which they end is checked, which does not depend on the load.
func TestSlowBodies(t *testing.T) {
	bodies := &transport.Bodies{Patient: 1, Hurried: 20 * time.Millisecond}
	begun, ended := make(chan string, 4), make(chan string, 4)
	limited := bodies.Handler(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		begun <- r.URL.Path
		_, _ = io.ReadAll(r.Body)
	}))
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		limited.ServeHTTP(w, r)
		ended <- r.URL.Path
	}))
	t.Cleanup(server.Close)
	begin := func(path string) net.Conn {
		connection, err := net.Dial("tcp", server.Listener.Addr().String())
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { connection.Close() }) // before the server's, which waits for it
		fmt.Fprintf(connection, "POST %s HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n1", path)
		if got := <-begun; got != path {
			t.Fatalf("%s began, want %s", got, path)
		}
		return connection
	}
	ends := func(want string) {
		t.Helper()
		if got := <-ended; got != want {
			t.Fatalf("%s ended, want %s", got, want)
		}
	}
	first := begin("/first")
	begin("/second")
	ends("/second")
	first.Close()
	ends("/first")
	begin("/third")
	begin("/fourth")
	ends("/fourth")
}

// TestRefusedBodies checks that a large body that is not read is answered before
// it arrives.
func TestRefusedBodies(t *testing.T) {
	bodies := &transport.Bodies{Patient: 1, Hurried: time.Minute}
	server := httptest.NewServer(bodies.Handler(http.NotFoundHandler()))
	t.Cleanup(server.Close)
	connection, err := net.Dial("tcp", server.Listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { connection.Close() })
	_ = connection.SetDeadline(time.Now().Add(time.Minute))
	fmt.Fprintf(connection, "POST / HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: %d\r\n\r\n", 1<<30)
	response, err := http.ReadResponse(bufio.NewReader(connection), nil)
	if err != nil {
		t.Fatal(err)
	}
	response.Body.Close()
	if response.StatusCode != http.StatusNotFound {
		t.Errorf("got %s", response.Status)
	}
}
