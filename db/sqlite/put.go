package sqlite

import (
	"bytes"
	"context"
	"database/sql/driver"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/ncruces/go-sqlite3"
	sqlitedriver "github.com/ncruces/go-sqlite3/driver"

	"dossier/db/engine"
)

// together is the number of rows that one statement inserts. It then stays at
// the place of the last row in each index, and begins and ends once. An import of
// 100,000 entities took 9.6 s instead of 10.7; with 10 or 50 the same.
const together = 20

// Put implements [engine.Tx].
func (c *connection) Put(ctx context.Context, table engine.Table, rows [][]any) error {
	return c.write(ctx, table, func(conn *sqlite3.Conn) error { return c.put(conn, table, 1, rows) })
}

// Insert implements [engine.Tx].
func (c *connection) Insert(ctx context.Context, table engine.Table, rows [][]any) error {
	return c.write(ctx, table, func(conn *sqlite3.Conn) error {
		whole := len(rows) - len(rows)%together
		err := c.put(conn, table, together, rows[:whole])
		if err == nil {
			return c.put(conn, table, 1, rows[whole:])
		}
		if errors.Is(err, sqlite3.CONSTRAINT) { // the row of another program has a key
			return c.put(conn, table, 1, rows)
		}
		return err
	})
}

// write calls f with the connection without package sql, which takes a fifth of
// the time of an insert.
func (c *connection) write(ctx context.Context, table engine.Table, f func(*sqlite3.Conn) error) error {
	var cause any
	err := c.conn.Raw(func(raw any) error {
		defer func() { cause = recover() }() // package sql would close the connection before its statements
		conn := raw.(sqlitedriver.Conn).Raw()
		defer conn.SetInterrupt(conn.SetInterrupt(ctx))
		return f(conn)
	})
	if cause != nil {
		panic(cause)
	}
	if err != nil {
		return fmt.Errorf("write %s: %w", table.Name, err)
	}
	return nil
}

// An insert identifies a statement that writes a number of rows of a table.
type insert struct {
	table string
	rows  int
}

// prepareInsert returns the prepared statement that writes n rows of a table: one
// that is new or replaces another, or several that are new. If one of several
// is not, those before it stay, which needs no copies of the changed pages.
func (c *connection) prepareInsert(conn *sqlite3.Conn, table engine.Table, n int) (*sqlite3.Stmt, error) {
	key := insert{table.Name, n}
	if statement := c.inserts[key]; statement != nil {
		return statement, nil
	}
	text := table.Upsert("VALUES (" + dialect.Params(table) + ")")
	if n > 1 {
		row := "(?" + strings.Repeat(", ?", len(table.Columns)-1) + ")"
		text = "INSERT OR FAIL INTO " + table.Name + " (" + strings.Join(table.Names(), ", ") + ") VALUES " + row + strings.Repeat(", "+row, n-1)
	}
	statement, _, err := conn.PrepareFlags(text, sqlite3.PREPARE_PERSISTENT)
	if err == nil {
		c.inserts[key] = statement
	}
	return statement, err
}

// put writes rows, n with each statement. Values that are those of the statement
// before are not bound again.
func (c *connection) put(conn *sqlite3.Conn, table engine.Table, n int, rows [][]any) (err error) {
	if len(rows) == 0 {
		return nil
	}
	statement, err := c.prepareInsert(conn, table, n)
	if err != nil {
		return err
	}
	defer func() {
		if clearing := statement.ClearBindings(); err == nil {
			err = clearing
		}
	}()
	var before [][]any
	for some := range slices.Chunk(rows, n) {
		if err := bindRows(statement, some, before); err != nil {
			return err
		}
		if err := statement.Exec(); err != nil {
			return err
		}
		before = some
	}
	return nil
}

// bindRows binds the values of rows, except those that are bound since before.
func bindRows(statement *sqlite3.Stmt, rows, before [][]any) error {
	parameter := 0
	for i, row := range rows {
		for j, value := range row {
			parameter++
			if before != nil && isSame(before[i][j], value) {
				continue
			}
			if err := bind(statement, parameter, value); err != nil {
				return err
			}
		}
	}
	return nil
}

// isSame reports whether two values are equal, and may report false if they are
// of a type that cannot be compared.
func isSame(a, b any) bool {
	switch a := a.(type) {
	case nil:
		return b == nil
	case string:
		other, is := b.(string)
		return is && a == other
	case []byte:
		other, is := b.([]byte)
		return is && bytes.Equal(a, other)
	case bool, int, int64, float64:
		return a == b
	}
	return false
}

// bind binds a value to a parameter, as package sql would.
func bind(statement *sqlite3.Stmt, parameter int, value any) error {
	switch value := value.(type) {
	case nil:
		return statement.BindNull(parameter)
	case string:
		return statement.BindText(parameter, value)
	case []byte:
		return statement.BindBlob(parameter, value)
	case bool:
		return statement.BindBool(parameter, value)
	case int:
		return statement.BindInt(parameter, value)
	case int64:
		return statement.BindInt64(parameter, value)
	case float64:
		return statement.BindFloat(parameter, value)
	case time.Time:
		return fmt.Errorf("parameter %d is a time; expected its text", parameter)
	}
	converted, err := driver.DefaultParameterConverter.ConvertValue(value)
	if err != nil {
		return fmt.Errorf("parameter %d: %w", parameter, err)
	}
	return bind(statement, parameter, converted)
}
