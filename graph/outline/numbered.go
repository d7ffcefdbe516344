package outline

import (
	"slices"

	"dossier/graph"
	"dossier/graph/outline/wording"
	"dossier/graph/relevance/corpus"
	"dossier/graph/relevance/subject"
)

// namedIn returns the topics with those that the question names by a number, or as a
// person or another record, in a project which it names, and without those of other
// projects with the same name: each team has an ADR-0044, and Ann may be in several.
func (c *choosing) namedIn(list []*Topic, subjects []subject.Subject) []*Topic {
	isNamed := func(d corpus.Doc) bool {
		return slices.ContainsFunc(subjects, func(s subject.Subject) bool {
			return c.isProject(s.Doc) && s.Doc.Project == d.Project && s.Name > 0
		})
	}
	for i := range subjects {
		s := &subjects[i]
		isInSeveral := c.endsInNumber(s.First, s.Last) || graph.Kind(c.reader.Entry(s.Doc).Kind) == graph.KindRecord
		if s.Name == 0 || c.isProject(s.Doc) || !isInSeveral || !isNamed(s.Doc) {
			continue
		}
		list = slices.DeleteFunc(list, func(t *Topic) bool {
			return t.First == s.First && t.Last == s.Last && !isNamed(t.Doc)
		})
		if len(list) < c.params.Topics {
			list = c.appendTopic(list, s)
		}
	}
	return list
}

// endsInNumber reports whether some words of the question end with a number, as
// identifiers do.
func (a *asking) endsInNumber(first, last int) bool {
	return last > first && wording.HasDigit(a.asked.Words[last-1].Text)
}
