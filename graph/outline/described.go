package outline

import (
	"slices"

	"dossier/graph"
	"dossier/graph/text"
)

// describing is the maximum number of words before the noun by which a question
// describes projects, by eye.
const describing = 2

// callsByText reads what describes projects that no name has, after a preposition. It
// sets the project that has the words in its own text, and no other has: "risks in the
// information project" of "Citizens prepared". Those of "in the three flood projects" only
// say that all are meant.
func (f *finding) callsByText(stems []string) {
	plural := graph.SpecOf(graph.KindProject).Plural
	for i, stem := range stems {
		place, first := f.placeBefore(i)
		if stem != text.English(plural) || place == i || len(f.projectsWith(stems[first:i])) > 0 {
			continue
		}
		if f.asked.Words[i].Text == plural {
			f.calledBy = slices.DeleteFunc(slices.Clone(stems[place:i]), func(stem string) bool { return stem == "" }) // of stop words
			return
		}
		if g := f.describedBy(stems[first:i]); g != nil {
			f.called, f.calledBy = g, stems[first:i]
			return
		}
	}
}

// placeBefore returns the first word after the preposition of a place before word i, and
// the first of those that describe the noun at word i: "the" and "flood" of "in the flood
// projects". It returns i twice without such a preposition.
func (f *finding) placeBefore(i int) (place, first int) {
	words := f.words()
	chooses := func(word string) bool { return slices.Contains(allWords, word) || slices.Contains(numbers, word) }
	for first = i; first > 0 && i-first < describing && f.stem(words[first-1]) != "" && !chooses(words[first-1]); {
		first--
	}
	for place = first; place > 0 && chooses(words[place-1]); {
		place--
	}
	if place == 0 || !slices.Contains(placeWords, words[place-1]) && !f.isBehindMark(place) {
		return i, i
	}
	return place, first
}

// describedBy returns the only project whose own text has all of some stems, nil for
// none and for several.
func (f *finding) describedBy(stems []string) (called *graph.Graph) {
	for at, g := range f.graphs {
		lacks := func(stem string) bool { return !f.isInProject(at, stem) }
		if len(stems) == 0 || slices.ContainsFunc(stems, lacks) {
			continue
		}
		if called != nil {
			return nil
		}
		called = g
	}
	return called
}

// isInProject reports whether the own text of the project at a place has a stem.
func (f *finding) isInProject(at int, stem string) bool {
	project := f.graphs[at].Project()
	if project == nil {
		return false
	}
	d, found := f.reader.Find(project.ID)
	x := f.reader.Indexes[at]
	_, has := x.Posting(x.Term(stem), d.Ordinal)
	return found && has
}
