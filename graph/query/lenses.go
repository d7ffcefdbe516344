package query

import (
	"dossier/graph/lens"
	"dossier/graph/lensfile"
	"dossier/graph/view"
)

// A lensList has the lenses and views in use.
type lensList struct {
	lensfile.File
	edition int64
}

// Lenses returns the lenses of context documents.
func (s *Service) Lenses() []lens.Lens { return s.lenses.Load().Lenses }

// Views returns the views that questions may ask for.
func (s *Service) Views() []view.View { return s.lenses.Load().Views }

// SetLenses replaces the lenses and views, for later requests.
func (s *Service) SetLenses(read lensfile.File) {
	next := &lensList{File: read}
	if before := s.lenses.Load(); before != nil {
		next.edition = before.edition + 1
	}
	s.lenses.Store(next)
}

// Edition returns a number that changes with the lenses and views.
func (s *Service) Edition() int64 { return s.lenses.Load().edition }
