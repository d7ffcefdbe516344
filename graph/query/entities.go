package query

import (
	"context"
	"sync"

	"dossier/graph"
)

// Entities returns the entities of the refs, by id. It omits those that are
// unknown or forbidden. A ref without a kind takes one more statement, until
// its entity has been found once.
func (s *base) Entities(ctx context.Context, refs []graph.Ref, view graph.View) (map[string]graph.Entity, error) {
	ctx, end := s.called(ctx, "entities")
	defer end()
	who := graph.ActorFrom(ctx)
	guessed, remembered := s.kinds.guess(&who, refs)
	found, err := s.store.Entities(ctx, guessed, view)
	if err != nil {
		return nil, err
	}
	if remembered {
		err = s.complete(ctx, refs, found, view)
	}
	s.kinds.learn(&who, refs, guessed, found)
	return found, err
}

// complete reads the entities again that were not found with a remembered kind,
// because a database that was replaced may have another kind with the same id.
func (s *base) complete(ctx context.Context, refs []graph.Ref, found map[string]graph.Entity, view graph.View) error {
	var missing []graph.Ref
	for _, ref := range refs {
		if ref.Kind == "" && found[ref.ID] == nil {
			missing = append(missing, ref)
		}
	}
	if len(missing) == 0 {
		return nil
	}
	more, err := s.store.Entities(ctx, missing, view)
	for id, entity := range more {
		found[id] = entity
	}
	return err
}

// kindsKept is the maximum number of remembered kinds, by eye: about 10 MB.
const kindsKept = 100_000

// A kindMemory remembers the kinds of entities that an actor requested without a
// kind and found. An entity never changes its kind. Other actors, and other keys of
// the actor, do not profit: an id that they may not read would take a statement
// more than an unknown one.
type kindMemory struct {
	mu    sync.RWMutex
	kinds map[finding]graph.Kind
}

// A finding is an id of an entity, and who found it.
type finding struct{ actor, key, id string }

func foundBy(who *graph.Actor) finding {
	if who.Key == nil {
		return finding{actor: who.ID}
	}
	return finding{actor: who.ID, key: who.Key.ID}
}

// guess returns the refs with remembered kinds, and whether there are any.
func (m *kindMemory) guess(who *graph.Actor, refs []graph.Ref) (guessed []graph.Ref, remembered bool) {
	m.mu.RLock()
	defer m.mu.RUnlock()
	guessed = make([]graph.Ref, len(refs))
	by := foundBy(who)
	for i, ref := range refs {
		by.id = ref.ID
		if kind := m.kinds[by]; ref.Kind == "" && kind != "" {
			ref.Kind, remembered = kind, true
		}
		guessed[i] = ref
	}
	return guessed, remembered
}

// learn remembers the kinds of the entities that were found for refs without a
// kind, unless they were guessed.
func (m *kindMemory) learn(who *graph.Actor, refs, guessed []graph.Ref, entities map[string]graph.Entity) {
	for i, ref := range refs {
		entity := entities[ref.ID]
		if ref.Kind == "" && entity != nil && guessed[i].Kind != entity.Self().Kind {
			m.add(who, entity.Self().Ref())
		}
	}
}

// add remembers a kind. If there are too many, it first forgets all.
func (m *kindMemory) add(who *graph.Actor, ref graph.Ref) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.kinds == nil || len(m.kinds) >= kindsKept {
		m.kinds = map[finding]graph.Kind{}
	}
	by := foundBy(who)
	by.id = ref.ID
	m.kinds[by] = ref.Kind
}
