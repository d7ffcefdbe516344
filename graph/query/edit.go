package query

import (
	"context"

	"dossier/graph"
	"dossier/graph/edit"
	"dossier/graph/searchtext"
)

// Apply makes all changes of a request, or none.
func (s *Service) Apply(ctx context.Context, request edit.Request) (*edit.Result, error) {
	ctx, end := s.called(ctx, "apply")
	defer end()
	return s.editor().Apply(ctx, request)
}

// Repeated returns the result of an earlier request with the ClientID of one whose
// changes could not be read, nil if there is none.
func (s *Service) Repeated(ctx context.Context, request edit.Request) (*edit.Result, error) {
	return s.editor().Repeated(ctx, request)
}

// ChangeType creates, changes or deletes a record type; see
// [edit.Editor.ChangeType].
func (s *Service) ChangeType(ctx context.Context, change edit.TypeChange, clientID string) (*graph.RecordType, error) {
	return s.editor().ChangeType(ctx, change, clientID)
}

func (s *Service) editor() *edit.Editor {
	return &edit.Editor{Store: s.store, NewID: s.newID, Now: s.now, Analyse: searchtext.Analyse}
}
