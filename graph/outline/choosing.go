package outline

import (
	"slices"
	"strings"

	"dossier/graph"
	"dossier/graph/relevance/index"
	"dossier/graph/text"
)

// mayChoose reports whether the question names a kind or has a word that can
// choose members of a list over all projects, and each other word only asks. A
// word chooses as a condition, a time, a state, a value or what the project calls
// them. It may be true if one of them cannot. It looks at no entities, so that a
// question about something, or about nothing, does not cost a look at all of them.
func (f *finding) mayChoose() bool {
	if f.hasNounOfState() {
		return false
	}
	chosen, chooses := map[string]bool{}, len(f.kindsNamed()) > 0
	for _, one := range f.conditions() {
		chooses = chooses || !one.isValue || one.isKnown
		for _, word := range one.words {
			chosen[word] = true
		}
	}
	if when := f.period(); when != nil {
		chooses = true
		for _, word := range when.words {
			chosen[word] = true
		}
	}
	for _, word := range f.filterWords(nil) {
		switch {
		case f.isOverdue(word), slices.Contains(openWords, word), isStateOrImpact(word), f.mayBeValue(word):
			chooses = true
		case !chosen[word] && !asksNothing([]string{word}) && !f.isKey(word) && !f.isOfLongKey(f.words(), slices.Index(f.words(), word)):
			return false
		}
	}
	return chooses
}

// isKey reports whether a word is the name of a property that some entity has.
func (f *finding) isKey(word string) bool {
	return slices.ContainsFunc(f.reader.Indexes, func(x *index.Index) bool { return x.HasField(propField + word) })
}

// The states that are also what happens or is written, and the words before these.
var (
	nounStates = strings.Fields("review draft")
	articles   = strings.Fields("the a an this that our last next")
)

// hasNounOfState reports whether the question ends with a noun that is also a state,
// as in "who was at the review".
func (f *finding) hasNounOfState() bool {
	words := f.words()
	last := len(words) - 1
	return last > 0 && slices.Contains(nounStates, words[last]) && slices.Contains(articles, words[last-1])
}

// isStateOrImpact reports whether a word means a state of a kind or an impact.
func isStateOrImpact(word string) bool {
	return isState(word) || slices.ContainsFunc(alsoCalled(word), func(name string) bool { return graph.EnumHas("Impact", name) })
}

// mayBeValue reports whether some entity may have a word, or one that it also
// means, as a value, or whether it may call a kind.
func (f *finding) mayBeValue(word string) bool {
	return f.isIndexedValue(word) || f.isTypes(word) || isAbbreviations(word) && f.isIndexedValue(f.stem(word)) || f.isChannel(word) || slices.ContainsFunc(graph.Kinds, func(spec *graph.Spec) bool { return f.mayCall(spec.Kind, word) })
}

// mayCall reports whether most of some entities of a kind that are looked at, in all
// projects or in one, may have a word before the number of their identifier.
func (f *finding) mayCall(kind graph.Kind, word string) bool {
	entities, with := 0, 0
	for i, x := range f.reader.Indexes {
		if f.called != nil && f.graphs[i] != f.called {
			continue
		}
		all, some := x.CalledBy(string(kind), f.stem(word))
		if isPlural(word) && 2*some > min(all, callSample) {
			return true
		}
		entities, with = entities+all, with+some
	}
	return 2*with > min(entities, callSample)
}

// changeWords ask for what changed in a period. Without one they may be about
// something, such as an update of a program.
var changeWords = strings.Fields("new update updates updated modified edited")

// otherNoun returns the only plural noun that nothing has of a question that names
// no kind. With a state or a time it may be another word for the work of a project,
// such as tickets for tasks. It returns "" for none.
func (f *finding) otherNoun() (noun string) {
	if len(f.kindsNamed()) > 0 {
		return ""
	}
	for _, word := range f.asked.Unknown {
		if isPlural(word) && !slices.Contains(changeWords, word) && !f.isOfCapitals(word) && !f.isActor(word) {
			if noun != "" {
				return ""
			}
			noun = word
		}
	}
	return noun
}

// isOfCapitals reports whether a word is of a name: it and the word before it have capitals.
func (f *finding) isOfCapitals(word string) bool {
	at := slices.Index(f.words(), word)
	return at > 0 && f.asked.Words[at].Marks&f.asked.Words[at-1].Marks&text.Capital != 0
}

// actorWords are before who did something, or whom something is for.
var actorWords = strings.Fields("by to from with")

// isActor reports whether a word of the question names who did something, such as the
// author in "notes by jonas".
func (f *finding) isActor(word string) bool {
	at := slices.Index(f.words(), word)
	return at > 0 && slices.Contains(actorWords, f.words()[at-1])
}

// possessives may be before what belongs to the members of a list.
var possessives = strings.Fields("the their its our")

// overdueWords ask for what should be done but is not.
var overdueWords = []string{"overdue", "late", "delayed", "missed", "slipped", "slipping"}

func isOverdueWord(word string) bool { return slices.Contains(overdueWords, word) }

// isOverdue reports whether a word of the question asks for what is overdue, as
// those of "past due" and "past their due date" do, and "miss" with a deadline.
func (f *finding) isOverdue(word string) bool {
	words := f.words()
	if word == "miss" || word == "misses" {
		return slices.ContainsFunc(words, func(other string) bool { return dueStems[text.English(other)] })
	}
	at := slices.Index(words, "past")
	if at < 0 || isOverdueWord(word) {
		return isOverdueWord(word)
	}
	first := at + 1
	for first < len(words) && slices.Contains(possessives, words[first]) {
		first++
	}
	last := first
	for last < len(words) && dueStems[text.English(words[last])] {
		last++
	}
	return last > first && slices.Contains(words[at:last], word)
}
