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

// statesKept bounds the remembered states, one for each actor, at 300 bytes. By
// eye.
const statesKept = 10_000

// states remembers the states of actors at the last moment of the store: reading
// one takes as long as the actor may read projects.
type states struct {
	mu      sync.Mutex
	moment  string
	byActor map[string]string // by the hash of the actor
}

// at returns the state of an actor at a moment, "" if it is not known.
func (s *states) at(moment, actor string) string {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.moment != moment {
		return ""
	}
	return s.byActor[actor]
}

// keep remembers a state that was read after a moment. Those of other moments
// are of no use any more.
func (s *states) keep(moment, actor, state string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.moment != moment || len(s.byActor) >= statesKept {
		s.moment, s.byActor = moment, map[string]string{}
	}
	s.byActor[actor] = state
}

// State identifies everything that the actor may read: as long as it is the
// same, so are the answers to questions at the same time. It takes two
// statements, and one more on a store that can say whether anything was written
// since: then only that one is needed until something was. With an embedder it is
// "", as vectors come in without a revision.
func (s *Service) State(ctx context.Context) (string, error) {
	if s.embedding != nil {
		return "", nil
	}
	actor, err := identify(graph.ActorFrom(ctx))
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
	if state := s.states.at(moment, actor); state != "" {
		return state, nil
	}
	state, err := s.readState(ctx, actor)
	if err == nil {
		s.states.keep(moment, actor, state)
	}
	return state, err
}

// readState reads the state of an actor.
func (s *Service) readState(ctx context.Context, actor string) (string, error) {
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
