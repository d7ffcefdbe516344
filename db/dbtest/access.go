package dbtest

import (
	"context"
	"fmt"
	"strings"

	"dossier/graph"
	"dossier/graph/lists"
)

// sees returns the names of the reads that show an actor anything of a project.
func (f *fixture) sees(ctx context.Context, project *graph.Project, task *graph.Task) string {
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
	found, err := f.store.Entities(ctx, []graph.Ref{project.Ref(), {ID: task.ID}}, graph.Full)
	note("entities", len(found) > 0, err)
	page, err := f.store.List(ctx, lists.List{Kind: graph.KindTask, First: 10, Order: byUpdated, Total: true})
	note("list", page != nil && len(page.Entities)+page.Total > 0, err)
	revisions, err := f.store.Revisions(ctx, []string{project.ID})
	note("revisions", len(revisions) > 0, err)
	all, err := f.store.Revisions(ctx, nil)
	note("all revisions", len(all) > 0, err)
	changes, err := f.store.Changes(ctx, []graph.Revision{{ProjectID: project.ID}})
	note("changes", len(changes) > 0, err)
	terms := 0
	err = f.store.Terms(ctx, graph.Revision{ProjectID: project.ID}, func(graph.Terms) { terms++ })
	note("terms", terms > 0, err)
	exported := 0
	err = f.store.Export(ctx, []string{project.ID}, graph.Sink{
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

// secret writes a project of Ann with a linked task, and returns both.
func (f *fixture) secret() (*graph.Project, *graph.Task) {
	f.Helper()
	project, task := newProject("secret"), newTask(graph.ID("secret"), "hidden")
	f.write(&graph.Batch{Entities: []graph.Entity{project, task}, Edges: []graph.Edge{hasTask(project, task)}})
	return project, task
}

func hasTask(project *graph.Project, task *graph.Task) graph.Edge {
	return graph.Edge{ProjectID: project.ID, Rel: graph.RelHasTask, Src: project.Ref(), Dst: task.Ref()}
}

func accessScope(f *fixture) {
	project, task := f.secret()
	f.checkScope(project, task)
	f.setPublic(project, true)
	f.write(&graph.Batch{Deleted: []graph.Ref{project.Ref()}})
	for _, name := range []string{"ann", "bob", ""} {
		if got := f.sees(as(name), project, task); got != nothing {
			f.Errorf("deleted: %q sees %s", name, got)
		}
	}
}

// scopeOfLive is like accessScope, but without deleted projects: the policies
// of a database leave them visible to their members, who may restore them.
func scopeOfLive(f *fixture) { f.checkScope(f.secret()) }

// checkScope tests which actors see a project of Ann.
func (f *fixture) checkScope(project *graph.Project, task *graph.Task) {
	for _, step := range []struct {
		name           string
		prepare        func()
		ann, bob, none string
	}{
		{"members only", func() {}, everything, nothing, nothing},
		{"public", func() { f.setPublic(project, true) }, everything, everything, nothing},
		{"private again", func() { f.setPublic(project, false) }, everything, nothing, nothing},
		{"reader", func() { f.grantBob(project, graph.AccessRead) }, everything, everything, nothing},
		{"no longer", func() { f.grantBob(project, "") }, everything, nothing, nothing},
	} {
		step.prepare()
		for _, reader := range []struct{ name, want string }{{"ann", step.ann}, {"bob", step.bob}, {"", step.none}} {
			if got := f.sees(as(reader.name), project, task); got != reader.want {
				f.Errorf("%s: %q sees %s, want %s", step.name, reader.name, got, reader.want)
			}
		}
	}
}

func (f *fixture) setPublic(project *graph.Project, public bool) {
	f.Helper()
	project.IsPublic = public
	f.writeEntities(project)
}

func (f *fixture) grantBob(project *graph.Project, access graph.Access) {
	f.Helper()
	if err := f.store.Grant(f.ann, project.ID, graph.ID("bob"), access); err != nil {
		f.Fatal(err)
	}
}

func writingNeedsAccess(f *fixture) {
	project, task := f.secret()
	link := newEdge(task, graph.RelRelatesTo, task)
	batches := map[string]graph.Batch{
		"write an entity": {Entities: []graph.Entity{newTask(project.ID, "mine")}},
		"write a project": {Entities: []graph.Entity{newProject("secret")}},
		"delete":          {Deleted: []graph.Ref{{ID: task.ID}}},
		"restore":         {Restored: []graph.Ref{task.Ref()}},
		"link":            {Edges: []graph.Edge{link}},
		"unlink":          {Unlinked: []string{graph.EdgeID(project.ID, graph.RelHasTask, task.ID)}},
	}
	check := func(name string, ctx context.Context, want graph.Code) {
		f.Helper()
		for what, batch := range batches {
			_, err := f.store.Write(ctx, &batch)
			f.wantCode(name+": "+what, err, want)
		}
	}
	check("nobody", as(""), graph.CodeUnauthenticated)
	check("stranger", f.bob, graph.CodeNotFound)
	f.grantBob(project, graph.AccessRead)
	check("reader", f.bob, graph.CodeForbidden)
	f.grantBob(project, "")
	f.setPublic(project, true)
	check("stranger to a public project", f.bob, graph.CodeForbidden)
	if got := f.changes(project.ID, 0); got.Revision.Number != 2 || len(got.Entities) != 2 || len(got.Edges) != 1 {
		f.Errorf("refused writes changed %+v", got)
	}
	f.grantBob(project, graph.AccessWrite)
	check("writer", f.bob, "none")
}

func grant(f *fixture) {
	project, _ := f.secret()
	carol := graph.ID("carol")
	f.wantCode("by a stranger", f.store.Grant(f.bob, project.ID, carol, graph.AccessRead), graph.CodeNotFound)
	for _, access := range []graph.Access{graph.AccessRead, graph.AccessWrite} {
		f.grantBob(project, access)
		f.wantCode("by one who may "+string(access), f.store.Grant(f.bob, project.ID, carol, graph.AccessRead), graph.CodeForbidden)
	}
	f.grantBob(project, graph.AccessAdmin)
	if err := f.store.Grant(f.bob, project.ID, carol, graph.AccessRead); err != nil {
		f.Error(err)
	}
	for name, want := range map[string]graph.Access{"ann": graph.AccessAdmin, "bob": graph.AccessAdmin, "carol": graph.AccessRead} {
		revisions, err := f.store.Revisions(as(name), nil)
		if err != nil || len(revisions) != 1 || revisions[0].Access != want || revisions[0].Number != 1 {
			f.Errorf("%s has %v, %v, want %s", name, revisions, err, want)
		}
	}
}

func deletedProject(f *fixture) {
	project, task := f.secret()
	f.write(&graph.Batch{Deleted: []graph.Ref{project.Ref()}})
	_, err := f.store.Write(f.ann, &graph.Batch{Entities: []graph.Entity{newTask(project.ID, "late")}})
	f.wantCode("write into a deleted project", err, graph.CodeNotFound)
	_, err = f.store.Write(f.bob, &graph.Batch{Restored: []graph.Ref{project.Ref()}})
	f.wantCode("restore another's project", err, graph.CodeNotFound)
	f.write(&graph.Batch{Restored: []graph.Ref{project.Ref()}})
	if got := f.sees(f.ann, project, task); got != everything {
		f.Errorf("restored: ann sees %s", got)
	}
	if got, err := f.store.Revisions(f.ann, []string{}); len(got) != 0 || err != nil {
		f.Errorf("revisions of no projects: got %v, %v", got, err)
	}
}

// forbiddenLooksUnknown tests that a stranger gets the same error, by the same
// number of statements, for what it may not see and for what does not exist.
func forbiddenLooksUnknown(f *fixture) {
	project, task := f.secret()
	edge := graph.EdgeID(project.ID, graph.RelHasTask, task.ID)
	absent := graph.ID("absent")
	for name, do := range map[string]func(id string) error{
		"read": func(id string) error {
			_, err := f.store.Entities(f.bob, []graph.Ref{{ID: id}}, graph.Full)
			return err
		},
		"delete": func(id string) error { return f.tryWrite(graph.Batch{Deleted: []graph.Ref{{ID: id}}}) },
		"restore": func(id string) error {
			return f.tryWrite(graph.Batch{Restored: []graph.Ref{{Kind: graph.KindTask, ID: id}}})
		},
		"unlink":   func(id string) error { return f.tryWrite(graph.Batch{Unlinked: []string{id}}) },
		"revision": func(id string) error { _, err := f.store.Revisions(f.bob, []string{id}); return err },
		"grant":    func(id string) error { return f.store.Grant(f.bob, id, "bob", graph.AccessAdmin) },
		"remove":   func(id string) error { return f.store.Grant(f.bob, id, "bob", "") },
		"members": func(id string) error {
			_, err := f.store.Members(f.bob, id, lists.Span{Limit: lists.MaxPage})
			return err
		},
		"key": func(id string) error {
			key := graph.APIKey{
				ID: graph.ID("key"), Name: "key", Actor: graph.Actor{ID: graph.ActorID("bob")}, Scopes: []graph.Scope{graph.ScopeRead},
				ProjectIDs: []string{id},
			}
			return f.store.SaveKey(f.bob, &key, []byte("hash"))
		},
	} {
		answer := func(id string) string {
			before := f.counter.Total()
			err := do(id)
			return strings.ReplaceAll(fmt.Sprint(err, ", ", f.counter.Total()-before, " statements"), id, "ID")
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
func (f *fixture) tryWrite(batch graph.Batch) error {
	_, err := f.store.Write(f.bob, &batch)
	return err
}

// refusedWrites tests that an actor or a key without write access cannot change
// a project, whatever the error is.
func refusedWrites(f *fixture) {
	project, task := f.secret()
	f.grantBob(project, graph.AccessRead)
	before := graph.EncodeJSON(f.changes(project.ID, 0))
	link := graph.EdgeID(project.ID, graph.RelHasTask, task.ID)
	renamed := *task
	renamed.Title = "renamed"
	for name, ctx := range map[string]context.Context{
		"nobody": as(""), "stranger": as("carol"), "reader": f.bob, "key for reading": withKey("ann", graph.ScopeRead),
		"key for another project": withKey("ann", graph.ScopeWrite, graph.ID("absent")),
	} {
		for what, batch := range map[string]graph.Batch{
			"create": {Entities: []graph.Entity{newTask(project.ID, "mine")}}, "update": {Entities: []graph.Entity{&renamed}},
			"take": {Entities: []graph.Entity{newProject("secret")}}, "delete": {Deleted: []graph.Ref{{ID: task.ID}}},
			"link": {Edges: []graph.Edge{newEdge(task, graph.RelRelatesTo, task)}}, "unlink": {Unlinked: []string{link}},
		} {
			if _, err := f.store.Write(ctx, &batch); err == nil && what != "delete" && what != "unlink" {
				f.Errorf("%s: %s: no error", name, what)
			}
		}
		_ = f.store.Grant(ctx, project.ID, graph.ID("carol"), graph.AccessAdmin) // has no effect, with or without an error
	}
	if after := graph.EncodeJSON(f.changes(project.ID, 0)); after != before {
		f.Errorf("the project is %s, was %s", after, before)
	}
	if got, err := f.store.Members(f.ann, project.ID, all); err != nil || len(got) != 2 {
		f.Errorf("got the members %v, %v", got, err)
	}
}
