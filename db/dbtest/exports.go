package dbtest

import (
	"encoding/json"
	"fmt"
	"strings"

	"dossier/graph"
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
