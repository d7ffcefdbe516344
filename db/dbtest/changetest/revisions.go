package changetest

import (
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"
	"time"

	"pgregory.net/rapid"

	"dossier/db/dbtest/fixture"
	"dossier/graph"
)

func terms(f *fixture.F) {
	project, task := fixture.NewProject("p"), fixture.NewTask(graph.ID("p"), "t")
	analysed := []string{}
	analyse := func(e graph.Entity) []byte {
		analysed = append(analysed, e.Self().ID)
		return []byte("\x00" + string(e.Self().Kind))
	}
	f.Write(&graph.Batch{Entities: []graph.Entity{project, task}, Analyse: analyse})
	f.Write(&graph.Batch{Entities: []graph.Entity{project}, Analyse: analyse})
	if len(analysed) != 2 {
		f.Errorf("analysed %v, want each once", analysed)
	}
	f.Write(&graph.Batch{Deleted: []graph.Ref{task.Ref()}})
	for since, want := range map[int64]string{0: "project \x00project;", 1: "task \x00task deleted;", 2: ""} {
		got := ""
		err := f.Store.Terms(f.Ann, graph.Revision{ProjectID: project.ID, Number: since}, func(t graph.Terms) {
			got += fmt.Sprintf("%s %s%s;", t.Kind, t.Data, fixture.Suffix(t.Deleted, " deleted"))
		})
		if err != nil || got != want {
			f.Errorf("since %d: got %q, %v, want %q", since, got, err, want)
		}
	}
}

// moments tests that every sort of write changes the moment, if the store has
// one. Moments may change without a write to the store, because other databases
// share the server.
func moments(f *fixture.F) {
	project := fixture.NewProject("p")
	f.Write(&graph.Batch{Entities: []graph.Entity{project}})
	before, err := f.Store.Moment(f.Ann)
	if err != nil {
		f.Fatal(err)
	}
	if before == "" {
		return
	}
	for what, write := range map[string]func(){
		"an entity":     func() { f.WriteEntities(fixture.NewTask(project.ID, "t")) },
		"a member":      func() { f.GrantBob(project, graph.AccessRead) },
		"a record type": func() { f.Write(&graph.Batch{RecordTypes: []graph.RecordType{{ID: "person", Name: "Person"}}}) },
	} {
		write()
		now, err := f.Store.Moment(f.Bob)
		if err != nil || now == before {
			f.Errorf("after writing %s: got %q, %v", what, now, err)
		}
		before = now
	}
}

// reanalyse tests that writing with Reanalyse replaces the terms of unchanged
// entities, and nothing else.
func reanalyse(f *fixture.F) {
	project, task := fixture.NewProject("p"), fixture.NewTask(graph.ID("p"), "t")
	version := "old"
	analyse := func(graph.Entity) []byte { return []byte(version) }
	f.Write(&graph.Batch{Entities: []graph.Entity{project, task}, Analyse: analyse})
	before := f.Entity(f.Ann, task.ID, graph.Full)
	f.Now, version = f.Now.Add(time.Hour), "new"
	got := f.Write(&graph.Batch{Entities: []graph.Entity{before}, Analyse: analyse, Reanalyse: true})
	if got.Unchanged[graph.KindTask] != 1 || len(got.Created)+len(got.Updated) > 0 {
		f.Errorf("got %v", got)
	}
	if after := f.Entity(f.Ann, task.ID, graph.Full); !reflect.DeepEqual(after, before) {
		f.Errorf("got %+v, was %+v", after, before)
	}
	found := map[string]string{}
	err := f.Store.Terms(f.Ann, graph.Revision{ProjectID: project.ID}, func(t graph.Terms) { found[t.ID] = string(t.Data) })
	if want := (map[string]string{project.ID: "old", task.ID: "new"}); err != nil || !maps.Equal(found, want) {
		f.Errorf("got terms %v, %v, want %v", found, err, want)
	}
	if changes := f.Changes(project.ID, 1); changes.Revision.Number != 2 || len(changes.Entities) != 1 {
		f.Errorf("got %s, want the task at revision 2", fixture.Changed(changes))
	}
}

func changes(f *fixture.F) {
	project, task := f.Secret()
	f.WriteEntities(fixture.NewTask(project.ID, "later"))
	f.Write(&graph.Batch{Deleted: []graph.Ref{task.Ref()}})
	f.Write(&graph.Batch{Unlinked: []string{graph.EdgeID(project.ID, graph.RelHasTask, task.ID)}})
	for since, want := range []string{
		"4: secret, later", "4: later, hidden deleted, has_task gone", "4: hidden deleted, has_task gone", "4: has_task gone", "4: ", "4: ",
	} {
		got := f.Changes(project.ID, int64(since))
		if fixture.Changed(got) != want {
			f.Errorf("since %d: got %q, want %q", since, fixture.Changed(got), want)
		}
		if !slices.IsSortedFunc(got.Entities, byKindAndID) {
			f.Errorf("since %d: not ordered by kind and id", since)
		}
	}
	got, err := f.Store.Changes(f.Ann, nil)
	if len(got) != 0 || err != nil {
		f.Errorf("of no projects: got %v, %v", got, err)
	}
}

func byKindAndID(a, b graph.Entity) int {
	if by := a.Self().Kind.Rank() - b.Self().Kind.Rank(); by != 0 {
		return by
	}
	return strings.Compare(a.Self().ID, b.Self().ID)
}

// changesAddUp writes random batches, and tests that a replica that applies
// each change is equal to one that reads everything.
func changesAddUp(f *fixture.F) {
	project := fixture.NewProject("p")
	f.WriteEntities(project)
	kept := fixture.NewReplica()
	kept.Apply(f.Changes(project.ID, 0))
	rapid.Check(f.T, func(t *rapid.T) {
		batch := drawBatch(t, project, kept)
		written, err := f.Store.Write(f.Ann, batch)
		if err != nil {
			t.Fatal(err)
		}
		before := kept.Revision.Number
		kept.Apply(f.Changes(project.ID, before))
		if changed := len(written.Created)+len(written.Updated) > 0; changed != (kept.Revision.Number == before+1) {
			t.Fatalf("revision %d after %d, written %v", kept.Revision.Number, before, written)
		}
		fresh := fixture.NewReplica()
		fresh.Apply(f.Changes(project.ID, 0))
		if !reflect.DeepEqual(kept, fresh) {
			t.Fatalf("after %+v the replica is\n%v, want\n%v", batch, kept, fresh)
		}
	})
}

// drawBatch returns a batch that writes, deletes, links and unlinks some of
// eight tasks.
func drawBatch(t *rapid.T, project *graph.Project, known *fixture.Replica) *graph.Batch {
	batch := &graph.Batch{}
	task := func(n int) *graph.Task { return fixture.NewTask(project.ID, fmt.Sprint(n)) }
	numbers := rapid.SliceOfNDistinct(rapid.IntRange(0, 7), 0, 4, rapid.ID[int])
	for _, n := range numbers.Draw(t, "written") {
		written := task(n)
		written.Description = new(rapid.SampledFrom(fixture.Texts[:8]).Draw(t, "text"))
		batch.Entities = append(batch.Entities, written)
	}
	stored := func(n int) bool { return known.Entities[task(n).ID] != nil }
	for _, n := range numbers.Filter(func(list []int) bool {
		return !slices.ContainsFunc(list, func(n int) bool { return !stored(n) }) || len(list) == 0
	}).Draw(t, "deleted") {
		batch.Deleted = append(batch.Deleted, task(n).Ref())
	}
	for _, n := range numbers.Draw(t, "linked") {
		batch.Edges = append(batch.Edges, fixture.NewEdge(task(n), graph.RelDependsOn, task((n+1)%8)))
	}
	for _, id := range slices.Sorted(maps.Keys(known.Edges)) {
		if rapid.Bool().Draw(t, "unlinked") {
			batch.Unlinked = append(batch.Unlinked, id)
		}
	}
	return batch
}

// constantStatements tests that reading many projects takes as many statements
// as reading one.
func constantStatements(f *fixture.F) {
	var since []graph.Revision
	cost := map[int]int{}
	for n := range 5 {
		project := fixture.NewProject(fmt.Sprint("p", n))
		f.WriteEntities(project, fixture.NewTask(project.ID, "t"))
		since = append(since, graph.Revision{ProjectID: project.ID})
		before := f.Counter.Total()
		if got, err := f.Store.Changes(f.Ann, since); err != nil || len(got) != n+1 {
			f.Fatalf("got %d projects, %v", len(got), err)
		}
		cost[f.Counter.Total()-before]++
	}
	if want := len(graph.Kinds) + 2; cost[want] != 5 {
		f.Errorf("numbers of statements and how often: %v, want %d five times", cost, want)
	}
	before := f.Counter.Total()
	if _, err := f.Store.Revisions(f.Ann, nil); err != nil || f.Counter.Total() != before+1 {
		f.Errorf("revisions cost %d statements, %v, want 1", f.Counter.Total()-before, err)
	}
}

// stamps tests that every write that changes a project also changes its stamp,
// and that changes follow from all earlier states of the project.
func stamps(f *fixture.F) {
	project := fixture.NewProject("p")
	seen := map[string]bool{}
	var states []graph.Revision
	for n := range 4 {
		for range 2 { // the second write changes nothing
			f.WriteEntities(project, fixture.NewTask(project.ID, fmt.Sprint(n)))
		}
		found, err := f.Store.Revisions(f.Ann, nil)
		if err != nil || len(found) != 1 || found[0].Stamp == "" {
			f.Fatalf("got %v, %v", found, err)
		}
		states = append(states, found[0])
		seen[found[0].Stamp] = true
	}
	if len(seen) != 4 || states[3].Number != 4 {
		f.Errorf("got %v, want 4 stamps of 4 revisions", states)
	}
	other := graph.Revision{ProjectID: project.ID, Number: 2, Stamp: "lost"}
	for _, since := range append(states, graph.Revision{ProjectID: project.ID}, other) {
		got, err := f.Store.Changes(f.Ann, []graph.Revision{since})
		if err != nil || len(got) != 1 || !got[0].Revision.Same(states[3]) {
			f.Fatalf("since %v: got %v, %v", since, got, err)
		}
		if follows := got[0].Follow(since); follows != (since != other) {
			f.Errorf("since %v: follows is %v", since, follows)
		}
	}
}
