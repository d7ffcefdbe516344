package rank

import (
	"sort"

	"dossier/graph/relevance/corpus"
	"dossier/graph/relevance/index"
	"dossier/graph/text"
)

// SentenceParams are the constants of choosing sentences.
type SentenceParams struct {
	// Lead is added to the score of a text's first sentence, as a share of the
	// largest IDF of the question.
	Lead float64
	// Template multiplies the score of a template's sentence, so that it is chosen
	// only if it matches much better than the text beside it.
	Template float64
	// Under is the share of a heading's score that the sentences below it get, because
	// they rarely repeat its words.
	Under float64
	// Section is the share of the IDF of the terms in a section that its sentences get,
	// unless the question is a text.
	Section float64
}

func sentenceDefaults() SentenceParams {
	return SentenceParams{
		Lead:     .5, // first value of the method
		Template: .3, // by eye on the Kubernetes enhancement proposals
		Under:    .5, // of 21 facts in sections of a small graph, 71 instead of 60 % in 500 tokens; .3 and .8 gave the same
		// With pack.Params.AnswerShare, of sections of nine graphs in 500 tokens 75.0 instead
		// of 73.9 %, of the halves set aside 73.3 instead of 71.1; 1 gave the same.
		Section: .5,
	}
}

// Sentence is a sentence of an entity and its score for a question.
type Sentence struct {
	// Field is the name of the field. Start and End are byte offsets in it.
	Field      string
	Start, End int
	Unit       text.Unit // what it is: a sentence, a heading, …
	// Score is the sum of the IDF of the question's terms in the sentence, without
	// those in the title.
	Score float64
	// Repeated reports whether the sentence occurs word for word in so many
	// entities that it is a template's.
	Repeated bool
	// Held is the share of the question, without the words of the title, that the
	// section of the sentence has. It is 0 if the text has no headings or the question
	// is a text, of which sections have words by chance.
	Held float64
}

// Sentences returns the sentences of each entity with their scores for a
// question, in the order of the text and without the title. It returns nil for
// an entity that is not indexed.
func (r Ranker) Sentences(question string, ids []string) [][]Sentence {
	reader := r.corpus.Open()
	defer reader.Close()
	q := reader.Question(question, "", &r.params.Question)
	defer q.Release()
	all := make([][]Sentence, len(ids))
	for i, id := range ids {
		if d, found := reader.Find(id); found {
			all[i] = r.params.Sentences.of(q, d, r.fitsOf(q, d))
		}
	}
	return all
}

// sentences returns the sentences of the first nodes, at most most. It spares
// [Ranker.Sentences], which analyses the question again.
func (a *answer) sentences(r Ranker, most int) [][]Sentence {
	all := make([][]Sentence, min(most, len(a.list)))
	for i, one := range a.list[:len(all)] {
		all[i] = a.params.Sentences.of(a.analysed, one.Doc, r.fitsOf(a.analysed, one.Doc))
	}
	return all
}

// of returns the scored sentences of one document. sections may be nil.
func (p *SentenceParams) of(q *corpus.Question, d corpus.Doc, sections *sectionFits) []Sentence {
	x, entry := q.Reader.Indexes[d.Project], q.Reader.Entry(d)
	idf, largest := q.Residual(d)
	list := make([]Sentence, 0, len(entry.Sentences))
	fits := make([]float64, len(q.Terms))
	lead := p.Lead * largest
	heading, field := 0.0, uint16(0) // the score of the last heading of a field
	for i, s := range entry.Sentences {
		if s.Field == 0 {
			continue
		}
		if s.Field != field {
			heading, field = 0, s.Field
		}
		one := Sentence{Field: entry.Fields[s.Field], Start: int(s.Start), End: int(s.End), Unit: s.Unit}
		q.Fit(d, s, fits)
		sections.add(i, fits)
		for term, fit := range fits {
			one.Score += fit * idf[term]
		}
		if s.Unit == text.Heading {
			heading = one.Score
		} else {
			one.Score += p.Under * heading
		}
		switch {
		case x.Templates.Has(entry, i):
			one.Repeated = true
			one.Score *= p.Template
		case s.Unit == text.Prose || s.Unit == text.Item:
			one.Score += lead
			lead = 0
		}
		list = append(list, one)
	}
	sections.share(list, len(entry.Sentences)-len(list), idf, p.Section) // without the title, which is first
	return list
}

// sectionFits has how well the sections of an entry fit each term of a question.
type sectionFits struct {
	sections []index.Section
	terms    int
	most     []float64 // of each section by term: the best fit of a sentence
}

// fitsOf returns nil if an entry has no headings, or if the question is a text.
func (r Ranker) fitsOf(q *corpus.Question, d corpus.Doc) *sectionFits {
	entry := q.Reader.Entry(d)
	if len(q.Terms) >= r.params.TextTerms || !entry.HasHeadings() {
		return nil
	}
	return &sectionFits{sections: entry.Sections, terms: len(q.Terms), most: make([]float64, len(entry.Sections)*len(q.Terms))}
}

// of returns the best fits of the sentences of a section, by term.
func (s *sectionFits) of(section int) []float64 { return s.most[section*s.terms:][:s.terms] }

// add adds the fits of a sentence to those of its section.
func (s *sectionFits) add(sentence int, fits []float64) {
	if s == nil {
		return
	}
	at := sort.Search(len(s.sections), func(i int) bool { return int(s.sections[i].Last) > sentence })
	most := s.of(at)
	for term, fit := range fits {
		most[term] = max(most[term], fit)
	}
}

// share adds share of what a section has of the question to the score of each of its
// sentences in list, of which the first has number first in the entry, and sets Held.
func (s *sectionFits) share(list []Sentence, first int, idf []float64, share float64) {
	if s == nil {
		return
	}
	all := 0.0
	for _, weight := range idf {
		all += weight
	}
	for at, section := range s.sections {
		sum := 0.0
		for term, fit := range s.of(at) {
			sum += fit * idf[term]
		}
		for i := int(section.First); i < int(section.Last) && all > 0; i++ {
			one := &list[i-first]
			if one.Held = sum / all; !one.Repeated {
				one.Score += share * sum
			}
		}
	}
}
