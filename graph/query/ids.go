package query

import (
	"context"
	"strings"

	"dossier/graph"
	"dossier/graph/projects"
)

// ambiguous is how many of several matching ids an error lists.
const ambiguous = 5

// Expand returns the id of the one entity that the actor may read whose id
// begins with short. The error is NOT_FOUND for none, and lists several.
func (s *Service) Expand(ctx context.Context, short string) (string, error) {
	set, err := s.projects.Get(ctx, nil, projects.Parts{})
	if err != nil {
		return "", err
	}
	var found []string
	for _, p := range set {
		found = append(found, p.Graph.Beginning(strings.ToLower(short))...)
	}
	switch {
	case len(found) == 0:
		return "", graph.NotFound("entity", short)
	case len(found) > 1:
		return "", graph.BadInput("id", "%d entities have ids that begin with %s: %s", len(found), short,
			strings.Join(found[:min(len(found), ambiguous)], ", "))
	}
	return found[0], nil
}
