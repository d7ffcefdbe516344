package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"dossier/graph"
	"dossier/graph/contextdoc"
	"dossier/graph/relevance/rank"
	"dossier/graph/searchtext"
)

// budgets are the tokens that the documents may have.
var budgets = []int{250, 500, 1000, 2000}

// A method is a way to make context documents.
type method struct {
	name    string
	ranking contextdoc.Ranking
	depth   int
	params  *rank.Params // nil for the product's
	whole   bool         // whole documents, until one does not fit
	json    bool         // asked for as JSON; what counts is what its strings say
}

func (m method) format() contextdoc.Format {
	if m.json {
		return contextdoc.FormatJSON
	}
	return contextdoc.FormatMarkdown
}

// methods are compared on both stores.
func methods() []method {
	words := changed(wordsAlone)
	return []method{
		{name: "BM25, whole documents", ranking: contextdoc.RankRelevance, params: words, whole: true},
		{name: "BM25, packed like RELEVANCE", ranking: contextdoc.RankRelevance, params: words},
		{name: "CLASSIC", ranking: contextdoc.RankClassic, depth: 2},
		{name: "RELEVANCE", ranking: contextdoc.RankRelevance, depth: 2},
		{name: "RELEVANCE, as JSON", ranking: contextdoc.RankRelevance, depth: 2, json: true},
	}
}

// ablations are the method with a part of it taken away, on one store.
func ablations() []method {
	list := []method{
		{name: "RELEVANCE", depth: 2},
		{name: "depth 0: no walk", depth: 0},
		{name: "depth 1", depth: 1},
		{name: "no mentions", depth: 2, params: changed(withoutMentions)},
		{name: "no shared phrases", depth: 2, params: changed(func(p *rank.Params) { p.Walk.PhraseShare = 0 })},
		{name: "neither", depth: 2, params: changed(func(p *rank.Params) { withoutMentions(p); p.Walk.PhraseShare = 0 })},
		{name: "titles count as words alone", depth: 2, params: changed(withoutTitles)},
		{name: "words begin alike: not counted", depth: 2, params: changed(func(p *rank.Params) { p.Question.PrefixMatch = 0 })},
		{name: "words that none before holds count alike", depth: 2, params: changed(func(p *rank.Params) { p.Diversify.Gain = 0 })},
		{name: "residual at 1.5", depth: 2, params: changed(func(p *rank.Params) { p.Walk.Residual = 1.5 })},
	}
	for i := range list {
		list[i].ranking = contextdoc.RankRelevance
	}
	return list
}

func changed(change func(*rank.Params)) *rank.Params {
	params := rank.Defaults()
	change(&params)
	return &params
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

// worth prints what context documents hold of what answers the questions of
// the sets, asked through the GraphQL handler: of each by all methods, or with
// parts of the ranking taken away, or in the forms that take away what it lives on.
func worth(ctx context.Context, s settings) error {
	names, err := filepath.Glob(filepath.Join(s.sets, "*", "questions.ndjson"))
	if err != nil {
		return err
	}
	if len(names) == 0 {
		fmt.Fprintf(os.Stderr, "relevance: %s has no sets\n", s.sets)
	}
	for _, name := range names {
		given, err := readSet(s.sets, filepath.Base(filepath.Dir(name)))
		if err != nil {
			return err
		}
		scores := newTable("set", "method", "store", "facts in 250 / 500 / 1,000 / 2,000 tokens", "R@5", "all@5", "overruns")
		if err := s.compare(ctx, given, scores); err != nil {
			return err
		}
		scores.print()
	}
	return nil
}

// compare scores a set on both stores; parts and forms on one, since both give
// the same text.
func (s settings) compare(ctx context.Context, given *set, scores *table) error {
	list, sets := methods(), []*set{given}
	switch {
	case s.ablate:
		list = ablations()
	case s.forms:
		sets = given.forms()
	}
	return each(ctx, func(subject *subject) error {
		if (s.ablate || s.forms) && subject.name != "SQLite" {
			return nil
		}
		for _, one := range sets {
			if err := subject.score(ctx, one, list, scores); err != nil {
				return err
			}
		}
		return nil
	})
}

// score asks all questions by every method.
func (s *subject) score(ctx context.Context, set *set, list []method, scores *table) error {
	if _, err := s.load(ctx, bytes.NewReader(set.ndjson()), searchtext.Analyse); err != nil {
		return err
	}
	for _, m := range list {
		asker := &asker{client: newClient(s.store, m.params), set: set, method: m}
		var facts []float64
		var at1000 score
		overruns := 0
		for _, budget := range budgets {
			sum, err := asker.score(ctx, budget)
			if err != nil {
				return fmt.Errorf("%s: %w", m.name, err)
			}
			facts = append(facts, sum.facts)
			overruns += sum.overruns
			if budget == 1000 {
				at1000 = sum
			}
		}
		scores.add(set.name, m.name, s.name, fmt.Sprintf("%.1f / %.1f / %.1f / %.1f", facts[0], facts[1], facts[2], facts[3]), at1000.r5, at1000.all5, overruns)
	}
	return nil
}

// An asker asks the questions of a set by a method.
type asker struct {
	client *client
	set    *set
	method method
}

// score asks all questions with a budget; shares are in per cent.
func (a *asker) score(ctx context.Context, budget int) (score, error) {
	counter, err := countTokens("o200k_base")
	if err != nil {
		return score{}, err
	}
	var sum score
	for _, question := range a.set.questions {
		told, err := a.ask(ctx, question.Text, budget)
		if err != nil {
			return score{}, fmt.Errorf("question %s: %w", question.ID, err)
		}
		if a.method.whole {
			told = a.set.whole(told.ids, budget, counter.Count)
		}
		over := counter.Count(told.text) > budget
		if a.method.json {
			told.text = said(told.text)
		}
		sum.add(a.set.score(question, told, over))
	}
	return sum.per(a.set), nil
}

// said are the strings of a JSON text, a line each.
func said(text string) string {
	var value any
	if json.Unmarshal([]byte(text), &value) != nil {
		return ""
	}
	var lines []string
	var gather func(value any)
	gather = func(value any) {
		switch value := value.(type) {
		case string:
			lines = append(lines, value)
		case []any:
			for _, one := range value {
				gather(one)
			}
		case map[string]any:
			for _, name := range slices.Sorted(maps.Keys(value)) {
				gather(value[name])
			}
		}
	}
	gather(value)
	return strings.Join(lines, "\n")
}

const contextQuery = `query ($input: ContextInput!) { contextDocument(input: $input) { text nodes { entity { externalId } } } }`

// ask asks one question. For whole documents the order alone is wanted.
func (a *asker) ask(ctx context.Context, question string, budget int) (told, error) {
	if a.method.whole {
		budget = 20_000
	}
	answer, err := a.client.ask(ctx, request{query: contextQuery, variables: map[string]any{"input": map[string]any{
		"start": map[string]any{"topic": question}, "projectId": graph.ID(a.set.name),
		"maxTokens": budget, "depth": a.method.depth, "ranking": a.method.ranking, "format": a.method.format(),
	}}})
	if err != nil {
		return told{}, err
	}
	var found struct {
		Data struct {
			ContextDocument struct {
				Text  string
				Nodes []struct{ Entity struct{ ExternalID string } }
			}
		}
	}
	if err := json.Unmarshal(answer, &found); err != nil {
		return told{}, fmt.Errorf("read answer: %w", err)
	}
	t := told{text: found.Data.ContextDocument.Text}
	for _, node := range found.Data.ContextDocument.Nodes {
		t.ids = append(t.ids, strings.TrimPrefix(node.Entity.ExternalID, a.set.externalID("")))
	}
	return t, nil
}
