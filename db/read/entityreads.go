package read

import (
	"context"
	"runtime"
	"strings"

	"dossier/db/conn"
	"dossier/db/reads"
	"dossier/graph"
	"dossier/graph/reader"
)

// Reads of at most coalescedRefs entities may share a statement, which has at most
// refsAtOnce of them. By eye: most requests read one entity.
const (
	coalescedRefs = 16
	refsAtOnce    = 128
)

// entityReads are reads of entities by id.
type entityReads = reads.Shared[viewer, graph.Ref, map[string]graph.Entity]

// newEntityReads returns reads that wait for others if there is one for each
// processor. With half as many, 16 clients on two processors got 1.1 times the
// entities by id, but beside dear requests, which delay the end of a read, few
// clients waited half as long again.
func newEntityReads() entityReads {
	return entityReads{AtOnce: runtime.GOMAXPROCS(0), Most: refsAtOnce, Patience: conn.ReadPatience}
}

// A viewer is all that determines what an actor may read, and a view.
type viewer struct {
	actor, key, projects string
	limited, admin       bool
	writes               bool
	view                 graph.View
}

func viewerOf(who *graph.Actor, view graph.View) viewer {
	r := viewer{actor: who.ID, admin: who.Admin, writes: who.MayWrite(), view: view}
	if who.Key != nil {
		r.key, r.limited = who.Key.ID, who.Key.ProjectIDs != nil
		r.projects = strings.Join(who.Key.ProjectIDs, " ")
	}
	return r
}

// Entities implements the Store of package query. Requests of an actor that read
// few entities at the same time share statements: with 16 clients, most of the
// time of an entity by id is that of messages between processes.
func (r *EntityReader) Entities(ctx context.Context, refs []graph.Ref, view graph.View) (map[string]graph.Entity, error) {
	joiner := reader.JoinerFrom(ctx)
	if len(refs) > coalescedRefs || reader.ReadingFrom(ctx).IsLate() || joiner != nil && joiner.Joins() {
		return r.readEntities(ctx, refs, view)
	}
	who := graph.ActorFrom(ctx)
	found, isShared, err := r.shared.Read(ctx, viewerOf(&who, view), refs,
		func(ctx context.Context, refs []graph.Ref) (map[string]graph.Entity, error) {
			return r.readEntities(ctx, refs, view)
		})
	if isShared && err == nil {
		found = entitiesOf(refs, found)
	}
	return found, err
}

// entitiesOf returns the entities of refs among those that were found for these
// and others.
func entitiesOf(refs []graph.Ref, found map[string]graph.Entity) map[string]graph.Entity {
	own := make(map[string]graph.Entity, len(refs))
	for _, ref := range refs {
		entity := found[ref.ID]
		if entity != nil && (ref.Kind == "" || ref.Kind == entity.Self().Kind) {
			own[ref.ID] = entity
		}
	}
	return own
}
