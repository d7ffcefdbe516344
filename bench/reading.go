package main

import (
	"context"
	"fmt"
	"os"
	"runtime"
	"runtime/debug"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"dossier/graph"
	"dossier/graph/graphtest"
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
	costs := newTable("store", "request", "statements", "cold", "p50", "p99", "load and walk p50", "walk alone p50", "p50 / load and walk")
	memory := newTable("store", "heap before", "heap, one project held", fmt.Sprintf("heap, %d clients", readers), "resident",
		"requests per second")
	err := each(ctx, func(subject *subject) error {
		if _, err := subject.store.Write(ctx, &graph.Batch{Entities: changes.Entities, Edges: changes.Edges, Analyse: searchtext.Analyse}); err != nil {
			return err
		}
		if _, err := subject.floor(ctx, "ANALYZE"); err != nil {
			return err
		}
		views := readRequests(changes)
		for _, view := range views {
			if err := subject.read(ctx, view, changes.Revision.ProjectID, s.requests, costs); err != nil {
				return fmt.Errorf("%s: %w", view.name, err)
			}
		}
		return subject.crowd(ctx, views, memory)
	})
	costs.print()
	memory.print()
	return err
}

// read measures a view on new services, then alternately with its floor.
func (s *subject) read(ctx context.Context, r request, projectID string, n int, costs *table) error {
	const colds = 5
	cold, err := inTurn(colds, func() error { _, err := newClient(s.store, nil).ask(ctx, r); return err })
	if err != nil {
		return err
	}
	client := newClient(s.store, nil)
	ask := func() error { _, err := client.ask(ctx, r); return err }
	if err := ask(); err != nil {
		return err
	}
	statements, err := s.counted(ask)
	if err != nil {
		return err
	}
	g, err := s.graph(ctx, projectID)
	if err != nil {
		return err
	}
	warm, err := inTurn(n, ask, func() error { return walk(g) })
	if err != nil {
		return err
	}
	floor, err := inTurn(max(n/10, 1), func() error {
		g, err := s.graph(ctx, projectID)
		if err != nil {
			return err
		}
		return walk(g)
	})
	if err != nil {
		return err
	}
	p50, least := warm[0].at(.5), floor[0].at(.5)
	costs.add(s.name, r.name, statements, cold[0].at(.5), p50, warm[0].at(.99), least, warm[1].at(.5), ratio(p50, least))
	return nil
}

// graph loads a project.
func (s *subject) graph(ctx context.Context, projectID string) (*graph.Graph, error) {
	changes, err := s.store.Changes(ctx, []graph.Revision{{ProjectID: projectID}})
	if err != nil {
		return nil, err
	}
	return graph.NewGraph(changes[0]), nil
}

func walk(g *graph.Graph) error {
	_, err := g.Snapshot(graph.DefaultSnapshot(time.Now(), nil))
	return err
}

// crowd sends requests from several concurrent clients to a service, and
// measures its memory.
func (s *subject) crowd(ctx context.Context, views []request, memory *table) error {
	before := heapInUse()
	client := newClient(s.store, nil)
	if _, err := client.ask(ctx, views[0]); err != nil {
		return err
	}
	held := heapInUse()
	var asked atomic.Int64
	var failed atomic.Value
	var clients sync.WaitGroup
	until := time.Now().Add(readFor)
	for i := range readers {
		clients.Go(func() {
			for n := i; time.Now().Before(until); n++ {
				if _, err := client.ask(ctx, views[n%len(views)]); err != nil {
					failed.Store(err)
					return
				}
				asked.Add(1)
			}
		})
	}
	heap, resident := watchMemory(until)
	clients.Wait()
	if err, is := failed.Load().(error); is {
		return err
	}
	memory.add(s.name, megabytes(before), megabytes(held), megabytes(heap), megabytes(resident), float64(asked.Load())/readFor.Seconds())
	return nil
}

// heapInUse returns the size of the heap after a garbage collection.
func heapInUse() uint64 {
	debug.FreeOSMemory()
	var stats runtime.MemStats
	runtime.ReadMemStats(&stats)
	return stats.HeapAlloc
}

// watchMemory returns the maximum sizes of heap and process until a time.
func watchMemory(until time.Time) (heap, resident uint64) {
	for time.Now().Before(until) {
		time.Sleep(50 * time.Millisecond)
		var stats runtime.MemStats
		runtime.ReadMemStats(&stats)
		heap, resident = max(heap, stats.HeapInuse), max(resident, residentNow())
	}
	return heap, resident
}

// residentNow returns the resident memory of the process, 0 if it is unknown.
func residentNow() uint64 {
	text, err := os.ReadFile("/proc/self/statm")
	if err != nil {
		return 0
	}
	fields := strings.Fields(string(text))
	pages, _ := strconv.ParseUint(fields[1], 10, 64)
	return pages * uint64(os.Getpagesize())
}

// readRequests returns the requests for the views of a project, and of its
// entity with the most edges.
func readRequests(changes graph.Changes) []request {
	const (
		light    = `{ entityId kind name stateKey depth }`
		edges    = `{ edgeId srcId dstId rel }`
		snapshot = `{ nodes ` + light + ` edges ` + edges + ` coverage { kind total direct linked unlinked orphaned } dropped { kind count } }`
		prompt   = `query ($start: ContextStart!) { contextDocument(input: {start: $start, maxTokens: 4000}) { text tokens } }`
	)
	project := changes.Revision.ProjectID
	center := crowded(changes)
	return []request{{
		name:      "snapshot, depth 2",
		query:     `query ($p: ID!) { graphSnapshot(projectId: $p, depth: 2) ` + snapshot + ` }`,
		variables: map[string]any{"p": project},
	}, {
		name: "workspace",
		query: `query ($p: ID!) { workspace(projectId: $p) { project { id name stateKey } highlights { name items { id label stateKey } returned total }
			snapshot ` + snapshot + ` coverage { kind total direct linked unlinked orphaned } } }`,
		variables: map[string]any{"p": project},
	}, {
		name:      "workspace as prompt text, 4,000 tokens",
		query:     prompt,
		variables: map[string]any{"start": map[string]any{"projectId": project}},
	}, {
		name: "focus",
		query: `query ($id: ID!) { focus(id: $id) { project { id name } entity { id label stateKey }
			linkedEntities { groups { kind items { relation entity { id label stateKey } } } total } relations { label counts { kind count } } snapshot ` + snapshot + ` } }`,
		variables: map[string]any{"id": center},
	}, {
		name:      "focus as prompt text, 4,000 tokens",
		query:     prompt,
		variables: map[string]any{"start": map[string]any{"focusId": center}},
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
