package prompt

import (
	"fmt"
	"strings"

	"dossier/graph"
	"dossier/graph/attention"
	"dossier/graph/inert"
	"dossier/graph/view"
)

// attend finds the projects, those that need attention first, and their graphs.
func (o *overview) attend() {
	graphs := o.graphs
	if o.graphs, o.projects = nil, o.options.Projects; o.projects == nil {
		o.projects = attention.Attend(graphs, o.options.Now)
	}
	for _, project := range o.projects {
		for _, g := range graphs {
			if g.Revision.ProjectID == project.Project.ID {
				o.graphs = append(o.graphs, g)
				o.options.Start(g, project.Project.ID)
			}
		}
	}
}

// projectList returns the list of the projects, with a line for each.
func (o *overview) projectList(of *view.Section) []*Chapter {
	list := &Chapter{name: "projects", heading: spaced, list: &listing{}}
	for i, project := range o.projects {
		list.list.add(project.Project)
		list.add(float64(i+1)/of.Share, project.Project, o.projectItem(project))
	}
	return []*Chapter{list}
}

// projectItem returns the line of a project, with why it needs attention.
func (d describer) projectItem(a graph.Attention) Item {
	item := Item{Name: d.name(a.Project)}
	if !d.options.HideFacts {
		item.Facts = d.attention(a)
	}
	var details []string
	if next := graph.Or(a.Project.NextStepShort, ""); next != "" {
		details = append(details, "Next step: "+inert.Line(next))
	}
	if source := d.source(a.Project); source != "" {
		details = append(details, source)
	}
	item.Detail = strings.Join(details, "\n")
	return item
}

// attention returns the state of a project, each reason why it needs attention,
// and the date of its last change.
func (d describer) attention(a graph.Attention) []string {
	facts := []string{inert.Line(a.Project.State())}
	count := func(n int, what string, kind graph.Kind) {
		if n > 0 && d.options.shows(kind) {
			facts = append(facts, fmt.Sprintf("%d %s", n, what))
		}
	}
	count(a.Overdue, "overdue", graph.KindTask)
	count(a.Blocked, "blocked", graph.KindTask)
	count(a.HighRisks, "high risks open", graph.KindRisk)
	if next := a.NextMilestone; next != nil && d.options.shows(graph.KindMilestone) {
		fact := "next milestone " + inert.Line(graph.Line(next.Title, nameLabel))
		if next.DueAt != nil {
			fact += " due " + graph.Date(next.DueAt)
		}
		if graph.IsOverdue(next, d.options.Now) {
			fact += ", overdue"
		}
		facts = append(facts, fact)
	}
	return append(facts, "last change "+graph.Date(&a.LastChange))
}
