package transport_test

import (
	"encoding/json"
	"strings"
	"testing"

	"dossier/transport"
)

// FuzzBody posts any bytes. It checks that the answer is JSON with a known
// code, and that it has data only if an operation was executed.
func FuzzBody(f *testing.F) {
	for _, seed := range []string{
		``, `{`, `[]`, `null`, `{"query":"{__typename}"}`, `{"query":"{echo(text:\"a\")}","variables":null}`,
		`{"query":"query($t:String!){echo(text:$t)}","variables":{"t":1e999}}`, `{"query":"fragment F on Query{...F}{...F}"}`,
		`{"query":"mutation M{bump}","operationName":"N","extensions":{"a":[{}]}}`, `{"query":"{item{...@skip(if:1){id}}}"}`,
		`{"query":"{at(time:0)}"}`, `{"query":"subscription{x}"}`, "{\"query\":\"\xc3\"}", `{"query":"\ud800"}`,
	} {
		f.Add([]byte(seed))
	}
	s := newServer(transport.Options{Introspection: true}).answers(nil) // {answer} panics
	allowed := map[string]bool{
		"": true, "BAD_USER_INPUT": true, "LIMIT_EXCEEDED": true, "INTERNAL": true,
		"GRAPHQL_PARSE_FAILED": true, "GRAPHQL_VALIDATION_FAILED": true,
	}
	f.Fuzz(func(t *testing.T, body []byte) {
		got := s.post(t, string(body))
		if !allowed[got.code()] {
			t.Errorf("code %q: %s", got.code(), got.raw)
		}
		if ran := got.Data != nil; ran != (got.status == 200) {
			t.Errorf("status %d: %s", got.status, got.raw)
		}
		if strings.Contains(got.raw, "goroutine") || (got.code() == "INTERNAL" && !json.Valid(body)) {
			t.Errorf("internal: %s", got.raw)
		}
	})
}
