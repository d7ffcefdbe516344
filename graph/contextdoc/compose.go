package contextdoc

import (
	"context"

	"dossier/graph"
	"dossier/graph/prompt"
)

// A draft is a body while sources fill it.
type draft struct {
	page  prompt.Page
	left  int // tokens for the sources to come
	nodes []Node
	known []string // the ids of which something known was left out
	// outlined means that other entities come behind an outline.
	outlined bool
	said     map[string]bool // sentences that the sources before have, by key
	// omitted counts what found no room, and omittedBest has the first of it.
	omitted     []graph.KindCount
	omittedBest []graph.Entity
}

// A source adds blocks to a draft, as many as there is room for, and subtracts
// what they take. It is called again with less room where the body as a whole is
// over its budget. With no room it adds only what its body never lacks.
type source func(d *draft)

// compose fills a page from sources, in their order, and renders it. Where its
// text is over the budget, it fills it again with less: as much as there is room
// for, so that a larger budget is never filled less. It ends with ctx.
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
		Text: text, Tokens: options.Count(text), Sections: d.page.Sections(options.Count), Nodes: d.nodes,
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

// lines returns the source of blocks below the title, the most important first.
// The first ones, as many as least, are always included.
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
