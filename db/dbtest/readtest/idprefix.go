package readtest

import (
	"context"
	"slices"
	"strings"

	"dossier/db/dbtest/fixture"
	"dossier/graph"
)

// readableProjects tests that an actor gets its projects, by id, in one statement.
func readableProjects(f *fixture.F) {
	names := []string{"one", "two", "three", "gone", "secret"}
	for _, name := range names {
		f.WriteEntities(fixture.NewProject(name), fixture.NewTask(graph.ID(name), "task"))
	}
	f.Write(&graph.Batch{Deleted: []graph.Ref{fixture.NewProject("gone").Ref()}})
	for _, name := range names[:4] {
		if err := f.Store.Grant(f.Ann, graph.ID(name), graph.ID("bob"), graph.AccessRead); err != nil && name != "gone" {
			f.Fatal(err)
		}
	}
	for _, test := range []struct {
		ctx  context.Context
		want []string
	}{{f.Bob, names[:3]}, {f.Ann, []string{"one", "two", "three", "secret"}}, {fixture.As("carol"), nil}, {fixture.As(""), nil}} {
		before := f.Counter.Total()
		found, err := f.Store.Projects(test.ctx)
		if statements := f.Counter.Total() - before; err != nil || statements != 1 {
			f.Errorf("%d statements, error %v, want 1 and none", statements, err)
		}
		var got []string
		for _, project := range found {
			got = append(got, project.Name)
		}
		want := slices.Clone(test.want)
		slices.SortFunc(want, func(a, b string) int { return strings.Compare(graph.ID(a), graph.ID(b)) })
		if !slices.Equal(got, want) {
			f.Errorf("got %v, want %v", got, want)
		}
	}
}

// idsByBeginning tests that ids are found by their beginnings, without those that
// are deleted or that the actor may not read, in one statement.
func idsByBeginning(f *fixture.F) {
	task := func(project, id string) *graph.Task {
		t := fixture.NewTask(graph.ID(project), id)
		t.ID = id
		return t
	}
	const (
		a = "abcdef01-0000-4000-8000-000000000001"
		b = "abcdef01-0000-4000-8000-000000000002"
		c = "abcdef02-0000-4000-8000-000000000001"
		d = "ffffffff-ffff-4fff-bfff-ffffffffffff"
	)
	gone, hidden := task("p", "abcdef01-0000-4000-8000-000000000003"), task("secret", "abcdef01-0000-4000-8000-000000000004")
	f.WriteEntities(fixture.NewProject("p"), fixture.NewProject("secret"), task("p", a), task("p", b), task("p", c), task("p", d), gone,
		hidden)
	f.Write(&graph.Batch{Deleted: []graph.Ref{gone.Ref()}})
	if err := f.Store.Grant(f.Ann, graph.ID("p"), graph.ID("bob"), graph.AccessRead); err != nil {
		f.Fatal(err)
	}
	for _, test := range []struct {
		beginnings string
		want       []string
	}{
		{"abcdef01", []string{a, b}}, {"ABCDEF01-0000-4000-8000-000000000002", []string{b}}, {"abcdef02 abcdef01", []string{a, b, c}}, {
			"abcdef01 abcdef01-0000", []string{a, b},
		},
		{"ffffffff-f", []string{d}}, {"abcdef03", nil}, {"abcdef0x", nil}, {"abcdef01-00-", nil}, {"", nil},
	} {
		before := f.Counter.Total()
		got, err := f.Store.IDs(f.Bob, strings.Fields(test.beginnings))
		if statements := f.Counter.Total() - before; err != nil || statements > 1 || !slices.Equal(got, test.want) {
			f.Errorf("%q: got %v, %v by %d statements, want %v", test.beginnings, got, err, statements, test.want)
		}
	}
	if got, err := f.Store.IDs(fixture.As("carol"), []string{"abcdef01"}); err != nil || len(got) != 0 {
		f.Errorf("a stranger got %v, %v", got, err)
	}
}
