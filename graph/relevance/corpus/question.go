package corpus

import (
	"cmp"
	"slices"
	"sync"

	"dossier/graph/relevance/index"
	"dossier/graph/relevance/terms"
	"dossier/graph/text"
)

// QuestionParams are the constants of the analysis of questions.
type QuestionParams struct {
	// Terms is the maximum number of terms that are looked up: those with the
	// highest IDF, weighted by their uses.
	Terms int
	// Asks reports whether a folded word may be one by which a question asks; nil
	// for none. Asking multiplies the weight of such a word.
	Asks   func(word string) bool
	Asking float64
	// PrefixMatch is the fit of a word in a sentence that shares only its first
	// letters with a term of the question.
	PrefixMatch float64

	BM25       BM25Params       // of the scores of texts
	Spelling   SpellingParams   // of words that no entry has
	Completion CompletionParams // of an unfinished last word
	Titles     TitleParams      // of titles that the question names
}

// QuestionDefaults returns the constants for questions that are not typed into
// a search box: they are complete, and few of their words are misspelt.
func QuestionDefaults() QuestionParams {
	return QuestionParams{
		Terms:       64, // by eye: limits the cost of long messages
		PrefixMatch: .8, // first value of the method; musique +1.2 at 500 tokens, hotpot −.6 at 250
		BM25:        bm25Defaults(),
		Spelling:    spellingDefaults(),
		Titles:      titleDefaults(),
	}
}

// Question is a question that was matched with a corpus. It is immutable.
type Question struct {
	Reader *Reader // the corpus that it was matched with
	Words  []Word  // all words of the question, in order
	Terms  []Term  // those that are looked up
	// Mass is the sum of the terms' IDF.
	Mass float64
	// Titles are the titles that the question names.
	Titles []TitleMatch
	// Corrections are the unknown words for which similar words are searched
	// too.
	Corrections []Correction

	params   *QuestionParams
	bindings []*binding // by project
	arrays   *Arrays
}

// Word is a word of a question.
type Word struct {
	text.Word
	Term int // an index into Question.Terms, or one of the values below
}

// Values of Word.Term for words that are not terms.
const (
	noTerm  = -1 // a stop word, or a word that no entry contains
	leftOut = -2 // left out, because other terms weigh more
)

// Term is a term of a question that occurs in the corpus.
type Term struct {
	Word string // the folded word of its first use
	Stem string // in the first project's language
	IDF  float64
	// Weight is the weight in BM25: higher for words that are used repeatedly,
	// lower for corrections and for words of named titles.
	Weight float64
}

// repeated returns the factor for the weight of a word that a question uses a
// number of times. That of a correction, which is used 0 times, is 1.
func (p *QuestionParams) repeated(uses int) float64 {
	return saturated(float64(max(1, uses)), p.BM25.K3)
}

// IDF returns the inverse document frequency of a term that occurs in holding
// of documents.
func IDF(documents, holding int) float64 {
	return terms.IDF(documents, holding)
}

// Question analyses a question. prefix is an unfinished last word, "" for none.
// Release must be called on the result.
func (r *Reader) Question(question, prefix string, params *QuestionParams) *Question {
	a := analysis{Question: &Question{Reader: r, params: params}, numbers: make(map[string]int)}
	a.addWords(question)
	a.choose()
	a.correct()
	a.complete(prefix)
	for _, one := range a.found {
		a.Terms = append(a.Terms, one.Term)
		a.Mass += one.IDF
	}
	for project, x := range r.Indexes {
		a.bindings = append(a.bindings, bind(x, a.Question, a.stems(project)))
	}
	a.matchTitles()
	for i, one := range a.found {
		a.Terms[i].Weight *= params.repeated(one.uses)
		if params.Asks != nil && params.Asks(one.Word) {
			a.Terms[i].Weight *= params.Asking
		}
	}
	return a.Question
}

// Release makes the question's arrays available to later questions. Neither the
// question nor its arrays may be used afterwards.
func (q *Question) Release() {
	for _, b := range q.bindings {
		b.release()
	}
	if q.arrays != nil {
		q.arrays.release()
	}
	q.bindings, q.arrays = nil, nil
}

// analysis is a question during its analysis.
type analysis struct {
	*Question
	found   []foundTerm
	numbers map[string]int // indexes into found, by stem in the first project's language
}

// foundTerm is a term during the analysis.
type foundTerm struct {
	Term
	uses  int
	stems []string // by project
}

// stems returns the stems of the terms in the language of a project.
func (a *analysis) stems(project int) []string {
	stems := make([]string, len(a.found))
	for i, one := range a.found {
		stems[i] = one.stems[project]
	}
	return stems
}

func (a *analysis) addWords(question string) {
	for word := range text.Words(question) {
		term := a.find(word.Text, 1)
		if term >= 0 {
			a.found[term].uses++
		}
		if word.Marks&text.Whole == 0 {
			a.Words = append(a.Words, Word{word, term})
		}
	}
}

// find returns the number of the term of a folded word, and adds it with a
// weight if it is new. It returns noTerm for a word that no entry contains,
// such as a stop word.
func (a *analysis) find(word string, weight float64) int {
	stems, holding := make([]string, len(a.Reader.Indexes)), 0
	for project, x := range a.Reader.Indexes {
		stems[project] = x.Words.Stem(word)
		holding += len(x.Postings.Of(x.Words.Term(stems[project])))
	}
	if holding == 0 {
		return noTerm
	}
	number, known := a.numbers[stems[0]]
	if !known {
		number = len(a.found)
		a.numbers[stems[0]] = number
		a.found = append(a.found, foundTerm{Term{word, stems[0], IDF(a.Reader.Documents, holding), weight}, 0, stems})
	}
	return number
}

// add adds the term of a folded word that is not in the question, if there is
// room.
func (a *analysis) add(word string, weight float64) (added bool) {
	if len(a.found) >= a.params.Terms {
		return false
	}
	return a.find(word, weight) >= 0
}

// choose keeps the terms with the highest IDF, weighted by their uses, in the
// order of their first use.
func (a *analysis) choose() {
	if len(a.found) <= a.params.Terms {
		return
	}
	best := make([]int, len(a.found))
	for i := range best {
		best[i] = i
	}
	says := func(i int) float64 { return a.found[i].IDF * a.params.repeated(a.found[i].uses) }
	slices.SortStableFunc(best, func(i, j int) int { return cmp.Compare(says(j), says(i)) })
	best = slices.Sorted(slices.Values(best[:a.params.Terms]))
	all := a.found
	a.found, a.numbers = nil, make(map[string]int)
	places := make(map[int]int)
	for place, number := range best {
		places[number] = place
		a.numbers[all[number].Stem] = place
		a.found = append(a.found, all[number])
	}
	for i, word := range a.Words {
		if word.Term == noTerm {
			continue
		}
		place, kept := places[word.Term]
		if !kept {
			place = leftOut
		}
		a.Words[i].Term = place
	}
}

// Hit is the term of a question that a term of an index matches: its number
// plus one, 0 for none, with a bit for matches of only the first letters.
type Hit uint8

const prefixHit Hit = 0x80

// Term returns the number of the question's term.
func (h Hit) Term() int { return int(h&^prefixHit) - 1 }

// Exact reports whether the terms are the same.
func (h Hit) Exact() bool { return h != 0 && h&prefixHit == 0 }

// binding is a question in the numbering of one index.
type binding struct {
	terms []uint32     // by term of the question
	words []text.Token // by word of the question, 0 for unknown ones
	hits  []Hit        // by term of the index
	bound []uint32     // the terms of the index with a hit
}

var bindings = sync.Pool{New: func() any { return new(binding) }}

// bind looks up the question's words and terms in an index.
func bind(x *index.Index, q *Question, stems []string) *binding {
	b := bindings.Get().(*binding)
	b.hits = sized(b.hits, x.Words.Terms()+1)
	for _, word := range q.Words {
		b.words = append(b.words, text.NewToken(x.Words.Number(word.Text), word.Marks))
	}
	for i := range q.Terms {
		b.terms = append(b.terms, x.Words.Term(stems[i]))
		for _, other := range x.Words.PrefixMatches(stems[i]) {
			if b.hits[other] == 0 {
				b.set(other, Hit(i+1)|prefixHit)
			}
		}
	}
	for i, term := range b.terms {
		if term != 0 {
			b.set(term, Hit(i+1))
		}
	}
	return b
}

func (b *binding) set(term uint32, hit Hit) {
	if b.hits[term] == 0 {
		b.bound = append(b.bound, term)
	}
	b.hits[term] = hit
}

// release clears the hits and returns the binding to the pool.
func (b *binding) release() {
	for _, term := range b.bound {
		b.hits[term] = 0
	}
	b.terms, b.words, b.bound = b.terms[:0], b.words[:0], b.bound[:0]
	bindings.Put(b)
}

// Hit returns the match of a term of a project's index with the question.
func (q *Question) Hit(project int32, term uint32) Hit { return q.bindings[project].hits[term] }

// Tokens returns the question's words in the numbering of a project's index.
func (q *Question) Tokens(project int32) []text.Token { return q.bindings[project].words }

// Fit sets fits, by term of the question, to the degree to which a sentence of
// a document contains the term: 1 for the term, less for a match of its first
// letters, 0 for none.
func (q *Question) Fit(d Doc, sentence text.Sentence, fits []float64) {
	clear(fits)
	x, hits := q.Reader.Indexes[d.Project], q.bindings[d.Project].hits
	for _, token := range x.Entry(d.Ordinal).Tokens[sentence.First:sentence.Last] {
		hit := hits[x.Words.TermOf(token.Word())]
		switch {
		case hit == 0:
		case hit.Exact():
			fits[hit.Term()] = 1
		default:
			fits[hit.Term()] = max(fits[hit.Term()], q.params.PrefixMatch)
		}
	}
}

// TitleTerms returns the terms of a document's title, each once, in the
// numbering of its index. It reuses buffer.
func (r *Reader) TitleTerms(d Doc, buffer []uint32) []uint32 {
	return r.Indexes[d.Project].TitleTerms(d.Ordinal, buffer)
}

// Residual returns the IDF of the question's terms, with 0 for those in the
// title of a document, and the largest IDF of all its terms.
func (q *Question) Residual(d Doc) (idf []float64, largest float64) {
	idf = make([]float64, len(q.Terms))
	for i, term := range q.Terms {
		idf[i] = term.IDF
		largest = max(largest, term.IDF)
	}
	for _, term := range q.Reader.TitleTerms(d, nil) {
		if hit := q.Hit(d.Project, term); hit.Exact() {
			idf[hit.Term()] = 0
		}
	}
	return idf, largest
}
