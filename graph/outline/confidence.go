package outline

import (
	"math"
	"slices"
	"strings"
	"time"
	"unicode"

	"dossier/graph"
	"dossier/graph/outline/wording"
	"dossier/graph/relevance/corpus"
	"dossier/graph/relevance/subject"
	"dossier/graph/relevance/terms"
	"dossier/graph/text"
)

// Confidence is the likelihood that a graph answers a question. Its values may
// be compared between questions and graphs, because they do not depend on other
// answers.
type Confidence struct {
	Value   float64       // 0 to 1
	Answer  Answerability // the class of Value
	Reasons []string      // sentences that explain Value
	// Asked has the words of the question that name what it is about, for a
	// message that there is no answer.
	Asked string
	// Unknown has the words of the question that nothing has.
	Unknown []string
	// Lacks is what the question asks of a record that others of its type have,
	// and the record has not, or the parts of a kind that the subject has none of;
	// nil if it lacks nothing.
	Lacks *Lack
}

// Answerability is a class of confidence.
type Answerability string

// The classes of confidence.
const (
	Likely   Answerability = "LIKELY"
	Partly   Answerability = "PARTLY"
	Unlikely Answerability = "UNLIKELY"
)

// confidenceParams are the constants of confidence. They were chosen on the 372
// questions over the Kubernetes enhancement proposals, 77 of which have no
// answer, and on the questions of four sets of pages, each asked of its own
// pages and of all others (docs/notebook/relevance.md).
var confidenceParams = struct {
	// Likely and Partly are the least values of their classes. With Partly at .41
	// instead of .45, the answerable questions that are classed as unlikely fell
	// from 6 % to 3 % on eips and from 3 % to 1 % on musique; of the 30 off-topic
	// ones over the proposals, 25 instead of 26 are recognised.
	Likely, Partly float64
	// Named is the least value for a named subject, Vague that for an overview, by eye.
	Named, Vague float64
	// Missing multiplies the value if the subject lacks what the question asks
	// about it, Identifier if the question has an unknown identifier.
	Missing, Identifier float64
	// Wordless multiplies it instead if the subject has none of the question's
	// other words, so that a named subject remains a partial answer. With it, the
	// AUROC of missing attributes rose from .86 to .92.
	Wordless float64
	// Asked is the least share of the question that a section must explain to
	// answer it.
	Asked float64
	// Lacks is the least share that a section of the subject must explain of what
	// other documents' sections explain; below it the subject lacks the section.
	Lacks float64
	// Uses is the evidence of the best family's words, as a share of the most that
	// the question's words can have, from which on the family uses them often. It
	// raised the off-topic questions that are recognised from 77 % to 93 %.
	Uses float64
	// Unknown is the most by which unknown words lower the value of a name.
	Unknown float64
	// UnknownWord is the weight of an unknown word, relative to the rarest known
	// one.
	UnknownWord float64
	// Vocabulary is the number of terms of a graph at which UnknownWord is halved.
	// With it, 2 instead of 13 of 60 everyday questions over graphs of 71 to 496
	// entities were classed as unlikely.
	Vocabulary float64
	// Known is the share of the doubt that a question loses in a small graph if the
	// graph has all of its words, see knows.
	Known float64
	// Evident is the BM25 of a single text from which on it may be the answer,
	// whatever the question says beside it: about that of one rare word. It is raised
	// by the share Beside for each word that the graph lacks, and, below Small, by how
	// small the graph is, because a large one has such a text by chance. Of 64
	// questions over four graphs that were wrongly classed as unlikely, 17 are not any
	// more, nor are 1 of 34 off-topic ones and 2 of 33 about what a subject lacks.
	Evident, Beside, Small float64
	// Families is the number of families whose words count. Further multiplies the
	// weight for each family after the first.
	Families int
	Further  float64
	// Long is the maximum number of terms of a question, Lines that of its lines,
	// by eye. The confidence in a longer text is not lowered for a missing
	// attribute, an unknown identifier, or unknown words beside a name. Only Long
	// of its terms count, because it says more than one subject has.
	Long, Lines int
	// Words is the maximum number of words of a question. By eye: one of 25 terms
	// has half as many. A topic of 1,500 words that are all "done" is no question,
	// and took minutes.
	Words int
}{Likely: .7, Partly: .41, Named: .7, Vague: .5, Missing: .55, Identifier: .15, Wordless: .6, Asked: .25, Lacks: .5, Uses: .4,
	Unknown: .35, UnknownWord: .9, Vocabulary: 3000, Known: .5, Evident: .9, Beside: .25, Small: .55, Families: 3, Further: .6,
	Long: 25, Lines: 3, Words: 100}

// isLong reports whether the question is a long message or a log, which may have
// few words that repeat, or few words that the graph has: it may be in another language.
func (a *asking) isLong() bool {
	return len(a.asked.Terms)+len(a.asked.Unknown) > confidenceParams.Long || len(a.asked.Words) > confidenceParams.Words ||
		strings.Count(strings.TrimSpace(a.question), "\n") >= confidenceParams.Lines
}

// ClassOf returns the class of a confidence value.
func ClassOf(value float64) Answerability {
	switch p := confidenceParams; {
	case value >= p.Likely:
		return Likely
	case value >= p.Partly:
		return Partly
	default:
		return Unlikely
	}
}

// named returns the confidence in a subject that the question names with the
// given evidence.
func named(evidence float64) float64 {
	return confidenceParams.Named + (1-confidenceParams.Named)*min(1, evidence)
}

// Confidences returns the confidence that each entity answers a query, on the
// scale of [Confidence]: by its name, or by the share of the query's words that
// the entity and its parts have. It is 0 for unknown ids.
func Confidences(r *corpus.Reader, query string, ids []string, params Params) []float64 {
	m := &missing{&quoting{describing: &describing{choosing: choose(r, nil, query, time.Time{}, params)}}}
	var docs []corpus.Doc
	places := make([]int, 0, len(ids))
	for i, id := range ids {
		if d, found := r.Find(id); found {
			docs, places = append(docs, d), append(places, i)
		}
	}
	list, identified := make([]float64, len(ids)), 1.0
	if m.uncalled() != "" || m.lacksNumber() {
		identified = confidenceParams.Identifier
	}
	for i, match := range subject.Matches(r, m.asked, docs, confidenceParams.UnknownWord, params.Subject) {
		value := match.Held
		if match.Named >= params.Subject.Named {
			value = max(value, named(match.Named)*m.beside(match.Named))
		}
		list[places[i]] = value * identified
	}
	return list
}

// beside returns the factor by which unknown words lower the confidence in a
// subject that is named with the given evidence.
func (m *missing) beside(evidence float64) float64 {
	n := float64(len(m.asked.Unknown))
	if n == 0 || m.isLong() {
		return 1
	}
	return 1 - confidenceParams.Unknown*n/(n+evidence)
}

// lacksNumber reports whether the graph lacks a number or an identifier of a question
// that asks for few. Days such as "27th" and amounts do not count, nor do values such as
// "seg=77" and times.
func (m *missing) lacksNumber() bool {
	unknown := 0
	for _, word := range m.asked.Unknown {
		if strings.ContainsFunc(word, unicode.IsDigit) && !wording.IsOrdinal(word) && !m.isLogged(word) && !m.isAmount(word) {
			unknown++
		}
	}
	return !m.isLong() && 0 < unknown && unknown <= askedIdentifiers
}

// isLogged reports whether a word is in the question only as a value after an
// equals sign, or as a part of a time such as 14:02.
func (m *missing) isLogged(unknown string) bool {
	digitAt := func(i int) bool { return i >= 0 && i < len(m.question) && m.question[i] >= '0' && m.question[i] <= '9' }
	return !slices.ContainsFunc(m.asked.Words, func(word text.Word) bool {
		before, after := m.question[:word.Start], m.question[word.End:]
		isTime := strings.HasSuffix(before, ":") && digitAt(word.Start-2) || strings.HasPrefix(after, ":") && digitAt(word.End+1)
		return word.Text == unknown && !isTime && !strings.HasSuffix(before, "=")
	})
}

// askedIdentifiers is the maximum number of unknown numbers in a question that
// asks for them, by eye.
const askedIdentifiers = 3

// reasonLabel is the maximum length of a label in a reason, in characters.
const reasonLabel = 80

// covered returns the share of the question, by IDF, that the best families
// have together; each further family counts less. The share is lowered if the
// best family uses these words rarely, because a family of thousands of words
// has nearly every word once.
func (w *weighing) covered(subjects []subject.Subject) float64 {
	held, all := 0.0, w.unknownWeight()*float64(len(w.asked.Unknown))
	mass := all
	isPlace := w.placesIn(subjects)
	for i := range w.asked.Terms {
		term := &w.asked.Terms[i]
		if isPlace[w.stem(term.Word)] && len(isPlace) < len(w.asked.Terms)+len(w.asked.Unknown) {
			continue
		}
		idf := w.contentIDF(term)
		all += idf
		mass += term.Text
		weight := 1.0
		for _, s := range subjects[:min(len(subjects), confidenceParams.Families)] {
			if w.hasTerm(s.Doc, term) {
				held += weight * term.Weight * idf
				break
			}
			weight *= confidenceParams.Further
		}
	}
	if mass == 0 || all == 0 {
		return 0
	}
	all *= min(1, float64(confidenceParams.Long)/float64(len(w.asked.Terms)+len(w.asked.Unknown)))
	uses := subjects[0].Text / mass
	return min(1, held/all) * math.Sqrt(min(1, uses/confidenceParams.Uses))
}

// contentIDF returns the IDF of a term, lowered if it is a word by which the
// question asks.
func (a *asking) contentIDF(term *subject.Term) float64 {
	if term.Asks {
		return a.params.Subject.Asking * term.IDF
	}
	return term.IDF
}

// unknownWeight returns the weight of a word that the graph lacks. It is lower
// for graphs with few words, because these lack many words by chance.
func (w *weighing) unknownWeight() float64 {
	terms := 0
	for _, x := range w.reader.Indexes {
		terms += x.Words.Terms()
	}
	return confidenceParams.UnknownWord * float64(terms) / (float64(terms) + confidenceParams.Vocabulary)
}

// isEvident reports whether a single text has enough of the question that it may be
// the answer.
func (w *weighing) isEvident() bool {
	p := confidenceParams
	texts, least := w.near(), p.Evident*(1+p.Beside*float64(len(w.asked.Unknown)))
	return len(texts) > 0 && texts[0].Score*min(1, w.smallness()/p.Small) >= least
}

// knows returns the share of the doubt that a question loses because the graph
// has all of its words as they are. A graph with many words has them by chance.
func (w *weighing) knows() float64 {
	if len(w.asked.Unknown)+len(w.asked.Misspelt) > 0 {
		return 0
	}
	return confidenceParams.Known * w.smallness()
}

// smallness returns how few words the graph has: 1 for none, .5 for Vocabulary.
func (w *weighing) smallness() float64 { return 1 - w.unknownWeight()/confidenceParams.UnknownWord }

// hasTerm reports whether a family has a term.
func (l *library) hasTerm(root corpus.Doc, term *subject.Term) bool {
	x := l.reader.Indexes[root.Project]
	return slices.ContainsFunc(x.Postings.Of(x.Words.Lookup(term.Word)),
		func(p terms.Posting) bool { return x.Roots.Of(p.Ordinal) == root.Ordinal })
}

// unmatched returns the rare and the unknown words of the question, which are
// what it is about; "" for a long message, which has many.
func (a *asking) unmatched() string {
	if a.isLong() {
		return ""
	}
	var words []string
	for _, word := range a.asked.Words {
		rare := slices.ContainsFunc(a.asked.Terms, func(t subject.Term) bool { return t.Word == word.Text && t.IDF >= aboutIDF && !t.Asks })
		if rare || slices.Contains(a.asked.Unknown, word.Text) {
			words = append(words, word.Text)
		}
	}
	return graph.Line(strings.Join(words, " "), reasonLabel)
}

// aboutIDF is the least IDF of a word that is what a question is about, by eye.
const aboutIDF = .4
