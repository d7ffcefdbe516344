package prompt

import (
	"cmp"
	"fmt"
	"slices"
	"sort"
	"strings"

	"dossier/graph"
)

// weights are how useful the sections of a workspace are: with a short budget
// those of little weight are cut first. Their place in the text does not depend
// on it.
var weights = map[string]float64{
	"header": 10, "coverage": 1.5,
	"Overdue tasks": 6, "Blocked tasks": 6, "Goals": 6, "Recent tasks": 5, "Plans": 5, "Upcoming tasks": 4, "Risks": 4,
	"Milestones": 3, "Decisions": 3, "Documents": 3, "Requirements": 2, "Outputs": 2, "Insights": 1, "Signals": 1,
}

// Workspace is the document about a project as a whole: its header, what
// matters most in it, the graph around it and how well that covers it. The
// error is NOT_FOUND for a graph without its project.
func Workspace(g *graph.Graph, options Options) (*Document, error) {
	project := g.Project()
	if project == nil {
		return nil, graph.NotFound("project", g.Revision.ProjectID)
	}
	t := teller{g}
	sections := []*section{t.projectTitle(project), t.projectHeader(project)}
	for _, list := range g.Highlights(options.Now, options.Selection) {
		sections = append(sections, t.highlight(list))
	}
	sections = append(sections, t.coverage())
	block, err := t.graphBlock(project.ID, sections, options)
	if err != nil {
		return nil, err
	}
	return compose(slices.Insert(sections, len(sections)-1, block), options), nil
}

func (t teller) projectTitle(project *graph.Project) *section {
	title := fmt.Sprintf("# Project: %s [%s]\n", graph.Line(project.Name, 80), project.ID)
	return &section{name: "project", lines: []line{entityLine(title, project.ID)}, weight: 2 * essential}
}

// projectHeader is what the project tells of itself, the most telling first.
func (t teller) projectHeader(project *graph.Project) *section {
	s := &section{name: "header", heading: "\n", weight: weights["header"]}
	tell := func(name, text string) {
		if text != "" {
			s.lines = append(s.lines, line{text: "- " + name + graph.Line(text, 0) + "\n"})
		}
	}
	tell("", t.parts(project))
	tell("About: ", optional(project.Description))
	tell("Next step: ", optional(project.NextStepShort))
	if optional(project.NextStepLong) != optional(project.NextStepShort) {
		tell("Next step in detail: ", optional(project.NextStepLong))
	}
	if document := t.graph.ContextDocument(); document != nil {
		tell("Context document: ", fmt.Sprintf("%s [%s]", graph.Line(document.Title, LabelLimit), document.ID))
	}
	tell("Holds ", wordsOf(t.graph.Counts()))
	return s
}

func optional(text *string) string {
	if text == nil {
		return ""
	}
	return *text
}

func (t teller) highlight(list *graph.Highlight) *section {
	s := &section{
		name: strings.ToLower(list.Name), kind: list.Kind, total: list.Total,
		heading: fmt.Sprintf("\n## %s (%d)\n\n", list.Name, list.Total), weight: cmp.Or(weights[list.Name], 1),
	}
	for _, e := range list.Items {
		s.lines = append(s.lines, t.line(e))
	}
	return s
}

// graphShare is the part of the budget that the graph gets at least, and
// graphLeast the fewest tokens that it is worth telling with.
const (
	graphShare = .3
	graphLeast = 600
)

// graphBlock is the graph around an entity in what the other sections leave of
// the budget, but at least its share; no lines where that is too little.
func (t teller) graphBlock(root string, others []*section, options Options) (*section, error) {
	s := &section{name: "graph", heading: "\n## Graph\n\n", weight: essential, total: 1}
	room := options.MaxTokens - options.Count(s.heading)
	for _, other := range others {
		room -= options.Count(other.heading)
		for _, line := range other.lines {
			room -= options.Count(line.text)
		}
	}
	room = max(room, int(graphShare*float64(options.MaxTokens)))
	if room < graphLeast {
		return s, nil
	}
	snapshot, err := t.snapshot(root, room, options)
	if err != nil {
		return nil, err
	}
	told := line{text: block(snapshot), json: blockJSON(snapshot)}
	for _, node := range snapshot.Nodes {
		told.ids = append(told.ids, node.ID)
	}
	s.lines = []line{told}
	return s, nil
}

// fewestPerKind is how far the entities of a kind are cut before depth is.
const fewestPerKind = 3

// snapshot is the graph around an entity as a block of at most so many tokens:
// rather fewer entities of every kind than no entities of the last kinds.
func (t teller) snapshot(root string, tokens int, options Options) (*graph.GraphSnapshot, error) {
	q := graph.DefaultSnapshot(options.Now, options.Count)
	q.Root, q.Text, q.StopAtProject = root, block, true
	most := q.MaxNodesPerKind
	fewer := sort.Search(most-fewestPerKind, func(fewer int) bool {
		q.MaxNodesPerKind = most - fewer
		whole, err := t.graph.Snapshot(q)
		return err != nil || options.Count(block(whole)) <= tokens
	})
	q.MaxNodesPerKind = most - fewer
	q.MaxTokens = tokens
	return t.graph.Snapshot(q)
}

// block is a snapshot as it stands in a prompt.
func block(s *graph.GraphSnapshot) string {
	text, legend := s.Aliased()
	return "```json\n" + text + "\n```\n\nIds: " + legend + "\n"
}

// blockJSON is the same within a JSON object.
func blockJSON(s *graph.GraphSnapshot) string {
	text, legend := s.Aliased()
	return `{"snapshot":` + text + `,"ids":"` + legend + `"}`
}

// coverage says, in a line, what of the project the edges lead to and what they
// do not.
func (t teller) coverage() *section {
	var total, linked int
	var orphaned, apart []string
	for _, c := range t.graph.Coverage() {
		if c.Kind == graph.KindProject {
			continue
		}
		total, linked = total+c.Total, linked+c.Linked
		if c.Orphaned > 0 {
			orphaned = append(orphaned, graph.KindCount{Kind: c.Kind, Count: c.Orphaned}.String())
		}
		if n := c.Total - c.Linked - c.Orphaned; n > 0 {
			apart = append(apart, graph.KindCount{Kind: c.Kind, Count: n}.String())
		}
	}
	s := &section{name: "coverage", heading: "\n## Coverage\n\n", weight: weights["coverage"]}
	if total == 0 {
		return s
	}
	s.lines = []line{{text: fmt.Sprintf("- Edges lead from the project to %d of its %d entities.\n", linked, total)}}
	for _, rest := range []struct {
		says string
		what []string
	}{{"Without any edge", orphaned}, {"With edges, but not to the project", apart}} {
		if rest.what != nil {
			s.lines = append(s.lines, line{text: fmt.Sprintf("- %s: %s.\n", rest.says, strings.Join(rest.what, ", "))})
		}
	}
	if n := t.graph.Dangling(); n > 0 {
		s.lines = append(s.lines, line{text: fmt.Sprintf("- Edges with a missing end: %d.\n", n)})
	}
	return s
}
