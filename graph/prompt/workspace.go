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
	"dossier/graph/view"
)

// Ranks added to pieces that are included after all others: entities beyond the
// limits of lists, and entities in no list.
const (
	beyondLimit = 1000
	beyondLists = 2000
)

// entryNames are the names of documents from which folders of notes are read.
var entryNames = []string{"readme", "index", "home", "start here"}

// ReadFirst returns the document that readers of a project begin with: that for newcomers,
// the page of its folder with one of entryNames, one called like the project or by one of
// entryNames, or the only one; nil for none.
func ReadFirst(g *memory.Graph) graph.Entity {
	if document := g.ContextDocument(); document != nil {
		return document
	}
	var called, only graph.Entity
	count := 0
	for _, document := range g.OfKind(graph.KindDocument) {
		title, id := strings.ToLower(document.Self().Label), document.Self().ExternalID
		isProject := g.Project() != nil && title == strings.ToLower(g.Project().Name)
		switch {
		case document.Self().IsScratch():
		case id != nil && slices.Contains(entryNames, strings.ToLower(*id)):
			return document
		case called == nil && (isProject || slices.Contains(entryNames, title)):
			called = document
		default:
			only, count = document, count+1
		}
	}
	if called == nil && count == 1 {
		return only
	}
	return called
}

// titleLabel bounds a project's name in its title, in characters; by eye.
const titleLabel = 80

// header returns the title of the document, and facts about what it is about.
func (o *overview) header(*view.Section) []*Chapter {
	switch {
	case o.entity == nil:
		return []*Chapter{NewTitle(fmt.Sprintf("Projects (%d)", len(o.projects)), nil)}
	case o.entity.Self().Kind == graph.KindProject:
		return o.projectHeader(1, 0, 1)
	}
	return []*Chapter{o.title()}
}

// project returns the header of the project of the entity.
func (o *overview) project(*view.Section) []*Chapter {
	if o.graph.Project() == nil {
		return nil
	}
	return o.projectHeader(2, headerRank, headerRank)
}

// projectHeader returns a project's title, and its facts: state, progress of
// its tasks, next step and context document.
func (o *overview) projectHeader(level int, first, then float64) []*Chapter {
	project := o.graph.Project()
	name := o.name(project)
	name.Label = "Project: " + graph.Line(project.Name, titleLabel)
	title, header := &Chapter{name: "project"}, &Chapter{name: "header", heading: spaced}
	if title.add(first, project, Heading{Level: level, Name: name, Tight: true}); level > 1 {
		title.pieces[0].made = Apart{title.pieces[0].made}
	}
	for _, fact := range []Fact{
		{"", strings.Join(o.facts(project), ", ")}, {"", o.workLine()}, {"Next step", inert.Line(graph.Or(project.NextStepShort, ""))},
	} {
		if fact.Value != "" {
			header.add(then, nil, fact)
		}
	}
	if document := o.graph.ContextDocument(); document != nil && o.options.shows(graph.KindDocument) {
		header.add(then, nil, Fact{"Context document", o.name(document).String()})
	}
	return []*Chapter{title, header}
}

// stateWords are the words for states in counts that differ from the states.
var stateWords = map[string]string{"todo": "to do"}

// workLine returns the counts of a project's tasks by state, "" for no tasks.
func (o *overview) workLine() string {
	work := attention.WorkOf(o.graph, o.options.Now)
	if len(work.States) == 0 || !o.options.shows(graph.KindTask) {
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

// text returns the texts of the project or entity that the header does not include.
func (o *overview) text(of *view.Section) []*Chapter {
	passages, name, heading := ownPassages(o.options.full(o.entity)), "text", spaced
	if of.Heading != "" {
		name, heading = strings.ToLower(of.Heading), titled(of.Heading)
	}
	if project, is := o.entity.(*graph.Project); is {
		next := passagesOf(graph.Or(project.NextStepShort, ""))
		passages = slices.DeleteFunc(passages, func(p Passage) bool {
			return slices.ContainsFunc(next, func(said Passage) bool { return said.Text == p.Text })
		})
	}
	return []*Chapter{textSection(name, heading, o.entity, passages, 0)}
}

// coverage returns the number of a project's entities by kind, and of those that
// no path of edges joins to it.
func (o *overview) coverage(of *view.Section) []*Chapter {
	var all, unlinked, orphaned []graph.KindCount
	for _, c := range o.graph.Coverage() {
		if c.Kind == graph.KindProject || !o.options.shows(c.Kind) {
			continue
		}
		all = append(all, graph.KindCount{Kind: c.Kind, Count: c.Total})
		unlinked = append(unlinked, graph.KindCount{Kind: c.Kind, Count: c.Total - c.Linked - c.Orphaned})
		orphaned = append(orphaned, graph.KindCount{Kind: c.Kind, Count: c.Orphaned})
	}
	s := &Chapter{name: "unlinked work", heading: titled(of.Heading)}
	for _, fact := range []Fact{
		{"The project has", KindCounts(all)}, {"Without any edge", KindCounts(orphaned)},
		{"With edges, but not to the project", KindCounts(unlinked)},
	} {
		if fact.Value != "" {
			s.add(float64(len(s.pieces)+1)/of.Share, nil, fact)
		}
	}
	if n := o.graph.Dangling(); n > 0 {
		s.add(float64(len(s.pieces)+1)/of.Share, nil, Fact{"Edges with a missing end", fmt.Sprint(n)})
	}
	return []*Chapter{s}
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
