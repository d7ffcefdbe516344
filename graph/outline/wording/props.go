package wording

import (
	"maps"
	"slices"
	"strings"

	"dossier/graph/text"
)

// sayingTheSame are the stems of verbs that say the same in a question and in the name of
// a property: superseded_by for "what replaced it", last_updated for "last touched when".
var sayingTheSame = []map[string]bool{
	text.Stems("replaced superseded obsoleted succeeded"),
	text.Stems("updated touched modified edited revised"),
}

// AskedStems returns the stems of a question's words, and of others that say the same.
func AskedStems(question string) map[string]bool {
	stems := text.Stems(question)
	for _, same := range sayingTheSame {
		if text.ShareStem(same, stems) {
			maps.Copy(stems, same)
		}
	}
	if stems["led"] { // which text does not know as a form, because it is also a lamp
		stems["lead"] = true
	}
	return stems
}

// AsksFor reports whether a question with some stems has each word of a property's name,
// as in "story points" for story_points. A word for who does something counts as that:
// "who led the crew" asks for the crew_leader.
func AsksFor(name string, asked map[string]bool) bool {
	words := slices.DeleteFunc(text.Folded(name), text.StopWord)
	return len(words) > 0 && !slices.ContainsFunc(words, func(word string) bool {
		stem := text.English(word)
		return !asked[stem] && !asked[Deed(stem)]
	})
}

// Deed returns what somebody does whom a stem calls, such as lead of leader; "" for
// other stems.
func Deed(stem string) string {
	for _, ending := range []string{"er", "or"} {
		if deed, found := strings.CutSuffix(stem, ending); found && len(deed) > len("do") {
			return text.English(deed)
		}
	}
	return ""
}
