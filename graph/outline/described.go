package outline

import (
	"slices"
	"strings"

	"dossier/graph"
	"dossier/graph/text"
)

// describing is the maximum number of words before the noun by which a question
// describes projects, by eye.
const describing = 2

// numbers are the words for small numbers, in order from zero.
var numbers = strings.Fields("zero one two three four five six seven eight nine ten eleven twelve")

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
		if len(stems) == 0 || f.heldByProject(at, stems) < len(stems) {
			continue
		}
		if called != nil {
			return nil
		}
		called = g
	}
	return called
}

// heldByProject returns the number of some stems that the own text of the project at a
// place has.
func (f *finding) heldByProject(at int, stems []string) (held int) {
	project, x := f.graphs[at].Project(), f.reader.Indexes[at]
	if project == nil {
		return 0
	}
	d, found := f.reader.Find(project.ID)
	if !found {
		return 0
	}
	for _, stem := range stems {
		if _, has := x.Posting(x.Term(stem), d.Ordinal); has {
			held++
		}
	}
	return held
}
