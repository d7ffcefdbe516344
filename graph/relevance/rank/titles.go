package rank

import (
	"math"
	"slices"

	"dossier/graph/relevance/corpus"
)

// TitleParams are the constants for titles that the question names.
type TitleParams struct {
	// Mass is the score of a title per IDF of its words. Entities with the title
	// gain Owner times that, divided by their number to the power Shared. Entities
	// with an edge to one of them, or a mention of it, gain Neighbour times that.
	Mass, Owner, Shared, Neighbour float64
}

// titleDefaults returns the constants. Without titles: 3 to 7 points less at
// 250 tokens.
func titleDefaults() TitleParams {
	return TitleParams{
		Mass:      1.5 * 2.2, // first value of the method: 1.5 of the largest BM25 weight per IDF, K1+1
		Owner:     1.5,       // first value of the method
		Shared:    .4,        // first value of the method
		Neighbour: .4,        // first value of the method
	}
}

// titles boosts the entities whose titles the question names, and those
// connected with them. It scales all scores so that the best one is 1, for the
// walk.
func (s *scoring) titles() {
	for project := range s.reader.Indexes {
		for _, title := range s.analysed.Titles {
			s.boostTitle(int32(project), title)
		}
	}
	best := 0.0
	s.eachScore(func(score *float64) { best = max(best, *score) })
	if best == 0 {
		return
	}
	s.eachScore(func(score *float64) { *score /= best })
	s.trace.rescale(1 / best)
}

// boostTitle boosts the entities of a project with a title, and those connected
// with them.
func (s *scoring) boostTitle(project int32, title corpus.TitleMatch) {
	params, x := s.params.Titles, s.reader.Indexes[project]
	raise := func(ordinal int32, by float64) { *s.arrays.At(corpus.Doc{Project: project, Ordinal: ordinal}) += by }
	mass := params.Mass * title.Mass * title.Confidence
	var near []int32
	for _, owner := range s.analysed.Owners(project, title) {
		raise(owner.Ordinal, params.Owner*mass*owner.Quality()*owner.Quality()/math.Pow(float64(title.Owners), params.Shared))
		near = append(near, x.Entry(owner.Ordinal).MentionedBy...)
		for _, link := range x.Links.Of(owner.Ordinal) {
			if link.Incoming {
				near = append(near, link.Other)
			}
		}
	}
	slices.Sort(near)
	for _, ordinal := range slices.Compact(near) {
		raise(ordinal, params.Neighbour*mass)
	}
}
