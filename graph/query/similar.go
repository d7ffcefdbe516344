package query

import (
	"context"

	"dossier/graph/projects"
	"dossier/graph/similarity"
)

// A SemanticStatus says whether meaning was compared, beside words.
type SemanticStatus string

// The statuses of a semantic search.
const (
	SemanticOff         SemanticStatus = "OFF"
	SemanticOn          SemanticStatus = "ON"
	SemanticUnavailable SemanticStatus = "UNAVAILABLE"
)

// similar returns the similarity of entities to topics or starts; nil unless
// the status is ON. That the embedder fails is no error: words alone answer, and
// the job that makes vectors logs the cause.
func (s *Service) similar(ctx context.Context, set projects.Set, topics, starts []string) (similarity.Func, SemanticStatus, error) {
	if s.questions == nil {
		return nil, SemanticOff, nil
	}
	similar, err := s.questions.Compare(ctx, topics, starts, set.VectorOf())
	if err != nil {
		return nil, SemanticUnavailable, ctx.Err()
	}
	return similar, SemanticOn, nil
}
