// Package kept keeps texts that documents quoted, so that a later document need not read
// them.
package kept

import (
	"sync"

	"dossier/graph"
)

// Texts are full entities that documents quoted, in two generations. When
// the young one is full, it replaces the old one. It is safe for concurrent use; nil
// keeps nothing.
//
// The key of a text is the light entity that a graph has, which is another one when
// the entity has changed. So what was read of an earlier state is not found, and
// nobody finds what he may not read, because the graphs of a request are those of
// projects that its actor may read.
type Texts struct {
	limit int // bytes of a generation

	mu         sync.Mutex
	young, old map[graph.Entity]graph.Entity // full by light
	size       int                           // of young in bytes
}

// New returns a cache of texts of at most about the given number of bytes.
func New(bytes int) *Texts {
	return &Texts{limit: bytes / 2, young: map[graph.Entity]graph.Entity{}}
}

// Find adds the full entities of those that are kept to full, and returns references
// to the others. lights are the light entities of refs, nil for one that no graph has.
func (k *Texts) Find(refs []graph.Ref, lights []graph.Entity, full map[string]graph.Entity) (unknown []graph.Ref) {
	if k == nil {
		return refs
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	for i, ref := range refs {
		light := lights[i]
		text, young := k.young[light]
		if !young {
			if text = k.old[light]; text == nil {
				unknown = append(unknown, ref)
				continue
			}
			k.keep(light, text)
		}
		full[ref.ID] = text
	}
	return unknown
}

// Add keeps the full entities that were read of light ones. It leaves out those of
// another state, which a replica that lags behind or a later write may have.
func (k *Texts) Add(lights []graph.Entity, read map[string]graph.Entity) {
	if k == nil {
		return
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	for _, light := range lights {
		if light == nil {
			continue
		}
		if text := read[light.Self().ID]; text != nil && text.Self().UpdatedAt.Equal(light.Self().UpdatedAt) {
			k.keep(light, text)
		}
	}
}

// keep puts a text into the young generation. The caller holds the lock.
func (k *Texts) keep(light, text graph.Entity) {
	size := graph.EntitySize(text)
	if size > k.limit {
		return
	}
	if k.size+size > k.limit {
		k.old, k.young, k.size = k.young, map[graph.Entity]graph.Entity{}, 0
	}
	k.young[light] = text
	k.size += size
}
