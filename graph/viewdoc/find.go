package viewdoc

import (
	"slices"

	"dossier/graph"
	"dossier/graph/ask/times"
	"dossier/graph/gist"
	"dossier/graph/memory"
	"dossier/graph/pipeline"
	"dossier/graph/relevance/corpus"
	"dossier/graph/text"
	"dossier/graph/view"
)

// A Found is what a question is about.
type Found struct {
	Project  int             // the number of the graph, -1 if the question does not say which of several
	Subjects []graph.Entity  // none if only the project is meant
	Person   bool            // the first is a person or an organisation, of a view about one
	Terms    map[string]bool // the stems of the words
	// Unnamed is the share of the words, by their weight, that name neither the project nor
	// a subject; Left is that share without remarks, if there is a subject.
	Unnamed, Left float64

	meant *candidates // nil if the question is about no project
}

// Match returns how well the words match entities, by id. The reader must be open.
func (f *Found) Match() map[string]float64 {
	if f.meant == nil {
		return nil
	}
	return f.meant.matches()
}

// Naming returns the ids of the entities whose texts have all words by which the question
// calls a person or an organisation. The reader must be open.
func (f *Found) Naming() map[string]bool {
	ids := map[string]bool{}
	if f.Person {
		f.meant.addNaming(f.Subjects[0], ids)
	}
	return ids
}

// IsDate reports whether the question is only about milestones or goals: it may mean the
// time before them, as in "what could go wrong before the opening".
func (f *Found) IsDate() bool {
	isDate := func(e graph.Entity) bool {
		return e.Self().Kind == graph.KindMilestone || e.Self().Kind == graph.KindGoal
	}
	return len(f.Subjects) > 0 && !slices.ContainsFunc(f.Subjects, func(e graph.Entity) bool { return !isDate(e) })
}

// The constants of finding, by eye, on the questions of the demo.
const (
	bodyWeight    = .35 // of a word in the text, relative to one in the title
	otherKind     = .5  // factor of kinds that the view does not expect
	wholeName     = .75 // least factor of what the question names whole
	listedKind    = .03 // less for each kind before it in the list
	namedWeight   = 1.5 // of a word in the name of a project
	describedHalf = .3  // of a word in the description of a project
	frequentHalf  = .6  // of a word that is frequent in a project
	// A subject holds leastHeld of the words, or leastCovered of its title is in them
	// and it holds leastTitle.
	leastHeld, leastCovered, leastTitle = .6, .45, .25
	leastExpected                       = .3 // in place of leastCovered, of kinds that the view expects
	leastPerson                         = .3 // of the name of a person
	// So much of the title of a subject is in the question if its words are also those of
	// the project, or if it says that it is about a project.
	leastBeside  = .75
	mostSubjects = 3
)

// finder finds subjects by the words of one question.
type finder struct {
	reader *corpus.Reader
	graphs []*memory.Graph
	words  []string
	view   *view.View
	// ofProject reports whether the question says that it is about a project.
	ofProject bool
	loose     []string // words that need not name anything
	hinted    []string // those of loose that ask for the view
	passing   [][]string
	// frequencies are the shares of the texts of each project with a word.
	frequencies map[string][]float64
}

// Find returns what the words of a question are about. graphs are those of the indexes
// of the reader, in their order.
func Find(r *corpus.Reader, graphs []*memory.Graph, v *view.View, wish *gist.Wish) *Found {
	words, loose := wish.Rest, wish.Loose
	if v.Subject && !v.Person { // about no time: a date or an aside may be in the name of the subject
		words, loose = slices.Concat(words, wish.When, wish.Aside), slices.Concat(loose, wish.When, wish.Aside)
	}
	found := &Found{Project: -1, Terms: map[string]bool{}}
	for _, word := range words {
		found.Terms[text.English(word)] = true
	}
	hinted := slices.DeleteFunc(slices.Clone(wish.Hinted), func(word string) bool { return slices.Contains(words, word) })
	words, loose = slices.Concat(words, hinted), slices.Concat(loose, hinted)
	f := &finder{
		reader: r, graphs: graphs, words: words, view: v, ofProject: slices.Contains(wish.Kinds, graph.KindProject), loose: loose, hinted: hinted,
		passing: wish.Passing, frequencies: map[string][]float64{},
	}
	var meant *candidates
	best := 0.
	for _, c := range f.weighed() {
		if c.score > best || len(graphs) == 1 {
			best, meant = c.score, c
		}
	}
	if meant != nil {
		found.Project, found.meant = meant.project, meant
		found.Subjects = meant.subjects()
	}
	found.Person = v.Person && len(found.Subjects) > 0 && found.Subjects[0].Self().Kind == graph.KindRecord
	isDue := len(found.Subjects) == 0 && v.Dated && f.findDue(found, wish.Period)
	if meant != nil {
		if wish.Guessed && !isDue {
			f.passing = nil // other words of the question say what it asks
		}
		found.Unnamed, found.Left = meant.left(found.Subjects)
	}
	return found
}

// weighed returns the candidates of each project, with the evidence for it. It uses two
// processors, because nothing else runs before the answer is known.
func (f *finder) weighed() []*candidates {
	for _, word := range f.words {
		if _, known := f.frequencies[word]; !known {
			f.frequencies[word] = f.frequenciesOf(word)
		}
	}
	all := make([]*candidates, len(f.graphs))
	every := func(first, step int) func() {
		return func() {
			for project := first; project < len(all); project += step {
				all[project] = f.candidates(project)
				all[project].score = all[project].evidence()
			}
		}
	}
	pipeline.Together(every(0, 2), every(1, 2))
	return all
}

// frequenciesOf returns the shares of the texts of each project with a word.
func (f *finder) frequenciesOf(word string) (each []float64) {
	for _, x := range f.reader.Indexes {
		each = append(each, float64(len(x.Postings.Of(x.Words.Lookup(word))))/float64(max(x.Documents(), 1)))
	}
	return each
}

// findDue sets the milestone or goal that is due on the only day that the question names, and
// reports whether there is one.
func (f *finder) findDue(found *Found, p *times.Period) bool {
	if p == nil || p.From.IsZero() || !p.To.Equal(p.From.AddDate(0, 0, 1)) {
		return false
	}
	for _, kind := range []graph.Kind{graph.KindMilestone, graph.KindGoal} {
		if !slices.Contains(f.view.Subjects, string(kind)) {
			continue
		}
		for project, g := range f.graphs {
			if found.Project >= 0 && project != found.Project {
				continue
			}
			for _, e := range g.OfKind(kind) {
				if due := graph.Due(e); due != nil && !due.Before(p.From) && due.Before(p.To) {
					found.Project, found.Subjects = project, []graph.Entity{e}
					return true
				}
			}
		}
	}
	return false
}
