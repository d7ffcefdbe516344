package memory

import (
	"math"
	"slices"

	"dossier/graph"
)

// Takes reports whether the linked entity has the role.
func (c *content) Takes(role graph.Role, link Link) bool {
	return slices.Contains(role.Ways, graph.Way{Rel: c.EdgeAt(link.Edge).Rel, Out: link.Outgoing}) &&
		(role.Kind == "" || c.At(link.Other).Self().Kind == role.Kind)
}

// InRole returns the entities that have the role for the entity with an id,
// each once, ordered by kind and id. It returns none if the id is unknown.
func (c *content) InRole(id string, role graph.Role) []graph.Entity {
	ord, known := c.Ordinal(id)
	if !known {
		return nil
	}
	var others []int32
	for _, link := range c.Links(ord) {
		if c.Takes(role, link) {
			others = append(others, link.Other)
		}
	}
	slices.SortFunc(others, c.Compare)
	others = slices.Compact(others)
	entities := make([]graph.Entity, len(others))
	for i, other := range others {
		entities[i] = c.At(other)
	}
	return entities
}

// Progress returns the number of entities in the role, and how many of them are
// done.
func (c *content) Progress(id string, role graph.Role) (done, total int) {
	entities := c.InRole(id, role)
	for _, e := range entities {
		done += one(e.Self().Spec().IsDone(e.Self().State()))
	}
	return done, len(entities)
}

// Percent returns done as a percentage of total, rounded; nil if total is 0.
func Percent(done, total int) *int {
	if total == 0 {
		return nil
	}
	percent := int(math.Round(100 * float64(done) / float64(total)))
	return &percent
}

// Blockers returns the entities for which another one waits and that are not
// done, ordered by kind and id.
func (c *content) Blockers(id string) []graph.Entity {
	return slices.DeleteFunc(c.InRole(id, graph.TaskDependsOn), func(e graph.Entity) bool { return e.Self().IsOver() })
}

// ContextDocument returns the project's context document, nil if it has none.
func (g *Graph) ContextDocument() *graph.Document {
	if ord := g.context.get(); ord != none {
		return g.At(ord).(*graph.Document)
	}
	return nil
}

// findContext returns the ordinal of the context document, none if there is none.
func findContext(g *Graph) int32 {
	for _, e := range g.InRole(g.Revision.ProjectID, graph.ContextOf) {
		if document, is := e.(*graph.Document); is {
			ord, _ := g.Ordinal(document.ID)
			return ord
		}
	}
	return none
}
