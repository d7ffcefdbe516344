package remote_test

import (
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"dossier/graph"
	"dossier/remote"
)

// TestImport sends a file, and checks the results for several answers.
func TestImport(t *testing.T) {
	for _, test := range []struct {
		status       int
		answer, text string
		code         graph.Code
	}{
		{200, `{"lines":1}`, `{"lines":1}`, ""},
		{422, `{"rejected":1}`, `{"rejected":1}`, ""},
		{403, `{"errors":[{"message":"no","extensions":{"code":"FORBIDDEN"}}]}`, "", graph.CodeForbidden},
		{404, `404 page not found`, "", graph.CodeUnavailable}, // a server of an older version
	} {
		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			sent, err := io.ReadAll(r.Body)
			if r.URL.String() != "/import?dryRun=true" || r.Header.Get("Authorization") != "Bearer k" || string(sent) != "lines" || err != nil {
				t.Errorf("got %s with %v: %q, %v", r.URL, r.Header, sent, err)
			}
			w.WriteHeader(test.status)
			_, _ = io.WriteString(w, test.answer)
		}))
		client, err := remote.New(server.URL, "k")
		if err != nil {
			t.Fatal(err)
		}
		var got []byte
		answer, err := client.Import(t.Context(), strings.NewReader("lines"), url.Values{"dryRun": {"true"}})
		if err == nil {
			got, _ = io.ReadAll(answer)
			_ = answer.Close()
		}
		server.Close()
		if string(got) != test.text || (err == nil) != (test.code == "") || err != nil && graph.CodeOf(err) != test.code {
			t.Errorf("%d: got %s, %v", test.status, got, err)
		}
	}
}
