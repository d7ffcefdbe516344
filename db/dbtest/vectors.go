package dbtest

import (
	"context"
	"fmt"
	"slices"

	"dossier/graph"
)

// pending returns the entities without a current vector, and their sorted
// labels followed by the total number.
func (f *fixture) pending(ctx context.Context, model string, limit int) (labels []string, list []graph.Vector) {
	f.Helper()
	list, total, err := f.store.Pending(ctx, model, limit)
	if err != nil || total < len(list) {
		f.Fatalf("pending: %d of %d, %v", len(list), total, err)
	}
	for _, v := range list {
		labels = append(labels, f.entity(f.ann, v.Entity.ID, graph.Light).Self().Label)
	}
	slices.Sort(labels)
	return append(labels, fmt.Sprint(total)), list
}

// vectorsOf returns the vectors of a project after a number, as text.
func (f *fixture) vectorsOf(ctx context.Context, model, projectID string, since int64) string {
	f.Helper()
	text := ""
	err := f.store.Vectors(ctx, model, []graph.Revision{{ProjectID: projectID, Number: since}}, func(v graph.Vector) {
		text += fmt.Sprintf("%d%v;", v.Number, v.Values)
	})
	if err != nil {
		f.Fatal(err)
	}
	return text
}

func (f *fixture) putVectors(ctx context.Context, model string, list []graph.Vector, values ...float32) {
	f.Helper()
	for i := range list {
		list[i].Values = values
	}
	if err := f.store.PutVectors(ctx, model, list); err != nil {
		f.Fatal(err)
	}
}

func (f *fixture) wantText(what string, got, want any) {
	f.Helper()
	if fmt.Sprint(got) != fmt.Sprint(want) {
		f.Errorf("%s: got %v, want %v", what, got, want)
	}
}

func vectors(f *fixture) {
	project, task := newProject("p"), newTask(graph.ID("p"), "t")
	f.writeEntities(project, task, newTask(project.ID, "u"))
	labels, _ := f.pending(f.ann, "small", 2)
	f.wantText("a page", labels[2], "3")
	labels, list := f.pending(f.ann, "small", 9)
	f.wantText("at first", labels, "[p t u 3]")
	f.putVectors(f.ann, "small", list, 1, -.5)
	labels, _ = f.pending(f.ann, "small", 9)
	f.wantText("filled", labels, "[0]")
	labels, _ = f.pending(f.ann, "large", 9)
	f.wantText("of another model", labels, "[p t u 3]")
	task.Description = ptr("changed")
	f.writeEntities(task)
	f.write(&graph.Batch{Deleted: []graph.Ref{newTask(project.ID, "u").Ref()}})
	labels, list = f.pending(f.ann, "small", 9)
	f.wantText("changed", labels, "[t 1]")
	f.putVectors(f.ann, "small", append(list, list[0]), 2)
	labels, _ = f.pending(f.ann, "small", 9)
	f.wantText("filled again", labels, "[0]")
	f.putVectors(f.ann, "large", list)
	for since, want := range []string{"1[1 -0.5];1[1 -0.5];2[2];", "2[2];", ""} {
		f.wantText(fmt.Sprint("since ", since), f.vectorsOf(f.ann, "small", project.ID, int64(since)), want)
	}
	f.wantText("of the large model", f.vectorsOf(f.ann, "large", project.ID, 0), "3[];")
	f.wantText("revision", f.changes(project.ID, 0).Revision.Number, 3)
}

func vectorScope(f *fixture) {
	project, _ := f.secret()
	_, list := f.pending(f.ann, "small", 9)
	for _, who := range []context.Context{f.bob, as("")} {
		labels, _ := f.pending(who, "small", 9)
		f.wantText("a stranger's", labels, "[0]")
		f.putVectors(who, "small", list, 1)
		f.wantText("put by a stranger", f.vectorsOf(f.ann, "small", project.ID, 0), "")
	}
	f.putVectors(f.ann, "small", list, 1)
	f.wantText("to a stranger", f.vectorsOf(f.bob, "small", project.ID, 0), "")
	f.wantText("to nobody", f.vectorsOf(as(""), "small", project.ID, 0), "")
}
