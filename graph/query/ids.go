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
// those of the entities that the actor may read. If the actor may read many
// projects, each call of the function runs a statement; otherwise none does. If there is none, its error is
// NOT_FOUND; if there are several, the error lists them.
func (s *Service) Expander(ctx context.Context) (expand func(short string) (string, error), err error) {
	set, few, err := s.projects.All(ctx, projects.Parts{})
	if err != nil {
		return nil, err
	}
	if !few {
		return func(short string) (string, error) {
			found, err := s.store.IDs(ctx, []string{short})
			if err != nil {
				return "", err
			}
			return expanded(found, short)
		}, nil
	}
	return func(short string) (string, error) {
		var found []string
		for _, p := range set {
			found = append(found, p.Graph.Beginning(strings.ToLower(short))...)
		}
		return expanded(found, short)
	}, nil
}

// expanded returns the only one of the ids that begin with short.
func expanded(found []string, short string) (string, error) {
	switch {
	case len(found) == 0:
		return "", graph.NotFound("entity", short)
	case len(found) > 1:
		return "", graph.BadInput("id", "%d entities have ids that begin with %s: %s", len(found), short,
			strings.Join(found[:min(len(found), ambiguous)], ", "))
	}
	return found[0], nil
}
