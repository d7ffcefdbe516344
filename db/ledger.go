package db

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"sync"
	"time"

	"dossier/graph"
)

// A ledger collects data that is stored a little later, in one transaction: who
// was denied access, who signed in, and which keys were used. It exists because
// a denial must not take longer than an answer about an unknown id, and because
// signing in must not wait for another writer.
type ledger struct {
	mu     sync.Mutex
	timer  *time.Timer // nil if there is nothing to store
	denied map[graph.AuditEntry]int
	seen   map[string]graph.Actor // the actors that signed in, by id
	stored map[string]string      // the stored names of actors, by id
	used   map[string]time.Time   // the last use of each key, by id
	closed bool
	store  func() // stores the contents of the ledger
}

const (
	ledgerDelay = time.Second // by eye
	// ledgerSize limits a ledger, by eye. If denied has as many entries,
	// further denials are counted without project and subject. If stored has
	// more, it is cleared.
	ledgerSize = 1000
)

// SignedIn records that an actor signed in, so that others see its name. For an
// actor with a key, it records the use of the key instead.
func (s *Store) SignedIn(who graph.Actor, at time.Time) {
	s.note(func(l *ledger) {
		if who.Key != nil {
			l.used[who.Key.ID] = at
		} else if l.stored[who.ID] != who.Name {
			l.seen[who.ID] = who
		}
	})
}

// note calls change with the ledger, and schedules storing it.
func (s *Store) note(change func(*ledger)) {
	if s.readOnly {
		return
	}
	l := s.ledger
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.closed {
		return
	}
	if l.denied == nil {
		l.reset()
	}
	change(l)
	if l.timer == nil && len(l.denied)+len(l.seen)+len(l.used) > 0 {
		l.timer = time.AfterFunc(ledgerDelay, l.store)
	}
}

func (l *ledger) reset() {
	l.denied, l.seen, l.used = map[graph.AuditEntry]int{}, map[string]graph.Actor{}, map[string]time.Time{}
	if len(l.stored) == 0 || len(l.stored) > ledgerSize {
		l.stored = map[string]string{}
	}
}

// storeLedger stores the contents of the ledger and clears it.
func (s *Store) storeLedger() {
	ctx, cancel := context.WithTimeout(asService(context.Background()), 10*ledgerDelay)
	defer cancel()
	l := s.ledger
	l.mu.Lock()
	denied, seen, used := l.denied, l.seen, l.used
	if len(denied)+len(seen)+len(used) == 0 {
		l.mu.Unlock()
		return
	}
	for id, who := range seen {
		l.stored[id] = who.Name
	}
	l.timer = nil
	l.reset()
	l.mu.Unlock()
	err := s.transact(ctx, func(tx Tx) error {
		return errors.Join(s.putDenied(ctx, tx, denied), s.putSeen(ctx, tx, seen), s.putUsed(ctx, tx, used))
	})
	if err != nil {
		s.log.Warn("the audit could not be stored", "entries", len(denied), "error", err)
	}
}

func (s *Store) putDenied(ctx context.Context, tx Tx, denied map[graph.AuditEntry]int) error {
	var rows [][]any
	for entry, count := range denied {
		entry.Count = count
		id := graph.ID(fmt.Sprintf("audit %+v", entry)) // so that storing an entry again replaces it
		rows = append(rows, s.auditRow(id, &entry))
	}
	if len(rows) == 0 {
		return nil
	}
	return tx.Put(ctx, audit, rows)
}

func (s *Store) putSeen(ctx context.Context, tx Tx, seen map[string]graph.Actor) error {
	for _, id := range slices.Sorted(maps.Keys(seen)) {
		if err := s.putActor(ctx, tx, seen[id], "UPDATE SET name = excluded.name"); err != nil {
			return err
		}
	}
	return nil
}

func (s *Store) putUsed(ctx context.Context, tx Tx, used map[string]time.Time) error {
	for _, id := range slices.Sorted(maps.Keys(used)) {
		q := s.statement()
		q.add("UPDATE onto_keys SET used_at = ", q.param(used[id].UTC()), " WHERE id = ", q.param(id))
		if err := q.exec(ctx, tx); err != nil {
			return err
		}
	}
	return nil
}

// closeLedger stores the contents of the ledger. Later notes are ignored.
func (s *Store) closeLedger() {
	l := s.ledger
	l.mu.Lock()
	l.closed = true
	waits := l.timer != nil && l.timer.Stop()
	l.mu.Unlock()
	if waits {
		s.storeLedger()
	}
}
