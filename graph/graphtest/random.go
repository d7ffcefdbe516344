package graphtest

import (
	"fmt"
	"time"

	"pgregory.net/rapid"

	"dossier/graph"
)

// Random draws the changes of a small project: entities of all kinds with names
// in many scripts, scratch documents, deleted entities, and edges of known and
// unknown relations, some of them to missing entities.
func Random(t *rapid.T) graph.Changes {
	project := graph.ID("project")
	c := graph.Changes{Revision: graph.Revision{ProjectID: project, Number: 1}}
	start := time.Date(2026, 6, 1, 0, 0, 0, 0, time.UTC)
	count := rapid.IntRange(1, 60).Draw(t, "entities")
	for i := range count {
		spec := graph.Kinds[0]
		id := project
		if i > 0 {
			spec = rapid.SampledFrom(graph.Kinds[1:]).Draw(t, "kind")
			id = graph.ID(fmt.Sprint(i))
		}
		c.Entities = append(c.Entities, randomEntity(t, spec, id, project, start))
	}
	for range rapid.IntRange(0, 120).Draw(t, "edges") {
		end := func(name string) string { return c.Entities[rapid.IntRange(0, count-1).Draw(t, name)].Self().ID }
		src, dst := end("src"), end("dst")
		if rapid.IntRange(0, 19).Draw(t, "nowhere") == 0 {
			dst = graph.ID("nowhere")
		}
		rel := graph.Relation("overheard_at")
		if at := rapid.IntRange(0, len(graph.Relations)).Draw(t, "relation"); at < len(graph.Relations) {
			rel = graph.Relations[at].Name
		}
		c.Edges = append(c.Edges,
			graph.Edge{ID: graph.EdgeID(src, rel, dst), ProjectID: project, Rel: rel, Src: graph.Ref{ID: src}, Dst: graph.Ref{ID: dst}})
	}
	return c
}

func randomEntity(t *rapid.T, spec *graph.Spec, id, project string, start time.Time) graph.Entity {
	entity := spec.New()
	common := entity.Self()
	moment := func(name string) time.Time {
		return start.Add(time.Duration(rapid.IntRange(-40, 40).Draw(t, name)) * 24 * time.Hour)
	}
	common.ID, common.ProjectID, common.CreatedAt, common.UpdatedAt = id, project, moment("created"), moment("updated")
	*spec.Field(spec.Label).Pointer(entity).(*string) = rapid.StringN(1, 120, -1).Draw(t, "label")
	if len(spec.States) > 0 {
		state := rapid.SampledFrom(spec.States).Draw(t, "state")
		common.StateKey = &state
	}
	if due := spec.DueField(); due != nil && rapid.Bool().Draw(t, "has due") {
		at := moment("due")
		*due.Pointer(entity).(**time.Time) = &at
	}
	if spec.Kind == graph.KindDocument && rapid.IntRange(0, 4).Draw(t, "scratch") == 0 {
		key := "document.scratch"
		common.TypeKey = &key
	}
	if id != project && rapid.IntRange(0, 14).Draw(t, "deleted") == 0 {
		common.DeletedAt = &start
	}
	spec.Finish(entity, graph.Light)
	return entity
}
