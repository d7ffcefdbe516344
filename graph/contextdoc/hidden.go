package contextdoc

import (
	"fmt"
	"maps"
	"sync"

	"dossier/glyphs"
	"dossier/graph"
)

// hiddenTexts keeps the entities whose texts were read, by id, to count the characters
// that do not show in those that a document includes. It is safe for concurrent use.
type hiddenTexts struct {
	mu   sync.Mutex
	read map[string]graph.Entity
}

// add adds entities with their texts.
func (h *hiddenTexts) add(read map[string]graph.Entity) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.read == nil {
		h.read = make(map[string]graph.Entity, len(read))
	}
	maps.Copy(h.read, read)
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
		if full := h.read[node.Entity.Self().ID]; full != nil && node.Form != FormName {
			n = max(n, hiddenIn(full))
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
