package corpus

// SimilarityParams are the constants of comparing embeddings. Documents are
// weighted by rank, not by cosine, because the range of cosines depends on the
// model. By eye, not measured.
type SimilarityParams struct {
	// At most Most documents count. Their cosine is at least Floor, and at
	// least Share of the highest one.
	Most         int
	Floor, Share float64
	// The nearest document has Weight, the one at rank HalfRank half of it.
	Weight, HalfRank float64
}

// SimilarityDefaults returns the constants in use.
func SimilarityDefaults() SimilarityParams {
	return SimilarityParams{Most: 50, Floor: .2, Share: .7, Weight: .6, HalfRank: 10}
}

// Similar returns the weights of the documents that are nearest to a question.
// cosine returns the similarity of an entity by id. The result is nil if cosine
// is.
func (r *Reader) Similar(cosine func(id string) float64, params SimilarityParams) map[Doc]float64 {
	if cosine == nil {
		return nil
	}
	var list []Scored
	for project, x := range r.Indexes {
		for ordinal := range int32(x.Size()) {
			id := x.Entry(ordinal).ID
			if id == "" {
				continue
			}
			if value := cosine(id); value >= params.Floor {
				list = append(list, Scored{Doc{int32(project), ordinal}, value})
			}
		}
	}
	similar := make(map[Doc]float64, params.Most)
	list = r.Top(list, params.Most)
	for i, one := range list {
		if one.Score < params.Share*list[0].Score {
			break
		}
		similar[one.Doc] = params.Weight / (1 + float64(i)/params.HalfRank)
	}
	return similar
}
