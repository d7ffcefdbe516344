package query

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"

	"dossier/graph"
)

// State identifies everything that the actor may read: as long as it is the
// same, so are the answers to questions at the same time. It takes two
// statements. With an embedder it is "", as vectors come in without a revision.
func (s *Service) State(ctx context.Context) (string, error) {
	if s.embedding != nil {
		return "", nil
	}
	revisions, err := s.store.Revisions(ctx, nil)
	if err != nil {
		return "", err
	}
	types, err := s.store.RecordTypes(ctx)
	if err != nil {
		return "", err
	}
	sum := sha256.New()
	for _, state := range []any{graph.ActorFrom(ctx), revisions, types} {
		if err := json.NewEncoder(sum).Encode(state); err != nil {
			return "", fmt.Errorf("identify the state: %w", err)
		}
	}
	return hex.EncodeToString(sum.Sum(nil)), nil
}
