package projects

import (
	"context"
	"time"

	"dossier/graph"
	"dossier/graph/attention"
	"dossier/graph/memory"
)

// Attend returns what needs attention in the projects that the actor may read,
// those that need it most first, and the projects to look into: all if they are
// few, otherwise the first ones. Of many projects, the counts are those of the
// store, which include entities that no edge joins to their project.
func (c *Cache) Attend(ctx context.Context, now time.Time) ([]graph.Attention, Set, error) {
	set, few, err := c.All(ctx, Parts{})
	if err != nil {
		return nil, nil, err
	}
	if few {
		graphs := make([]*memory.Graph, len(set))
		for i, p := range set {
			graphs[i] = p.Graph
		}
		return attention.Attend(graphs, now), set, nil
	}
	list, err := c.store.Attention(ctx, now)
	if err != nil {
		return nil, nil, err
	}
	graph.SortAttention(list)
	var first []string
	entities := 0
	for _, one := range list[:min(len(list), c.options.Choice.Projects)] {
		if entities += one.Entities; len(first) > 0 && entities > c.options.Choice.Entities {
			break
		}
		first = append(first, one.Project.ID)
	}
	set, err = c.Get(ctx, first, Parts{})
	return list, set, err
}
