package changetest

import (
	"context"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"time"

	"dossier/db/dbtest/fixture"
	"dossier/graph"
	"dossier/graph/check"
	"dossier/graph/history"
	"dossier/graph/query"
)

// pastStates tests that past states equal the exports of their times, after
// random writes, deletions, restorations, links and unlinks of entities of all
// kinds.
func pastStates(f *fixture.F) {
	world, random := f.NewWorld(7), rand.New(rand.NewPCG(7, 7))
	service := query.New(f.Store, query.Options{Now: func() time.Time { return f.Now }})
	var states []pastState
	for range 25 {
		states = append(states, pastState{f.Now, lastCursor(f, graph.ID("p")), fixture.ExportedLines(f, f.Store)})
		f.Now = f.Now.Add(time.Hour)
		f.Write(randomChanges(f, world, random))
	}
	for i, state := range states {
		if got := fixture.ExportedLines(f, query.PastExport{Service: service, At: state.at}); got != state.export {
			f.Fatalf("state %d of %d:\n%s", i, len(states), fixture.FirstDifference(got, state.export))
		}
		checkPages(f, service, state)
	}
	if past, err := service.ProjectAsOf(f.Ann,
		query.PastInput{ProjectID: graph.ID("p"), At: new(fixture.Start.Add(-time.Hour))}); past != nil ||
		err != nil {
		f.Errorf("before the project: got %+v, %v", past, err)
	}
}

// A pastState is the export of a time.
type pastState struct {
	at     time.Time
	cursor history.Cursor
	export string
}

// lastCursor returns the cursor of the last event of a project.
func lastCursor(f *fixture.F, projectID string) history.Cursor {
	f.Helper()
	kept, err := f.Store.Kept(f.Ann, projectID, f.Now.AddDate(1, 0, 0))
	if err != nil || kept.Last == nil {
		f.Fatalf("kept: got %+v, %v", kept, err)
	}
	return kept.Last.Cursor()
}

// checkPages tests that the pages of a state contain each of its entities and
// edges once, with a constant number of statements.
func checkPages(f *fixture.F, service *query.Service, state pastState) {
	f.Helper()
	entities, edges := 0, 0
	in := query.PastInput{ProjectID: graph.ID("p"), Cursor: new(state.cursor.String()), First: new(60)}
	for more := true; more; {
		before := f.Counter.Total()
		page, err := service.ProjectAsOf(f.Ann, in)
		if err != nil {
			f.Fatal(err)
		}
		if cost := f.Counter.Total() - before; cost > 10+len(graph.Kinds) {
			f.Fatalf("a page takes %d statements", cost)
		}
		entities, edges = entities+len(page.Entities), edges+len(page.Edges)
		in.Cursor, in.After, more = nil, page.PageInfo.EndCursor, page.PageInfo.HasNextPage
	}
	wantEdges := strings.Count(state.export, `{"kind":"edge"`)
	if want := strings.Count(state.export, "\n") - wantEdges; entities != want || edges != wantEdges {
		f.Fatalf("expected pages of %d entities and %d edges; got %d, %d", want, wantEdges, entities, edges)
	}
}

// randomChanges returns a batch that writes, deletes, restores, links and
// unlinks some entities of a world.
func randomChanges(f *fixture.F, w *fixture.World, random *rand.Rand) *graph.Batch {
	batch, stored := &graph.Batch{}, f.Changes(graph.ID("p"), 0)
	live := map[string]bool{}
	for _, e := range stored.Entities {
		live[e.Self().ID] = true
	}
	for _, id := range slices.Sorted(maps.Keys(w.Live)) {
		e := w.Live[id]
		switch n := random.IntN(12); {
		case e.Self().Kind == graph.KindProject:
		case n == 0:
			changed := fixture.RandomEntity(random, e.Self().Spec(), graph.ID("p"), 0)
			changed.Self().ID, changed.Self().ExternalID, changed.Self().DeletedAt = id, e.Self().ExternalID, nil
			check.Derive(changed)
			batch.Entities = append(batch.Entities, changed)
		case n == 1 && live[id]:
			batch.Deleted = append(batch.Deleted, e.Self().Ref())
		case n == 1:
			batch.Restored = append(batch.Restored, e.Self().Ref())
		}
	}
	for stored := range w.Graph.Edges() {
		edge := *stored
		switch random.IntN(12) {
		case 0:
			batch.Unlinked = append(batch.Unlinked, graph.EdgeID(edge.Src.ID, edge.Rel, edge.Dst.ID))
		case 1:
			edge.Props = fixture.Object([]string{"{}", `{"why": 1}`, `{"why": [2]}`}[random.IntN(3)])
			batch.Edges = append(batch.Edges, edge)
		}
	}
	return batch
}

// pruning tests that the last event before the time is kept, that later states
// of the past are known and earlier ones are not, and that mutations can be
// repeated while their ids are stored.
func pruning(f *fixture.F) {
	project, task := f.Secret()
	other := fixture.NewProject("other")
	f.WriteEntities(other)
	service := query.New(f.Store, query.Options{Now: func() time.Time { return f.Now }})
	for _, title := range []string{"a", "b", "c", "d"} {
		f.Now = f.Now.Add(10 * time.Hour)
		edit := fixture.Renaming(task, fixture.Named(title))
		edit.ClientID, edit.Hash = title, []byte(title)
		if _, err := f.Store.Edit(f.Ann, edit); err != nil {
			f.Fatal(err)
		}
	}
	horizon := fixture.Start.Add(25 * time.Hour) // after a and b
	want := history.Pruned{Events: 4, Mutations: 1}
	for range 2 { // the second call has nothing to remove
		if pruned, err := f.Store.Prune(context.Background(), history.Retention{Events: horizon}); pruned != want || err != nil {
			f.Errorf("pruned %+v, %v; expected %+v", pruned, err, want)
		}
		want = history.Pruned{}
	}
	var left []string
	for _, event := range eventsAfter(f, project.ID, history.Cursor{}) {
		left = append(left, event.Cursor().String())
	}
	if got := strings.Join(left, " "); got != "3.1 4.1 5.1" {
		f.Errorf("left are %s", got)
	}
	if past, err := service.EntityAsOf(f.Ann, task.ID, horizon); err != nil || !strings.Contains(string(past), `"title":"b"`) {
		f.Errorf("as of the horizon: got %s, %v", past, err)
	}
	_, err := service.EntityAsOf(f.Ann, task.ID, fixture.Start.Add(15*time.Hour))
	f.WantCode("a time of which events are gone", err, graph.CodeBadUserInput)
	for cursor, refused := range map[string]bool{"1.1": true, "2.1": true, "3.0": false, "3.1": false} {
		past, err := service.ProjectAsOf(f.Ann, query.PastInput{ProjectID: project.ID, Cursor: &cursor})
		if refused != (graph.CodeOf(err) == graph.CodeBadUserInput) || refused != (past == nil) {
			f.Errorf("after %s: got %v, %v", cursor, past, err)
		}
	}
	repeated := fixture.Renaming(task, fixture.Named("d"))
	repeated.ClientID, repeated.Hash = "d", []byte("d")
	if edited, err := f.Store.Edit(f.Ann, repeated); err != nil || edited.Repeated == nil {
		f.Errorf("repeated: got %+v, %v", edited, err)
	}
}
