package remote_test

import (
	"net/http"
	"net/http/httptest"
	"testing"

	"dossier/graph"
	"dossier/remote"
)

// TestAsk checks the results for several answers of a server.
func TestAsk(t *testing.T) {
	for _, test := range []struct {
		status     int
		body, data string
		code       graph.Code
		text       string
	}{
		{200, `{"data":{"a":1}}`, `{"a":1}`, "", ""},
		{200, `{"data":null,"errors":[{"message":"input.id: gone","extensions":{"code":"CONFLICT","argument":"input.id"}}]}`, "", graph.CodeConflict, "input.id: gone"},
		{401, `no`, "", graph.CodeUnauthenticated, ""},
		{502, `<html>`, "", graph.CodeUnavailable, ""},
	} {
		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if r.URL.Path != "/graphql" || r.Header.Get("Authorization") != "Bearer k" {
				t.Errorf("got %s with %v", r.URL, r.Header)
			}
			w.WriteHeader(test.status)
			_, _ = w.Write([]byte(test.body))
		}))
		client, err := remote.New(server.URL, "k")
		if err != nil {
			t.Fatal(err)
		}
		data, err := client.Ask(t.Context(), "{ a }", nil)
		server.Close()
		if string(data) != test.data || (err == nil) != (test.code == "") || err != nil && (graph.CodeOf(err) != test.code || test.text != "" && err.Error() != test.text) {
			t.Errorf("%d %s: got %s, %v", test.status, test.body, data, err)
		}
		if _, err = client.Ask(t.Context(), "{ a }", nil); graph.CodeOf(err) != graph.CodeUnavailable {
			t.Errorf("of a server that ended: got %v", err)
		}
	}
	for _, url := range []string{"dossier.example.org", "ftp://a", "http://", ":"} {
		if _, err := remote.New(url, ""); graph.CodeOf(err) != graph.CodeBadUserInput {
			t.Errorf("%s: got %v", url, err)
		}
	}
}
