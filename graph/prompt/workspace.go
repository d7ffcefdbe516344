package prompt

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"dossier/graph"
	"dossier/graph/attention"
	"dossier/graph/inert"
	"dossier/graph/memory"
)

// The weights of the sections of a workspace other than highlights, by eye. If
// a budget is short, sections of low weight are cut first. Their order in the
// text does not depend on their weights.
const (
	peopleWeight   = 5
	changedWeight  = 4
	coverageWeight = 2
)

// Ranks added to pieces that are included after all others: entities beyond the
// limits of lists, and entities in no list.
const (
	beyondLimit = 1000
	beyondLists = 2000
)

// The text of a project is included after the most urgent lines, and its context
// document later still; by eye.
const (
	aboutShare       = .2
	aboutFrom        = 300
	contextShare     = .2
	contextShareFrom = 3000
)

// Workspace returns the document about a project: its header, highlights,
// people, changes, unlinked entities, and graph. The error is NOT_FOUND for a
// graph without a project entity.
func Workspace(g *memory.Graph, options Options) (*Document, error) {
	project := g.Project()
	if project == nil {
		return nil, graph.NotFound("project", g.Revision.ProjectID)
	}
	options.Start(g, project.ID)
	d := describer{graphs: []*memory.Graph{g}, options: options}
	d.agenda = attention.NewAgenda(d.graphs, options.highlights())
	sections := append(d.projectHeader(g, 1), d.about(project))
	sections = append(sections, d.lists()...)
	sections = append(sections, d.contextDocument(g), d.unlisted(), d.coverage(g))
	around, err := d.graphSection(g, project.ID)
	if err != nil {
		return nil, err
	}
	shares := laneShares(options)
	shares[laneText], shares[laneNear] = share{most: aboutShare, from: aboutFrom}, share{most: contextShare, from: contextShareFrom}
	return compose(append(sections, around), d.agenda, shares, options)
}

// WorkspaceTexts returns the refs of the entities whose texts a workspace may
// include: the project and its context document.
func WorkspaceTexts(g *memory.Graph, options Options) []graph.Ref {
	refs := []graph.Ref{g.Project().Ref()}
	if document := readFirst(g); document != nil && options.shows(graph.KindDocument) {
		refs = append(refs, document.Self().Ref())
	}
	return refs
}

// readFirst returns the context document of a project or, without one, its only
// document; nil for none.
func readFirst(g *memory.Graph) graph.Entity {
	if document := g.ContextDocument(); document != nil {
		return document
	}
	var only graph.Entity
	for _, document := range g.OfKind(graph.KindDocument) {
		switch {
		case document.Self().IsScratch():
		case only != nil:
			return nil
		default:
			only = document
		}
	}
	return only
}

// titleLabel bounds a project's name in its title, in characters; by eye.
const titleLabel = 80

// projectHeader returns a project's title, and its facts: state, progress of
// its tasks, next step and context document.
func (d describer) projectHeader(g *memory.Graph, level int) []*Chapter {
	project := g.Project()
	name := d.name(project)
	name.Label = "Project: " + graph.Line(project.Name, titleLabel)
	title := &Chapter{name: "project", lane: laneHead}
	title.add(0, project, Heading{Level: level, Name: name, Tight: true})
	header := &Chapter{name: "header", heading: spaced, lane: laneHead}
	if level > 1 {
		title.lane, header.lane = laneLists, laneLists
		title.pieces[0].made = Apart{title.pieces[0].made}
	}
	for _, fact := range []Fact{
		{"", strings.Join(d.facts(project), ", ")}, {"", workLine(g, d.options)}, {"Next step", inert.Line(graph.Or(project.NextStepShort, ""))},
	} {
		if fact.Value != "" {
			header.add(1, nil, Fact{fact.Label, fact.Value})
		}
	}
	if document := g.ContextDocument(); document != nil && d.options.shows(graph.KindDocument) {
		header.add(1, nil, Fact{"Context document", d.name(document).String()})
	}
	return []*Chapter{title, header}
}

// stateWords are the words for states in counts that differ from the states.
var stateWords = map[string]string{"todo": "to do"}

// workLine returns the counts of a project's tasks by state, "" for no tasks.
func workLine(g *memory.Graph, options Options) string {
	work := attention.WorkOf(g, options.Now)
	if len(work.States) == 0 || !options.shows(graph.KindTask) {
		return ""
	}
	return "Tasks: " + StateCounts(work.States, work.Overdue)
}

// StateCounts returns the numbers of entities by state, and how many of them are overdue:
// "3 to do, 2 done; 1 overdue".
func StateCounts(states []graph.StateCount, overdue int) string {
	var list []string
	for _, count := range states {
		state := cmp.Or(stateWords[count.State], inert.Line(strings.ReplaceAll(count.State, "_", " ")))
		list = append(list, fmt.Sprintf("%d %s", count.Count, state))
	}
	text := strings.Join(list, ", ")
	if overdue > 0 {
		text += fmt.Sprintf("; %d overdue", overdue)
	}
	return text
}

// about returns the texts of a project that its header does not include.
func (d describer) about(project *graph.Project) *Chapter {
	passages := ownPassages(d.options.full(project))
	next := passagesOf(graph.Or(project.NextStepShort, ""))
	passages = slices.DeleteFunc(passages, func(p Passage) bool {
		return slices.ContainsFunc(next, func(said Passage) bool { return said.Text == p.Text })
	})
	return textSection("about", titled("About"), project, passages, laneText, 0)
}

// contextDocument returns the chapter of the document that [readFirst] returns.
func (d describer) contextDocument(g *memory.Graph) *Chapter {
	document := readFirst(g)
	if document == nil || !d.options.shows(graph.KindDocument) {
		return nil
	}
	name := d.name(document)
	name.Label = "From " + name.Label
	heading := func(counts) Block { return Apart{Heading{Level: 2, Name: name}} }
	return textSection("context document", heading, document, ownPassages(d.options.full(document)), laneNear, 0)
}

// coverage returns the number of a project's entities by kind, and of those that
// no path of edges joins to it.
func (d describer) coverage(g *memory.Graph) *Chapter {
	var all, unlinked, orphaned []graph.KindCount
	for _, c := range g.Coverage() {
		if c.Kind == graph.KindProject || !d.options.shows(c.Kind) {
			continue
		}
		all = append(all, graph.KindCount{Kind: c.Kind, Count: c.Total})
		unlinked = append(unlinked, graph.KindCount{Kind: c.Kind, Count: c.Total - c.Linked - c.Orphaned})
		orphaned = append(orphaned, graph.KindCount{Kind: c.Kind, Count: c.Orphaned})
	}
	s := &Chapter{name: "unlinked work", heading: titled("In all, and what is not linked"), lane: laneLists}
	for _, fact := range []Fact{
		{"The project has", KindCounts(all)}, {"Without any edge", KindCounts(orphaned)},
		{"With edges, but not to the project", KindCounts(unlinked)},
	} {
		if fact.Value != "" {
			s.add(float64(len(s.pieces)+1)/coverageWeight, nil, fact)
		}
	}
	if n := g.Dangling(); n > 0 {
		s.add(float64(len(s.pieces)+1)/coverageWeight, nil, Fact{"Edges with a missing end", fmt.Sprint(n)})
	}
	return s
}

// KindCounts returns the counts that are not 0 as text: "2 tasks, 1 risk".
func KindCounts(counts []graph.KindCount) string {
	var list []string
	for _, count := range counts {
		if count.Count > 0 {
			list = append(list, count.String())
		}
	}
	return strings.Join(list, ", ")
}
