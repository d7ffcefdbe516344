package viewdoc

import (
	"fmt"
	"slices"

	"dossier/graph"
	"dossier/graph/inert"
	"dossier/graph/memory"
	"dossier/graph/prompt"
	"dossier/graph/view"
)

// A List has all entities of one section in several scenes, in one order.
type List struct {
	title, heading, missing string
	rows                    []listRow
}

type listRow struct {
	ranked
	in *chosen
}

// ListOf returns the list of the first section of a view in some scenes.
func ListOf(v *view.View, scenes ...*Scene) *List {
	section := &v.Sections[0]
	l := &List{title: v.Title, heading: section.Heading, missing: section.Missing}
	for _, s := range scenes {
		in := &chosen{Section: section, scene: s}
		in.fill(map[string]bool{})
		at := s.at()
		for _, e := range in.found {
			l.rows = append(l.rows, listRow{s.ranked(e, section.Order, at), in})
		}
	}
	slices.SortStableFunc(l.rows, func(a, b listRow) int { return compareRanked(a.ranked, b.ranked) })
	return l
}

// Len returns the number of entities.
func (l *List) Len() int { return len(l.rows) }

// At returns an entity, and the graph of its project.
func (l *List) At(i int) (graph.Entity, *memory.Graph) {
	return l.rows[i].Entity, l.rows[i].in.scene.Graph
}

// Keep leaves out the entities for which keep returns false.
func (l *List) Keep(keep func(graph.Entity) bool) {
	l.rows = slices.DeleteFunc(l.rows, func(r listRow) bool { return !keep(r.Entity) })
}

// Refs returns the entities from one up to but not including another, and those beside
// them.
func (l *List) Refs(from, to int) (refs []graph.Ref) {
	for _, r := range l.rows[from:to] {
		refs = append(refs, r.Self().Ref())
		for i := range r.in.Beside {
			beside, _ := r.in.besideOf(r.Entity, &r.in.Beside[i])
			for _, e := range beside {
				refs = append(refs, e.Self().Ref())
			}
		}
	}
	return refs
}

// Text returns the number of entities, and a line for each from one up to but not
// including another. Lines name their projects if naming is set.
func (l *List) Text(st *Style, from, to int, naming bool) string {
	blocks := []prompt.Block{prompt.Heading{Level: 1, Name: prompt.Name{Label: fmt.Sprintf("%s (%d)", l.title, len(l.rows))}, Tight: true}}
	if len(l.rows) > 0 && l.heading != "" {
		blocks = append(blocks, prompt.Text{Text: l.heading})
	}
	for _, r := range l.rows[from:to] {
		one := r.in.entry(st, r.Entity)
		if project := r.in.scene.Graph.Project(); naming && project != nil {
			one.name.Facts = append(one.name.Facts, "in "+inert.Line(graph.Line(prompt.BeforeColon(project.Name), besideRunes)))
		}
		blocks = append(blocks, one.item(growth{beside: len(one.beside), says: one.sentences}))
	}
	if len(l.rows) == 0 && l.missing != "" {
		blocks = append(blocks, prompt.Note{Text: l.missing})
	}
	return prompt.Markdown(blocks...)
}
