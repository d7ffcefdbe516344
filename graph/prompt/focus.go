package prompt

import (
	"fmt"
	"strings"

	"dossier/graph"
)

// Focus is the document about one entity in its project: the project in a line,
// the entity, what is linked to it, its relations counted, and the graph around
// it. The error is NOT_FOUND for an unknown entity.
func Focus(g *graph.Graph, id string, options Options) (*Document, error) {
	links, err := g.LinkedEntities(id, graph.LinkQuery{})
	if err != nil {
		return nil, err
	}
	t := teller{g}
	entity := t.focused(links.Source)
	relations := t.relations(links)
	project := t.projectLine(links.Source)
	linked := linkedBlock(links, options, entity, project)
	around, err := t.graphBlock(id, []*section{entity, project, linked, relations}, options)
	if err != nil {
		return nil, err
	}
	return compose([]*section{entity, project, linked, relations, around}, options), nil
}

// focused is the entity: its name, its parts and its text.
func (t teller) focused(e graph.Entity) *section {
	c := e.Self()
	kind := strings.ToUpper(string(c.Kind[:1])) + string(c.Kind[1:])
	s := &section{name: string(c.Kind), weight: 2 * essential}
	s.lines = []line{entityLine(fmt.Sprintf("# %s: %s [%s]\n", kind, graph.Line(c.Label, LabelLimit), c.ID), c.ID)}
	for _, text := range []string{t.parts(e), textOf(e)} {
		if text != "" {
			s.lines = append(s.lines, line{text: "\n" + text + "\n"})
		}
	}
	return s
}

// projectLine is the project of an entity; no lines for the project itself.
func (t teller) projectLine(e graph.Entity) *section {
	s := &section{name: "project", heading: "\n", weight: essential}
	project := t.graph.Project()
	if project == nil || project.ID == e.Self().ID {
		return s
	}
	text := fmt.Sprintf("In project %s [%s]", graph.Line(project.Name, LabelLimit), project.ID)
	if state := project.State(); state != "" {
		text += " (" + state + ")"
	}
	if next := optional(project.NextStepShort); next != "" {
		text += "; its next step: " + graph.Line(next, 0)
	}
	s.lines = []line{entityLine(text+"\n", project.ID)}
	return s
}

// noteTokens is what to keep free for the line about what was left out.
const noteTokens = 30

// linkedBlock is the abbreviated text of linked entities, shortened to what the
// sections that come before it leave of the budget.
func linkedBlock(links *graph.LinkedEntities, options Options, before ...*section) *section {
	s := &section{name: "linked entities", heading: "\n", weight: essential / 2}
	room := options.MaxTokens - noteTokens
	for _, other := range before {
		for _, line := range other.lines {
			room -= options.Count(line.text)
		}
	}
	for limit := graph.AbbreviatedTokens; limit > 0; limit -= 50 {
		text := links.AbbreviatedTo(limit)
		if text == "" {
			return s
		}
		s.total = 1
		if options.Count(text) <= room {
			told := line{text: text}
			for _, group := range links.Shown(limit) {
				for _, item := range group.Items {
					told.ids = append(told.ids, item.Entity.Self().ID)
				}
			}
			s.lines = []line{told}
			return s
		}
	}
	return s
}

// relations count the entity's links by how they read and by kind.
func (t teller) relations(links *graph.LinkedEntities) *section {
	s := &section{name: "relations", heading: "\n## Relations\n\n", weight: 50}
	for _, relation := range links.Relations() {
		s.lines = append(s.lines, line{text: fmt.Sprintf("- %s: %s\n", relation.Label, wordsOf(relation.Counts))})
	}
	s.total = len(s.lines)
	return s
}

func wordsOf(counts []graph.KindCount) string {
	words := make([]string, len(counts))
	for i, count := range counts {
		words[i] = count.String()
	}
	return strings.Join(words, ", ")
}
