package query

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"sync"

	"dossier/graph"
)

// statesKept is the maximum number of remembered states, one for each actor, of
// 300 bytes each. By eye.
const statesKept = 10_000

// states remembers the states of actors at the last moment of the store,
// because the time for reading one grows with the number of projects that the
// actor may read.
type states struct {
	store   Store
	isOff   bool         // vectors may change without a revision
	edition func() int64 // of the lenses and views

	mu      sync.Mutex
	moment  string
	byActor map[string]string // by a hash of the actor
}

// at returns the state of an actor at a moment, "" if it is unknown.
func (s *states) at(moment, actor string) string {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.moment != moment {
		return ""
	}
	return s.byActor[actor]
}

// keep remembers a state that was read after a moment, and forgets those of
// other moments.
func (s *states) keep(moment, actor, state string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.moment != moment || len(s.byActor) >= statesKept {
		s.moment, s.byActor = moment, map[string]string{}
	}
	s.byActor[actor] = state
}

// State returns a text that identifies everything that the actor may read:
// while it is unchanged, so are the answers to requests at the same time. It
// runs two statements. If the store has moments, it runs one more, and only
// that one until something is written. With an embedder it returns "", because
// vectors change without a revision.
func (s *states) State(ctx context.Context) (string, error) {
	if s.isOff {
		return "", nil
	}
	actor, err := identify(graph.ActorFrom(ctx), s.edition())
	if err != nil {
		return "", err
	}
	moment, err := s.store.Moment(ctx)
	if err != nil {
		return "", err
	}
	if moment == "" {
		return s.readState(ctx, actor)
	}
	if state := s.at(moment, actor); state != "" {
		return state, nil
	}
	state, err := s.readState(ctx, actor)
	if err == nil {
		s.keep(moment, actor, state)
	}
	return state, err
}

// readState reads the state of an actor.
func (s *states) readState(ctx context.Context, actor string) (string, error) {
	revisions, err := s.store.Revisions(ctx, nil)
	if err != nil {
		return "", err
	}
	types, err := s.store.RecordTypes(ctx)
	if err != nil {
		return "", err
	}
	return identify(actor, revisions, types)
}

// identify returns a hash of values.
func identify(values ...any) (string, error) {
	sum := sha256.New()
	for _, value := range values {
		if err := json.NewEncoder(sum).Encode(value); err != nil {
			return "", fmt.Errorf("identify the state: %w", err)
		}
	}
	return hex.EncodeToString(sum.Sum(nil)), nil
}
