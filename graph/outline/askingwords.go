package outline

import (
	"slices"
	"strings"

	"dossier/graph/relevance/rank"
	"dossier/graph/text"
)

// asksNothing reports whether all of some words only ask, so that they say what
// a question is about at most by kinds, states and times.
func asksNothing(words []string) bool {
	return !slices.ContainsFunc(words, func(word string) bool {
		return !rank.Asks(word) && !text.StopWord(word) && !isEvent(word) && !slices.Contains(countWords, word) &&
			!slices.Contains(openWords, word) && !slices.Contains(overviewWords, word) && !slices.Contains(placeWords, word) &&
			!slices.Contains(someWords, word) && !slices.Contains(showWords, word) && !slices.Contains(fillerWords, word)
	})
}

// onlyAsks reports whether a word asks for a list, a state or a time. A graph does
// not lack what a question is about because its texts lack such a word.
func onlyAsks(word string) bool {
	return asksNothing([]string{word}) || isStateOrImpact(word) || isOverdueWord(word) || dueStems[text.English(word)] || slices.Contains(negations, word)
}

// The stems of words for events: for how something came to be, and for others.
var (
	creationStems = text.Stems("received created creation added raised opened reported identified written proposed submitted discovered")
	otherEvents   = text.Stems("made decided mitigated done completed finished achieved reached shipped closed started began begun")
)

// AsksCreation reports whether a word that has one of the given stems is about how
// something came to be.
func AsksCreation(stems map[string]bool) bool { return text.ShareStem(creationStems, stems) }

// isEvent reports whether a word names an event.
func isEvent(word string) bool {
	stem := text.English(word)
	return creationStems[stem] || otherEvents[stem]
}

// overviewWords ask for an overview. Beside other words they are part of what
// a question is about.
var overviewWords = strings.Fields(`overview status state summary summarise summarize recap update progress
	situation going picture brief briefing attention everything step steps action actions items
	updated updates`)

// countWords ask for a number of entities.
var countWords = strings.Fields("number count amount")

// fillerWords say nothing of what is listed.
var fillerWords = strings.Fields(`merely just currently kindly only please thanks outright actually definitely
	ultimately finally formally officially eventually altogether`)

// someWords ask for entities without a noun for their kind.
var someWords = strings.Fields("list ones all everything")

// listingWords ask for several entities.
var listingWords = strings.Fields("which list all many every each")

// showWords ask for a list without choosing from it.
var showWords = slices.Concat(listingWords, strings.Fields("lists show give gimme name names overview please pls"))

// changeWords ask for what changed in a period. Without one they may be about
// something, such as an update of a program.
var changeWords = strings.Fields("new update updates updated modified edited")

// overdueWords ask for what should be done but is not.
var overdueWords = []string{"overdue", "late", "delayed", "missed", "slipped", "slipping"}

func isOverdueWord(word string) bool { return slices.Contains(overdueWords, word) }

// dueStems are the stems of words for dates on which something is due.
var dueStems = text.Stems("due deadline date dated scheduled")

// openWords ask for what is not done.
var openWords = []string{"open", "outstanding", "remaining", "left", still, "unresolved", "undecided"}

const still = "still"
