package transport_test

import (
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

// limited returns a server whose requests may take 200 ms to arrive, one body
// of them, and further ones 20 ms.
func limited(t *testing.T, handler http.HandlerFunc) *httptest.Server {
	t.Helper()
	bodies := &transport.Bodies{Patient: 1, Hurried: 20 * time.Millisecond}
	server := httptest.NewUnstartedServer(bodies.Handler(handler))
	server.Config.ReadTimeout = 200 * time.Millisecond
	server.Start()
	t.Cleanup(server.Close)
	return server
}

// TestWorkAfterTheBody checks that work goes on after the time in which a
// request must arrive, with a body and without.
func TestWorkAfterTheBody(t *testing.T) {
	server := limited(t, func(w http.ResponseWriter, r *http.Request) {
		text, err := io.ReadAll(r.Body)
		select {
		case <-r.Context().Done():
			err = r.Context().Err()
		case <-time.After(400 * time.Millisecond):
		}
		fmt.Fprintf(w, "%s, %v", text, err)
	})
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

// TestSlowBodies checks that the first slow body may take its time, that the
// next one must hurry, and that a body that has ended counts no longer.
func TestSlowBodies(t *testing.T) {
	took := make(chan time.Duration, 1)
	server := limited(t, func(_ http.ResponseWriter, r *http.Request) {
		start := time.Now()
		_, _ = io.ReadAll(r.Body)
		took <- time.Since(start)
	})
	begin := func() net.Conn {
		connection, err := net.Dial("tcp", server.Listener.Addr().String())
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { connection.Close() })
		fmt.Fprint(connection, "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n1")
		return connection
	}
	begin()
	time.Sleep(50 * time.Millisecond) // the server has it
	begin()
	if second := <-took; second > 120*time.Millisecond {
		t.Errorf("the second took %v, want 20 ms", second)
	}
	if first := <-took; first < 120*time.Millisecond {
		t.Errorf("the first took %v, want 200 ms", first)
	}
	begin()
	if third := <-took; third < 120*time.Millisecond {
		t.Errorf("the third took %v, want 200 ms", third)
	}
}
