package query

import (
	"context"
	"testing"

	"dossier/graph"
	"dossier/graph/lensfile"
)

// A momentStore is a store that counts reads of the revisions.
type momentStore struct {
	Store
	moment string
	number int64
	reads  int
}

func (s *momentStore) Moment(context.Context) (string, error) { return s.moment, nil }

func (s *momentStore) Revisions(context.Context, []string) ([]graph.Revision, error) {
	s.reads++
	return []graph.Revision{{ProjectID: "p", Number: s.number}}, nil
}

func (s *momentStore) RecordTypes(context.Context) ([]graph.RecordType, error) { return nil, nil }

// TestStateIsReadAfterWrites gets the states of two actors before and after
// writes, some of them to other projects.
func TestStateIsReadAfterWrites(t *testing.T) {
	store := &momentStore{}
	lenses := newLensSet(Options{})
	service := &states{store: store, edition: lenses.Edition}
	lastState := ""
	for i, step := range []struct {
		moment, actor string
		number        int64
		reads         int
		same          bool // whether the state is the previous one
	}{
		{"1", "ann", 1, 1, false},
		{"1", "ann", 1, 0, true},
		{"1", "bob", 1, 1, false},
		{"1", "bob", 1, 0, true},
		{"1", "ann", 1, 0, false},
		{"2", "ann", 1, 1, true}, // another project was written
		{"3", "ann", 2, 1, false},
		{"3", "ann", 2, 0, true},
		{"", "ann", 2, 1, true}, // a store without moments
		{"", "ann", 2, 1, true},
	} {
		store.moment, store.number = step.moment, step.number
		before, reads := lastState, store.reads
		state, err := service.State(graph.WithActor(t.Context(), graph.Actor{ID: step.actor}))
		if err != nil || state == "" || store.reads-reads != step.reads || (state == before) != step.same {
			t.Errorf("step %d: %q after %q with %d reads, %v; want %+v", i, state, before, store.reads-reads, err, step)
		}
		lastState = state
	}
}

// TestStateOfLenses checks that answers by other lenses are not taken for unchanged.
func TestStateOfLenses(t *testing.T) {
	store := &momentStore{}
	lenses := newLensSet(Options{})
	service := &states{store: store, edition: lenses.Edition}
	ctx := graph.WithActor(t.Context(), graph.Actor{ID: "ann"})
	before, err := service.State(ctx)
	lenses.SetLenses(lensfile.File{})
	after, failed := service.State(ctx)
	if err != nil || failed != nil || before == after {
		t.Errorf("%q after %q, %v, %v", after, before, err, failed)
	}
}
