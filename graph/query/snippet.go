package query

import (
	"strings"

	"dossier/graph"
	"dossier/graph/relevance/search"
	"dossier/graph/searchtext"
	"dossier/graph/text"
)

// leadRunes is the length of the snippet of an entity that matched by meaning,
// which has no terms to mark.
const leadRunes = 120

// snippet returns at most two matching fragments of the entity's text, with
// terms marked **so**.
func snippet(e graph.Entity, hit search.Hit, terms []string) string {
	if e == nil {
		return ""
	}
	texts := map[string]string{}
	for _, field := range searchtext.Fields(e) {
		texts[field.Name] = field.Text
	}
	var sentences []string
	for _, s := range hit.Sentences {
		if source := texts[s.Field]; searchtext.Quotable(s.Field) && s.End <= len(source) {
			sentences = append(sentences, source[s.Start:s.End])
		}
	}
	if hit.Why == search.ByMeaning && len(sentences) > 0 {
		return graph.Truncate(text.Plain(sentences[0]), leadRunes)
	}
	var parts []string
	for _, fragment := range text.Fragments(sentences, terms, text.English) {
		parts = append(parts, fragment.Marked())
	}
	return strings.Join(parts, " ")
}
