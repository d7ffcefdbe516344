package viewdoc

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"dossier/graph"
	"dossier/graph/ask/times"
	"dossier/graph/prompt"
	"dossier/graph/view"
)

// Chapters returns the title of a choice, and a chapter of each section. cost returns the
// tokens of a block. Pieces have the rank of their worth, which does not depend on the
// budget.
func (c *Choice) Chapters(st *Style, cost func(prompt.Block) int) []*prompt.Chapter {
	chapters := []*prompt.Chapter{prompt.NewTitle(c.title(), c.Notice)}
	for i := range c.chosen {
		section := c.chosen[i].write(st)
		chapters = append(chapters, section.chapter(cost))
	}
	return chapters
}

type section struct {
	chosen  *chosen
	entries []entry
	line    string // of figures, or of what is missing
}

type entry struct {
	entity    graph.Entity
	name      prompt.Name
	says      *sentences
	beside    []prompt.Fact
	sentences int // of says, with which the entry begins
	isFurther bool
}

// A growth is how much of an entry a piece completes: an entry, a line beside it, or one
// more sentence of it. Entry -1 is the line of the section.
type growth struct{ entry, beside, says int }

// title returns the title of a document: what it is, about whom, and when.
func (c *Choice) title() string {
	var names []string
	for _, s := range c.Scenes {
		for _, subject := range s.Subjects {
			names = append(names, graph.Line(prompt.BeforeColon(graph.Heading(subject)), labelRunes))
		}
	}
	title := c.View.Title
	if len(names) > 0 {
		title += ": " + strings.Join(names, ", ")
	}
	if c.hasEvents() {
		if p := c.Scenes[0].span(); !p.From.IsZero() {
			title += ", " + daysOf(p)
		}
	}
	return title
}

func (c *Choice) hasEvents() bool {
	return slices.ContainsFunc(c.View.Sections, func(s view.Section) bool { return s.HasEvents() })
}

// Period returns the period that the question names, nil for none, in whole days as the
// title has it: changes are in the past.
func (c *Choice) Period() *times.Period {
	s := c.Scenes[0]
	if s.Period == nil || !c.hasEvents() {
		return s.Period
	}
	p := s.span()
	if today := graph.DayOf(p.To).Start; !p.To.Equal(today) {
		p.To = today.AddDate(0, 0, 1)
	}
	return &p
}

// daysOf returns the first and the last day of a period, once if they are one.
func daysOf(p times.Period) string {
	first, last := plainDate(p.From), plainDate(p.To.Add(-time.Nanosecond))
	if first == last {
		return first
	}
	return first + " to " + last
}

// write returns the entries of a section.
func (c *chosen) write(st *Style) section {
	s := section{chosen: c}
	switch {
	case c.Figures && len(c.entities) > 0:
		s.line = c.figures()
		return s
	case c.Unknown:
		s.line = c.unknown()
		return s
	case len(c.entities) == 0 && len(c.belong) > 0:
		return s
	case len(c.entities) == 0:
		s.line = c.empty()
		return s
	}
	for _, e := range c.entities {
		one := c.entry(st, e)
		if e.Self().Kind == graph.KindProject && len(one.says.order) == 0 {
			continue // the title has its name
		}
		s.entries = append(s.entries, one)
	}
	for _, e := range c.further {
		s.entries = append(s.entries, entry{entity: e, name: c.name(st, e), says: &sentences{}, isFurther: true})
	}
	return s
}

// empty returns what the section says without entities. A task lacks nothing that projects
// have, such as risks.
func (c *chosen) empty() string {
	ofParts := c.Of == view.StepScope || c.Of == view.StepExtent
	isMore := func(e graph.Entity) bool { return e.Self().Kind != graph.KindTask }
	switch {
	case ofParts && !c.scene.isWhole() && !slices.ContainsFunc(c.scene.Subjects, isMore):
		return ""
	case c.isNone && c.None != "":
		return c.None
	}
	return c.Missing
}

// entry returns what the section says about an entity.
func (c *chosen) entry(st *Style, e graph.Entity) entry {
	one := entry{entity: e, name: c.name(st, e), sentences: c.Says, says: &sentences{}}
	if c.Says+c.More > 0 {
		one.says = st.sentencesOf(e, c.Of == view.StepNext)
	}
	for i := range c.Beside {
		if text := c.beside(st, e, &c.Beside[i]); text != "" {
			one.beside = append(one.beside, prompt.Fact{Label: c.Beside[i].Label, Value: text})
		}
	}
	return one
}

// name returns the name of an entity with its facts, and its kind where a section has
// several.
func (c *chosen) name(st *Style, e graph.Entity) prompt.Name {
	name := st.name(e, graph.LabelLimit, c.facts(st, e)...)
	if len(c.Kinds) != 1 || c.Text {
		name.Kind = string(e.Self().Kind)
		if record, ok := e.(*graph.Record); ok {
			name.Kind = record.RecordType
		}
	}
	return name
}

// figures returns the numbers of the entities of a section by kind and state: "tasks: 3
// of 12 done, 2 blocked, 1 overdue".
func (c *chosen) figures() string {
	var parts []string
	for _, spec := range graph.Kinds {
		total, late := 0, 0
		states := map[string]int{}
		for _, e := range c.entities {
			if e.Self().Kind == spec.Kind {
				total++
				states[e.Self().State()]++
				if graph.IsOverdue(e, c.scene.Now) {
					late++
				}
			}
		}
		if total == 0 || len(spec.States) == 0 {
			continue
		}
		all := graph.KindCount{Kind: spec.Kind, Count: total}
		parts = append(parts, fmt.Sprintf("%s (%s)", all, prompt.StateCounts(spec.StateCounts(states), late)))
	}
	return strings.Join(parts, "; ")
}

// lacks are what entities may all lack, with what follows from that.
var lacks = []struct {
	what string
	has  func(s *Scene, e graph.Entity) bool
}{
	{"no dates: what is due is unknown", func(_ *Scene, e graph.Entity) bool { return graph.Due(e) != nil }},
	{"no priorities", func(_ *Scene, e graph.Entity) bool { return view.PriorityOf(e) < view.NoPriority }},
	{"no owners: who has what is unknown", func(s *Scene, e graph.Entity) bool { return len(s.Matcher.Owners(e)) > 0 }},
	{"no dependencies: what waits for what is unknown", func(s *Scene, e graph.Entity) bool {
		return len(s.follow(e, blockerWays))+len(s.follow(e, dependentWays)) > 0
	}},
}

// unknown returns what all entities of a section lack, "" for nothing.
func (c *chosen) unknown() string {
	if len(c.entities) == 0 {
		return c.Missing
	}
	var list []string
	for _, l := range lacks {
		if !slices.ContainsFunc(c.entities, func(e graph.Entity) bool { return l.has(c.scene, e) }) {
			list = append(list, l.what)
		}
	}
	return strings.Join(list, "; ")
}

// furtherWorth is that of entries after all sections: more tokens than these take.
const furtherWorth = 1e6

// A writer writes the chapter of a section.
type writer struct {
	*section
	chapter *prompt.Chapter
	cost    func(prompt.Block) int
	grown   map[*prompt.Piece]growth
	spent   int // tokens of the pieces so far
}

// chapter returns the section with its pieces: its entries, each followed by what is beside
// it, then further sentences in turns, and after all sections further entries.
func (s *section) chapter(cost func(prompt.Block) int) *prompt.Chapter {
	w := &writer{section: s, cost: cost, grown: map[*prompt.Piece]growth{}}
	w.chapter = prompt.NewChapter(strings.ToLower(s.chosen.heading), s.heading(), s.chosen.belong, w.blocks)
	if s.line != "" {
		w.add(growth{entry: -1}, s.item())
	}
	w.addEntries(false)
	for turn := range s.chosen.More {
		for i := range s.entries {
			e := &s.entries[i]
			if next := e.sentences + turn; next < len(e.says.order) {
				w.add(growth{i, 0, next + 1}, prompt.Text{Text: " … " + e.says.texts[e.says.order[next]]})
			}
		}
	}
	w.addEntries(true)
	return w.chapter
}

// addEntries adds the entries that are further ones or not.
func (w *writer) addEntries(further bool) {
	for i := range w.entries {
		e := &w.entries[i]
		if e.isFurther != further {
			continue
		}
		w.add(growth{i, 0, e.sentences}, prompt.Group(w.entry(growth{i, 0, e.sentences})))
		for n, line := range e.beside {
			w.add(growth{i, n + 1, e.sentences}, line)
		}
	}
}

// add adds a piece, which costs as much as a block.
func (w *writer) add(g growth, block prompt.Block) {
	worth, isLast := float64(w.chosen.After)+float64(w.spent)/w.chosen.Share, false
	var entity graph.Entity
	if g.entry >= 0 {
		e := &w.entries[g.entry]
		entity, isLast = e.entity, len(e.says.order) > 0 && g.says >= len(e.says.order)
		if e.isFurther {
			worth += furtherWorth
		}
	}
	if w.spent += w.cost(block); len(w.grown) == 0 && w.heading() != "" {
		w.spent += headingTokens
	}
	w.grown[w.chapter.Add(worth, entity, block, isLast)] = g
}

// headingTokens is about the size of a heading.
const headingTokens = 6

// heading returns the heading of the section, "" if each of its entries has one.
func (s *section) heading() string {
	if s.chosen.Text {
		return ""
	}
	return s.chosen.heading
}

// item returns the line of the section.
func (s *section) item() prompt.Block { return prompt.Item{Name: prompt.Name{Label: s.line}} }

// blocks returns the blocks of some pieces.
func (w *writer) blocks(shown []*prompt.Piece) (blocks []prompt.Block) {
	most := map[int]growth{}
	for _, p := range shown {
		g := w.grown[p]
		before := most[g.entry]
		most[g.entry] = growth{g.entry, max(g.beside, before.beside), max(g.says, before.says)}
	}
	if _, isShown := most[-1]; isShown {
		blocks = append(blocks, w.item())
	}
	for i := range w.entries {
		if g, isShown := most[i]; isShown {
			blocks = append(blocks, w.entry(g)...)
		}
	}
	return blocks
}

// entry returns the blocks of an entry: an item of a list, or a heading with its text.
func (s *section) entry(g growth) []prompt.Block {
	e := &s.entries[g.entry]
	said := e.says.said(g.says)
	if !s.chosen.Text {
		return []prompt.Block{e.item(g)}
	}
	blocks := []prompt.Block{prompt.Apart{Block: prompt.Heading{Level: 2, Name: e.name, Tight: true}}}
	if said != "" {
		blocks = append(blocks, prompt.Quote{Entity: e.entity, Text: said})
	}
	for _, line := range e.beside[:g.beside] {
		blocks = append(blocks, prompt.Item{Name: prompt.Name{Label: line.Label}, Text: line.Value})
	}
	return blocks
}

// item returns an entry as an item of a list.
func (e *entry) item(g growth) prompt.Item {
	lines := make([]string, g.beside)
	for i, line := range e.beside[:g.beside] {
		lines[i] = line.Label + ": " + line.Value
	}
	return prompt.Item{Name: e.name, Text: e.says.said(g.says), Detail: strings.Join(lines, "\n")}
}
