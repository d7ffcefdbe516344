package access_test

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"dossier/graph"
	"dossier/graph/access"
	"dossier/graph/graphtest"
	"dossier/graph/lists"
)

var now = time.Date(2026, 11, 18, 12, 0, 0, 0, time.UTC)

// A memory is a store that refuses nothing. The contract of the real stores is in
// package dbtest.
type memory struct {
	access.Store
	actors  map[string]graph.Actor
	keys    map[string]graph.APIKey
	hashes  map[string]string // of keys, by id
	members map[[2]string]graph.Access
	results map[string]graph.JSON // of mutations, by the client's ids
	changes int
}

func newMemory() *memory {
	return &memory{
		actors: map[string]graph.Actor{}, keys: map[string]graph.APIKey{}, hashes: map[string]string{},
		members: map[[2]string]graph.Access{}, results: map[string]graph.JSON{},
	}
}

func (m *memory) Transact(ctx context.Context, once graph.Once, do func(context.Context, access.Store) error,
	result func() graph.JSON) (graph.JSON, error) {
	if known, is := m.results[once.ClientID]; is && once.ClientID != "" {
		return known, nil
	}
	m.changes++
	if err := do(ctx, m); err != nil {
		return nil, err
	}
	m.results[once.ClientID] = result()
	return nil, nil
}

func (m *memory) SaveActor(_ context.Context, change graph.ActorChange) (*graph.Actor, error) {
	actor := graph.Actor{ID: change.ID, Name: graph.Or(change.Name, change.Called)}
	m.actors[change.ID] = actor
	return &actor, nil
}

func (m *memory) Actors(_ context.Context, span lists.Span) ([]graph.Actor, error) {
	compare := func(a graph.Actor, b lists.Position) int {
		return cmp.Or(cmp.Compare(a.Name, b.Name), cmp.Compare(a.ID, b.ID))
	}
	list := slices.SortedFunc(maps.Values(m.actors), func(a, b graph.Actor) int { return compare(a, lists.Position{Name: b.Name, ID: b.ID}) })
	list = slices.DeleteFunc(list, func(a graph.Actor) bool {
		return span.After != nil && compare(a, *span.After) <= 0 || span.Before != nil && compare(a, *span.Before) >= 0
	})
	n := min(span.Limit, len(list))
	if span.Last {
		return list[len(list)-n:], nil
	}
	return list[:n], nil
}

func (m *memory) Grant(_ context.Context, projectID, actorID string, given graph.Access) error {
	m.members[[2]string{projectID, actorID}] = given
	if given == "" {
		delete(m.members, [2]string{projectID, actorID})
	}
	return nil
}

func (m *memory) Member(_ context.Context, projectID, actorID string) (*graph.Member, error) {
	given, is := m.members[[2]string{projectID, actorID}]
	if !is {
		return nil, nil
	}
	return &graph.Member{Actor: graph.Actor{ID: actorID}, Access: given}, nil
}

func (m *memory) SaveKey(_ context.Context, key *graph.APIKey, hash []byte) error {
	m.keys[key.ID], m.hashes[key.ID] = *key, string(hash)
	return nil
}

func (m *memory) Key(_ context.Context, id string) (*graph.APIKey, error) {
	key, is := m.keys[id]
	if !is {
		return nil, nil
	}
	return &key, nil
}

// serve returns a service whose random texts are numbered, and the context of an actor.
func serve() (*access.Service, *memory, context.Context) {
	store, n := newMemory(), 0
	service := &access.Service{Store: store, Now: func() time.Time { return now }, Random: func() string {
		n++
		return fmt.Sprint("random", n)
	}}
	return service, store, graph.WithActor(context.Background(), graph.Actor{ID: graph.ActorID("ann"), Name: "Ann"})
}

// TestWrongInput checks that bad input is refused with the name of the argument, and
// that none of it reaches the store.
func TestWrongInput(t *testing.T) {
	service, store, ctx := serve()
	project, long := graph.ID("p"), strings.Repeat("x", 201)
	read := []graph.Scope{graph.ScopeRead}
	key := func(in access.KeyInput) error { _, err := service.CreateKey(ctx, in, ""); return err }
	actor := func(in access.ActorInput) error { _, err := service.SaveActor(ctx, in, ""); return err }
	member := func(in access.MemberInput) error { _, err := service.SetMember(ctx, in, ""); return err }
	for name, test := range map[string]struct {
		err      error
		argument string
	}{
		"a key without scopes":         {key(access.KeyInput{}), "input.scopes"},
		"a scope that does not exist":  {key(access.KeyInput{Scopes: []graph.Scope{"read", "admin"}}), "input.scopes"},
		"a key of no project":          {key(access.KeyInput{Scopes: read, ProjectIDs: []string{}}), "input.projectIds"},
		"a key of too many":            {key(access.KeyInput{Scopes: read, ProjectIDs: make([]string, lists.MaxPage+1)}), "input.projectIds"},
		"a project without an id":      {key(access.KeyInput{Scopes: read, ProjectIDs: []string{project, "?"}}), "input.projectIds"},
		"a key that has expired":       {key(access.KeyInput{Scopes: read, ExpiresAt: &now}), "input.expiresAt"},
		"a key without a name":         {key(access.KeyInput{Scopes: read, Name: new(" \u200b")}), "input.name"},
		"a key of nobody":              {key(access.KeyInput{Scopes: read, Actor: new("")}), "input.actor"},
		"a key of the program":         {key(access.KeyInput{Scopes: read, Actor: &graph.ServiceActor.ID}), "input.actor"},
		"an actor without a name":      {actor(access.ActorInput{Actor: "bo", Name: new("")}), "input.name"},
		"an actor with a long subject": {actor(access.ActorInput{Actor: long}), "input.actor"},
		"a member of no project":       {member(access.MemberInput{ProjectID: "?", Actor: "bo"}), "input.projectId"},
		"a member that is nobody":      {member(access.MemberInput{ProjectID: project, Actor: "\t"}), "input.actor"},
	} {
		var known *graph.Error
		if !errors.As(test.err, &known) || known.Code != graph.CodeBadUserInput || known.Argument != test.argument {
			t.Errorf("%s: got %v, want an error about %s", name, test.err, test.argument)
		}
	}
	if _, err := service.CreateKey(graph.WithActor(ctx, graph.Actor{}), access.KeyInput{Scopes: read},
		""); graph.CodeOf(err) != graph.CodeUnauthenticated {
		t.Errorf("a key made by nobody: %v", err)
	}
	if store.changes > 0 {
		t.Errorf("%d changes reached the store", store.changes)
	}
}

// TestKeys checks what is stored of a key, and that its secret is not.
func TestKeys(t *testing.T) {
	service, store, ctx := serve()
	one, two := graph.ID("one"), graph.ID("two")
	in := access.KeyInput{
		Actor: new("agent"), Scopes: []graph.Scope{graph.ScopeRead, graph.ScopeWrite}, ProjectIDs: []string{two, one, strings.ToUpper(two)},
		ExpiresAt: new(now.Add(time.Second)),
	}
	made := graphtest.Must(service.CreateKey(ctx, in, "client"))(t)
	if made.Secret == nil || !strings.HasPrefix(*made.Secret, access.KeyPrefix) {
		t.Fatalf("the secret is %v", made.Secret)
	}
	stored := store.keys[made.Key.ID]
	if want := slices.Sorted(slices.Values([]string{one, two})); !slices.Equal(stored.ProjectIDs, want) {
		t.Errorf("projects %q, want %q", stored.ProjectIDs, want)
	}
	if stored.Name != "agent" || stored.Actor.ID != graph.ActorID("agent") || stored.Actor.Kind != graph.ActorAgent ||
		stored.CreatedBy != graph.ActorID("ann") {
		t.Errorf("stored %+v", stored)
	}
	if store.hashes[made.Key.ID] != string(access.Hash(*made.Secret)) {
		t.Error("the hash is not that of the secret")
	}
	everything := graph.EncodeJSON([]any{store.keys, store.hashes, store.results})
	if strings.Contains(everything, strings.TrimPrefix(*made.Secret, access.KeyPrefix)) {
		t.Errorf("the secret %s is stored: %s", *made.Secret, everything)
	}
	again := graphtest.Must(service.CreateKey(ctx, in, "client"))(t)
	if again.Secret != nil || again.Key.ID != made.Key.ID || len(store.keys) != 1 {
		t.Errorf("again with the same client's id: %+v, %d keys", again, len(store.keys))
	}
	if other := graphtest.Must(service.CreateKey(ctx, in, ""))(t); other.Key.ID == made.Key.ID || *other.Secret == *made.Secret {
		t.Error("two keys are the same")
	}
	if bytes.Equal(access.Hash("a"), access.Hash("b")) {
		t.Error("two secrets have the same hash")
	}
}

// TestMembers checks that removing a member returns what it was.
func TestMembers(t *testing.T) {
	service, store, ctx := serve()
	in := access.MemberInput{ProjectID: graph.ID("p"), Actor: "bo", Access: graph.AccessWrite}
	set := graphtest.Must(service.SetMember(ctx, in, ""))(t)
	removed := graphtest.Must(service.RemoveMember(ctx, access.MemberTarget{ProjectID: in.ProjectID, Actor: in.Actor}, ""))(t)
	if set.Access != graph.AccessWrite || removed == nil || removed.Access != graph.AccessWrite || len(store.members) != 0 {
		t.Errorf("set %+v, removed %+v; %d members remain", set, removed, len(store.members))
	}
	local := graphtest.Must(service.SetMember(ctx, access.MemberInput{ProjectID: in.ProjectID, Actor: "local", Access: graph.AccessRead},
		""))(t)
	if local.Actor.ID != graph.LocalActor.ID {
		t.Errorf("local is %s, want the local actor", local.Actor.ID)
	}
}

// TestPages checks that the pages of a list are all of it, each item once and in order,
// from either end and with pages of any size.
func TestPages(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		service, store, ctx := serve()
		for i := range rapid.IntRange(0, 9).Draw(t, "actors") {
			name := rapid.SampledFrom([]string{"Ann", "Bo", "", "é"}).Draw(t, "name")
			id := graph.ID(fmt.Sprint(i))
			store.actors[id] = graph.Actor{ID: id, Name: name}
		}
		limit, last := rapid.IntRange(1, 4).Draw(t, "limit"), rapid.Bool().Draw(t, "last")
		all, err := store.Actors(ctx, lists.Span{Limit: len(store.actors)})
		if err != nil {
			t.Fatal(err)
		}
		var found []graph.Actor
		var cursor *string
		for pages := 0; ; pages++ {
			first, after, end, before := &limit, cursor, (*int)(nil), (*string)(nil)
			if last {
				first, after, end, before = nil, nil, &limit, cursor
			}
			span, err := lists.NewSpan(first, after, end, before)
			if err != nil {
				t.Fatal(err)
			}
			page, err := service.Actors(ctx, span)
			if err != nil {
				t.Fatal(err)
			}
			info := page.PageInfo()
			more, back := info.HasNextPage, info.HasPreviousPage
			found = append(found, page.Nodes...)
			cursor = info.EndCursor
			if last {
				more, back, cursor = back, more, info.StartCursor
				found = append(slices.Clone(page.Nodes), found[:len(found)-len(page.Nodes)]...)
			}
			if len(page.Nodes) > limit || back != (pages > 0) || len(page.Edges()) != len(page.Nodes) {
				t.Fatalf("page %d has %d of at most %d items, and one before it: %t", pages, len(page.Nodes), limit, back)
			}
			if more != (len(found) < len(all)) {
				t.Fatalf("%d of %d are found; more: %t", len(found), len(all), more)
			}
			if !more {
				break
			}
		}
		if !slices.Equal(found, all) {
			t.Fatalf("pages have %v, the list has %v", found, all)
		}
	})
}
