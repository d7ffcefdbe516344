package query

import (
	"context"

	"dossier/graph"
	"dossier/graph/edit"
	"dossier/graph/searchtext"
)

// An editing makes changes.
type editing struct {
	*base
	newID func() string
}

// Apply makes all changes of a request, or none.
func (s *editing) Apply(ctx context.Context, request edit.Request) (*edit.Result, error) {
	ctx, end := s.called(ctx, "apply")
	defer end()
	return s.editor().Apply(ctx, request)
}

// Repeated returns the result of an earlier request with the ClientID of one whose
// changes could not be read, nil if there is none.
func (s *editing) Repeated(ctx context.Context, request edit.Request) (*edit.Result, error) {
	return s.editor().Repeated(ctx, request)
}

// ChangeType creates, changes or deletes a record type; see
// [edit.Editor.ChangeType].
func (s *editing) ChangeType(ctx context.Context, change edit.TypeChange, clientID string) (*graph.RecordType, error) {
	return s.editor().ChangeType(ctx, change, clientID)
}

func (s *editing) editor() *edit.Editor {
	return &edit.Editor{Store: s.store, NewID: s.newID, Now: s.now, Analyse: searchtext.Analyse}
}
