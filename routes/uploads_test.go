package routes_test

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
)

// send imports a body at a server, and returns the answer.
func send(server *httptest.Server, body io.Reader) string {
	response, err := http.Post(server.URL+"/import", "application/x-ndjson", body)
	if err != nil {
		return err.Error()
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	return fmt.Sprint(response.StatusCode, " ", string(text), err)
}

// expect checks the status of an answer, and that it has a text.
func expect(t *testing.T, what, got, status, text string) {
	t.Helper()
	if !strings.HasPrefix(got, status) || !strings.Contains(got, text) {
		t.Errorf("%s: got %.200s; expected %s %s", what, got, status, text)
	}
}

// TestSlowUploads checks that imports that have not arrived yet keep no others
// waiting, and that there is room for a limited number of them.
func TestSlowUploads(t *testing.T) {
	handler, _ := newImport(t)
	server := httptest.NewServer(handler)
	t.Cleanup(server.Close)
	var slow []*io.PipeWriter
	answers := make(chan string, 4)
	for range cap(answers) {
		in, out := io.Pipe()
		slow = append(slow, out)
		go func() { answers <- send(server, in) }()
		fmt.Fprint(out, strings.Repeat(" ", 1900)+"\n") // returns when the client has sent it
	}
	expect(t, "beside slow ones", send(server, strings.NewReader(shed)), "200", `"rejected":0`)
	var refused string
	for range 100 { // until the slow ones have arrived so far
		if refused = send(server, strings.NewReader(strings.Repeat(" ", 1900)+"\n")); strings.HasPrefix(refused, "503") {
			break
		}
	}
	expect(t, "a fifth", refused, "503", "other imports are arriving")
	for _, out := range slow {
		fmt.Fprint(out, shed)
		out.Close()
		expect(t, "a slow one", <-answers, "200", `"rejected":0`)
	}
	expect(t, "after them", send(server, strings.NewReader(shed)), "200", `"rejected":0`)
	expect(t, "blank", send(server, strings.NewReader(strings.Repeat(" ", 1900)+"\n")), "400", "body: has no lines")
}

// TestImportsTakeTurns checks that imports that arrive at once all are written.
func TestImportsTakeTurns(t *testing.T) {
	handler, _ := newImport(t)
	server := httptest.NewServer(handler)
	t.Cleanup(server.Close)
	var group sync.WaitGroup
	for range 8 {
		group.Go(func() { expect(t, "at once", send(server, strings.NewReader(shed)), "200", `"rejected":0`) })
	}
	group.Wait()
}

// TestDamagedBodies checks that a body that does not arrive as it was sent is an
// error of the client, and that nothing is written.
func TestDamagedBodies(t *testing.T) {
	handler, store := newImport(t)
	server := httptest.NewServer(handler)
	t.Cleanup(server.Close)
	for name, body := range map[string]string{
		"not a length": "zz\r\n" + shed,
		"another line": fmt.Sprintf("%x\r\n%sno end of the chunk", len(shed), shed),
	} {
		connection, err := net.Dial("tcp", server.Listener.Addr().String())
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(connection,
			"POST /import HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/x-ndjson\r\nTransfer-Encoding: chunked\r\n\r\n%s", body)
		response, err := http.ReadResponse(bufio.NewReader(connection), nil)
		if err != nil {
			t.Fatal(err)
		}
		text, _ := io.ReadAll(response.Body)
		expect(t, name, fmt.Sprint(response.StatusCode, " ", string(text)), "400", "body: the body of the request cannot be read to its end: ")
		connection.Close()
	}
	if empty, err := store.IsEmpty(t.Context()); !empty || err != nil {
		t.Errorf("written: %v, %v", !empty, err)
	}
}
