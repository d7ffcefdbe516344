package attachments

import (
	"slices"
	"strings"

	"dossier/graph"
	"dossier/graph/inert"
	"dossier/graph/prompt"
	"dossier/graph/records"
)

// The maximum length of an included document, in characters, at each step of
// cutting; 0 for none.
var (
	pinCuts    = []int{4000, 3000, 2000, 1500, 1000, 700, 500, 300, 150}
	linkedCuts = []int{2000, 1500, 1000, 700, 500, 300, 150, 0}
)

// Parts returns the parts that are not empty of pinned documents, entity
// context and linked documents. Together they have at most budget tokens, as
// counted by count. texts has the full texts of [Attached.Documents] by id.
//
// If the budget is short, Parts first shortens linked documents, then removes
// entities, the last and most distant first, then shortens and removes pins.
// Warnings report what was cut.
func (a *Attached) Parts(texts map[string]string, budget int, count func(string) int) ([]prompt.Part, []records.Warning) {
	most := len(linkedCuts) - 1 + len(a.entities) + len(pinCuts) - 1 + len(a.pins)
	steps := prompt.Steps(most, budget, func(step int) int {
		return count(prompt.Front(a.cut(step).parts(texts), false))
	})
	cut := a.cut(steps)
	return cut.parts(texts), slices.Concat(a.Warnings, cut.losses(a))
}

// excerpt is the included part of attachments.
type excerpt struct {
	pins      []note
	pinCut    int
	entities  []*attachedEntity
	linked    []note
	linkedCut int
}

// cut returns the excerpt after the given number of steps of cutting.
func (a *Attached) cut(steps int) *excerpt {
	take := func(most int) int {
		n := min(steps, most)
		steps -= n
		return n
	}
	e := &excerpt{linkedCut: linkedCuts[take(len(linkedCuts)-1)]}
	e.entities = a.entities[:len(a.entities)-take(len(a.entities))]
	e.pinCut = pinCuts[take(len(pinCuts)-1)]
	e.pins = a.pins[:len(a.pins)-take(len(a.pins))]
	if e.linkedCut > 0 {
		e.linked = a.linked
	}
	return e
}

// losses returns warnings about what was cut from whole.
func (e *excerpt) losses(whole *Attached) []records.Warning {
	var losses Attached
	switch {
	case len(whole.linked) == 0:
	case e.linkedCut == 0:
		losses.warn(records.WarnCut, "linked documents found no room in the budget")
	case e.linkedCut < linkedCuts[0]:
		losses.warn(records.WarnCut, "linked documents were cut at %d characters each to stay within the budget", e.linkedCut)
	}
	if n := len(whole.entities) - len(e.entities); n > 0 {
		losses.warn(records.WarnCut, "%d of %d entities around the mentions were left out to stay within the budget", n, len(whole.entities))
	}
	if e.pinCut < pinCuts[0] && len(e.pins) > 0 {
		losses.warn(records.WarnCut, "pinned documents were cut at %d characters each to stay within the budget", e.pinCut)
	}
	for _, pin := range whole.pins[len(e.pins):] {
		losses.warn(records.WarnCut, "pin %s (%s) found no room in the budget", records.Label(pin.document), pin.document.ID)
	}
	return losses.Warnings
}

// The names of the parts.
const (
	PartPins     = "pinned documents"
	PartEntities = "entity context"
	PartLinked   = "linked documents"
)

const pinsSentence = "The user has explicitly attached the following notes to this conversation. Treat them as primary source material."

func (e *excerpt) parts(texts map[string]string) []prompt.Part {
	pins := prompt.Part{
		Name: PartPins, Heading: prompt.Group{heading("Notes pinned by user"), prompt.Text{Text: pinsSentence}, prompt.Blank{}},
	}
	for _, pin := range e.pins {
		pins.Blocks = append(pins.Blocks, pin.block(texts, e.pinCut))
	}
	entities := prompt.Part{Name: PartEntities, Heading: heading("Entity context")}
	for _, entity := range e.entities {
		entities.Blocks = append(entities.Blocks, entity.block())
	}
	linked := prompt.Part{Name: PartLinked, Heading: heading("Notes linked via entity fields")}
	for _, note := range e.linked {
		linked.Blocks = append(linked.Blocks, note.block(texts, e.linkedCut))
	}
	return slices.DeleteFunc([]prompt.Part{pins, entities, linked}, func(p prompt.Part) bool { return p.Blocks == nil })
}

func heading(text string) prompt.Heading {
	return prompt.Heading{Level: 2, Name: prompt.Name{Label: text}}
}

// block returns the block of a document, with its text cut to cut characters.
func (n note) block(texts map[string]string, cut int) prompt.Block {
	text := strings.TrimSpace(texts[n.document.ID])
	shown := graph.Truncate(text, cut)
	return prompt.AttachedDocument{
		Name: prompt.Named(n.document), Text: shown, Distance: n.depth, Whole: shown == text,
	}
}

// block returns the block of the entity, with its fields.
func (e *attachedEntity) block() prompt.Block {
	b := prompt.AttachedEntity{
		Name: prompt.Named(e.entity), Reason: e.reason(), Distance: e.depth, Further: e.further,
	}
	b.Kind = e.name
	for _, value := range e.values {
		b.Fields = append(b.Fields, prompt.Fact{Label: inert.Line(value.Name), Value: records.Text(value)})
	}
	return b
}

// reason returns why the entity is attached.
func (e *attachedEntity) reason() string {
	if e.depth > 0 {
		return "referenced via " + strings.Join(e.reasons, ", ")
	}
	if len(e.reasons) == 1 {
		return e.reasons[0]
	}
	return e.reasons[0] + ", referenced via " + strings.Join(e.reasons[1:], ", ")
}
