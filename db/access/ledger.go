package access

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"sync"
	"time"

	"dossier/db/engine"
	"dossier/db/schema"
	"dossier/db/statement"
	"dossier/graph"
	"dossier/graph/history"
)

// A ledger collects data that is stored a little later, in one transaction: who
// was denied access, who signed in, and which keys were used. It exists because
// a denial must not take longer than an answer about an unknown id, and because
// signing in must not wait for another writer.
type ledger struct {
	mu    sync.Mutex
	timer *time.Timer // nil if none is set
	notes
	stored map[string]string // the stored names of actors, by id
	closed bool
	store  func()        // stores the contents of the ledger
	delay  time.Duration // after which it is stored
}

// notes are the contents of a ledger.
type notes struct {
	denied map[history.AuditEntry]int
	seen   map[string]graph.Actor // the actors that signed in, by id
	used   map[string]time.Time   // the last use of each key, by id
	lost   int                    // the number of denials for which there was no room
}

const (
	ledgerDelay = time.Second // by eye
	// ledgerSize limits a ledger, by eye. If denied has as many entries,
	// further denials are counted without project and subject, and from twice
	// as many on only counted. If seen or used has as many, others are left
	// out until they are noted again. If stored has more, it is cleared.
	ledgerSize = 1000
)

func newNotes() notes {
	return notes{denied: map[history.AuditEntry]int{}, seen: map[string]graph.Actor{}, used: map[string]time.Time{}}
}

// size returns the number of entries.
func (n *notes) size() int { return len(n.denied) + len(n.seen) + len(n.used) + n.lost }

// deny adds denials like entry.
func (n *notes) deny(entry history.AuditEntry, count int) {
	if _, known := n.denied[entry]; !known && len(n.denied) >= ledgerSize {
		entry.ProjectID, entry.Subject = "", ""
	}
	if _, known := n.denied[entry]; !known && len(n.denied) >= 2*ledgerSize {
		n.lost += count
		return
	}
	n.denied[entry] += count
}

// restore adds older notes, which could not be stored.
func (n *notes) restore(older notes) {
	n.lost += older.lost
	for entry, count := range older.denied {
		n.deny(entry, count)
	}
	for id, who := range older.seen {
		if _, newer := n.seen[id]; !newer {
			addNote(n.seen, id, who)
		}
	}
	for id, at := range older.used {
		if _, newer := n.used[id]; !newer {
			addNote(n.used, id, at)
		}
	}
}

// addNote adds a note unless the map is full.
func addNote[V any](noted map[string]V, id string, value V) {
	if _, known := noted[id]; known || len(noted) < ledgerSize {
		noted[id] = value
	}
}

// SignedIn records that an actor signed in, so that others see its name. For an
// actor with a key, it records the use of the key instead.
func (a *AuditLog) SignedIn(who graph.Actor, at time.Time) {
	a.note(func(l *ledger) {
		if who.Key != nil {
			addNote(l.used, who.Key.ID, at)
		} else if l.stored[who.ID] != who.Name {
			addNote(l.seen, who.ID, who)
		}
	})
}

// note calls change with the ledger, and schedules storing it.
func (a *AuditLog) note(change func(*ledger)) {
	if a.conn.ReadOnly {
		return
	}
	l := a.ledger
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.closed {
		return
	}
	change(l)
	l.schedule(l.delay)
}

// schedule sets the timer if there is something to store.
func (l *ledger) schedule(delay time.Duration) {
	if l.timer == nil && !l.closed && l.size() > 0 {
		l.timer = time.AfterFunc(delay, l.store)
	}
}

// take returns the notes and removes them.
func (l *ledger) take() notes {
	l.mu.Lock()
	defer l.mu.Unlock()
	taken := l.notes
	l.notes, l.timer = newNotes(), nil
	return taken
}

// storeLedger stores the contents of the ledger and clears it. If the store is
// not available, it keeps them and tries again later.
func (a *AuditLog) storeLedger() {
	ctx, cancel := context.WithTimeout(statement.AsService(context.Background()), 10*ledgerDelay)
	defer cancel()
	taken := a.ledger.take()
	if taken.size() == 0 {
		return
	}
	err := a.conn.InTransaction(ctx, func(tx engine.Tx) error {
		return errors.Join(a.putDenied(ctx, tx, taken.denied), a.putSeen(ctx, tx, taken.seen), a.putUsed(ctx, tx, taken.used))
	})
	kept := a.ledger.settle(taken, err)
	if err != nil || taken.lost > 0 {
		a.conn.Log.Warn("the audit could not be stored completely", "entries", len(taken.denied), "kept", kept, "denials left out", taken.lost,
			"error", err)
	}
}

// settle notes what was stored, or keeps it if err is temporary, and reports
// whether it did.
func (l *ledger) settle(taken notes, err error) (kept bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	code := graph.CodeOf(err)
	switch {
	case err == nil:
		l.name(taken.seen)
	case !l.closed && (code == graph.CodeUnavailable || code == graph.CodeTimeout):
		taken.lost = 0 // logged
		l.restore(taken)
		l.schedule(10 * l.delay)
		return true
	}
	return false
}

// name notes the stored names of actors.
func (l *ledger) name(stored map[string]graph.Actor) {
	if len(l.stored) == 0 || len(l.stored) > ledgerSize {
		l.stored = map[string]string{}
	}
	for id, who := range stored {
		l.stored[id] = who.Name
	}
}

func (a *AuditLog) putDenied(ctx context.Context, tx engine.Tx, denied map[history.AuditEntry]int) error {
	var rows [][]any
	for entry, count := range denied {
		entry.Count = count
		id := graph.ID(fmt.Sprintf("audit %+v", entry)) // so that storing an entry again replaces it
		rows = append(rows, a.auditRow(id, &entry))
	}
	if len(rows) == 0 {
		return nil
	}
	return tx.Put(ctx, schema.Audit, rows)
}

func (a *AuditLog) putSeen(ctx context.Context, tx engine.Tx, seen map[string]graph.Actor) error {
	for _, id := range slices.Sorted(maps.Keys(seen)) {
		if err := putActor(ctx, a.conn, tx, seen[id], "UPDATE SET name = excluded.name"); err != nil {
			return err
		}
	}
	return nil
}

func (a *AuditLog) putUsed(ctx context.Context, tx engine.Tx, used map[string]time.Time) error {
	for _, id := range slices.Sorted(maps.Keys(used)) {
		q := a.conn.Statement()
		q.Add("UPDATE onto_keys SET used_at = ", q.Param(used[id].UTC()), " WHERE id = ", q.Param(id))
		if err := q.Exec(ctx, tx); err != nil {
			return err
		}
	}
	return nil
}

// CloseLedger stores the contents of the ledger. Later notes are ignored.
func (a *AuditLog) CloseLedger() {
	l := a.ledger
	l.mu.Lock()
	l.closed = true
	waits := l.timer != nil && l.timer.Stop()
	l.mu.Unlock()
	if waits {
		a.storeLedger()
	}
}
