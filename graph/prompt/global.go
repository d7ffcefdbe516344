package prompt

import (
	"cmp"
	"fmt"
	"slices"

	"dossier/graph"
)

// Global is the document about projects, those that changed last first.
func Global(projects []*graph.Project, options Options) (*Document, error) {
	projects = slices.DeleteFunc(slices.Clone(projects), func(p *graph.Project) bool { return p == nil })
	slices.SortFunc(projects, func(a, b *graph.Project) int {
		return cmp.Or(b.UpdatedAt.Compare(a.UpdatedAt), cmp.Compare(a.ID, b.ID))
	})
	title := &section{name: "title", weight: 2 * essential}
	title.lines = []line{{text: fmt.Sprintf("# Projects (%d)\n", len(projects))}}
	list := &section{name: "projects", heading: "\n", weight: 1, kind: graph.KindProject, total: len(projects)}
	for _, project := range projects {
		told := teller{}.line(project)
		if next := optional(project.NextStepShort); next != "" {
			told.text += "  Next step: " + graph.Line(next, 0) + "\n"
		}
		list.lines = append(list.lines, told)
	}
	return compose([]*section{title, list}, options), nil
}
