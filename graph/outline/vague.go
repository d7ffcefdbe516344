package outline

import (
	"slices"

	"dossier/graph"
	"dossier/graph/gist"
	"dossier/graph/memory"
	"dossier/graph/outline/wording"
	"dossier/graph/relevance/rank"
	"dossier/graph/relevance/subject"
	"dossier/graph/text"
)

// isVague reports whether the question says nothing of what it is about,
// besides one project, which it returns. A day is something: that of minutes which
// are not here.
func (c *choosing) isVague(subjects []subject.Subject) (isVague bool, project *memory.Graph) {
	if len(c.asked.Words) == 0 || c.isLong() || c.namesDay() || slices.ContainsFunc(subjects, isNumbered) {
		return false, nil
	}
	var about []string
	for _, word := range gist.AboutOf(c.question, c.clock) {
		if !OnlyAsks(word) && word != string(graph.KindProject) {
			about = append(about, c.stem(word))
		}
	}
	if len(about) == 0 {
		return true, nil
	}
	project = c.callingMost(about)
	return project != nil, project
}

// isNumbered reports whether the question names a subject by an id or a number, such as
// #20.
func isNumbered(s subject.Subject) bool { return s.IsAlias && s.Name > 0 }

// OnlyAsks reports whether a word asks for a list, a state or a time. A graph does
// not lack what a question is about because its texts lack such a word.
func OnlyAsks(word string) bool {
	return rank.Asks(word) || text.StopWord(word) || gist.OnlyAsks(word) || wording.IsEvent(word)
}

// callingMost returns the project whose name has all of some stems and the fewest
// others, nil for none and for several.
func (l *library) callingMost(stems []string) (most *memory.Graph) {
	least := 0
	for _, g := range l.projectsWith(stems) {
		switch n := len(text.Stems(g.Project().Name)); {
		case least == 0 || n < least:
			most, least = g, n
		case n == least:
			most = nil
		}
	}
	return most
}

// projectsWith returns the projects whose names have all of some stems, none for none or
// if one is of a stop word.
func (l *library) projectsWith(stems []string) (called []*memory.Graph) {
	if len(stems) == 0 || slices.Contains(stems, "") {
		return nil
	}
	for _, g := range l.graphs {
		if project := g.Project(); project != nil && hasStems(project.Name, stems) {
			called = append(called, g)
		}
	}
	return called
}

func hasStems(name string, stems []string) bool {
	has := text.Stems(name)
	return !slices.ContainsFunc(stems, func(stem string) bool { return !has[stem] })
}

// heldByProject returns the number of some stems that the own text of the project at a
// place has.
func (l *library) heldByProject(at int, stems []string) (held int) {
	project, x := l.graphs[at].Project(), l.reader.Indexes[at]
	if project == nil {
		return 0
	}
	d, found := l.reader.Find(project.ID)
	if !found {
		return 0
	}
	for _, stem := range stems {
		if _, has := x.Postings.Find(x.Words.Term(stem), d.Ordinal); has {
			held++
		}
	}
	return held
}
