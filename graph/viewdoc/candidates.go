package viewdoc

import (
	"cmp"
	"slices"
	"strings"

	"dossier/graph"
	"dossier/graph/memory"
	"dossier/graph/relevance/index"
	"dossier/graph/relevance/terms"
	"dossier/graph/text"
	"dossier/graph/view"
)

// A candidates has the evidence for the entities of a project. Words are numbered.
type candidates struct {
	*finder
	project    int
	index      *index.Index
	asked      []string  // the words of the question that the index has, each once
	terms      []uint32  // by word
	idf, named []float64 // by word: its IDF, and how far it names or describes the project
	titled     []bool    // by word: whether an entity is called by it
	list       []candidate
	factors    []float64          // by number of a kind: the most that kindFactor may be
	titleIDF   map[uint32]float64 // of words of titles, by term
	score      float64            // the evidence for the project
	beside     float64            // words that name the project more are no names of its parts
	buffer     []uint32
}

// A candidate is an entity of which words of the question are in the title or in the name
// by which an import calls it.
type candidate struct {
	ordinal     int32
	title, body float64 // the evidence of its title and of its text
	words       []int   // those of the title
}

func (f *finder) candidates(project int) *candidates {
	c := &candidates{finder: f, project: project, index: f.reader.Indexes[project], titleIDF: map[uint32]float64{}}
	for _, word := range f.words {
		if term := c.term(word); term != 0 && !slices.Contains(c.asked, word) {
			c.addWord(word, term)
		}
	}
	for _, kind := range c.index.Kinds() {
		c.factors = append(c.factors, mostFactor(f.view, kind))
	}
	if !slices.Contains(c.named, namedWeight) {
		c.beside = describedHalf // the question does not name the project
	}
	c.addTitles()
	c.addKeys()
	c.addTexts()
	return c
}

func (c *candidates) addWord(word string, term uint32) {
	named := 0.
	if project := c.graphs[c.project].Project(); project != nil {
		named = nameOf(project, c.index, term)
	}
	c.asked, c.terms, c.titled = append(c.asked, word), append(c.terms, term), append(c.titled, false)
	c.idf = append(c.idf, terms.IDF(c.index.Documents(), len(c.index.Postings.Of(term))))
	c.named = append(c.named, named)
}

// addTitles adds the entities with words in their titles, by ordinal.
func (c *candidates) addTitles() {
	own, known := c.index.Find(c.graphs[c.project].Revision.ProjectID)
	if !known {
		own = -1
	}
	var ordinals []int32
	for _, term := range c.terms {
		for _, p := range c.index.Postings.Of(term) {
			if p.Title > 0 && p.Ordinal != own {
				ordinals = append(ordinals, p.Ordinal)
			}
		}
	}
	slices.Sort(ordinals)
	ordinals = slices.Compact(ordinals)
	c.list = make([]candidate, len(ordinals))
	for i, ordinal := range ordinals {
		c.list[i].ordinal = ordinal
	}
	for word := range c.asked {
		first := []int{word} // shared by the entities of which it is the first word
		c.each(word, func(one *candidate, p terms.Posting) {
			switch {
			case p.Title == 0:
				return
			case one.words == nil:
				one.words = first[:1:1]
			default:
				one.words = append(one.words, word)
			}
			one.title += c.idf[word]
			c.titled[word] = true
		})
	}
}

// addTexts adds the evidence of the texts.
func (c *candidates) addTexts() {
	for word := range c.asked {
		c.each(word, func(one *candidate, p terms.Posting) { one.body += c.inText(word, p) })
	}
}

// inText returns the evidence of a word in a text.
func (c *candidates) inText(word int, p terms.Posting) float64 {
	if p.Body == 0 {
		return 0
	}
	return c.idf[word] * float64(p.Body) / (float64(p.Body) + 1)
}

// each calls f for the candidates that have a word.
func (c *candidates) each(word int, f func(*candidate, terms.Posting)) {
	at := 0
	for _, p := range c.index.Postings.Of(c.terms[word]) {
		for at < len(c.list) && c.list[at].ordinal < p.Ordinal {
			at++
		}
		if at == len(c.list) {
			return
		}
		if c.list[at].ordinal == p.Ordinal {
			f(&c.list[at], p)
		}
	}
}

// find returns the place of an entity in the list, or where it belongs.
func (c *candidates) find(ordinal int32) (at int, found bool) {
	return slices.BinarySearchFunc(c.list, ordinal, func(one candidate, ordinal int32) int { return cmp.Compare(one.ordinal, ordinal) })
}

// matches returns how well the words match entities, by id.
func (c *candidates) matches() map[string]float64 {
	texts := map[int32]float64{}
	for word, term := range c.terms {
		for _, p := range c.index.Postings.Of(term) {
			if p.Body > 0 && !slices.Contains(c.hinted, c.asked[word]) {
				texts[p.Ordinal] += c.inText(word, p)
			}
		}
	}
	match := make(map[string]float64, len(texts))
	for ordinal, score := range texts {
		match[c.index.Entry(ordinal).ID] = bodyWeight * score
	}
	for i := range c.list {
		for _, word := range c.list[i].words {
			if !slices.Contains(c.hinted, c.asked[word]) {
				match[c.index.Entry(c.list[i].ordinal).ID] += c.idf[word]
			}
		}
	}
	return match
}

// addNaming adds the ids of the entities whose texts have all words of the question that are in
// the title of an entity.
func (c *candidates) addNaming(e graph.Entity, ids map[string]bool) {
	ordinal, _ := c.index.Find(e.Self().ID)
	at, found := c.find(ordinal)
	if !found || len(c.list[at].words) == 0 {
		return
	}
	words := c.list[at].words
	for _, p := range c.index.Postings.Of(c.terms[words[0]]) {
		isLacking := func(word int) bool {
			own, has := c.index.Postings.Find(c.terms[word], p.Ordinal)
			return !has || own.Title+own.Body == 0
		}
		if p.Ordinal != ordinal && !slices.ContainsFunc(words, isLacking) {
			ids[c.index.Entry(p.Ordinal).ID] = true
		}
	}
}

// nameOf returns how far a term names a project: in its name, or in its description.
func nameOf(p *graph.Project, x *index.Index, term uint32) float64 {
	has := func(said string) bool {
		return slices.ContainsFunc(text.Folded(said), func(word string) bool { return x.Words.Lookup(word) == term })
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
	if term := c.index.Words.Lookup(word); term != 0 {
		return term
	}
	genitive, is := strings.CutSuffix(word, "s")
	if !is {
		return 0
	}
	return c.index.Words.Lookup(genitive)
}

// evidence returns how far the question is about the project: by its name, by how often
// the project has its words, and by the best entity.
func (c *candidates) evidence() (sum float64) {
	words := make([]int, len(c.asked))
	for word := range words {
		words[word] = word
	}
	slices.SortFunc(words, func(a, b int) int { return cmp.Compare(c.asked[a], c.asked[b]) })
	for _, word := range words {
		sum += c.named[word] * c.idf[word]
		sum += frequentHalf * c.share(c.asked[word]) * c.idf[word]
	}
	best := 0.
	for i := range c.list {
		if one := &c.list[i]; c.mostScore(one, c.idf) > best {
			best = max(best, c.scoreOf(one, c.idf))
		}
	}
	return sum + best
}

// share returns the share of a project in the texts with a word, by their relative
// frequency.
func (c *candidates) share(word string) float64 {
	each := c.frequencies[word]
	all := 0.
	for _, frequency := range each {
		all += frequency
	}
	if all == 0 {
		return 0
	}
	return each[c.project] / all
}

// mostScore returns the most that the score of an entity may be. Most entities need no
// other score, which reads their titles.
func (c *candidates) mostScore(one *candidate, left []float64) float64 {
	return exactly * (held(one, left) + bodyWeight*.5*one.body) * max(wholeName, c.factors[c.index.KindOf(one.ordinal)])
}

// scoreOf returns the evidence for an entity by the words that still count.
func (c *candidates) scoreOf(one *candidate, left []float64) float64 {
	e := c.entity(one)
	if e == nil || e.Self().Kind == graph.KindProject || e.Self().IsScratch() {
		return 0
	}
	held := held(one, left)
	if held == 0 {
		return 0
	}
	covered, factor := c.covered(one), c.kindFactor(e)
	if covered == 1 {
		factor = max(factor, wholeName)
		if !slices.ContainsFunc(text.Folded(e.Self().Label), func(word string) bool { return !slices.Contains(c.asked, word) }) {
			factor *= exactly // of Alex and Alexs, whose words are one
		}
	}
	return (held*(.4+.6*covered) + bodyWeight*.5*one.body) * factor
}

// exactly is the factor of a title of which the question has each word as it is.
const exactly = 1.001

// covered returns the share of a title that the question holds.
func (c *candidates) covered(one *candidate) float64 {
	whole := 0.
	c.buffer = c.index.TitleTerms(one.ordinal, c.buffer)
	for _, term := range c.buffer {
		idf := c.titleIDF[term]
		if idf == 0 {
			idf = terms.IDF(c.index.Documents(), len(c.index.Postings.Of(term)))
			c.titleIDF[term] = idf
		}
		whole += idf
	}
	return one.title / max(whole, one.title, 1e-9)
}

func (c *candidates) entity(one *candidate) graph.Entity {
	return c.graphs[c.project].Entity(c.index.Entry(one.ordinal).ID)
}

// kindFactor returns how far the view expects a subject of the kind of an entity.
func (c *candidates) kindFactor(e graph.Entity) float64 {
	switch {
	case graph.IsPerson(e):
		return factor(c.view, graph.PersonType)
	case e.Self().Kind == graph.KindDocument && c.hasTasks(e):
		return factor(c.view, string(graph.KindPlan))
	}
	return factor(c.view, string(e.Self().Kind))
}

// factor returns how far a view expects subjects of a kind, or people.
func factor(v *view.View, name string) float64 {
	if at := slices.Index(v.Subjects, name); at >= 0 {
		return 1 - listedKind*float64(at)
	}
	return otherKind
}

// mostFactor returns the most that kindFactor may be for entities of a kind.
func mostFactor(v *view.View, kind string) float64 {
	switch graph.Kind(kind) {
	case graph.KindRecord:
		return max(factor(v, kind), factor(v, graph.PersonType))
	case graph.KindDocument:
		return max(factor(v, kind), factor(v, string(graph.KindPlan)))
	}
	return factor(v, kind)
}

// hasTasks reports whether a document refers to tasks: a note of somebody who plans in
// notes.
func (c *candidates) hasTasks(document graph.Entity) bool {
	g := c.graphs[c.project]
	ord, known := g.Ordinal(document.Self().ID)
	return known && slices.ContainsFunc(g.Links(ord), func(link memory.Link) bool {
		return link.Outgoing && g.EdgeAt(link.Edge).Rel == graph.RelReferences && g.At(link.Other).Self().Kind == graph.KindTask
	})
}

// subjects returns the entities that the question is about, none for the project.
func (c *candidates) subjects() (list []graph.Entity) {
	left, all := make([]float64, len(c.idf)), 0.
	for word, idf := range c.idf {
		left[word] = idf * max(.1, 1-c.named[word]) // words of the project's name say little else
		if (c.named[word] > 0 || c.titled[word]) && !slices.Contains(c.hinted, c.asked[word]) {
			all += idf
		}
	}
	if c.view.Person {
		best := c.best(left, func(one *candidate) bool {
			return !c.isAsProject(one) && c.isPerson(one) && c.covered(one) >= leastPerson
		})
		if best != nil {
			list = append(list, c.take(best, left))
		}
	}
	for len(list) < mostSubjects {
		best := c.best(left, func(one *candidate) bool { return c.isSubject(one, left, all) })
		if best == nil {
			break
		}
		list = append(list, c.take(best, left))
	}
	return list
}

// left returns the share of the words that name neither the project nor a subject, and that
// share without remarks, which count if there is no subject.
func (c *candidates) left(subjects []graph.Entity) (unnamed, left float64) {
	named := map[string]bool{}
	for word, weight := range c.named {
		named[c.asked[word]] = weight > 0
	}
	called := map[string]bool{}
	for _, e := range subjects {
		ordinal, _ := c.index.Find(e.Self().ID)
		if at, found := c.find(ordinal); found {
			for _, word := range c.list[at].words {
				called[c.asked[word]] = true
			}
		}
	}
	whole, all := 0., 0.
	for _, word := range c.finder.words {
		if !called[word] && slices.Contains(c.loose, word) {
			continue
		}
		weight := terms.IDF(c.index.Documents(), 0)
		if number := slices.Index(c.asked, word); number >= 0 {
			weight = c.idf[number]
		}
		lost := weight
		if called[word] || named[word] {
			lost = 0
		}
		whole, unnamed = whole+weight, unnamed+lost
		if called[word] || len(subjects) == 0 || !c.isPassing(word) {
			all, left = all+weight, left+lost
		}
	}
	return share(unnamed, whole), share(left, all)
}

func share(part, whole float64) float64 {
	if whole == 0 {
		return 0
	}
	return part / whole
}

// isPassing reports whether a word is part of a remark: no word of its run is in a name.
func (c *candidates) isPassing(word string) bool {
	isName := func(word string) bool {
		at := slices.Index(c.asked, word)
		return at >= 0 && (c.titled[at] || c.named[at] > 0)
	}
	return slices.ContainsFunc(c.passing, func(run []string) bool { return slices.Contains(run, word) && !slices.ContainsFunc(run, isName) })
}

// isPerson reports whether an entity is a person, or an organisation.
func (c *candidates) isPerson(one *candidate) bool {
	e := c.entity(one)
	return e != nil && e.Self().Kind == graph.KindRecord && slices.ContainsFunc(c.view.Subjects, func(name string) bool {
		return name == string(graph.KindRecord) || name == graph.PersonType && graph.IsPerson(e)
	})
}

// isSubject reports whether the question has enough of the title of an entity.
func (c *candidates) isSubject(one *candidate, left []float64, all float64) bool {
	if c.isHinted(one) {
		return false
	}
	held, least := held(one, left), leastCovered
	isFirm := func(word int) bool { return !slices.Contains(c.loose, c.asked[word]) }
	switch {
	case c.isAsProject(one), !c.isExpected(one) && !slices.ContainsFunc(one.words, isFirm):
		return false
	case c.ofProject || !slices.ContainsFunc(one.words, func(word int) bool { return c.named[word] <= c.beside }):
		return held > 0 && c.covered(one) >= leastBeside && len(one.words) > 1
	case c.isExpected(one):
		least = leastExpected
	}
	return held >= leastHeld*all || held >= leastTitle*all && c.covered(one) >= least
}

// isHinted reports whether the words of a title are all words that ask for the view.
func (c *candidates) isHinted(one *candidate) bool {
	return !slices.ContainsFunc(one.words, func(word int) bool { return !slices.Contains(c.hinted, c.asked[word]) })
}

// isAsProject reports whether the question calls an entity by words of the project's name
// alone, and means the project: the entity is of a kind that the view does not
// expect, or a record, of a view that may be about a whole project.
func (c *candidates) isAsProject(one *candidate) bool {
	if slices.ContainsFunc(one.words, func(word int) bool { return c.named[word] < namedWeight }) {
		return false
	}
	e := c.entity(one)
	return e == nil || !c.isExpected(one) || e.Self().Kind == graph.KindRecord && !c.view.Subject
}

// isExpected reports whether the view expects a subject of the kind of an entity.
func (c *candidates) isExpected(one *candidate) bool {
	e := c.entity(one)
	return e != nil && c.kindFactor(e) > otherKind
}

// take returns an entity whose words no longer count.
func (c *candidates) take(one *candidate, left []float64) graph.Entity {
	for _, word := range one.words {
		left[word] = 0
	}
	return c.entity(one)
}

// held returns the evidence of the words of a title that still count.
func held(one *candidate, left []float64) (sum float64) {
	for _, word := range one.words {
		sum += left[word]
	}
	return sum
}

// best returns the entity with the most evidence of those that are wanted, nil for none.
func (c *candidates) best(left []float64, wanted func(*candidate) bool) (best *candidate) {
	most, id := 0.0, ""
	for i := range c.list {
		one := &c.list[i]
		if c.mostScore(one, left) < most {
			continue
		}
		score := c.scoreOf(one, left)
		own := c.index.Entry(one.ordinal).ID
		if score > 0 && cmp.Or(cmp.Compare(score, most), cmp.Compare(id, own)) > 0 && wanted(one) {
			best, most, id = one, score, own
		}
	}
	return best
}
