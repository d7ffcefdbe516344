package postgres

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"dossier/db/engine"
	"dossier/db/schema"
	"dossier/graph"
)

// pieces are parts of words in which Postgres' parser looks ahead, and marks
// those that it may not read as text.
var (
	pieces = strings.Fields(`running The the of KEP-1234 v1.2.3 1.32 -5 +7e10 3e 1e5 a/b /etc/hosts ./run ../up ~/home ~x .NET ... foo.bar
		https://example.org/a?b=c http:// example.org:80/x you@example.org @you &amp; &#x41; &nope well-known ` +
		`x-1-2 a-b-c-1 état naïve-été 東京 é ß ́ ı
		"quoted" 'it' (a) [b](c) # ** | a|b a=b foo_bar foo, end. _ - -- ' " \ \\ % 100% qzqzq 2026-11-27 12:30:00 a.b.c.d.e 0x1f --> ---> >`)
	marks = strings.Fields(`<br> <br/> </p> <a <a> href="x"> < <- <-- <!-- <!--x <!DOCTYPE <?xml <? <! <script> </style> ` +
		`<strong> <x:y_z.w-v> <1> a<b a<b> a<!-- b-->`)
)

// randomText returns words of some pieces with spaces between them.
func randomText(random *rand.Rand) string {
	var text strings.Builder
	if random.IntN(4) == 0 {
		text.WriteString(" ")
	}
	for range random.IntN(20) {
		for range 1 + random.IntN(2)*random.IntN(3) {
			from := pieces
			if random.IntN(20) == 0 {
				from = marks
			}
			text.WriteString(from[random.IntN(len(from))])
		}
		text.WriteString([]string{" ", " ", "\n", "\t ", "\r\n", "\v"}[random.IntN(6)])
	}
	if random.IntN(2) == 0 {
		return strings.TrimSpace(text.String())
	}
	return text.String()
}

// TestVectors compares search vectors with those of the server.
func TestVectors(t *testing.T) {
	ctx := t.Context()
	d, err := connect(ctx, migrated.Database(t), 0)
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	table := engine.Table{Name: "texts", Columns: []engine.Column{{Name: "title"}, {Name: "start"}, {Name: "rest"},
		{Name: "data", Type: engine.JSON}}}
	for i := range 3 {
		table.Columns[i].Type = engine.Text
	}
	columns, random, book := &searched{title: 0, texts: []int{1, 2}, data: []int{3}}, rand.New(rand.NewPCG(1, 2)), newWordbook()
	compared := 0
	err = d.write(ctx, func(tx *transaction) error {
		if err := tx.Exec(ctx,
			"CREATE TEMPORARY TABLE texts (title text, start text, rest text, data jsonb, search_vector tsvector)"); err != nil {
			return err
		}
		for range 30 {
			rows := randomRows(random)
			vectors, err := book.vectors(ctx, tx, columns, rows)
			if err != nil {
				return err
			}
			for i, vector := range vectors {
				rows[i] = append(rows[i], vector)
			}
			with := table
			with.Columns = append(slices.Clip(table.Columns), searchVector)
			if err := tx.copyInto("texts")(ctx, with, rows); err != nil {
				return err
			}
		}
		return tx.Read(ctx, compareVectors(t, &compared))
	})
	if err != nil {
		t.Fatal(err)
	}
	if compared < 3000 {
		t.Errorf("got vectors of %d texts", compared)
	}
}

// compareVectors returns a query that reports the vectors of texts that differ
// from those of the server, and counts the others.
func compareVectors(t *testing.T, compared *int) engine.Query {
	return engine.Query{
		SQL: `SELECT title, coalesce(start, '-'), coalesce(rest, '-'), search_vector::text, made::text
			FROM texts, LATERAL (SELECT onto_search_vector(title, coalesce(start, '') || E'\n' || coalesce(rest, ''), data) made) vectors
			WHERE search_vector IS NOT NULL`,
		Each: func(row engine.Row) error {
			var title, start, rest, got, want string
			err := row.Scan(&title, &start, &rest, &got, &want)
			if *compared++; got != want {
				t.Errorf("%q %q %q:\ngot  %s\nwant %s", title, start, rest, got, want)
			}
			return err
		},
	}
}

func randomRows(random *rand.Rand) [][]any {
	rows := make([][]any, 200)
	for i := range rows {
		rows[i] = []any{randomText(random), randomText(random), nil, nil}
		if random.IntN(2) == 0 {
			rows[i][2] = randomText(random)
		}
		if random.IntN(20) == 0 {
			rows[i][3] = `{"more": "words"}`
		}
	}
	return rows
}

// TestPrepare checks that a load writes the search vectors that triggers make,
// also of texts that the program leaves to them, and that updates make new ones.
func TestPrepare(t *testing.T) {
	ctx := t.Context()
	d, err := connect(ctx, migrated.Database(t), 0)
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	table := schema.Tables()[slices.IndexFunc(schema.Tables(), func(t engine.Table) bool { return t.Name == "onto_tasks" })]
	random := rand.New(rand.NewPCG(3, 4))
	var rows [][]any
	for i := range 2 * bulk {
		row := make([]any, len(table.Columns))
		for j, column := range table.Columns {
			switch column.Name {
			case "rev":
				row[j] = 1
			case "id", "project_id":
				row[j] = graph.ID(column.Name)
			case "created_at", "updated_at":
				row[j] = time.Unix(0, 0)
			case "title", "description":
				row[j] = randomText(random)
			}
		}
		row[slices.Index(table.Names(), "id")] = graph.ID(fmt.Sprint(i))
		rows = append(rows, row)
	}
	wrong := func(tx engine.Tx) (count int, err error) {
		return count, tx.Read(ctx, engine.Query{
			SQL:  "SELECT count(*) FROM onto_tasks WHERE search_vector IS DISTINCT FROM onto_search_vector(title, coalesce(description, ''), props)",
			Each: func(row engine.Row) error { return row.Scan(&count) },
		})
	}
	err = d.Write(ctx, func(tx engine.Tx) error {
		return tx.(engine.Loader).Load(ctx, []engine.Table{table}, len(rows), func(map[string]bool) error {
			into, prepared, err := tx.(engine.Preparer).Prepare(ctx, tx, table, rows)
			if err == nil {
				err = tx.Insert(ctx, into, prepared)
			}
			return err
		})
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, change := range []string{
		"UPDATE onto_tasks SET title = title",
		"UPDATE onto_tasks SET title = 'other words'",
		"UPDATE onto_tasks SET description = NULL, rev = 2",
		"UPDATE onto_tasks SET search_vector = NULL",
		"UPDATE onto_tasks SET search_vector = 'wrong'",
		"INSERT INTO onto_tasks (id, project_id, title, search_vector) VALUES ('" + graph.ID("new") + "', '" + graph.ID("project") +
			"', 'new', 'wrong')",
	} {
		err := d.Write(ctx, func(tx engine.Tx) error {
			if err := tx.Exec(ctx, change); err != nil {
				return err
			}
			count, err := wrong(tx)
			if count > 0 {
				t.Errorf("%s: %d search vectors are wrong", change, count)
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
}
