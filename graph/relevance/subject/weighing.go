package subject

import (
	"cmp"
	"slices"
	"strings"
	"unicode"

	"dossier/graph"
	"dossier/graph/lexicon"
	"dossier/graph/relevance/corpus"
	"dossier/graph/relevance/index"
	"dossier/graph/relevance/naming"
	"dossier/graph/relevance/terms"
	"dossier/graph/text"
)

// A weighing compares names and titles with a question.
type weighing struct {
	reader    *corpus.Reader
	question  *Question
	terms     []map[uint32]bool // of the question, by project: whether it asks by them
	params    Params
	buffer    []uint32
	sequences map[int32][]uint32 // results of sequence
}

func newWeighing(r *corpus.Reader, q *Question, params Params) weighing {
	return weighing{reader: r, question: q, terms: q.byProject(len(r.Indexes)), params: params, sequences: make(map[int32][]uint32)}
}

// longestName returns the owners of the longest name that begins with word at, and how
// many words it has. A number may be one with the mark before it.
func (w *weighing) longestName(x *index.Index, tokens []text.Token, at int) (owners []naming.Owner, length int) {
	word := w.question.Words[at]
	if word.Start > 0 {
		if mark, _ := naming.NumberMark(w.question.text[word.Start-1 : word.End]); mark != "" {
			if owners, _ = x.Names.LongestName([]text.Token{text.NewToken(x.Words.Number(mark), 0), tokens[at]}); len(owners) > 0 {
				return owners, 1
			}
		}
	}
	return x.Names.LongestName(tokens[at:])
}

// called returns the owners of a name that begins with word at: without those that
// have only the initials, unless the word can mean these. It is then in no title,
// and written in capitals, or neither in a text nor in the dictionary.
func (w *weighing) called(project int32, owners []naming.Owner, at int) []naming.Owner {
	if !slices.ContainsFunc(owners, naming.Owner.IsInitials) {
		return owners
	}
	x, word := w.reader.Indexes[project], w.question.Words[at]
	stem := x.Words.Stem(word.Text)
	postings := x.Postings.Of(x.Words.Term(stem))
	isTitled := slices.ContainsFunc(postings, func(p terms.Posting) bool { return p.Title > 0 })
	if !isTitled && (w.question.isInCapitals(word) || len(postings) == 0 && !lexicon.Has(stem)) {
		return owners
	}
	return without(owners, naming.Owner.IsInitials)
}

// meant returns the owners of a name of words alone without the parts that have it only
// in an id or a value: ids of parts have the words by which questions describe these.
func (w *weighing) meant(project int32, owners []naming.Owner) []naming.Owner {
	isPart := func(o naming.Owner) bool {
		return o.IsCoded() && w.reader.Indexes[project].Roots.Of(o.Ordinal) != o.Ordinal
	}
	return without(owners, isPart)
}

// without returns owners without some, which it does not change.
func without(owners []naming.Owner, some func(naming.Owner) bool) []naming.Owner {
	if !slices.ContainsFunc(owners, some) {
		return owners
	}
	return slices.DeleteFunc(slices.Clone(owners), some)
}

// wholeWords is the least number of words of a title that is not in a question by
// chance, so that it names its entry, whatever it is a part of. By eye.
const wholeWords = 4

// names reports whether a name of an entry also names its root. Among parts,
// only documents, outputs and names written like code do: a goal called "API"
// does not make every API its plan's.
func (w *weighing) names(d corpus.Doc, owner naming.Owner) bool {
	kind := graph.Kind(w.reader.Entry(d).Kind)
	return w.reader.Root(d) == d || owner.IsCode() || kind == graph.KindDocument || kind == graph.KindOutput
}

// nameIDF returns the IDF of the words of a name, at most MaxName. A word that no
// text has counts like one of only one family.
func (w *weighing) nameIDF(project int32, first, last int) float64 {
	x := w.reader.Indexes[project]
	mass, digits := 0.0, false
	for _, word := range w.question.Words[first:last] {
		isNumber := strings.ContainsFunc(word.Text, unicode.IsDigit)
		digits = digits || isNumber
		switch term := w.question.termOf(project, x, word.Text); {
		case term >= 0:
			mass += w.question.Terms[term].IDF
		case !text.StopWord(word.Text):
			mass++
		}
	}
	mass = min(w.params.MaxName, mass)
	if last-first == 1 && !digits && w.question.Words[first].Marks&text.Capital == 0 {
		mass *= w.params.Uncapital
	}
	return mass
}

// named returns the terms by which the question names a subject: those in the
// title, and those in another name.
func (w *weighing) named(s *Subject) []int {
	list := w.titled(s.Member)
	if s.Name == 0 {
		return list
	}
	x := w.reader.Indexes[s.Doc.Project]
	for _, word := range w.question.Words[s.First:s.Last] {
		if term := w.question.termOf(s.Doc.Project, x, word.Text); term >= 0 && !slices.Contains(list, term) {
			list = append(list, term)
		}
	}
	return list
}

// titled returns the terms of the question that are in the title of an entry.
func (w *weighing) titled(d corpus.Doc) []int {
	var list []int
	titleTerms := w.reader.TitleTerms(d, nil)
	for i := range w.question.Terms {
		if number := w.question.Terms[i].numbers[d.Project]; number != 0 && slices.Contains(titleTerms, number) {
			list = append(list, i)
		}
	}
	return list
}

// titleEvidence returns the evidence of a title if the question holds words
// with the IDF held of it, and their share of the title's IDF.
func (w *weighing) titleEvidence(d corpus.Doc, held float64) (evidence, covered float64) {
	all := w.titleIDF(d)
	if all == 0 {
		return 0, 0
	}
	covered = min(1, held/all)
	return covered * covered * min(w.params.MaxTitle, held), covered
}

// titleIDF returns the sum of the IDF of a title's words. Words by which the
// question asks weigh less, and those of an identifier that the question lacks
// nothing, because a question has either the identifier or the rest.
func (w *weighing) titleIDF(d corpus.Doc) float64 {
	sum := 0.0
	lacked := w.lackedIdentifier(d)
	w.buffer = w.reader.TitleTerms(d, w.buffer)
	for _, term := range w.buffer {
		if slices.Contains(lacked, term) {
			continue
		}
		sum += w.idf(d.Project, term)
	}
	return sum
}

// idf returns the IDF of a term of a title, lowered by params.Asking if it only asks.
func (w *weighing) idf(project int32, term uint32) float64 {
	x := w.reader.Indexes[project]
	idf := corpus.IDF(x.Roots.Count(), x.Roots.With(term)) / w.question.scale
	if w.terms[project][term] {
		idf *= w.params.Asking
	}
	return idf
}

// lackedIdentifier returns the terms of the identifier of a title that the
// question lacks.
func (w *weighing) lackedIdentifier(d corpus.Doc) (terms []uint32) {
	x := w.reader.Indexes[d.Project]
	for word := range text.Words(naming.Identifier(x.Entry(d.Ordinal).Title)) {
		term := x.Words.Lookup(word.Text)
		if _, has := w.terms[d.Project][term]; !has {
			terms = append(terms, term)
		}
	}
	return terms
}

// inTitle returns the weight of a question's term in a title.
func (w *weighing) inTitle(term *Term) float64 {
	if term.Asks {
		return w.params.Asking * term.Weight * term.IDF
	}
	return term.Weight * term.IDF
}

// titleHeld returns the weight of a title's terms that the question has.
func (w *weighing) titleHeld(d corpus.Doc) float64 {
	sum := 0.0
	for _, term := range w.titled(d) {
		sum += w.inTitle(&w.question.Terms[term])
	}
	return sum
}

// fewTerms is the number of terms of a question above which one word of a longer title
// is no name: "lamps" in "why did the lamps break after the repair" is not
// "Weir lamps". By eye; of 39 questions about three small graphs, 1.8 % more was found
// in 500 tokens, and of others as much. WholeTitle is the least share of a title that is
// all of it, but for rounding.
const (
	fewTerms   = 4
	WholeTitle = .999
)

// isEnough reports whether the question holds enough of a title, of which it has a share,
// to name it.
func (w *weighing) isEnough(d corpus.Doc, covered float64) bool {
	if covered >= WholeTitle || len(w.question.Terms) <= fewTerms {
		return true
	}
	held := 0
	w.buffer = w.reader.TitleTerms(d, w.buffer)
	for _, term := range w.buffer {
		if _, has := w.terms[d.Project][term]; has {
			held++
		}
	}
	return held > 1
}

// isTogether reports whether the words that the question holds of a title are near
// each other, or too many to be there by chance. A message of dozens of words has
// words of many titles somewhere, and one alone, or another form of it, is no name.
func (w *weighing) isTogether(d corpus.Doc) bool {
	words := w.question.Words
	if len(words) <= w.params.Scattered {
		return true
	}
	w.buffer = w.reader.TitleTerms(d, w.buffer)
	last := make(map[uint32]int, len(w.buffer)) // by term of the title that is held: the place of its last occurrence
	for _, term := range w.buffer {
		if _, held := w.terms[d.Project][term]; held {
			last[term] = -len(words)
		}
	}
	if len(last) == 1 || len(last) >= wholeWords {
		return len(last) > 1
	}
	nearby := 2*len(last) + 2 // by eye
	for i, term := range w.sequence(d.Project) {
		if _, isHeld := last[term]; !isHeld {
			continue
		}
		last[term] = i
		first := i
		for _, place := range last {
			first = min(first, place)
		}
		if i-first < nearby {
			return true
		}
	}
	return false
}

// sequence returns the terms of the question's words in a project, in order. A
// misspelt word has the term that is read instead.
func (w *weighing) sequence(project int32) []uint32 {
	if list, known := w.sequences[project]; known {
		return list
	}
	x, list := w.reader.Indexes[project], make([]uint32, len(w.question.Words))
	for i, word := range w.question.Words {
		list[i] = x.Words.Lookup(cmp.Or(w.question.Corrected[word.Text], word.Text))
	}
	w.sequences[project] = list
	return list
}

// longer returns the factor for the weight of texts: less than 1 for a long
// question.
func (w *weighing) longer() float64 {
	return min(1, w.params.Terms/float64(max(len(w.question.Terms), 1)))
}
