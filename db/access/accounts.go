// Package access stores who may read and write what: actors, members, keys and the audit,
// for the Stores of packages access and auth.
package access

import (
	"cmp"
	"time"

	"dossier/db/conn"
)

// Accounts stores who may do what: actors, members, keys, the results of mutations that
// may be repeated, and the audit. It implements the Store of package access.
type Accounts struct {
	*AuditLog
	*ActorStore
	*MemberStore
	*KeyStore
	*Mutations
	conn *conn.Conn
}

// New returns the accounts of a database. What the audit log collects is stored
// after a delay, 0 for a second.
func New(conn *conn.Conn, delay time.Duration) *Accounts {
	log := &AuditLog{conn: conn, ledger: &ledger{notes: newNotes(), delay: cmp.Or(delay, ledgerDelay)}}
	log.ledger.store = log.storeLedger
	return accountsOf(conn, log)
}

func accountsOf(conn *conn.Conn, log *AuditLog) *Accounts {
	actors := &ActorStore{conn, log}
	return &Accounts{log, actors, &MemberStore{conn, log}, &KeyStore{conn, log, actors}, &Mutations{conn}, conn}
}

// An AuditLog records what is not an event of a project.
type AuditLog struct {
	conn   *conn.Conn
	ledger *ledger
}

// An ActorStore stores the actors of the deployment.
type ActorStore struct {
	conn  *conn.Conn
	audit *AuditLog
}

// A MemberStore stores the members of projects.
type MemberStore struct {
	conn  *conn.Conn
	audit *AuditLog
}

// A KeyStore stores API keys.
type KeyStore struct {
	conn   *conn.Conn
	audit  *AuditLog
	actors *ActorStore
}

// Mutations keeps the results of mutations that clients named, so that a repeated one is
// not applied again.
type Mutations struct{ conn *conn.Conn }
