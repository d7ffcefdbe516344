package buildos_test

import (
	"testing"

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
		{Name: "a bad priority", Files: list(`{"id":"b","title":"B","priority":9}`), Want: name + ":2: warned: priority: 9 is out of range", Kept: 2},
		{Name: "a bad date", Files: list(`{"id":"b","title":"B","due_at":"zzz"}`), Want: name + ":2: warned: due_at: got \"zzz\"", Kept: 2},
		{Name: "a bad type", Files: list(`{"id":"b","title":"B","type_key":"Zzz"}`), Want: name + ":2: warned: type_key: \"Zzz\" has another form", Kept: 2},
		{Name: "an edge without a relation", Files: map[string]string{name: "[" + good + "]", "onto_edges.json": `[{"src_id":"a","dst_id":"b"}]`}, Want: "onto_edges.json:1: rejected: the edge lacks", Kept: 1},
		{Name: "an edge to nothing", Files: map[string]string{name: "[" + good + "]", "onto_edges.json": `[{"src_id":"a","dst_id":"b","rel":"blocks"}]`}, Want: `onto_edges.json:1: lost: a blocks b: the source has no "b"`, Kept: 1},
		{Name: "a deleted row", Files: list(`{"id":"b","title":"B","deleted_at":"2026-01-01"}`), Want: name + ":2: skipped: rows that were deleted", Kept: 1},
		{Name: "forms of members", Files: list(`{"id":7,"title":{"x":1},"description":[1],"props":"x","labels":7}`), Want: "warned", Kept: 2},
	})
}

func FuzzRead(f *testing.F) {
	sourcestest.Fuzz(f, &buildos.Format, "onto_tasks.json", map[string]string{"onto_edges.json": `[{"src_id":"a","dst_id":"b","rel":"blocks"}]`},
		`[{"id":"a","title":"A","state_key":"done","priority":1,"due_at":"2026-01-01","props":{"x":1}},{"id":"b","title":"B"}]`)
}
