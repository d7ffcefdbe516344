package access

import (
	"bytes"
	"context"
	"fmt"
	"time"

	"dossier/db/conn"
	"dossier/db/engine"
	"dossier/db/schema"
	"dossier/db/statement"
	"dossier/graph"
	"dossier/graph/access"
	"dossier/graph/history"
	"dossier/graph/reader"
)

// Transact implements the Store of package access.
func (a *Accounts) Transact(ctx context.Context, once graph.Once, do func(context.Context, access.Store) error,
	result func() graph.JSON) (repeated graph.JSON, err error) {
	ctx = reader.With(ctx, nil) // its reads do not join those of a request
	if err = statement.SubjectOf(ctx).CheckWrites(); err != nil {
		a.AuditDenial(ctx, history.ActionRequest, "", err)
		return nil, err
	}
	err = a.conn.InTransaction(ctx, func(tx engine.Tx) (err error) {
		within := func(ctx context.Context) error { return do(ctx, accountsOf(a.conn.Within(tx), a.AuditLog)) }
		repeated, err = a.Once(ctx, tx, once, within, result)
		return err
	})
	if err != nil {
		return a.Settle(ctx, once, err)
	}
	return repeated, nil
}

// settleWithin is the time limit of [Mutations.Settle], by eye: a request may be at
// its end already.
const settleWithin = 2 * time.Second

// Settle returns the result of a mutation whose commit has an unknown outcome, if
// the store has it. It returns other errors unchanged.
func (m *Mutations) Settle(ctx context.Context, once graph.Once, err error) (graph.JSON, error) {
	if graph.CodeOf(err) != graph.CodeUnknown {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), settleWithin)
	defer cancel()
	if first, failed := m.Repeated(ctx, once); failed == nil && first != nil {
		return first, nil
	}
	return nil, err
}

// Once calls do and stores its result, unless the actor made an earlier
// mutation with the same client id: then it returns the stored result of that
// one.
func (m *Mutations) Once(ctx context.Context, tx engine.Tx, once graph.Once, do func(context.Context) error,
	result func() graph.JSON) (repeated graph.JSON, err error) {
	if once.ClientID == "" {
		return nil, do(ctx)
	}
	named := &named{m.conn, tx, statement.SubjectOf(ctx), once}
	switch claimed, err := named.claim(ctx); {
	case err != nil:
		return nil, err
	case !claimed:
		return named.repeated(ctx)
	}
	if err := do(ctx); err != nil {
		return nil, err
	}
	return nil, named.keep(ctx, result())
}

// Repeated implements the Store of package ndjson.
func (m *Mutations) Repeated(ctx context.Context, once graph.Once) (result graph.JSON, err error) {
	if once.ClientID == "" {
		return nil, nil
	}
	named := &named{m.conn, nil, statement.SubjectOf(ctx), once}
	if result, err = named.repeatedBy(ctx, m.conn.Reader(m.conn.Backend), m.conn.Time().Add(-schema.ClientIDsKept)); err != nil {
		return nil, fmt.Errorf("read the first result: %w", err)
	}
	return result, nil
}

// A named is a mutation with a client id.
type named struct {
	conn *conn.Conn
	tx   engine.Tx
	who  statement.Subject
	graph.Once
}

// claim stores the client id, and reports whether no earlier mutation has it.
func (n *named) claim(ctx context.Context) (claimed bool, err error) {
	q := n.conn.Statement()
	q.Add("INSERT INTO onto_mutations (actor_id, client_id, hash, at) VALUES (", q.Param(n.who.ID), ", ", q.Param(n.ClientID), ", ",
		q.Param(n.Hash), ", ", q.Param(n.conn.Time()),
		`) ON CONFLICT (actor_id, client_id) DO UPDATE SET hash = excluded.hash, result = NULL, at = excluded.at
		WHERE onto_mutations.at < `, q.Param(n.conn.Time().Add(-schema.ClientIDsKept)), " RETURNING client_id")
	err = n.tx.Returning(ctx, q.Query(func(row engine.Row) error {
		claimed = true
		return row.Scan(new(string))
	}))
	return claimed, err
}

// repeated returns the result of the earlier mutation with the client id.
func (n *named) repeated(ctx context.Context) (result graph.JSON, err error) {
	return n.repeatedBy(ctx, n.tx, time.Time{})
}

// repeatedBy returns the result of the earlier mutation with the client id since a
// time, nil for none.
func (n *named) repeatedBy(ctx context.Context, reader engine.Reader, since time.Time) (result graph.JSON, err error) {
	var hash []byte
	q := n.conn.Statement()
	q.Add("SELECT hash, result FROM onto_mutations WHERE actor_id = ", q.Param(n.who.ID), " AND client_id = ", q.Param(n.ClientID),
		" AND at >= ", q.Param(since))
	err = reader.Read(ctx, q.Query(func(row engine.Row) error { return row.Scan(&hash, schema.Target(&result)) }))
	if err == nil && hash != nil && !bytes.Equal(hash, n.Hash) {
		err = graph.BadInput("clientMutationId", "%q was used for another input in the last 24 hours; expected a new id for new input",
			graph.Truncate(n.ClientID, 60))
	}
	return result, err
}

// keep stores the result for mutations that repeat this one.
func (n *named) keep(ctx context.Context, result graph.JSON) error {
	q := n.conn.Statement()
	q.Add("UPDATE onto_mutations SET result = ", q.Param(result), " WHERE actor_id = ", q.Param(n.who.ID), " AND client_id = ",
		q.Param(n.ClientID))
	return q.Exec(ctx, n.tx)
}
