package main

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"context"
	"fmt"
	"io"
	"regexp"
	"slices"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"dossier/bench/measure"
	"dossier/bench/sets"
	"dossier/graph"
	"dossier/graph/query"
	"dossier/graph/reader"
	"dossier/graph/reading"
	"dossier/loaders"
	"dossier/mcp"
)

// agentQuestions is the number of questions that an agent answers.
const agentQuestions = 100

// firstDocument is the budget of an agent's first document, as in the table of
// relevance.
const firstDocument = 2000

// An answering is everything that an agent read to answer a question.
type answering struct {
	text   string
	calls  int
	tokens int
	recall float64
}

// A policy answers a question by reading until done reports that the answer is
// there.
type policy func(ctx context.Context, question string, done func(text string) bool) (answering, error)

// agents prints how much agents with fixed policies read to answer questions of
// the sample.
func agents(ctx context.Context, s settings) error {
	service, closeStore, err := s.sampleService(ctx)
	if err != nil {
		return err
	}
	defer closeStore()
	set, err := s.questionSet()
	if err != nil {
		return err
	}
	session, err := agentSession(ctx, service)
	if err != nil {
		return err
	}
	defer session.Close()
	t := measure.NewTable("agent", "questions", "all of the answer", "of the facts", "calls", "tokens", "tokens per answer")
	for _, agent := range []struct {
		name   string
		policy policy
	}{
		{"context, search, entity, links", (&mcpAgent{session}).answer},
		{"context document alone", (&mcpAgent{session}).contextAlone},
		{"search, then whole entities", (&searcher{service}).answer},
	} {
		if err := runAll(ctx, set, agent.name, agent.policy, t); err != nil {
			return fmt.Errorf("%s: %w", agent.name, err)
		}
	}
	dump, err := dumpTokens(set)
	if err != nil {
		return err
	}
	t.Add("the whole graph", agentQuestions, "all, if it fitted", "100.0 %", 1, dump, dump)
	t.Print()
	listed, err := session.ListTools(ctx, nil)
	if err != nil {
		return err
	}
	fmt.Printf("The list of %d tools has %d tokens.\n\n", len(listed.Tools), countText(graph.EncodeJSON(listed.Tools)))
	return nil
}

// agentSession returns a client of the MCP interface of a service.
func agentSession(ctx context.Context, service *query.Service) (*sdk.ClientSession, error) {
	near, far := sdk.NewInMemoryTransports()
	server := mcp.New(service, mcp.Options{Timeout: time.Minute, Request: func(ctx context.Context) context.Context {
		return reader.With(graph.WithActor(ctx, graph.LocalActor), loaders.New(service))
	}})
	if _, err := server.Connect(ctx, near, nil); err != nil {
		return nil, err
	}
	return sdk.NewClient(&sdk.Implementation{Name: "bench"}, nil).Connect(ctx, far, nil)
}

// runAll runs an agent on questions that have an answer, spread over the set.
func runAll(ctx context.Context, set sets.Set, name string, answer policy, t *measure.Table) error {
	var all []sets.Question
	for _, q := range set.Questions() {
		if slices.Contains(q.Groups, sets.Answerable) {
			all = append(all, q)
		}
	}
	n := min(agentQuestions, len(all))
	answered, facts, calls, tokens := 0, 0.0, 0, 0
	for i := range n {
		q := all[i*len(all)/n]
		recall := func(text string) float64 {
			return set.Score(q, &sets.Answer{Text: text, Budget: 1, Tokens: 1})[sets.Recall]
		}
		got, err := answer(ctx, q.Text, func(text string) bool { return recall(text) == 1 })
		if err != nil {
			return fmt.Errorf("%s: %w", q.ID, err)
		}
		got.recall = recall(got.text)
		if facts += got.recall; got.recall == 1 {
			answered++
		}
		calls, tokens = calls+got.calls, tokens+got.tokens
	}
	t.Add(name, n, answered, fmt.Sprintf("%.1f %%", 100*facts/float64(n)), calls, tokens, tokens/max(answered, 1))
	return nil
}

// An mcpAgent first requests a context document. If that does not have the
// answer, it searches, reads the best hit in full, and then the entities linked
// to it.
type mcpAgent struct{ session *sdk.ClientSession }

func (a *mcpAgent) answer(ctx context.Context, question string, done func(string) bool) (r answering, err error) {
	if r, err = a.contextAlone(ctx, question, done); err != nil || done(r.text) {
		return r, err
	}
	found, err := a.call(ctx, &r, "search_ontology", map[string]any{"query": question, "first": 5, "max_tokens": 1000})
	if err != nil || done(r.text) {
		return r, err
	}
	hit := hitID.FindStringSubmatch(found)
	if hit == nil {
		return r, nil
	}
	id := hit[1]
	if _, err = a.call(ctx, &r, "get_entity", map[string]any{"ids": []any{id}, "view": "full"}); err != nil || done(r.text) {
		return r, err
	}
	_, err = a.call(ctx, &r, "get_linked_entities", map[string]any{"id": id, "view": "full"})
	return r, err
}

func (a *mcpAgent) contextAlone(ctx context.Context, question string, _ func(string) bool) (r answering, err error) {
	_, err = a.call(ctx, &r, "get_context_document", map[string]any{"topic": question, "max_tokens": firstDocument})
	return r, err
}

// hitID matches the id of a hit in the text of a search.
var hitID = regexp.MustCompile(`\[([0-9a-f]{8,36})\]`)

// call calls a tool, adds the text of the result to r, and returns it.
func (a *mcpAgent) call(ctx context.Context, r *answering, tool string, arguments map[string]any) (string, error) {
	got, err := a.session.CallTool(ctx, &sdk.CallToolParams{Name: tool, Arguments: arguments})
	if err != nil {
		return "", err
	}
	text := got.Content[0].(*sdk.TextContent).Text
	r.add(text)
	r.calls++
	return text, nil
}

func (r *answering) add(text string) {
	r.text += text + "\n"
	r.tokens += countText(text)
}

// A searcher searches and reads whole hits, like an agent with grep and files.
type searcher struct{ service *query.Service }

// mostFiles is the number of hits that a reader reads, by eye.
const mostFiles = 5

func (a *searcher) answer(ctx context.Context, question string, done func(string) bool) (r answering, err error) {
	ctx = reader.With(ctx, loaders.New(a.service))
	found, err := a.service.Search(ctx, query.SearchInput{Query: graph.Truncate(question, graph.MaxQueryRunes-1), First: new(mostFiles)})
	if err != nil {
		return r, err
	}
	text, err := found.Text(ctx)
	if err != nil {
		return r, err
	}
	r.calls++
	r.add(text)
	for _, hit := range found.Hits {
		if done(r.text) {
			break
		}
		ref := hit.Entity.Self().Ref()
		full, err := a.service.Entities(ctx, []graph.Ref{ref}, graph.Full)
		if err != nil {
			return r, err
		}
		r.calls++
		r.add(reading.Of(full[ref.ID]).Markdown(false))
	}
	return r, nil
}

// dumpTokens returns the number of tokens of the NDJSON of a set.
func dumpTokens(set sets.Set) (tokens int, err error) {
	data, err := set.NDJSON()
	if err != nil {
		return 0, err
	}
	var in io.Reader = bytes.NewReader(data)
	if sets.IsPacked(data) {
		if in, err = gzip.NewReader(in); err != nil {
			return 0, err
		}
	}
	lines := bufio.NewReader(in)
	for {
		line, err := lines.ReadString('\n')
		tokens += countText(line)
		if err == io.EOF {
			return tokens, nil
		}
		if err != nil {
			return 0, err
		}
	}
}
