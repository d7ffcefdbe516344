package dbtest

import (
	"fmt"
	"maps"
	"reflect"
	"time"

	"dossier/graph"
	"dossier/graph/lists"
)

func times(f *fixture) {
	project := newProject("p")
	f.writeEntities(project)
	given := time.Date(2020, 1, 2, 3, 4, 5, 6789, time.FixedZone("", -7200))
	kept := given.UTC().Truncate(time.Microsecond)
	first, second := start.Add(time.Hour), start.Add(2*time.Hour)
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
		task := newTask(project.ID, test.name)
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
			f.now = step.at
			task.Description = &step.text
			f.writeEntities(task)
			got := f.entity(f.ann, task.ID, graph.Full).Self()
			if !got.CreatedAt.Equal(test.wantCreated) || !got.UpdatedAt.Equal(step.want) || *got.CreatedBy != graph.ID("ann") {
				f.Errorf("%s at %v: created %v by %s, updated %v, want %v and %v", test.name, step.at, got.CreatedAt, *got.CreatedBy, got.UpdatedAt,
					test.wantCreated, step.want)
			}
		}
	}
}

func givenTimesAreContent(f *fixture) {
	project := newProject("p")
	project.CreatedAt, project.UpdatedAt = start, start
	f.writeEntities(project)
	project.CreatedAt = start.Add(-time.Hour)
	if got := f.writeEntities(project); got.Updated[graph.KindProject] != 1 {
		f.Errorf("another creation: got %v", got)
	}
	project.UpdatedAt = start.Add(time.Hour)
	if got := f.writeEntities(project); got.Updated[graph.KindProject] != 1 {
		f.Errorf("another update: got %v", got)
	}
	common := f.entity(f.ann, project.ID, graph.Full).Self()
	if !common.CreatedAt.Equal(project.CreatedAt) || !common.UpdatedAt.Equal(project.UpdatedAt) {
		f.Errorf("got %v and %v", common.CreatedAt, common.UpdatedAt)
	}
}

func lastOfABatch(f *fixture) {
	first, last := newProject("p"), newProject("p")
	last.Name = "last"
	got := f.writeEntities(first, last)
	if got.Created[graph.KindProject] != 1 || len(got.Updated)+len(got.Unchanged) > 0 {
		f.Errorf("got %v", got)
	}
	if name := f.entity(f.ann, last.ID, graph.Light).Self().Label; name != "last" {
		f.Errorf("got %q", name)
	}
}

func writeTwice(f *fixture) {
	entities := oneOfEach()
	batch := &graph.Batch{Entities: entities, RecordTypes: []graph.RecordType{{ID: "person", Name: "Person"}}}
	for _, entity := range entities[1:] {
		batch.Edges = append(batch.Edges, newEdge(entities[0], graph.RelContains, entity))
	}
	one := map[graph.Kind]int{graph.KindRecordType: 1, graph.KindEdge: len(batch.Edges)}
	for _, spec := range graph.Kinds {
		one[spec.Kind] = 1
	}
	first, second := graph.NewWritten(), graph.NewWritten()
	first.Created, second.Unchanged = one, one
	if got, want := f.write(batch), first; !reflect.DeepEqual(got, want) {
		f.Errorf("first: got %v, want %v", got, want)
	}
	f.now = f.now.Add(time.Hour)
	if got, want := f.write(batch), second; !reflect.DeepEqual(got, want) {
		f.Errorf("second: got %v, want %v", got, want)
	}
	if got := f.changes(entities[0].Self().ID, 0).Revision.Number; got != 1 {
		f.Errorf("revision %d after a write that changed nothing, want 1", got)
	}
	exported := f.exported(nil)
	f.write(exported)
	if got := f.write(exported); len(got.Created)+len(got.Updated) > 0 {
		f.Errorf("its own export changed %v", got)
	}
	entities[1].(*graph.Plan).Name = "renamed"
	if got := f.writeEntities(entities...); got.Updated[graph.KindPlan] != 1 || got.Unchanged[graph.KindTask] != 1 || len(got.Updated) != 1 {
		f.Errorf("one changed: got %v", got)
	}
}

func allOrNothing(f *fixture) {
	project := newProject("p")
	task := newTask(project.ID, "stored")
	task.ExternalID = ptr("x:1")
	f.writeEntities(project, task)
	twin := newTask(project.ID, "twin")
	twin.ExternalID = ptr("x:1")
	changed := newTask(project.ID, "stored")
	changed.ExternalID, changed.Description = ptr("x:1"), ptr("changed")
	nowhere := newTask(graph.ID("nowhere"), "lost")
	before := fmt.Sprint(f.changes(project.ID, 0))
	for _, test := range []struct {
		name  string
		batch graph.Batch
		want  graph.Code
	}{
		{"external id twice", graph.Batch{Entities: []graph.Entity{newTask(project.ID, "new"), changed, twin}}, graph.CodeConflict},
		{"unknown project", graph.Batch{Entities: []graph.Entity{newTask(project.ID, "new"), nowhere}}, graph.CodeNotFound},
		{"no project", graph.Batch{Entities: []graph.Entity{newTask(project.ID, "new"), newTask("", "x")}}, graph.CodeNotFound},
		{
			"delete the unknown", graph.Batch{Entities: []graph.Entity{newTask(project.ID, "new")}, Deleted: []graph.Ref{{ID: graph.ID("x")}}},
			graph.CodeNotFound,
		},
		{
			"delete as another kind", graph.Batch{Entities: []graph.Entity{changed}, Deleted: []graph.Ref{{Kind: graph.KindGoal, ID: task.ID}}},
			graph.CodeNotFound,
		},
		{"unlink the unknown", graph.Batch{Entities: []graph.Entity{changed}, Unlinked: []string{graph.ID("x")}}, graph.CodeNotFound},
	} {
		_, err := f.store.Write(f.ann, &test.batch)
		f.wantCode(test.name, err, test.want)
		after := f.changes(project.ID, 0)
		if got := after.Revision.Number; got != 1 || len(after.Entities) != 2 ||
			f.entity(f.ann, task.ID, graph.Light).(*graph.Task).Description != nil {
			f.Errorf("%s: left %v, was %s", test.name, after, before)
		}
	}
}

func takenIDs(f *fixture) {
	f.secret()
	task := newTask(graph.ID("secret"), "hidden")
	goal := graph.SpecOf(graph.KindGoal).New().(*graph.Goal)
	goal.ID, goal.ProjectID, goal.Name = task.ID, graph.ID("secret"), "goal"
	_, err := f.store.Write(f.ann, &graph.Batch{Entities: []graph.Entity{goal}})
	f.wantCode("another kind", err, graph.CodeConflict)
	mine := newProject("mine")
	task.ProjectID = mine.ID
	_, err = f.store.Write(f.ann, &graph.Batch{Entities: []graph.Entity{mine, task}})
	f.wantCode("another project", err, graph.CodeConflict)
	_, err = f.store.Write(f.bob, &graph.Batch{Entities: []graph.Entity{mine, task}})
	f.wantCode("an unreadable project", err, graph.CodeNotFound)
	f.writeEntities(mine)
	edge := hasTask(newProject("secret"), newTask(graph.ID("secret"), "hidden"))
	edge.ProjectID = mine.ID
	_, err = f.store.Write(f.ann, &graph.Batch{Edges: []graph.Edge{edge}})
	f.wantCode("an edge of another project", err, graph.CodeConflict)
}

func deleteAndRestore(f *fixture) {
	project, task := f.secret()
	whole := f.entity(f.ann, task.ID, graph.Full)
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
		got := f.write(&step.batch)
		if got.Updated[graph.KindTask] != step.updated || got.Unchanged[graph.KindTask] != 1-step.updated || len(got.Created) > 0 {
			f.Errorf("%s: got %v", step.name, got)
		}
		if live := f.entity(f.ann, task.ID, graph.Full) != nil; live != step.live {
			f.Errorf("%s: live %v, want %v", step.name, live, step.live)
		}
		page := f.list(lists.List{Kind: graph.KindTask, First: 1, Order: byUpdated, Total: true})
		if live := page.Total == 1 && len(page.Entities) == 1; live != step.live {
			f.Errorf("%s: listed %v, want %v", step.name, live, step.live)
		}
		if got := f.changes(project.ID, 0); got.Revision.Number != step.revisions || len(got.Edges) != 1 {
			f.Errorf("%s: got revision %d with %d edges, want %d with 1", step.name, got.Revision.Number, len(got.Edges), step.revisions)
		}
		if step.name == "restore" && !reflect.DeepEqual(f.entity(f.ann, task.ID, graph.Full), whole) {
			f.Errorf("a restored task differs: %+v, %+v", f.entity(f.ann, task.ID, graph.Full), whole)
		}
	}
}

func linkAndUnlink(f *fixture) {
	project, task := f.secret()
	edge := hasTask(project, task)
	edge.ID = graph.EdgeID(edge.Src.ID, edge.Rel, edge.Dst.ID)
	again := edge
	again.Props = object(`{"b": 1, "a": 2}`)
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
		got := f.write(&step.batch)
		if got.Created[graph.KindEdge] != step.created || got.Updated[graph.KindEdge] != step.updated ||
			got.Unchanged[graph.KindEdge] != step.unchanged {
			f.Errorf("%s: got %v", step.name, got)
		}
		stored := "gone"
		for _, found := range f.changes(project.ID, 0).Edges {
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

func synonyms(f *fixture) {
	project, task := f.secret()
	plan := graph.SpecOf(graph.KindPlan).New().(*graph.Plan)
	plan.ID, plan.ProjectID, plan.Name = graph.ID("plan"), project.ID, "plan"
	f.write(&graph.Batch{Entities: []graph.Entity{plan}, Edges: []graph.Edge{newEdge(task, "belongs_to_plan", plan)}})
	got := f.write(&graph.Batch{Edges: []graph.Edge{newEdge(plan, graph.RelHasTask, task)}})
	if got.Unchanged[graph.KindEdge] != 1 {
		f.Errorf("the canonical edge is not the stored one: %v", got)
	}
}

func recordTypes(f *fixture) {
	person := graph.RecordType{ID: "person", Name: "Person", Icon: "👤", Fields: []graph.RecordField{
		{Name: "role", Type: "select", Options: []string{"lead", "member"}},
		{Name: "work", Type: "computed", Query: object(`{"kind":"task"}`)},
	}}
	zone, accent := graph.RecordType{ID: "Zone", Name: "Z", Fields: []graph.RecordField{}}, graph.RecordType{
		ID: "über", Name: "U", Fields: []graph.RecordField{},
	}
	f.write(&graph.Batch{RecordTypes: []graph.RecordType{person, accent, zone}})
	got, err := f.store.RecordTypes(f.ann)
	if want := []graph.RecordType{zone, person, accent}; err != nil || !reflect.DeepEqual(got, want) {
		f.Errorf("got %+v, %v, want %+v", got, err, want)
	}
	person.Name = "Human"
	written := f.write(&graph.Batch{RecordTypes: []graph.RecordType{person, zone}})
	if written.Updated[graph.KindRecordType] != 1 || written.Unchanged[graph.KindRecordType] != 1 {
		f.Errorf("got %v", written)
	}
	zone.Name = "stranger's"
	_, err = f.store.Write(f.bob, &graph.Batch{RecordTypes: []graph.RecordType{person, zone}})
	f.wantCode("a record type by one who does not administer", err, graph.CodeForbidden)
	if _, err := f.store.Write(f.bob, &graph.Batch{RecordTypes: []graph.RecordType{person}}); err != nil {
		f.Errorf("an unchanged record type: %v", err)
	}
	_, err = f.store.Write(f.bob, &graph.Batch{DroppedTypes: []string{zone.ID}})
	f.wantCode("a record type dropped by one who does not administer", err, graph.CodeForbidden)
	f.write(&graph.Batch{DroppedTypes: []string{zone.ID}})
	if got, err := f.store.RecordTypes(f.ann); err != nil || !reflect.DeepEqual(got, []graph.RecordType{person, accent}) {
		f.Errorf("after one was dropped: %+v, %v", got, err)
	}
	entries, err := f.store.Audit(f.ann, 100)
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
