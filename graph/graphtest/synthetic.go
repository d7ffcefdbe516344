package graphtest

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"slices"
	"time"

	"dossier/graph"
)

// Synthetic returns the changes of a project with the given numbers of entities
// and edges, always the same for the same numbers. A twentieth of the edges
// start at the project, the others at random entities, so that some entities
// have no edge. The order is that of a store.
func Synthetic(entities, edges int) graph.Changes {
	random := rand.New(rand.NewPCG(1, 2))
	project := graph.ID("project")
	c := graph.Changes{Revision: graph.Revision{ProjectID: project, Number: 1}}
	start := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	for i := range entities {
		spec := graph.Kinds[0]
		id := project
		if i > 0 {
			spec = graph.Kinds[1+random.IntN(len(graph.Kinds)-1)]
			id = graph.ID(fmt.Sprint("entity ", i))
		}
		entity := spec.New()
		common := entity.Self()
		common.ID, common.ProjectID = id, project
		common.CreatedAt = start.Add(time.Duration(i) * time.Minute)
		common.UpdatedAt = common.CreatedAt.Add(time.Duration(random.IntN(1e6)) * time.Second)
		*spec.Field(spec.Label).Pointer(entity).(*string) = fmt.Sprintf("The %s with number %d of many", spec.Kind, i)
		if len(spec.States) > 0 {
			common.StateKey = &spec.States[random.IntN(len(spec.States))]
		}
		if due := spec.DueField(); due != nil && i%3 == 0 {
			at := start.Add(time.Duration(random.IntN(100)) * 24 * time.Hour)
			*due.Pointer(entity).(**time.Time) = &at
		}
		spec.Finish(entity, graph.Light)
		c.Entities = append(c.Entities, entity)
	}
	for i := range edges {
		src, dst := c.Entities[0].Self(), c.Entities[random.IntN(entities)].Self()
		if i%20 > 0 {
			src = c.Entities[1+random.IntN(entities-1)].Self()
		}
		rel := graph.Relations[random.IntN(len(graph.Relations))].Name
		c.Edges = append(c.Edges, graph.Edge{ID: graph.EdgeID(src.ID, rel, dst.ID), ProjectID: project, Rel: rel, Src: src.Ref(), Dst: dst.Ref()})
	}
	slices.SortFunc(c.Entities, func(a, b graph.Entity) int {
		x, y := a.Self(), b.Self()
		return cmp.Or(cmp.Compare(x.Kind.Rank(), y.Kind.Rank()), cmp.Compare(x.ID, y.ID))
	})
	slices.SortFunc(c.Edges, func(a, b graph.Edge) int { return cmp.Compare(a.ID, b.ID) })
	return c
}
