package prompt

import (
	"fmt"
	"strings"

	"dossier/graph"
	"dossier/graph/attention"
	"dossier/graph/inert"
	"dossier/graph/memory"
)

// projectWeight is the weight of the list of projects, by eye. Its lines are
// included before those of other lists.
const projectWeight = 100

// Global returns the document about several projects: a line for each, those
// that need attention first, then what is blocked, due and at risk in all of
// the graphs. It ignores graphs without a project entity. Options may have more
// projects than graphs.
func Global(graphs []*memory.Graph, options Options) (*Document, error) {
	d := describer{options: options, naming: len(graphs) > 1}
	projects := options.Projects
	if projects == nil {
		projects = attention.Attend(graphs, options.Now)
	}
	for _, project := range projects {
		for _, g := range graphs {
			if g.Revision.ProjectID == project.Project.ID {
				d.graphs = append(d.graphs, g)
				d.options.Start(g, project.Project.ID)
			}
		}
	}
	title := &Chapter{name: "title", lane: laneHead}
	title.add(0, nil, Heading{Level: 1, Name: Name{Label: "Projects", Facts: []string{fmt.Sprint(len(projects))}}, Tight: true})
	d.agenda = attention.NewAgenda(d.graphs, options.highlights())
	list := &Chapter{name: "projects", heading: spaced, lane: laneLists, list: &listing{}}
	for i, project := range projects {
		list.list.add(project.Project)
		list.add(float64(i+1)/projectWeight, project.Project, d.projectItem(project))
	}
	sections := append([]*Chapter{title, list}, d.lists()...)
	sections = append(sections, d.unlisted())
	return compose(sections, d.agenda, laneShares(d.options), d.options)
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
