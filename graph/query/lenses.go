package query

import (
	"strings"

	"dossier/graph"
	"dossier/graph/lens"
)

// Lenses returns the lenses of the service.
func (s *Service) Lenses() []lens.Lens { return s.lenses }

// lens returns the lens of a name; the error lists the names.
func (s *Service) lens(name string) (*lens.Lens, error) {
	names := make([]string, len(s.lenses))
	for i := range s.lenses {
		if s.lenses[i].Name == name {
			return &s.lenses[i], nil
		}
		names[i] = s.lenses[i].Name
	}
	return nil, graph.BadInput("input.lens", "unknown lens %q; want one of %s", graph.Truncate(name, 60), strings.Join(names, ", "))
}
