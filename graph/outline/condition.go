package outline

import (
	"slices"
	"strings"

	"dossier/graph"
	"dossier/graph/text"
)

// nobody are the words that say that an entity has no owner, with one of
// ownerStems or workStems after them.
var nobody = strings.Fields("nobody noone none one")

// havingWords are before nobody in "tasks that have nobody", and anybody are the
// words after "without".
var ()

// negations are the other words that negate what comes after them.
var negations = strings.Fields(`not no without never isnt arent wasnt werent hasnt havent didnt doesnt dont
	lack lacks lacking missing need needs`)

// betweenWords may be between a negation and what it negates.
var betweenWords = strings.Fields(`a an any at in of to with the been being be is are has have yet clear named part belong
	linked connected attached related mitigating supporting i we you they he she it`)

var (
	dueStems = text.Stems("due deadline date dated scheduled")
)

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

// isOwned reports whether an entity has an owner: in its props, or a person to
// whom an edge joins it.
func (f *finding) isOwned(m Member) bool {
	id := m.Entity.Self().ID
	if ord, known := m.Graph.Ordinal(id); known {
		for _, link := range m.Graph.Links(ord) {
			if graph.IsPerson(m.Graph.At(link.Other)) {
				return true
			}
		}
	}
	d, found := f.reader.Find(id)
	return found && slices.ContainsFunc(f.reader.Entry(d).Fields, func(field string) bool {
		name, isProp := strings.CutPrefix(field, propField)
		return isProp && graph.IsOwnerKey(name)
	})
}

// isState reports whether a word means a state of a kind.
func isState(word string) bool {
	return slices.ContainsFunc(graph.Kinds, func(s *graph.Spec) bool { return hasAny(s.States, word) })
}

func hasAny(states []string, word string) bool {
	return slices.ContainsFunc(alsoCalled(word), func(name string) bool { return slices.Contains(states, name) })
}
