package main

import (
	"context"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"dossier/bench/measure"
	"dossier/bench/stores"
	"dossier/graph"
	"dossier/graph/graphtest"
	"dossier/graph/memory"
	"dossier/graph/searchtext"
)

// The project that is read, whole and around one entity.
const (
	readEntities = 20_000
	readEdges    = 40_000
	readers      = 16 // concurrent clients
	readFor      = 5 * time.Second
)

// readingCosts compares the views of a large project with loading the project
// and walking through it in memory without rendering.
func readingCosts(ctx context.Context, s settings) error {
	changes := graphtest.Synthetic(readEntities, readEdges)
	costs := measure.NewTable("store", "request", "statements", "cold", "p50", "p99", "load and walk p50", "walk alone p50",
		"p50 / load and walk")
	memory := measure.NewTable("store", "heap before", "heap, one project held", fmt.Sprintf("heap, %d clients", readers), "resident",
		"requests per second")
	err := stores.Each(ctx, func(subject *stores.Subject) error {
		if _, err := subject.Store.Write(ctx, &graph.Batch{Entities: changes.Entities, Edges: changes.Edges,
			Analyse: searchtext.Analyse}); err != nil {
			return err
		}
		if _, err := subject.Floor(ctx, "ANALYZE"); err != nil {
			return err
		}
		views := readRequests(changes)
		for _, view := range views {
			if err := readView(ctx, subject, view, changes.Revision.ProjectID, s.requests, costs); err != nil {
				return fmt.Errorf("%s: %w", view.Name, err)
			}
		}
		return crowd(ctx, subject, views, memory)
	})
	costs.Print()
	memory.Print()
	return err
}

// readView measures a view on new services, then alternately with its floor.
func readView(ctx context.Context, s *stores.Subject, r stores.Request, projectID string, n int, costs *measure.Table) error {
	const colds = 5
	cold, err := measure.InTurn(colds, func() error { _, err := stores.NewClient(s.Store, nil).Ask(ctx, r); return err })
	if err != nil {
		return err
	}
	client := stores.NewClient(s.Store, nil)
	ask := func() error { _, err := client.Ask(ctx, r); return err }
	if err := ask(); err != nil {
		return err
	}
	statements, err := s.Counted(ask)
	if err != nil {
		return err
	}
	g, err := loadGraph(ctx, s, projectID)
	if err != nil {
		return err
	}
	warm, err := measure.InTurn(n, ask, func() error { return walk(g) })
	if err != nil {
		return err
	}
	floor, err := measure.InTurn(max(n/10, 1), func() error {
		g, err := loadGraph(ctx, s, projectID)
		if err != nil {
			return err
		}
		return walk(g)
	})
	if err != nil {
		return err
	}
	p50, least := warm[0].At(.5), floor[0].At(.5)
	costs.Add(s.Name, r.Name, statements, cold[0].At(.5), p50, warm[0].At(.99), least, warm[1].At(.5), measure.Ratio(p50, least))
	return nil
}

// loadGraph loads a project.
func loadGraph(ctx context.Context, s *stores.Subject, projectID string) (*memory.Graph, error) {
	changes, err := s.Store.Changes(ctx, []graph.Revision{{ProjectID: projectID}})
	if err != nil {
		return nil, err
	}
	return memory.NewGraph(changes[0]), nil
}

func walk(g *memory.Graph) error {
	_, err := g.Snapshot(memory.DefaultSnapshot(time.Now(), nil))
	return err
}

// crowd sends requests from several concurrent clients to a service, and
// measures its memory.
func crowd(ctx context.Context, s *stores.Subject, views []stores.Request, memory *measure.Table) error {
	before := measure.HeapInUse()
	client := stores.NewClient(s.Store, nil)
	if _, err := client.Ask(ctx, views[0]); err != nil {
		return err
	}
	held := measure.HeapInUse()
	var asked atomic.Int64
	var failed atomic.Value
	var clients sync.WaitGroup
	until := time.Now().Add(readFor)
	for i := range readers {
		clients.Go(func() {
			for n := i; time.Now().Before(until); n++ {
				if _, err := client.Ask(ctx, views[n%len(views)]); err != nil {
					failed.Store(err)
					return
				}
				asked.Add(1)
			}
		})
	}
	heap, resident := measure.WatchMemory(until)
	clients.Wait()
	if err, is := failed.Load().(error); is {
		return err
	}
	memory.Add(s.Name, measure.Megabytes(before), measure.Megabytes(held), measure.Megabytes(heap), measure.Megabytes(resident),
		float64(asked.Load())/readFor.Seconds())
	return nil
}

// readRequests returns the requests for the views of a project, and of its
// entity with the most edges.
func readRequests(changes graph.Changes) []stores.Request {
	const (
		light    = `{ entityId kind name stateKey depth }`
		edges    = `{ edgeId srcId dstId rel }`
		snapshot = `{ nodes ` + light + ` edges ` + edges + ` coverage { kind total direct linked unlinked orphaned } dropped { kind count } }`
		prompt   = `query ($start: ContextStart!) { contextDocument(input: {start: $start, maxTokens: 4000}) { text tokens } }`
	)
	project := changes.Revision.ProjectID
	center := crowded(changes)
	return []stores.Request{{
		Name:      "snapshot, depth 2",
		Query:     `query ($p: ID!) { graphSnapshot(projectId: $p, depth: 2) ` + snapshot + ` }`,
		Variables: map[string]any{"p": project},
	}, {
		Name: "workspace",
		Query: `query ($p: ID!) { workspace(projectId: $p) { project { id name stateKey } highlights { name
			items { id label stateKey } returned total }
			snapshot ` + snapshot + ` coverage { kind total direct linked unlinked orphaned } } }`,
		Variables: map[string]any{"p": project},
	}, {
		Name:      "workspace as prompt text, 4,000 tokens",
		Query:     prompt,
		Variables: map[string]any{"start": map[string]any{"projectId": project}},
	}, {
		Name: "focus",
		Query: `query ($id: ID!) { focus(id: $id) { project { id name } entity { id label stateKey }
			linkedEntities { groups { kind items { relation entity { id label stateKey } } } total } relations { label counts { kind
				count } } snapshot ` + snapshot + ` } }`,
		Variables: map[string]any{"id": center},
	}, {
		Name:      "focus as prompt text, 4,000 tokens",
		Query:     prompt,
		Variables: map[string]any{"start": map[string]any{"focusId": center}},
	}}
}

// crowded returns the id of the entity with the most edges, except the project.
func crowded(changes graph.Changes) string {
	edges, most := map[string]int{}, ""
	for _, edge := range changes.Edges {
		for _, end := range []graph.Ref{edge.Src, edge.Dst} {
			edges[end.ID]++
			if end.ID != changes.Revision.ProjectID && (edges[end.ID] > edges[most] || edges[end.ID] == edges[most] && end.ID < most) {
				most = end.ID
			}
		}
	}
	return most
}
