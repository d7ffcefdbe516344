package view

import (
	"cmp"
	"slices"

	"dossier/graph"
	"dossier/graph/relevance/corpus"
	"dossier/graph/relevance/index"
	"dossier/graph/text"
)

// A Found is what a question is about.
type Found struct {
	Project  int            // the number of the graph, -1 if the question does not say which of several
	Subjects []graph.Entity // none if only the project is meant
	Match    map[string]float64
	Terms    map[string]bool // the stems of the words
}

// The constants of finding, by eye, on the questions of the demo.
const (
	bodyWeight    = .35 // of a word in the text, relative to one in the title
	otherKind     = .5  // factor of kinds that the view does not expect
	listedKind    = .06 // less for each kind before it in the list
	namedWeight   = 1.5 // of a word in the name of a project
	describedHalf = .5  // of a word in the description of a project
	frequentHalf  = .6  // of a word that is frequent in a project
	leastTitle    = .3  // share of the words that the title of a subject has at least
	leastOther    = .4  // share of the words that a further subject adds
	mostSubjects  = 3
)

// finder finds subjects by the words of one question.
type finder struct {
	reader *corpus.Reader
	graphs []*graph.Graph
	words  []string
	view   *View
}

// Find returns what the words of a question are about. graphs are those of the indexes
// of the reader, in their order.
func Find(r *corpus.Reader, graphs []*graph.Graph, v *View, words []string) *Found {
	f := &finder{r, graphs, words, v}
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
		}
	}
	return found
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
	term := x.Term(x.Stem(word))
	if term == 0 {
		c.idf[word] = index.IDF(x.Documents(), 0)
		return
	}
	postings := x.Postings(term)
	idf := index.IDF(x.Documents(), len(postings))
	c.idf[word] = idf
	own, known := x.Ordinal(c.graphs[c.project].Revision.ProjectID)
	for _, p := range postings {
		switch {
		case known && p.Ordinal == own && p.Title > 0:
			c.named[word] = namedWeight
		case known && p.Ordinal == own:
			c.named[word] = describedHalf
		case p.Title > 0:
			c.title[p.Ordinal] += idf
			c.words[p.Ordinal] = append(c.words[p.Ordinal], word)
		}
		if p.Body > 0 {
			c.body[p.Ordinal] += idf * float64(p.Body) / (float64(p.Body) + 1)
		}
	}
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
		best = max(best, c.score(ordinal, c.idf))
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

// score returns the evidence for an entity by the words that still count.
func (c *candidates) score(ordinal int32, idf map[string]float64) float64 {
	e := c.entity(ordinal)
	if e == nil || e.Self().Kind == graph.KindProject || e.Self().IsScratch() {
		return 0
	}
	held, whole := 0., 0.
	for _, word := range c.words[ordinal] {
		held += idf[word]
	}
	if held == 0 {
		return 0
	}
	for _, term := range c.index.TitleTerms(ordinal, nil) {
		whole += index.IDF(c.index.Documents(), len(c.index.Postings(term)))
	}
	return (held*(.6+.4*held/max(whole, held)) + bodyWeight*.5*c.body[ordinal]) * c.kindFactor(e)
}

func (c *candidates) entity(ordinal int32) graph.Entity {
	return c.graphs[c.project].Entity(c.index.Entry(ordinal).ID)
}

// kindFactor returns how far the view expects a subject of the kind of an entity.
func (c *candidates) kindFactor(e graph.Entity) float64 {
	name := string(e.Self().Kind)
	if graph.IsPerson(e) {
		name = graph.PersonType
	}
	if at := slices.Index(c.view.Subjects, name); at >= 0 {
		return 1 - listedKind*float64(at)
	}
	return otherKind
}

// subjects returns the entities that the question is about, none for the project.
func (c *candidates) subjects() (list []graph.Entity) {
	left, total := map[string]float64{}, 0.
	for word, idf := range c.idf {
		left[word] = idf * max(0, 1-c.named[word]) // words of the project's name say little else
		total += left[word]
	}
	all := total
	for len(list) < mostSubjects && total > 0 {
		best, score := c.best(left)
		if best < 0 || score < leastTitle*all || len(list) > 0 && c.held(best, left) < leastOther*all {
			break
		}
		if len(list) == 1 && !c.view.Both && !c.view.Person && c.held(best, left) < leastOther*all {
			break
		}
		list = append(list, c.entity(best))
		for _, word := range c.words[best] {
			total -= left[word]
			left[word] = 0
		}
	}
	return list
}

// held returns the evidence of the words of a title that still count.
func (c *candidates) held(ordinal int32, left map[string]float64) (sum float64) {
	for _, word := range c.words[ordinal] {
		sum += left[word]
	}
	return sum
}

// best returns the entity with the most evidence, -1 for none.
func (c *candidates) best(left map[string]float64) (best int32, most float64) {
	best = -1
	id := ""
	for ordinal := range c.title {
		score := c.score(ordinal, left)
		own := c.index.Entry(ordinal).ID
		if score > 0 && cmp.Or(cmp.Compare(score, most), cmp.Compare(id, own)) > 0 {
			best, most, id = ordinal, score, own
		}
	}
	return best, most
}
