package postgres

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"strings"
	"sync/atomic"

	"github.com/jackc/pgx/v5/pgconn"

	"dossier/db/engine"
	"dossier/graph"
)

// refusals are the texts for errors of a server that runs but refuses to serve,
// by SQLSTATE or a prefix of it. The first match counts.
var refusals = []struct {
	state, text string
	fault       graph.Fault
}{
	{"28", "it refuses the user or password", graph.FaultPassword},
	{"3D000", "the database does not exist", graph.FaultNoDatabase},
	{"42P01", "its tables are missing; run dossier migrate", graph.FaultNoTables},
	{"42703", "its tables are out of date; run dossier migrate", graph.FaultOld},
	{"42501", "the user has no rights to its tables", graph.FaultRights},
	{"25006", "it is read-only: a replica, or a database or role that may not be written to", ""},
	{"53100", "the disk is full", graph.FaultNoRoom},
	{"53200", "it is out of memory", ""},
	{"53300", "it is out of connections", graph.FaultConnections},
	{"53", "it is out of connections, memory or disk", ""},
	{"57P", "it is starting or shutting down", ""},
	{"08", "the connection broke", ""},
}

// failures converts errors of a database to those that callers may see.
type failures struct {
	address string // see addressOf; for the log and the command line
	secured bool   // policies limit the role to the rows of an actor
	closed  atomic.Bool
}

// failure converts an error of the database to one that callers may see. It
// wraps the driver's error for the log.
func (f *failures) failure(ctx context.Context, err error) error {
	var known *graph.Error
	var refused *pgconn.PgError
	switch {
	case err == nil, errors.As(err, &known):
		return err
	case ctx.Err() != nil:
		return fmt.Errorf("query %s: %w", f.name(), ctx.Err())
	case errors.As(err, &refused):
		return f.refusal(refused, err)
	case f.closed.Load():
		return f.unavailable("", "it is closed", err)
	case unreachable(err):
		return f.unavailable(graph.FaultUnreachable, "it cannot be reached", err)
	}
	return fmt.Errorf("query %s: %w", f.name(), err)
}

func (f *failures) refusal(refused *pgconn.PgError, err error) error {
	switch refused.Code {
	case "57014": // statement_timeout, which is set from the context's deadline
		return fmt.Errorf("query %s: %w", f.name(), context.DeadlineExceeded)
	case "23505":
		known := engine.Duplicate(refused.ConstraintName)
		if f.secured && strings.HasSuffix(refused.ConstraintName, "_id") { // the row may be one that policies hide
			return fmt.Errorf("%w (%w) (%w)", known, engine.ErrRefused, err)
		}
		return fmt.Errorf("%w (%w)", known, err)
	}
	if refused.Code == "42501" && strings.Contains(refused.Message, "row-level security") {
		return fmt.Errorf("%w (%w) (%w)", &graph.Error{Code: graph.CodeForbidden, Text: "the actor has no access to what it writes"},
			engine.ErrRefused, err)
	}
	if strings.HasPrefix(refused.Code, "22") { // data exception
		return fmt.Errorf("%w (%w)", graph.BadInput("", "a number is too large, or a text has a character that cannot be stored"), err)
	}
	for _, refusal := range refusals {
		if strings.HasPrefix(refused.Code, refusal.state) {
			return f.unavailable(refusal.fault, refusal.text, err)
		}
	}
	return fmt.Errorf("query %s: %w", f.name(), err)
}

func (f *failures) unavailable(fault graph.Fault, text string, err error) error {
	return graph.UnavailableAt(f.name(), fault, "the store is not available: "+text, err)
}

// name returns the name of the database in errors.
func (f *failures) name() string { return "postgres " + f.address }

// unreachable reports whether an error is about the connection.
func unreachable(err error) bool {
	var connect *pgconn.ConnectError
	var network net.Error
	return errors.As(err, &connect) || errors.As(err, &network) ||
		errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, net.ErrClosed) || errors.Is(err, pgconn.ErrConnClosed)
}
