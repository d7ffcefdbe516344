package e2e_test

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"sync"
	"testing"

	"dossier/db/storetest"
	"dossier/graph"
	"dossier/graph/check"
	"dossier/graph/lists"
	"dossier/graph/query"
	"dossier/graph/searchtext"
	"dossier/resolvers"
)

// serveTwice serves the demo graph in one file twice, like two processes.
func serveTwice(t *testing.T) (one, other *served) {
	t.Helper()
	file := filepath.Join(t.TempDir(), "shared.db")
	one = serve(storetest.OpenFile(t, file))
	one.store.Load(t, storetest.DemoGraph(t, root))
	return one, serve(storetest.OpenFile(t, file))
}

// seen requests links of the offline queue, a search and a context document.
const seen = `{
  entity(id: "<shoplane/task/offline-queue>") { label linkedEntities { total } }
  search(query: "zyzzyva", first: 1) { total hits { entity { label } } }
  contextDocument(input: {start: {topic: "zyzzyva"}, maxTokens: 500}) { nodes { entity { label } } }
}`

// TestWritesAreSeenAtOnce writes with one service and reads with another, whose
// next answer must contain the write.
func TestWritesAreSeenAtOnce(t *testing.T) {
	writer, reader := serveTwice(t)
	task := writer.store.Entity(t, "shoplane/task/offline-queue").(*graph.Task)
	plan := writer.store.Entity(t, "shoplane/plan/offline").Self().Ref()
	document := writer.store.Entity(t, "shoplane/document/context").(*graph.Document)
	edge, err := check.Edge("references", task.Self(), document.Self())
	if err != nil {
		t.Fatal(err)
	}
	title, scratch := task.Title, "document.scratch.notes"
	for _, step := range []struct {
		name  string
		write func(*graph.Batch)
		want  string
	}{
		{"nothing", func(*graph.Batch) {}, "[Build the offline queue 14] []"},
		{"rename", func(b *graph.Batch) {
			task.Title = "Feed the zyzzyva"
			b.Entities = []graph.Entity{task}
		}, "[Feed the zyzzyva 14] [Feed the zyzzyva]"},
		{"delete what is linked", func(b *graph.Batch) { b.Deleted = []graph.Ref{plan} }, "[Feed the zyzzyva 13] [Feed the zyzzyva]"},
		{"restore it", func(b *graph.Batch) { b.Restored = []graph.Ref{plan} }, "[Feed the zyzzyva 14] [Feed the zyzzyva]"},
		{"link", func(b *graph.Batch) { b.Edges = []graph.Edge{edge} }, "[Feed the zyzzyva 15] [Feed the zyzzyva]"},
		{"unlink", func(b *graph.Batch) { b.Unlinked = []string{edge.ID} }, "[Feed the zyzzyva 14] [Feed the zyzzyva]"},
		{"rename back", func(b *graph.Batch) {
			task.Title = title
			b.Entities = []graph.Entity{task}
		}, "[Build the offline queue 14] []"},
		{"name a document", func(b *graph.Batch) {
			document.Title = "Zyzzyva"
			b.Entities = []graph.Entity{document}
		}, "[Build the offline queue 14] [Zyzzyva]"},
		{"make it scratch", func(b *graph.Batch) {
			document.TypeKey = &scratch
			b.Entities = []graph.Entity{document}
		}, "[Build the offline queue 14] []"},
		{"delete the task", func(b *graph.Batch) { b.Deleted = []graph.Ref{task.Ref()} }, "[] []"},
		{"restore the task", func(b *graph.Batch) { b.Restored = []graph.Ref{task.Ref()} }, "[Build the offline queue 14] []"},
		{"delete the project", func(b *graph.Batch) { b.Deleted = []graph.Ref{{Kind: graph.KindProject, ID: task.ProjectID}} }, "[] []"},
	} {
		var batch graph.Batch
		step.write(&batch)
		writer.store.Put(t, batch)
		if got := reader.see(t); got != step.want {
			t.Errorf("%s: the other service sees %s, want %s", step.name, got, step.want)
		}
	}
}

// see returns a summary of the answer to seen: the label of the offline queue
// with the number of its links, and the first results for zyzzyva.
func (s *served) see(t testing.TB) string {
	t.Helper()
	var answer struct {
		Entity *struct {
			Label          string
			LinkedEntities struct{ Total int }
		}
		Search          struct{ Hits []labelled }
		ContextDocument struct{ Nodes []labelled }
	}
	s.data(t, withIDs(seen), nil, &answer)
	task := "[]"
	if answer.Entity != nil {
		task = fmt.Sprintf("[%s %d]", answer.Entity.Label, answer.Entity.LinkedEntities.Total)
	}
	found, rendered := first(answer.Search.Hits), first(answer.ContextDocument.Nodes)
	if !slices.Equal(found, rendered) {
		t.Errorf("search finds %v, the document has %v", found, rendered)
	}
	return fmt.Sprint(task, " ", found)
}

type labelled struct{ Entity struct{ Label string } }

// first returns the label of the first entity, nil for an empty list.
func first(list []labelled) (labels []string) {
	for _, one := range list[:min(1, len(list))] {
		labels = append(labels, one.Entity.Label)
	}
	return labels
}

// TestReadersDuringWrites reads concurrently while another service adds and
// deletes tasks. The only permitted error is NOT_FOUND, for a task that was
// deleted after its list was read.
func TestReadersDuringWrites(t *testing.T) {
	writer, reader := serveTwice(t)
	stop := make(chan struct{})
	var writing, asking sync.WaitGroup
	writing.Go(func() {
		for n := 0; ; n++ {
			select {
			case <-stop:
				return
			default:
				writer.writeRound(t, n)
			}
		}
	})
	for i := range 16 {
		asking.Go(func() {
			for range 6 {
				got := reader.ask(t, withIDs(concurrent[i%len(concurrent)]), nil)
				if code := got.code(); code != "" && code != "NOT_FOUND" {
					t.Errorf("answered %.500s", got.raw)
				}
			}
		})
	}
	asking.Wait()
	close(stop)
	writing.Wait()
	if log := reader.log.String(); log != "" {
		t.Errorf("logged %.1000s", log)
	}
}

// writeRound adds a task and deletes the one of the previous round.
func (s *served) writeRound(t *testing.T, n int) {
	project := graph.ID("shoplane")
	task := func(n int) *graph.Task {
		task := graph.SpecOf(graph.KindTask).New().(*graph.Task)
		task.ID, task.ProjectID, task.Title = graph.ID(fmt.Sprint("round ", n)), project, fmt.Sprintf("Queue of round %d, offline", n)
		check.Default(task)
		return task
	}
	now := task(n)
	edge, err := check.Edge("has_task", &graph.Common{ID: project, ProjectID: project, Kind: graph.KindProject}, now.Self())
	if err != nil {
		t.Error(err)
	}
	batch := graph.Batch{Entities: []graph.Entity{now}, Edges: []graph.Edge{edge}, Analyse: searchtext.Analyse}
	if n > 0 {
		batch.Deleted = []graph.Ref{task(n - 1).Ref()}
	}
	if _, err := s.store.Write(storetest.Context(), &batch); err != nil {
		t.Errorf("write round %d: %v", n, err)
	}
}

// concurrent are requests that read graphs and indexes.
var concurrent = []string{
	`{ search(query: "offline queue round", first: 50) { hits { snippet entity { label linkedEntities { total } } } } }`,
	`{ contextDocument(input: {start: {topic: "offline queue round"}}) { text nodes { entity { label } path { srcKind rel } } } }`,
	`{ contextDocument(input: {start: {ids: ["<shoplane>"]}, depth: 1}) { text nodes { entity { label } path { srcKind rel } } } }`,
	`{ tasks(projectId: "<shoplane>", first: 50) { nodes { title directEdge linkedEntities { text } ` +
		`full { title dependencies { label } } } } }`,
	`{ graphSnapshot(projectId: "<shoplane>", maxNodes: 200, maxNodesPerKind: 100) { nodes { entity { label } } edges { rel } json } }`,
	`{ contextDocument(input: {start: {projectId: "<shoplane>"}}) { text nodes { entity { label } } } }`,
}

// TestDeletedMeanwhile deletes an entity after its list and before its fields
// are read. The fields of the others must not change.
func TestDeletedMeanwhile(t *testing.T) {
	s := serveDemo(t)
	for _, name := range []string{"shoplane/task/offline-queue", "shoplane/goal/offline-trust", "airnet/person/marek", "voices"} {
		ref := s.store.Entity(t, name).Self().Ref()
		at := &deletingAt{Store: s.store, ref: ref}
		deleted := &served{schema: resolvers.Schema}
		deleted.restartOver(at)
		plural := graph.SpecOf(ref.Kind).Plural
		var answer map[string]struct {
			Nodes []struct {
				ID, Label string
				Full      struct {
					Label          string
					LinkedEntities struct{ Total int }
				}
				LinkedEntities struct {
					Source struct{ Label string }
					Total  int
					Text   string
					Groups []any
				}
			}
		}
		deleted.data(t, `{ `+plural+`(first: 100) { nodes { id label full { label linkedEntities { total } }
			linkedEntities { source { label } total text groups(kinds: [TASK, GOAL]) { total } } } } }`, nil, &answer)
		listed, linked := 0, 0
		for _, node := range answer[plural].Nodes {
			gone := node.ID == ref.ID
			linked += node.LinkedEntities.Total
			if gone && node.LinkedEntities.Total+node.Full.LinkedEntities.Total > 0 || node.Full.Label != node.Label ||
				node.LinkedEntities.Source.Label != node.Label {
				t.Errorf("%s: got %+v", name, node)
			}
			if gone {
				listed++
			}
		}
		if listed != 1 || linked == 0 || !at.done {
			t.Errorf("%s: listed %d times, deleted %v, the others have %d links", name, listed, at.done, linked)
		}
	}
}

// A deletingAt is a store that deletes an entity after its first list.
type deletingAt struct {
	query.Store
	ref  graph.Ref
	done bool
}

// List implements [query.Store].
func (d *deletingAt) List(ctx context.Context, list lists.List) (*lists.Page, error) {
	page, err := d.Store.List(ctx, list)
	if err == nil && !d.done {
		d.done = true
		_, err = d.Store.Write(ctx, &graph.Batch{Deleted: []graph.Ref{d.ref}})
	}
	return page, err
}
