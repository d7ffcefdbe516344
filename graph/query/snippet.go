package query

import (
	"dossier/graph"
	"dossier/graph/relevance"
)

// snippetRunes is how much of a sentence a snippet shows where no term is near.
const snippetRunes = 160

// snippet is the place of an entity's text that matched.
func snippet(e graph.Entity, hit relevance.Hit, terms []string) string {
	if e == nil || len(hit.Sentences) == 0 {
		return ""
	}
	_ = terms
	for _, field := range textFields(e) {
		if s := hit.Sentences[0]; field.Name == s.Field && s.End <= len(field.Text) {
			return graph.Line(field.Text[s.Start:s.End], snippetRunes)
		}
	}
	return ""
}
