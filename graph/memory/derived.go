package memory

import (
	"math"
	"slices"

	"dossier/graph"
)

// Takes reports whether the linked entity has the role.
func (g *Graph) Takes(role graph.Role, link Link) bool {
	return slices.Contains(role.Ways, graph.Way{Rel: g.EdgeAt(link.Edge).Rel, Out: link.Outgoing}) &&
		(role.Kind == "" || g.At(link.Other).Self().Kind == role.Kind)
}

// InRole returns the entities that have the role for the entity with an id,
// each once, ordered by kind and id. It returns none if the id is unknown.
func (g *Graph) InRole(id string, role graph.Role) []graph.Entity {
	ord, known := g.Ordinal(id)
	if !known {
		return nil
	}
	var others []int32
	for _, link := range g.Links(ord) {
		if g.Takes(role, link) {
			others = append(others, link.Other)
		}
	}
	slices.SortFunc(others, g.Compare)
	others = slices.Compact(others)
	entities := make([]graph.Entity, len(others))
	for i, other := range others {
		entities[i] = g.At(other)
	}
	return entities
}

// Progress returns the number of entities in the role, and how many of them are
// done.
func (g *Graph) Progress(id string, role graph.Role) (done, total int) {
	entities := g.InRole(id, role)
	for _, e := range entities {
		done += one(e.Self().Spec().IsDone(e.Self().State()))
	}
	return done, len(entities)
}

// ContextDocument returns the project's context document, nil if it has none.
func (g *Graph) ContextDocument() *graph.Document {
	if ord := g.context.get(); ord != none {
		return g.At(ord).(*graph.Document)
	}
	return nil
}

// findContext returns the ordinal of the context document, none if there is none.
func (g *Graph) findContext() int32 {
	for _, e := range g.InRole(g.Revision.ProjectID, graph.ContextOf) {
		if document, is := e.(*graph.Document); is {
			ord, _ := g.Ordinal(document.ID)
			return ord
		}
	}
	return none
}

// Percent returns done as a percentage of total, rounded; nil if total is 0.
func Percent(done, total int) *int {
	if total == 0 {
		return nil
	}
	percent := int(math.Round(100 * float64(done) / float64(total)))
	return &percent
}

// LinksInRole returns the links to the entities in the role, in the order of linked
// entities. It never returns nil.
func (g *Graph) LinksInRole(id string, role graph.Role) []LinkedEntity {
	ord, known := g.Ordinal(id)
	if !known {
		return []LinkedEntity{}
	}
	linked := g.linked(ord, func(link Link) bool { return g.Takes(role, link) })
	links := make([]LinkedEntity, len(linked))
	for i, one := range linked {
		links[i] = *one
	}
	return links
}

// Blockers returns the entities for which another one waits and that are not
// done, ordered by kind and id.
func (g *Graph) Blockers(id string) []graph.Entity {
	return slices.DeleteFunc(g.InRole(id, graph.TaskDependsOn), func(e graph.Entity) bool { return e.Self().IsOver() })
}

// KnowsCreation reports whether the time at which an entity was created is more than
// that of an import; see [graph.KnowsCreation].
func (g *Graph) KnowsCreation(e graph.Entity) bool { return graph.KnowsCreation(g.Project(), e) }
