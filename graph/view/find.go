package view

import (
	"cmp"
	"slices"
	"strings"

	"dossier/graph"
	"dossier/graph/ask"
	"dossier/graph/ask/times"
	"dossier/graph/relevance/corpus"
	"dossier/graph/relevance/index"
	"dossier/graph/text"
)

// A Found is what a question is about.
type Found struct {
	Project  int            // the number of the graph, -1 if the question does not say which of several
	Subjects []graph.Entity // none if only the project is meant
	Person   bool           // the first is a person or an organisation, of a view about one
	Match    map[string]float64
	Terms    map[string]bool // the stems of the words
	// Left is the share of the words, by their weight, that name neither the project nor
	// a subject.
	Left float64
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
	graphs []*graph.Graph
	words  []string
	view   *View
	// ofProject reports whether the question says that it is about a project.
	ofProject bool
	loose     []string // words that need not name anything
}

// Find returns what the words of a question are about. graphs are those of the indexes
// of the reader, in their order.
func Find(r *corpus.Reader, graphs []*graph.Graph, v *View, wish *ask.Wish) *Found {
	words, loose := wish.Rest, wish.Loose
	if v.Subject && !v.Person { // about no time: a date or an aside may be in the name of the subject
		words, loose = slices.Concat(words, wish.When, wish.Aside), slices.Concat(loose, wish.When, wish.Aside)
	}
	f := &finder{r, graphs, words, v, slices.Contains(wish.Kinds, graph.KindProject), loose}
	found := &Found{Project: -1, Match: map[string]float64{}, Terms: map[string]bool{}}
	for _, word := range words {
		found.Terms[text.English(word)] = true
	}
	best := 0.
	for project := range graphs {
		c := f.candidates(project)
		if score := c.evidence(); score > best || len(graphs) == 1 {
			best, found.Project = score, project
			found.Subjects, found.Match = c.subjects(), c.match
			found.Left = c.left(found.Subjects)
		}
	}
	found.Person = v.Person && len(found.Subjects) > 0 && found.Subjects[0].Self().Kind == graph.KindRecord
	if len(found.Subjects) == 0 && v.Dated {
		f.findDue(found, wish.Period)
	}
	return found
}

// findDue sets the milestone or goal that is due on the only day that the question names.
func (f *finder) findDue(found *Found, p *times.Period) {
	if p == nil || p.From.IsZero() || !p.To.Equal(p.From.AddDate(0, 0, 1)) {
		return
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
					return
				}
			}
		}
	}
}

// A candidates has the evidence for the entities of a project.
type candidates struct {
	*finder
	project     int
	index       *index.Index
	idf         map[string]float64 // by word
	named       map[string]float64 // by word: how far it names or describes the project
	title, body map[int32]float64  // evidence, by ordinal
	words       map[int32][]string // of the title, by ordinal
	match       map[string]float64 // by id
}

func (f *finder) candidates(project int) *candidates {
	x := f.reader.Indexes[project]
	c := &candidates{
		finder: f, project: project, index: x, idf: map[string]float64{}, named: map[string]float64{},
		title: map[int32]float64{}, body: map[int32]float64{}, words: map[int32][]string{}, match: map[string]float64{},
	}
	for _, word := range f.words {
		if c.idf[word] == 0 {
			c.add(word)
		}
	}
	c.addKeys()
	for ordinal, score := range c.body {
		c.match[x.Entry(ordinal).ID] = bodyWeight * score
	}
	for ordinal, score := range c.title {
		c.match[x.Entry(ordinal).ID] += score
	}
	return c
}

// add adds the evidence of a word.
func (c *candidates) add(word string) {
	x := c.index
	term := c.term(word)
	if term == 0 {
		return
	}
	postings := x.Postings(term)
	idf := index.IDF(x.Documents(), len(postings))
	c.idf[word] = idf
	if project := c.graphs[c.project].Project(); project != nil {
		c.named[word] = nameOf(project, x, term)
	}
	for _, p := range postings {
		if p.Title > 0 && c.index.Entry(p.Ordinal).ID != c.graphs[c.project].Revision.ProjectID {
			c.title[p.Ordinal] += idf
			c.words[p.Ordinal] = append(c.words[p.Ordinal], word)
		}
		if p.Body > 0 {
			c.body[p.Ordinal] += idf * float64(p.Body) / (float64(p.Body) + 1)
		}
	}
}

// nameOf returns how far a term names a project: in its name, or in its description.
func nameOf(p *graph.Project, x *index.Index, term uint32) float64 {
	has := func(said string) bool {
		return slices.ContainsFunc(text.Folded(said), func(word string) bool { return x.Term(x.Stem(word)) == term })
	}
	switch {
	case has(p.Name), has(graph.Or(p.ExternalID, "")):
		return namedWeight
	case has(graph.Or(p.Description, "")):
		return describedHalf
	}
	return 0
}

// term returns the term of a word, or of a genitive, 0 for none.
func (c *candidates) term(word string) uint32 {
	if term := c.index.Term(c.index.Stem(word)); term != 0 {
		return term
	}
	genitive, is := strings.CutSuffix(word, "s")
	if !is {
		return 0
	}
	return c.index.Term(c.index.Stem(genitive))
}

// evidence returns how far the question is about the project: by its name, by how often
// the project has its words, and by the best entity.
func (c *candidates) evidence() (sum float64) {
	for _, word := range slices.Compact(slices.Sorted(slices.Values(c.finder.words))) {
		sum += c.named[word] * c.idf[word]
		sum += frequentHalf * c.share(word) * c.idf[word]
	}
	best := 0.
	for ordinal := range c.title {
		if c.mostScore(ordinal, c.idf) > best {
			best = max(best, c.score(ordinal, c.idf))
		}
	}
	return sum + best
}

// share returns the share of a project in the texts with a word, by their relative
// frequency.
func (c *candidates) share(word string) float64 {
	own, all := 0., 0.
	for project, x := range c.reader.Indexes {
		frequency := float64(len(x.Postings(x.Term(x.Stem(word))))) / float64(max(x.Documents(), 1))
		all += frequency
		if project == c.project {
			own = frequency
		}
	}
	if all == 0 {
		return 0
	}
	return own / all
}

// mostScore returns the most that the score of an entity may be. Most entities need no
// other score, which reads their titles.
func (c *candidates) mostScore(ordinal int32, idf map[string]float64) float64 {
	return c.held(ordinal, idf) + bodyWeight*.5*c.body[ordinal]
}

// score returns the evidence for an entity by the words that still count.
func (c *candidates) score(ordinal int32, idf map[string]float64) float64 {
	e := c.entity(ordinal)
	if e == nil || e.Self().Kind == graph.KindProject || e.Self().IsScratch() {
		return 0
	}
	held := c.held(ordinal, idf)
	if held == 0 {
		return 0
	}
	return (held*(.4+.6*c.covered(ordinal)) + bodyWeight*.5*c.body[ordinal]) * c.kindFactor(e)
}

// covered returns the share of a title that the question holds.
func (c *candidates) covered(ordinal int32) float64 {
	whole := 0.
	for _, term := range c.index.TitleTerms(ordinal, nil) {
		whole += index.IDF(c.index.Documents(), len(c.index.Postings(term)))
	}
	held := c.held(ordinal, c.idf)
	return held / max(whole, held, 1e-9)
}

func (c *candidates) entity(ordinal int32) graph.Entity {
	return c.graphs[c.project].Entity(c.index.Entry(ordinal).ID)
}

// kindFactor returns how far the view expects a subject of the kind of an entity.
func (c *candidates) kindFactor(e graph.Entity) float64 {
	name := string(e.Self().Kind)
	switch {
	case graph.IsPerson(e):
		name = graph.PersonType
	case e.Self().Kind == graph.KindDocument && c.hasTasks(e):
		name = string(graph.KindPlan)
	}
	if at := slices.Index(c.view.Subjects, name); at >= 0 {
		return 1 - listedKind*float64(at)
	}
	return otherKind
}

// hasTasks reports whether a document refers to tasks: a note of somebody who plans in
// notes.
func (c *candidates) hasTasks(document graph.Entity) bool {
	g := c.graphs[c.project]
	ord, known := g.Ordinal(document.Self().ID)
	return known && slices.ContainsFunc(g.Links(ord), func(link graph.Link) bool {
		return link.Outgoing && g.EdgeAt(link.Edge).Rel == graph.RelReferences && g.At(link.Other).Self().Kind == graph.KindTask
	})
}

// subjects returns the entities that the question is about, none for the project.
func (c *candidates) subjects() (list []graph.Entity) {
	left, all := map[string]float64{}, 0.
	for word, idf := range c.idf {
		left[word] = idf * max(.1, 1-c.named[word]) // words of the project's name say little else
		if c.named[word] > 0 || c.isInTitle(word) {
			all += idf
		}
	}
	if c.view.Person {
		if best := c.best(left, func(ordinal int32) bool { return c.isPerson(ordinal) && c.covered(ordinal) >= leastPerson }); best >= 0 {
			list = append(list, c.take(best, left))
		}
	}
	for len(list) < mostSubjects {
		best := c.best(left, func(ordinal int32) bool { return c.isSubject(ordinal, left, all) })
		if best < 0 {
			break
		}
		list = append(list, c.take(best, left))
	}
	return list
}

// left returns the share of the words that name neither the project nor a subject.
func (c *candidates) left(subjects []graph.Entity) float64 {
	named := map[string]bool{}
	for _, e := range subjects {
		ordinal, _ := c.index.Ordinal(e.Self().ID)
		for _, word := range c.words[ordinal] {
			named[word] = true
		}
	}
	left, all := 0., 0.
	for _, word := range c.finder.words {
		if slices.Contains(c.loose, word) && !named[word] {
			continue
		}
		weight := c.idf[word]
		if weight == 0 {
			weight = index.IDF(c.index.Documents(), 0)
		}
		all += weight
		if !named[word] && c.named[word] == 0 {
			left += weight
		}
	}
	if all == 0 {
		return 0
	}
	return left / all
}

// isInTitle reports whether some entity is called by a word.
func (c *candidates) isInTitle(word string) bool {
	for _, words := range c.words {
		if slices.Contains(words, word) {
			return true
		}
	}
	return false
}

// isPerson reports whether an entity is a person, or an organisation.
func (c *candidates) isPerson(ordinal int32) bool {
	e := c.entity(ordinal)
	return e != nil && e.Self().Kind == graph.KindRecord && slices.ContainsFunc(c.view.Subjects, func(name string) bool {
		return name == string(graph.KindRecord) || name == graph.PersonType && graph.IsPerson(e)
	})
}

// isSubject reports whether the question has enough of the title of an entity.
func (c *candidates) isSubject(ordinal int32, left map[string]float64, all float64) bool {
	held, least := c.held(ordinal, left), leastCovered
	switch {
	case !c.isExpected(ordinal) && !slices.ContainsFunc(c.words[ordinal], func(word string) bool { return !slices.Contains(c.loose, word) }):
		return false
	case c.ofProject || !slices.ContainsFunc(c.words[ordinal], func(word string) bool { return c.named[word] == 0 }):
		return held > 0 && c.covered(ordinal) >= leastBeside && len(c.words[ordinal]) > 1
	case c.isExpected(ordinal):
		least = leastExpected
	}
	return held >= leastHeld*all || held >= leastTitle*all && c.covered(ordinal) >= least
}

// isExpected reports whether the view expects a subject of the kind of an entity.
func (c *candidates) isExpected(ordinal int32) bool {
	e := c.entity(ordinal)
	return e != nil && c.kindFactor(e) > otherKind
}

// take returns an entity whose words no longer count.
func (c *candidates) take(ordinal int32, left map[string]float64) graph.Entity {
	for _, word := range c.words[ordinal] {
		left[word] = 0
	}
	return c.entity(ordinal)
}

// held returns the evidence of the words of a title that still count.
func (c *candidates) held(ordinal int32, left map[string]float64) (sum float64) {
	for _, word := range c.words[ordinal] {
		sum += left[word]
	}
	return sum
}

// best returns the entity with the most evidence of those that are wanted, -1 for none.
func (c *candidates) best(left map[string]float64, wanted func(ordinal int32) bool) int32 {
	best, most, id := int32(-1), 0.0, ""
	for ordinal := range c.title {
		if c.mostScore(ordinal, left) < most {
			continue
		}
		score := c.score(ordinal, left)
		own := c.index.Entry(ordinal).ID
		if score > 0 && cmp.Or(cmp.Compare(score, most), cmp.Compare(id, own)) > 0 && wanted(ordinal) {
			best, most, id = ordinal, score, own
		}
	}
	return best
}
