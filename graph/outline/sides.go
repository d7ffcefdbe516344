package outline

import (
	"slices"

	"dossier/graph"
	"dossier/graph/memory"
	"dossier/graph/outline/wording"
	"dossier/graph/relevance/subject"
	"dossier/graph/text"
)

// comparedProjects returns the topics of a question that compares two projects, nil for
// another. A side calls a project by words of its name; one side may call it by words of
// its text. Projects are not compared if the question has the whole name of another topic.
func (c *choosing) comparedProjects(named []*Topic) (list []*Topic) {
	if sides := wording.Sides(c.question); len(c.graphs) > 1 && sides != nil && !slices.ContainsFunc(named, c.isWholeName) {
		one, other := c.calledAs(sides[0]), c.calledAs(sides[1])
		switch {
		case one == nil && other != nil:
			one = c.likelyCalled(sides[0])
		case one != nil && other == nil:
			other = c.likelyCalled(sides[1])
		}
		if one != nil && other != nil && one != other {
			return c.appendProject(c.appendProject(nil, one), other)
		}
	}
	return nil
}

// isWholeName reports whether the question has the whole name of a topic that is no
// project.
func (c *choosing) isWholeName(t *Topic) bool {
	return t.Name >= c.params.Subject.Named && !c.isProject(t.Doc)
}

// sideStems returns the stems of the words of a side that call what it is about: of a
// word that often only asks if the name of a project has it.
func (c *choosing) sideStems(side string) (stems []string) {
	for word := range text.Words(side) {
		stem := c.stem(word.Text)
		isName := len(c.projectsWith([]string{stem})) > 0
		if stem != "" && wording.KindOf(word.Text) != graph.KindProject && (isName || !OnlyAsks(word.Text)) {
			stems = append(stems, stem)
		}
	}
	return stems
}

// calledAs returns the project whose name has all words of a side, nil for none and for
// several.
func (c *choosing) calledAs(side string) *memory.Graph { return c.callingMost(c.sideStems(side)) }

// likelyCalled returns the project whose name and text have most words of a side, at
// least half of them, nil for none and for several.
func (c *choosing) likelyCalled(side string) (called *memory.Graph) {
	stems := c.sideStems(side)
	most := (len(stems)+1)/2 - 1
	for at, g := range c.graphs {
		switch held := c.heldByProject(at, stems); {
		case held == most:
			called = nil
		case held > most:
			called, most = g, held
		}
	}
	return called
}

// appendProject appends a project as a topic.
func (c *choosing) appendProject(list []*Topic, g *memory.Graph) []*Topic {
	d, found := c.reader.Find(g.Project().ID)
	if !found {
		return list
	}
	return append(list, &Topic{Subject: subject.Subject{Doc: d, Member: d, Score: 1, Name: c.params.Subject.Named, Distinct: true}, Graph: g,
		Entity: g.Entity(g.Project().ID)})
}
