package graphtest

import (
	"dossier/graph"
	"dossier/graph/check"
	"dossier/graph/memory"
)

// Entity returns an entity of the project p, whose label is its id, in a state; "" is
// the default. The id of a project is p.
func Entity(kind graph.Kind, id, state string) graph.Entity {
	spec := graph.SpecOf(kind)
	e := spec.New()
	e.Self().ID, e.Self().ProjectID = id, "p"
	if kind == graph.KindProject {
		e.Self().ID = "p"
	}
	*spec.Field(spec.Label).Pointer(e).(*string) = id
	check.Default(e)
	if state != "" {
		e.Self().StateKey = &state
	}
	spec.Finish(e, graph.Light)
	return e
}

// Edge returns an edge between entities of the project p.
func Edge(src graph.Ref, rel graph.Relation, dst graph.Ref) graph.Edge {
	return graph.Edge{ID: graph.EdgeID(src.ID, rel, dst.ID), Rel: rel, Src: src, Dst: dst}
}

// Project returns the graph of the project p with entities and edges.
func Project(entities []graph.Entity, edges ...graph.Edge) *memory.Graph {
	return memory.NewGraph(graph.Changes{
		Revision: graph.Revision{ProjectID: "p", Number: 1},
		Entities: append([]graph.Entity{Entity(graph.KindProject, "p", "")}, entities...), Edges: edges,
	})
}
