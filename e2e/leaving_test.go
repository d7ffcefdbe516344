package e2e_test

import (
	"context"
	"log/slog"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"dossier/cli/serving"
	"dossier/db/sqlite"
	"dossier/db/sqlstore"
	"dossier/db/storetest"
	"dossier/graph/query"
	"dossier/resolvers"
	"dossier/routes"
)

// A leaver is a client that leaves while a statement of its request runs.
type leaver struct {
	at    int64 // the number of the statement, from 1; 0 for none
	begun atomic.Int64
	leave context.CancelFunc
}

func (l *leaver) statement(string) {
	if l.begun.Add(1) == l.at {
		l.leave()
	}
}

// TestLeaving sends each question as clients that leave at each of its
// statements, and checks that no statement begins after that.
func TestLeaving(t *testing.T) {
	l := &leaver{}
	store := storetest.New(t, func(options sqlstore.Options) (*sqlstore.Store, error) {
		options.OnStatement = l.statement
		return sqlite.Open(storetest.Context(), sqlite.Memory, options)
	})
	store.Load(t, storetest.DemoGraph(t, root))
	counters := serving.NewCounters()
	for _, q := range graphQLQuestions(t) {
		// A new service has cached nothing.
		service := query.New(store, query.Options{Now: storetest.Now, Tokens: counters.Find, Encodings: counters.Encodings()})
		handler := routes.New(service, resolvers.Schema(service), routes.Options{
			Timeout: time.Minute, MaxComplexity: 50_000, Introspection: true, Log: slog.New(slog.DiscardHandler),
		})
		ask := func(at int64) int64 {
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			l.at, l.leave = at, cancel
			l.begun.Store(0)
			request := httptest.NewRequestWithContext(ctx, "POST", "http://127.0.0.1"+q.path, strings.NewReader(ids("airnet").Replace(q.body)))
			request.Header.Set("Content-Type", "application/json")
			handler.ServeHTTP(httptest.NewRecorder(), request)
			return l.begun.Load()
		}
		ask(0)
		all := ask(0)
		for at := int64(1); at < all; at++ {
			if begun := ask(at); begun > at {
				t.Errorf("%s: %d statements began, of %d, after the client left at number %d", q.name, begun, all, at)
			}
		}
	}
}
