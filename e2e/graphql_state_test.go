package e2e_test

import (
	"fmt"
	"path/filepath"
	"sync"
	"testing"

	"dossier/db/storetest"
	"dossier/graph"
)

// TestRootFieldsReadOneState requests two lists while a writer repeatedly
// changes both in one batch. An answer must never have one list from before a
// write and the other from after it.
func TestRootFieldsReadOneState(t *testing.T) {
	store := storetest.OpenFile(t, filepath.Join(t.TempDir(), "store.db"))
	write := func(n int) {
		number := fmt.Sprint(n)
		project := &graph.Project{Name: "p", Description: &number}
		project.ID, project.Kind = graph.ID("p"), graph.KindProject
		task := &graph.Task{Title: "t", Description: &number}
		task.ID, task.Kind, task.ProjectID = graph.ID("t"), graph.KindTask, project.ID
		store.Put(t, graph.Batch{Entities: []graph.Entity{project, task}})
	}
	write(0)
	s := serve(store)
	done := make(chan struct{})
	var writing sync.WaitGroup
	writing.Go(func() {
		for n := 1; ; n++ {
			select {
			case <-done:
				return
			default:
				write(n)
			}
		}
	})
	defer func() {
		close(done)
		writing.Wait()
	}()
	for range 200 {
		var answer map[string]struct {
			Nodes []struct{ Description string }
		}
		s.data(t, `{ projects { nodes { description } } tasks { nodes { description } } plans { totalCount nodes { name } } }`, nil, &answer)
		if project, task := answer["projects"].Nodes[0], answer["tasks"].Nodes[0]; project != task {
			t.Fatalf("the project is of write %s, its task of write %s", project.Description, task.Description)
		}
	}
}
