package outline

import (
	"slices"
	"strings"

	"dossier/graph"
	"dossier/graph/relevance/rank"
	"dossier/graph/text"
)

// ofProjects returns the outline of a list of several projects, as in "open tasks of A
// and B", with the groups of each in the order of the question; nil for another question,
// and if it has the whole name of another topic. find outlines a question about one of
// the projects.
func (o *Outline) ofProjects(f *finding, find func(string) *Outline) (all *Outline) {
	if len(f.graphs) == 1 || slices.ContainsFunc(o.Topics, f.isWholeName) {
		return nil
	}
	for _, question := range f.ofEachProject() {
		one := find(question)
		if one.List == nil {
			return nil
		}
		for i := range one.List.Groups {
			one.List.Groups[i].Of = one.List.Of
		}
		if all == nil {
			all = one
			continue
		}
		of, groups := all.List.Of+", "+one.List.Of, slices.Concat(all.List.Groups, one.List.Groups)
		all = all.Join(one)
		all.List.Of, all.List.Groups = of, groups
	}
	return all
}

// ofEachProject returns a question for each project of one that ends with several of
// them behind a preposition, nil for another question and for a message. Each preposition
// is tried with all words behind it, which would take a minute with 20,000 characters.
func (f *finding) ofEachProject() (questions []string) {
	if text.CountWords(f.question) >= rank.MessageWords {
		return nil
	}
	and := strings.LastIndex(f.question, " and ")
	for word := range text.Words(f.question) {
		if word.End < and && slices.Contains(placeWords, word.Text) {
			if questions = f.ofEachFrom(word.End); questions != nil {
				return questions
			}
		}
	}
	return nil
}

// ofEachFrom returns these questions if what is behind an offset calls several projects,
// nil if not. With the noun, a project may be called by words of its text.
func (f *finding) ofEachFrom(place int) (questions []string) {
	called := map[*graph.Graph]bool{}
	for side := range strings.SplitSeq(strings.ReplaceAll(f.question[place:], " and ", ","), ",") {
		if side = strings.Trim(side, " ?.!"); side == "" {
			continue // before "and" behind a comma
		}
		g, hasNoun := f.calledAs(side), hasNounOfProject(side)
		if g == nil && hasNoun {
			g = f.likelyCalled(side)
		}
		if g == nil || called[g] {
			return nil
		}
		if called[g] = true; !hasNoun {
			side += " " + string(graph.KindProject) // so that it calls nothing else
		}
		questions = append(questions, f.question[:place]+" "+side)
	}
	return questions
}

// hasNounOfProject reports whether a text has the name of the kind of projects.
func hasNounOfProject(s string) bool {
	for word := range text.Words(s) {
		if ownKind(word.Text) == graph.KindProject {
			return true
		}
	}
	return false
}
