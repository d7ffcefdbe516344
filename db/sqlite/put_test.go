package sqlite

import (
	"fmt"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"dossier/db/engine"
	"dossier/db/schema"
	"dossier/db/sqlstore"
	"dossier/graph"
)

// TestPut checks that rows are stored as given, including values that a row
// shares with the one before it, and values of other types than those of SQLite.
func TestPut(t *testing.T) {
	d := emptyDatabase(t, Memory)
	stored(t, d, sqlstore.Options{})
	kind := graph.KindTask
	rows := [][]any{
		{"a", string(kind), "p", 1, false, []byte{1}, "t", "t", nil, []byte{2}},
		{"b", kind, "p", int64(1), true, []byte{1}, "t", "u", new("x"), nil},
		{"c", "task", "p", 2, true, []byte{}, "t", "u", "x", []byte{}},
		{"d", "task", "p", 2, true, []byte{}, "t", "u", nil, []byte(nil)},
	}
	entities := schema.Tables()[3]
	var got []string
	err := d.Write(t.Context(), func(tx engine.Tx) error {
		if err := tx.Put(t.Context(), entities, rows); err != nil {
			return err
		}
		return tx.Read(t.Context(), engine.Query{
			SQL: `SELECT concat_ws(' ', id, kind, project_id, rev, deleted, quote(hash), created_at, updated_at, quote(created_by), quote(terms))
				FROM onto_entities ORDER BY id`,
			Each: func(row engine.Row) error {
				var text string
				err := row.Scan(&text)
				got = append(got, text)
				return err
			},
		})
	})
	if err != nil {
		t.Fatal(err)
	}
	want := `a task p 1 0 X'01' t t NULL X'02'
b task p 1 1 X'01' t u 'x' NULL
c task p 2 1 X'' t u 'x' X''
d task p 2 1 X'' t u NULL X''`
	if text := strings.Join(got, "\n"); text != want {
		t.Errorf("got\n%s\nwant\n%s", text, want)
	}
	err = d.Write(t.Context(), func(tx engine.Tx) error {
		return tx.Put(t.Context(), entities, [][]any{{"e", "task", "p", 1, false, []byte{1}, time.Now(), "t", nil, nil}})
	})
	if err == nil || !strings.Contains(err.Error(), "parameter 7 is a time") {
		t.Errorf("got %v", err)
	}
}

// TestPutTooMuch writes a row that needs more memory than the connection may
// use. The write fails, the next one does not, and the database can be closed.
func TestPutTooMuch(t *testing.T) {
	d := emptyDatabase(t, filepath.Join(t.TempDir(), "x.db"))
	stored(t, d, sqlstore.Options{})
	if err := d.writer.use(t.Context(), func(c *connection) error { return c.close() }); err != nil {
		t.Fatal(err)
	}
	d.writer.memory = 16 << 20
	put := func(id string, terms []byte) error {
		return d.Write(t.Context(), func(tx engine.Tx) error {
			return tx.Put(t.Context(), schema.Tables()[3], [][]any{{id, "task", "p", 1, false, []byte{1}, "t", "t", nil, terms}})
		})
	}
	for range 2 {
		if err := put("a", make([]byte, 32<<20)); graph.CodeOf(err) != graph.CodeUnavailable || !strings.Contains(err.Error(), "more memory") {
			t.Errorf("got %v", err)
		}
		if err := put("b", nil); err != nil {
			t.Errorf("after it: %v", err)
		}
	}
	closed := make(chan error, 1)
	go func() { closed <- d.Close() }()
	select {
	case err := <-closed:
		if err != nil {
			t.Error(err)
		}
	case <-time.After(10 * time.Second):
		t.Error("closing does not end")
	}
}

// TestInsert inserts more rows than a statement takes, then some of them again
// with others: a stored row is replaced, unless another index than that of the
// key has it.
func TestInsert(t *testing.T) {
	d := emptyDatabase(t, Memory)
	stored(t, d, sqlstore.Options{})
	edges := schema.Tables()[4]
	rows := func(from, to int, rel string) (rows [][]any) {
		for i := from; i < to; i++ {
			rows = append(rows, []any{fmt.Sprint(i), "p", "a", "task", rel, fmt.Sprint(i), "task", 1, false, nil})
		}
		return rows
	}
	insert := func(rows [][]any) error {
		return d.Write(t.Context(), func(tx engine.Tx) error { return tx.Insert(t.Context(), edges, rows) })
	}
	for _, step := range []struct {
		rows [][]any
		code graph.Code // "" for no error
		want string     // the number of rows by relation
	}{
		{nil, "", ""},
		{rows(0, 2*together+3, "contains"), "", "contains 43"},
		{rows(40, 70, "references"), "", "contains 40, references 30"},
		{append(rows(100, 130, "references"), []any{"x", "p", "a", "task", "contains", "1", "task", 1, false, nil}), graph.CodeConflict,
			"contains 40, references 30"},
	} {
		if err := insert(step.rows); (err == nil) != (step.code == "") || err != nil && graph.CodeOf(err) != step.code {
			t.Errorf("got %v, want %q", err, step.code)
		}
		var got []string
		err := d.Read(t.Context(), engine.Query{SQL: "SELECT rel || ' ' || count(*) FROM onto_edges GROUP BY rel ORDER BY rel",
			Each: func(row engine.Row) error {
				var text string
				err := row.Scan(&text)
				got = append(got, text)
				return err
			}})
		if text := strings.Join(got, ", "); err != nil || text != step.want {
			t.Errorf("got %s, %v, want %s", text, err, step.want)
		}
	}
}

// TestPoolState counts connections in use, and waits for one.
func TestPoolState(t *testing.T) {
	d, err := connect(filepath.Join(t.TempDir(), "p.db"), 2, readWrite)
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	busy, free, both := make(chan int), make(chan int), sync.WaitGroup{}
	for range 2 {
		both.Go(func() { _ = d.readers.use(t.Context(), func(*connection) error { busy <- 1; <-free; return nil }) })
		<-busy
	}
	if got := d.Pool(); got.Busy != 2 || got.Most != 2 || got.Waits != 0 {
		t.Errorf("with both in use: %+v", got)
	}
	both.Go(func() { _ = d.readers.use(t.Context(), func(*connection) error { return nil }) })
	for d.Pool().Waits == 0 {
		time.Sleep(time.Millisecond)
	}
	close(free)
	both.Wait()
	if got := d.Pool(); got.Busy != 0 || got.Waits != 1 || got.Waited == 0 {
		t.Errorf("after the end: %+v", got)
	}
}
