package transport_test

import (
	"compress/gzip"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/klauspost/compress/zstd"

	"dossier/transport"
)

// compressing serves the echo schema, compressed, over HTTP.
func compressing(t *testing.T) (url string) {
	t.Helper()
	server := httptest.NewServer(transport.Compress(newServer(transport.Options{})))
	t.Cleanup(server.Close)
	return server.URL
}

// echoed posts a text, with more headers, and returns the response without
// decoding it.
func echoed(t *testing.T, url, text string, accepted []string, headers ...string) *http.Response {
	t.Helper()
	body := fmt.Sprintf(`{"query":"query($t:String!){echo(text:$t)}","variables":{"t":%q}}`, text)
	r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, url, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Content-Type", plainJSON)
	for _, line := range accepted {
		r.Header.Add("Accept-Encoding", line)
	}
	for i := 0; i < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	client := http.Client{Transport: &http.Transport{DisableCompression: true}}
	response, err := client.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { response.Body.Close() })
	return response
}

func TestCompression(t *testing.T) {
	url, long := compressing(t), strings.Repeat("all work and no play ", 1000)
	for _, tt := range []struct {
		accepted []string
		want     string
	}{
		{nil, ""},
		{[]string{"identity"}, ""},
		{[]string{"br"}, ""},
		{[]string{"gzip"}, "gzip"},
		{[]string{"GZIP"}, "gzip"},
		{[]string{"zstd"}, "zstd"},
		{[]string{"gzip, deflate, br, zstd"}, "gzip"},
		{[]string{"gzip;q=1.0, zstd;q=0.5"}, "gzip"},
		{[]string{"gzip;q=0.2, zstd;q=0.5"}, "zstd"},
		{[]string{"gzip;q=0, zstd;q=0"}, ""},
		{[]string{"zstd;q=0, gzip;q=0.1"}, "gzip"},
		{[]string{"br", "gzip"}, "gzip"},
		{[]string{";;;,,q=x", "gzip;q=9"}, "gzip"},
	} {
		response := echoed(t, url, long, tt.accepted)
		if got := response.Header.Get("Content-Encoding"); got != tt.want {
			t.Errorf("%v: encoded by %q, want %q", tt.accepted, got, tt.want)
		}
		if vary := strings.Join(response.Header.Values("Vary"), ", "); !strings.Contains(vary, "Accept-Encoding") {
			t.Errorf("%v: Vary %q", tt.accepted, vary)
		}
		if body := decoded(t, response); !strings.Contains(body, long) {
			t.Errorf("%v: %.100s", tt.accepted, body)
		}
	}
	if short := echoed(t, url, "short", []string{"gzip, zstd"}); short.Header.Get("Content-Encoding") != "" {
		t.Error("a short answer is compressed")
	}
}

// TestBrowsersGetZstd compares clients that accept both encodings alike.
func TestBrowsersGetZstd(t *testing.T) {
	url, long, both := compressing(t), strings.Repeat("work ", 1000), []string{"gzip, deflate, br, zstd"}
	if got := echoed(t, url, long, both, "Sec-Fetch-Site", "same-origin").Header.Get("Content-Encoding"); got != "zstd" {
		t.Errorf("a browser gets %q", got)
	}
	if got := echoed(t, url, long, both).Header.Get("Content-Encoding"); got != "gzip" {
		t.Errorf("another client gets %q", got)
	}
}

// decoded returns the body of a response.
func decoded(t *testing.T, response *http.Response) string {
	t.Helper()
	var body io.Reader = response.Body
	var err error
	switch response.Header.Get("Content-Encoding") {
	case "gzip":
		body, err = gzip.NewReader(body)
	case "zstd":
		body, err = zstd.NewReader(body)
	}
	if err != nil {
		t.Fatal(err)
	}
	text, err := io.ReadAll(body)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
