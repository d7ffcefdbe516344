package sqlite

import (
	"bytes"
	"context"
	"database/sql/driver"
	"fmt"
	"time"

	"github.com/ncruces/go-sqlite3"
	sqlitedriver "github.com/ncruces/go-sqlite3/driver"

	"dossier/db"
)

// Put implements [db.Tx]. It uses the connection without package sql, which
// takes a fifth of the time of an insert.
func (c *connection) Put(ctx context.Context, table db.Table, rows [][]any) error {
	var cause any
	err := c.conn.Raw(func(raw any) error {
		defer func() { cause = recover() }() // package sql would close the connection before its statements
		conn := raw.(sqlitedriver.Conn).Raw()
		defer conn.SetInterrupt(conn.SetInterrupt(ctx))
		insert, err := c.insert(conn, table)
		if err != nil {
			return err
		}
		return putRows(insert, rows)
	})
	if cause != nil {
		panic(cause)
	}
	if err != nil {
		return fmt.Errorf("write %s: %w", table.Name, err)
	}
	return nil
}

// insert returns the prepared statement that puts a row into a table.
func (c *connection) insert(conn *sqlite3.Conn, table db.Table) (*sqlite3.Stmt, error) {
	if statement := c.inserts[table.Name]; statement != nil {
		return statement, nil
	}
	statement, _, err := conn.PrepareFlags(table.Upsert("VALUES ("+dialect.Params(table)+")"), sqlite3.PREPARE_PERSISTENT)
	if err == nil {
		c.inserts[table.Name] = statement
	}
	return statement, err
}

// putRows runs a statement for each row. Values that a row shares with the one
// before it are not bound again.
func putRows(insert *sqlite3.Stmt, rows [][]any) (err error) {
	defer func() {
		if clearing := insert.ClearBindings(); err == nil {
			err = clearing
		}
	}()
	var before []any
	for _, row := range rows {
		for i, value := range row {
			if before != nil && isSame(before[i], value) {
				continue
			}
			if err := bind(insert, i+1, value); err != nil {
				return err
			}
		}
		if err := insert.Exec(); err != nil {
			return err
		}
		before = row
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
