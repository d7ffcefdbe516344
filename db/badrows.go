package db

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

// leaveOut returns nil if err is about a bad row, which it logs the first time.
// It returns other errors unchanged.
func (s *Store) leaveOut(err error) error {
	row, ok := errors.AsType[*schema.BadRow](err)
	if !ok {
		return err
	}
	if count, isNew := s.badRows.add(row); isNew {
		s.log.Warn("a row cannot be read and is left out", "table", row.Table, "id", row.ID, "error", row.Err, "rows left out", count)
	}
	return nil
}

// Unreadable returns the number of rows that could not be read so far.
func (s *Store) Unreadable() int {
	s.badRows.mu.Lock()
	defer s.badRows.mu.Unlock()
	return len(s.badRows.seen)
}

// each returns a function that scans a row of a shape and calls f with the
// entity. It leaves out rows that cannot be read.
func (s *Store) each(shape *schema.Shape, f func(graph.Entity) error) func(engine.Row) error {
	scanner := shape.Scanner()
	return func(row engine.Row) error {
		entity, err := scanner.Scan(row)
		if err != nil {
			return s.leaveOut(err)
		}
		return f(entity)
	}
}

// eachEdge is like [Store.each] for the rows of [schema.EdgeColumns].
func (s *Store) eachEdge(f func(graph.Edge) error) func(engine.Row) error {
	return func(row engine.Row) error {
		edge, err := schema.ScanEdge(row)
		if err != nil {
			return s.leaveOut(err)
		}
		return f(edge)
	}
}
