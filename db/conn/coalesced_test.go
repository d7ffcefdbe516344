package conn

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"dossier/db/engine"
	"dossier/db/enginetest"
)

// A repeatingScript is a backend that reads the scripted rows for each of the
// requests that share statements.
type repeatingScript struct {
	*enginetest.Script
	together int // number of requests that shared their statements
	mu       sync.Mutex
}

// Read implements [engine.Reader].
func (s *repeatingScript) Read(ctx context.Context, queries ...engine.Query) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.Script.Read(ctx, queries...)
}

// Repeats implements [engine.Repeater].
func (*repeatingScript) Repeats() bool { return true }

// ReadRepeated implements [engine.Repeater].
func (s *repeatingScript) ReadRepeated(_ context.Context, requests [][]engine.Query) error {
	s.together += len(requests)
	for i := range requests[0] {
		for _, queries := range requests {
			if err := s.Answer(queries[i]); err != nil {
				return err
			}
		}
		for _, queries := range requests {
			queries[i].Finish()
		}
	}
	return nil
}

// TestRepeatedReads runs the same two statements for three requests, which wait
// for each other. The second one's function fails, or a statement does.
func TestRepeatedReads(t *testing.T) {
	stopped := errors.New("stopped")
	for _, test := range []struct {
		failing string // statement
		stops   bool
		reads   int // of statements by requests alone
		errs    string
		rows    string
	}{
		{"none", false, 0, "<nil> <nil> <nil>", "[2 2 2]"},
		{"none", true, 0, "<nil> stopped <nil>", "[2 1 2]"},
		{"SELECT a", false, 3, "scripted scripted scripted", "[0 0 0]"}, // alone, too
		{"SELECT b", false, 0, "scripted scripted scripted", "[1 1 1]"}, // which have had rows
	} {
		synctest.Test(t, func(t *testing.T) {
			conn, backend := newRepeating(t)
			backend.Failing = test.failing
			var all sync.WaitGroup
			rows, errs := make([]int, 3), make([]error, 3)
			for i := range errs {
				all.Go(func() {
					errs[i] = conn.readNow(enginetest.AsAnn(), repeatedQueries(func(engine.Row) error {
						rows[i]++
						if test.stops && i == 1 {
							return stopped
						}
						return nil
					}))
				})
			}
			all.Wait()
			if got := fmt.Sprint(errs[0], " ", errs[1], " ", errs[2]); got != test.errs || fmt.Sprint(rows) != test.rows {
				t.Errorf("%+v: got %s and %v rows", test, got, rows)
			}
			if backend.together != 3 || len(backend.Reads) != test.reads {
				t.Errorf("%+v: %d requests together, %v alone", test, backend.together, backend.Reads)
			}
		})
	}
}

// newRepeating returns a connection whose requests always wait for others.
func newRepeating(t *testing.T) (*Conn, *repeatingScript) {
	s := enginetest.New(t)
	s.Rows["SELECT"] = [][]any{{"x"}}
	backend := &repeatingScript{Script: s}
	conn := New(backend, enginetest.Dialect, Options{})
	conn.coalesced.AtOnce, conn.coalesced.Patience = 0, 100*time.Millisecond
	return conn, backend
}

func repeatedQueries(each func(engine.Row) error) []engine.Query {
	return []engine.Query{{SQL: "SELECT a", Each: each, Repeated: []engine.Type{engine.UUID}},
		{SQL: "SELECT b", Each: each, Repeated: []engine.Type{engine.UUID}}}
}

// TestRepeatedReadThatLeaves ends a request that waits. It gets no rows.
func TestRepeatedReadThatLeaves(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		conn, backend := newRepeating(t)
		ctx, cancel := context.WithCancel(enginetest.AsAnn())
		cancel()
		rows := 0
		err := conn.readNow(ctx, repeatedQueries(func(engine.Row) error { rows++; return nil }))
		time.Sleep(2 * conn.coalesced.Patience)
		if !errors.Is(err, context.Canceled) || rows != 0 || backend.together != 0 {
			t.Errorf("got %v and %d rows, %d together", err, rows, backend.together)
		}
	})
}
