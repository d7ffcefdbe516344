package passage

import "dossier/graph/relevance/corpus"

// Nearest returns the sections of some entries that have words of a question as
// passages, the best first, see [corpus.Reader.Sections]. All of an entry without
// headings is one passage, without sentences. Held is the share of the question that a
// passage has.
func Nearest(r *corpus.Reader, words []corpus.WeighedWord, docs []corpus.Doc) []Passage {
	scores := r.Sections(words, docs)
	passages := make([]Passage, len(scores))
	for i, one := range scores {
		x := r.Indexes[one.Doc.Project]
		entry := x.Entry(one.Doc.Ordinal)
		if one.Section >= 0 {
			passages[i] = passage(x, entry, entry.Sections[one.Section])
		}
		passages[i].Doc, passages[i].DocID = one.Doc, entry.ID
		passages[i].Score, passages[i].Held = one.Score, one.Held
	}
	return passages
}
