package query

import "dossier/graph/lens"

// Lenses returns the lenses of context documents.
func (s *Service) Lenses() []lens.Lens { return s.documents.Lenses }
