// Package subject finds what a question is about: the entities whose names it
// holds, in whole or in part, and those whose texts use its words. An entity is
// judged together with its parts, such as the documents, risks and outputs of a
// plan. Together they are a family, and its root is the subject.
package subject

import (
	"cmp"
	"math"
	"slices"
	"sort"

	"dossier/flat"
	"dossier/graph/relevance/corpus"
)

// Subject is an entity that a question may be about, with the evidence.
// Evidence is measured in the IDF of words, scaled so that a word that only one
// family has is 1.
type Subject struct {
	Doc corpus.Doc // the root of the family
	// Member is the entry of the family that the question names, Doc if it names
	// none.
	Member corpus.Doc
	// Name is the evidence of a name that the question holds whole. First and Last
	// are the range of its words in Question.Words. Owners is the number of
	// families with the name.
	Name        float64
	First, Last int
	Owners      int
	// IsCode reports whether the name is an alias, or written like code. IsAlias
	// reports whether it is an alias, which names no other member.
	IsCode, IsAlias bool
	// Title is the evidence of a title that the question holds in part. Covered is
	// the share of the title's IDF that it holds. Titled is Title for only those
	// titles that name the whole family.
	Title, Covered, Titled float64
	// Text is the evidence of the family's words, Sentence that of its best
	// sentence.
	Text, Sentence float64
	// Parts are the members other than Doc whose own title and sentences match the
	// question nearly as well as those of any entity, the best first.
	Parts []corpus.Doc
	// Score is the weighted sum of the evidence.
	Score float64
	// Distinct reports whether the names have enough words that the names of
	// better subjects lack.
	Distinct bool
}

// Named reports whether the question names the subject, in whole or in part. A
// question that names a risk in part does not name the risk's plan.
func (s *Subject) Named(p Params) bool { return max(s.Name, s.Titled) >= p.Named }

// Params are the constants of subjects. They were measured on 195 questions with
// one subject over the Kubernetes enhancement proposals: the subject is the first
// found for 91 % of them, and among the first three for 96 %. They were also
// measured on 288 questions over three graphs (docs/notebook/relevance.md).
type Params struct {
	// Weights of the evidence.
	Name, Title, Text, Sentence float64
	// Named is the least evidence of a subject that the question names.
	Named float64
	// MaxName and MaxTitle limit the evidence of a name and of a title.
	MaxName, MaxTitle float64
	// PartTitle multiplies the evidence of a part's title for its root.
	PartTitle float64
	// Project is the least evidence of a project's name, because projects are few,
	// and their names are common words.
	Project float64
	// Uncapital multiplies the evidence of a name of one lower-case word without
	// digits.
	Uncapital float64

	// The frequency of a word in a family is the sum of its occurrences, at most
	// MaxCount in each text. They are weighted by RootTitle and RootText in the
	// root, by PartTitleWords in titles of parts, and in the texts of parts by
	// ShortText, or LongTextWords if the text has more than LongText terms.
	RootTitle, RootText, PartTitleWords, ShortText, LongTextWords float64
	MaxCount                                                      float64
	LongText                                                      float32
	// K1 and B are the constants of BM25 over families.
	K1, B float64
	// Terms is the number of a question's terms above which its words weigh less,
	// because a long message holds words of everything.
	Terms float64
	// Asking multiplies the weight of words that say what is asked.
	Asking float64
	// Scattered is the number of a question's words above which those of a title
	// that it holds in part must be near each other to name it.
	Scattered int

	// Candidates is the number of families whose sentences are read, Sentences
	// that of the sentences read of each member. No sentences are read for
	// questions with more than SentenceTerms terms. A sentence with more than
	// LongSentence words weighs less.
	Candidates, Sentences, SentenceTerms int
	LongSentence                         float64
	// Words is the number of a question's words that are looked up. A name that
	// more than Owners entries have names none of them.
	Words, Owners int
	// Distinct is the least share of a name that must not be in the names of
	// better subjects.
	Distinct float64
	// Parts is the maximum number of parts of a subject, PartShare the least share
	// of the best entity's evidence that a part must have.
	Parts     int
	PartShare float64
	// Texts is the maximum number of entries that are returned for their own
	// texts. By eye: it limits the cost.
	Texts int
}

// Defaults returns the constants in use.
func Defaults() Params {
	return Params{
		Name: 2, Title: 1.5, Text: 1, Sentence: 1, Named: .3,
		MaxName: 2, MaxTitle: 2, PartTitle: .75,
		Project: .5, Uncapital: .5, // by eye
		RootTitle: 8, RootText: 2, PartTitleWords: 2, ShortText: 1, LongTextWords: .4, MaxCount: 4, LongText: 300,
		K1: 3, B: .4, Terms: 14, Asking: .2,
		Scattered:  40,                                     // by eye: a question has up to 30
		Candidates: 60, Sentences: 1000, SentenceTerms: 40, // by eye: limit the cost
		LongSentence: 40,
		Words:        3000, Owners: 300, // by eye: limit the cost
		Distinct: .6, // by eye
		Parts:    2, PartShare: .7, Texts: 12,
	}
}

// Find returns the entities that a question may be about, at most limit, the
// best first, then by id. texts are the entries whose own titles and sentences
// have the most of the question, at most Params.Texts, the best first.
func Find(r *corpus.Reader, q *Question, params Params, limit int) (subjects []Subject, texts []corpus.Doc) {
	f := newFinder(r, q, params)
	f.arrays, f.first = newArrays(r)
	f.readWords()
	f.addBest(max(params.Candidates, limit))
	subjects = f.best(limit)
	f.arrays.release(f.first) // unless it panics before
	return subjects, f.texts()
}

// texts returns the entries with the most evidence of their own.
func (f *finder) texts() (docs []corpus.Doc) {
	best := flat.NewTop(f.params.Texts, func(a, b corpus.Doc) int {
		return cmp.Or(cmp.Compare(f.members[b], f.members[a]), cmp.Compare(f.reader.Entry(a).ID, f.reader.Entry(b).ID))
	})
	for d, evidence := range f.members {
		if evidence > 0 {
			best.Add(d)
		}
	}
	return best.Sorted()
}

// best returns the best subjects of those that were found, and of names.
func (f *finder) best(limit int) []Subject {
	f.matchNames()
	f.readSentences(f.ranked(f.params.Candidates))
	list := f.ranked(limit)
	f.markDistinct(list)
	f.findParts(list)
	subjects := make([]Subject, len(list))
	for i, s := range list {
		subjects[i] = *s
	}
	return subjects
}

// finder collects the evidence for each root.
type finder struct {
	weighing
	found   map[corpus.Doc]*Subject
	members map[corpus.Doc]float64 // evidence of each entry's own title and sentences
	mass    float64                // weight of the question's terms in texts
	arrays  *arrays                // nil if only names are looked for
	first   []int                  // by project: the place of its first document in arrays
	roots   []int32                // buffer of addText
	evident float64                // the best evidence of a title so far
	holding []int32                // buffer of readSentences
}

func newFinder(r *corpus.Reader, q *Question, params Params) *finder {
	return &finder{
		weighing: newWeighing(r, q, params),
		found:    make(map[corpus.Doc]*Subject), members: make(map[corpus.Doc]float64),
	}
}

// place returns the place of a document in arrays.
func (f *finder) place(d corpus.Doc) int { return f.first[d.Project] + int(d.Ordinal) }

// at returns the document with a place in arrays.
func (f *finder) at(place int) corpus.Doc {
	project := sort.Search(len(f.first), func(i int) bool { return f.first[i] > place }) - 1
	return corpus.Doc{Project: int32(project), Ordinal: int32(place - f.first[project])}
}

// of returns the subject of an entry's family.
func (f *finder) of(d corpus.Doc) *Subject {
	root := f.reader.Root(d)
	s := f.found[root]
	if s == nil {
		s = &Subject{Doc: root, Member: root, Owners: 1}
		f.found[root] = s
		if f.arrays != nil {
			s.Text = f.arrays.texts[f.place(root)]
			f.coverTitles(s)
		}
	}
	return s
}

// ranked sets the scores and returns the best subjects in descending order, at
// most limit.
func (f *finder) ranked(limit int) []*Subject {
	best := flat.NewTop(limit, func(a, b *Subject) int {
		return cmp.Or(cmp.Compare(b.Score, a.Score), cmp.Compare(f.reader.Entry(a.Doc).ID, f.reader.Entry(b.Doc).ID))
	})
	for _, s := range f.found {
		f.score(s)
		best.Add(s)
	}
	return best.Sorted()
}

// score sets the score of a subject by the evidence so far.
func (f *finder) score(s *Subject) {
	p := f.params
	s.Score = p.Name*s.Name/math.Sqrt(float64(s.Owners)) + p.Title*s.Title + p.Text*f.longer()*s.Text + p.Sentence*s.Sentence
}

// markDistinct sets Distinct, beginning with the best subject. A name of several
// words that are not those of another name in the question is distinct even if
// both names have the same words: of two plans to compare, 99 instead of 98 % is
// found.
func (f *finder) markDistinct(list []*Subject) {
	used := make([]bool, len(f.question.Terms))
	inName := make([]bool, len(f.question.Words))
	for _, s := range list {
		own, all := 0.0, 0.0
		titled := f.named(s)
		for _, term := range titled {
			all += f.question.Terms[term].IDF
			if !used[term] {
				own += f.question.Terms[term].IDF
			}
		}
		isApart := s.Name > 0 && s.Last-s.First > 1 && !slices.Contains(inName[s.First:s.Last], true)
		s.Distinct = (all > 0 || s.Name > 0) && (isApart || own >= f.params.Distinct*all)
		if s.Distinct && s.Named(f.params) {
			for i := s.First; i < s.Last; i++ {
				inName[i] = true
			}
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
		if s := roots[f.reader.Root(d)]; s != nil && s.Doc != d {
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
