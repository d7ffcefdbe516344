package query

import (
	"context"
	"fmt"
	"strings"

	"dossier/graph"
	"dossier/graph/contextdoc"
	"dossier/graph/lens"
)

// Context returns the context document for in.
func (s *Service) Context(ctx context.Context, in contextdoc.Input) (*contextdoc.Document, error) {
	ctx, end := s.called(ctx, "context")
	defer end()
	d, err := s.documents.Write(ctx, in)
	if err != nil {
		return nil, fmt.Errorf("write context document: %w", err)
	}
	if s.onDocument != nil {
		s.onDocument(d, strings.ToLower(graph.Or(in.Lens, lens.Default)))
	}
	return d, nil
}
