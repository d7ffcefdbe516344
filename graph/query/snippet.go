package query

import (
	"context"
	"strings"

	"dossier/graph"
	"dossier/graph/reader"
	"dossier/graph/relevance/search"
	"dossier/graph/searchtext"
	"dossier/graph/text"
)

// leadRunes is the length of the snippet of an entity that matched by meaning,
// which has no terms to mark.
const leadRunes = 120

// Snippet returns the place that matched, with terms marked **so**, or the
// beginning of the text of a hit by meaning. It reads the entity in full by the
// reader of ctx, and is empty if the entity was deleted since the search.
func (h *SearchHit) Snippet(ctx context.Context) (string, error) {
	all, err := snippets(ctx, []SearchHit{*h})
	if err != nil {
		return "", err
	}
	return all[0], nil
}

// Snippets returns the snippets of all hits, as [SearchHit.Snippet] does. It
// reads their entities together.
func (r *SearchResult) Snippets(ctx context.Context) ([]string, error) { return snippets(ctx, r.Hits) }

func snippets(ctx context.Context, hits []SearchHit) ([]string, error) {
	refs := make([]graph.Ref, len(hits))
	for i, hit := range hits {
		refs[i] = hit.Entity.Self().Ref()
	}
	full, err := reader.From(ctx).Entities(ctx, refs, graph.Full)
	if err != nil {
		return nil, err
	}
	list := make([]string, len(hits))
	for i, hit := range hits {
		found := &hit.search.found
		list[i] = snippet(full[refs[i].ID], &found.Hits[hit.number], found.Terms)
	}
	return list, nil
}

// snippet returns at most two matching fragments of the entity's text, with
// terms marked **so**.
func snippet(e graph.Entity, hit *search.Hit, terms []string) string {
	if e == nil {
		return ""
	}
	texts := searchtext.Quoted(e)
	var sentences []string
	for _, s := range hit.Sentences {
		if source := texts[s.Field]; s.End <= len(source) {
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
