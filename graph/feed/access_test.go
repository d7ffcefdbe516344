package feed_test

import (
	"context"
	"strings"
	"testing"

	"dossier/db/storetest"
	"dossier/graph"
	"dossier/graph/feed"
)

// TestMembership checks that the subscriptions of an actor end with its
// membership, and those of others do not.
func TestMembership(t *testing.T) {
	store, f := open(t)
	ann, other := within(t, graph.LocalActor), within(t, bob)
	if _, err := f.Subscribe(other, gardenID, nil); graph.CodeOf(err) != graph.CodeNotFound {
		t.Errorf("before the membership: %v", err)
	}
	grant(ann, t, store, graph.AccessRead)
	mine, his := subscribe(ann, t, f, nil), subscribe(other, t, f, nil)
	rename(t, store, "b")
	for _, s := range []*feed.Subscription{mine, his} {
		if got, want := take(ann, t, s, 2), `2.0 resync, 2.1 updated "b"`; got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
	grant(ann, t, store, "")
	rename(t, store, "secret")
	if got, want := take(other, t, his, 1), "no project with id "+gardenID; got != want {
		t.Errorf("after the membership: got %s, want %s", got, want)
	}
	if got, want := take(ann, t, mine, 1), `3.1 updated "secret"`; got != want {
		t.Errorf("the other one: got %s, want %s", got, want)
	}
}

func grant(ctx context.Context, t *testing.T, store *storetest.Store, access graph.Access) {
	t.Helper()
	if err := store.Grant(ctx, gardenID, bob.ID, access); err != nil {
		t.Fatal(err)
	}
}

// TestRevokedKeys checks that the subscriptions and watches of a key end when it
// is revoked, and those of the actor itself do not.
func TestRevokedKeys(t *testing.T) {
	store, f := open(t)
	owner := storetest.Context()
	key := &graph.APIKey{ID: graph.ID("key"), Name: "key", Actor: graph.LocalActor, Scopes: []graph.Scope{graph.ScopeRead},
		CreatedBy: graph.LocalActor.ID, CreatedAt: storetest.Now()}
	if err := store.SaveKey(owner, key, []byte("hash")); err != nil {
		t.Fatal(err)
	}
	keyed := graph.LocalActor
	keyed.Key = &graph.KeyGrant{ID: key.ID, Scopes: key.Scopes}
	ctx := within(t, keyed)
	subscription, other := subscribe(ctx, t, f, nil), subscribe(within(t, graph.LocalActor), t, f, nil)
	watch := f.Watch(ctx, nil)
	t.Cleanup(watch.Close)
	if err := watch.Next(ctx); err != nil {
		t.Fatal(err)
	}
	rename(t, store, "While the key is valid")
	take(ctx, t, subscription, 2)
	if err := watch.Next(ctx); err != nil {
		t.Fatal(err)
	}
	if err := store.RevokeKey(owner, key.ID); err != nil {
		t.Fatal(err)
	}
	if _, err := subscription.Next(ctx); graph.CodeOf(err) != graph.CodeUnauthenticated {
		t.Errorf("the subscription: got %v", err)
	}
	if err := watch.Next(ctx); graph.CodeOf(err) != graph.CodeUnauthenticated {
		t.Errorf("the watch: got %v", err)
	}
	rename(t, store, "After it")
	if got := take(within(t, graph.LocalActor), t, other, 3); !strings.Contains(got, "After it") {
		t.Errorf("the actor's own: got %s", got)
	}
}
