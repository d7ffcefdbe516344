package concurrenttest

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"time"

	"dossier/db/dbtest/fixture"
	"dossier/graph"
)

// readsAtOnce tests that reads by id at the same time, which may share a
// statement, find what each finds alone: no actor has the entities of another,
// and no reference those of another kind.
func readsAtOnce(f *fixture.F) {
	project, task := f.Secret()
	other := fixture.NewProject("other")
	f.WriteEntities(other)
	asTask, asRisk := graph.Ref{Kind: graph.KindTask, ID: task.ID}, graph.Ref{Kind: graph.KindRisk, ID: task.ID}
	reads := []struct {
		ctx  context.Context
		refs []graph.Ref
		want string
	}{
		{f.Ann, []graph.Ref{asTask}, "[hidden]"},
		{f.Ann, []graph.Ref{{ID: task.ID}, project.Ref()}, "[hidden secret]"},
		{f.Ann, []graph.Ref{asRisk}, "[]"},
		{f.Ann, []graph.Ref{other.Ref()}, "[other]"},
		{fixture.As("bob"), []graph.Ref{asTask, project.Ref()}, "[]"},
		{fixture.WithKey("ann", graph.ScopeRead, other.ID), []graph.Ref{asTask, other.Ref()}, "[other]"},
		{fixture.WithKey("ann", graph.ScopeRead, project.ID), []graph.Ref{asTask, other.Ref()}, "[hidden]"},
		{context.Background(), []graph.Ref{asTask}, "[]"},
	}
	var running sync.WaitGroup
	for range 20 {
		for i, read := range reads {
			running.Go(func() {
				if got, err := labelsOf(read.ctx, f, read.refs); got != read.want || err != nil {
					f.Errorf("read %d: got %s, %v, want %s", i, got, err, read.want)
				}
			})
		}
		running.Go(func() { readsBriefly(f, asTask) })
	}
	running.Wait()
}

// labels returns the labels of the entities that are found, in order.
func labelsOf(ctx context.Context, f *fixture.F, refs []graph.Ref) (string, error) {
	found, err := f.Store.Entities(ctx, refs, graph.Light)
	labels := []string{}
	for _, entity := range found {
		labels = append(labels, entity.Self().Label)
	}
	slices.Sort(labels)
	return fmt.Sprint(labels), err
}

// readsBriefly reads an entity as one that leaves.
func readsBriefly(f *fixture.F, ref graph.Ref) {
	ctx, cancel := context.WithTimeout(f.Ann, 50*time.Microsecond)
	defer cancel()
	if _, err := f.Store.Entities(ctx, []graph.Ref{ref}, graph.Light); err != nil {
		f.WantCode("a read that leaves", err, graph.CodeTimeout)
	}
}

// readsFollowWrites tests that a read by id sees what was written before it
// began, beside other reads of the same entity.
func readsFollowWrites(f *fixture.F) {
	project := fixture.NewProject("p")
	f.WriteEntities(project)
	done := make(chan struct{})
	var readers sync.WaitGroup
	for range 4 {
		readers.Go(func() {
			for {
				select {
				case <-done:
					return
				default:
					_, _ = labelsOf(f.Ann, f, []graph.Ref{project.Ref()})
				}
			}
		})
	}
	for n := range 20 {
		renamed := *project
		renamed.Name = fmt.Sprint("name ", n)
		f.WriteEntities(&renamed)
		if got, err := labelsOf(f.Ann, f, []graph.Ref{project.Ref()}); got != "["+renamed.Name+"]" || err != nil {
			f.Errorf("after a write of %s: %s, %v", renamed.Name, got, err)
		}
	}
	close(done)
	readers.Wait()
}
