package outline

import (
	"slices"
	"strings"

	"dossier/graph"
	"dossier/graph/text"
)

// The states that are also what happens or is written, and the words before these.
var ()

// isStateOrImpact reports whether a word means a state of a kind or an impact.
func isStateOrImpact(word string) bool {
	return isState(word) || slices.ContainsFunc(alsoCalled(word), func(name string) bool { return graph.EnumHas("Impact", name) })
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

// overdueWords ask for what should be done but is not.
var overdueWords = []string{"overdue", "late", "delayed", "missed", "slipped", "slipping"}

func isOverdueWord(word string) bool { return slices.Contains(overdueWords, word) }
