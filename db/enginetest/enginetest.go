// Package enginetest has a database for tests: it records its statements and answers
// with the rows that a test gives it.
package enginetest

import (
	"context"
	"database/sql"
	"fmt"
	"reflect"
	"strings"
	"testing"
	"time"

	"dossier/db/engine"
	"dossier/graph"
)

// Dialect is a simple dialect that does not convert arguments.
var Dialect = engine.Dialect{
	Param:   "$",
	ByBytes: " BYTES",
	Find:    "find",
	In:      func(column, list string) string { return column + " IN " + list },
	Each:    func(table, ids string) string { return " EACH " + table + " IN (" + ids + ")" },
	Rows: func(param string, columns []engine.Column) string {
		var names []string
		for _, column := range columns {
			names = append(names, column.Name)
		}
		return "ROWS(" + param + ": " + strings.Join(names, ", ") + ")"
	},
	Arg: func(value any) any { return value },
}

// Time is a time in nanoseconds, which no database stores.
var Time = time.Date(2026, 3, 1, 12, 0, 0, 123456789, time.UTC)

// LedgerDelay is longer than any test. A Script is not safe for concurrent use,
// so that no ledger may be stored in the background.
const LedgerDelay = 24 * time.Hour

// A Script is a backend that records its statements and returns scripted rows.
type Script struct {
	testing.TB
	Rows    map[string][][]any // by a part of the query
	Reads   []string
	Execs   []string           // SQL of Exec and Returning
	Puts    map[string][][]any // by table
	Failing string             // a part of the statement that fails
}

// New returns a backend without rows.
func New(t testing.TB) *Script {
	return &Script{TB: t, Rows: map[string][][]any{}, Puts: map[string][][]any{}}
}

// ErrScripted is the error of a statement that fails.
var ErrScripted = fmt.Errorf("scripted")

func (s *Script) run(sql string) error {
	if s.Failing != "" && strings.Contains(sql, s.Failing) {
		return ErrScripted
	}
	return nil
}

// Ping implements [engine.Backend].
func (*Script) Ping(context.Context) error { return nil }

// Read implements [engine.Reader].
func (s *Script) Read(_ context.Context, queries ...engine.Query) error {
	for _, query := range queries {
		s.Reads = append(s.Reads, query.SQL)
		if err := s.Answer(query); err != nil {
			return err
		}
		query.Finish()
	}
	return nil
}

// Answer returns the scripted rows of a query.
func (s *Script) Answer(query engine.Query) error {
	if err := s.run(query.SQL); err != nil {
		return err
	}
	for part, rows := range s.Rows {
		for _, row := range rows {
			if !strings.Contains(query.SQL, part) {
				break
			}
			if err := query.Each(Row(row)); err != nil {
				return err
			}
		}
	}
	return nil
}

// Exec implements [engine.Tx].
func (s *Script) Exec(_ context.Context, sql string, _ ...any) error {
	s.Execs = append(s.Execs, sql)
	return s.run(sql)
}

// Returning implements [engine.Tx].
func (s *Script) Returning(_ context.Context, statement engine.Query) error {
	s.Execs = append(s.Execs, statement.SQL)
	return s.Answer(statement)
}

// Put implements [engine.Tx].
func (s *Script) Put(_ context.Context, table engine.Table, rows [][]any) error {
	s.Puts[table.Name] = append(s.Puts[table.Name], rows...)
	return s.run("PUT " + table.Name)
}

// Insert implements [engine.Tx].
func (s *Script) Insert(ctx context.Context, table engine.Table, rows [][]any) error {
	return s.Put(ctx, table, rows)
}

// Snapshot implements [engine.Backend].
func (s *Script) Snapshot(_ context.Context, f func(engine.Reader) error) error { return f(s) }

// Write implements [engine.Backend].
func (s *Script) Write(_ context.Context, f func(engine.Tx) error) error { return f(s) }

// Close implements [engine.Backend].
func (s *Script) Close() error { return nil }

// A Row is a row of the values that Scan stores.
type Row []any

// Scan implements [engine.Row].
func (r Row) Scan(targets ...any) error {
	if len(targets) != len(r) {
		return fmt.Errorf("expected %d targets; got %d", len(r), len(targets))
	}
	for i, target := range targets {
		if scanner, ok := target.(sql.Scanner); ok {
			if err := scanner.Scan(r[i]); err != nil {
				return err
			}
			continue
		}
		to := reflect.ValueOf(target).Elem()
		switch value := reflect.ValueOf(r[i]); {
		case !value.IsValid():
			to.SetZero()
		case to.Kind() == reflect.Pointer:
			to.Set(reflect.New(to.Type().Elem()))
			to.Elem().Set(value.Convert(to.Type().Elem()))
		default:
			to.Set(value.Convert(to.Type()))
		}
	}
	return nil
}

// AsAnn returns a context whose actor is Ann, an administrator.
func AsAnn() context.Context {
	return graph.WithActor(context.Background(), graph.Actor{ID: graph.ID("ann"), Name: "ann", Admin: true})
}

// Project returns the project p.
func Project() *graph.Project {
	project := &graph.Project{Name: "p"}
	project.ID, project.Kind = graph.ID("p"), graph.KindProject
	return project
}

// Task returns a task of the project p.
func Task(title string) *graph.Task {
	task := &graph.Task{Title: title}
	task.ID, task.Kind, task.ProjectID = graph.ID(title), graph.KindTask, graph.ID("p")
	return task
}
