package readtest

import (
	"fmt"
	"math"
	"reflect"
	"slices"
	"strings"

	"pgregory.net/rapid"

	"dossier/db/dbtest/fixture"
	"dossier/graph"
	"dossier/graph/lists"
)

func everyColumn(f *fixture.F) {
	entities := fixture.OneOfEach()
	f.WriteEntities(entities...)
	for _, want := range entities {
		spec := want.Self().Spec()
		spec.Finish(want, graph.Full)
		if got := f.Entity(f.Ann, want.Self().ID, graph.Full); !reflect.DeepEqual(got, want) {
			f.Errorf("full %s: got\n%+v, want\n%+v", spec.Kind, got, want)
		}
		for _, field := range spec.Columns(graph.Full) {
			if !field.Light {
				reflect.ValueOf(field.Pointer(want)).Elem().SetZero()
			}
		}
		spec.Finish(want, graph.Light)
		if got := f.Entity(f.Ann, want.Self().ID, graph.Light); !reflect.DeepEqual(got, want) {
			f.Errorf("light %s: got\n%+v, want\n%+v", spec.Kind, got, want)
		}
	}
}

func lightTextsAreCut(f *fixture.F) {
	project := fixture.NewProject("p")
	f.WriteEntities(project)
	for n, test := range []struct{ text, want string }{
		{strings.Repeat("ä", 120), strings.Repeat("ä", 120)},
		{strings.Repeat("ä", 121), strings.Repeat("ä", 120) + "…"},
		{strings.Repeat("👋", 119) + "  x", strings.Repeat("👋", 119) + "…"},
		{strings.Repeat("語", 50_000), strings.Repeat("語", 120) + "…"},
	} {
		task := fixture.NewTask(project.ID, fmt.Sprint(n))
		task.Description = &test.text
		f.WriteEntities(task)
		light := f.Entity(f.Ann, task.ID, graph.Light).(*graph.Task)
		if *light.Description != test.want {
			f.Errorf("%d: got %q, want %q", n, *light.Description, test.want)
		}
		if cut := slices.Contains(light.Cut(), "description"); cut != (test.text != test.want) {
			f.Errorf("%d: cut says %v", n, cut)
		}
		full := f.Entity(f.Ann, task.ID, graph.Full).(*graph.Task)
		if *full.Description != test.text {
			f.Errorf("%d: the full text has %d bytes, want %d", n, len(*full.Description), len(test.text))
		}
	}
}

func hostileText(f *fixture.F) {
	project := fixture.NewProject("p")
	f.WriteEntities(project)
	for n, text := range fixture.Texts {
		doc := graph.SpecOf(graph.KindDocument).New().(*graph.Document)
		doc.ID, doc.ProjectID, doc.Title = graph.ID(fmt.Sprint("doc", n)), project.ID, text
		doc.Content, doc.TypeKey = &text, &text
		doc.Props, _ = graph.NewJSON(map[string]any{text: text}) // no error: a map of strings
		f.WriteEntities(doc)
		got := f.Entity(f.Ann, doc.ID, graph.Full).(*graph.Document)
		if got.Title != text || *got.Content != text || *got.TypeKey != text || string(got.Props) != string(doc.Props) {
			f.Errorf("%.40q was read as %.40q, %.40q, %.40q, %.60s", text, got.Title, *got.Content, *got.TypeKey, got.Props)
		}
		page := f.List(lists.List{Kind: graph.KindDocument, First: 10, Filter: lists.Filter{Text: &text}, Order: fixture.ByUpdated})
		if !contains(page.Entities, doc.ID) {
			f.Errorf("%.40q is not found by its own text", text)
		}
	}
}

func refusedText(f *fixture.F) {
	project := fixture.NewProject("p")
	f.WriteEntities(project)
	for _, text := range []string{"a\x00b", "a\xffb"} {
		_, err := f.Store.Write(f.Ann,
			&graph.Batch{Entities: []graph.Entity{fixture.NewTask(project.ID, "good"), fixture.NewTask(project.ID, text)}})
		f.WantCode(fmt.Sprintf("%q", text), err, graph.CodeBadUserInput)
	}
	if got := f.Changes(project.ID, 0); len(got.Entities) != 1 {
		f.Errorf("%d entities are stored, want the project only", len(got.Entities))
	}
}

// numbers are numbers as people and programs write them.
var numbers = rapid.OneOf(
	rapid.StringMatching(`-?(0|[1-9][0-9]{0,40})(\.[0-9]{1,30})?([eE][+-]?[0-9]{1,2})?`),
	rapid.SampledFrom([]string{
		"-0", "-0.0", "0e5", "1.50", "1e308", "-1.7976931348623157e308", "5e-324", "1e-400", "12345678901234567890", strings.Repeat("9", 308),
	}),
)

// hostileNumbers tests that every store returns numbers in JSON in the same
// canonical form.
func hostileNumbers(f *fixture.F) {
	project, other := fixture.NewProject("p"), fixture.NewTask(graph.ID("p"), "other")
	batch := &graph.Batch{Entities: []graph.Entity{project, other}}
	want := map[string]string{}
	for seed := range 200 {
		text := fmt.Sprintf(`{"z":[%s,{"deep":%s}],"a":%s}`, numbers.Example(3*seed), numbers.Example(3*seed+1), numbers.Example(3*seed+2))
		record := graph.SpecOf(graph.KindRecord).New().(*graph.Record)
		record.ID, record.ProjectID, record.Name, record.RecordType = graph.ID(text), project.ID, text, "person"
		record.Fields, record.Props = fixture.Object(text), fixture.Object(text)
		edge := fixture.NewEdge(record, graph.RelRelatesTo, other)
		edge.Props = fixture.Object(text)
		want[record.ID] = string(record.Fields)
		batch.Entities, batch.Edges = append(batch.Entities, record), append(batch.Edges, edge)
	}
	other.Props = fixture.Object(strings.Repeat("[", 500) + "0" + strings.Repeat("]", 500))
	risk := graph.SpecOf(graph.KindRisk).New().(*graph.Risk)
	risk.ID, risk.ProjectID, risk.Title, risk.Probability = graph.ID("risk"), project.ID, "risk", new(math.Copysign(0, -1))
	batch.Entities = append(batch.Entities, risk)
	f.Write(batch)
	exported := f.Exported(nil)
	for _, entity := range exported.Entities {
		if record, ok := entity.(*graph.Record); ok && (string(record.Fields) != want[record.ID] || string(record.Props) != want[record.ID]) {
			f.Errorf("wrote %s, got fields %s and props %s", want[record.ID], record.Fields, record.Props)
		}
	}
	for _, edge := range exported.Edges {
		if string(edge.Props) != want[edge.Src.ID] {
			f.Errorf("wrote %s, got an edge's props %s", want[edge.Src.ID], edge.Props)
		}
	}
	if got := f.Entity(f.Ann, risk.ID, graph.Full).(*graph.Risk).Probability; math.Signbit(*got) {
		f.Errorf("got a probability of %v", *got)
	}
	if again := f.Write(batch); len(again.Created)+len(again.Updated) > 0 {
		f.Errorf("written again, it changed %v", again)
	}
}

func contains(entities []graph.Entity, id string) bool {
	for _, entity := range entities {
		if entity.Self().ID == id {
			return true
		}
	}
	return false
}

func entitiesByID(f *fixture.F) {
	project, task := fixture.NewProject("p"), fixture.NewTask(graph.ID("p"), "t")
	f.WriteEntities(project, task)
	for _, test := range []struct {
		name string
		refs []graph.Ref
		want int
		cost int
	}{
		{"none", nil, 0, 0},
		{"with a kind", []graph.Ref{task.Ref()}, 1, 1},
		{"with two kinds", []graph.Ref{task.Ref(), project.Ref()}, 2, 2},
		{"without a kind", []graph.Ref{{ID: task.ID}}, 1, 2},
		{"with another kind", []graph.Ref{{Kind: graph.KindGoal, ID: task.ID}}, 0, 1},
		{"unknown", []graph.Ref{{ID: graph.ID("nothing")}}, 0, 1},
		{"twice", []graph.Ref{task.Ref(), task.Ref(), {ID: task.ID}}, 1, 2},
	} {
		before := f.Counter.Total()
		got, err := f.Store.Entities(f.Ann, test.refs, graph.Light)
		if err != nil || len(got) != test.want || got == nil {
			f.Errorf("%s: got %v, %v, want %d", test.name, got, err, test.want)
		}
		if cost := f.Counter.Total() - before; cost != test.cost {
			f.Errorf("%s: cost %d statements, want %d", test.name, cost, test.cost)
		}
	}
}
