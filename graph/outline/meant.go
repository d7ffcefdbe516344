package outline

import (
	"slices"

	"dossier/graph/relevance/rank"
)

// mean sets Meant of the groups of a topic: of those for which the question asks
// by words that do so only together, such as "turned down", and if it asks for none
// by its own words, of those for which it asks by related ones.
func (f *finding) mean(t *Topic) {
	if slices.ContainsFunc(t.Groups, func(g Group) bool { return f.intent.Kinds[g.Kind] }) {
		apart := rank.IntentOf(f.question).Kinds
		for i := range t.Groups {
			group := &t.Groups[i]
			group.Meant = !group.Related && group.isOther() && f.intent.Kinds[group.Kind] && !apart[group.Kind]
		}
		return
	}
	words := slices.Clone(f.asked.Unknown)
	for _, term := range f.otherTerms(t) {
		words = append(words, term.Word)
	}
	for _, word := range words {
		kinds := rank.Related(word)
		for i := range t.Groups {
			group := &t.Groups[i]
			group.Meant = group.Meant || !group.Related && group.isOther() && kinds[group.Kind]
		}
	}
}
