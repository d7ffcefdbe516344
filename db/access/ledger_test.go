package access

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"time"

	"dossier/db/conn"
	"dossier/db/engine"
	"dossier/db/enginetest"
	"dossier/graph"
	"dossier/graph/history"
)

// A refusing backend refuses writes with an error, if it has one.
type refusing struct {
	*enginetest.Script
	err error
}

// Write implements [engine.Backend].
func (r *refusing) Write(ctx context.Context, f func(engine.Tx) error) error {
	if r.err != nil {
		return r.err
	}
	return r.Script.Write(ctx, f)
}

// newLog returns an audit log that is stored by the test alone.
func newLog(t *testing.T) (*AuditLog, *refusing) {
	backend := &refusing{Script: enginetest.New(t)}
	log := New(conn.New(backend, enginetest.Dialect, conn.Options{Now: func() time.Time { return enginetest.Time }}), 0).AuditLog
	log.ledger.store = func() {}
	return log, backend
}

// TestLedgerKeeps checks that notes are stored once, after the store was not
// available, and that those which it refuses are not kept.
func TestLedgerKeeps(t *testing.T) {
	for _, test := range []struct {
		err           error
		stored, count int // the rows of the audit, and the denials of the first
	}{
		{nil, 1, 1},
		{graph.Unavailable("the disk is full", errors.New("full")), 1, 2},
		{enginetest.ErrScripted, 1, 1},
	} {
		log, backend := newLog(t)
		deny := func() {
			log.Denied(enginetest.AsAnn(), history.AuditEntry{Action: history.ActionWrite, Code: graph.CodeForbidden})
		}
		deny()
		log.SignedIn(graph.Actor{ID: graph.ID("ann"), Name: "Ann"}, enginetest.Time)
		if backend.err = test.err; test.err != nil {
			log.storeLedger()
			deny()
		}
		backend.err = nil
		log.storeLedger()
		log.storeLedger()
		rows := backend.Puts["onto_audit"]
		if len(rows) != test.stored || rows[0][len(rows[0])-1] != test.count {
			t.Errorf("after %v: stored %v, want %d denials", test.err, rows, test.count)
		}
		if lost := errors.Is(test.err, enginetest.ErrScripted); (len(backend.Execs) == 1) == lost {
			t.Errorf("after %v: ran %q", test.err, backend.Execs)
		}
	}
}

// TestLedgerIsBounded checks that the size of a ledger is limited, and that
// every denial is counted.
func TestLedgerIsBounded(t *testing.T) {
	log, backend := newLog(t)
	backend.err = graph.Unavailable("the disk is full", errors.New("full"))
	const many = 5 * ledgerSize
	for i := range many {
		who := graph.Actor{ID: fmt.Sprint("actor ", i), Name: "a"}
		log.SignedIn(who, enginetest.Time)
		who.Key = &graph.KeyGrant{ID: fmt.Sprint("key ", i)}
		log.SignedIn(who, enginetest.Time)
		log.Denied(graph.WithActor(t.Context(), who), history.AuditEntry{Action: history.ActionWrite, Subject: fmt.Sprint(i)})
		if i == many/2 {
			log.storeLedger()
		}
	}
	l := log.ledger
	counted := l.lost
	for _, count := range l.denied {
		counted += count
	}
	if len(l.seen) != ledgerSize || len(l.used) != ledgerSize || len(l.denied) > 2*ledgerSize || counted+logged(many) != many {
		t.Errorf("seen %d, used %d, denied %d, counted %d", len(l.seen), len(l.used), len(l.denied), counted)
	}
}

// logged returns the number of denials without room when half of many were
// noted: they are in the log, and no longer counted.
func logged(many int) int { return many/2 + 1 - 2*ledgerSize }
