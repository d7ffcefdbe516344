// Package subject finds what a question is about: the entities whose names it
// holds, wholly or in part, and those whose texts use its words. An entity is
// judged together with its parts, such as the documents, risks and outputs of a
// plan: together they are a family, and its root is the subject.
package subject

import (
	"cmp"
	"math"
	"slices"

	"dossier/graph/relevance/corpus"
)

// Subject is an entity that a question may be about, with the evidence for it.
// Evidence is measured in the IDF of words, where the IDF of a word that only
// one family has is 1.
type Subject struct {
	Doc corpus.Doc
	// Member is the entry of the family that is named, Doc itself if none is.
	Member corpus.Doc
	// Name is the evidence of a name that the question holds whole, First and
	// Last the words of it in Question.Words; Owners is the number of families
	// with that name.
	Name        float64
	First, Last int
	Owners      int
	// IsCode reports whether the name is an alias, or written like code.
	IsCode bool
	// Title is the evidence of a title that the question holds in part, Covered
	// the share of that title's words that it holds. Titled is the same evidence
	// of titles that name the whole family.
	Title, Covered, Titled float64
	// Text is the evidence of the family's words, Sentence that of the best
	// single sentence.
	Text, Sentence float64
	// Parts are the members beside Doc whose own title and sentences match the
	// question about as well as anything does, the best first.
	Parts []corpus.Doc
	// Score is what the evidence comes to.
	Score float64
	// Distinct reports whether the name has words that the names of better
	// subjects lack.
	Distinct bool
}

// Named reports whether the question names the subject, in whole or in part. A
// question that names a risk in part is not about the risk's plan.
func (s *Subject) Named(p Params) bool { return max(s.Name, s.Titled) >= p.Named }

// Params are the constants of subjects. Measured on the 195 questions with one
// subject over the Kubernetes enhancement proposals, of which 91 % have their
// subject first and 96 % among the first three, and on 288 others over three
// graphs (docs/relevance.md).
type Params struct {
	// The weights of the evidence.
	Name, Title, Text, Sentence float64
	// Named is the evidence from which on a subject is named.
	Named float64
	// MaxName and MaxTitle bound the evidence of a name.
	MaxName, MaxTitle float64
	// PartTitle is what the title of a part counts for its root.
	PartTitle float64
	// Project is the least evidence of a project's name: projects are few, and
	// their names common words.
	Project float64
	// Uncapital is what a name of one word counts that is written small and has
	// no digit.
	Uncapital float64

	// The frequency of a word in a family is the sum of its frequencies in
	// titles and texts, each counted up to MaxCount times these: a root's title
	// and text, a part's title, the text of a part up to LongText terms, and
	// that of a longer one.
	RootTitle, RootText, PartTitleWords, ShortText, LongTextWords float64
	MaxCount                                                      float64
	LongText                                                      float32
	// K1 and B are those of BM25 over families.
	K1, B float64
	// Terms is the number of terms of a question from which on its words count
	// less: a long message holds words of everything.
	Terms float64
	// Asking is what a word counts in texts that says what is asked.
	Asking float64

	// Candidates is the number of families whose sentences are read, Sentences
	// that of the sentences of each part, SentenceTerms the number of terms of a
	// question from which on none are. LongSentence is the number of words from
	// which on a sentence counts less.
	Candidates, Sentences, SentenceTerms int
	LongSentence                         float64
	// Words is the number of words of a question that are looked up, Owners the
	// number of families with a name from which on it names none.
	Words, Owners int
	// Distinct is the share of a name's words that must be its own for a second
	// subject.
	Distinct float64
	// Parts is the number of parts of a subject that are returned, PartShare the
	// least share of the best member's evidence that each has.
	Parts     int
	PartShare float64
}

// Defaults returns the constants in use.
func Defaults() Params {
	return Params{
		Name: 2, Title: 1.5, Text: 1, Sentence: 1, Named: .3,
		MaxName: 2, MaxTitle: 2, PartTitle: .75,
		Project: .5, Uncapital: .5, // by eye
		RootTitle: 8, RootText: 2, PartTitleWords: 2, ShortText: 1, LongTextWords: .4, MaxCount: 4, LongText: 300,
		K1: 3, B: .4, Terms: 14, Asking: .2,
		Candidates: 60, Sentences: 1000, SentenceTerms: 40, // by eye: bound the cost
		LongSentence: 40,
		Words:        3000, Owners: 300, // by eye: bound the cost
		Distinct: .6, // by eye
		Parts:    2, PartShare: .7,
	}
}

// Find returns the entities that a question may be about, at most limit, the
// best first and equal ones by id.
func Find(r *corpus.Reader, q *Question, params Params, limit int) []Subject {
	f := &finder{reader: r, question: q, params: params, found: make(map[corpus.Doc]*Subject), members: make(map[corpus.Doc]float64)}
	for i := range q.Terms {
		f.mass += q.Terms[i].Text
	}
	f.readWords()
	f.matchNames()
	list := f.ranked()
	f.readSentences(list[:min(len(list), params.Candidates)])
	list = f.ranked()
	list = list[:min(len(list), limit)]
	f.markDistinct(list)
	f.findParts(list)
	subjects := make([]Subject, len(list))
	for i, s := range list {
		subjects[i] = *s
	}
	return subjects
}

// finder gathers evidence by the root of each family.
type finder struct {
	reader   *corpus.Reader
	question *Question
	params   Params
	found    map[corpus.Doc]*Subject
	members  map[corpus.Doc]float64 // evidence of each entry's own title and sentences
	mass     float64                // of the question's terms in texts
}

// of returns the subject that an entry belongs to.
func (f *finder) of(d corpus.Doc) *Subject {
	root := f.root(d)
	s := f.found[root]
	if s == nil {
		s = &Subject{Doc: root, Member: root, Owners: 1}
		f.found[root] = s
	}
	return s
}

func (f *finder) root(d corpus.Doc) corpus.Doc {
	return corpus.Doc{Project: d.Project, Ordinal: f.reader.Indexes[d.Project].Root(d.Ordinal)}
}

// ranked returns the subjects in the order of their scores.
func (f *finder) ranked() []*Subject {
	p := f.params
	longer := min(1, p.Terms/float64(max(len(f.question.Terms), 1)))
	list := make([]*Subject, 0, len(f.found))
	for _, s := range f.found {
		s.Score = p.Name*s.Name/math.Sqrt(float64(s.Owners)) + p.Title*s.Title + p.Text*longer*s.Text + p.Sentence*s.Sentence
		list = append(list, s)
	}
	slices.SortFunc(list, func(a, b *Subject) int {
		return cmp.Or(cmp.Compare(b.Score, a.Score), cmp.Compare(f.reader.Entry(a.Doc).ID, f.reader.Entry(b.Doc).ID))
	})
	return list
}

// markDistinct marks the subjects whose names have words of their own, from the
// best on.
func (f *finder) markDistinct(list []*Subject) {
	used := make([]bool, len(f.question.Terms))
	for _, s := range list {
		own, all := 0.0, 0.0
		titled := f.named(s)
		for _, term := range titled {
			all += f.question.Terms[term].IDF
			if !used[term] {
				own += f.question.Terms[term].IDF
			}
		}
		s.Distinct = (all > 0 || s.Name > 0) && own >= f.params.Distinct*all
		if s.Distinct && s.Named(f.params) {
			for _, term := range titled {
				used[term] = true
			}
		}
	}
}

// findParts sets the parts of subjects.
func (f *finder) findParts(list []*Subject) {
	best := 0.0
	roots := make(map[corpus.Doc]*Subject, len(list))
	for _, s := range list {
		roots[s.Doc] = s
	}
	for d, evidence := range f.members {
		best = max(best, evidence)
		if s := roots[f.root(d)]; s != nil && s.Doc != d {
			s.Parts = append(s.Parts, d)
		}
	}
	for _, s := range list {
		s.Parts = slices.DeleteFunc(s.Parts, func(d corpus.Doc) bool { return f.members[d] < f.params.PartShare*best })
		slices.SortFunc(s.Parts, func(a, b corpus.Doc) int {
			return cmp.Or(cmp.Compare(f.members[b], f.members[a]), cmp.Compare(f.reader.Entry(a).ID, f.reader.Entry(b).ID))
		})
		s.Parts = s.Parts[:min(len(s.Parts), f.params.Parts)]
	}
}

// named returns the terms of the question by which it names a subject: those of
// the title, and those of another name.
func (f *finder) named(s *Subject) []int {
	list := f.titled(s.Member)
	if s.Name == 0 {
		return list
	}
	x := f.reader.Indexes[s.Doc.Project]
	for _, word := range f.question.Words[s.First:s.Last] {
		if term := f.question.termOf(x, word.Text); term >= 0 && !slices.Contains(list, term) {
			list = append(list, term)
		}
	}
	return list
}

// titled returns the terms of the question that the title of an entry has.
func (f *finder) titled(d corpus.Doc) []int {
	var list []int
	titleTerms := f.reader.TitleTerms(d)
	for i := range f.question.Terms {
		if number := f.question.Terms[i].numbers[d.Project]; number != 0 && slices.Contains(titleTerms, number) {
			list = append(list, i)
		}
	}
	return list
}
