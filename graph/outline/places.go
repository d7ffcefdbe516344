package outline

import (
	"slices"

	"dossier/graph"
	"dossier/graph/relevance/corpus"
	"dossier/graph/relevance/subject"
)

// places returns the projects among the candidates that only say where to look: the
// question has a word for something else, which another candidate there has.
func (f *finding) places(candidates []subject.Subject) (places []corpus.Doc) {
	if !slices.ContainsFunc(candidates, func(s subject.Subject) bool { return f.isProject(s.Doc) }) {
		return nil
	}
	isPlace := f.placesIn(candidates)
	others := slices.DeleteFunc(slices.Clone(f.asked.Terms), func(t subject.Term) bool {
		return isPlace[f.stem(t.Word)] || t.Asks || t.IDF < aboutIDF
	})
	for i := range candidates {
		place := candidates[i].Doc
		if f.isProject(place) && slices.ContainsFunc(candidates, func(s subject.Subject) bool {
			isThere := s.Doc.Project == place.Project && !f.isProject(s.Doc)
			return isThere && slices.ContainsFunc(others, func(t subject.Term) bool { return f.hasTerm(s.Doc, &t) })
		}) {
			places = append(places, place)
		}
	}
	return places
}

// placesIn returns the stems of the words that name projects. They say where to
// look, and everything there would have them.
func (f *finding) placesIn(subjects []subject.Subject) map[string]bool {
	stems := map[string]bool{}
	for i := range subjects {
		if s := &subjects[i]; s.Name > 0 && f.isProject(s.Doc) {
			for _, word := range f.asked.Words[s.First:s.Last] {
				stems[f.stem(word.Text)] = true
			}
		}
	}
	delete(stems, "") // of stop words
	return stems
}

// isProject reports whether an entry is a project.
func (f *finding) isProject(d corpus.Doc) bool {
	return graph.Kind(f.reader.Entry(d).Kind) == graph.KindProject
}
