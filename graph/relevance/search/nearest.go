package search

import (
	"dossier/graph/relevance/corpus"
	"dossier/graph/text"
)

// Title is an entity whose title is spelt like a text.
type Title struct {
	ID, Kind, Title string // of the entity, as it was indexed
	// Score is the trigram similarity.
	Score float64
	// Project is the number of the entity's index in the corpus.
	Project int
}

// Nearest returns at most limit entities whose titles are spelt most like
// asked, by similarity, then title, then id. keep reports whether a kind is
// wanted; nil keeps all.
func Nearest(c corpus.Corpus, asked string, keep func(kind string) bool, limit int, params Params) []Title {
	reader := c.Open()
	defer reader.Close()
	m := matcher{reader: reader}
	trigrams := text.TrigramsOf(asked)
	var list []match
	for project := range reader.Indexes {
		for _, one := range reader.Top(estimated(reader, int32(project), trigrams, keep), params.Titles) {
			if similarity := trigrams.Similarity(text.TrigramsOf(reader.Entry(one.Doc).Title)); similarity > 0 {
				list = append(list, match{corpus.Scored{Doc: one.Doc, Score: similarity}, BySimilar})
			}
		}
	}
	m.sort(list)
	var titles []Title
	for _, one := range list[:min(limit, len(list))] {
		entry := reader.Entry(one.Doc)
		titles = append(titles, Title{entry.ID, entry.Kind, entry.Title, one.Score, int(one.Project)})
	}
	return titles
}

// estimated returns the documents of a project whose titles share trigrams with
// a text, and an estimate of their similarity: by the trigrams of single words,
// and as if a title had a trigram for each byte.
func estimated(reader *corpus.Reader, project int32, trigrams text.Trigrams, keep func(kind string) bool) []corpus.Scored {
	x := reader.Indexes[project]
	var list []corpus.Scored
	for ordinal, common := range x.TitleTrigrams(trigrams) {
		entry := x.Entry(int32(ordinal))
		if common > 0 && (keep == nil || keep(entry.Kind)) {
			estimate := float64(common) / float64(len(trigrams)+len(entry.Title))
			list = append(list, corpus.Scored{Doc: corpus.Doc{Project: project, Ordinal: int32(ordinal)}, Score: estimate})
		}
	}
	return list
}
