package rank

import (
	"cmp"
	"math"
	"slices"

	"dossier/graph/relevance/corpus"
)

// WalkParams are the constants of spreading activation from the seeds.
type WalkParams struct {
	// Out, In and Phrase weigh outgoing and incoming connections, and shared
	// phrases.
	Out, In, Phrase EvidenceParams
	// The activation of an outgoing connection is OutRelative times its evidence
	// relative to the entity's best one, plus OutAbsolute times its evidence. For
	// n connections, it is divided by 1+OutMany·ln n.
	OutRelative, OutAbsolute, OutMany float64
	// InShare is the share of the activation that the best InMost incoming
	// connections pass, PhraseShare that of shared phrases. For n phrases, more
	// than PhraseFew, PhraseShare is divided by 1+PhraseMany·ln(n/PhraseFew).
	InShare               float64
	InMost                int
	PhraseShare           float64
	PhraseFew, PhraseMany float64
	// Residual is the BM25 weight per IDF at which a target contains all of the
	// residual question.
	Residual float64
	// HopDecay multiplies the activation at each hop after the first. Frontier is
	// the number of entities from which the next hop starts.
	HopDecay float64
	Frontier int
	// PathNorm is the p of the p-norm that adds up the connections to an entity.
	PathNorm float64
	// Neighbours is the maximum number of neighbours of an entity to consider.
	Neighbours int
}

// EvidenceParams weigh a connection: Flat, plus Sentence times the share of the
// residual question in its sentence, plus Target times the share in its target.
type EvidenceParams struct{ Flat, Sentence, Target float64 }

// walkDefaults returns the constants. Without the walk: 12 points less at 250
// tokens on both sets.
func walkDefaults() WalkParams {
	return WalkParams{
		Out:         EvidenceParams{Flat: .3, Sentence: .4, Target: .8}, // first values of the method
		In:          EvidenceParams{Flat: .3, Sentence: .5, Target: 1},  // first values of the method
		Phrase:      EvidenceParams{Flat: .1, Sentence: .7, Target: .8}, // first values of the method
		OutRelative: .6,                                                 // first value of the method
		OutAbsolute: .4,                                                 // first value of the method
		OutMany:     .15,                                                // first value of the method
		InShare:     .8,                                                 // .4 in the method; better on both sets
		InMost:      30,                                                 // first value of the method
		PhraseShare: .9,                                                 // .8 in the method; shared phrases: musique +9
		PhraseFew:   20,                                                 // eips +3 R@5, +4 R@10; 10: musique −.5 to −1
		PhraseMany:  1,                                                  // as PhraseFew
		Residual:    1,                                                  // musique +2 against 1.5
		HopDecay:    .6,                                                 // first value of the method
		Frontier:    8,                                                  // by eye, as the number of seeds
		PathNorm:    4,                                                  // first value of the method
		Neighbours:  500,                                                // first value of the method
	}
}

// trail records how a walk reached documents.
type trail struct {
	arrivals map[corpus.Doc]*arrival
	seeded   map[corpus.Doc]bool
	unwalked int // neighbours that were ignored
}

// arrival is the activation that reached a document, and its best single step.
type arrival struct {
	activation float64
	step       step
}

// step is a connection that passes activation.
type step struct {
	from       corpus.Doc
	to         int32 // ordinal in the same project
	activation float64
	via        Via
	edge       int32 // for Index.Edge
	reverse    bool
}

// target returns the document at the end of the step.
func (s *step) target() corpus.Doc { return corpus.Doc{Project: s.from.Project, Ordinal: s.to} }

func newTrail(seeds []corpus.Scored) trail {
	t := trail{arrivals: make(map[corpus.Doc]*arrival), seeded: make(map[corpus.Doc]bool)}
	for _, seed := range seeds {
		t.seeded[seed.Doc] = true
	}
	return t
}

// walk spreads activation from the seeds along edges, mentions and shared
// phrases.
func (w *walking) walk() {
	w.trail = newTrail(w.seeds)
	decay, seeds := 1.0, w.seeds
	for hop := 1; hop <= w.request.Depth && len(seeds) > 0; hop++ {
		arrivals := make(map[corpus.Doc]*arrival)
		for _, seed := range seeds {
			for _, step := range w.steps(seed, hop) {
				step.activation *= decay
				w.arrive(arrivals, step)
			}
		}
		seeds = w.settle(arrivals)
		decay *= w.params.Walk.HopDecay
	}
}

// highestLexical returns the highest lexical score.
func (s *scoring) highestLexical() (highest float32) {
	for project, scored := range s.arrays.Scored {
		for ordinal := range scored.All() {
			highest = max(highest, s.arrays.Lexical[project][ordinal])
		}
	}
	return highest
}

// arrive adds a step to the arrival at its target, as a sum of powers until the
// hop is settled.
func (w *walking) arrive(arrivals map[corpus.Doc]*arrival, s step) {
	if s.activation <= 0 {
		return
	}
	to := s.target()
	reached := arrivals[to]
	if reached == nil {
		reached = &arrival{}
		arrivals[to] = reached
	}
	reached.activation += math.Pow(s.activation, w.params.Walk.PathNorm)
	if s.activation > reached.step.activation {
		reached.step = s
	}
}

// settle adds the activation of a hop to the scores, and returns the seeds of
// the next hop.
func (w *walking) settle(arrivals map[corpus.Doc]*arrival) []corpus.Scored {
	var next []corpus.Scored
	for to, reached := range arrivals {
		reached.activation = math.Pow(reached.activation, 1/w.params.Walk.PathNorm)
		score := w.arrays.At(to)
		*score = w.join(*score, reached.activation)
		if known := w.trail.arrivals[to]; known != nil {
			known.activation = max(known.activation, reached.activation)
			continue
		}
		w.trail.arrivals[to] = reached
		if !w.trail.seeded[to] {
			next = append(next, corpus.Scored{Doc: to, Score: reached.activation})
		}
	}
	return w.reader.Top(next, w.params.Walk.Frontier)
}

// path returns the best steps from a seed to a document.
func (w *walking) path(to corpus.Doc) []Step {
	var path []Step
	for !w.trail.seeded[to] {
		s := w.trail.arrivals[to].step
		one := Step{From: w.reader.Entry(s.from).ID, To: w.reader.Entry(to).ID, Via: s.via, Reverse: s.reverse}
		if s.via == ViaEdge {
			one.Edge = w.reader.Indexes[to.Project].Edge(s.edge)
		}
		path = append(path, one)
		to = s.from
	}
	slices.Reverse(path)
	return path
}

// strongest keeps the strongest step to each document.
type strongest struct {
	list  []step
	slots []int32 // by ordinal: the step's position in list, from 1; all 0 after sorted
}

func (s *strongest) keep(one step) {
	slot := &s.slots[one.to]
	switch {
	case *slot == 0:
		s.list = append(s.list, one)
		*slot = int32(len(s.list))
	case one.activation > s.list[*slot-1].activation:
		s.list[*slot-1] = one
	}
}

// sorted returns the steps by descending activation, then by the id of the
// target, and clears the slots.
func (s *strongest) sorted(id func(ordinal int32) string) []step {
	for _, one := range s.list {
		s.slots[one.to] = 0
	}
	slices.SortFunc(s.list, func(a, b step) int {
		if a.activation != b.activation {
			return cmp.Compare(b.activation, a.activation)
		}
		return cmp.Compare(id(a.to), id(b.to))
	})
	return s.list
}
