package transport_test

import (
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"dossier/transport"
)

// TestPersistedDocuments sends requests as Apollo's clients do: first only the
// hash, then the hash with the document, then only the hash again.
func TestPersistedDocuments(t *testing.T) {
	s := newServer(transport.Options{})
	const document = `{item{id}}`
	hash := transport.HashDocument(document)
	both := func(document, hash string) string {
		return fmt.Sprintf(`{"query":%q,`, document) + byHash(hash)[1:]
	}
	for i, step := range []struct{ body, code, message string }{
		{byHash(hash), "PERSISTED_QUERY_NOT_FOUND", "PersistedQueryNotFound"},
		{both("{item{id}} ", hash), "BAD_USER_INPUT", "extensions.persistedQuery.sha256Hash is not the SHA-256 of the query"},
		{both("{nothing}", transport.HashDocument("{nothing}")), "GRAPHQL_VALIDATION_FAILED", ""},
		{byHash(transport.HashDocument("{nothing}")), "PERSISTED_QUERY_NOT_FOUND", ""},
		{byHash(hash), "PERSISTED_QUERY_NOT_FOUND", ""},
		{both(document, hash), "", ""},
		{byHash(hash), "", ""},
		{strings.Replace(byHash(hash), `"version":1`, `"version":2`, 1), "PERSISTED_QUERY_NOT_SUPPORTED", "PersistedQueryNotSupported"},
		{strings.Replace(byHash(hash), `"version":1`, `"version":"x"`, 1), "PERSISTED_QUERY_NOT_SUPPORTED", ""},
		{strings.Replace(byHash(hash), `"version":1,`, ``, 1), "", ""},
	} {
		got := s.do(t, request{accept: plainJSON, body: step.body}.make())
		if got.status != http.StatusOK || got.code() != step.code || step.message != "" && got.message() != step.message {
			t.Errorf("step %d: %d %s, want %s %s", i, got.status, got.raw, step.code, step.message)
		}
		if step.code == "" && got.raw != `{"data":{"item":{"id":"0"}},"extensions":{"price":102}}` {
			t.Errorf("step %d: %s", i, got.raw)
		}
	}
	params := url.Values{"extensions": {`{"persistedQuery":{"version":1,"sha256Hash":"` + hash + `"}}`}}
	if got := s.do(t, request{method: http.MethodGet, params: params}.make()); got.code() != "" {
		t.Errorf("by GET: %s", got.raw)
	}
}

// TestPersistedDocumentsAreBounded sends more and larger documents than are
// kept.
func TestPersistedDocumentsAreBounded(t *testing.T) {
	s := newServer(transport.Options{})
	send := func(document string) (hash string) {
		hash = transport.HashDocument(document)
		if got := s.post(t, fmt.Sprintf(`{"query":%q,`, document)+byHash(hash)[1:]); got.code() != "" {
			t.Fatalf("%s", got.raw)
		}
		return hash
	}
	large := send("{item{id}} #" + strings.Repeat("x", 17<<10))
	first := send("{item{id}} # first")
	for i := range 600 {
		send(fmt.Sprintf("{item{id}} # %d", i))
	}
	last := send("{item{id}} # last")
	for hash, code := range map[string]string{large: "PERSISTED_QUERY_NOT_FOUND", first: "PERSISTED_QUERY_NOT_FOUND", last: ""} {
		if got := s.post(t, byHash(hash)); got.code() != code {
			t.Errorf("%s: %s, want %q", hash, got.raw, code)
		}
	}
}
