package outline

import (
	"slices"
	"strings"

	"dossier/graph"
	"dossier/graph/memory"
	"dossier/graph/relevance/subject"
	"dossier/graph/text"
)

// comparing are the words before the sides of a comparison; sideWords those between its
// sides; versus those that make one without a word before them; and sideVerbs the verbs
// between its sides or behind them.
var (
	comparing = strings.Fields("compare comparing comparison difference differences unterschied unterschiede")
	sideWords = strings.Fields("and with to from against und mit zu gegen")
	versus    = strings.Fields("vs versus")
	sideVerbs = strings.Fields("differ differs compare compares compared")
)

// behindSides is the maximum number of words behind a verb that is behind the sides of a
// comparison, as in "differ as projects", by eye.
const behindSides = 2

// sidesOf returns the two sides of a comparison, nil for another question.
func sidesOf(question string) []string {
	first, last, after := 0, 0, 0 // the ends of the words before and between the sides
	for word := range text.Words(question) {
		switch {
		case slices.Contains(versus, word.Text), first > 0 && last == 0 && word.Start > first+1 && slices.Contains(sideWords, word.Text):
			last, after = word.Start, word.End
		case last == 0 && (slices.Contains(comparing, word.Text) || first > 0 && word.Text == "between"):
			first = word.End
		}
	}
	if last == 0 {
		return sidesAround(question)
	}
	return []string{question[first:last], question[after:]}
}

// sidesAround returns the sides of a comparison whose verb is between them or behind
// them, as in "how does A differ from B" and "how do A and B compare".
func sidesAround(question string) []string {
	var words []text.Word
	for word := range text.Words(question) {
		words = append(words, word)
	}
	verb := slices.IndexFunc(words, func(word text.Word) bool { return slices.Contains(sideVerbs, word.Text) })
	between := slices.IndexFunc(words, func(word text.Word) bool { return slices.Contains(sideWords, word.Text) })
	switch {
	case verb < 1 || between < 1:
		return nil
	case between == verb+1 && between+1 < len(words):
		return []string{question[:words[verb].Start], question[words[between].End:]}
	case between+1 < verb && len(words)-verb-1 <= behindSides:
		return []string{question[:words[between].Start], question[words[between].End:words[verb].Start]}
	}
	return nil
}

// comparedProjects returns the topics of a question that compares two projects, nil for
// another. A side calls a project by words of its name; one side may call it by words of
// its text. Projects are not compared if the question has the whole name of another topic.
func (c *choosing) comparedProjects(named []*Topic) (list []*Topic) {
	if sides := sidesOf(c.question); len(c.graphs) > 1 && sides != nil && !slices.ContainsFunc(named, c.isWholeName) {
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
		if stem != "" && ownKind(word.Text) != graph.KindProject && (isName || !onlyAsks(word.Text)) {
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
