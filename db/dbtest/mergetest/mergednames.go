package mergetest

import (
	"fmt"
	"strings"

	"dossier/db/dbtest/fixture"
	"dossier/graph"
	"dossier/ndjson"
)

// mergesOfNames checks imports of entities whose names other projects have, which were
// deleted or are forbidden: each is of its own project.
func mergesOfNames(f *fixture.F) {
	lines := func(project, title string) string {
		return fmt.Sprintf(`{"kind":"project","id":%q,"name":"P"}`+"\n"+`{"kind":"task","id":"named","project_id":%[1]q,"title":%q}`+"\n",
			project, title)
	}
	imported := func(about, actor, lines string, want ndjson.Counts) {
		f.Helper()
		report, err := ndjson.Import(fixture.As(actor), f.Store, strings.NewReader(lines), ndjson.Options{})
		if err != nil || report.Counts != want {
			f.Errorf("%s: %+v, want %+v; %v", about, report.Counts, want, err)
		}
	}
	made, same := ndjson.Counts{Created: 2}, ndjson.Counts{Unchanged: 2}
	imported("the first", "ann", lines("one", "Of one"), made)
	imported("forbidden", "bob", lines("two", "Of two"), made)
	imported("forbidden, again", "bob", lines("two", "Of two"), same)
	f.Write(&graph.Batch{Deleted: []graph.Ref{{ID: graph.ID("one")}}})
	imported("of a deleted project", "ann", lines("three", "Of three"), made)
	imported("of a deleted project, again", "ann", lines("three", "Of three"), same)
	f.Write(&graph.Batch{Deleted: []graph.Ref{{ID: graph.ScopedID(graph.ID("three"), graph.ID("named"))}}})
	imported("deleted itself", "ann", lines("three", "Of three"), ndjson.Counts{Unchanged: 1, Kept: 1})
	f.Write(&graph.Batch{Restored: []graph.Ref{{ID: graph.ID("one")}}})
	f.Write(&graph.Batch{Deleted: []graph.Ref{{ID: graph.ID("named")}}})
	imported("deleted, after another of the file", "ann", lines("four", "Of four")+lines("one", "Of one"),
		ndjson.Counts{Created: 2, Unchanged: 1, Kept: 1})
	imported("changed", "ann", lines("four", "Of four")+lines("one", "Of one, again"), ndjson.Counts{Revived: 1, Unchanged: 3})
	for id, want := range map[string]string{
		graph.ID("named"): "Of one, again", graph.ScopedID(graph.ID("four"), graph.ID("named")): "Of four",
	} {
		if got := f.Entity(f.Ann, id, graph.Light); got == nil || got.Self().Label != want {
			f.Errorf("%s is %v, want %s", id, got, want)
		}
	}
}
