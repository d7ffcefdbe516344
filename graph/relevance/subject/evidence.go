package subject

import (
	"math"
	"slices"
	"strings"
	"unicode"

	"dossier/graph"
	"dossier/graph/relevance/corpus"
	"dossier/graph/relevance/index"
	"dossier/graph/text"
)

// readWords finds the evidence of words: BM25 over families, in texts, and titles
// that the question holds in part.
func (f *finder) readWords() {
	for project, x := range f.reader.Indexes {
		sums := make([]float64, x.Size())
		named := make([]float64, x.Size())
		counts := make([]float64, x.Size())
		average := x.TotalLength()/float64(max(x.Roots(), 1)) + 1e-9
		for i := range f.question.Terms {
			term := &f.question.Terms[i]
			roots := f.count(x, term.numbers[project], counts)
			for _, root := range roots {
				k := f.params.K1 * (1 - f.params.B + f.params.B*float64(x.FamilyLength(root))/average)
				sums[root] += term.Text * counts[root] / (counts[root] + k)
				counts[root] = 0
			}
			for _, posting := range x.Postings(term.numbers[project]) {
				if posting.Title > 0 {
					named[posting.Ordinal] += f.inTitle(term)
				}
			}
		}
		f.texts = append(f.texts, sums)
		f.coverTitles(int32(project), named)
	}
}

// count adds the frequencies of a term in the families of an index to counts,
// by root, and returns the roots.
func (f *finder) count(x *index.Index, term uint32, counts []float64) []int32 {
	p := f.params
	var roots []int32
	for _, posting := range x.Postings(term) {
		root := x.Root(posting.Ordinal)
		title, body := p.PartTitleWords, p.ShortText
		switch {
		case root == posting.Ordinal:
			title, body = p.RootTitle, p.RootText
		case x.Length(posting.Ordinal) > p.LongText:
			body = p.LongTextWords
		}
		if counts[root] == 0 {
			roots = append(roots, root)
		}
		counts[root] += title*float64(posting.Title) + body*min(float64(posting.Body), p.MaxCount)
	}
	return roots
}

// coverTitles adds the evidence of titles that the question holds in part.
// named has, by ordinal, the IDF of the words of each title that the question
// holds.
func (f *finder) coverTitles(project int32, named []float64) {
	for ordinal, held := range named {
		if held == 0 {
			continue
		}
		d := corpus.Doc{Project: project, Ordinal: int32(ordinal)}
		evidence, covered := f.titleEvidence(d, held)
		s := f.of(d)
		f.members[d] += evidence
		if s.Doc != d {
			evidence *= f.params.PartTitle
		}
		if f.names(d, index.TitleOwner{}) {
			s.Titled = max(s.Titled, evidence)
		}
		if evidence > s.Title {
			s.Title, s.Covered, s.Member = evidence, covered, d
		}
	}
}

// titleEvidence returns the evidence of a title if the question holds words
// with the IDF held of it, and their share of the title's IDF.
func (f *finder) titleEvidence(d corpus.Doc, held float64) (evidence, covered float64) {
	all := f.titleIDF(d)
	if all == 0 {
		return 0, 0
	}
	covered = min(1, held/all)
	return covered * covered * min(f.params.MaxTitle, held), covered
}

// titleIDF returns the sum of the IDF of a title's words. Words by which the
// question asks weigh less, and those of an identifier that the question lacks
// nothing, because a question has either the identifier or the rest.
func (f *finder) titleIDF(d corpus.Doc) float64 {
	sum := 0.0
	lacked := f.lackedIdentifier(d)
	f.buffer = f.reader.TitleTerms(d, f.buffer)
	for _, term := range f.buffer {
		if slices.Contains(lacked, term) {
			continue
		}
		sum += f.idf(d.Project, term)
	}
	return sum
}

// idf returns the IDF of a term of a title, less if the question asks by it.
func (f *finder) idf(project int32, term uint32) float64 {
	x := f.reader.Indexes[project]
	if f.idfs[project] == nil {
		f.idfs[project] = make([]float64, x.Terms()+1)
	}
	idf := &f.idfs[project][term]
	if *idf == 0 {
		*idf = corpus.IDF(x.Roots(), x.RootsWith(term)) / f.question.scale
		if f.question.asksBy(project, term) {
			*idf *= f.params.Asking
		}
	}
	return *idf
}

// lackedIdentifier returns the terms of the identifier of a title that the
// question lacks.
func (f *finder) lackedIdentifier(d corpus.Doc) (terms []uint32) {
	x := f.reader.Indexes[d.Project]
	for word := range text.Words(index.Identifier(x.Entry(d.Ordinal).Title)) {
		term := x.Term(x.Stem(word.Text))
		if !slices.ContainsFunc(f.question.Terms, func(t Term) bool { return t.numbers[d.Project] == term }) {
			terms = append(terms, term)
		}
	}
	return terms
}

// inTitle returns the weight of a question's term in a title.
func (f *finder) inTitle(term *Term) float64 {
	if term.Asks {
		return f.params.Asking * term.Weight * term.IDF
	}
	return term.Weight * term.IDF
}

// matchNames adds the evidence of names that the question holds whole: at each
// word the longest one.
func (f *finder) matchNames() {
	for project, x := range f.reader.Indexes {
		tokens := make([]text.Token, len(f.question.Words))
		for i, word := range f.question.Words {
			tokens[i] = text.NewToken(x.Word(word.Text), word.Marks)
		}
		for at := 0; at < len(tokens); {
			owners, length := x.LongestName(tokens[at:])
			if length == 0 {
				at++
				continue
			}
			if len(owners) <= f.params.Owners {
				f.name(int32(project), owners, at, at+length)
			}
			at += length
		}
	}
}

// name adds the evidence of a name. If a project has the name, only projects
// are meant.
func (f *finder) name(project int32, owners []index.TitleOwner, first, last int) {
	x := f.reader.Indexes[project]
	mass := f.nameIDF(x, first, last)
	isProject := func(o index.TitleOwner) bool { return graph.Kind(x.Entry(o.Ordinal).Kind) == graph.KindProject }
	if slices.ContainsFunc(owners, isProject) {
		owners = slices.DeleteFunc(slices.Clone(owners), func(o index.TitleOwner) bool { return !isProject(o) })
		if last-first > 1 || f.question.Words[first].Marks&text.Capital != 0 {
			mass = max(mass, f.params.Project)
		}
	}
	f.question.know(first, last)
	roots := map[int32]bool{}
	for _, owner := range owners {
		roots[x.Root(owner.Ordinal)] = true
	}
	for _, owner := range owners {
		d := corpus.Doc{Project: project, Ordinal: owner.Ordinal}
		s := f.of(d)
		if evidence := mass * owner.Quality(); f.names(d, owner) && evidence > s.Name {
			s.Name, s.Member, s.First, s.Last, s.Owners, s.IsCode = evidence, d, first, last, len(roots), owner.IsCode()
		}
	}
}

// names reports whether a name of an entry also names its root. Among parts,
// only documents, outputs and names written like code do: a goal called "API"
// does not make every API its plan's.
func (f *finder) names(d corpus.Doc, owner index.TitleOwner) bool {
	kind := graph.Kind(f.reader.Entry(d).Kind)
	return f.root(d) == d || owner.IsCode() || kind == graph.KindDocument || kind == graph.KindOutput
}

// nameIDF returns the IDF of the words of a name, at most MaxName. A number
// that no text has counts like a word of only one family.
func (f *finder) nameIDF(x *index.Index, first, last int) float64 {
	mass, digits := 0.0, false
	for _, word := range f.question.Words[first:last] {
		isNumber := strings.ContainsFunc(word.Text, unicode.IsDigit)
		digits = digits || isNumber
		switch term := f.question.termOf(x, word.Text); {
		case term >= 0:
			mass += f.question.Terms[term].IDF
		case isNumber:
			mass++
		}
	}
	mass = min(f.params.MaxName, mass)
	if last-first == 1 && !digits && f.question.Words[first].Marks&text.Capital == 0 {
		mass *= f.params.Uncapital
	}
	return mass
}

// readSentences adds the evidence of the sentence of each family that holds
// most of the question.
func (f *finder) readSentences(list []*Subject) {
	if len(f.question.Terms) > f.params.SentenceTerms {
		return
	}
	candidates := make(map[corpus.Doc]*Subject, len(list))
	for _, s := range list {
		candidates[s.Doc] = s
	}
	for project, x := range f.reader.Indexes {
		hits := make(map[uint32]int)
		for i := range f.question.Terms {
			if number := f.question.Terms[i].numbers[project]; number != 0 {
				hits[number] = i
			}
		}
		read := make(map[int32]bool)
		for number := range hits {
			for _, posting := range x.Postings(number) {
				s := candidates[corpus.Doc{Project: int32(project), Ordinal: x.Root(posting.Ordinal)}]
				if s == nil || read[posting.Ordinal] {
					continue
				}
				read[posting.Ordinal] = true
				evidence := f.bestSentence(x, posting.Ordinal, hits)
				s.Sentence = max(s.Sentence, evidence)
				f.members[corpus.Doc{Project: int32(project), Ordinal: posting.Ordinal}] += evidence
			}
		}
	}
}

// bestSentence returns the evidence of the sentence of an entry that holds most
// of the question: the weight of the question's terms in texts, times the
// square of the sentence's share of it.
func (f *finder) bestSentence(x *index.Index, ordinal int32, hits map[uint32]int) float64 {
	entry := x.Entry(ordinal)
	best := 0.0
	seen := make([]int, len(f.question.Terms))
	for i, sentence := range entry.Sentences[:min(len(entry.Sentences), f.params.Sentences)] {
		sum := 0.0
		for _, token := range entry.Tokens[sentence.First:sentence.Last] {
			term, hit := hits[x.TermOf(token.Word())]
			if !hit || seen[term] == i+1 {
				continue
			}
			seen[term] = i + 1
			sum += f.question.Terms[term].Text
		}
		if words := float64(sentence.Last - sentence.First); sum > best && words > f.params.LongSentence {
			sum *= math.Sqrt(f.params.LongSentence / words)
		}
		best = max(best, sum)
	}
	return best * best / f.mass
}
