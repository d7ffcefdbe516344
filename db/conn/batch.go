package conn

import (
	"context"

	"dossier/db/engine"
)

// A batch is a read whose queries run together with those of other reads.
type batch struct {
	queries []engine.Query
	left    int  // the number of queries that are not read to their end
	begun   bool // a row was read
}

func newBatch(queries []engine.Query) *batch {
	b := &batch{queries: make([]engine.Query, len(queries)), left: len(queries)}
	for i, query := range queries {
		b.queries[i] = query
		b.queries[i].Each = func(row engine.Row) error {
			b.begun = true
			return query.Each(row)
		}
		b.queries[i].Done = func() {
			b.left--
			query.Finish()
		}
	}
	return b
}

// readBatches runs the queries of several reads as of the same moment, and
// returns the error of each read. After an error, the reads that were not
// finished run again, separately. A read that has passed on rows cannot run
// again, and fails.
func (c *Conn) readBatches(ctx context.Context, parts []any) []error {
	var all []engine.Query
	for _, part := range parts {
		all = append(all, part.(*batch).queries...)
	}
	failed := c.readNow(ctx, all)
	errs := make([]error, len(parts))
	for i, part := range parts {
		switch b := part.(*batch); {
		case failed == nil || b.left == 0:
		case b.begun || len(parts) == 1 || ctx.Err() != nil:
			errs[i] = failed
		default:
			errs[i] = c.Reader(c.Backend).Read(ctx, b.queries...)
		}
	}
	return errs
}
