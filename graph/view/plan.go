package view

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"dossier/graph"
	"dossier/graph/ask/times"
	"dossier/graph/prompt"
)

// A Plan has the pieces of a document in the order of their worth, which does not depend
// on the budget: a document has the first ones, as many as fit. So a larger document has
// all that a smaller one has.
type Plan struct {
	Title    string
	sections []section
	pieces   []piece
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
	beside    []besideLine
	sentences int // of says, with which the entry begins
	isFurther bool
}

type besideLine struct{ label, text string }

func (l besideLine) String() string { return l.label + ": " + l.text }

// A piece is an entry, a line beside it, or one more sentence of it.
type piece struct {
	section, entry int
	beside, says   int // how many the entry has with it
	tokens         int
	worth          float64 // the greater, the later
}

// Plan makes the pieces of a choice.
func (c *Choice) Plan(st *Style, count func(string) int) *Plan {
	p := &Plan{Title: c.title()}
	for i := range c.chosen {
		p.sections = append(p.sections, c.chosen[i].write(st))
	}
	for at := range p.sections {
		p.divide(at, count)
	}
	slices.SortStableFunc(p.pieces, func(a, b piece) int {
		return cmp.Or(cmp.Compare(a.worth, b.worth), cmp.Compare(a.section, b.section))
	})
	return p
}

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
	if slices.ContainsFunc(c.View.Sections, func(s Section) bool { return s.Of == "events" }) {
		if p := c.Scenes[0].span(); !p.From.IsZero() {
			title += ", " + daysOf(p)
		}
	}
	return title
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
	case len(c.entities) == 0 && c.elsewhere:
		return s
	case len(c.entities) == 0 && c.isNone && c.None != "":
		s.line = c.None
		return s
	case len(c.entities) == 0:
		s.line = c.Missing
		return s
	}
	for _, e := range c.entities {
		one := c.entry(st, e)
		if c.Of == stepProject && len(one.says.order) == 0 {
			continue // the title has its name
		}
		s.entries = append(s.entries, one)
	}
	for _, e := range c.further {
		s.entries = append(s.entries, entry{entity: e, name: c.name(st, e), says: &sentences{}, isFurther: true})
	}
	return s
}

// entry returns what the section says about an entity.
func (c *chosen) entry(st *Style, e graph.Entity) entry {
	one := entry{entity: e, name: c.name(st, e), sentences: c.Says, says: &sentences{}}
	if c.Says+c.More > 0 {
		one.says = st.sentencesOf(e, c.Of == stepNext)
	}
	for i := range c.Beside {
		if text := c.beside(st, e, &c.Beside[i]); text != "" {
			one.beside = append(one.beside, besideLine{c.Beside[i].Label, text})
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
		counts := stateCounts(spec, states)
		if late > 0 {
			counts = append(counts, fmt.Sprintf("%d overdue", late))
		}
		kind := spec.Plural
		if total == 1 {
			kind = string(spec.Kind)
		}
		parts = append(parts, fmt.Sprintf("%d %s (%s)", total, kind, strings.Join(counts, ", ")))
	}
	return strings.Join(parts, "; ")
}

// stateCounts returns the numbers of entities of a kind in its states: "3 done".
func stateCounts(spec *graph.Spec, numbers map[string]int) (counts []string) {
	for _, state := range spec.States {
		if numbers[state] > 0 {
			counts = append(counts, fmt.Sprintf("%d %s", numbers[state], strings.ReplaceAll(state, "_", " ")))
		}
	}
	return counts
}

// lacks are what entities may all lack, with what follows from that.
var lacks = []struct {
	what string
	has  func(s *Scene, e graph.Entity) bool
}{
	{"no dates: what is due is unknown", func(_ *Scene, e graph.Entity) bool { return graph.Due(e) != nil }},
	{"no priorities", func(_ *Scene, e graph.Entity) bool { return priorityOf(e) < noPriority }},
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

// divide makes the pieces of a section: its entries, each followed by what is beside
// it, then further sentences in turns, and after all sections further entries.
func (p *Plan) divide(at int, count func(string) int) {
	s := &p.sections[at]
	spent := 0
	add := func(entry, beside, says int, text string) {
		one := piece{section: at, entry: entry, beside: beside, says: says, tokens: count(text)}
		one.worth = float64(s.chosen.After) + float64(spent)/s.chosen.Share
		if entry >= 0 && s.entries[entry].isFurther {
			one.worth += furtherWorth
		}
		spent += one.tokens
		p.pieces = append(p.pieces, one)
	}
	if s.line != "" {
		add(-1, 0, 0, "- "+s.line+"\n")
	}
	write := func(isFurther bool) {
		for i := range s.entries {
			if e := &s.entries[i]; e.isFurther == isFurther {
				add(i, 0, e.sentences, s.opening(i)+prompt.Markdown(prompt.Item{Name: e.name, Text: e.says.said(e.sentences)}))
				for n, line := range e.beside {
					add(i, n+1, e.sentences, "  "+line.String()+"\n")
				}
			}
		}
	}
	write(false)
	for turn := range s.chosen.More {
		for i := range s.entries {
			e := &s.entries[i]
			if next := e.sentences + turn; next < len(e.says.order) {
				add(i, 0, next+1, " … "+e.says.texts[e.says.order[next]])
			}
		}
	}
	write(true)
}

// opening returns the heading above an entry, "" for none.
func (s *section) opening(entry int) string {
	if entry > 0 && !s.chosen.Text {
		return ""
	}
	return "\n## " + s.chosen.heading + "\n"
}

// Fit returns how many of the first pieces cost at most some tokens.
func (p *Plan) Fit(tokens int) (pieces, cost int) {
	for _, one := range p.pieces {
		if cost+one.tokens > tokens {
			break
		}
		cost += one.tokens
		pieces++
	}
	return pieces, cost
}

// Without returns the plan without the entries of entities that are known, for a
// document that would have the first pieces: those of them that are left, and further
// ones that cost at most more tokens. known are the ids of the entities among the first
// pieces that are left out.
func (p *Plan) Without(isKnown func(graph.Entity) bool, pieces, more int) (left *Plan, known []string) {
	left = &Plan{Title: p.Title, sections: p.sections}
	kept := 0
	for i, one := range p.pieces {
		if one.entry >= 0 {
			e := p.sections[one.section].entries[one.entry].entity
			if isKnown(e) {
				if i < pieces && !slices.Contains(known, e.Self().ID) {
					known = append(known, e.Self().ID)
				}
				continue
			}
		}
		if i >= pieces && kept+one.tokens > more {
			break
		}
		kept += one.tokens
		left.pieces = append(left.pieces, one)
	}
	return left, known
}

// An Entry is an entity of a document, with the number of tokens of its pieces.
type Entry struct {
	Entity  graph.Entity
	Subject bool // the document is about it
	Tokens  int
	Whole   bool // all its sentences are in the document
}

// Topics returns the sections with the first pieces, and their entities in order.
func (p *Plan) Topics(pieces int) (topics []prompt.Topic, entries []Entry) {
	type place struct{ section, entry int }
	shown := map[place]piece{}
	for _, one := range p.pieces[:pieces] {
		at := place{one.section, one.entry}
		before := shown[at]
		one.beside, one.says, one.tokens = max(one.beside, before.beside), max(one.says, before.says), one.tokens+before.tokens
		shown[at] = one
	}
	for i := range p.sections {
		s := &p.sections[i]
		topic := prompt.Topic{Name: prompt.Name{Label: s.chosen.heading}}
		if _, isShown := shown[place{i, -1}]; isShown {
			topic.Items = append(topic.Items, prompt.Item{Name: prompt.Name{Label: s.line}})
		}
		for k := range s.entries {
			one, isShown := shown[place{i, k}]
			if !isShown {
				continue
			}
			e := &s.entries[k]
			entries = append(entries, Entry{e.entity, s.chosen.Of == "subject", one.tokens, len(e.says.order) > 0 && one.says >= len(e.says.order)})
			if s.chosen.Text {
				topics = append(topics, e.topic(one))
			} else {
				topic.Items = append(topic.Items, e.item(one))
			}
		}
		if len(topic.Items) > 0 {
			if !s.chosen.isLine() && len(s.chosen.found) > len(topic.Items) {
				topic.Count = len(s.chosen.found)
			}
			topics = append(topics, topic)
		}
	}
	return topics, entries
}

// item returns an entry as an item of a list.
func (e *entry) item(p piece) prompt.Item {
	lines := make([]string, p.beside)
	for i := range lines {
		lines[i] = e.beside[i].String()
	}
	return prompt.Item{Name: e.name, Text: e.says.said(p.says), Detail: strings.Join(lines, "\n")}
}

// topic returns an entry as a heading with its text.
func (e *entry) topic(p piece) prompt.Topic {
	t := prompt.Topic{Name: e.name}
	if said := e.says.said(p.says); said != "" {
		t.Lead = []prompt.Passage{{Text: said}}
	}
	for _, line := range e.beside[:p.beside] {
		t.Items = append(t.Items, prompt.Item{Name: prompt.Name{Label: line.label}, Text: line.text})
	}
	return t
}
