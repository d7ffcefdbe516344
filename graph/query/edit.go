package query

import (
	"context"

	"dossier/graph/edit"
	"dossier/graph/searchtext"
)

// Apply makes the changes of a request: all of them or none.
func (s *Service) Apply(ctx context.Context, request edit.Request) (*edit.Result, error) {
	editor := &edit.Editor{Store: s.store, NewID: s.newID, Analyse: searchtext.Analyse}
	return editor.Apply(ctx, request)
}
