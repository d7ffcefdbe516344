package transport_test

import (
	"bytes"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"dossier/transport"
)

func TestLog(t *testing.T) {
	handlers := map[string]struct {
		handler http.HandlerFunc
		status  int
		logged  []string
	}{
		"answers": {func(w http.ResponseWriter, _ *http.Request) { io.WriteString(w, "hello") }, 200,
			[]string{"status=200", "bytes=5", "path=/x", "id=r1"}},
		"refuses": {func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusNotFound) }, http.StatusNotFound,
			[]string{"status=404", "bytes=0"}},
		"panics": {func(http.ResponseWriter, *http.Request) { panic("secret") }, 500,
			[]string{"status=500", "value=secret", "middleware_test.go"}},
		"panics later": {func(w http.ResponseWriter, _ *http.Request) { io.WriteString(w, "half"); panic("secret") }, 200,
			[]string{"status=200", "value=secret"}},
		"streams": {func(w http.ResponseWriter, _ *http.Request) { w.(http.Flusher).Flush() }, 200, nil},
	}
	for name, tt := range handlers {
		t.Run(name, func(t *testing.T) {
			var log bytes.Buffer
			handler := transport.Log(tt.handler, slog.New(slog.NewTextHandler(&log, nil)), func() string { return "r1" })
			recorder := httptest.NewRecorder()
			handler.ServeHTTP(recorder, httptest.NewRequest(http.MethodGet, "/x?key=secret-key", nil))
			if recorder.Code != tt.status || recorder.Header().Get("X-Request-Id") != "r1" {
				t.Errorf("got %d, headers %v", recorder.Code, recorder.Header())
			}
			if strings.Contains(recorder.Body.String(), "secret") || strings.Contains(log.String(), "secret-key") {
				t.Errorf("tells too much: %s %s", recorder.Body, &log)
			}
			for _, want := range tt.logged {
				if !strings.Contains(log.String(), want) {
					t.Errorf("the log lacks %q: %s", want, &log)
				}
			}
		})
	}
}

func TestLogLetsAbortThrough(t *testing.T) {
	defer func() {
		if err, _ := recover().(error); !errors.Is(err, http.ErrAbortHandler) {
			t.Errorf("recovered %v, want the panic that aborts", err)
		}
	}()
	abort := http.HandlerFunc(func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) })
	handler := transport.Log(abort, slog.New(slog.DiscardHandler), func() string { return "" })
	handler.ServeHTTP(httptest.NewRecorder(), httptest.NewRequest(http.MethodGet, "/", nil))
}

// teapot is a handler behind a middleware.
var teapot = http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusTeapot) })

func TestLocalOnly(t *testing.T) {
	handler := transport.LocalOnly(teapot)
	for host, status := range map[string]int{
		"localhost": 418, "LOCALHOST:8080": 418, "localhost:8080": 418, "127.0.0.1:8080": 418, "[::1]:8080": 418,
		"rebound.example:8080": 421, "10.0.0.1": 421, "": 421, "localhost.example": 421,
	} {
		r := httptest.NewRequest(http.MethodGet, "/", nil)
		r.Host = host
		recorder := httptest.NewRecorder()
		handler.ServeHTTP(recorder, r)
		if recorder.Code != status {
			t.Errorf("host %q: got %d, want %d", host, recorder.Code, status)
		}
		if text := recorder.Body.String(); status == 421 && (!strings.Contains(text, host) || !strings.Contains(text, "--token")) {
			t.Errorf("host %q: the error %q does not name the host and what allows it", host, text)
		}
	}
}

// TestNoteDetails looks for the texts of clients in the log.
func TestNoteDetails(t *testing.T) {
	for level, logged := range map[slog.Level]bool{slog.LevelDebug: true, slog.LevelInfo: false, slog.LevelWarn: false} {
		var log bytes.Buffer
		noting := http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { transport.NoteDetails(w, "document", "{ hello }") })
		handler := transport.Log(noting, slog.New(slog.NewTextHandler(&log, &slog.HandlerOptions{Level: level})), func() string { return "r1" })
		handler.ServeHTTP(httptest.NewRecorder(), httptest.NewRequest(http.MethodPost, "/graphql", nil))
		if got := strings.Contains(log.String(), `id=r1 document="{ hello }"`); got != logged {
			t.Errorf("%v: logged %t: %s", level, got, &log)
		}
	}
}
