package changetest

import (
	"context"
	"fmt"
	"strings"
	"time"

	"dossier/db/dbtest/fixture"
	"dossier/graph"
	"dossier/graph/history"
)

// eventLines returns events as lines of cursor, operation, kind and fields.
func eventLines(events []history.Event) string {
	var lines []string
	for _, e := range events {
		line := fmt.Sprintf("%s %s %s", e.Cursor(), e.Operation, e.Kind)
		for _, field := range e.Fields {
			line += fmt.Sprintf(" %s: %s > %s", field.Name, orNull(field.Old), orNull(field.New))
		}
		lines = append(lines, line)
	}
	return strings.Join(lines, "\n")
}

func orNull(value graph.JSON) string {
	if value == nil {
		return "null"
	}
	return string(value)
}

// eventsAfter returns the events of a project after a cursor.
func eventsAfter(f *fixture.F, projectID string, after history.Cursor) []history.Event {
	f.Helper()
	found, err := f.Store.Events(f.Ann, projectID, after, 100)
	if err != nil {
		f.Fatal(err)
	}
	return found
}

// eventsOfWrites tests that a write has an event for each change, and none for
// what it does not change.
func eventsOfWrites(f *fixture.F) {
	project, task := f.Secret()
	edge := graph.EdgeID(project.ID, graph.RelHasTask, task.ID)
	link := fmt.Sprintf(`linked edge src: null > "%s" rel: null > "has_task" dst: null > "%s"`, project.ID, task.ID)
	unlink := fmt.Sprintf(`unlinked edge src: "%s" > null rel: "has_task" > null dst: "%s" > null`, project.ID, task.ID)
	shown, gone := *task, *task
	shown.Title, shown.Priority, shown.Props = "shown", new(2), fixture.Object(`{"b": [1.50], "a": "é"}`)
	gone.DeletedAt = new(fixture.Start)
	refs := []graph.Ref{task.Ref()}
	last := history.Cursor{}
	for _, step := range []struct {
		batch graph.Batch
		want  string
	}{
		{graph.Batch{}, "1.1 created project\n1.2 created task\n1.3 " + link},
		{graph.Batch{Entities: []graph.Entity{&shown}},
			`2.1 updated task props: null > {"a":"é","b":[1.5]} title: "hidden" > "shown" priority: null > 2` +
				` updated_at: "2026-03-01T12:00:00.123456Z" > "2026-03-01T14:00:00.123456Z"`},
		{graph.Batch{Entities: []graph.Entity{&shown}}, ""},
		{graph.Batch{Entities: []graph.Entity{&shown}, Reanalyse: true}, ""},
		{graph.Batch{Deleted: refs}, "4.1 deleted task"},
		{graph.Batch{Deleted: refs}, ""},
		{graph.Batch{Restored: refs}, "5.1 restored task"},
		{graph.Batch{Unlinked: []string{edge}}, "6.1 " + unlink},
		{graph.Batch{Unlinked: []string{edge}}, ""},
		{graph.Batch{Edges: []graph.Edge{fixture.HasTask(project, task), fixture.HasTask(project, task)}}, "7.1 " + link},
		{graph.Batch{Entities: []graph.Entity{&gone}},
			`8.1 deleted task props: {"a":"é","b":[1.5]} > null title: "shown" > "hidden" priority: 2 > null` +
				` updated_at: "2026-03-01T14:00:00.123456Z" > "2026-03-01T23:00:00.123456Z"`},
		{graph.Batch{Entities: []graph.Entity{task}},
			`9.1 restored task updated_at: "2026-03-01T23:00:00.123456Z" > "2026-03-02T00:00:00.123456Z"`},
	} {
		f.Now = f.Now.Add(time.Hour)
		f.Write(&step.batch)
		found := eventsAfter(f, project.ID, last)
		if got := eventLines(found); got != step.want {
			f.Errorf("got\n%s\nwant\n%s", got, step.want)
		}
		for _, event := range found {
			last = event.Cursor()
			if event.ActorID != graph.ID("ann") || !event.At.Equal(f.Now) && last.Revision > 1 {
				f.Errorf("%s: by %s at %v", last, event.ActorID, event.At)
			}
		}
	}
}

// checkNames checks that events have their actor's name once there is one.
func checkNames(f *fixture.F, entityID string) {
	f.Helper()
	check := func(want string) {
		found, err := f.Store.History(f.Ann, history.Query{EntityID: entityID, Limit: 1})
		if err != nil || len(found) != 1 || found[0].By() != want {
			f.Errorf("got %+v, %v, want an event by %s", found, err, want)
		}
	}
	check(graph.ID("ann")[:8])
	if _, err := f.Store.SaveActor(f.Ann, graph.ActorChange{ID: "ann", Called: "Ann", Admin: new(true)}); err != nil {
		f.Fatal(err)
	}
	check("Ann")
}

// readingEvents tests pages of events, forwards and backwards, and their scope.
func readingEvents(f *fixture.F) {
	project, task := f.Secret()
	other := fixture.NewProject("other")
	f.WriteEntities(other)
	f.Now = f.Now.Add(time.Hour)
	renamed := *task
	renamed.Title = "renamed"
	f.WriteEntities(&renamed, fixture.NewTask(project.ID, "second"))
	page, err := f.Store.Events(f.Ann, project.ID, history.Cursor{Revision: 1, Number: 2}, 2)
	if got := eventLines(page); err != nil || strings.Count(got, "\n") != 1 ||
		page[0].Cursor() != (history.Cursor{Revision: 1, Number: 3}) || page[1].ID != task.ID {
		f.Errorf("forwards: got\n%s, %v", got, err)
	}
	checkNames(f, task.ID)
	for _, test := range []struct {
		history history.Query
		want    string // cursors
	}{
		{history.Query{EntityID: task.ID, Limit: 10}, "2.1 1.2"},
		{history.Query{EntityID: task.ID, Before: history.Cursor{Revision: 2, Number: 1}, Limit: 10}, "1.2"},
		{history.Query{EntityID: task.ID, Limit: 1}, "2.1"},
		{history.Query{EntityID: graph.ID("nobody"), Limit: 10}, ""},
	} {
		before := f.Counter.Total()
		found, err := f.Store.History(f.Ann, test.history)
		var got []string
		for _, event := range found {
			got = append(got, event.Cursor().String())
		}
		if err != nil || strings.Join(got, " ") != test.want || f.Counter.Total() != before+1 {
			f.Errorf("%+v: got %v, %v, want %s", test.history, got, err, test.want)
		}
		if found, err := f.Store.History(f.Bob, test.history); len(found) > 0 || err != nil {
			f.Errorf("a stranger reads %v, %v", found, err)
		}
	}
	if found, err := f.Store.Events(f.Bob, project.ID, history.Cursor{}, 10); len(found) > 0 || err != nil {
		f.Errorf("a stranger reads %v, %v", found, err)
	}
}

// deletedSince tests which entities were deleted after a time, and who acted
// last.
func deletedSince(f *fixture.F) {
	project, task := f.Secret()
	restored := fixture.NewTask(project.ID, "restored")
	f.WriteEntities(restored)
	f.Now = f.Now.Add(time.Hour)
	f.Write(&graph.Batch{Deleted: []graph.Ref{task.Ref(), restored.Ref()}})
	f.Write(&graph.Batch{Restored: []graph.Ref{restored.Ref()}})
	for _, test := range []struct {
		who      context.Context
		projects []string
		since    time.Time
		want     string
	}{
		{f.Ann, []string{project.ID}, fixture.Start, "hidden"},
		{f.Ann, []string{project.ID}, f.Now, ""},
		{f.Ann, []string{}, fixture.Start, ""},
		{f.Bob, []string{project.ID}, fixture.Start, ""},
	} {
		before := f.Counter.Total()
		found, err := f.Store.Deleted(test.who, test.projects, test.since)
		var labels []string
		for _, e := range found {
			labels = append(labels, e.Self().Label)
		}
		if got := strings.Join(labels, " "); got != test.want || err != nil || f.Counter.Total() > before+2 {
			f.Errorf("deleted since %s: got %s, %v, want %s", test.since, got, err, test.want)
		}
	}
	ids := []string{project.ID, task.ID, graph.ID("nobody")}
	actors, err := f.Store.LastActors(f.Ann, ids)
	if err != nil || len(actors) != 2 || actors[task.ID].ID != graph.ID("ann") {
		f.Errorf("last actors: got %v, %v", actors, err)
	}
	if actors, err := f.Store.LastActors(f.Bob, ids); err != nil || len(actors) > 0 {
		f.Errorf("last actors for a stranger: got %v, %v", actors, err)
	}
}
