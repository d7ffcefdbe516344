package db

import "context"

// A joined is a read whose queries run together with those of other reads.
type joined struct {
	queries []Query
	left    int  // the number of queries that are not read to their end
	begun   bool // a row was read
}

func newJoined(queries []Query) *joined {
	j := &joined{queries: make([]Query, len(queries)), left: len(queries)}
	for i, query := range queries {
		j.queries[i] = query
		j.queries[i].Each = func(row Row) error {
			j.begun = true
			return query.Each(row)
		}
		j.queries[i].Done = func() {
			j.left--
			query.Finish()
		}
	}
	return j
}

// readJoined runs the queries of several reads as of the same moment, and
// returns the error of each read. After an error, the reads that were not
// finished run again, separately. A read that has passed on rows cannot run
// again, and fails.
func (s *Store) readJoined(ctx context.Context, parts []any) []error {
	var all []Query
	for _, part := range parts {
		all = append(all, part.(*joined).queries...)
	}
	failed := s.readNow(ctx, all)
	errs := make([]error, len(parts))
	for i, part := range parts {
		switch j := part.(*joined); {
		case failed == nil || j.left == 0:
		case j.begun || len(parts) == 1 || ctx.Err() != nil:
			errs[i] = failed
		default:
			errs[i] = s.reader(s.backend).Read(ctx, j.queries...)
		}
	}
	return errs
}
