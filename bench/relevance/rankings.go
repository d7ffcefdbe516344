package main

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"dossier/bench/sets"
	"dossier/bench/stores"
)

// A ranking answers questions with documents.
type ranking interface {
	answer(ctx context.Context, question string, budget int) (*sets.Answer, error)
}

// A method makes a ranking of the graph of a set.
type method struct {
	key, name string
	make      func(ctx context.Context, over *ground) (ranking, error)
}

// A ground is a set in a store, which methods rank.
type ground struct {
	set   sets.Set
	store *stores.Subject
	input map[string]any // the input of every context document
	count func(string) int

	product *stores.Client // a client of the product
}

// methods returns the rankings to compare, the default of the product first. It
// should beat the others.
func methods() []method {
	return []method{
		{"relevance", "RELEVANCE", product{"ranking": "RELEVANCE"}.make},
		{"classic", "CLASSIC", product{"ranking": "CLASSIC"}.make},
		{"bm25", "BM25, whole", func(_ context.Context, g *ground) (ranking, error) {
			return overWords(wholes(g.set.Texts()), g.count), nil
		}},
		{"sections", "BM25, sections", func(_ context.Context, g *ground) (ranking, error) {
			return overWords(sections(g.set.Texts()), g.count), nil
		}},
		{"search", "search, then read", func(_ context.Context, g *ground) (ranking, error) {
			return searching(g.product, g.set.Texts(), g.count), nil
		}},
		{"json", "RELEVANCE, as JSON", func(ctx context.Context, g *ground) (ranking, error) {
			r, err := product{"format": "JSON"}.make(ctx, g)
			return spoken{r}, err
		}},
	}
}

// A product is a ranking by the product: the input that selects it.
type product map[string]any

func (p product) make(ctx context.Context, g *ground) (ranking, error) {
	return newAsker(ctx, g.product, p, g.input)
}

// A spoken is a ranking whose documents are JSON. Only the strings count.
type spoken struct{ ranking }

func (s spoken) answer(ctx context.Context, question string, budget int) (*sets.Answer, error) {
	a, err := s.ranking.answer(ctx, question, budget)
	if err != nil {
		return nil, err
	}
	var value any
	if err := json.Unmarshal([]byte(a.Text), &value); err != nil {
		return nil, fmt.Errorf("read JSON of document: %w", err)
	}
	a.Text = strings.Join(said(value), "\n")
	return a, nil
}

// said returns the strings of a JSON value.
func said(value any) (lines []string) {
	switch value := value.(type) {
	case string:
		return []string{value}
	case []any:
		for _, one := range value {
			lines = append(lines, said(one)...)
		}
	case map[string]any:
		for _, name := range slices.Sorted(maps.Keys(value)) {
			lines = append(lines, said(value[name])...)
		}
	}
	return lines
}
