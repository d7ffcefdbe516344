package rank

import (
	"math"

	"dossier/graph/relevance/corpus"
	"dossier/graph/relevance/index"
	"dossier/graph/relevance/links"
)

// PropagateParams are the constants for passing lexical scores along
// containment and sequence edges.
type PropagateParams struct {
	// FromParent, FromNeighbour and FromSibling are the shares of a score that are
	// passed: from the parent, from the previous and the next entity, and from
	// each of the best Siblings. Families with more than MaxFamily children are
	// ignored. In a project, the Sources documents with the highest scores pass
	// them.
	FromParent, FromNeighbour, FromSibling float64
	Siblings, MaxFamily, Sources           int
}

func propagateDefaults() PropagateParams {
	return PropagateParams{
		FromParent:    .35,    // first value of the method
		FromNeighbour: .25,    // .35 in the method; better on the sets as conversations
		FromSibling:   .1,     // .15 in the method; better on the sets as conversations
		Siblings:      3,      // first value of the method
		MaxFamily:     200,    // by eye: siblings in larger families say little
		Sources:       20_000, // by eye: limits the cost
	}
}

// propagate passes lexical scores along containment and sequence edges.
func (s *scoring) propagate() {
	for project, x := range s.reader.Indexes {
		if len(x.Links.Families())+len(x.Links.Neighbours()) == 0 {
			continue
		}
		to := lexicalScores{s.arrays.Lexical[project], s.arrays.Scored[project]}
		from := s.params.Propagate.sources(s.arrays.Copy[project], to)
		for _, pair := range x.Links.Neighbours() {
			to.raise(pair[0], float32(s.params.Propagate.FromNeighbour)*from.of(pair[1]))
			to.raise(pair[1], float32(s.params.Propagate.FromNeighbour)*from.of(pair[0]))
		}
		s.params.Propagate.families(x, from, to)
	}
	s.scoreLexical()
}

// lexicalScores are the lexical scores of a project.
type lexicalScores struct {
	scores []float32 // by ordinal
	scored corpus.Set
}

// raise adds to the score of a document.
func (l *lexicalScores) raise(ordinal int32, by float32) {
	if by > 0 {
		l.scored.Add(ordinal)
		l.scores[ordinal] += by
	}
}

// sources are the documents that pass their scores.
type sources struct {
	scores []float32 // by ordinal, undefined for others
	// among are the sources: scores of a large project are too many for the caches
	// of a processor.
	among corpus.Set
}

// sources returns those of a project by its scores. It reuses buffer.
func (p *PropagateParams) sources(buffer []float32, of lexicalScores) sources {
	s := sources{buffer, make(corpus.Set, len(of.scored))}
	floor := floorOf(of, p.Sources)
	for ordinal := range of.scored.All() {
		if score := of.scores[ordinal]; score > 0 && score >= floor {
			s.scores[ordinal] = score
			s.among.Add(ordinal)
		}
	}
	return s
}

// of returns the score that a document passes.
func (s *sources) of(ordinal int32) float32 {
	if !s.among.Has(ordinal) {
		return 0
	}
	return s.scores[ordinal]
}

// floorBits is the number of bits of a score by which floorOf counts: its sign,
// its exponent, and 7 bits of its fraction.
const floorBits = 16

// floorOf returns a tight lower bound of the n-th highest score, by the order of
// the bits of scores. It returns 0 if fewer are positive.
func floorOf(of lexicalScores, n int) float32 {
	if of.scored.Len() <= n {
		return 0
	}
	counts := make([]int32, 1<<floorBits) // too large for a stack
	for ordinal := range of.scored.All() {
		if score := of.scores[ordinal]; score > 0 {
			counts[math.Float32bits(score)>>(32-floorBits)]++
		}
	}
	for bits := len(counts) - 1; bits > 0; bits-- {
		if n -= int(counts[bits]); n <= 0 {
			return math.Float32frombits(uint32(bits) << (32 - floorBits))
		}
	}
	return 0
}

func (p *PropagateParams) families(x *index.Index, from sources, to lexicalScores) {
	best := make([]float32, 0, p.Siblings+1)
	families := x.Links.Families()
	for i := range families {
		p.family(&families[i], &from, &to, best)
	}
}

// family passes the parent's score to its children, and the best children's
// scores to their siblings. It reuses best, whose capacity is their number.
func (p *PropagateParams) family(family *links.Family, from *sources, to *lexicalScores, best []float32) {
	if len(family.Children) > p.MaxFamily {
		return
	}
	for _, child := range family.Children {
		if own := from.of(child); own > 0 && (len(best) < cap(best) || own > best[len(best)-1]) {
			best = insert(best, own)
		}
	}
	parent := float32(p.FromParent) * from.of(family.Parent)
	if parent == 0 && len(best) == 0 {
		return
	}
	outside := sumOthers(best, 0, p.Siblings) // for a child that is not among the best
	for _, child := range family.Children {
		sum := outside
		if own := from.of(child); own > 0 && own >= best[len(best)-1] {
			sum = sumOthers(best, own, p.Siblings)
		}
		to.raise(child, parent)
		to.raise(child, float32(p.FromSibling)*sum)
	}
}

// insert inserts a score into best, which is in descending order. If best is
// full, the lowest score is dropped.
func insert(best []float32, score float32) []float32 {
	if len(best) == cap(best) {
		best = best[:len(best)-1]
	}
	best = append(best, score)
	for i := len(best) - 1; i > 0 && best[i] > best[i-1]; i-- {
		best[i], best[i-1] = best[i-1], best[i]
	}
	return best
}

// sumOthers returns the sum of the n best scores, without own.
func sumOthers(best []float32, own float32, n int) float32 {
	sum := float32(0)
	for _, score := range best {
		switch {
		case score == own && own > 0:
			own = 0
		case n > 0:
			sum += score
			n--
		}
	}
	return sum
}
