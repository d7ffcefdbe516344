package graph

import (
	"slices"
	"strings"
)

// stateWords are words for states of every kind, without spaces, and the states that
// they mean: the first that the kind has.
var stateWords = []struct{ words, states string }{
	{"done closed complete completed finished", "done completed achieved published closed made"},
	{"open opened reopened todo", "todo active pending identified draft"},
	{"doing started wip inprogress", "in_progress active"},
	{"cancelled canceled abandoned dropped", "cancelled abandoned missed reversed archived"},
}

// StateMeant returns the state of the kind that a text means: its name in any writing,
// such as "In progress", or a word that all kinds have, such as done for what is
// completed. It returns "" for none.
func (s *Spec) StateMeant(text string) string {
	plain := strings.NewReplacer(" ", "", "-", "", "_", "")
	word := plain.Replace(strings.ToLower(text))
	for _, state := range s.States {
		if plain.Replace(state) == word {
			return state
		}
	}
	for _, list := range stateWords {
		if !slices.Contains(strings.Fields(list.words), word) {
			continue
		}
		for state := range strings.FieldsSeq(list.states) {
			if slices.Contains(s.States, state) {
				return state
			}
		}
	}
	return ""
}
