package records_test

import (
	"encoding/json"
	"errors"
	"os"
	"strings"
	"testing"

	"dossier/graph"
	"dossier/graph/graphtest"
	"dossier/graph/memory"
	"dossier/graph/records"
)

// people is the record type of the sample.
var people = []graph.RecordType{{ID: "person", Name: "Person", Fields: []graph.RecordField{
	{Name: "handle", Type: "text"}, {Name: "roles", Type: "text_list"},
	{Name: "authored", Type: "entity_ref_list", EntityType: "plan"}, {Name: "proposal", Type: "note_ref"},
}}}

// TestSample checks that every value of the sample fits its type, and that
// every label is found.
func TestSample(t *testing.T) {
	types := records.NewTypes(people)
	fields, gone := 0, 0
	for name, g := range graphtest.Sample(t, "../..") {
		p := &records.Project{Graph: g, Types: types, Labels: records.NewLabels(g)}
		for _, entity := range g.OfKind(graph.KindRecord) {
			record := entity.(*graph.Record)
			for _, value := range p.Fields(record) {
				fields++
				gone += strings.Count(value.Text, "(deleted)")
				if value.Warning != "" || value.Type == "" {
					t.Errorf("%s: %s: %+v", name, record.Name, value)
				}
			}
			found := p.Resolve(`see @"` + record.Name + `".`)
			if len(found) != 1 || !found[0].Exact || found[0].Entities[0] != entity {
				t.Errorf("%s: %s: found %+v", name, record.Name, found)
			}
		}
	}
	if fields == 0 || gone > 0 {
		t.Errorf("%d fields, of which %d refer to nothing", fields, gone)
	}
}

// TestDemo checks that every value of the demo graph fits its type.
func TestDemo(t *testing.T) {
	text, err := os.ReadFile("../../testdata/demo.ndjson")
	if err != nil {
		t.Fatal(err)
	}
	var types []graph.RecordType
	for line := range strings.Lines(string(text)) {
		var one struct {
			Kind graph.Kind
			graph.RecordType
		}
		if strings.HasPrefix(line, `{"kind":"record_type"`) {
			if err := json.Unmarshal([]byte(line), &one); err != nil {
				t.Fatal(err)
			}
			types = append(types, one.RecordType)
		}
	}
	known := records.NewTypes(types)
	for i := range types {
		if problems := known.Check(&types[i]); problems != nil {
			t.Errorf("type %s: %v", types[i].ID, problems)
		}
	}
	graphs, err := graphtest.Read(strings.NewReader(string(text)))
	if err != nil {
		t.Fatal(err)
	}
	checked := 0
	for _, g := range graphs {
		find := func(id string) (graph.Entity, error) {
			if entity := g.Entity(id); entity != nil {
				return entity, nil
			}
			return nil, errors.New("is not there")
		}
		for _, entity := range g.OfKind(graph.KindRecord) {
			checked++
			if problems := known.CheckRecord(entity.(*graph.Record), find); problems != nil {
				t.Errorf("%s: %v", entity.Self().Label, problems)
			}
		}
	}
	if checked == 0 {
		t.Error("no records")
	}
}

func BenchmarkLabels(b *testing.B) {
	g := memory.NewGraph(graphtest.Synthetic(50_000, 150_000))
	b.Run("index", func(b *testing.B) {
		for b.Loop() {
			records.NewLabels(g)
		}
	})
	p := &records.Project{Graph: g, Types: records.NewTypes(nil), Labels: records.NewLabels(g)}
	label := graphtest.Entities(g)[30_000].Self().Label
	for name, prefix := range map[string]string{"one letter": label[:1], "four letters": label[:4]} {
		b.Run("candidates, "+name, func(b *testing.B) {
			for b.Loop() {
				p.Labels.Candidates(prefix, nil, 8)
			}
		})
	}
	for name, message := range map[string]string{"known": "ask @" + label + " about it",
		"unknown": `ask @"` + label[:len(label)-2] + `x" about it`} {
		b.Run("resolve, "+name, func(b *testing.B) {
			for b.Loop() {
				p.Resolve(message)
			}
		})
	}
}
