package accesstest

import (
	"context"
	"fmt"
	"strings"

	"dossier/db/dbtest/fixture"
	"dossier/graph"
	"dossier/graph/lists"
)

// sees returns the names of the reads that show an actor anything of a project.
func sees(ctx context.Context, f *fixture.F, project *graph.Project, task *graph.Task) string {
	f.Helper()
	var seen []string
	note := func(what string, is bool, err error) {
		if err != nil {
			f.Errorf("%s: %v", what, err)
		}
		if is {
			seen = append(seen, what)
		}
	}
	found, err := f.Store.Entities(ctx, []graph.Ref{project.Ref(), {ID: task.ID}}, graph.Full)
	note("entities", len(found) > 0, err)
	page, err := f.Store.List(ctx, lists.List{Kind: graph.KindTask, First: 10, Order: fixture.ByUpdated, Total: true})
	note("list", page != nil && len(page.Entities)+page.Total > 0, err)
	revisions, err := f.Store.Revisions(ctx, []string{project.ID})
	note("revisions", len(revisions) > 0, err)
	all, err := f.Store.Revisions(ctx, nil)
	note("all revisions", len(all) > 0, err)
	changes, err := f.Store.Changes(ctx, []graph.Revision{{ProjectID: project.ID}})
	note("changes", len(changes) > 0, err)
	terms := 0
	err = f.Store.Terms(ctx, graph.Revision{ProjectID: project.ID}, func(graph.Terms) { terms++ })
	note("terms", terms > 0, err)
	exported := 0
	err = f.Store.Export(ctx, []string{project.ID}, graph.Sink{
		RecordType: func(graph.RecordType) error { return nil },
		Entity:     func(graph.Entity) error { exported++; return nil },
		Edge:       func(graph.Edge) error { exported++; return nil },
	})
	note("export", exported > 0, err)
	return fmt.Sprint(seen)
}

const (
	everything = "[entities list revisions all revisions changes terms export]"
	nothing    = "[]"
)

func accessScope(f *fixture.F) {
	project, task := f.Secret()
	checkScope(f, project, task)
	f.SetPublic(project, true)
	f.Write(&graph.Batch{Deleted: []graph.Ref{project.Ref()}})
	for _, name := range []string{"ann", "bob", ""} {
		if got := sees(fixture.As(name), f, project, task); got != nothing {
			f.Errorf("deleted: %q sees %s", name, got)
		}
	}
}

// scopeOfLive is like accessScope, but without deleted projects: the policies
// of a database leave them visible to their members, who may restore them.
func scopeOfLive(f *fixture.F) {
	project, task := f.Secret()
	checkScope(f, project, task)
}

// checkScope tests which actors see a project of Ann.
func checkScope(f *fixture.F, project *graph.Project, task *graph.Task) {
	for _, step := range []struct {
		name           string
		prepare        func()
		ann, bob, none string
	}{
		{"members only", func() {}, everything, nothing, nothing},
		{"public", func() { f.SetPublic(project, true) }, everything, everything, nothing},
		{"private again", func() { f.SetPublic(project, false) }, everything, nothing, nothing},
		{"reader", func() { f.GrantBob(project, graph.AccessRead) }, everything, everything, nothing},
		{"no longer", func() { f.GrantBob(project, "") }, everything, nothing, nothing},
	} {
		step.prepare()
		for _, reader := range []struct{ name, want string }{{"ann", step.ann}, {"bob", step.bob}, {"", step.none}} {
			if got := sees(fixture.As(reader.name), f, project, task); got != reader.want {
				f.Errorf("%s: %q sees %s, want %s", step.name, reader.name, got, reader.want)
			}
		}
	}
}

func writingNeedsAccess(f *fixture.F) {
	project, task := f.Secret()
	link := fixture.NewEdge(task, graph.RelRelatesTo, task)
	batches := map[string]graph.Batch{
		"write an entity": {Entities: []graph.Entity{fixture.NewTask(project.ID, "mine")}},
		"write a project": {Entities: []graph.Entity{fixture.NewProject("secret")}},
		"delete":          {Deleted: []graph.Ref{{ID: task.ID}}},
		"restore":         {Restored: []graph.Ref{task.Ref()}},
		"link":            {Edges: []graph.Edge{link}},
		"unlink":          {Unlinked: []string{graph.EdgeID(project.ID, graph.RelHasTask, task.ID)}},
	}
	check := func(name string, ctx context.Context, want graph.Code) {
		f.Helper()
		for what, batch := range batches {
			_, err := f.Store.Write(ctx, &batch)
			f.WantCode(name+": "+what, err, want)
		}
	}
	check("nobody", fixture.As(""), graph.CodeUnauthenticated)
	check("stranger", f.Bob, graph.CodeNotFound)
	f.GrantBob(project, graph.AccessRead)
	check("reader", f.Bob, graph.CodeForbidden)
	f.GrantBob(project, "")
	f.SetPublic(project, true)
	check("stranger to a public project", f.Bob, graph.CodeForbidden)
	if got := f.Changes(project.ID, 0); got.Revision.Number != 2 || len(got.Entities) != 2 || len(got.Edges) != 1 {
		f.Errorf("refused writes changed %+v", got)
	}
	f.GrantBob(project, graph.AccessWrite)
	check("writer", f.Bob, "none")
}

func grant(f *fixture.F) {
	project, _ := f.Secret()
	carol := graph.ID("carol")
	f.WantCode("by a stranger", f.Store.Grant(f.Bob, project.ID, carol, graph.AccessRead), graph.CodeNotFound)
	for _, access := range []graph.Access{graph.AccessRead, graph.AccessWrite} {
		f.GrantBob(project, access)
		f.WantCode("by one who may "+string(access), f.Store.Grant(f.Bob, project.ID, carol, graph.AccessRead), graph.CodeForbidden)
	}
	f.GrantBob(project, graph.AccessAdmin)
	if err := f.Store.Grant(f.Bob, project.ID, carol, graph.AccessRead); err != nil {
		f.Error(err)
	}
	for name, want := range map[string]graph.Access{"ann": graph.AccessAdmin, "bob": graph.AccessAdmin, "carol": graph.AccessRead} {
		revisions, err := f.Store.Revisions(fixture.As(name), nil)
		if err != nil || len(revisions) != 1 || revisions[0].Access != want || revisions[0].Number != 1 {
			f.Errorf("%s has %v, %v, want %s", name, revisions, err, want)
		}
	}
}

func deletedProject(f *fixture.F) {
	project, task := f.Secret()
	f.Write(&graph.Batch{Deleted: []graph.Ref{project.Ref()}})
	_, err := f.Store.Write(f.Ann, &graph.Batch{Entities: []graph.Entity{fixture.NewTask(project.ID, "late")}})
	f.WantCode("write into a deleted project", err, graph.CodeNotFound)
	_, err = f.Store.Write(f.Bob, &graph.Batch{Restored: []graph.Ref{project.Ref()}})
	f.WantCode("restore another's project", err, graph.CodeNotFound)
	f.Write(&graph.Batch{Restored: []graph.Ref{project.Ref()}})
	if got := sees(f.Ann, f, project, task); got != everything {
		f.Errorf("restored: ann sees %s", got)
	}
	if got, err := f.Store.Revisions(f.Ann, []string{}); len(got) != 0 || err != nil {
		f.Errorf("revisions of no projects: got %v, %v", got, err)
	}
}

// forbiddenLooksUnknown tests that a stranger gets the same error, by the same
// number of statements, for what it may not see and for what does not exist.
func forbiddenLooksUnknown(f *fixture.F) {
	project, task := f.Secret()
	edge := graph.EdgeID(project.ID, graph.RelHasTask, task.ID)
	absent := graph.ID("absent")
	for name, do := range map[string]func(id string) error{
		"read": func(id string) error {
			_, err := f.Store.Entities(f.Bob, []graph.Ref{{ID: id}}, graph.Full)
			return err
		},
		"delete": func(id string) error { return tryWrite(f, graph.Batch{Deleted: []graph.Ref{{ID: id}}}) },
		"restore": func(id string) error {
			return tryWrite(f, graph.Batch{Restored: []graph.Ref{{Kind: graph.KindTask, ID: id}}})
		},
		"unlink":   func(id string) error { return tryWrite(f, graph.Batch{Unlinked: []string{id}}) },
		"revision": func(id string) error { _, err := f.Store.Revisions(f.Bob, []string{id}); return err },
		"grant":    func(id string) error { return f.Store.Grant(f.Bob, id, "bob", graph.AccessAdmin) },
		"remove":   func(id string) error { return f.Store.Grant(f.Bob, id, "bob", "") },
		"members": func(id string) error {
			_, err := f.Store.Members(f.Bob, id, lists.Span{Limit: lists.MaxPage})
			return err
		},
		"key": func(id string) error {
			key := graph.APIKey{
				ID: graph.ID("key"), Name: "key", Actor: graph.Actor{ID: graph.ActorID("bob")}, Scopes: []graph.Scope{graph.ScopeRead},
				ProjectIDs: []string{id},
			}
			return f.Store.SaveKey(f.Bob, &key, []byte("hash"))
		},
	} {
		answer := func(id string) string {
			before := f.Counter.Total()
			err := do(id)
			return strings.ReplaceAll(fmt.Sprint(err, ", ", f.Counter.Total()-before, " statements"), id, "ID")
		}
		want := answer(absent)
		for _, forbidden := range []string{task.ID, project.ID, edge} {
			if got := answer(forbidden); got != want {
				f.Errorf("%s: forbidden: %s; unknown: %s", name, got, want)
			}
		}
	}
}

// tryWrite writes as Bob.
func tryWrite(f *fixture.F, batch graph.Batch) error {
	_, err := f.Store.Write(f.Bob, &batch)
	return err
}

// refusedWrites tests that an actor or a key without write access cannot change
// a project, whatever the error is.
func refusedWrites(f *fixture.F) {
	project, task := f.Secret()
	f.GrantBob(project, graph.AccessRead)
	before := graph.EncodeJSON(f.Changes(project.ID, 0))
	link := graph.EdgeID(project.ID, graph.RelHasTask, task.ID)
	renamed := *task
	renamed.Title = "renamed"
	for name, ctx := range map[string]context.Context{
		"nobody": fixture.As(""), "stranger": fixture.As("carol"), "reader": f.Bob, "key for reading": fixture.WithKey("ann", graph.ScopeRead),
		"key for another project": fixture.WithKey("ann", graph.ScopeWrite, graph.ID("absent")),
	} {
		for what, batch := range map[string]graph.Batch{
			"create": {Entities: []graph.Entity{fixture.NewTask(project.ID, "mine")}}, "update": {Entities: []graph.Entity{&renamed}},
			"take": {Entities: []graph.Entity{fixture.NewProject("secret")}}, "delete": {Deleted: []graph.Ref{{ID: task.ID}}},
			"link": {Edges: []graph.Edge{fixture.NewEdge(task, graph.RelRelatesTo, task)}}, "unlink": {Unlinked: []string{link}},
		} {
			if _, err := f.Store.Write(ctx, &batch); err == nil && what != "delete" && what != "unlink" {
				f.Errorf("%s: %s: no error", name, what)
			}
		}
		_ = f.Store.Grant(ctx, project.ID, graph.ID("carol"), graph.AccessAdmin) // has no effect, with or without an error
	}
	if after := graph.EncodeJSON(f.Changes(project.ID, 0)); after != before {
		f.Errorf("the project is %s, was %s", after, before)
	}
	if got, err := f.Store.Members(f.Ann, project.ID, all); err != nil || len(got) != 2 {
		f.Errorf("got the members %v, %v", got, err)
	}
}
