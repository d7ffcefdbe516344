package prompt

import (
	"strings"

	"dossier/graph"
)

// Focus returns the document about one entity in its project: the project in a
// line, the entity, what is linked to it, its relations counted, and the graph
// around it. The error is NOT_FOUND for an unknown entity.
func Focus(g *graph.Graph, id string, options Options) (*Document, error) {
	links, err := g.LinkedEntities(id, graph.LinkQuery{})
	if err != nil {
		return nil, err
	}
	d := describer{g}
	entity := d.focused(links.Source)
	relations := relationCounts(links)
	project := d.projectLine(links.Source)
	linked := linkedDraft(links, options, entity, project)
	around, err := d.around(id, []*draft{entity, project, linked, relations}, options)
	if err != nil {
		return nil, err
	}
	return compose([]*draft{entity, project, linked, relations, around}, options)
}

// focused returns the entity: its name, its facts and its text.
func (d describer) focused(e graph.Entity) *draft {
	kind := string(e.Self().Kind)
	name := Named(e)
	name.Label = strings.ToUpper(kind[:1]) + kind[1:] + ": " + name.Label
	entity := &draft{name: kind, weight: 2 * essential}
	entity.add(Heading{Level: 1, Name: name, Tight: true})
	for _, text := range []string{strings.Join(d.facts(e), ", "), ownText(e)} {
		if text != "" {
			entity.add(Apart{Text{text}})
		}
	}
	return entity
}

// projectLine returns the project of an entity; no lines for the project
// itself.
func (d describer) projectLine(e graph.Entity) *draft {
	line := &draft{name: "project", heading: Blank{}, weight: essential}
	project := d.graph.Project()
	if project == nil || project.ID == e.Self().ID {
		return line
	}
	name := Named(project)
	name.Label = "In project " + graph.Line(project.Name, LabelLimit)
	if state := project.State(); state != "" {
		name.Facts = []string{state}
	}
	next := optional(project.NextStepShort)
	if next != "" {
		next = "; its next step: " + graph.Line(next, 0)
	}
	line.add(Sentence{name, next})
	return line
}

// noteTokens is what the line about what was left out may take.
const noteTokens = 30

// fewerLinks is by how many tokens the linked entities are cut at a time.
const fewerLinks = 50

// linkedDraft returns linked entities as far as there is room for all of them
// behind the drafts that come before.
func linkedDraft(l *graph.LinkedEntities, options Options, before ...*draft) *draft {
	linked := &draft{name: "linked entities", heading: Blank{}, weight: essential / 2}
	if l.Total() == 0 {
		return linked
	}
	room := options.MaxTokens - noteTokens
	for _, other := range before {
		room -= other.linesCost(options.Count)
	}
	var blocks Group
	limit := abbreviatedTokens
	render := func() (int, error) {
		blocks = links(l, limit, options.LinksHint)
		return options.Count(Markdown(blocks)), nil
	}
	fits, _ := Fit(room, render, func(int) bool { limit -= fewerLinks; return limit > 0 }) // no error is possible
	linked.total = 1
	if fits {
		linked.add(blocks)
	}
	return linked
}

// relationCounts counts an entity's links by how they read and by kind.
func relationCounts(l *graph.LinkedEntities) *draft {
	relations := &draft{name: "relations", heading: Apart{Heading{Level: 2, Name: Name{Label: "Relations"}}}, weight: relationsWeight}
	for _, relation := range l.Relations() {
		relations.add(Fact{relation.Label, words(relation.Counts)})
	}
	relations.total = len(relations.lines)
	return relations
}

// relationsWeight is how much the counts of relations matter: more than the
// lists of a workspace, less than what a focus cannot do without.
const relationsWeight = 50
