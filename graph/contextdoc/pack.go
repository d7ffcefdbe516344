package contextdoc

import (
	"context"
	"slices"
	"strings"

	"dossier/graph"
	"dossier/graph/inert"
	"dossier/graph/prompt"
)

// weakShare is the divisor of the budget that a document uses at most if it is
// unlikely to have an answer. By eye.
const weakShare = 5

// packed returns the body for an outline and a ranking: first the lines of the
// outline, then the other entities that fit. If both are empty, the body is a
// note.
func packed(r *request, sc *scope, found *ranking, about *outlined, loaded *texts) body {
	nothing := len(found.answer.Nodes) == 0
	isEmpty := nothing && !about.found()
	var similar []graph.Entity
	if isEmpty {
		similar = suggestions(sc, found.question, keepOf[string](r.kinds))
	}
	return func(ctx context.Context, maxTokens int) (*Document, error) {
		st, options := styleOf(r, sc, found, maxTokens), r.options
		page, warnings := prompt.Page{Title: st.Title(about.title())}, found.warnings
		if about.isWeak(r) && !found.compared && !nothing {
			st.weak, page.First = true, []prompt.Block{about.weakMatch("nearest below")}
			warnings = append(slices.Clip(warnings), Warning{warnWeak, strings.Join(about.outline.Confidence.Reasons, "; ")})
			maxTokens = max(maxTokens/weakShare, min(maxTokens, MinTokens))
		}
		if notice, known := about.lacks(r); known && !isEmpty {
			page.First = []prompt.Block{notice}
		}
		if about.isNone() {
			page.First = []prompt.Block{prompt.Note{Text: "None: " + inert.Line(about.outline.List.None)}}
		}
		options.MaxTokens = maxTokens - options.Spare
		sources := []source{about.topics(st, loaded, options.Count), restOf(st, sc, found, loaded, options.Count)}
		if isEmpty {
			sources = []source{lines(st.NoMatch(st.Title(found.asked), similar), 1, options.Count)}
			warnings = append(slices.Clip(warnings), Warning{warnNoMatch, "no entity has any of the words; try other words, or search"})
		}
		d, err := compose(ctx, page, sources, options)
		if err != nil {
			return nil, err
		}
		if isEmpty {
			d.Sections = nil
		}
		d.Warnings = warnings
		about.judge(d, isEmpty)
		about.read(d, r, sc.projects.Graphs())
		return d, nil
	}
}
