// Package search finds the entities of a corpus for a search box: by words, any
// of which may match, by phrases and exclusions, misspelt and unfinished words,
// titles, and meaning.
package search

import (
	"slices"
	"strings"

	"dossier/graph/relevance/corpus"
	"dossier/graph/relevance/naming"
	"dossier/graph/text"
)

// Params are the constants of search. The weights of words are in
// [corpus.QuestionParams].
type Params struct {
	// Words and Title are the weights of BM25, relative to the best, and of the
	// similarity of the title.
	Words, Title float64
	// Window is the number of matches by words whose titles are compared. It is
	// doubled until it includes the page.
	Window int
	// Phrases is the maximum number of phrases, and of exclusions, in a query.
	Phrases int
	// Titles is the number of titles per project that Nearest compares exactly.
	Titles int
	// Raised is the least lexical score of exact titles, and of phrases in queries
	// of only stop words.
	Raised float32
	// AlmostExact is the highest score of a match that is not the exact title.
	AlmostExact float64

	Fusion     FusionParams            // of words and meaning
	Question   corpus.QuestionParams   // of the words
	Similarity corpus.SimilarityParams // of the meaning
}

// Defaults returns the constants in use.
func Defaults() Params {
	question := corpus.QuestionDefaults()
	question.Titles = corpus.TitleParams{}                                             // whole titles are compared instead
	question.Spelling = corpus.SpellingParams{Unknown: 0, Words: 8, PerWord: 5}        // by eye: a person chooses among the results
	question.Completion = corpus.CompletionParams{MinLetters: 2, Most: 20, Weight: .5} // by eye
	return Params{
		Words: .6, Title: .4, // as specified
		Window:      400,  // by eye: the titles of a page are among the best by words
		Phrases:     8,    // by eye: limits the cost
		Titles:      50,   // the nearest three are among these on musique_train
		Raised:      1e-6, // by eye: below any score by words
		AlmostExact: .999, // by eye
		Fusion:      fusionDefaults(),
		Question:    question,
		Similarity:  corpus.SimilarityDefaults(),
	}
}

// Request describes a search.
type Request struct {
	// Query has words, "quoted phrases" and -exclusions. The last word may be
	// unfinished.
	Query string
	// Keep reports whether an entity is wanted; nil keeps all.
	Keep func(id, kind string) bool
	// Similar returns the cosine of an entity and the query; nil without
	// embeddings.
	Similar func(id string) float64
	// Ended reports whether the caller no longer needs the result, which is then
	// empty; nil means never. It is called before each stage.
	Ended func() bool
	// Offset and Limit select a page of the hits.
	Offset, Limit int
}

// Cause is the reason for a hit.
type Cause string

// The causes, the strongest first.
const (
	ByTitle   Cause = "exact title"
	ByWords   Cause = "words"
	BySimilar Cause = "similar title"
	ByMeaning Cause = "similar meaning"
)

// Hit is an entity that a search found.
type Hit struct {
	ID, Kind, Title string // of the entity, as it was indexed
	// Score is between 0 and 1. It is 1 only for the exact title.
	Score float64
	// Fields are the names of the fields that matched.
	Fields []string
	Why    Cause // the strongest cause
	// Sentences are the two best sentences outside the title, in the order of
	// the text.
	Sentences []Sentence
}

// Sentence is a sentence of a hit.
type Sentence struct {
	// Field is the name of the field. Start and End are byte offsets in it.
	Field      string
	Start, End int

	score float64
}

// Found is the result of a search.
type Found struct {
	// Hits are in descending order of score, then by title and id.
	Hits []Hit
	// Total is the number of entities that match.
	Total int
	// Notes are sentences about what was searched besides the given words.
	Notes []string
	// Terms are the folded words that were searched. Words is the query without
	// exclusions and quotes.
	Terms []string
	Words string
}

// Search returns the entities that match a query by words and titles, and those
// near it in meaning. If nothing has all phrases of a query which also has
// other words, as a pasted log does, Search ignores the quotes and adds a note.
func Search(c corpus.Corpus, request Request, params Params) Found {
	reader := c.Open()
	defer reader.Close()
	q := parse(request.Query, params.Phrases)
	found := q.search(reader, &request, &params)
	if found.Total > 0 || len(q.phrases) == 0 || !q.unquoted {
		return found
	}
	phrases := q.phrases
	q.phrases = nil
	if found = q.search(reader, &request, &params); found.Total > 0 {
		found.Notes = slices.Insert(found.Notes, 0,
			"Nothing holds “"+strings.Join(phrases, "” and “")+"” word for word; looked for the words alone.")
	}
	return found
}

// search returns the result of a query.
func (q query) search(reader *corpus.Reader, request *Request, params *Params) Found {
	question := reader.Question(q.words, q.prefix, &params.Question)
	defer question.Release()
	m := matcher{
		params: params, query: q.corrected(question.Corrections), reader: reader, question: question,
		lexical: question.Arrays().Lexical, scored: question.Arrays().Scored,
		compared: make([]*naming.Comparison, len(reader.Indexes)),
	}
	var matches []match
	for _, stage := range []func(){
		func() { question.BM25(0) },
		m.addExactTitle,
		func() { m.similar = reader.Similar(request.Similar, params.Similarity) },
		func() { m.restrict(request.Keep) },
		func() { matches = m.matches(request.Offset + request.Limit) },
	} {
		if request.Ended != nil && request.Ended() {
			return Found{}
		}
		stage()
	}
	return m.found(matches, request)
}

// found returns the result for the page of a request.
func (m *matcher) found(matches []match, request *Request) Found {
	found := Found{Total: m.total, Notes: notes(m.question.Corrections), Words: m.query.words}
	for _, term := range m.question.Terms {
		found.Terms = append(found.Terms, term.Word)
	}
	for _, one := range matches[min(request.Offset, len(matches)):min(request.Offset+request.Limit, len(matches))] {
		found.Hits = append(found.Hits, m.hit(one))
	}
	return found
}

// notes returns notes about the words that were searched for misspelt ones.
func notes(corrections []corpus.Correction) []string {
	var notes []string
	for _, one := range corrections {
		notes = append(notes, "Nothing holds “"+one.Word+"”; looked for “"+strings.Join(one.Instead, "”, “")+"” as well.")
	}
	return notes
}

// query is a parsed query.
type query struct {
	words    string // all words that may match, including phrases
	prefix   string // the unfinished last word, folded
	phrases  []string
	unquoted bool // there are words outside the phrases
	excluded []string
	title    text.Trigrams
	titleKey string
	length   int // number of words
}

// parse parses a query. It ignores exclusions after the first phrases ones, the
// quotes of later phrases, and what it repeats.
func parse(s string, phrases int) query {
	var q query
	var words strings.Builder
	for rest := s; rest != ""; {
		part, excluded, quoted, after := nextPart(rest)
		rest = after
		switch {
		case part == "":
		case excluded && (len(q.excluded) == phrases || slices.Contains(q.excluded, part)):
		case excluded:
			q.excluded = append(q.excluded, part)
		default:
			words.WriteString(part + " ")
			q.prefix = ""
			q.unquoted = q.unquoted || !quoted
			switch {
			case quoted && slices.Contains(q.phrases, part):
			case quoted && len(q.phrases) < phrases:
				q.phrases = append(q.phrases, part)
			case rest == "":
				q.prefix = lastWord(part)
			}
		}
	}
	q.words = words.String()
	q.title, q.titleKey, q.length = text.TrigramsOf(text.Fold(q.words)), text.Key(q.words), max(1, len(strings.Fields(q.words)))
	return q
}

// corrected returns the query with the corrected words for comparing titles.
func (q query) corrected(corrections []corpus.Correction) query {
	var pairs []string
	for _, one := range corrections {
		pairs = append(pairs, one.Word, one.Instead[0])
	}
	if len(pairs) > 0 {
		q.title = text.TrigramsOf(strings.NewReplacer(pairs...).Replace(text.Fold(q.words)))
	}
	return q
}

const blanks = " \t\n\r"

// nextPart returns the first word or quoted phrase of a query, whether it is
// excluded, and the rest. A quote without an end separates words.
func nextPart(s string) (part string, excluded, quoted bool, rest string) {
	trimmed := strings.TrimLeft(s, blanks)
	if len(trimmed) > 1 && trimmed[0] == '-' && trimmed[1] != ' ' {
		excluded, trimmed = true, trimmed[1:]
	}
	if after, found := strings.CutPrefix(trimmed, `"`); found {
		if phrase, tail, closed := strings.Cut(after, `"`); closed {
			return phrase, excluded, true, tail
		}
		trimmed = after
	}
	end := strings.IndexAny(trimmed, blanks)
	if end < 0 {
		end = len(trimmed)
	}
	if end > 0 {
		if quote := strings.IndexByte(trimmed[1:end], '"'); quote >= 0 {
			end = quote + 1
		}
	}
	return trimmed[:end], excluded, false, trimmed[end:]
}

func lastWord(s string) string {
	last := ""
	for word := range text.Words(s) {
		last = word.Text
	}
	return last
}
