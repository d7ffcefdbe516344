package passage

import (
	"math"

	"dossier/graph/relevance/corpus"
	"dossier/graph/relevance/index"
	"dossier/graph/text"
)

// bodies returns how well the sections' own words answer the question, and the
// share of the question that they have. A word that headings or their classes
// explain counts less, because it says which section is asked for and not what
// the section says.
func (s *scorer) bodies(seen []evidence) (scores, held []float64) {
	scores, held = make([]float64, len(seen)), make([]float64, len(seen))
	if s.params.Word == 0 {
		return scores, held
	}
	counts, lengths, mean := s.counted()
	sections, _ := s.x.Headings()
	all := 0.0
	for at, t := range s.terms {
		if t.number == 0 {
			continue
		}
		idf := corpus.IDF(sections, s.x.SectionsWith(t.key)) * (1 - s.attributive(seen, at))
		all += idf
		idf *= s.within(counts, t.number)
		for i := range counts {
			if n := counts[i][t.number]; n > 0 {
				held[i] += idf
				scores[i] += s.params.Word * idf * n * (wordK1 + 1) / (n + wordK1*(1-wordB+wordB*lengths[i]/mean))
			}
		}
	}
	for i := range held {
		held[i] /= max(all, leastHeld*corpus.IDF(sections, 1))
	}
	return scores, held
}

// The constants of BM25 within a document, by eye, and the least weight that a
// share of a question refers to, in words that one section has. By eye: the one
// word in "what replaced this plan" asks for no section.
const (
	wordK1    = 1.2
	wordB     = .5
	leastHeld = 1.5
)

// counted returns the number of times that each section has a term, without
// comments and sentences of templates, the number of each section's terms, and
// their mean.
func (s *scorer) counted() (counts []map[uint32]float64, lengths []float64, mean float64) {
	for _, section := range s.entry.Sections {
		count, length := s.count(section)
		counts, lengths = append(counts, count), append(lengths, length)
		mean += length / float64(len(s.entry.Sections))
	}
	return counts, lengths, mean
}

func (s *scorer) count(section index.Section) (count map[uint32]float64, length float64) {
	count = make(map[uint32]float64)
	for i := int(section.First); i < int(section.Last); i++ {
		sentence := s.entry.Sentences[i]
		if sentence.Unit == text.Comment || s.x.IsTemplate(s.entry, i) {
			continue
		}
		for _, token := range s.entry.Tokens[sentence.First:sentence.Last] {
			if term := s.x.TermOf(token.Word()); term != 0 {
				count[term]++
				length++
			}
		}
	}
	return count, length
}

// within returns the IDF of a term over the sections of the document, 1 for a
// term that one section has.
func (s *scorer) within(counts []map[uint32]float64, term uint32) float64 {
	holding := 0
	for _, count := range counts {
		if count[term] > 0 {
			holding++
		}
	}
	if holding == 0 {
		return 0
	}
	return corpus.IDF(len(counts), holding) / corpus.IDF(len(counts), 1)
}

// attributive returns how well the class of a heading explains a term of the
// question, 0 to 1.
func (s *scorer) attributive(seen []evidence, term int) float64 {
	best := 0.0
	for _, e := range seen {
		best = max(best, e.class[term])
	}
	return math.Min(1, s.params.Typical*best)
}
