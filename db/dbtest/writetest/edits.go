package writetest

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"dossier/db/dbtest/fixture"
	"dossier/graph"
	"dossier/graph/history"
)

// editsReadWhatTheyChange tests that no edit is lost when several run at once,
// each of which depends on the results of others.
func editsReadWhatTheyChange(f *fixture.F) {
	_, task := f.Secret()
	var editing sync.WaitGroup
	for range 4 {
		editing.Go(func() {
			for range 5 {
				if _, err := f.Store.Edit(f.Ann, fixture.Renaming(task, func(old string) string { return old + "+" })); err != nil {
					f.Error(err)
				}
			}
		})
	}
	editing.Wait()
	if got := f.Entity(f.Ann, task.ID, graph.Light).Self().Label; got != "hidden++++++++++++++++++++" {
		f.Errorf("got %q", got)
	}
}

// dryRuns tests that a dry run reports the events of an edit, and that neither
// a dry run nor a failed edit stores anything.
func dryRuns(f *fixture.F) {
	project, task := f.Secret()
	dry := fixture.Renaming(task, fixture.Named("dry"))
	dry.DryRun, dry.ClientID = true, "dry"
	edited, err := f.Store.Edit(f.Ann, dry)
	if err != nil || len(edited.Events) != 1 || string(edited.Events[0].Field("title").New) != `"dry"` {
		f.Errorf("got %+v, %v", edited, err)
	}
	failed := errors.New("no plan")
	_, err = f.Store.Edit(f.Ann,
		&history.Edit{
			Once: graph.Once{ClientID: "dry", Hash: []byte("x")},
			Plan: func(context.Context, history.Stored) (*graph.Batch, error) { return nil, failed },
		})
	if !errors.Is(err, failed) {
		f.Errorf("got %v", err)
	}
	wet := fixture.Renaming(task, fixture.Named("wet"))
	wet.ClientID, wet.Hash = "dry", []byte("y")
	if edited, err = f.Store.Edit(f.Ann, wet); err != nil || edited.Repeated != nil {
		f.Errorf("after a dry run: got %+v, %v", edited, err)
	}
	if got := f.Changes(project.ID, 0).Revision.Number; got != 2 {
		f.Errorf("revision %d, want 2", got)
	}
}

// repeatedEdits tests that an edit with a client id is applied once, even if it
// is sent several times at once, and that the id can be used again after a day.
func repeatedEdits(f *fixture.F) {
	_, task := f.Secret()
	edit := func(id, hash string) (*history.Edited, error) {
		e := fixture.Renaming(task, func(old string) string { return old + "+" })
		e.ClientID, e.Hash = id, []byte(hash)
		return f.Store.Edit(f.Ann, e)
	}
	var editing sync.WaitGroup
	var mu sync.Mutex
	repeated := map[string]int{}
	for range 8 {
		editing.Go(func() {
			edited, err := edit("one", "h")
			if err != nil {
				f.Error(err)
				return
			}
			mu.Lock()
			defer mu.Unlock()
			repeated[string(edited.Repeated)]++
		})
	}
	editing.Wait()
	if got := f.Entity(f.Ann, task.ID, graph.Light).Self().Label; got != "hidden+" || repeated[""] != 1 || repeated[`{"events":1}`] != 7 {
		f.Errorf("got %q, repeated %v", got, repeated)
	}
	_, err := edit("one", "other")
	f.WantCode("another input", err, graph.CodeBadUserInput)
	if edited, err := edit("two", "h"); err != nil || edited.Repeated != nil {
		f.Errorf("another id: got %+v, %v", edited, err)
	}
	f.Now = f.Now.Add(25 * time.Hour)
	if edited, err := edit("one", "other"); err != nil || edited.Repeated != nil {
		f.Errorf("a day later: got %+v, %v", edited, err)
	}
}

// scopeOfEdits tests which actors may edit what, and what an edit can read.
func scopeOfEdits(f *fixture.F) {
	project, task := f.Secret()
	_, err := f.Store.Edit(f.Bob, fixture.Renaming(task, fixture.Named("stolen")))
	f.WantCode("a stranger", err, graph.CodeNotFound)
	_, err = f.Store.Edit(fixture.As(""), fixture.Renaming(task, fixture.Named("stolen")))
	f.WantCode("nobody", err, graph.CodeUnauthenticated)
	if err := f.Store.Grant(f.Ann, project.ID, "bob", graph.AccessRead); err != nil {
		f.Fatal(err)
	}
	_, err = f.Store.Edit(f.Bob, fixture.Renaming(task, fixture.Named("stolen")))
	f.WantCode("a reader", err, graph.CodeForbidden)
	edge := fixture.HasTask(project, task)
	f.Write(&graph.Batch{Deleted: []graph.Ref{task.Ref()}})
	_, err = f.Store.Edit(f.Ann,
		&history.Edit{IDs: []string{task.ID, project.ID}, Plan: func(ctx context.Context, stored history.Stored) (*graph.Batch, error) {
			rows, err := stored.Rows(ctx, []string{task.ID, project.ID, graph.ID("nothing")}, graph.Light)
			if err != nil || len(rows) != 2 || rows[task.ID].Entity.Self().DeletedAt == nil || rows[task.ID].Revision != 2 ||
				rows[project.ID].Revision != 1 {
				f.Errorf("got %v, %v", rows, err)
			}
			links, err := stored.Linked(ctx, []graph.Edge{edge, {Rel: graph.RelBlocks, Src: task.Ref(), Dst: project.Ref()}})
			if err != nil || fmt.Sprint(links) != fmt.Sprint([]string{graph.EdgeID(project.ID, graph.RelHasTask, task.ID), ""}) {
				f.Errorf("got %v, %v", links, err)
			}
			contexts, err := stored.ContextDocuments(ctx, []string{project.ID})
			if err != nil || len(contexts) != 0 {
				f.Errorf("got %v, %v", contexts, err)
			}
			return &graph.Batch{}, nil
		}})
	if err != nil {
		f.Error(err)
	}
}
