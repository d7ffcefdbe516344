package wording

import "dossier/graph/text"

// The stems of words for events: for how something came to be, and for others.
var (
	creationStems = text.Stems("received created creation added raised opened reported identified written proposed submitted discovered")
	otherEvents   = text.Stems("made decided mitigated done completed finished achieved reached shipped closed started began begun")
)

// AsksCreation reports whether a word that has one of the given stems is about how
// something came to be.
func AsksCreation(stems map[string]bool) bool { return text.ShareStem(creationStems, stems) }

// IsEvent reports whether a word names an event.
func IsEvent(word string) bool {
	stem := text.English(word)
	return creationStems[stem] || otherEvents[stem]
}
