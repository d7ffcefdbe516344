package records

import (
	"fmt"
	"slices"
	"sort"
	"strings"
	"time"

	"dossier/graph"
)

// A Section is a part of a prompt.
type Section struct {
	Name   string
	Text   string // ends with a blank line
	Tokens int    // of Text alone
	Nodes  []Node // what it tells of, in order
}

// A Node is an entity that a section tells of.
type Node struct {
	Entity graph.Entity
	Pinned bool
	Depth  int  // refs away from a mention
	Whole  bool // nothing of it was cut
	Tokens int

	text string
}

// How many characters of a document are told, the most first; 0 for none. A
// budget that is short takes the next one.
var (
	pinCuts    = []int{4000, 3000, 2000, 1500, 1000, 700, 500, 300, 150}
	linkedCuts = []int{2000, 1500, 1000, 700, 500, 300, 150, 0}
)

// Write writes the sections within a budget of tokens: pinned documents, entity
// context, linked documents; those without content are left out. texts are the
// whole texts of [Attached.Documents] by id. Where the budget is short, the
// linked documents shrink first, then the entities two refs away go, the last
// one first, then those one ref away, then mentioned ones, and the pins shrink
// last; warnings tell of it. The tokens of all texts together, as count counts
// them, are at most the budget.
func (a *Attached) Write(texts map[string]string, budget int, count func(string) int) ([]Section, []Warning) {
	steps := len(linkedCuts) - 1 + len(a.told) + len(pinCuts) - 1 + len(a.pins)
	step := sort.Search(steps, func(step int) bool {
		return count(textOf(a.after(step).sections(texts))) <= budget
	})
	shrunk := a.after(step)
	sections := shrunk.sections(texts)
	for i := range sections {
		sections[i].Tokens = count(sections[i].Text)
		for n := range sections[i].Nodes {
			sections[i].Nodes[n].Tokens = count(sections[i].Nodes[n].text)
		}
	}
	return sections, slices.Concat(a.Warnings, shrunk.losses(a))
}

func textOf(sections []Section) string {
	var out strings.Builder
	for _, section := range sections {
		out.WriteString(section.Text)
	}
	return out.String()
}

// shrunk is what is left of attachments within a budget.
type shrunk struct {
	pins      []note
	pinCut    int
	told      []*told
	linked    []note
	linkedCut int
}

// after is what is left after so many steps.
func (a *Attached) after(step int) *shrunk {
	take := func(most int) int {
		n := min(step, most)
		step -= n
		return n
	}
	s := &shrunk{linkedCut: linkedCuts[take(len(linkedCuts)-1)]}
	s.told = a.told[:len(a.told)-take(len(a.told))]
	s.pinCut = pinCuts[take(len(pinCuts)-1)]
	s.pins = a.pins[:len(a.pins)-take(len(a.pins))]
	if s.linkedCut > 0 {
		s.linked = a.linked
	}
	return s
}

// losses tell what the budget did not hold.
func (s *shrunk) losses(whole *Attached) []Warning {
	var losses Attached
	switch {
	case len(whole.linked) == 0:
	case s.linkedCut == 0:
		losses.warn(WarnCut, "linked documents found no room in the budget")
	case s.linkedCut < linkedCuts[0]:
		losses.warn(WarnCut, "linked documents were cut at %d characters each to stay within the budget", s.linkedCut)
	}
	if n := len(whole.told) - len(s.told); n > 0 {
		losses.warn(WarnCut, "%d of %d entities around the mentions were left out to stay within the budget", n, len(whole.told))
	}
	if s.pinCut < pinCuts[0] && len(s.pins) > 0 {
		losses.warn(WarnCut, "pinned documents were cut at %d characters each to stay within the budget", s.pinCut)
	}
	for _, pin := range whole.pins[len(s.pins):] {
		losses.warn(WarnCut, "pin %s (%s) found no room in the budget", label(pin.document), pin.document.ID)
	}
	return losses.Warnings
}

// The names of the sections.
const (
	SectionPins     = "pinned documents"
	SectionEntities = "entity context"
	SectionLinked   = "linked documents"
)

const pinsSentence = "The user has explicitly attached the following notes to this conversation. Treat them as primary source material."

func (s *shrunk) sections(texts map[string]string) []Section {
	pins := Section{Name: SectionPins, Text: "## Notes pinned by user\n\n" + pinsSentence + "\n\n"}
	pins.addNotes(s.pins, texts, s.pinCut, true)
	entities := Section{Name: SectionEntities, Text: "## Entity context\n\n"}
	for _, t := range s.told {
		entities.add(Node{Entity: t.entity, Depth: t.depth, Whole: !t.further, text: t.text()})
	}
	linked := Section{Name: SectionLinked, Text: "## Notes linked via entity fields\n\n"}
	linked.addNotes(s.linked, texts, s.linkedCut, false)
	return slices.DeleteFunc([]Section{pins, entities, linked}, func(s Section) bool { return s.Nodes == nil })
}

func (s *Section) addNotes(notes []note, texts map[string]string, cut int, pinned bool) {
	for _, note := range notes {
		text := strings.TrimSpace(texts[note.document.ID])
		shown := graph.Truncate(text, cut)
		s.add(Node{Entity: note.document, Pinned: pinned, Depth: note.depth, Whole: shown == text, text: note.text(shown)})
	}
}

func (s *Section) add(node Node) {
	s.Text += node.text
	s.Nodes = append(s.Nodes, node)
}

// text is a document's text under its heading. The blank line keeps the rule
// from making a heading of the last line.
func (n note) text(shown string) string {
	return fmt.Sprintf("### [[%s]] [id:%s]\n%s\n\n---\n\n", label(n.document), n.document.ID, shown)
}

// text is the entity under its heading, its fields indented.
func (t *told) text() string {
	var out strings.Builder
	fmt.Fprintf(&out, "### @%s (%s) [id:%s]  ← %s\n", label(t.entity), t.name, t.entity.Self().ID, t.why())
	for _, value := range t.values {
		fmt.Fprintf(&out, "  %s: %s\n", value.Name, graph.Line(value.Text, 0))
	}
	if t.further {
		out.WriteString("  (further references not expanded)\n")
	}
	out.WriteString("\n")
	return out.String()
}

// why tells what led to the entity.
func (t *told) why() string {
	if t.depth > 0 {
		return "referenced via " + strings.Join(t.reasons, ", ")
	}
	if len(t.reasons) == 1 {
		return t.reasons[0]
	}
	return t.reasons[0] + ", referenced via " + strings.Join(t.reasons[1:], ", ")
}

// plain is a column's value in a word.
func plain(value any) string {
	if at, ok := value.(time.Time); ok {
		return graph.Date(&at)
	}
	return fmt.Sprint(value)
}
