// Package vocabulary finds the words of graphs in questions: the names of entities,
// the values of their properties, the names of these, and the types of records.
package vocabulary

import (
	"slices"
	"strings"

	"dossier/graph"
	"dossier/graph/ask"
	"dossier/graph/ask/chart"
	"dossier/graph/ask/words"
	"dossier/graph/memory"
	"dossier/graph/relevance/corpus"
	"dossier/graph/relevance/index"
	"dossier/graph/text"
)

// A Vocabulary has the words of the graphs of a reader's indexes.
type Vocabulary struct {
	// TypeNames are the names of record types by their ids, such as hire contract of hire.
	TypeNames map[string]string

	reader *corpus.Reader
	graphs []*memory.Graph         // in the order of the indexes
	valued map[termOf][]valuePlace // results of valuesWith: sentences of a message share words
}

// New returns the vocabulary of graphs, in the order of a reader's indexes.
func New(r *corpus.Reader, graphs []*memory.Graph) *Vocabulary {
	return &Vocabulary{reader: r, graphs: graphs, valued: map[termOf][]valuePlace{}}
}

// Tokens implements [scan.Vocabulary].
func (v *Vocabulary) Tokens(question string, asked []text.Word) []chart.Node {
	f := &finding{Vocabulary: v, question: question, words: v.spelled(question, asked), titles: map[graph.Entity][]stemmed{}}
	f.language = words.LanguageOf(f.words)
	for _, word := range f.words {
		forms := f.language.Forms(word.Text)
		for _, form := range forms {
			forms = append(forms, stemOf(form))
		}
		f.stems = append(f.stems, stemmed{word.Text, stemOf(word.Text), forms})
	}
	f.recordTypes, f.same = f.findRecordTypes(), f.findSynonyms()
	names, values := calling{f}, valuing{f}
	names.projects()
	names.names()
	values.values()
	names.labels()
	values.fields()
	values.types()
	names.calls()
	return f.tokens
}

// spelled returns the words of a question, with the umlauts as the graph spells them: haendler,
// where it has no händler.
func (v *Vocabulary) spelled(question string, asked []text.Word) []text.Word {
	spelled := slices.Clone(asked)
	for i, w := range asked {
		if w.End-w.Start == len(w.Text) {
			continue // as most words, it has no umlaut
		}
		other := text.Fold(umlauts.Replace(question[w.Start:w.End]))
		if other != w.Text && v.has(other) && !v.has(w.Text) {
			spelled[i].Text = other
		}
	}
	return spelled
}

// has reports whether a graph has a word in its texts or as the id of a record type.
func (v *Vocabulary) has(word string) bool {
	return slices.ContainsFunc(v.reader.Indexes, func(x *index.Index) bool { return x.Words.Number(word) != 0 }) ||
		slices.ContainsFunc(v.graphs, func(g *memory.Graph) bool { return slices.Contains(g.Records().Types, word) })
}

var umlauts = strings.NewReplacer("ä", "ae", "ö", "oe", "ü", "ue", "Ä", "Ae", "Ö", "Oe", "Ü", "Ue")

// finding finds the tokens of one question.
type finding struct {
	*Vocabulary
	question string
	words    []text.Word
	tokens   []chart.Node

	recordTypes []string // that records have, in order
	same        []synonym
	titles      map[graph.Entity][]stemmed // of the entities that titledWith found
	language    *words.Table               // of the question
	stems       []stemmed                  // of words
}

// calling finds what entities are called by: names, labels, and what is in common to
// those of a kind. valuing finds values, fields and types.
type (
	calling struct{ *finding }
	valuing struct{ *finding }
)

func (f *finding) add(typ string, value any, first, last int, weight float64) {
	f.tokens = append(f.tokens, chart.Node{Type: typ, Value: value, First: first, Last: last, Score: chart.Score{Weight: weight}})
}

// The priors of names and values, by eye: a project is meant rather than a plan with
// the same name, a whole name rather than a part of one, the priority of a tracker rather
// than the number.
const (
	projectPrior  = .3
	personPrior   = .2
	namePrior     = .1
	partPrior     = -.1
	calledPrior   = -.4 // by a part of a name without a capital
	valuePrior    = -.05
	typePrior     = -.15
	nounPrior     = .05
	labelPrior    = -.02
	priorityPrior = .1
	statePrior    = .15 // of a value that is no state in these graphs, but one in others
	longerPrior   = .25 // of each further word of a whole name
)

// longer returns what the words of a whole name add to its prior.
func longer(words int) float64 { return longerPrior * float64(words-1) }

// projects finds the projects that the question calls by at least one word of their
// names that no other project has, and the word that most projects have, by which
// questions call all of them.
func (f *calling) projects() {
	titles := make([][]string, len(f.graphs))
	uses := map[string]int{}
	for i, g := range f.graphs {
		project := g.Project()
		if project == nil {
			continue
		}
		titles[i] = text.Folded(project.Name)
		seen := map[string]bool{}
		for _, word := range titles[i] {
			if !seen[word] {
				uses[word]++
			}
			seen[word] = true
		}
	}
	f.callAll(uses)
	for i, g := range f.graphs {
		if titles[i] != nil {
			f.callProject(g.Project(), titles[i], uses)
		}
	}
}

// leastSeries is the least number of projects of which a common word of their names is
// a name of the kind. By eye.
const leastSeries = 3

// callAll adds the words that more than half of the projects have in their names, as
// words for projects.
func (f *calling) callAll(uses map[string]int) {
	for at, w := range f.words {
		switch singular := strings.TrimSuffix(w.Text, "s"); {
		case uses[w.Text] >= leastSeries && 2*uses[w.Text] > len(f.graphs):
			f.add("one", string(graph.KindProject), at, at+1, 0)
		case singular != w.Text && uses[singular] >= leastSeries && 2*uses[singular] > len(f.graphs):
			f.add("kind", string(graph.KindProject), at, at+1, 0)
		}
	}
}

// callProject adds the longest run of words that is in the name of a project, if a word
// of it is in no other name, and the run is the beginning of the name, of several words,
// has a capital, or is beside the word project or an article.
func (f *calling) callProject(project *graph.Project, title []string, uses map[string]int) {
	for at := 0; at < len(f.words); at++ {
		length, own, begins := f.run(title, at, isCalled, func(word string) bool { return uses[word] == 1 && !text.StopWord(word) })
		isName := begins || length > 1 || f.words[at].Marks&text.Capital != 0 || f.isProject(at-1) || f.isProject(at+length)
		isDefinite := at > 0 && words.IsDefinite(f.words[at-1].Text) // risks of the launch
		if length == 0 || !own || !isName && !isDefinite {
			continue
		}
		prior := projectPrior
		switch {
		case !isName:
			prior = calledPrior
		case len(f.graphs) == 1 && length < len(title): // to name the only project says little
			prior = partPrior - longer(length)
		}
		f.add("entity", scopeOf(project), at, at+length, prior+longer(length))
		at += length - 1
	}
}

// isProject reports whether a word of the question means projects.
func (f *finding) isProject(at int) bool {
	if at < 0 || at >= len(f.words) {
		return false
	}
	return words.IsOne(f.words[at].Text, string(graph.KindProject))
}

// run returns the length of the longest run of words of the question from a place that
// is in a title by isWord, whether it has a word that is the title's own, and whether it
// begins the title.
func (f *finding) run(title []string, at int, isWord func(own, word string) bool, isOwn func(string) bool) (length int, own, begins bool) {
	for start := range title {
		n, has := 0, false
		for start+n < len(title) && at+n < len(f.words) && isWord(title[start+n], f.words[at+n].Text) {
			has = has || isOwn(title[start+n])
			n++
		}
		if n > length {
			length, own, begins = n, has, start == 0
		}
	}
	return length, own, begins
}

// isCalled reports whether a word is one of a name, or its genitive without an apostrophe.
func isCalled(name, word string) bool {
	return word == name || len(name) > leastCall && word == name+"s"
}

func scopeOf(e graph.Entity) ask.Cond {
	c := e.Self()
	named := &ask.Entity{Kind: c.Kind, ID: c.ID, Label: graph.Line(c.Label, shownName), IsPerson: graph.IsPerson(e)}
	return ask.Cond{Op: ask.Scope, Entity: named, Period: dueDay(e)}
}

// shownName is the maximum length of a name in a query, by eye.
const shownName = 60
