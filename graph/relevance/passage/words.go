package passage

import (
	"iter"
	"math"

	"dossier/graph/relevance/corpus"
	"dossier/graph/relevance/index"
	"dossier/graph/text"
)

// held is what a section has of a question's terms.
type held struct {
	below  []bool    // which of them are below the heading
	count  []float64 // how often each is in the heading or in own sentences
	length float64   // number of words in the same, without stop words
}

// held returns what the sections of an entry have.
func (f *finder) held(entry *index.Entry) []held {
	terms := make(map[uint32]int)
	for at, t := range f.terms {
		if t.key != 0 {
			terms[t.key] = at
		}
	}
	list := make([]held, len(entry.Sections))
	for i, section := range entry.Sections {
		h := held{below: make([]bool, len(f.terms)), count: make([]float64, len(f.terms))}
		for n := section.First; n < section.Last; n++ {
			h.add(f.index, entry, int(n), section.IsHeading(n), terms)
		}
		list[i] = h
	}
	return list
}

// add adds a sentence of an entry. terms has the places of terms by their keys.
func (h *held) add(x *index.Index, entry *index.Entry, sentence int, isHeading bool, terms map[uint32]int) {
	counts := x.Templates.IsOwn(entry, sentence)
	s := entry.Sentences[sentence]
	for _, token := range entry.Tokens[s.First:s.Last] {
		at, asked := terms[x.Headings.Key(token.Word())]
		isStop := x.Words.TermOf(token.Word()) == 0
		if counts && !isStop {
			h.length++
		}
		if !asked {
			continue
		}
		h.below[at] = h.below[at] || !isHeading
		if counts && !isStop {
			h.count[at]++
		}
	}
}

// The constants of BM25 within a document, by eye, and the least weight that a
// share of a question refers to, in words that one section has. By eye: the one
// word in "what replaced this plan" asks for no section.
const (
	wordK1    = 1.2
	wordB     = .5
	leastHeld = 1.5
)

// texts returns how well the own words of each section answer the question, by
// BM25, and the share of the question that the section has. The share is 0 for a
// question that does not name its subject. unexplained are the IDF of the terms as
// far as headings do not explain them: a word that they explain says which section is
// asked for and not what the section says.
func (f *finder) texts(unexplained []float64, sections []held) (scores, shares []float64) {
	scores, shares = make([]float64, len(sections)), make([]float64, len(sections))
	mean := meanLength(sections)
	all := 0.0
	for at, t := range f.terms {
		if unexplained[at] == 0 {
			continue
		}
		all += unexplained[at]
		weight := unexplained[at] * within(sections, at)
		factor := f.params.Words
		if !f.isNamed && (t.sections > 1 || t.entities > 1) {
			factor *= f.params.Unnamed // what one section alone has does not name the subject
		}
		for i, h := range sections {
			if n := h.count[at]; n > 0 {
				shares[i] += weight
				scores[i] += factor * weight * n * (wordK1 + 1) / (n + wordK1*(1-wordB+wordB*h.length/mean))
			}
		}
	}
	for i := range shares {
		shares[i] /= max(all, leastHeld*corpus.IDF(f.sections, 1))
	}
	if !f.isNamed {
		clear(shares)
	}
	return scores, shares
}

// meanLength returns the mean length of sections, at least 1.
func meanLength(sections []held) float64 {
	sum := 0.0
	for _, h := range sections {
		sum += h.length
	}
	return max(1, sum/float64(max(1, len(sections))))
}

// unexplainedIDF returns the IDF of each term over sections, as far as the headings
// of a document do not explain it, 0 for stop words.
func (f *finder) unexplainedIDF(evidence [][]float64) []float64 {
	weights := make([]float64, len(f.terms))
	for at, t := range f.terms {
		if t.stem != "" && t.sections > 0 {
			weights[at] = corpus.IDF(f.sections, t.sections) * f.unexplained(evidence, at)
		}
	}
	return weights
}

// unexplained returns how little the headings of a document explain a term, 0
// to 1.
func (f *finder) unexplained(evidence [][]float64, term int) float64 {
	best := 0.0
	for _, e := range evidence {
		best = max(best, e[term])
	}
	return max(0, 1-math.Pow(best/f.params.Heading, f.params.Explained))
}

// within returns the IDF of a term over the sections of a document, 1 for a term
// that one section has.
func within(sections []held, term int) float64 {
	holding := 0
	for _, h := range sections {
		if h.count[term] > 0 {
			holding++
		}
	}
	if holding == 0 {
		return 0
	}
	return corpus.IDF(len(sections), holding) / corpus.IDF(len(sections), 1)
}

// A sought has the weighed terms by which sentences are chosen, by their keys in an index.
type sought struct {
	index *index.Index
	terms map[uint32]weighed
}

// weighed is a term with its weight, and its bit in a set of [Params].Terms.
type weighed struct {
	bit    uint64
	weight float64
}

// sought returns the terms with a weight.
func (f *finder) sought(weights []float64) sought {
	terms := make(map[uint32]weighed)
	for at, t := range f.terms {
		if t.key != 0 && weights[at] > 0 {
			terms[t.key] = weighed{bit: 1 << len(terms), weight: weights[at]}
		}
	}
	return sought{f.index, terms}
}

// best returns the place of the sentence with the most of the terms, by weight and
// by their IDF over the sentences: a word that many of them have is what the section is
// about. It is 0 if no sentence has two of them.
func (s sought) best(entry *index.Entry, sentences []text.Sentence) (place int) {
	if len(s.terms) < 2 {
		return 0
	}
	most := 0.0
	s = s.among(entry, sentences)
	for i, sentence := range sentences {
		if words, sum := s.weigh(entry, sentence); words > 1 && sum > most {
			place, most = i, sum
		}
	}
	return place
}

// among returns the terms that some sentences have, weighed by their IDF over these.
func (s sought) among(entry *index.Entry, sentences []text.Sentence) sought {
	holding := make(map[uint32]int, len(s.terms))
	for _, sentence := range sentences {
		for key := range s.in(entry, sentence) {
			holding[key]++
		}
	}
	list := make(map[uint32]weighed, len(holding))
	for key, n := range holding {
		list[key] = weighed{s.terms[key].bit, s.terms[key].weight * corpus.IDF(len(sentences), n) / corpus.IDF(len(sentences), 1)}
	}
	return sought{s.index, list}
}

// weigh returns the number of the terms that a sentence has, and the sum of their
// weights.
func (s sought) weigh(entry *index.Entry, sentence text.Sentence) (words int, sum float64) {
	for _, t := range s.in(entry, sentence) {
		sum += t.weight
		words++
	}
	return words, sum
}

// in yields the terms that a sentence has, each once, with their keys.
func (s sought) in(entry *index.Entry, sentence text.Sentence) iter.Seq2[uint32, weighed] {
	return func(yield func(uint32, weighed) bool) {
		seen := uint64(0)
		for _, token := range entry.Tokens[sentence.First:sentence.Last] {
			key := s.index.Headings.Key(token.Word())
			t, asked := s.terms[key]
			if !asked || seen&t.bit != 0 {
				continue
			}
			if seen |= t.bit; !yield(key, t) {
				return
			}
		}
	}
}
