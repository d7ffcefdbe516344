package dbtest

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"time"

	"dossier/graph"
)

// readsAtOnce tests that reads by id at the same time, which may share a
// statement, find what each finds alone: no actor has the entities of another,
// and no reference those of another kind.
func readsAtOnce(f *fixture) {
	project, task := f.secret()
	other := newProject("other")
	f.writeEntities(other)
	asTask, asRisk := graph.Ref{Kind: graph.KindTask, ID: task.ID}, graph.Ref{Kind: graph.KindRisk, ID: task.ID}
	reads := []struct {
		ctx  context.Context
		refs []graph.Ref
		want string
	}{
		{f.ann, []graph.Ref{asTask}, "[hidden]"},
		{f.ann, []graph.Ref{{ID: task.ID}, project.Ref()}, "[hidden secret]"},
		{f.ann, []graph.Ref{asRisk}, "[]"},
		{f.ann, []graph.Ref{other.Ref()}, "[other]"},
		{as("bob"), []graph.Ref{asTask, project.Ref()}, "[]"},
		{withKey("ann", graph.ScopeRead, other.ID), []graph.Ref{asTask, other.Ref()}, "[other]"},
		{withKey("ann", graph.ScopeRead, project.ID), []graph.Ref{asTask, other.Ref()}, "[hidden]"},
		{context.Background(), []graph.Ref{asTask}, "[]"},
	}
	var running sync.WaitGroup
	for range 20 {
		for i, read := range reads {
			running.Go(func() {
				if got, err := f.labels(read.ctx, read.refs); got != read.want || err != nil {
					f.Errorf("read %d: got %s, %v, want %s", i, got, err, read.want)
				}
			})
		}
		running.Go(func() { f.readsBriefly(asTask) })
	}
	running.Wait()
}

// labels returns the labels of the entities that are found, in order.
func (f *fixture) labels(ctx context.Context, refs []graph.Ref) (string, error) {
	found, err := f.store.Entities(ctx, refs, graph.Light)
	labels := []string{}
	for _, entity := range found {
		labels = append(labels, entity.Self().Label)
	}
	slices.Sort(labels)
	return fmt.Sprint(labels), err
}

// readsBriefly reads an entity as one that leaves.
func (f *fixture) readsBriefly(ref graph.Ref) {
	ctx, cancel := context.WithTimeout(f.ann, 50*time.Microsecond)
	defer cancel()
	if _, err := f.store.Entities(ctx, []graph.Ref{ref}, graph.Light); err != nil {
		f.wantCode("a read that leaves", err, graph.CodeTimeout)
	}
}

// readsFollowWrites tests that a read by id sees what was written before it
// began, beside other reads of the same entity.
func readsFollowWrites(f *fixture) {
	project := newProject("p")
	f.writeEntities(project)
	done := make(chan struct{})
	var readers sync.WaitGroup
	for range 4 {
		readers.Go(func() {
			for {
				select {
				case <-done:
					return
				default:
					_, _ = f.labels(f.ann, []graph.Ref{project.Ref()})
				}
			}
		})
	}
	for n := range 20 {
		renamed := *project
		renamed.Name = fmt.Sprint("name ", n)
		f.writeEntities(&renamed)
		if got, err := f.labels(f.ann, []graph.Ref{project.Ref()}); got != "["+renamed.Name+"]" || err != nil {
			f.Errorf("after a write of %s: %s, %v", renamed.Name, got, err)
		}
	}
	close(done)
	readers.Wait()
}
