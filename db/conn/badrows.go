package conn

import (
	"errors"
	"sync"

	"dossier/db/engine"
	"dossier/db/schema"
	"dossier/graph"
)

// badRows are the rows that were left out, each once.
type badRows struct {
	mu   sync.Mutex
	seen map[string]bool
}

// mostBadRows is the maximum number of rows that are remembered, by eye.
const mostBadRows = 10_000

// add remembers a row. It returns the number of rows, and whether it is new.
func (a *badRows) add(row *schema.BadRow) (count int, isNew bool) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.seen == nil {
		a.seen = map[string]bool{}
	}
	key := row.Table + " " + row.ID
	isNew = !a.seen[key] && len(a.seen) < mostBadRows
	if isNew {
		a.seen[key] = true
	}
	return len(a.seen), isNew
}

// LeaveOut returns nil if err is about a bad row, which it logs the first time.
// It returns other errors unchanged.
func (c *Conn) LeaveOut(err error) error {
	row, ok := errors.AsType[*schema.BadRow](err)
	if !ok {
		return err
	}
	if count, isNew := c.badRows.add(row); isNew {
		c.Log.Warn("a row cannot be read and is left out", "table", row.Table, "id", row.ID, "error", row.Err, "rows left out", count)
	}
	return nil
}

// Each returns a function that scans a row of a shape and calls f with the
// entity. It leaves out rows that cannot be read.
func (c *Conn) Each(shape *schema.Shape, f func(graph.Entity) error) func(engine.Row) error {
	scanner := shape.Scanner()
	return func(row engine.Row) error {
		entity, err := scanner.Scan(row)
		if err != nil {
			return c.LeaveOut(err)
		}
		return f(entity)
	}
}

// EachEdge is like [Conn.each] for the rows of [schema.EdgeColumns].
func (c *Conn) EachEdge(f func(graph.Edge) error) func(engine.Row) error {
	return func(row engine.Row) error {
		edge, err := schema.ScanEdge(row)
		if err != nil {
			return c.LeaveOut(err)
		}
		return f(edge)
	}
}

// Unreadable returns the number of rows that could not be read so far.
func (c *Conn) Unreadable() int {
	c.badRows.mu.Lock()
	defer c.badRows.mu.Unlock()
	return len(c.badRows.seen)
}
