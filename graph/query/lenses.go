package query

import "dossier/graph/lens"

// A lensList is the list of lenses in use.
type lensList struct {
	lenses  []lens.Lens
	edition int64
}

// Lenses returns the lenses of context documents.
func (s *Service) Lenses() []lens.Lens { return s.lenses.Load().lenses }

// SetLenses replaces the lenses, for requests that come from now on.
func (s *Service) SetLenses(lenses []lens.Lens) {
	next := &lensList{lenses: lenses}
	if before := s.lenses.Load(); before != nil {
		next.edition = before.edition + 1
	}
	s.lenses.Store(next)
}

// Edition returns a number that another list of lenses changes.
func (s *Service) Edition() int64 { return s.lenses.Load().edition }
