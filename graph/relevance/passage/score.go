package passage

import (
	"math"
	"slices"

	"dossier/graph/relevance/corpus"
	"dossier/graph/relevance/index"
	"dossier/graph/text"
)

// scorer weighs the sections of one entry.
type scorer struct {
	x      *index.Index
	entry  *index.Entry
	terms  []term
	params *Params
}

// evidence is how well a heading and its class explain each of the question's
// terms, 0 to 1.
type evidence struct{ heading, class []float64 }

// passages returns the sections of the entry that have sentences of their own.
func (s *scorer) passages(d corpus.Doc) []Passage {
	sections := s.entry.Sections
	seen := make([]evidence, len(sections))
	list := make([]Passage, len(sections))
	for i, section := range sections {
		seen[i] = s.evidence(section, seen)
		list[i] = s.passage(d, section)
		list[i].Score, list[i].Asked = s.score(d.Ordinal, section, seen[i])
	}
	asked := make([]float64, len(list))
	for i := range list {
		asked[i] = list[i].Asked
	}
	weight := s.weight()
	bodies, held := s.bodies(seen)
	for i := range list {
		list[i].Held = held[i]
		list[i].Score += bodies[i]
		list[i].Score += s.params.Siblings * weight * siblings(sections, asked, i)
		list[i].Score *= min(1, float64(words(list[i].Sentences))/s.params.Own)
	}
	return slices.DeleteFunc(list, func(p Passage) bool { return len(p.Sentences) == 0 })
}

func (s *scorer) weight() float64 {
	sum := 0.0
	for _, t := range s.terms {
		sum += t.weight
	}
	return sum
}

// siblings returns the mean of the two highest values of asked among the
// sections with the same parent, 0 without a parent.
func siblings(sections []index.Section, asked []float64, at int) float64 {
	if sections[at].Parent < 0 {
		return 0
	}
	first, second := 0.0, 0.0
	for i, section := range sections {
		switch {
		case i == at || section.Parent != sections[at].Parent:
		case asked[i] > first:
			first, second = asked[i], first
		default:
			second = max(second, asked[i])
		}
	}
	return (first + second) / 2
}

// evidence returns the evidence of a section. seen has that of earlier
// sections; evidence of the parent counts for the sections inside it.
func (s *scorer) evidence(section index.Section, seen []evidence) evidence {
	e := evidence{make([]float64, len(s.terms)), make([]float64, len(s.terms))}
	precision := s.matchHeading(section, e.heading)
	for i, t := range s.terms {
		e.heading[i] *= precision
		e.class[i] = s.classHas(section.Class, t.key)
		if section.Parent >= 0 {
			e.heading[i] = max(e.heading[i], s.params.Parent*seen[section.Parent].heading[i])
			e.class[i] = max(e.class[i], s.params.Parent*seen[section.Parent].class[i])
		}
	}
	return e
}

// matchHeading sets how well a heading fits each term, and returns the share of
// the heading's IDF that the terms explain.
func (s *scorer) matchHeading(section index.Section, fits []float64) (precision float64) {
	sections, _ := s.x.Headings()
	matched, all := 0.0, 0.0
	for _, word := range section.Terms {
		best := 0.0
		for i, t := range s.terms {
			fit := 0.0
			switch {
			case t.number == word:
				fit = 1
			case slices.Contains(t.similar, word):
				fit = s.params.Similar
			}
			fits[i], best = max(fits[i], fit), max(best, fit)
		}
		idf := corpus.IDF(sections, s.x.HeadingsWith(word))
		matched += best * idf
		all += idf
	}
	if all == 0 {
		return 0
	}
	return matched / all
}

// classHas returns how typical a word is of the sections in a class: the share
// of them that have it or, for a rare word, the share of its sections that are
// in the class. It is 0 if the word is no more frequent than in all sections.
func (s *scorer) classHas(class uint64, key uint32) float64 {
	p := s.params
	c := s.x.HeadingClass(class)
	under := float64(s.x.SectionsUnder(key, class))
	if float64(c.Sections) < p.MinClass || under == 0 {
		return 0
	}
	sections, mean := s.x.Headings()
	share := under / (float64(c.Sections) + p.Smooth)
	lift := math.Log(share / ((float64(s.x.SectionsWith(key)) + .5) / float64(sections+1)))
	length := float64(c.Words) / float64(c.Sections) / mean
	owned := under / (float64(s.x.SectionsWith(key)) + p.Smooth)
	return max(share, p.Owned*owned) * max(0, min(1, lift/p.Lift)) / (1 - p.Length + p.Length*max(1, length))
}

// score returns the score of a section without siblings, and the share of the
// question that its headings explain.
func (s *scorer) score(ordinal int32, section index.Section, e evidence) (score, asked float64) {
	p := s.params
	has := s.x.SectionHas(ordinal, section)
	for i, t := range s.terms {
		body := 0.0
		if t.key != 0 && has[t.key] {
			body = p.Body
		}
		score += t.weight * max(p.Heading*e.heading[i], p.Class*e.class[i], body)
	}
	return score, s.explained(e)
}

// explained returns the share of the question that the evidence explains.
func (s *scorer) explained(e evidence) float64 {
	sum, all := 0.0, 0.0
	for i, t := range s.terms {
		sum += t.weight * (s.params.Heading*e.heading[i] + s.params.Class*e.class[i])
		all += t.weight
	}
	if all == 0 {
		return 0
	}
	return sum / all
}

// passage returns the passage of a section, without score.
func (s *scorer) passage(d corpus.Doc, section index.Section) Passage {
	first, last := s.entry.Sentences[section.First], s.entry.Sentences[section.Last-1]
	p := Passage{Doc: d, DocID: s.entry.ID, Field: s.entry.Fields[first.Field], Start: int(first.Start), End: int(last.End)}
	for at := section; at.Level > 0; at = s.entry.Sections[at.Parent] {
		p.Headings = append(p.Headings, s.entry.Sentences[at.First])
		if at.Parent < 0 {
			break
		}
	}
	slices.Reverse(p.Headings)
	p.Sentences = s.own(section)
	return p
}

// own returns the sentences below a section's heading that are neither comments
// nor a template's.
func (s *scorer) own(section index.Section) []text.Sentence {
	first := int(section.First)
	if section.Level > 0 {
		first++
	}
	var list []text.Sentence
	for i := first; i < int(section.Last); i++ {
		if sentence := s.entry.Sentences[i]; sentence.Unit != text.Comment && !s.x.IsTemplate(s.entry, i) {
			list = append(list, sentence)
		}
	}
	return list
}

// words returns the number of words in sentences.
func words(sentences []text.Sentence) int {
	count := 0
	for _, sentence := range sentences {
		count += int(sentence.Last - sentence.First)
	}
	return count
}
