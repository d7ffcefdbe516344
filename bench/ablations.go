package main

import (
	"context"

	"dossier/graph/relevance"
)

// ablations are the ranking with a part of it taken away.
func ablations() []method {
	depth := func(n int) map[string]any { return map[string]any{"depth": n} }
	return []method{
		ablation("RELEVANCE", nil, func(*relevance.Params) {}),
		ablation("depth 0: no walk", depth(0), func(*relevance.Params) {}),
		ablation("depth 1", depth(1), func(*relevance.Params) {}),
		ablation("no mentions", nil, withoutMentions),
		ablation("no shared phrases", nil, func(p *relevance.Params) { p.PhraseAll = 0 }),
		ablation("neither", nil, func(p *relevance.Params) { withoutMentions(p); p.PhraseAll = 0 }),
		ablation("titles count as words alone", nil, withoutTitles),
		ablation("words begin alike: not counted", nil, func(p *relevance.Params) { p.Kindred = 0 }),
		ablation("words that none before holds count alike", nil, func(p *relevance.Params) { p.Cover = 0 }),
		ablation("residual at 1.5", nil, func(p *relevance.Params) { p.Residual = 1.5 }),
		ablation("words alone", depth(0), wordsAlone),
	}
}

func ablation(name string, input map[string]any, change func(*relevance.Params)) method {
	return method{name, name, func(ctx context.Context, g *ground) (ranking, error) {
		params := relevance.Defaults()
		change(&params)
		return newAsker(ctx, newClient(g.store.store, &params), input, g.input)
	}}
}

func withoutMentions(p *relevance.Params) {
	p.OutFlat, p.OutSentence, p.OutTarget, p.InAll, p.SpanNear = 0, 0, 0, 0, 0
}

func withoutTitles(p *relevance.Params) {
	p.SpanMass, p.SpanDiscount, p.TitleSeed, p.TitleScore = 0, 0, 0, 0
}

func wordsAlone(p *relevance.Params) {
	withoutTitles(p)
	p.FromParent, p.FromNext, p.FromSibling, p.Recency, p.Active, p.Cover = 0, 0, 0, 0, 0, 0
}
