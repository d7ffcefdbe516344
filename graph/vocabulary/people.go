package vocabulary

import (
	"slices"
	"strings"

	"dossier/graph/ask"
	"dossier/graph/memory"
	"dossier/graph/people"
	"dossier/graph/text"
)

// people finds the people that the question calls by their names, or a word of them.
// Projects may have a record each of one person.
func (f *calling) people() {
	type named struct {
		name     string
		at, last int
		prior    float64
	}
	var found []named
	scopes := map[named][]ask.Cond{}
	for _, g := range f.graphs {
		for _, name := range f.peopleOf(g) {
			f.person(name, func(at, last int, prior float64) {
				key := named{strings.Join(name.Words, " "), at, last, prior}
				if scopes[key] == nil {
					found = append(found, key)
				}
				scopes[key] = append(scopes[key], scopeOf(g.At(name.Ord)))
			})
		}
	}
	for _, key := range found {
		f.add("entity", anyScope(scopes[key]), key.at, key.last, key.prior)
	}
}

// peopleOf returns the names of the people of a graph that have a word of the question,
// by the ids of the people.
func (f *calling) peopleOf(g *memory.Graph) (names []people.Name) {
	for page := range g.Pages() {
		names = append(names, people.On(g, page).With(f.words)...)
	}
	slices.SortStableFunc(names, func(a, b people.Name) int { return strings.Compare(g.At(a.Ord).Self().ID, g.At(b.Ord).Self().ID) })
	return names
}

// person calls add for the places of a name of a person. A part of it, and a word that is
// no name in a sentence, are less likely the person.
func (f *calling) person(name people.Name, add func(at, last int, prior float64)) {
	for at, word := range f.words {
		length, _, _ := f.run(name.Words, at, isCalled, func(string) bool { return true })
		isWhole, isCapital := length == len(name.Words), word.Marks&text.Capital > 0
		switch {
		case length == 0 || text.StopWord(word.Text) || name.IsAddress && !isWhole:
		case isWhole && isCapital:
			add(at, at+length, personPrior+longer(length))
		case isWhole || isCapital:
			add(at, at+length, partPrior)
		default:
			add(at, at+length, calledPrior)
		}
	}
}
