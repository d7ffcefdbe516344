package reading

import (
	"fmt"
	"strings"

	"dossier/glyphs"
	"dossier/graph"
	"dossier/graph/inert"
	"dossier/graph/prompt"
	"dossier/graph/states"
)

// A Hit is an entity that a search found.
type Hit struct {
	Entity  graph.Entity
	ID      string // as displayed
	Project string // its name
	Snippet string // a part of its text, "" for none
}

// Hits renders the hits of a search as Markdown, a line each, and their number
// of the total.
func Hits(hits []Hit, total int) string {
	var blocks []prompt.Block
	for _, hit := range hits {
		blocks = append(blocks, hit.item())
	}
	if len(hits) > 0 {
		blocks = append(blocks, prompt.Blank{})
	}
	return prompt.Markdown(append(blocks, prompt.Note{Text: fmt.Sprintf("%d of %d", len(hits), total)})...)
}

// signalLabel is the length to which the heading of a signal is cut, because the
// snippet repeats it. By eye.
const signalLabel = 60

func (h *Hit) item() prompt.Item {
	c := h.Entity.Self()
	facts, limit := prompt.RecordType(h.Entity), graph.LabelLimit
	if signal, is := h.Entity.(*graph.Signal); is {
		facts = append(facts, inert.Line(graph.Line(signal.Channel, prompt.TypeLabel)))
		limit = signalLabel
	}
	if state := states.Shown(c); state != "" {
		facts = append(facts, state)
	}
	if c.Kind != graph.KindProject && h.Project != "" {
		facts = append(facts, "in "+inert.Line(graph.Line(h.Project, prompt.ProjectLabel)))
	}
	name := prompt.Name{Entity: h.Entity, Label: graph.Line(graph.Heading(h.Entity), limit), ID: h.ID, Kind: string(c.Kind), Facts: facts}
	return prompt.Item{Name: name, Text: strings.TrimSpace(graph.Line(glyphs.Shown(h.Snippet), 0))}
}
