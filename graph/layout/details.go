package layout

import (
	"slices"
	"strings"

	"dossier/graph"
	"dossier/graph/inert"
	"dossier/graph/outline"
	"dossier/graph/outline/parts"
	"dossier/graph/prompt"
	"dossier/graph/searchtext"
	"dossier/graph/text"
)

// listDetails adds what the members of the lists say beyond their labels.
func (p *planner) listDetails() {
	at := make([]int, len(p.plan.Topics))
	for _, line := range p.plan.Lines {
		if line.isAddition() {
			continue
		}
		detail := detailOf(line, p.inFull(line.Entity))
		if record, ok := p.inFull(line.Entity).(*graph.Record); ok && detail == "" {
			detail = p.valuesOf(record, line.Item.Facts)
		}
		if detail != "" {
			p.describe(Line{Topic: line.Topic, Section: -1, Entity: line.Entity, Detail: detail, ItemAt: at[line.Topic]})
		}
		at[line.Topic]++
	}
	p.release()
}

// valuesOf returns the values of a record that are not among the facts of its
// line, in one line.
func (p *planner) valuesOf(record *graph.Record, facts []string) string {
	return strings.Join(slices.DeleteFunc(p.style.Values(record), func(value string) bool { return slices.Contains(facts, value) }), " | ")
}

// details adds what entities in the topic's sections say beyond their labels:
// only of the kinds that the question asks for if asked, else only of the
// others.
func (c *composer) details(number int, asked bool) {
	at := map[int]int{}
	for _, line := range c.plan.Lines {
		if line.Topic != number || line.Section < 0 || line.IsPassage || line.Detail != "" {
			continue
		}
		if !c.plan.Topics[number].Sections[line.Section].Inline && c.style.Wants(line.Entity.Self().Kind) == asked {
			if detail := c.detail(line); detail != "" {
				c.describe(Line{Topic: number, Section: line.Section, Entity: line.Entity, Detail: detail, ItemAt: at[line.Section]})
			}
		}
		at[line.Section]++
	}
}

// parts adds the parts of a topic that answer the question.
func (c *composer) parts(t *outline.Topic, number int) {
	for at, e := range t.Parts {
		c.ofKind(number, at, parts.Member{Graph: t.Graph, Entity: e})
	}
}

// ofKind adds an entity with its kind and its text as item at of a topic.
func (c *composer) ofKind(number, at int, m parts.Member) {
	item := c.item(m, c.relations(m))
	item.Name.Kind, item.Name.Facts = string(m.Entity.Self().Kind), append(prompt.RecordType(m.Entity), item.Name.Facts...)
	line := Line{Topic: number, Section: -1, Entity: m.Entity, Item: item}
	c.put(line)
	if detail := c.detail(line); detail != "" {
		c.describe(Line{Topic: number, Section: -1, Entity: m.Entity, Detail: detail, ItemAt: at})
	}
}

// detailBegins is the number of bytes of a detail that is not divided, and about that
// of the sentences of a longer one which are not held back. In 500 tokens, 51.2 instead
// of 43.8 % of what the sample is asked in other words was found, and 89.1 instead of
// 87.9 % of the parts of a named subject.
const detailBegins = 500

// continued is after a detail of which the rest is not rendered.
const continued = " …"

// describe adds a detail. It holds back what is after the first sentences of a long one.
func (w *writer) describe(line Line) {
	if end := beginning(line.Detail, detailBegins); end < len(line.Detail) {
		rest := line
		rest.Continues, rest.Detail = true, strings.TrimSpace(line.Detail[end:])
		w.held = append(w.held, rest)
		line.Detail = line.Detail[:end] + continued
	}
	w.put(line)
}

// beginning returns the end of the last sentence of a text that ends within the first
// bytes; of the first sentence if none does; and that of the text if it is no longer.
func beginning(source string, most int) (end int) {
	if len(source) <= most {
		return len(source)
	}
	for _, span := range text.Sentences(source) {
		if end > 0 && span.End > most {
			break
		}
		end = span.End
	}
	return end
}

// detail returns what the entity of a line says beyond the label, "" if it was
// returned before, for a line of another topic.
func (w *writer) detail(line Line) (detail string) {
	if id := line.Entity.Self().ID; !w.detailed[id] {
		detail = detailOf(line, w.inFull(line.Entity))
		w.detailed[id] = detail != ""
	}
	return detail
}

// detailOf returns what an entity says beyond the label of its line, with the
// texts in its props. It is "" if the label is all of its text, as with a short
// signal.
func detailOf(line Line, e graph.Entity) string {
	detail := prompt.Detail(e)
	if strings.HasSuffix(inert.Line(line.Item.Label), detail) {
		detail = ""
	}
	for _, note := range searchtext.Notes(e) {
		detail += " " + inert.Line(searchtext.Title(note.Name)+": "+graph.Line(note.Text, 0))
	}
	return strings.TrimPrefix(detail, " ")
}
