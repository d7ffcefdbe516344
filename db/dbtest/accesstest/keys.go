package accesstest

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"dossier/db/dbtest/fixture"
	"dossier/graph"
	"dossier/graph/access"
	"dossier/graph/history"
	"dossier/graph/lists"
)

// keyScope tests that a key limits what its actor reads.
func keyScope(f *fixture.F) {
	project, task := f.Secret()
	other := fixture.NewProject("other")
	f.WriteEntities(other)
	for name, test := range map[string]struct {
		ctx  context.Context
		want string
	}{
		"all projects":    {fixture.WithKey("ann", graph.ScopeRead), everything},
		"the project":     {fixture.WithKey("ann", graph.ScopeRead, project.ID, other.ID), everything},
		"another project": {fixture.WithKey("ann", graph.ScopeRead, other.ID), "[all revisions]"},
		"no project":      {fixture.WithKey("ann", graph.ScopeRead, graph.ID("absent")), nothing},
		"of a stranger":   {fixture.WithKey("bob", graph.ScopeRead, project.ID), nothing},
	} {
		if got := sees(test.ctx, f, project, task); got != test.want {
			f.Errorf("%s: sees %s, want %s", name, got, test.want)
		}
	}
	f.SetPublic(project, true)
	if got := sees(fixture.WithKey("bob", graph.ScopeRead, other.ID), f, project, task); got != nothing {
		f.Errorf("a key for another project sees %s of a public one", got)
	}
}

// keysWrite tests that a key limits what its actor writes, and that what it may
// not reach looks unknown.
func keysWrite(f *fixture.F) {
	project, task := f.Secret()
	batches := func(projectID, title string) map[string]graph.Batch {
		return map[string]graph.Batch{
			"entity": {Entities: []graph.Entity{fixture.NewTask(projectID, title)}},
			"project": {
				Entities: []graph.Entity{
					&graph.Project{Common: graph.Common{ID: projectID, Kind: graph.KindProject}, Name: title},
				},
			},
		}
	}
	check := func(name string, ctx context.Context, projectID string, want graph.Code) {
		f.Helper()
		for what, batch := range batches(projectID, name) {
			_, err := f.Store.Write(ctx, &batch)
			f.WantCode(name+": "+what, err, want)
		}
	}
	check("read", fixture.WithKey("ann", graph.ScopeRead), project.ID, graph.CodeForbidden)
	check("read, unknown", fixture.WithKey("ann", graph.ScopeRead), graph.ID("absent"), graph.CodeForbidden)
	check("write", fixture.WithKey("ann", graph.ScopeWrite), project.ID, "none")
	check("write to it", fixture.WithKey("ann", graph.ScopeWrite, project.ID), project.ID, "none")
	check("write elsewhere", fixture.WithKey("ann", graph.ScopeWrite, graph.ID("absent")), project.ID, graph.CodeNotFound)
	elsewhere := fixture.WithKey("ann", graph.ScopeWrite, graph.ID("absent"))
	for what, batch := range map[string]graph.Batch{
		"delete": {Deleted: []graph.Ref{{ID: task.ID}}},
		"unlink": {Unlinked: []string{graph.EdgeID(project.ID, graph.RelHasTask, task.ID)}},
	} {
		_, err := f.Store.Write(elsewhere, &batch)
		f.WantCode(what+" elsewhere", err, graph.CodeNotFound)
	}
	f.WantCode("grant by a key", f.Store.Grant(fixture.WithKey("ann", graph.ScopeWrite), project.ID, "bob", graph.AccessRead),
		graph.CodeForbidden)
	_, err := f.Store.Write(fixture.WithKey("ann", graph.ScopeWrite), &graph.Batch{RecordTypes: []graph.RecordType{{ID: "person", Name: "P"}}})
	f.WantCode("a record type by a key", err, graph.CodeForbidden)
	id := graph.ID("another")
	_, err = f.Store.Edit(fixture.WithKey("ann", graph.ScopeWrite, project.ID), &history.Edit{
		IDs: []string{id}, Created: []string{id},
		Plan: func(context.Context, history.Stored) (*graph.Batch, error) { return &graph.Batch{}, nil },
	})
	f.WantCode("a new project by a key for another", err, graph.CodeForbidden)
}

// all is the first page of any list in these tests, which is the whole list.
var all = lists.Span{Limit: lists.MaxPage}

func newKey(name, actor string, projectIDs ...string) *graph.APIKey {
	return &graph.APIKey{
		ID: graph.ID("key " + name), Name: name, Actor: graph.Actor{ID: graph.ID(actor), Name: actor, Kind: graph.ActorAgent},
		Scopes: []graph.Scope{graph.ScopeRead, graph.ScopeWrite}, ProjectIDs: projectIDs, CreatedBy: graph.ID("ann"), CreatedAt: fixture.Start,
	}
}

// keys tests making, finding, listing and revoking keys.
func keys(f *fixture.F) {
	expires := fixture.Start.Add(time.Hour)
	p, q := fixture.NewProject("p"), fixture.NewProject("q")
	f.WriteEntities(p, q)
	limited := newKey("limited", "carol", p.ID, q.ID)
	limited.ExpiresAt = &expires
	for secret, key := range map[string]*graph.APIKey{"a": limited, "b": newKey("free", "bob")} {
		if err := f.Store.SaveKey(f.Ann, key, []byte(secret)); err != nil {
			f.Fatal(err)
		}
	}
	found, err := f.Store.FindKey(context.Background(), []byte("a"))
	if err != nil || fmt.Sprintf("%+v", *found) != fmt.Sprintf("%+v", *limited) && !found.ExpiresAt.Equal(expires) {
		f.Errorf("got %+v, %v, want %+v", found, err, limited)
	}
	if found, err := f.Store.FindKey(context.Background(), []byte("c")); found != nil || err != nil {
		f.Errorf("an unknown secret: got %+v, %v", found, err)
	}
	f.WantCode("of another by one who does not administer", f.Store.SaveKey(f.Bob, newKey("x", "carol"), []byte("x")), graph.CodeForbidden)
	f.WantCode("by a key", f.Store.SaveKey(fixture.WithKey("bob", graph.ScopeWrite), newKey("x", "bob"), []byte("x")), graph.CodeForbidden)
	for name, want := range map[string]string{"ann": "[free limited]", "bob": "[free]", "carol": "[limited]", "": "[]"} {
		if got := keyNames(fixture.As(name), f); got != want {
			f.Errorf("%q lists %s, want %s", name, got, want)
		}
	}
	f.WantCode("revoke another's", f.Store.RevokeKey(f.Bob, limited.ID), graph.CodeNotFound)
	f.WantCode("revoke an unknown one", f.Store.RevokeKey(f.Bob, graph.ID("absent")), graph.CodeNotFound)
	if err := f.Store.RevokeKey(fixture.As("carol"), limited.ID); err != nil {
		f.Error(err)
	}
	if found, err := f.Store.FindKey(context.Background(), []byte("a")); err != nil || found.Valid(fixture.Start) {
		f.Errorf("revoked: got %+v, %v", found, err)
	}
}

// keysOfMembers tests which actors may make keys for an agent, and that the
// agent becomes a member of the project.
func keysOfMembers(f *fixture.F) {
	project, task := f.Secret()
	other := fixture.NewProject("other")
	f.WriteEntities(other)
	makes := func(ctx context.Context, want graph.Code, projectIDs ...string) {
		f.Helper()
		key := newKey("agent's", "agent", projectIDs...)
		key.CreatedBy = graph.ActorFrom(ctx).ID
		f.WantCode("make a key", f.Store.SaveKey(ctx, key, []byte("secret")), want)
	}
	for _, access := range []graph.Access{graph.AccessRead, graph.AccessWrite} {
		f.GrantBob(project, access)
		makes(f.Bob, graph.CodeForbidden, project.ID)
	}
	f.GrantBob(project, graph.AccessAdmin)
	makes(f.Bob, graph.CodeForbidden)                       // of all projects of the agent
	makes(f.Bob, graph.CodeForbidden, project.ID, other.ID) // bob is not a member of the other
	makes(f.Bob, graph.CodeForbidden, graph.ID("absent"))
	if got, err := f.Store.Members(f.Ann, project.ID, all); err != nil || len(got) != 2 {
		f.Errorf("after refused keys: got %v, %v", got, err)
	}
	makes(f.Bob, "none", project.ID)
	if got := sees(fixture.As("agent"), f, project, task); got != everything {
		f.Errorf("the agent sees %s", got)
	}
	if found, err := f.Store.FindKey(context.Background(), []byte("secret")); err != nil || found.Actor.Name != "agent" {
		f.Errorf("got %+v, %v", found, err)
	}
	_, err := f.Store.Write(fixture.As("agent"), &graph.Batch{Entities: []graph.Entity{fixture.NewTask(project.ID, "of the agent")}})
	f.WantCode("write as the agent", err, "none")
}

// keyNames returns the names of the keys that an actor may list.
func keyNames(ctx context.Context, f *fixture.F) string {
	f.Helper()
	list, err := f.Store.Keys(ctx, all)
	if err != nil {
		f.Error(err)
	}
	names := make([]string, len(list))
	for i := range list {
		names[i] = list[i].Name
	}
	slices.Sort(names)
	return fmt.Sprint(names)
}

// actors tests which actors may list and change actors, and that those who sign
// in have a name.
func actors(f *fixture.F) {
	for _, ctx := range []context.Context{f.Bob, fixture.As(""), fixture.WithKey("ann", graph.ScopeWrite)} {
		_, err := f.Store.SaveActor(ctx, graph.ActorChange{ID: "carol", Called: "Carol"})
		f.WantCode("save", err, graph.CodeForbidden)
		_, err = f.Store.Actors(ctx, all)
		f.WantCode("list", err, graph.CodeForbidden)
	}
	for _, step := range []struct {
		change graph.ActorChange
		want   graph.Actor
	}{
		{graph.ActorChange{ID: "bob", Called: "bob"}, graph.Actor{Name: "bob", Kind: graph.ActorPerson}},
		{
			graph.ActorChange{ID: "bob", Called: "bob", Admin: new(true), Kind: new(graph.ActorAgent)},
			graph.Actor{Name: "bob", Kind: graph.ActorAgent, Admin: true},
		},
		{graph.ActorChange{ID: "bob", Called: "bob", Name: new("Bob")}, graph.Actor{Name: "Bob", Kind: graph.ActorAgent, Admin: true}},
		{
			graph.ActorChange{ID: "bob", Called: "bob", Kind: new(graph.ActorPerson)},
			graph.Actor{Name: "Bob", Kind: graph.ActorPerson, Admin: true},
		},
	} {
		step.want.ID = graph.ID("bob")
		f.Now = f.Now.Add(time.Second)
		if saved, err := f.Store.SaveActor(f.Ann, step.change); err != nil || *saved != step.want {
			f.Fatalf("got %+v, %v, want %+v", saved, err, step.want)
		}
	}
	f.Store.SignedIn(graph.Actor{ID: graph.ID("bob"), Name: "Robert", Kind: graph.ActorPerson}, fixture.Start)
	f.Store.SignedIn(graph.Actor{ID: graph.ID("carol"), Name: "Carol", Kind: graph.ActorPerson}, fixture.Start)
	if _, err := f.Store.Audit(f.Bob, 1); err != nil { // stores the ledger
		f.Fatal(err)
	}
	got, err := f.Store.Actors(f.Bob, all)
	want := fmt.Sprint([]graph.Actor{
		{ID: graph.ID("carol"), Name: "Carol", Kind: graph.ActorPerson}, {
			ID: graph.ID("bob"), Name: "Robert", Kind: graph.ActorPerson, Admin: true,
		},
	})
	if err != nil || fmt.Sprint(got) != want {
		f.Errorf("got %v, %v, want %s", got, err, want)
	}
}

// spans tests pages of members from both ends. Two members have the same name,
// and one has none.
func spans(f *fixture.F) {
	project, _ := f.Secret()
	for name, called := range map[string]string{"bob": "Bert", "carol": "Bert", "dave": "Zoe", "erin": ""} {
		if err := f.Store.Grant(f.Ann, project.ID, name, graph.AccessRead); err != nil {
			f.Fatal(err)
		}
		if called == "" {
			continue
		}
		if _, err := f.Store.SaveActor(f.Ann, graph.ActorChange{ID: name, Called: called}); err != nil {
			f.Fatal(err)
		}
	}
	list, err := f.Store.Members(f.Ann, project.ID, all)
	if err != nil || len(list) != 5 || list[4].Actor.Name != "Zoe" || list[2].Actor.Name+list[3].Actor.Name != "BertBert" ||
		list[2].Actor.ID > list[3].Actor.ID {
		f.Fatalf("got %+v, %v", list, err)
	}
	for from := -1; from < len(list); from++ {
		for to := from + 1; to <= len(list); to++ {
			span(f, project.ID, list, from, to)
		}
	}
}

// span compares pages of at most two members, from both ends, with the part of
// the list between two positions.
func span(f *fixture.F, projectID string, list []graph.Member, from, to int) {
	at := func(i int) *lists.Position {
		if i < 0 || i >= len(list) {
			return nil
		}
		return &lists.Position{Name: list[i].Actor.Name, ID: list[i].Actor.ID}
	}
	between := list[from+1 : to]
	for last, want := range map[bool][]graph.Member{false: between[:min(2, len(between))], true: between[max(0, len(between)-2):]} {
		got, err := f.Store.Members(f.Ann, projectID, lists.Span{After: at(from), Before: at(to), Limit: 2, Last: last})
		if err != nil || fmt.Sprint(got) != fmt.Sprint(want) {
			f.Errorf("after %d, before %d, last %v: got %v, %v, want %v", from, to, last, got, err, want)
		}
	}
}

// transactions tests that a change of access with a repeated client id is made
// once and returns the stored result, and that a failed one stores nothing.
func transactions(f *fixture.F) {
	project, _ := f.Secret()
	ran := 0
	do := func(ctx context.Context, hash string, level graph.Access, failed error) (graph.JSON, error) {
		return f.Store.Transact(ctx, graph.Once{ClientID: "c", Hash: []byte(hash)}, func(ctx context.Context, store access.Store) error {
			ran++
			return errors.Join(store.Grant(ctx, project.ID, "bob", level), failed)
		}, func() graph.JSON { return graph.JSON(`{"a":1}`) })
	}
	wrong := errors.New("wrong")
	if _, err := do(f.Ann, "x", graph.AccessWrite, wrong); !errors.Is(err, wrong) {
		f.Errorf("got %v", err)
	}
	if one, err := f.Store.Member(f.Ann, project.ID, "bob"); one != nil || err != nil {
		f.Errorf("after a failure: got %v, %v", one, err)
	}
	first, err := do(f.Ann, "x", graph.AccessWrite, nil)
	again, err2 := do(f.Ann, "x", graph.AccessRead, nil)
	if err != nil || err2 != nil || first != nil || string(again) != `{"a":1}` && string(again) != `{"a": 1}` || ran != 2 {
		f.Errorf("got %s, %v, then %s, %v; ran %d times", first, err, again, err2, ran)
	}
	if one, err := f.Store.Member(f.Ann, project.ID, "bob"); err != nil || one.Access != graph.AccessWrite {
		f.Errorf("got %v, %v", one, err)
	}
	_, err = do(f.Ann, "y", graph.AccessRead, nil)
	f.WantCode("another input", err, graph.CodeBadUserInput)
	_, err = do(f.Bob, "x", graph.AccessRead, nil)
	f.WantCode("another actor", err, graph.CodeForbidden)
	_, err = do(fixture.As(""), "x", graph.AccessRead, nil)
	f.WantCode("nobody", err, graph.CodeUnauthenticated)
	_, err = do(fixture.WithKey("ann", graph.ScopeRead), "x", graph.AccessRead, nil)
	f.WantCode("a key for reading", err, graph.CodeForbidden)
}

// memberList tests which actors see the members of a project.
func memberList(f *fixture.F) {
	project, _ := f.Secret()
	f.GrantBob(project, graph.AccessRead)
	for name, want := range map[string]int{"ann": 2, "bob": 2, "carol": 0, "": 0} {
		got, err := f.Store.Members(fixture.As(name), project.ID, all)
		if len(got) != want || (err == nil) != (want > 0) {
			f.Errorf("%q sees %v, %v, want %d members", name, got, err, want)
		}
		if want == 0 {
			f.WantCode("members", err, graph.CodeNotFound)
		}
		if one, err := f.Store.Member(fixture.As(name), project.ID, "bob"); err != nil || (one != nil) != (want > 0) {
			f.Errorf("%q sees %v, %v", name, one, err)
		}
	}
}

// lastAdmin tests that the last admin of a project cannot be removed.
func lastAdmin(f *fixture.F) {
	project, _ := f.Secret()
	ann := graph.ID("ann")
	for _, access := range []graph.Access{"", graph.AccessRead, graph.AccessWrite} {
		f.WantCode("the last admin", f.Store.Grant(f.Ann, project.ID, ann, access), graph.CodeConflict)
	}
	f.GrantBob(project, graph.AccessAdmin)
	f.WantCode("no member", f.Store.Grant(f.Ann, project.ID, graph.ID("carol"), ""), graph.CodeNotFound)
	f.WantCode("one of two admins", f.Store.Grant(f.Ann, project.ID, ann, ""), "none")
	f.WantCode("the last admin", f.Store.Grant(f.Bob, project.ID, graph.ID("bob"), graph.AccessRead), graph.CodeConflict)
}

// audited tests that denials and changes of access have an audit entry each,
// and that a denied write runs as many statements as one to an unknown project.
func audited(f *fixture.F) {
	project, _ := f.Secret()
	f.GrantBob(project, graph.AccessRead)
	before := f.Counter.Total()
	f.WantCode("write", tryWrite(f, graph.Batch{Entities: []graph.Entity{fixture.NewTask(project.ID, "no")}}), graph.CodeForbidden)
	denied := f.Counter.Total() - before
	before = f.Counter.Total()
	f.WantCode("write", tryWrite(f, graph.Batch{Entities: []graph.Entity{fixture.NewTask(graph.ID("absent"), "no")}}), graph.CodeNotFound)
	if unknown := f.Counter.Total() - before; denied != unknown {
		f.Errorf("a denial takes %d statements, and an unknown project %d", denied, unknown)
	}
	f.Now = f.Now.Add(time.Hour)
	f.WantCode("grant", f.Store.Grant(f.Bob, project.ID, "carol", graph.AccessRead), graph.CodeForbidden)
	entries, err := f.Store.Audit(f.Ann, 10)
	if err != nil {
		f.Fatal(err)
	}
	var got []string
	for _, e := range entries {
		got = append(got, fmt.Sprintf("%s %s %s %d", e.Action, e.Code, e.ActorID[:4], e.Count))
	}
	slices.Sort(got)
	ann, bob := graph.ID("ann")[:4], graph.ID("bob")[:4]
	want := []string{"grant  " + ann + " 1", "grant FORBIDDEN " + bob + " 1", "write FORBIDDEN " + bob + " 1", "write NOT_FOUND " + bob + " 1"}
	if !slices.Equal(got, want) {
		f.Errorf("got %q, want %q", got, want)
	}
	_, err = f.Store.Audit(f.Bob, 10)
	f.WantCode("the audit by one who does not administer", err, graph.CodeForbidden)
	if pruned, err := f.Store.Prune(context.Background(), history.Retention{Audit: f.Now.Add(-time.Second)}); err != nil || pruned.Audit != 3 {
		f.Errorf("pruned %+v, %v", pruned, err)
	}
	if entries, err := f.Store.Audit(f.Ann, 10); err != nil || len(entries) != 2 {
		f.Errorf("after pruning: got %v, %v, want the two denials of this hour", entries, err)
	}
}
