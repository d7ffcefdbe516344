package readtest

import (
	"context"
	"fmt"
	"slices"

	"dossier/db/dbtest/fixture"
	"dossier/graph"
)

// pending returns the entities without a current vector, and their sorted
// labels followed by the total number.
func pending(ctx context.Context, f *fixture.F, model string, limit int) (labels []string, list []graph.Vector) {
	f.Helper()
	list, total, err := f.Store.Pending(ctx, model, limit)
	if err != nil || total < len(list) {
		f.Fatalf("pending: %d of %d, %v", len(list), total, err)
	}
	for _, v := range list {
		labels = append(labels, f.Entity(f.Ann, v.Entity.ID, graph.Light).Self().Label)
	}
	slices.Sort(labels)
	return append(labels, fmt.Sprint(total)), list
}

func putVectors(ctx context.Context, f *fixture.F, model string, list []graph.Vector, values ...float32) {
	f.Helper()
	for i := range list {
		list[i].Values = values
	}
	if err := f.Store.PutVectors(ctx, model, list); err != nil {
		f.Fatal(err)
	}
}

func wantText(f *fixture.F, what string, got, want any) {
	f.Helper()
	if fmt.Sprint(got) != fmt.Sprint(want) {
		f.Errorf("%s: got %v, want %v", what, got, want)
	}
}

func vectors(f *fixture.F) {
	project, task := fixture.NewProject("p"), fixture.NewTask(graph.ID("p"), "t")
	f.WriteEntities(project, task, fixture.NewTask(project.ID, "u"))
	labels, _ := pending(f.Ann, f, "small", 2)
	wantText(f, "a page", labels[2], "3")
	labels, list := pending(f.Ann, f, "small", 9)
	wantText(f, "at first", labels, "[p t u 3]")
	putVectors(f.Ann, f, "small", list, 1, -.5)
	labels, _ = pending(f.Ann, f, "small", 9)
	wantText(f, "filled", labels, "[0]")
	labels, _ = pending(f.Ann, f, "large", 9)
	wantText(f, "of another model", labels, "[p t u 3]")
	task.Description = new("changed")
	f.WriteEntities(task)
	f.Write(&graph.Batch{Deleted: []graph.Ref{fixture.NewTask(project.ID, "u").Ref()}})
	labels, list = pending(f.Ann, f, "small", 9)
	wantText(f, "changed", labels, "[t 1]")
	putVectors(f.Ann, f, "small", append(list, list[0]), 2)
	labels, _ = pending(f.Ann, f, "small", 9)
	wantText(f, "filled again", labels, "[0]")
	putVectors(f.Ann, f, "large", list)
	for since, want := range []string{"1[1 -0.5];1[1 -0.5];2[2];", "2[2];", ""} {
		wantText(f, fmt.Sprint("since ", since), fixture.VectorsOf(f.Ann, f, "small", project.ID, int64(since)), want)
	}
	wantText(f, "of the large model", fixture.VectorsOf(f.Ann, f, "large", project.ID, 0), "3[];")
	wantText(f, "revision", f.Changes(project.ID, 0).Revision.Number, 3)
}

func vectorScope(f *fixture.F) {
	project, _ := f.Secret()
	_, list := pending(f.Ann, f, "small", 9)
	for _, who := range []context.Context{f.Bob, fixture.As("")} {
		labels, _ := pending(who, f, "small", 9)
		wantText(f, "a stranger's", labels, "[0]")
		putVectors(who, f, "small", list, 1)
		wantText(f, "put by a stranger", fixture.VectorsOf(f.Ann, f, "small", project.ID, 0), "")
	}
	putVectors(f.Ann, f, "small", list, 1)
	wantText(f, "to a stranger", fixture.VectorsOf(f.Bob, f, "small", project.ID, 0), "")
	wantText(f, "to nobody", fixture.VectorsOf(fixture.As(""), f, "small", project.ID, 0), "")
}
