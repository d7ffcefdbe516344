package contextdoc

import (
	"fmt"
	"sync"

	"dossier/glyphs"
	"dossier/graph"
)

// hiddenTexts counts characters that do not show in texts that were read, by the
// id of the entity. It is safe for concurrent use.
type hiddenTexts struct {
	mu    sync.Mutex
	count map[string]int
}

// add counts the hidden characters of entities.
func (h *hiddenTexts) add(read map[string]graph.Entity) {
	for id, e := range read {
		if n := hiddenIn(e); n > 0 {
			h.set(id, n)
		}
	}
}

func (h *hiddenTexts) set(id string, n int) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.count == nil {
		h.count = map[string]int{}
	}
	h.count[id] = n
}

// hiddenIn returns the number of hidden characters in the texts of an entity.
func hiddenIn(e graph.Entity) (n int) {
	for _, field := range e.Self().Spec().Fields {
		switch value := field.Value(e).(type) {
		case string:
			n += glyphs.Hidden(value)
		case graph.JSON:
			n += glyphs.Hidden(string(value))
		}
	}
	return n
}

// warn adds a warning that counts what was left out of the texts of the
// document's entities. Those of an entity of which it has only the name are not
// counted.
func (h *hiddenTexts) warn(d *Document) {
	characters, entities := 0, 0
	for _, node := range d.Nodes {
		n := glyphs.Hidden(node.Entity.Self().Label)
		if known := h.count[node.Entity.Self().ID]; node.Form != FormName && known > n {
			n = known
		}
		if n > 0 {
			characters, entities = characters+n, entities+1
		}
	}
	if characters > 0 {
		d.Warnings = append(d.Warnings, Warning{warnHidden, fmt.Sprintf(
			"left out characters that do not show: %d, in the texts of %d of the entities", characters, entities)})
	}
}
