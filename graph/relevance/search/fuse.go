package search

import "dossier/graph/relevance/corpus"

// FusionParams are the constants of weighted reciprocal rank fusion (Cormack et
// al. 2009). The score of a match is Words/(Offset+rank) by its rank by words
// and title, plus Meaning/(Offset+rank) by its rank in meaning, relative to the
// highest possible sum.
type FusionParams struct{ Words, Meaning, Offset float64 }

func fusionDefaults() FusionParams {
	return FusionParams{
		Words:   1,
		Meaning: .8, // by eye, not measured: words first
		Offset:  60, // the usual value
	}
}

// share returns the part of a score for the rank at an index, from 0.
func (p *FusionParams) share(weight float64, at int) float64 {
	return weight / (p.Offset + float64(at+1)) / ((p.Words + p.Meaning) / (p.Offset + 1))
}

// fuse merges sorted matches with the documents that are near in meaning.
func (m *matcher) fuse(list []match) []match {
	if len(m.similar) == 0 {
		return list
	}
	var near []corpus.Scored
	for d, similarity := range m.similar {
		near = append(near, corpus.Scored{Doc: d, Score: similarity})
	}
	near = m.reader.Top(near, len(near))
	meaning := make(map[corpus.Doc]float64, len(near))
	for i, one := range near {
		meaning[one.Doc] = m.params.Fusion.share(m.params.Fusion.Meaning, i)
	}
	for i := range list {
		one := &list[i]
		if one.why != ByTitle {
			one.Score = min(m.params.AlmostExact, m.params.Fusion.share(m.params.Fusion.Words, i)+meaning[one.Doc])
		}
		delete(meaning, one.Doc)
	}
	for _, one := range near {
		if score, left := meaning[one.Doc]; left {
			list = append(list, match{corpus.Scored{Doc: one.Doc, Score: score}, ByMeaning})
		}
	}
	m.sort(list)
	return list
}
