package corpus

import (
	"cmp"
	"slices"

	"dossier/graph/relevance/index"
	"dossier/graph/text"
)

// A WeighedWord is a word of a question with its weight.
type WeighedWord struct {
	Text   string // folded
	Weight float64
}

// A SectionScore is how well a section of a document answers a question.
type SectionScore struct {
	Doc Doc
	// Section is the number of the section in [index.Entry.Sections], -1 for all of a
	// document without headings.
	Section int
	// Score is the BM25 of the section, and Held the share of the question, by weight,
	// that it has.
	Score, Held float64
}

// sectionSentences is the number of sentences of a section that are counted. By eye:
// it limits the cost.
const sectionSentences = 100

// Sections returns the sections of some documents that have words of a question, the
// best first by BM25 over them, with the usual constants. Each is counted with the title
// of its document and the headings around it, without comments and templates. All of a
// document without headings is one section.
func (r *Reader) Sections(words []WeighedWord, docs []Doc) []SectionScore {
	var list []countedSection
	total, all := 0.0, 0.0
	for _, word := range words {
		all += word.Weight
	}
	for _, d := range docs {
		c := sectionCounter{x: r.Indexes[d.Project], places: map[uint32]int{}}
		for at, word := range words {
			c.places[c.x.Words.Lookup(word.Text)] = at
		}
		delete(c.places, 0)
		for _, one := range c.sections(d, len(words)) {
			list = append(list, one)
			total += one.length
		}
	}
	mean, params := max(1, total/float64(max(1, len(list)))), bm25Defaults()
	scores := make([]SectionScore, 0, len(list))
	for _, one := range list {
		if one.score(words, mean, &params); one.Score > 0 {
			one.Held /= all
			scores = append(scores, one.SectionScore)
		}
	}
	slices.SortStableFunc(scores, func(a, b SectionScore) int { return cmp.Compare(b.Score, a.Score) })
	return scores
}

// countedSection is a section with the number of times that it has each word of a
// question, and its length in words without stop words.
type countedSection struct {
	SectionScore
	times  []float64
	length float64
}

func (c *countedSection) score(words []WeighedWord, mean float64, p *BM25Params) {
	for at, n := range c.times {
		if n > 0 {
			c.Held += words[at].Weight
		}
		c.Score += words[at].Weight * n * (p.K1 + 1) / (n + p.K1*(1-p.B+p.B*c.length/mean))
	}
}

// sectionCounter counts words in an index. places has the numbers of the words of a
// question by their terms.
type sectionCounter struct {
	x      *index.Index
	places map[uint32]int
}

// sections returns the sections of a document, or all of its text if it has no headings.
func (c *sectionCounter) sections(d Doc, words int) (list []countedSection) {
	entry := c.x.Entry(d.Ordinal)
	title := entry.TitleSentences()
	whole := countedSection{SectionScore: SectionScore{Doc: d, Section: -1}, times: make([]float64, words)}
	for number, section := range entry.Sections {
		body := c.x.Templates.OwnSentences(entry, section)
		body = body[:min(len(body), sectionSentences)]
		headings := entry.HeadingsOf(section)
		switch {
		case len(headings) == 0 && !entry.HasHeadings():
			c.add(&whole, entry, body)
		case len(body) > 0:
			one := countedSection{SectionScore: SectionScore{Doc: d, Section: number}, times: make([]float64, words)}
			c.add(&one, entry, title)
			c.add(&one, entry, headings)
			c.add(&one, entry, body)
			list = append(list, one)
		}
	}
	if len(list) == 0 {
		c.add(&whole, entry, title)
		list = append(list, whole)
	}
	return list
}

func (c *sectionCounter) add(to *countedSection, entry *index.Entry, sentences []text.Sentence) {
	for _, s := range sentences {
		for _, token := range entry.Tokens[s.First:s.Last] {
			term := c.x.Words.TermOf(token.Word())
			if term == 0 {
				continue
			}
			to.length++
			if at, has := c.places[term]; has {
				to.times[at]++
			}
		}
	}
}
