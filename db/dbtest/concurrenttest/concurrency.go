package concurrenttest

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"dossier/db/dbtest/fixture"
	"dossier/graph"
	"dossier/graph/lists"
)

// readersSeeWholeWrites tests that a read during a write sees the state before
// the batch or after it, and no other.
func readersSeeWholeWrites(f *fixture.F) {
	project := fixture.NewProject("p")
	f.Write(countingBatch(project, 0))
	done := make(chan struct{})
	var readers sync.WaitGroup
	for range 3 {
		readers.Go(func() {
			for last := ""; ; {
				select {
				case <-done:
					return
				default:
				}
				seen, err := countersOf(f, project)
				if err != nil || len(seen) != 1 {
					f.Errorf("a reader saw %v, %v after %s", seen, err, last)
					return
				}
				last = fmt.Sprint(seen)
			}
		})
	}
	for n := range 25 {
		f.Write(countingBatch(project, n+1))
	}
	close(done)
	readers.Wait()
}

// countingBatch returns a batch that writes the number n into every entity.
func countingBatch(project *graph.Project, n int) *graph.Batch {
	number := fmt.Sprint(n)
	batch := &graph.Batch{Entities: []graph.Entity{project}}
	whole := *project
	whole.Description, whole.Kind = &number, graph.KindProject
	batch.Entities[0] = &whole
	for i := range 80 {
		task := fixture.NewTask(project.ID, fmt.Sprint("task ", i))
		task.Description = &number
		batch.Entities = append(batch.Entities, task)
	}
	return batch
}

// countersOf returns the numbers in one read of a project: those of the
// entities, and that of its revision.
func countersOf(f *fixture.F, project *graph.Project) (map[string]bool, error) {
	seen := map[string]bool{}
	found, err := f.Store.Changes(f.Ann, []graph.Revision{{ProjectID: project.ID}})
	if err != nil || len(found) != 1 {
		return seen, err
	}
	seen[fmt.Sprint(found[0].Revision.Number-1)] = true
	for _, entity := range found[0].Entities {
		description := entity.Self().Spec().Field("description")
		seen[fmt.Sprint(description.Value(entity))] = true
	}
	return seen, nil
}

// writersTakeTurns tests that of concurrent writes to one project none is lost,
// and no two have the same revision.
func writersTakeTurns(f *fixture.F) {
	project := fixture.NewProject("p")
	f.WriteEntities(project)
	const each, many = 8, 4
	var writers sync.WaitGroup
	for writer := range many {
		writers.Go(func() {
			for n := range each {
				task := fixture.NewTask(project.ID, fmt.Sprint(writer, "-", n))
				if _, err := f.Store.Write(f.Ann, &graph.Batch{Entities: []graph.Entity{project, task}}); err != nil {
					f.Error(err)
				}
			}
		})
	}
	writers.Wait()
	got := f.Changes(project.ID, 0)
	if got.Revision.Number != 1+each*many || len(got.Entities) != 1+each*many {
		f.Errorf("revision %d with %d entities, want %d of each", got.Revision.Number, len(got.Entities), 1+each*many)
	}
	for since := range int64(each * many) {
		if changed := f.Changes(project.ID, since+1).Entities; len(changed) != each*many-int(since) {
			f.Errorf("since %d: got %d entities", since+1, len(changed))
		}
	}
}

// idsAreOfOneProject tests that of two writers who add the same id to different
// projects at the same time one is refused, and writes nothing.
func idsAreOfOneProject(f *fixture.F) {
	p, q := fixture.NewProject("p"), fixture.NewProject("q")
	f.WriteEntities(p, q)
	for n := range 20 {
		var errs [2]error
		var writers sync.WaitGroup
		for i, project := range []*graph.Project{p, q} {
			writers.Go(func() {
				batch := &graph.Batch{}
				for k := range 1 + 60*(n%2) { // few and many are written in different ways
					task := fixture.NewTask(project.ID, fmt.Sprint(n, " of ", project.Name, k))
					if k == 0 {
						task.ID = graph.ID(fmt.Sprint("shared ", n))
					}
					batch.Entities = append(batch.Entities, task)
				}
				_, errs[i] = f.Store.Write(f.Ann, batch)
			})
		}
		writers.Wait()
		refused := errs[0]
		if refused == nil {
			refused = errs[1]
		}
		if errs[0] != nil && errs[1] != nil {
			f.Fatalf("both are refused: %v, %v", errs[0], errs[1])
		}
		f.WantCode("a shared id", refused, graph.CodeConflict)
	}
	added := 10 * (1 + 61)
	if got := len(f.Changes(p.ID, 0).Entities) + len(f.Changes(q.ID, 0).Entities); got != 2+added {
		f.Errorf("got %d entities, want %d", got, 2+added)
	}
}

func endedContext(f *fixture.F) {
	project, _ := f.Secret()
	cancelled, cancel := context.WithCancel(f.Ann)
	cancel()
	late, cancelLate := context.WithDeadline(f.Ann, time.Unix(0, 0))
	defer cancelLate()
	for name, ctx := range map[string]context.Context{"cancelled": cancelled, "late": late} {
		_, err := f.Store.Revisions(ctx, nil)
		f.WantCode(name+" read", err, graph.CodeTimeout)
		_, err = f.Store.Write(ctx, &graph.Batch{Entities: []graph.Entity{fixture.NewTask(project.ID, name)}})
		f.WantCode(name+" write", err, graph.CodeTimeout)
		if known := (*graph.Error)(nil); errors.As(err, &known) {
			f.Errorf("%s: the error has the text %q", name, known.Text)
		}
	}
	if got := f.Changes(project.ID, 0).Revision.Number; got != 1 {
		f.Errorf("revision %d, want 1", got)
	}
}

// panics tests that panics of callbacks lose no connections, by causing more
// panics than there are connections.
func panics(f *fixture.F) {
	project, _ := f.Secret()
	for range 20 {
		func() {
			defer func() { _ = recover() }()
			_ = f.Store.Export(f.Ann, nil, graph.Sink{Entity: func(graph.Entity) error { panic("export") }})
		}()
		func() {
			defer func() { _ = recover() }()
			_ = f.Store.Terms(f.Ann, graph.Revision{ProjectID: project.ID}, func(graph.Terms) { panic("terms") })
		}()
		func() {
			defer func() { _ = recover() }()
			batch := &graph.Batch{Entities: []graph.Entity{fixture.NewTask(project.ID, "late")},
				Analyse: func(graph.Entity) []byte { panic("analyse") }}
			_, _ = f.Store.Write(f.Ann, batch)
		}()
	}
	ctx, cancel := context.WithTimeout(f.Ann, 10*time.Second)
	defer cancel()
	if _, err := f.Store.Write(ctx, &graph.Batch{Entities: []graph.Entity{fixture.NewTask(project.ID, "after")}}); err != nil {
		f.Error(err)
	}
	if got := f.Changes(project.ID, 0); len(got.Entities) != 3 {
		f.Errorf("got %d entities, want 3", len(got.Entities))
	}
}

// closing tests that Close waits for running reads and may be called again, and
// that later calls fail immediately.
func closing(f *fixture.F) {
	f.WriteEntities(fixture.NewProject("p"))
	reading, closed := make(chan struct{}), make(chan error, 2)
	go func() {
		<-reading
		closed <- f.Store.Close()
		closed <- f.Store.Close()
	}()
	first := true
	err := f.Store.Export(f.Ann, nil, graph.Sink{
		RecordType: func(graph.RecordType) error { return nil },
		Entity: func(graph.Entity) error {
			if first {
				close(reading)
			}
			first = false
			return nil
		},
		Edge: func(graph.Edge) error { return nil },
	})
	if err != nil {
		f.Errorf("export during Close: %v", err)
	}
	for range 2 {
		select {
		case err := <-closed:
			if err != nil {
				f.Errorf("close: %v", err)
			}
		case <-time.After(10 * time.Second):
			f.Fatal("Close does not return")
		}
	}
	_, err = f.Store.Revisions(f.Ann, nil)
	f.WantCode("read after Close", err, graph.CodeUnavailable)
	_, err = f.Store.Write(f.Ann, &graph.Batch{Entities: []graph.Entity{fixture.NewProject("q")}})
	f.WantCode("write after Close", err, graph.CodeUnavailable)
}

// requestsShareNoRows tests that of clients who list different projects at the
// same time each gets the rows that it may read, in order.
func requestsShareNoRows(f *fixture.F) {
	const projects, each, clients = 4, 6, 12
	var written []graph.Entity
	for p := range projects {
		project := fixture.NewProject(fmt.Sprint("p", p))
		written = append(written, project)
		for n := range each {
			task := fixture.NewTask(project.ID, fmt.Sprint(p, "-", n))
			task.UpdatedAt = fixture.Start.Add(time.Duration(n) * time.Hour)
			written = append(written, task)
		}
	}
	f.WriteEntities(written...)
	var all sync.WaitGroup
	for client := range clients {
		all.Go(func() {
			project, ctx, want := client%projects, f.Ann, 1+client%each
			if client >= projects*2 {
				ctx, want = f.Bob, 0
			}
			for range 30 {
				listsOnly(ctx, f, project, want)
			}
		})
	}
	all.Wait()
}

// listsOnly checks that a page of so many tasks of a project has these, the last
// written first.
func listsOnly(ctx context.Context, f *fixture.F, project, want int) {
	id, titles := graph.ID(fmt.Sprint("p", project)), []string{}
	list := lists.List{Kind: graph.KindTask, First: max(want, 1), Order: fixture.ByUpdated, Filter: lists.Filter{ProjectID: &id}}
	page, err := f.Store.List(ctx, list)
	if err != nil {
		f.Error(err)
		return
	}
	for _, entity := range page.Entities {
		titles = append(titles, entity.(*graph.Task).Title)
	}
	var expected []string
	for n := range want {
		expected = append(expected, fmt.Sprint(project, "-", 5-n))
	}
	if fmt.Sprint(titles) != fmt.Sprint(expected) {
		f.Errorf("project %d has %v, want %v", project, titles, expected)
	}
}
