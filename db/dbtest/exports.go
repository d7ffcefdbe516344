package dbtest

import (
	"encoding/json"
	"fmt"
	"strings"

	"dossier/graph"
	"dossier/ndjson"
)

// exported is an export of projects as a batch.
func (f *fixture) exported(projectIDs []string) *graph.Batch {
	f.Helper()
	batch := &graph.Batch{}
	err := f.store.Export(f.ann, projectIDs, graph.Sink{
		RecordType: func(r graph.RecordType) error { batch.RecordTypes = append(batch.RecordTypes, r); return nil },
		Entity:     func(e graph.Entity) error { batch.Entities = append(batch.Entities, e); return nil },
		Edge:       func(e graph.Edge) error { batch.Edges = append(batch.Edges, e); return nil },
	})
	if err != nil {
		f.Fatal(err)
	}
	return batch
}

// golden is the export that every store gives of the same writes.
const golden = "../dbtest/testdata/export.golden"

func export(f *fixture) {
	entities := oneOfEach()
	for n, text := range texts[:9] {
		task := newTask(entities[0].Self().ID, fmt.Sprint(n, text))
		task.Description = &text
		entities = append(entities, task)
	}
	gone := newTask(entities[0].Self().ID, "gone")
	batch := &graph.Batch{
		Entities:    append(entities, gone, newProject("another")),
		RecordTypes: []graph.RecordType{{ID: "person", Name: "Person"}, {ID: "Area", Name: "Area"}},
	}
	for _, entity := range entities[1:] {
		batch.Edges = append(batch.Edges, newEdge(entities[0], graph.RelContains, entity))
	}
	batch.Edges[0].Props = object(`{"why": [1.0, {"b": 1, "a": 1e3}]}`)
	batch.Edges = append(batch.Edges, newEdge(gone, graph.RelRelatesTo, entities[1]))
	f.write(batch)
	f.write(&graph.Batch{Deleted: []graph.Ref{gone.Ref()}, Unlinked: []string{graph.EdgeID(entities[0].Self().ID, graph.RelContains, entities[2].Self().ID)}})
	Fresh(f, golden, written(f.exported(nil)))
	if got := f.exported([]string{graph.ID("another"), graph.ID("unknown")}); len(got.Entities) != 1 || len(got.Edges) != 0 {
		f.Errorf("of one project: got %d entities, %d edges", len(got.Entities), len(got.Edges))
	}
	stop := fmt.Errorf("the sink is full")
	err := f.store.Export(f.ann, nil, graph.Sink{
		RecordType: func(graph.RecordType) error { return nil },
		Entity:     func(graph.Entity) error { return stop },
	})
	if err == nil || !strings.Contains(err.Error(), stop.Error()) {
		f.Errorf("a sink's error became %v", err)
	}
}

// written is an export as text, a line each, long values cut.
func written(batch *graph.Batch) string {
	var out strings.Builder
	for _, recordType := range batch.RecordTypes {
		text, _ := json.Marshal(recordType)
		fmt.Fprintf(&out, "record type %s\n", text)
	}
	for _, entity := range batch.Entities {
		fmt.Fprintf(&out, "%s", entity.Self().Kind)
		for _, field := range entity.Self().Spec().Columns(graph.Full) {
			if value := field.Value(entity); value != nil {
				text := fmt.Sprintf("%v", value)
				if json, ok := value.(graph.JSON); ok {
					text = string(json)
				}
				fmt.Fprintf(&out, " %s=%q", field.Name, text)
			}
		}
		out.WriteString("\n")
	}
	for _, edge := range batch.Edges {
		fmt.Fprintf(&out, "edge %s %s %s %s -> %s %s %s\n", edge.ID, edge.Rel, edge.Src.Kind, edge.Src.ID, edge.Dst.Kind, edge.Dst.ID, edge.Props)
	}
	return out.String()
}

// importedRecords holds the values of records to types and entities that stand.
func importedRecords(f *fixture) {
	read := func(lines string) (got string) {
		f.Helper()
		report, err := ndjson.Import(f.ann, f.store, strings.NewReader(lines), ndjson.Options{OnError: ndjson.Skip})
		if err != nil {
			f.Fatal(err)
		}
		for _, reject := range report.Rejects {
			got += fmt.Sprintf("%d %s: %s\n", reject.Line, reject.Field, reject.Reason)
		}
		return got
	}
	if got := read(`{"kind":"record","id":"ada","project_id":"p","record_type":"person","name":"Ada","fields":{"works":["dig"],"boss":"bob"}}
{"kind":"record","id":"bob","project_id":"p","record_type":"person","name":"Bob"}
{"kind":"task","id":"dig","project_id":"p","title":"Dig"}
{"kind":"task","id":"drill","project_id":"q","title":"Drill"}
{"kind":"project","id":"p","name":"P"}
{"kind":"project","id":"q","name":"Q"}
{"kind":"record_type","id":"person","name":"Person","fields":[{"name":"works","type":"entity_ref_list","entity_type":"task"},{"name":"boss","type":"entity_ref","entity_type":"person"},{"name":"mail","type":"email"}]}`); got != "" {
		f.Errorf("rejected %s", got)
	}
	f.write(&graph.Batch{Deleted: []graph.Ref{{ID: graph.ID("bob")}}})
	got := read(`{"kind":"record","id":"1","project_id":"p","record_type":"person","name":"1","fields":{"works":"dig","boss":"ada"}}
{"kind":"record","id":"2","project_id":"p","record_type":"person","name":"2","fields":{"works":"ada"}}
{"kind":"record","id":"3","project_id":"p","record_type":"person","name":"3","fields":{"works":["drill"]}}
{"kind":"record","id":"4","project_id":"p","record_type":"person","name":"4","fields":{"boss":"bob"}}
{"kind":"record","id":"5","project_id":"p","record_type":"person","name":"5","fields":{"mail":"at home"}}
{"kind":"record","id":"6","project_id":"p","record_type":"pet","name":"6"}`)
	want := `2 fields.works: "ada" is a Person; want a task
3 fields.works: "drill" stands in another project; want the id of an entity of the record's
4 fields.boss: "bob" names no entity of the file or the store; want the id of one
5 fields.mail: got "at home"; want an e-mail address
6 record_type: "pet" is no record type; want one of person
`
	if got != want {
		f.Errorf("got %s\nwant %s", got, want)
	}
	if f.entity(f.ann, graph.ID("1"), graph.Light) == nil || f.entity(f.ann, graph.ID("5"), graph.Light) != nil {
		f.Error("the good line was left out, or a bad one was written")
	}
}
