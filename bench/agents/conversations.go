package main

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"dossier/bench/measure"
	"dossier/bench/sets"
	"dossier/bench/stores"
	"dossier/graph"
	"dossier/graph/contextdoc"
	"dossier/graph/memory"
	"dossier/graph/query"
	"dossier/graph/reader"
	"dossier/loaders"
)

// turns are ten questions of a conversation about a plan, in the words of the
// sample's engineers.
var turns = []string{
	"what is %s about", "what does %s want to achieve", "what could go wrong with %s", "which alternatives to %s were rejected",
	"what are the graduation criteria of %s", "who wrote %s", "when did %s become alpha, beta, stable", "how is %s tested",
	"how do I roll back %s", "how do I monitor %s",
}

// conversationBudget is the budget of each answer of a conversation.
const conversationBudget = contextdoc.DefaultTokens

// conversations prints the cost of conversations with and without known.
func conversations(ctx context.Context, s settings) error {
	service, done, err := s.sampleService(ctx)
	if err != nil {
		return err
	}
	defer done()
	ctx = reader.With(ctx, loaders.New(service))
	plans, err := conversationPlans(ctx, service)
	if err != nil {
		return err
	}
	t := measure.NewTable("conversation", "lines without known", "still there", "tokens without", "with", "share", "with handles")
	sums := conversation{}
	for _, plan := range plans {
		c, err := converse(ctx, service, plan)
		if err != nil {
			return err
		}
		t.Add(graph.Line(plan, 40), c.lines, c.kept, c.without, c.with, percent(c.with, c.without), percent(c.with+c.digests, c.without))
		sums.add(c)
	}
	t.Add("all", sums.lines, sums.kept, sums.without, sums.with, percent(sums.with, sums.without),
		percent(sums.with+sums.digests, sums.without))
	t.Print()
	return nil
}

func percent(part, whole int) string {
	return fmt.Sprintf("%.1f %%", 100*float64(part)/float64(max(whole, 1)))
}

// sampleService returns a service on the sample, and a function to close it.
func (s settings) sampleService(ctx context.Context) (*query.Service, func(), error) {
	set, err := s.questionSet()
	if err != nil {
		return nil, nil, err
	}
	subject, err := stores.OfSet(ctx, "sqlite", set, s.stores)
	if err != nil {
		return nil, nil, err
	}
	now, err := time.Parse(time.RFC3339, sets.Clock)
	if err != nil {
		return nil, nil, err
	}
	return query.New(subject.Store, query.Options{Now: func() time.Time { return now }, Tokens: stores.CountAsServed}), subject.Close, nil
}

func (s settings) questionSet() (*sets.Project, error) {
	all := func(string) bool { return true }
	return sets.ReadProject(filepath.Join(s.shared, "questions", "dev"), filepath.Join(s.shared, "kep.ndjson"), all)
}

// conversationPlans returns the names of ten plans: first the plan with the
// most links of each project, then the one with the second most, and so on.
func conversationPlans(ctx context.Context, service *query.Service) ([]string, error) {
	graphs, err := service.Graphs(ctx, nil)
	if err != nil {
		return nil, err
	}
	type plan struct {
		name  string
		links int
		turn  int // its place among the plans of its project
	}
	var all []plan
	for _, g := range graphs {
		var some []plan
		for _, e := range g.OfKind(graph.KindPlan) {
			links, err := g.LinkedEntities(e.Self().ID, memory.LinkQuery{})
			if err != nil {
				return nil, err
			}
			some = append(some, plan{name: e.Self().Label, links: links.Total()})
		}
		slices.SortFunc(some, func(a, b plan) int { return (b.links-a.links)*2 + strings.Compare(a.name, b.name) })
		for i := range some {
			some[i].turn = i
		}
		all = append(all, some...)
	}
	slices.SortFunc(all, func(a, b plan) int {
		return (a.turn-b.turn)*1_000_000 + (b.links-a.links)*2 + strings.Compare(a.name, b.name)
	})
	const conversations = 10
	var names []string
	for _, one := range all[:min(conversations, len(all))] {
		names = append(names, one.name)
	}
	return names, nil
}

// A conversation is the cost of one in tokens, and the number of distinct lines
// of its documents without known that are also in those with known.
type conversation struct{ lines, kept, without, with, digests int }

func (c *conversation) add(other conversation) {
	c.lines, c.kept, c.without = c.lines+other.lines, c.kept+other.kept, c.without+other.without
	c.with, c.digests = c.with+other.with, c.digests+other.digests
}

// factRunes is the minimum length of a line that is a fact, by eye.
const factRunes = 20

// converse asks the questions about a plan with and without known. An agent
// reads each handle once.
func converse(ctx context.Context, service *query.Service, plan string) (c conversation, err error) {
	said, again := map[string]bool{}, map[string]bool{}
	var known []string
	for _, turn := range turns {
		in := contextdoc.Input{Start: contextdoc.Start{Topic: new(fmt.Sprintf(turn, plan))}, MaxTokens: new(conversationBudget)}
		alone, err := service.Context(ctx, in)
		if err != nil {
			return c, err
		}
		in.Known = known
		next, err := service.Context(ctx, in)
		if err != nil {
			return c, err
		}
		known = append(known, next.Handle())
		c.without, c.with = c.without+alone.Tokens, c.with+next.Tokens
		c.digests += countText(known[len(known)-1])
		note(said, alone.Text)
		note(again, next.Text)
	}
	c.lines = len(said)
	for line := range said {
		if again[line] {
			c.kept++
		}
	}
	return c, nil
}

// note adds the lines of a text that are facts.
func note(lines map[string]bool, text string) {
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		if len(line) >= factRunes && !strings.HasPrefix(line, "#") && !strings.HasPrefix(line, ">") && !strings.HasPrefix(line, "…") {
			lines[line] = true
		}
	}
}

func countText(text string) int {
	counter, err := stores.Remembered()
	if err != nil {
		return len(text)
	}
	return counter.Count(text)
}
