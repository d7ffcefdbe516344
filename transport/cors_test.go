package transport_test

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"dossier/transport"
)

func TestCORS(t *testing.T) {
	handler := transport.CORS(teapot, []string{"https://a.example"})
	for _, tt := range []struct {
		method, origin string
		status         int
		allowed        string
	}{
		{http.MethodPost, "https://a.example", 418, "https://a.example"},
		{http.MethodPost, "https://b.example", 418, ""},
		{http.MethodPost, "https://a.example.evil", 418, ""},
		{http.MethodPost, "http://a.example", 418, ""},
		{http.MethodPost, "null", 418, ""},
		{http.MethodPost, "", 418, ""},
		{http.MethodOptions, "https://a.example", 204, "https://a.example"},
		{http.MethodOptions, "https://b.example", 403, ""},
	} {
		r := httptest.NewRequest(tt.method, "/", nil)
		r.Header.Set("Origin", tt.origin)
		if tt.method == http.MethodOptions {
			r.Header.Set("Access-Control-Request-Method", "POST")
			r.Header.Set("Access-Control-Request-Headers", "apollographql-client-name,content-type")
			r.Header.Set("Access-Control-Request-Private-Network", "true")
		}
		recorder := httptest.NewRecorder()
		handler.ServeHTTP(recorder, r)
		header := recorder.Header()
		if got := header.Get("Access-Control-Allow-Origin"); recorder.Code != tt.status || got != tt.allowed {
			t.Errorf("%s from %q: got %d %q, want %d %q", tt.method, tt.origin, recorder.Code, got, tt.status, tt.allowed)
		}
		if header.Values("Vary")[0] != "Origin" {
			t.Errorf("%s from %q: Vary %v", tt.method, tt.origin, header.Values("Vary"))
		}
		for _, name := range []string{"Access-Control-Allow-Methods", "Access-Control-Allow-Headers", "Access-Control-Allow-Private-Network",
			"Access-Control-Max-Age"} {
			if (header.Get(name) != "") != (tt.status == http.StatusNoContent) {
				t.Errorf("%s from %q: %s is %q", tt.method, tt.origin, name, header.Get(name))
			}
		}
	}
}

func TestOrigins(t *testing.T) {
	for _, origin := range []string{"https://app.example", "http://localhost:5173", "http://127.0.0.1:3000", "http://[::1]:3000",
		"app://dossier", "chrome-extension://abcdef"} {
		if err := transport.CheckOrigin(origin); err != nil {
			t.Errorf("%s: %v", origin, err)
		}
	}
	for origin, want := range map[string]string{
		"*": "expected an exact origin", "https://*.example": "expected an exact origin", "": "expected SCHEME://HOST",
		"app.example": "expected SCHEME://HOST", "null": "expected SCHEME://HOST", "https://": "expected SCHEME://HOST",
		"mailto:a": "expected SCHEME://HOST", "https://app.example/": "such as https://app.example;",
		"https://app.example/path": "such as https://app.example;", "https://App.example": "such as https://app.example;",
		"https://u:p@app.example": "such as https://app.example;", "https://app.example:443": "without the usual port 443",
		"http://app.example:80": "without the usual port 80", "https://app.example:": "such as https://app.example;",
		"https://" + strings.Repeat("a", 5000) + "/": "without path",
	} {
		if err := transport.CheckOrigin(origin); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%.50q: %.200v, want %s", origin, err, want)
		}
	}
}
