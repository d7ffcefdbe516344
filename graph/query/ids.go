package query

import (
	"context"
	"maps"
	"slices"
	"strings"

	"dossier/graph"
)

// ambiguous is how many of several entities an error lists.
const ambiguous = 5

// Expand is the id of the one entity that the actor may read whose id begins
// like this; its error is NOT_FOUND for none, and lists several.
func (s *Service) Expand(ctx context.Context, short string) (string, error) {
	graphs, err := s.Graphs(ctx, nil)
	if err != nil {
		return "", err
	}
	var found []string
	for _, id := range slices.Sorted(maps.Keys(graphs)) {
		found = append(found, graphs[id].Beginning(strings.ToLower(short))...)
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

// shortened is an id as short as it is unique among graphs.
func shortened(graphs map[string]*graph.Graph, id string) string {
	length := 0
	for _, g := range graphs {
		length = max(length, g.ShortLength(id))
	}
	return id[:length]
}
