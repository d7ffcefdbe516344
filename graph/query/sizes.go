package query

import (
	"context"
	"strings"
	"sync"
	"time"

	"dossier/graph"
)

// sizesKept is the time for which the sizes of a project are remembered, and
// sizesHeld the maximum number of actors and projects. Both by eye: prices need
// not be newer, and each takes 500 bytes.
const (
	sizesKept = time.Minute
	sizesHeld = 10_000
)

// allEntities is the name of all kinds together in sizes.
const allEntities = "ENTITY"

// sizes remembers the sizes of projects by actor, because each actor may read
// other projects.
type sizes struct {
	store Store
	now   func() time.Time

	mu   sync.Mutex
	held map[sizesKey]heldSizes
}

type sizesKey struct {
	by        finding // without an id
	projectID string
}

type heldSizes struct {
	byKind map[string]int
	until  time.Time
}

// Sizes returns the numbers of entities of a project by kind in capitals, and of
// all kinds as ENTITY; those of all projects that the actor may read if the id is
// "" or is not a whole id. They may be a minute old.
func (s *sizes) Sizes(ctx context.Context, projectID string) (map[string]int, error) {
	if !graph.IsUUID(projectID) {
		projectID = ""
	}
	who := graph.ActorFrom(ctx)
	key, now := sizesKey{foundBy(&who), strings.ToLower(projectID)}, s.now()
	if byKind := s.at(key, now); byKind != nil {
		return byKind, nil
	}
	found, err := s.store.Sizes(ctx, key.projectID)
	if err != nil {
		return nil, err
	}
	byKind := make(map[string]int, len(found))
	for kind, n := range found {
		byKind[strings.ToUpper(string(kind))] = n
	}
	byKind[allEntities] = found[""]
	s.keep(key, heldSizes{byKind, now.Add(sizesKept)})
	return byKind, nil
}

// at returns the sizes with a key, nil if they are unknown or too old.
func (s *sizes) at(key sizesKey, now time.Time) map[string]int {
	s.mu.Lock()
	defer s.mu.Unlock()
	if held := s.held[key]; now.Before(held.until) {
		return held.byKind
	}
	return nil
}

// keep remembers sizes. It forgets all others if there are too many.
func (s *sizes) keep(key sizesKey, one heldSizes) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.held == nil || len(s.held) >= sizesHeld {
		s.held = map[sizesKey]heldSizes{}
	}
	s.held[key] = one
}
