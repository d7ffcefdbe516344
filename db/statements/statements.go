// Package statements counts the SQL statements that a store runs, for tests and
// benchmarks.
package statements

import "sync/atomic"

// A Counter counts statements. Its method Count is for OnStatement of
// sqlstore.Options. It is safe for concurrent use.
type Counter struct{ total atomic.Int64 }

// Count counts a statement.
func (c *Counter) Count(string) { c.total.Add(1) }

// Total returns the number of statements counted so far.
func (c *Counter) Total() int { return int(c.total.Load()) }
