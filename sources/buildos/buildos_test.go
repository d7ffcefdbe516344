package buildos_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"dossier/db/managed/managedtest"
	"dossier/graph"
	"dossier/sources"
	"dossier/sources/buildos"
	"dossier/sources/sourcestest"
)

func TestGolden(t *testing.T) { sourcestest.Golden(t, &buildos.Format) }

func TestBadInput(t *testing.T) {
	const good, name = `{"id":"a","title":"Good"}`, "onto_tasks.json"
	list := func(more string) map[string]string { return map[string]string{name: "[" + good + ",\n" + more + "]"} }
	sourcestest.Bads(t, &buildos.Format, []sourcestest.Bad{
		{Name: "cut off", Files: map[string]string{name: "[" + good + ",\n{\"id\":\"b\",\"ti"}, Want: name + ":2: rejected: not JSON", Kept: 2},
		{Name: "no rows", File: "x.json", Files: map[string]string{"x.json": `{"a":1}`}, Want: "x.json: rejected: no rows", Kept: 0},
		{Name: "no id", Files: list(`{"title":"B"}`), Want: name + ":2: rejected: the row of onto_tasks has no id", Kept: 1},
		{Name: "no title", Files: list(`{"id":"b"}`), Want: name + ":2: warned: the row has no title", Kept: 2},
		{Name: "the same id", Files: list(good), Want: name + `:2: warned: the id "a" is used by ` + name + ":1", Kept: 2},
		{Name: "a bad priority", Files: list(`{"id":"b","title":"B","priority":9}`), Want: name + ":2: warned: priority: 9 is out of range",
			Kept: 2},
		{Name: "a bad date", Files: list(`{"id":"b","title":"B","due_at":"zzz"}`), Want: name + ":2: warned: due_at: got \"zzz\"", Kept: 2},
		{Name: "a bad type", Files: list(`{"id":"b","title":"B","type_key":"Zzz"}`),
			Want: name + ":2: warned: type_key: \"Zzz\" has another form", Kept: 2},
		{Name: "an edge without a relation", Files: map[string]string{name: "[" + good + "]",
			"onto_edges.json": `[{"src_id":"a","dst_id":"b"}]`}, Want: "onto_edges.json:1: rejected: the edge lacks", Kept: 1},
		{Name: "an edge to nothing", Files: map[string]string{name: "[" + good + "]",
			"onto_edges.json": `[{"src_id":"a","dst_id":"b","rel":"blocks"}]`}, Want: `onto_edges.json:1: lost: a blocks b: the source has no "b"`,
			Kept: 1},
		{Name: "a deleted row", Files: list(`{"id":"b","title":"B","deleted_at":"2026-01-01"}`),
			Want: name + ":2: skipped: rows that were deleted", Kept: 1},
		{Name: "forms of members", Files: list(`{"id":7,"title":{"x":1},"description":[1],"props":"x","labels":7}`), Want: "warned", Kept: 2},
	})
}

func FuzzRead(f *testing.F) {
	sourcestest.Fuzz(f, &buildos.Format, "onto_tasks.json",
		map[string]string{"onto_edges.json": `[{"src_id":"a","dst_id":"b","rel":"blocks"}]`},
		`[{"id":"a","title":"A","state_key":"done","priority":1,"due_at":"2026-01-01","props":{"x":1}},{"id":"b","title":"B"}]`)
}

var databases managedtest.Template

// TestDatabase checks what the tables of a database become, and the errors of
// databases that cannot be read, which have no passwords.
func TestDatabase(t *testing.T) {
	ctx := context.Background()
	address := databases.Database(t)
	if _, err := sources.Fetch(ctx, &buildos.Format, address, sources.Options{Project: "p"}); err == nil ||
		!strings.Contains(err.Error(), "has no tables onto_*") {
		t.Errorf("an empty database: %v", err)
	}
	connection, err := pgx.Connect(ctx, address)
	if err != nil {
		t.Fatal(err)
	}
	_, err = connection.Exec(ctx, `CREATE TABLE onto_projects (id uuid, name text);
		CREATE TABLE onto_tasks (id uuid, project_id uuid, title text, state_key text, priority int, props jsonb, due_at timestamptz, `+
		`deleted_at timestamptz, search_vector tsvector);
		CREATE TABLE onto_edges (id uuid, project_id uuid, src_id uuid, dst_id uuid, rel text, props jsonb);
		INSERT INTO onto_projects VALUES ('11111111-1111-4111-8111-111111111111', 'P');
		INSERT INTO onto_tasks VALUES ('22222222-2222-4222-8222-222222222222', NULL, 'A', 'done', 2, `+
		`'{"x": 1}', '2026-01-02T03:04:05Z', NULL, 'a:1'),
			('33333333-3333-4333-8333-333333333333', NULL, 'B', NULL, 9, NULL, NULL, NULL, NULL),
			('44444444-4444-4444-8444-444444444444', NULL, 'Gone', NULL, NULL, NULL, NULL, '2026-01-02T03:04:05Z', NULL);
		INSERT INTO onto_edges VALUES ('55555555-5555-4555-8555-555555555555', NULL, '22222222-2222-4222-8222-222222222222', `+
		`'33333333-3333-4333-8333-333333333333', 'blocks', NULL),
			('66666666-6666-4666-8666-666666666666', NULL, '11111111-1111-4111-8111-111111111111', `+
		`'22222222-2222-4222-8222-222222222222', 'has_task', NULL)`)
	if err = errors.Join(err, connection.Close(ctx)); err != nil {
		t.Fatal(err)
	}
	out, err := sources.Fetch(ctx, &buildos.Format, address, sources.Options{Project: "p", Name: "P"})
	if err != nil {
		t.Fatal(err)
	}
	records, notes := sourcestest.Text(t, out, "p")
	for _, want := range []string{
		`{"due_at":"2026-01-02T03:04:05+00:00","id":"22222222-2222-4222-8222-222222222222","kind":"task","priority":2,"project_id":"p",` +
			`"props":{"x":1},"state_key":"done","title":"A"}`,
		`"id":"33333333-3333-4333-8333-333333333333","kind":"task","project_id":"p","props":{"priority":9},"title":"B"`,
		`"kind":"edge","rel":"blocks","src_id":"22222222`,
	} {
		if !strings.Contains(records, want) {
			t.Errorf("got\n%s\nwant %s", records, want)
		}
	}
	if strings.Contains(records, "Gone") || !strings.Contains(notes, "onto_tasks:2: warned: priority: 9 is out of range") ||
		!strings.Contains(notes, "skipped: rows that were deleted") {
		t.Errorf("got\n%s\n%s", records, notes)
	}
	for _, bad := range []string{"postgres://ann:secret@127.0.0.1:1/none", "postgres://ann:secret@[",
		"postgresql://ann:secret@127.0.0.1:99999/x", "postgres:secret"} {
		_, err := sources.Fetch(ctx, &buildos.Format, bad, sources.Options{Project: "p"})
		if graph.CodeOf(err) != graph.CodeBadUserInput && graph.CodeOf(err) != graph.CodeUnavailable || strings.Contains(err.Error(), "secret") {
			t.Errorf("%s: %v", bad, err)
		}
	}
}
