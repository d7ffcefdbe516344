package postgres

import (
	"fmt"
	"testing"

	"dossier/db/engine"
	"dossier/db/schema"
	"dossier/graph"
)

// TestLoad adds an edge that another program adds after the beginning: in a
// table that was empty that is a conflict, in others the edge is replaced. With
// policies, no table is taken to be empty.
func TestLoad(t *testing.T) {
	ctx, url := t.Context(), migrated.Database(t)
	d, err := connect(ctx, url, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	other, tables := session(t, url), schema.Tables()[3:5] // entities and edges
	project, from, to := graph.ID("p"), graph.ID("a"), graph.ID("b")
	edge := []any{graph.ID("e"), project, from, "task", "references", to, "task", 1, false, nil}
	for _, step := range []struct {
		secured bool
		added   string // by the other program
		empty   int
		code    graph.Code // "" for no error
	}{
		{false, graph.ID("e"), 2, graph.CodeConflict},
		{false, "", 1, ""},
		{true, "", 0, ""},
	} {
		d.secured = step.secured
		err := d.Write(ctx, func(tx engine.Tx) error {
			return tx.(engine.Loader).Load(ctx, tables, 1, func(empty map[string]bool) error {
				if len(empty) != step.empty || !step.secured && !empty["onto_entities"] {
					t.Errorf("got %v, want %d tables", empty, step.empty)
				}
				if step.added != "" {
					if _, err := other.Exec(ctx, "INSERT INTO onto_edges (id, project_id, src_id, rel, dst_id) VALUES ($1, $2, $3, 'references', $4)",
						step.added, project, from, to); err != nil {
						t.Error(err)
					}
				}
				return tx.Insert(ctx, tables[1], [][]any{edge})
			})
		})
		if (err == nil) != (step.code == "") || err != nil && graph.CodeOf(err) != step.code {
			t.Errorf("got %v, want %q", err, step.code)
		}
	}
}

// TestInsert inserts more rows than are inserted one by one, again with one of
// them and others, and with an edge of another id that a row has: only this is a
// conflict.
func TestInsert(t *testing.T) {
	ctx := t.Context()
	d, err := connect(ctx, migrated.Database(t), 0)
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	rows := func(from, to int, rel string) (rows [][]any) {
		for i := from; i < to; i++ {
			id := graph.ID(fmt.Sprint(i))
			rows = append(rows, []any{id, graph.ID("p"), graph.ID("a"), "task", rel, id, "task", 1, false, nil})
		}
		return rows
	}
	again := rows(200, 200+bulk, "contains")
	again[7][5] = graph.ID("1") // its end
	for _, step := range []struct {
		rows [][]any
		code graph.Code // "" for no error
		want string     // the number of rows by relation
	}{
		{rows(0, bulk, "contains"), "", "contains 50"},
		{rows(bulk-1, 2*bulk, "references"), "", "contains 49, references 51"},
		{again, graph.CodeConflict, "contains 49, references 51"},
	} {
		err := d.Write(ctx, func(tx engine.Tx) error { return tx.Insert(ctx, schema.Tables()[4], step.rows) })
		if (err == nil) != (step.code == "") || err != nil && graph.CodeOf(err) != step.code {
			t.Errorf("got %v, want %q", err, step.code)
		}
		var got string
		err = d.Read(ctx, engine.Query{
			SQL:  "SELECT string_agg(rel || ' ' || count, ', ' ORDER BY rel) FROM (SELECT rel, count(*) FROM onto_edges GROUP BY rel) counted",
			Each: func(row engine.Row) error { return row.Scan(&got) },
		})
		if err != nil || got != step.want {
			t.Errorf("got %s, %v, want %s", got, err, step.want)
		}
	}
}
