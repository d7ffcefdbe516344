package conn

import (
	"cmp"
	"context"
	"runtime"
	"slices"
	"strings"
	"sync"
	"time"

	"dossier/db/engine"
	"dossier/db/reads"
	"dossier/graph/reader"
)

// coalescedMost is the maximum number of requests that share their statements, by
// eye: a page of each may have 200 rows.
const coalescedMost = 32

// ReadPatience is the maximum time for which a read waits for others to share a
// statement with, by eye: a statement takes .1 ms.
const ReadPatience = 500 * time.Microsecond

// coalescedReads are reads of requests that share statements with the same SQL.
type coalescedReads = reads.Shared[string, *coalescedRead, struct{}]

// newCoalescedReads returns reads that wait for others as those of entities do.
func newCoalescedReads() coalescedReads {
	return coalescedReads{AtOnce: runtime.GOMAXPROCS(0), Most: coalescedMost, Patience: ReadPatience}
}

// readNow runs queries as of the same moment. Requests whose statements find few
// rows and differ only in their arguments may share them: with 16 clients, most
// of the time of a short list is that of starting statements and of messages
// between processes. Those at a replica share none.
func (c *Conn) readNow(ctx context.Context, queries []engine.Query) error {
	if c.repeater == nil || reader.ReadingFrom(ctx).IsLate() || slices.ContainsFunc(queries,
		func(query engine.Query) bool { return query.Repeated == nil }) {
		return c.Reader(c.Backend).Read(ctx, queries...)
	}
	own := &coalescedRead{queries: queries}
	_, isShared, err := c.coalesced.Read(ctx, sameSQL(queries), []*coalescedRead{own}, c.readCoalesced)
	if !isShared {
		return cmp.Or(err, own.err)
	}
	return own.end(ctx, err, c)
}

// sameSQL returns a text that is the same for queries with the same statements.
func sameSQL(queries []engine.Query) string {
	all := make([]string, len(queries))
	for i, query := range queries {
		all[i] = query.SQL
	}
	return strings.Join(all, ";")
}

// readCoalesced does the reads of one request, or those of several together.
func (c *Conn) readCoalesced(ctx context.Context, requests []*coalescedRead) (none struct{}, err error) {
	guarded := make([][]engine.Query, len(requests))
	for i, request := range requests {
		guarded[i] = request.guarded()
	}
	if len(requests) == 1 {
		return none, c.Reader(c.Backend).Read(ctx, guarded[0]...)
	}
	return none, c.watch.queried(ctx, guarded[0], func() error { return c.repeater.ReadRepeated(ctx, guarded) })
}

// A coalescedRead is the read of one request.
type coalescedRead struct {
	queries []engine.Query

	mu    sync.Mutex
	begun bool  // a row was passed on, or a statement has ended
	left  bool  // the request has ended
	err   error // of the request's own function
}

// guarded returns the queries with functions that do nothing once the request
// has ended, and whose errors are not those of other requests.
func (r *coalescedRead) guarded() []engine.Query {
	guarded := slices.Clone(r.queries)
	for i, query := range r.queries {
		guarded[i].Each = func(row engine.Row) error {
			r.pass(row, query.Each)
			return nil
		}
		guarded[i].Done = func() {
			r.pass(nil, func(engine.Row) error { query.Finish(); return nil })
		}
	}
	return guarded
}

// pass calls a function with a row, unless the request has ended or failed.
func (r *coalescedRead) pass(row engine.Row, to func(engine.Row) error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if !r.left && r.err == nil {
		r.begun = true
		r.err = to(row)
	}
}

// end ends a request whose read was shared, and returns its error. If another
// request may be the reason for the error of all, it reads again, alone.
func (r *coalescedRead) end(ctx context.Context, shared error, c *Conn) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.left = true
	switch {
	case shared == nil:
		return r.err
	case r.begun || ctx.Err() != nil:
		return shared
	}
	return c.Reader(c.Backend).Read(ctx, r.queries...)
}
