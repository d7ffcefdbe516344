package prompt

import (
	"cmp"
	"fmt"
	"slices"

	"dossier/graph"
)

// Global returns the document about projects, those that changed last first.
func Global(projects []*graph.Project, options Options) (*Document, error) {
	projects = slices.DeleteFunc(slices.Clone(projects), func(p *graph.Project) bool { return p == nil })
	slices.SortFunc(projects, func(a, b *graph.Project) int {
		return cmp.Or(b.UpdatedAt.Compare(a.UpdatedAt), cmp.Compare(a.ID, b.ID))
	})
	title := &draft{name: "title", weight: 2 * essential}
	title.add(Heading{Level: 1, Name: Name{Label: "Projects", Facts: []string{fmt.Sprint(len(projects))}}, Tight: true})
	list := &draft{name: "projects", heading: Blank{}, weight: 1, kind: graph.KindProject, total: len(projects)}
	for _, project := range projects {
		item := describer{}.item(project)
		if next := optional(project.NextStepShort); next != "" {
			item.Detail = "Next step: " + graph.Line(next, 0)
		}
		list.add(item)
	}
	return compose([]*draft{title, list}, options)
}
