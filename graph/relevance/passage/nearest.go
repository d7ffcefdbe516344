package passage

import (
	"cmp"
	"slices"

	"dossier/graph/relevance/corpus"
	"dossier/graph/relevance/index"
	"dossier/graph/text"
)

// A Word is a word of a question with its weight.
type Word struct {
	Text   string // folded
	Weight float64
}

// The constants of BM25 over the texts of different entities: the usual ones.
const (
	nearestK1 = 1.2
	nearestB  = .75
)

// nearestSentences is the number of sentences of a text that are counted. By eye:
// it limits the cost.
const nearestSentences = 100

// Nearest returns the sections of some entries that have words of a question, the
// best first by BM25, each counted with the title of its entry and the headings
// around it. All of an entry without headings is one passage, without sentences.
// Held is the share of the question, by weight, that a passage has.
func Nearest(r *corpus.Reader, words []Word, docs []corpus.Doc) []Passage {
	var list []counted
	total, all := 0.0, 0.0
	for _, word := range words {
		all += word.Weight
	}
	for _, d := range docs {
		c := counting{x: r.Indexes[d.Project], numbers: map[uint32]int{}}
		for at, word := range words {
			c.numbers[c.x.Term(c.x.Stem(word.Text))] = at
		}
		delete(c.numbers, 0)
		for _, one := range c.texts(d, len(words)) {
			list = append(list, one)
			total += one.length
		}
	}
	mean := max(1, total/float64(max(1, len(list))))
	passages := make([]Passage, 0, len(list))
	for _, one := range list {
		if one.Score, one.Held = one.score(words, mean); one.Score > 0 {
			one.Held /= all
			passages = append(passages, one.Passage)
		}
	}
	slices.SortStableFunc(passages, func(a, b Passage) int { return cmp.Compare(b.Score, a.Score) })
	return passages
}

// counted is a passage with the number of times that it has each word of a
// question, and its length in words without stop words.
type counted struct {
	Passage
	times  []float64
	length float64
}

// score returns the BM25 of a text, and the weight of the words that it has.
func (c *counted) score(words []Word, mean float64) (sum, held float64) {
	for at, n := range c.times {
		if n > 0 {
			held += words[at].Weight
		}
		sum += words[at].Weight * n * (nearestK1 + 1) / (n + nearestK1*(1-nearestB+nearestB*c.length/mean))
	}
	return sum, held
}

// counting counts words in an index. numbers has their places by their terms.
type counting struct {
	x       *index.Index
	numbers map[uint32]int
}

// texts returns the sections of an entry, or all of its text if it has no headings.
func (c *counting) texts(d corpus.Doc, words int) (list []counted) {
	entry := c.x.Entry(d.Ordinal)
	whole := counted{Passage: Passage{Doc: d, DocID: entry.ID}, times: make([]float64, words)}
	for _, section := range entry.Sections {
		one := counted{Passage: passage(c.x, entry, section), times: make([]float64, words)}
		switch {
		case len(one.Headings) == 0 && !hasHeadings(entry):
			c.add(&whole, entry, one.Sentences[:min(len(one.Sentences), nearestSentences)])
		case len(one.Sentences) > 0:
			one.Doc = d
			c.add(&one, entry, titles(entry))
			c.add(&one, entry, one.Headings)
			c.add(&one, entry, one.Sentences[:min(len(one.Sentences), nearestSentences)])
			list = append(list, one)
		}
	}
	if len(list) == 0 {
		c.add(&whole, entry, titles(entry))
		list = append(list, whole)
	}
	return list
}

func hasHeadings(entry *index.Entry) bool {
	return slices.ContainsFunc(entry.Sections, func(s index.Section) bool { return s.Level > 0 })
}

// titles returns the sentences of an entry's title.
func titles(entry *index.Entry) []text.Sentence {
	end := slices.IndexFunc(entry.Sentences, func(s text.Sentence) bool { return s.Field != 0 })
	if end < 0 {
		end = len(entry.Sentences)
	}
	return entry.Sentences[:end]
}

func (c *counting) add(to *counted, entry *index.Entry, sentences []text.Sentence) {
	for _, s := range sentences {
		for _, token := range entry.Tokens[s.First:s.Last] {
			term := c.x.TermOf(token.Word())
			if term == 0 {
				continue
			}
			to.length++
			if at, has := c.numbers[term]; has {
				to.times[at]++
			}
		}
	}
}
