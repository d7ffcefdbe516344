package readtest

import (
	"fmt"
	"strings"

	"dossier/db/dbtest/fixture"
	"dossier/graph"
	"dossier/ndjson"
)

// exportGolden is the export of every store after the same writes.
const exportGolden = "../dbtest/testdata/export.golden"

func export(f *fixture.F) {
	entities := fixture.OneOfEach()
	for n, text := range fixture.Texts[:9] {
		task := fixture.NewTask(entities[0].Self().ID, fmt.Sprint(n, text))
		task.Description = &text
		entities = append(entities, task)
	}
	gone := fixture.NewTask(entities[0].Self().ID, "gone")
	batch := &graph.Batch{
		Entities:    append(entities, gone, fixture.NewProject("another")),
		RecordTypes: []graph.RecordType{{ID: "person", Name: "Person"}, {ID: "Area", Name: "Area"}},
	}
	for _, entity := range entities[1:] {
		batch.Edges = append(batch.Edges, fixture.NewEdge(entities[0], graph.RelContains, entity))
	}
	batch.Edges[0].Props = fixture.Object(`{"why": [1.0, {"b": 1, "a": 1e3}]}`)
	batch.Edges = append(batch.Edges, fixture.NewEdge(gone, graph.RelRelatesTo, entities[1]))
	f.Write(batch)
	f.Write(&graph.Batch{
		Deleted: []graph.Ref{gone.Ref()}, Unlinked: []string{graph.EdgeID(entities[0].Self().ID, graph.RelContains, entities[2].Self().ID)},
	})
	fixture.Golden(f, exportGolden, fixture.Written(f.Exported(nil)))
	if got := f.Exported([]string{graph.ID("another"), graph.ID("unknown")}); len(got.Entities) != 1 || len(got.Edges) != 0 {
		f.Errorf("of one project: got %d entities, %d edges", len(got.Entities), len(got.Edges))
	}
	stop := fmt.Errorf("the sink is full")
	err := f.Store.Export(f.Ann, nil, graph.Sink{
		RecordType: func(graph.RecordType) error { return nil },
		Entity:     func(graph.Entity) error { return stop },
	})
	if err == nil || !strings.Contains(err.Error(), stop.Error()) {
		f.Errorf("a sink's error became %v", err)
	}
}

// importedRecords tests that an import checks the values of records against
// their types and the stored entities.
func importedRecords(f *fixture.F) {
	wantRejected(f, "types and entities of one file", "",
		`{"kind":"record","id":"ada","project_id":"p","record_type":"person","name":"Ada","fields":{"works":["dig"],"boss":"bob"}}
{"kind":"record","id":"bob","project_id":"p","record_type":"person","name":"Bob"}
{"kind":"task","id":"dig","project_id":"p","title":"Dig"}
{"kind":"task","id":"drill","project_id":"q","title":"Drill"}
{"kind":"project","id":"p","name":"P"}
{"kind":"project","id":"q","name":"Q"}
{"kind":"record_type","id":"person","name":"Person","fields":[{"name":"works","type":"entity_ref_list","entity_type":"task"},`+
			`{"name":"boss","type":"entity_ref","entity_type":"person"},{"name":"mail","type":"email"}]}`)
	f.Write(&graph.Batch{Deleted: []graph.Ref{{ID: graph.ID("bob")}}})
	rejected := []string{
		"2 fields.works", // a person, not a task
		"3 fields.works", // a task of another project
		"4 fields.boss",  // a deleted person
		"5 fields.mail",  // no address
		"6 record_type",  // an unknown type
	}
	wantRejected(f, "stored types and entities", strings.Join(rejected, "\n"),
		`{"kind":"record","id":"1","project_id":"p","record_type":"person","name":"1","fields":{"works":"dig","boss":"ada"}}
{"kind":"record","id":"2","project_id":"p","record_type":"person","name":"2","fields":{"works":"ada"}}
{"kind":"record","id":"3","project_id":"p","record_type":"person","name":"3","fields":{"works":["drill"]}}
{"kind":"record","id":"4","project_id":"p","record_type":"person","name":"4","fields":{"boss":"bob"}}
{"kind":"record","id":"5","project_id":"p","record_type":"person","name":"5","fields":{"mail":"at home"}}
{"kind":"record","id":"6","project_id":"p","record_type":"pet","name":"6"}`)
	if f.Entity(f.Ann, graph.ID("1"), graph.Light) == nil || f.Entity(f.Ann, graph.ID("5"), graph.Light) != nil {
		f.Error("the good line was rejected, or a bad one was written")
	}
}

// wantRejected imports lines and compares the numbers and fields of the
// rejects.
func wantRejected(f *fixture.F, name, want, lines string) {
	f.Helper()
	report, err := ndjson.Import(f.Ann, f.Store, strings.NewReader(lines), ndjson.Options{OnError: ndjson.Skip})
	if err != nil {
		f.Fatal(err)
	}
	got := make([]string, len(report.Rejects))
	for i, reject := range report.Rejects {
		got[i] = fmt.Sprintf("%d %s", reject.Line, reject.Field)
	}
	if text := strings.Join(got, "\n"); text != want {
		f.Errorf("%s: rejected\n%s\nwant\n%s", name, text, want)
	}
}
