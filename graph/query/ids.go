package query

import (
	"context"
	"strings"

	"dossier/graph"
	"dossier/graph/projects"
)

// ambiguous is the maximum number of matching ids that an error lists.
const ambiguous = 5

// Expander returns a function that returns the id that begins with short, among
// those of the entities that the actor may read. If there is none, its error is
// NOT_FOUND; if there are several, the error lists them.
func (s *Service) Expander(ctx context.Context) (expand func(short string) (string, error), err error) {
	set, err := s.projects.Get(ctx, nil, projects.Parts{})
	if err != nil {
		return nil, err
	}
	return func(short string) (string, error) { return expanded(set, short) }, nil
}

func expanded(set projects.Set, short string) (string, error) {
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
