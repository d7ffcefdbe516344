package transport_test

import (
	"net/http/httptest"
	"strings"
	"testing"

	"dossier/transport"
)

// BenchmarkAnswer measures the cost of this package and gqlgen without the
// resolver, for a document from the cache, and the cost of a refusal.
func BenchmarkAnswer(b *testing.B) {
	for name, query := range map[string]string{
		"ten fields":   `{item{id child{id a:id b:id} items(first:1){id child{id c:id}}}}`,
		"60 kB":        "{" + strings.Repeat("echo  ", 10_000) + "}",
		"most repeats": "{" + strings.Repeat("echo ", 1990) + "}",
		"bomb":         strings.ReplaceAll(chain(90, "NEXT NEXT", "id"), `"`, ``),
	} {
		b.Run(name, func(b *testing.B) {
			s := newServer(transport.Options{})
			body := `{"query":"` + query + `"}`
			for b.Loop() {
				s.ServeHTTP(httptest.NewRecorder(), request{body: body}.make())
			}
		})
	}
}
