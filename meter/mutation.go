package meter

import (
	"slices"
	"sync"
)

// changes are what the root fields of a mutation have written so far.
type changes struct {
	mu     sync.Mutex
	all    int      // the number of root fields that write
	fields []string // those that have, by their names in the answer
	ids    [][]string
}

// SetWrites sets the number of root fields of a mutation that write.
func (m *Meter) SetWrites(all int) {
	if m == nil {
		return
	}
	m.changes.mu.Lock()
	defer m.changes.mu.Unlock()
	m.changes.all = all
}

// SetWritten notes that the change of a root field of a mutation is committed.
// ids are what it changed; nil if the request has them. Nothing that happens
// afterwards makes it an error.
func (m *Meter) SetWritten(field string, ids []string) {
	if m == nil {
		return
	}
	m.changes.mu.Lock()
	defer m.changes.mu.Unlock()
	m.changes.fields, m.changes.ids = append(m.changes.fields, field), append(m.changes.ids, ids)
}

// Written returns the ids that a root field has changed, and whether it is
// committed. For "" it returns those of all root fields so far, and whether
// there are any.
func (m *Meter) Written(field string) (ids []string, is bool) {
	if m == nil {
		return nil, false
	}
	m.changes.mu.Lock()
	defer m.changes.mu.Unlock()
	if field == "" {
		return slices.Concat(m.changes.ids...), len(m.changes.fields) > 0
	}
	at := slices.Index(m.changes.fields, field)
	if at < 0 {
		return nil, false
	}
	return m.changes.ids[at], true
}

// AllWritten reports whether all root fields of a mutation are committed.
func (m *Meter) AllWritten() bool {
	m.changes.mu.Lock()
	defer m.changes.mu.Unlock()
	return m.changes.all > 0 && len(m.changes.fields) == m.changes.all
}
