package query

import (
	"context"
	"slices"

	"dossier/graph"
	"dossier/graph/lists"
)

// A Sample is the subject of example queries: a project and the label of one of
// its entities. Both are empty if the actor can read no entity.
type Sample struct{ ProjectID, Topic string }

// Sample returns the entity that changed last, of the first kind that has
// entities. The kind project is the last.
func (s *listing) Sample(ctx context.Context) (Sample, error) {
	for _, spec := range slices.Concat(graph.Kinds[1:], graph.Kinds[:1]) { // Kinds begins with projects
		page, err := s.store.List(ctx, lists.List{
			Kind: spec.Kind, Order: []lists.Order{{Field: lists.OrderUpdated, Descending: true}}, First: 1,
		})
		if err != nil {
			return Sample{}, err
		}
		if len(page.Entities) > 0 {
			common := page.Entities[0].Self()
			return Sample{ProjectID: common.ProjectID, Topic: common.Label}, nil
		}
	}
	return Sample{}, nil
}
