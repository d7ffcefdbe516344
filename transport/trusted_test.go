package transport_test

import (
	"fmt"
	"testing"

	"dossier/transport"
)

func TestTrustedDocuments(t *testing.T) {
	const trusted = `{__typename}`
	hash := transport.HashDocument(trusted)
	only := transport.Documents{hash: trusted}
	byHash := func(hash string) string {
		return fmt.Sprintf(`{"extensions":{"persistedQuery":{"version":1,"sha256Hash":%q}}}`, hash)
	}
	for name, tt := range map[string]struct {
		documents transport.Documents
		body      string
		status    int
		code      string
	}{
		"by hash":             {only, byHash(hash), 200, ""},
		"by text":             {only, `{"query":"{__typename}"}`, 200, ""},
		"unknown hash":        {only, byHash("0"), 403, "FORBIDDEN"},
		"unknown text":        {only, `{"query":"{ __typename }"}`, 403, "FORBIDDEN"},
		"text under its hash": {only, `{"query":"{item{id}}",` + byHash(hash)[1:], 403, "FORBIDDEN"},
		"neither":             {only, `{"extensions":{"persistedQuery":{}}}`, 400, "BAD_USER_INPUT"},
		"none is trusted":     {transport.Documents{}, `{"query":"{__typename}"}`, 403, "FORBIDDEN"},
		"any, by hash":        {nil, byHash(hash), 400, "GRAPHQL_VALIDATION_FAILED"},
		"any, by both":        {nil, `{"query":"{item{id}}",` + byHash(hash)[1:], 200, ""},
	} {
		t.Run(name, func(t *testing.T) {
			got := newServer(transport.Options{Documents: tt.documents}).post(t, tt.body)
			if got.status != tt.status || got.code() != tt.code {
				t.Errorf("got %d %s, want %d %s", got.status, got.raw, tt.status, tt.code)
			}
		})
	}
}
