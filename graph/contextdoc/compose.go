package contextdoc

import (
	"context"

	"dossier/graph"
	"dossier/graph/contextdoc/known"
	"dossier/graph/prompt"
)

// A draft is a body while sources fill it.
type draft struct {
	page  prompt.Page
	left  int // tokens for the remaining sources
	nodes []Node
	lines []known.Line // of the outline
	known []string     // ids of entities of which known parts were left out
	// covered has the ids of the entities of the outline, including those that
	// were left out because they are known, but none that took their place.
	covered map[string]bool
	// outlined means that the draft has an outline, which other entities
	// follow.
	outlined bool
	listed   bool            // the outline is a list, which no other entities follow
	only     []graph.Kind    // the kinds of these other entities, nil for all
	said     map[string]bool // keys of the sentences of the previous sources
	// omitted counts the entities that did not fit, and omittedBest are the
	// first of them.
	omitted     []graph.KindCount
	omittedBest []graph.Entity
}

// A source adds blocks to a draft, as many as fit into its remaining tokens,
// and subtracts their tokens. If the rendered body exceeds its budget, the
// source is called again with fewer tokens. With 0 it adds only the blocks that
// the body always includes.
type source func(d *draft)

// compose fills a page from sources, in their order, and renders it. If the
// text exceeds the budget, compose searches for the largest number of tokens
// for the sources with which it fits, so that a larger budget is never filled
// less. It returns the error of ctx once that has ended.
func compose(ctx context.Context, page prompt.Page, sources []source, options prompt.Options) (*Document, error) {
	frame := options.Count(fill(page, 0, sources).page.Text(options.JSON))
	var d *draft
	var text string
	render := func(budget int) (int, error) {
		if err := ctx.Err(); err != nil {
			return 0, err
		}
		d = fill(page, max(budget-frame, 0), sources)
		text = d.page.Text(options.JSON)
		return options.Count(text), nil
	}
	budget, tooMuch := options.MaxTokens, options.MaxTokens+1
	_, err := prompt.Fit(options.MaxTokens, func() (int, error) { return render(budget) }, func(over int) bool {
		left := budget > 0
		tooMuch = budget
		budget -= over + 2 // a seam costs a token or two
		return left
	})
	if err != nil {
		return nil, err
	}
	rendered := budget
	for budget+1 < tooMuch {
		rendered = (budget + tooMuch) / 2
		switch tokens, err := render(rendered); {
		case err != nil:
			return nil, err
		case tokens <= options.MaxTokens:
			budget = rendered
		default:
			tooMuch = rendered
		}
	}
	if rendered != budget {
		if _, err := render(budget); err != nil {
			return nil, err
		}
	}
	return &Document{
		Text: text, Tokens: options.Count(text), Sections: d.page.Sections(options.Count), Nodes: d.nodes, lines: d.lines,
		Omitted: d.omitted, OmittedBest: d.omittedBest,
	}, nil
}

func fill(page prompt.Page, tokens int, sources []source) *draft {
	d := &draft{page: page, left: tokens}
	for _, source := range sources {
		source(d)
	}
	return d
}

// lines returns a source of blocks below the title, the most important first.
// The first least blocks are always included.
func lines(blocks []prompt.Block, least int, count func(string) int) source {
	return func(d *draft) {
		for i, block := range blocks {
			if i >= least {
				cost := count(prompt.Markdown(block))
				if cost > d.left {
					return
				}
				d.left -= cost
			}
			d.page.Note = append(d.page.Note, block)
		}
	}
}
