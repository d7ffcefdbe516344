package query

import (
	"context"
	"fmt"

	"dossier/graph/contextdoc"
)

// Context returns the context document for in.
func (s *Service) Context(ctx context.Context, in contextdoc.Input) (*contextdoc.Document, error) {
	d, err := s.documents.Write(ctx, in)
	if err != nil {
		return nil, fmt.Errorf("write context document: %w", err)
	}
	return d, nil
}
