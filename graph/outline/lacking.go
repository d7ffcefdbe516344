package outline

import (
	"slices"
	"strings"

	"dossier/graph"
)

// lackingWords precede a kind of which the members of a list have none, as in
// "tasks without a plan" and "goals that have no tasks".
var lackingWords = strings.Fields("without no not isnt arent dont doesnt havent hasnt lack lacks lacking missing")

// lackedAt returns the kind that word i names after one of lackingWords, if the
// question also names a kind to list, and the index of that word. It returns ""
// for none.
func (f *finding) lackedAt(words []string, i int) (kind graph.Kind, first int) {
	word, first := negatedAt(words, i)
	kind = ownKind(word)
	if kind == "" || kind == graph.KindProject || !slices.Contains(lackingWords, words[first]) {
		return "", 0
	}
	for other, isNoun := range f.intent.Named {
		if isNoun && other != kind && other != graph.KindProject && other != graph.KindRecord {
			return kind, first
		}
	}
	return "", 0
}

// ignoreLacked removes the kinds that members lack from those that the question
// asks for.
func (f *finding) ignoreLacked() {
	words := f.words()
	for i := range words {
		if kind, _ := f.lackedAt(words, i); kind != "" {
			delete(f.intent.Kinds, kind)
			delete(f.intent.Named, kind)
		}
	}
}

// nobody are the words that say that an entity has no owner, with one of
// ownerStems or workStems after them.
var nobody = strings.Fields("nobody noone none one")

// negations are the other words that negate what comes after them.
var negations = strings.Fields(`not no without never isnt arent wasnt werent hasnt havent didnt doesnt dont
	lack lacks lacking missing need needs`)

// betweenWords may be between a negation and what it negates.
var betweenWords = strings.Fields(`a an any at in of to with the been being be is are has have yet clear named part belong
	linked connected attached related mitigating supporting i we you they he she it`)

// negatedAt returns word i without its negation, and the index of the
// negation's first word. It returns "" if nothing negates the word.
func negatedAt(words []string, i int) (word string, first int) {
	first = i - 1
	for first > 0 && slices.Contains(betweenWords, words[first]) {
		first--
	}
	if first >= 0 && (slices.Contains(nobody, words[first]) || slices.Contains(negations, words[first])) {
		return words[i], first
	}
	word, _ = strings.CutPrefix(words[i], "un")
	if word == words[i] {
		return "", 0
	}
	return word, i
}
