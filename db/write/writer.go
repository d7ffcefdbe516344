// Package write changes what is stored: it writes batches, edits and vectors, completes
// rows that other programs wrote, and removes what is old.
package write

import (
	"context"

	"dossier/db/conn"
	"dossier/db/engine"
	"dossier/db/statement"
	"dossier/graph"
	"dossier/graph/history"
)

// Accounts check and record what the actor of a write does.
type Accounts interface {
	// CheckAdmin returns a FORBIDDEN error unless the subject administers the deployment.
	CheckAdmin(ctx context.Context, reader engine.Reader, who statement.Subject) error
	// RowOf returns the row of a new entry of the audit about an action of a subject.
	RowOf(who statement.Subject, entry history.AuditEntry) []any
	// AuditDenial records err if it denies access.
	AuditDenial(ctx context.Context, action history.Action, projectID string, err error)
	// Once calls do and stores its result, unless the actor made an earlier mutation with
	// the same client id: then it returns the result of that one.
	Once(ctx context.Context, tx engine.Tx, once graph.Once, do func(context.Context) error, result func() graph.JSON) (graph.JSON, error)
	// Settle returns the result of a mutation whose commit has an unknown outcome, if it is
	// stored, and other errors unchanged.
	Settle(ctx context.Context, once graph.Once, err error) (graph.JSON, error)
}

// A Writer writes batches, edits and vectors, for the Stores of packages query and
// similarity.
type Writer struct {
	conn     *conn.Conn
	accounts Accounts
	alone    bool
}

// NewWriter returns a writer on a connection. alone permits imports into a store without
// entities to prevent other processes from reading until they end.
func NewWriter(conn *conn.Conn, accounts Accounts, alone bool) *Writer {
	return &Writer{conn, accounts, alone}
}

// A Completer completes rows that another program or an older version wrote.
type Completer struct {
	conn       *conn.Conn
	writer     *Writer
	analyse    func(graph.Entity) []byte // nil for no search text
	background background
}

// NewCompleter returns a completer that analyses texts by a function, which may be nil.
func NewCompleter(writer *Writer, analyse func(graph.Entity) []byte) *Completer {
	return &Completer{conn: writer.conn, writer: writer, analyse: analyse}
}

// Close ends what runs in the background, and waits for it.
func (s *Completer) Close() { s.background.close() }

// A Pruner removes what is older than its retention.
type Pruner struct{ conn *conn.Conn }

// NewPruner returns a pruner on a connection.
func NewPruner(conn *conn.Conn) *Pruner { return &Pruner{conn} }
