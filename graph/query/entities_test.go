package query

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"dossier/graph"
)

// A kindStore is a store with one entity that records the refs of each read.
type kindStore struct {
	Store
	entity graph.Entity
	refs   [][]graph.Ref
}

func (s *kindStore) Entities(_ context.Context, refs []graph.Ref, _ graph.View) (map[string]graph.Entity, error) {
	s.refs = append(s.refs, refs)
	found := map[string]graph.Entity{}
	for _, ref := range refs {
		if self := s.entity.Self(); ref.ID == self.ID && (ref.Kind == "" || ref.Kind == self.Kind) {
			found[ref.ID] = s.entity
		}
	}
	return found, nil
}

// TestKindsAreRemembered reads an entity by its id alone, twice, and again
// after the database was replaced by one in which the id belongs to another
// kind.
func TestKindsAreRemembered(t *testing.T) {
	task, risk := &graph.Task{}, &graph.Risk{}
	task.ID, task.Kind = "a", graph.KindTask
	risk.ID, risk.Kind = "a", graph.KindRisk
	store := &kindStore{entity: task}
	service := &base{store: store}
	for _, step := range []struct {
		entity graph.Entity
		reads  []graph.Kind // the kind of the one ref of each read
	}{
		{task, []graph.Kind{""}},
		{task, []graph.Kind{graph.KindTask}},
		{risk, []graph.Kind{graph.KindTask, ""}},
		{risk, []graph.Kind{graph.KindRisk}},
	} {
		store.entity, store.refs = step.entity, nil
		found, err := service.Entities(t.Context(), []graph.Ref{{ID: "a"}}, graph.Light)
		if err != nil || found["a"] != step.entity {
			t.Errorf("found %v, %v; want the %s", found, err, step.entity.Self().Kind)
		}
		if len(store.refs) != len(step.reads) {
			t.Fatalf("%d reads, want %d", len(store.refs), len(step.reads))
		}
		for i, kind := range step.reads {
			if got := store.refs[i][0].Kind; got != kind {
				t.Errorf("read %d is of kind %q, want %q", i, got, kind)
			}
		}
	}
}

func TestKindsAreBounded(t *testing.T) {
	var m kindMemory
	for i := range kindsKept + 1 {
		m.add(&graph.Actor{}, graph.Ref{Kind: graph.KindTask, ID: fmt.Sprint(i)})
	}
	if len(m.kinds) > kindsKept {
		t.Errorf("%d kinds are remembered, at most %d are kept", len(m.kinds), kindsKept)
	}
}

// TestKindsAreOfAnActor checks that an id which another actor found is read like
// an unknown one: as often, and without its kind.
func TestKindsAreOfAnActor(t *testing.T) {
	task := &graph.Task{}
	task.ID, task.Kind = "a", graph.KindTask
	store := &kindStore{entity: task}
	service := &base{store: store}
	read := func(who graph.Actor, id string) string {
		store.refs = nil
		if _, err := service.Entities(graph.WithActor(t.Context(), who), []graph.Ref{{ID: id}}, graph.Light); err != nil {
			t.Error(err)
		}
		return strings.ReplaceAll(fmt.Sprint(store.refs), id, "ID")
	}
	ann := graph.Actor{ID: "ann"}
	for range 2 {
		read(ann, "a")
	}
	for _, who := range []graph.Actor{{ID: "bob"}, {ID: "ann", Key: &graph.KeyGrant{ID: "key"}}, {}} {
		if got, want := read(who, "a"), read(who, "unknown"); got != want {
			t.Errorf("%v: read %s for an id that another found, %s for an unknown one", who, got, want)
		}
	}
}
