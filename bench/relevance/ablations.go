package main

import (
	"context"

	"dossier/bench/stores"
	"dossier/graph/relevance/rank"
)

// ablations returns rankings by the product, each without a part of it.
func ablations() []method {
	depth := func(n int) map[string]any { return map[string]any{"depth": n} }
	return []method{
		ablation("RELEVANCE", nil, func(*rank.Params) {}),
		ablation("depth 0: no walk", depth(0), func(*rank.Params) {}),
		ablation("depth 1", depth(1), func(*rank.Params) {}),
		ablation("no mentions", nil, withoutMentions),
		ablation("no shared phrases", nil, func(p *rank.Params) { p.Walk.PhraseShare = 0 }),
		ablation("neither", nil, func(p *rank.Params) { withoutMentions(p); p.Walk.PhraseShare = 0 }),
		ablation("titles count as words alone", nil, withoutTitles),
		ablation("words begin alike: not counted", nil, func(p *rank.Params) { p.Question.PrefixMatch = 0 }),
		ablation("words that none before holds count alike", nil, func(p *rank.Params) { p.Diversify.Gain = 0 }),
		ablation("residual at 1.5", nil, func(p *rank.Params) { p.Walk.Residual = 1.5 }),
		ablation("words alone", depth(0), wordsAlone),
	}
}

func ablation(name string, input map[string]any, change func(*rank.Params)) method {
	return method{name, name, func(ctx context.Context, g *ground) (ranking, error) {
		params := rank.Defaults()
		change(&params)
		return newAsker(ctx, stores.NewClient(g.store.Store, &params), input, g.input)
	}}
}

func withoutMentions(p *rank.Params) {
	p.Walk.Out, p.Walk.InShare, p.Titles.Neighbour = rank.EvidenceParams{}, 0, 0
}

func withoutTitles(p *rank.Params) {
	p.Titles.Mass, p.Question.Titles.Discount, p.Seeds.Title, p.Seeds.TitleScore = 0, 0, 0, 0
}

func wordsAlone(p *rank.Params) {
	withoutTitles(p)
	p.Propagate.FromParent, p.Propagate.FromNeighbour, p.Propagate.FromSibling = 0, 0, 0
	p.Ties.Recency, p.Ties.Active, p.Diversify.Gain = 0, 0, 0
}
