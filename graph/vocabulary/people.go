package vocabulary

import (
	"slices"
	"strings"

	"dossier/graph"
	"dossier/graph/ask"
	"dossier/graph/text"
)

// A personName is a name of a person in folded words.
type personName struct {
	ord   int32
	words []string
}

// pageNames are the names of the people of a page of a graph. with has the places in names
// of those with a word, ascending.
type pageNames struct {
	names []personName
	with  map[string][]int32
}

// namesOn returns the names of the people of a page, which the graph keeps.
func namesOn(g *graph.Graph, page int) *pageNames {
	memo := &g.Memo(page).People
	if made, is := memo.Load().(*pageNames); is {
		return made
	}
	made := &pageNames{}
	for ord, e := range g.Page(page) {
		if e.Self().Kind == graph.KindRecord && graph.IsPerson(e) {
			for _, name := range e.(*graph.Record).Names() {
				made.add(personName{ord, text.Folded(name)})
			}
		}
	}
	memo.Store(made)
	return made
}

func (p *pageNames) add(name personName) {
	if p.with == nil {
		p.with = map[string][]int32{}
	}
	at := int32(len(p.names))
	for i, word := range name.words {
		if !slices.Contains(name.words[:i], word) {
			p.with[word] = append(p.with[word], at)
		}
	}
	p.names = append(p.names, name)
}

// called returns the names that have one of some words, see isCalled.
func (p *pageNames) called(words []text.Word) (names []personName) {
	if p.names == nil {
		return nil
	}
	var places []int32
	for _, w := range words {
		places = append(places, p.with[w.Text]...)
		if name, isGenitive := strings.CutSuffix(w.Text, "s"); isGenitive && len(name) > leastCall {
			places = append(places, p.with[name]...)
		}
	}
	slices.Sort(places)
	for _, at := range slices.Compact(places) {
		names = append(names, p.names[at])
	}
	return names
}

// Person returns the person of a graph with a name or an id of some folded words, joined
// by spaces; of several the one with the least id, nil for none.
func Person(g *graph.Graph, name string) (found *graph.Record) {
	if record, is := g.Entity(strings.ReplaceAll(name, " ", "-")).(*graph.Record); is && graph.IsPerson(record) {
		found = record
	}
	first, _, _ := strings.Cut(name, " ")
	for page := range g.Pages() {
		of := namesOn(g, page)
		for _, at := range of.with[first] {
			record := g.At(of.names[at].ord).(*graph.Record)
			if strings.Join(of.names[at].words, " ") == name && (found == nil || record.ID < found.ID) {
				found = record
			}
		}
	}
	return found
}

// people finds the people that the question calls by their names, or a word of them.
// Projects may have a record each of one person.
func (f *finding) people() {
	type named struct {
		name     string
		at, last int
		prior    float64
	}
	var found []named
	people := map[named][]ask.Cond{}
	for _, g := range f.graphs {
		for _, name := range f.peopleOf(g) {
			f.person(name.words, func(at, last int, prior float64) {
				key := named{strings.Join(name.words, " "), at, last, prior}
				if people[key] == nil {
					found = append(found, key)
				}
				people[key] = append(people[key], scopeOf(g.At(name.ord)))
			})
		}
	}
	for _, key := range found {
		f.add("entity", anyScope(people[key]), key.at, key.last, key.prior)
	}
}

// peopleOf returns the names of the people of a graph that have a word of the question,
// by the ids of the people.
func (f *finding) peopleOf(g *graph.Graph) (names []personName) {
	for page := range g.Pages() {
		names = append(names, namesOn(g, page).called(f.words)...)
	}
	slices.SortStableFunc(names, func(a, b personName) int { return strings.Compare(g.At(a.ord).Self().ID, g.At(b.ord).Self().ID) })
	return names
}

// person calls add for the places of a name of a person. A part of it, and a word that is
// no name in a sentence, are less likely the person.
func (f *finding) person(name []string, add func(at, last int, prior float64)) {
	for at, word := range f.words {
		length, _, _ := f.run(name, at, func(string) bool { return true })
		isWhole, isCapital := length == len(name), word.Marks&text.Capital > 0
		switch {
		case length == 0 || text.StopWord(word.Text):
		case isWhole && isCapital:
			add(at, at+length, personPrior+longer(length))
		case isWhole || isCapital:
			add(at, at+length, partPrior)
		default:
			add(at, at+length, calledPrior)
		}
	}
}
