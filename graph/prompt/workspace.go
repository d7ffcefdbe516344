package prompt

import (
	"fmt"
	"slices"
	"strings"

	"dossier/graph"
)

// How much the parts of a workspace matter beside its lists, by eye. Where a
// budget is short, parts of little weight are cut first. Their order in the
// text does not depend on it.
const (
	headerWeight   = 10
	coverageWeight = 1.5
)

// Workspace returns the document about a project as a whole: its header, what
// matters most in it, the graph around it and how well that covers it. The
// error is NOT_FOUND for a graph without its project.
func Workspace(g *graph.Graph, options Options) (*Document, error) {
	project := g.Project()
	if project == nil {
		return nil, graph.NotFound("project", g.Revision.ProjectID)
	}
	d := describer{g}
	drafts := []*draft{projectTitle(project), d.projectHeader(project)}
	for _, list := range g.Highlights(options.Now, options.Selection) {
		drafts = append(drafts, d.highlight(list))
	}
	drafts = append(drafts, d.coverage())
	around, err := d.around(project.ID, drafts, options)
	if err != nil {
		return nil, err
	}
	return compose(slices.Insert(drafts, len(drafts)-1, around), options)
}

// titleLabel is how many characters of a project's name its title has, by eye.
const titleLabel = 80

func projectTitle(project *graph.Project) *draft {
	name := Named(project)
	name.Label = "Project: " + graph.Line(project.Name, titleLabel)
	title := &draft{name: "project", weight: 2 * essential}
	title.add(Heading{Level: 1, Name: name, Tight: true})
	return title
}

// projectHeader returns what a project says of itself, the most important
// first.
func (d describer) projectHeader(project *graph.Project) *draft {
	header := &draft{name: "header", heading: Blank{}, weight: headerWeight}
	add := func(label, value string) {
		if value != "" {
			header.add(Fact{label, graph.Line(value, 0)})
		}
	}
	add("", strings.Join(d.facts(project), ", "))
	add("About", optional(project.Description))
	add("Next step", optional(project.NextStepShort))
	if optional(project.NextStepLong) != optional(project.NextStepShort) {
		add("Next step in detail", optional(project.NextStepLong))
	}
	if document := d.graph.ContextDocument(); document != nil {
		header.add(Fact{"Context document", Named(document).String()})
	}
	if counts := d.graph.Counts(); len(counts) > 0 {
		header.add(Item{Name: Name{Label: "Holds " + words(counts)}})
	}
	return header
}

func optional(text *string) string {
	if text == nil {
		return ""
	}
	return *text
}

func (d describer) highlight(list *graph.Highlight) *draft {
	title := Name{Label: list.Name, Facts: []string{fmt.Sprint(list.Total)}}
	part := &draft{
		name: strings.ToLower(list.Name), heading: Apart{Heading{Level: 2, Name: title}},
		kind: list.Kind, total: list.Total, weight: list.Weight,
	}
	for _, e := range list.Items {
		part.add(d.item(e))
	}
	return part
}

// The graph gets graphShare of the budget at least, and is included from
// graphLeast tokens on. By eye.
const (
	graphShare = .3
	graphLeast = 600
)

// around returns the graph around an entity in what the other drafts leave of
// the budget, but at least its share; no lines where that is too little.
func (d describer) around(root string, others []*draft, options Options) (*draft, error) {
	around := &draft{
		name: "graph", heading: Apart{Heading{Level: 2, Name: Name{Label: "Graph"}}},
		weight: essential, total: 1,
	}
	room := options.MaxTokens - options.Count(around.headingText())
	for _, other := range others {
		room -= options.Count(other.headingText()) + other.linesCost(options.Count)
	}
	room = max(room, int(graphShare*float64(options.MaxTokens)))
	if room < graphLeast {
		return around, nil
	}
	snapshot, err := d.snapshot(root, room, options)
	if err != nil {
		return nil, err
	}
	around.add(Snapshot{snapshot})
	return around, nil
}

// fewestPerKind is how few entities of a kind there are before depth is cut.
const fewestPerKind = 3

// snapshot returns the graph around an entity, of at most so many tokens:
// fewer entities of every kind rather than none of the last kinds.
func (d describer) snapshot(root string, tokens int, options Options) (*graph.GraphSnapshot, error) {
	q := graph.DefaultSnapshot(options.Now, options.Count)
	q.Root, q.StopAtProject = root, true
	q.Text = func(s *graph.GraphSnapshot) string { return Markdown(Snapshot{s}) }
	most := q.MaxNodesPerKind
	fewer := Steps(most-fewestPerKind, tokens, func(fewer int) int {
		q.MaxNodesPerKind = most - fewer
		whole, err := d.graph.Snapshot(q)
		if err != nil {
			return 0 // the last call returns it
		}
		return options.Count(q.Text(whole))
	})
	q.MaxNodesPerKind = most - fewer
	q.MaxTokens = tokens
	return d.graph.Snapshot(q)
}

// coverage returns which entities of the project edges lead to, and which they
// do not.
func (d describer) coverage() *draft {
	var total, linked int
	var orphaned, apart []graph.KindCount
	for _, c := range d.graph.Coverage() {
		if c.Kind == graph.KindProject {
			continue
		}
		total, linked = total+c.Total, linked+c.Linked
		if c.Orphaned > 0 {
			orphaned = append(orphaned, graph.KindCount{Kind: c.Kind, Count: c.Orphaned})
		}
		if n := c.Total - c.Linked - c.Orphaned; n > 0 {
			apart = append(apart, graph.KindCount{Kind: c.Kind, Count: n})
		}
	}
	coverage := &draft{
		name: "coverage", heading: Apart{Heading{Level: 2, Name: Name{Label: "Coverage"}}}, weight: coverageWeight,
	}
	if total == 0 {
		return coverage
	}
	edges := fmt.Sprintf("Edges lead from the project to %d of its %d entities.", linked, total)
	coverage.add(Item{Name: Name{Label: edges}})
	if orphaned != nil {
		coverage.add(Fact{"Without any edge", words(orphaned) + "."})
	}
	if apart != nil {
		coverage.add(Fact{"With edges, but not to the project", words(apart) + "."})
	}
	if n := d.graph.Dangling(); n > 0 {
		coverage.add(Fact{"Edges with a missing end", fmt.Sprint(n, ".")})
	}
	return coverage
}

// words returns counts in words: "2 tasks, 1 risk".
func words(counts []graph.KindCount) string {
	list := make([]string, len(counts))
	for i, count := range counts {
		list[i] = count.String()
	}
	return strings.Join(list, ", ")
}
