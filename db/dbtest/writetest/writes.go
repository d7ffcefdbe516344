package writetest

import (
	"fmt"
	"maps"
	"reflect"
	"time"

	"dossier/db/dbtest/fixture"
	"dossier/graph"
	"dossier/graph/lists"
)

func times(f *fixture.F) {
	project := fixture.NewProject("p")
	f.WriteEntities(project)
	given := time.Date(2020, 1, 2, 3, 4, 5, 6789, time.FixedZone("", -7200))
	kept := given.UTC().Truncate(time.Microsecond)
	first, second := fixture.Start.Add(time.Hour), fixture.Start.Add(2*time.Hour)
	for _, test := range []struct {
		name                 string
		created, updated     time.Time
		wantCreated, wantNew time.Time // of the entity after the first write
		wantChanged          time.Time // updated_at after a change
	}{
		{"none given", time.Time{}, time.Time{}, first, first, second},
		{"created given", given, time.Time{}, kept, kept, second},
		{"both given", given, given.Add(time.Minute), kept, kept.Add(time.Minute), kept.Add(time.Minute)},
	} {
		task := fixture.NewTask(project.ID, test.name)
		task.CreatedAt, task.UpdatedAt = test.created, test.updated
		for _, step := range []struct {
			at   time.Time
			text string
			want time.Time
		}{
			{first, "one", test.wantNew}, {second, "one", test.wantNew}, {second, "two", test.wantChanged}, {
				second.Add(time.Hour), "two", test.wantChanged,
			},
		} {
			f.Now = step.at
			task.Description = &step.text
			f.WriteEntities(task)
			got := f.Entity(f.Ann, task.ID, graph.Full).Self()
			if !got.CreatedAt.Equal(test.wantCreated) || !got.UpdatedAt.Equal(step.want) || *got.CreatedBy != graph.ID("ann") {
				f.Errorf("%s at %v: created %v by %s, updated %v, want %v and %v", test.name, step.at, got.CreatedAt, *got.CreatedBy, got.UpdatedAt,
					test.wantCreated, step.want)
			}
		}
	}
}

func givenTimesAreContent(f *fixture.F) {
	project := fixture.NewProject("p")
	project.CreatedAt, project.UpdatedAt = fixture.Start, fixture.Start
	f.WriteEntities(project)
	project.CreatedAt = fixture.Start.Add(-time.Hour)
	if got := f.WriteEntities(project); got.Updated[graph.KindProject] != 1 {
		f.Errorf("another creation: got %v", got)
	}
	project.UpdatedAt = fixture.Start.Add(time.Hour)
	if got := f.WriteEntities(project); got.Updated[graph.KindProject] != 1 {
		f.Errorf("another update: got %v", got)
	}
	common := f.Entity(f.Ann, project.ID, graph.Full).Self()
	if !common.CreatedAt.Equal(project.CreatedAt) || !common.UpdatedAt.Equal(project.UpdatedAt) {
		f.Errorf("got %v and %v", common.CreatedAt, common.UpdatedAt)
	}
}

func lastOfABatch(f *fixture.F) {
	first, last := fixture.NewProject("p"), fixture.NewProject("p")
	last.Name = "last"
	got := f.WriteEntities(first, last)
	if got.Created[graph.KindProject] != 1 || len(got.Updated)+len(got.Unchanged) > 0 {
		f.Errorf("got %v", got)
	}
	if name := f.Entity(f.Ann, last.ID, graph.Light).Self().Label; name != "last" {
		f.Errorf("got %q", name)
	}
}

func writeTwice(f *fixture.F) {
	entities := fixture.OneOfEach()
	batch := &graph.Batch{Entities: entities, RecordTypes: []graph.RecordType{{ID: "person", Name: "Person"}}}
	for _, entity := range entities[1:] {
		batch.Edges = append(batch.Edges, fixture.NewEdge(entities[0], graph.RelContains, entity))
	}
	one := map[graph.Kind]int{graph.KindRecordType: 1, graph.KindEdge: len(batch.Edges)}
	for _, spec := range graph.Kinds {
		one[spec.Kind] = 1
	}
	first, second := graph.NewWritten(), graph.NewWritten()
	first.Created, second.Unchanged = one, one
	if got, want := f.Write(batch), first; !reflect.DeepEqual(got, want) {
		f.Errorf("first: got %v, want %v", got, want)
	}
	f.Now = f.Now.Add(time.Hour)
	if got, want := f.Write(batch), second; !reflect.DeepEqual(got, want) {
		f.Errorf("second: got %v, want %v", got, want)
	}
	if got := f.Changes(entities[0].Self().ID, 0).Revision.Number; got != 1 {
		f.Errorf("revision %d after a write that changed nothing, want 1", got)
	}
	exported := f.Exported(nil)
	f.Write(exported)
	if got := f.Write(exported); len(got.Created)+len(got.Updated) > 0 {
		f.Errorf("its own export changed %v", got)
	}
	entities[1].(*graph.Plan).Name = "renamed"
	if got := f.WriteEntities(entities...); got.Updated[graph.KindPlan] != 1 || got.Unchanged[graph.KindTask] != 1 || len(got.Updated) != 1 {
		f.Errorf("one changed: got %v", got)
	}
}

func allOrNothing(f *fixture.F) {
	project := fixture.NewProject("p")
	task := fixture.NewTask(project.ID, "stored")
	task.ExternalID = new("x:1")
	f.WriteEntities(project, task)
	twin := fixture.NewTask(project.ID, "twin")
	twin.ExternalID = new("x:1")
	changed := fixture.NewTask(project.ID, "stored")
	changed.ExternalID, changed.Description = new("x:1"), new("changed")
	nowhere := fixture.NewTask(graph.ID("nowhere"), "lost")
	before := fmt.Sprint(f.Changes(project.ID, 0))
	for _, test := range []struct {
		name  string
		batch graph.Batch
		want  graph.Code
	}{
		{"external id twice", graph.Batch{Entities: []graph.Entity{fixture.NewTask(project.ID, "new"), changed, twin}}, graph.CodeConflict},
		{"unknown project", graph.Batch{Entities: []graph.Entity{fixture.NewTask(project.ID, "new"), nowhere}}, graph.CodeNotFound},
		{"no project", graph.Batch{Entities: []graph.Entity{fixture.NewTask(project.ID, "new"), fixture.NewTask("", "x")}}, graph.CodeNotFound},
		{
			"delete the unknown",
			graph.Batch{Entities: []graph.Entity{fixture.NewTask(project.ID, "new")}, Deleted: []graph.Ref{{ID: graph.ID("x")}}},
			graph.CodeNotFound,
		},
		{
			"delete as another kind", graph.Batch{Entities: []graph.Entity{changed}, Deleted: []graph.Ref{{Kind: graph.KindGoal, ID: task.ID}}},
			graph.CodeNotFound,
		},
		{"unlink the unknown", graph.Batch{Entities: []graph.Entity{changed}, Unlinked: []string{graph.ID("x")}}, graph.CodeNotFound},
	} {
		_, err := f.Store.Write(f.Ann, &test.batch)
		f.WantCode(test.name, err, test.want)
		after := f.Changes(project.ID, 0)
		if got := after.Revision.Number; got != 1 || len(after.Entities) != 2 ||
			f.Entity(f.Ann, task.ID, graph.Light).(*graph.Task).Description != nil {
			f.Errorf("%s: left %v, was %s", test.name, after, before)
		}
	}
}

func takenIDs(f *fixture.F) {
	f.Secret()
	task := fixture.NewTask(graph.ID("secret"), "hidden")
	goal := graph.SpecOf(graph.KindGoal).New().(*graph.Goal)
	goal.ID, goal.ProjectID, goal.Name = task.ID, graph.ID("secret"), "goal"
	_, err := f.Store.Write(f.Ann, &graph.Batch{Entities: []graph.Entity{goal}})
	f.WantCode("another kind", err, graph.CodeConflict)
	mine := fixture.NewProject("mine")
	task.ProjectID = mine.ID
	_, err = f.Store.Write(f.Ann, &graph.Batch{Entities: []graph.Entity{mine, task}})
	f.WantCode("another project", err, graph.CodeConflict)
	_, err = f.Store.Write(f.Bob, &graph.Batch{Entities: []graph.Entity{mine, task}})
	f.WantCode("an unreadable project", err, graph.CodeNotFound)
	f.WriteEntities(mine)
	edge := fixture.HasTask(fixture.NewProject("secret"), fixture.NewTask(graph.ID("secret"), "hidden"))
	edge.ProjectID = mine.ID
	_, err = f.Store.Write(f.Ann, &graph.Batch{Edges: []graph.Edge{edge}})
	f.WantCode("an edge of another project", err, graph.CodeConflict)
}

func deleteAndRestore(f *fixture.F) {
	project, task := f.Secret()
	whole := f.Entity(f.Ann, task.ID, graph.Full)
	refs := []graph.Ref{task.Ref()}
	for _, step := range []struct {
		name      string
		batch     graph.Batch
		updated   int
		live      bool
		revisions int64
	}{
		{"delete", graph.Batch{Deleted: refs}, 1, false, 2},
		{"delete again", graph.Batch{Deleted: []graph.Ref{{ID: task.ID}}}, 0, false, 2},
		{"restore", graph.Batch{Restored: refs}, 1, true, 3},
		{"restore again", graph.Batch{Restored: refs}, 0, true, 3},
		{"delete once more", graph.Batch{Deleted: refs}, 1, false, 4},
		{"write", graph.Batch{Entities: []graph.Entity{task}}, 1, true, 5},
	} {
		got := f.Write(&step.batch)
		if got.Updated[graph.KindTask] != step.updated || got.Unchanged[graph.KindTask] != 1-step.updated || len(got.Created) > 0 {
			f.Errorf("%s: got %v", step.name, got)
		}
		if live := f.Entity(f.Ann, task.ID, graph.Full) != nil; live != step.live {
			f.Errorf("%s: live %v, want %v", step.name, live, step.live)
		}
		page := f.List(lists.List{Kind: graph.KindTask, First: 1, Order: fixture.ByUpdated, Total: true})
		if live := page.Total == 1 && len(page.Entities) == 1; live != step.live {
			f.Errorf("%s: listed %v, want %v", step.name, live, step.live)
		}
		if got := f.Changes(project.ID, 0); got.Revision.Number != step.revisions || len(got.Edges) != 1 {
			f.Errorf("%s: got revision %d with %d edges, want %d with 1", step.name, got.Revision.Number, len(got.Edges), step.revisions)
		}
		if step.name == "restore" && !reflect.DeepEqual(f.Entity(f.Ann, task.ID, graph.Full), whole) {
			f.Errorf("a restored task differs: %+v, %+v", f.Entity(f.Ann, task.ID, graph.Full), whole)
		}
	}
}

func linkAndUnlink(f *fixture.F) {
	project, task := f.Secret()
	edge := fixture.HasTask(project, task)
	edge.ID = graph.EdgeID(edge.Src.ID, edge.Rel, edge.Dst.ID)
	again := edge
	again.Props = fixture.Object(`{"b": 1, "a": 2}`)
	for _, step := range []struct {
		name                        string
		batch                       graph.Batch
		created, updated, unchanged int
		want                        string
	}{
		{"link twice", graph.Batch{Edges: []graph.Edge{again}}, 0, 0, 1, ""},
		{"unlink", graph.Batch{Unlinked: []string{edge.ID}}, 0, 1, 0, "gone"},
		{"unlink twice", graph.Batch{Unlinked: []string{edge.ID}}, 0, 0, 1, "gone"},
		{"link again", graph.Batch{Edges: []graph.Edge{again, again}}, 1, 0, 1, `{"a":2,"b":1}`},
	} {
		got := f.Write(&step.batch)
		if got.Created[graph.KindEdge] != step.created || got.Updated[graph.KindEdge] != step.updated ||
			got.Unchanged[graph.KindEdge] != step.unchanged {
			f.Errorf("%s: got %v", step.name, got)
		}
		stored := "gone"
		for _, found := range f.Changes(project.ID, 0).Edges {
			stored = string(found.Props)
			found.Props = nil
			if !reflect.DeepEqual(found, edge) {
				f.Errorf("%s: got %+v, want %+v", step.name, found, edge)
			}
		}
		if stored != step.want {
			f.Errorf("%s: got %s, want %s", step.name, stored, step.want)
		}
	}
}

func synonyms(f *fixture.F) {
	project, task := f.Secret()
	plan := graph.SpecOf(graph.KindPlan).New().(*graph.Plan)
	plan.ID, plan.ProjectID, plan.Name = graph.ID("plan"), project.ID, "plan"
	f.Write(&graph.Batch{Entities: []graph.Entity{plan}, Edges: []graph.Edge{fixture.NewEdge(task, "belongs_to_plan", plan)}})
	got := f.Write(&graph.Batch{Edges: []graph.Edge{fixture.NewEdge(plan, graph.RelHasTask, task)}})
	if got.Unchanged[graph.KindEdge] != 1 {
		f.Errorf("the canonical edge is not the stored one: %v", got)
	}
}

func recordTypes(f *fixture.F) {
	person := graph.RecordType{ID: "person", Name: "Person", Icon: "👤", Fields: []graph.RecordField{
		{Name: "role", Type: "select", Options: []string{"lead", "member"}},
		{Name: "work", Type: "computed", Query: fixture.Object(`{"kind":"task"}`)},
	}}
	zone, accent := graph.RecordType{ID: "Zone", Name: "Z", Fields: []graph.RecordField{}}, graph.RecordType{
		ID: "über", Name: "U", Fields: []graph.RecordField{},
	}
	f.Write(&graph.Batch{RecordTypes: []graph.RecordType{person, accent, zone}})
	got, err := f.Store.RecordTypes(f.Ann)
	if want := []graph.RecordType{zone, person, accent}; err != nil || !reflect.DeepEqual(got, want) {
		f.Errorf("got %+v, %v, want %+v", got, err, want)
	}
	person.Name = "Human"
	written := f.Write(&graph.Batch{RecordTypes: []graph.RecordType{person, zone}})
	if written.Updated[graph.KindRecordType] != 1 || written.Unchanged[graph.KindRecordType] != 1 {
		f.Errorf("got %v", written)
	}
	zone.Name = "stranger's"
	_, err = f.Store.Write(f.Bob, &graph.Batch{RecordTypes: []graph.RecordType{person, zone}})
	f.WantCode("a record type by one who does not administer", err, graph.CodeForbidden)
	if _, err := f.Store.Write(f.Bob, &graph.Batch{RecordTypes: []graph.RecordType{person}}); err != nil {
		f.Errorf("an unchanged record type: %v", err)
	}
	_, err = f.Store.Write(f.Bob, &graph.Batch{DroppedTypes: []string{zone.ID}})
	f.WantCode("a record type dropped by one who does not administer", err, graph.CodeForbidden)
	f.Write(&graph.Batch{DroppedTypes: []string{zone.ID}})
	if got, err := f.Store.RecordTypes(f.Ann); err != nil || !reflect.DeepEqual(got, []graph.RecordType{person, accent}) {
		f.Errorf("after one was dropped: %+v, %v", got, err)
	}
	entries, err := f.Store.Audit(f.Ann, 100)
	actions := map[string]int{}
	for _, entry := range entries {
		if entry.Code == "" {
			actions[string(entry.Action)+" "+entry.Subject]++
		}
	}
	if want := (map[string]int{
		"save record type person": 2, "save record type Zone": 1, "save record type über": 1, "delete record type Zone": 1,
	}); err != nil || !maps.Equal(actions, want) {
		f.Errorf("audited %v, %v; expected %v", actions, err, want)
	}
}
