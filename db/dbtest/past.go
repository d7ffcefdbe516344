package dbtest

import (
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"time"

	"dossier/graph"
	"dossier/graph/query"
	"dossier/ndjson"
)

// pastStates tests that the past is what exports were then: after random writes
// to entities of all kinds, and after deletions, restorations, links and
// unlinks.
func pastStates(f *fixture) {
	world, random := f.newWorld(7), rand.New(rand.NewPCG(7, 7))
	service := query.New(f.store, query.Options{Now: func() time.Time { return f.now }})
	var states []pastState
	for range 25 {
		states = append(states, pastState{f.now, f.lastCursor(graph.ID("p")), f.ndjson(f.store)})
		f.now = f.now.Add(time.Hour)
		f.write(randomChanges(f, world, random))
	}
	for i, state := range states {
		if got := f.ndjson(query.PastExport{Service: service, At: state.at}); got != state.export {
			f.Fatalf("state %d of %d:\n%s", i, len(states), firstDifference(got, state.export))
		}
		f.checkPages(service, state)
	}
	if past, err := service.ProjectAsOf(f.ann, query.PastInput{ProjectID: graph.ID("p"), At: ptr(start.Add(-time.Hour))}); past != nil || err != nil {
		f.Errorf("before the project: got %+v, %v", past, err)
	}
}

// A pastState is what an export was at a time.
type pastState struct {
	at     time.Time
	cursor graph.EventCursor
	export string
}

// lastCursor returns the cursor of the last event of a project.
func (f *fixture) lastCursor(projectID string) graph.EventCursor {
	f.Helper()
	kept, err := f.store.Kept(f.ann, projectID, f.now.AddDate(1, 0, 0))
	if err != nil || kept.Last == nil {
		f.Fatalf("kept: got %+v, %v", kept, err)
	}
	return kept.Last.Cursor()
}

func (f *fixture) ndjson(store ndjson.Exporter) string {
	f.Helper()
	var out strings.Builder
	if err := ndjson.Export(f.ann, store, nil, &out); err != nil {
		f.Fatal(err)
	}
	return out.String()
}

// firstDifference returns the first lines in which two texts differ.
func firstDifference(got, want string) string {
	others := strings.Split(want, "\n")
	for i, line := range strings.Split(got, "\n") {
		if i >= len(others) || line != others[i] {
			return "got  " + line + "\nwant " + strings.Join(others[min(i, len(others)):min(i+1, len(others))], "")
		}
	}
	return "lines are missing"
}

// checkPages tests that the pages of a state have each of its entities and edges
// once, at a constant number of statements.
func (f *fixture) checkPages(service *query.Service, state pastState) {
	f.Helper()
	entities, edges := 0, 0
	in := query.PastInput{ProjectID: graph.ID("p"), Cursor: ptr(state.cursor.String()), First: ptr(60)}
	for more := true; more; {
		before := f.counter.Total()
		page, err := service.ProjectAsOf(f.ann, in)
		if err != nil {
			f.Fatal(err)
		}
		if cost := f.counter.Total() - before; cost > 10+len(graph.Kinds) {
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

// randomChanges returns a batch that rewrites, deletes, restores, links and
// unlinks some of a world.
func randomChanges(f *fixture, w *world, random *rand.Rand) *graph.Batch {
	batch, stored := &graph.Batch{}, f.changes(graph.ID("p"), 0)
	live := map[string]bool{}
	for _, e := range stored.Entities {
		live[e.Self().ID] = true
	}
	for _, id := range slices.Sorted(maps.Keys(w.live)) {
		e := w.live[id]
		switch n := random.IntN(12); {
		case e.Self().Kind == graph.KindProject:
		case n == 0:
			changed := randomEntity(random, e.Self().Spec(), graph.ID("p"), 0)
			changed.Self().ID, changed.Self().ExternalID, changed.Self().DeletedAt = id, e.Self().ExternalID, nil
			graph.Derive(changed)
			batch.Entities = append(batch.Entities, changed)
		case n == 1 && live[id]:
			batch.Deleted = append(batch.Deleted, e.Self().Ref())
		case n == 1:
			batch.Restored = append(batch.Restored, e.Self().Ref())
		}
	}
	for _, edge := range w.edges {
		switch random.IntN(12) {
		case 0:
			batch.Unlinked = append(batch.Unlinked, graph.EdgeID(edge.Src.ID, edge.Rel, edge.Dst.ID))
		case 1:
			edge.Props = object([]string{"{}", `{"why": 1}`, `{"why": [2]}`}[random.IntN(3)])
			batch.Edges = append(batch.Edges, edge)
		}
	}
	return batch
}
