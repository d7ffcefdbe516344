package contextdoc

import (
	"dossier/graph"
	"dossier/graph/contextdoc/known"
	"dossier/graph/contextdoc/style"
	"dossier/graph/outline/wording"
)

// A bodyStyle determines how a body writes about its entities, and which of them
// it has.
type bodyStyle struct {
	style.Style
	depth   int
	sources bool       // the reasons why entities were found are included
	weak    bool       // the document is unlikely to have the answer
	has     *known.Set // what the client already has
}

// styleOf returns the style of a body of maxTokens tokens.
func styleOf(r *request, sc *scope, found *ranking, maxTokens int) bodyStyle {
	return bodyStyle{
		Style: style.Style{
			MaxTokens: maxTokens, Lens: r.lens, First: maxTokens < style.RoomyBudget, Fields: r.fields, Dates: found.answer.Intent.Dated,
			Relations: found.answer.Intent.Relations, Asked: wording.AskedStems(found.question),
			People: found.answer.Intent.Kinds[graph.KindRecord], Names: sc.names, Now: r.now,
		},
		depth: r.depth, sources: r.sources, has: sc.has,
	}
}
