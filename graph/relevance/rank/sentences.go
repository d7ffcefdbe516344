package rank

import (
	"dossier/graph/relevance/corpus"
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
}

func sentenceDefaults() SentenceParams {
	return SentenceParams{
		Lead:     .5, // first value of the method
		Template: .3, // by eye on the Kubernetes enhancement proposals
		Under:    .5, // of 21 facts in sections of a small graph, 71 instead of 60 % in 500 tokens; .3 and .8 gave the same
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
			all[i] = r.params.Sentences.of(q, d)
		}
	}
	return all
}

// of returns the scored sentences of one document.
func (p *SentenceParams) of(q *corpus.Question, d corpus.Doc) []Sentence {
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
		for term, fit := range fits {
			one.Score += fit * idf[term]
		}
		if s.Unit == text.Heading {
			heading = one.Score
		} else {
			one.Score += p.Under * heading
		}
		switch {
		case x.IsTemplate(entry, i):
			one.Repeated = true
			one.Score *= p.Template
		case s.Unit == text.Prose || s.Unit == text.Item:
			one.Score += lead
			lead = 0
		}
		list = append(list, one)
	}
	return list
}
