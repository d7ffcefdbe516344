package outline

import (
	"slices"

	"dossier/graph"
	"dossier/graph/relevance/corpus"
	"dossier/graph/relevance/subject"
)

// places returns the projects among the candidates that only say where to look: the
// question has a word for something else, which another candidate there has.
func (c *choosing) places(candidates []subject.Subject) (places []corpus.Doc) {
	if !slices.ContainsFunc(candidates, func(s subject.Subject) bool { return c.isProject(s.Doc) }) {
		return nil
	}
	isPlace := c.placesIn(candidates)
	others := slices.DeleteFunc(slices.Clone(c.asked.Terms), func(t subject.Term) bool {
		return isPlace[c.stem(t.Word)] || t.Asks || t.IDF < aboutIDF
	})
	for i := range candidates {
		place := candidates[i].Doc
		if c.isProject(place) && slices.ContainsFunc(candidates, func(s subject.Subject) bool {
			isThere := s.Doc.Project == place.Project && !c.isProject(s.Doc)
			return isThere && slices.ContainsFunc(others, func(t subject.Term) bool { return c.hasTerm(s.Doc, &t) })
		}) {
			places = append(places, place)
		}
	}
	return places
}

// placesIn returns the stems of the words that name projects. They say where to
// look, and everything there would have them.
func (c *choosing) placesIn(subjects []subject.Subject) map[string]bool {
	stems := map[string]bool{}
	for i := range subjects {
		if s := &subjects[i]; s.Name > 0 && c.isProject(s.Doc) {
			for _, word := range c.asked.Words[s.First:s.Last] {
				stems[c.stem(word.Text)] = true
			}
		}
	}
	delete(stems, "") // of stop words
	return stems
}

// isProject reports whether an entry is a project.
func (l *library) isProject(d corpus.Doc) bool {
	return graph.Kind(l.reader.Entry(d).Kind) == graph.KindProject
}
