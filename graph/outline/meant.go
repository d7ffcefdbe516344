package outline

import (
	"slices"

	"dossier/graph/relevance/rank"
)

// mean sets Meant of the groups of a topic, unless the question asks for one of
// them by words other than the topic's name. A long message has words of every kind.
func (f *finding) mean(t *Topic) {
	asked := f.kindsAsked(t)
	if f.isLong() || slices.ContainsFunc(t.Groups, func(g Group) bool { return asked[g.Kind] }) {
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
