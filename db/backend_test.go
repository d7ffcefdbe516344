package db

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

// testDialect is a simple dialect that does not convert arguments.
var testDialect = engine.Dialect{
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

var testTime = time.Date(2026, 3, 1, 12, 0, 0, 123456789, time.UTC)

// A script is a backend that records its statements and returns scripted rows.
type script struct {
	testing.TB
	rows    map[string][][]any // by a part of the query
	reads   []string
	execs   []string           // SQL of Exec and Returning
	puts    map[string][][]any // by table
	failing string             // a part of the statement that fails
}

func newScript(t testing.TB) (*Store, *script) {
	s := &script{TB: t, rows: map[string][][]any{}, puts: map[string][][]any{}}
	return New(s, testDialect, Options{Now: func() time.Time { return testTime }}), s
}

// newTestWrite returns a write of a batch by Ann to a scripted backend.
func newTestWrite(t testing.TB, batch *graph.Batch) (*write, *script) {
	store, s := newScript(t)
	w := store.newWrite(s, batch, subject{id: graph.ID("ann"), writes: true, admin: true})
	for _, id := range []string{"p", "q"} {
		w.touch(graph.ID(id))
		w.projects[graph.ID(id)].rev = 7
	}
	return w, s
}

var errScripted = fmt.Errorf("scripted")

func (s *script) run(sql string) error {
	if s.failing != "" && strings.Contains(sql, s.failing) {
		return errScripted
	}
	return nil
}

// Ping implements [engine.Backend].
func (*script) Ping(context.Context) error { return nil }

// Read implements [engine.Reader].
func (s *script) Read(_ context.Context, queries ...engine.Query) error {
	for _, query := range queries {
		s.reads = append(s.reads, query.SQL)
		if err := s.answer(query); err != nil {
			return err
		}
		query.Finish()
	}
	return nil
}

// answer returns the scripted rows of a query.
func (s *script) answer(query engine.Query) error {
	if err := s.run(query.SQL); err != nil {
		return err
	}
	for part, rows := range s.rows {
		for _, row := range rows {
			if !strings.Contains(query.SQL, part) {
				break
			}
			if err := query.Each(scriptedRow(row)); err != nil {
				return err
			}
		}
	}
	return nil
}

// Exec implements [engine.Tx].
func (s *script) Exec(_ context.Context, sql string, _ ...any) error {
	s.execs = append(s.execs, sql)
	return s.run(sql)
}

// Returning implements [engine.Tx].
func (s *script) Returning(_ context.Context, statement engine.Query) error {
	s.execs = append(s.execs, statement.SQL)
	return s.answer(statement)
}

// Put implements [engine.Tx].
func (s *script) Put(_ context.Context, table engine.Table, rows [][]any) error {
	s.puts[table.Name] = append(s.puts[table.Name], rows...)
	return s.run("PUT " + table.Name)
}

// Insert implements [engine.Tx].
func (s *script) Insert(ctx context.Context, table engine.Table, rows [][]any) error {
	return s.Put(ctx, table, rows)
}

// Snapshot implements [engine.Backend].
func (s *script) Snapshot(_ context.Context, f func(engine.Reader) error) error { return f(s) }

// Write implements [engine.Backend].
func (s *script) Write(_ context.Context, f func(engine.Tx) error) error { return f(s) }

// Close implements [engine.Backend].
func (s *script) Close() error { return nil }

// A scriptedRow is a row of the values that Scan stores.
type scriptedRow []any

// Scan implements [engine.Row].
func (r scriptedRow) Scan(targets ...any) error {
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

func asAnn() context.Context {
	return graph.WithActor(context.Background(), graph.Actor{ID: graph.ID("ann"), Name: "ann", Admin: true})
}

func testProject() *graph.Project {
	project := &graph.Project{Name: "p"}
	project.ID, project.Kind = graph.ID("p"), graph.KindProject
	return project
}

func testTask(title string) *graph.Task {
	task := &graph.Task{Title: title}
	task.ID, task.Kind, task.ProjectID = graph.ID(title), graph.KindTask, graph.ID("p")
	return task
}
