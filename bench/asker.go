package main

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"

	"dossier/bench/sets"
)

// clock is the time of every question, that of the sets' api.json.
const clock = "2026-07-01T00:00:00Z"

// An asker asks the product for context documents through its GraphQL handler.
type asker struct {
	client *client
	input  map[string]any // beside the question and the budget
	query  string
}

// newAsker asks with all inputs together, and for what the schema has of an
// answer: the fields that say how sure it is are younger than the rest.
func newAsker(ctx context.Context, client *client, inputs ...map[string]any) (*asker, error) {
	var schema struct {
		Type struct{ Fields []struct{ Name string } }
	}
	err := client.read(ctx, request{query: `{ type: __type(name: "ContextDocument") { fields { name } } }`}, &schema)
	if err != nil {
		return nil, fmt.Errorf("read schema: %w", err)
	}
	more := ""
	for _, field := range schema.Type.Fields {
		if field.Name == "confidence" || field.Name == "answerability" {
			more += " " + field.Name
		}
	}
	a := &asker{client, map[string]any{"now": clock}, `query ($input: ContextInput!) { contextDocument(input: $input) {
		text tokens nodes { tokens scoreParts { text } entity { id externalId } } warnings { code }` + more + ` } }`}
	for _, input := range inputs {
		maps.Copy(a.input, input)
	}
	return a, nil
}

// A document is the part of a context document that is scored.
type document struct {
	Text   string
	Tokens int
	Nodes  []struct {
		Tokens     int
		ScoreParts struct{ Text float64 }
		Entity     struct{ ID, ExternalID string }
	}
	Warnings      []struct{ Code string }
	Confidence    *float64
	Answerability string
}

func (a *asker) answer(ctx context.Context, question string, budget int) (*sets.Answer, error) {
	input := maps.Clone(a.input)
	input["start"], input["maxTokens"] = map[string]any{"topic": question}, budget
	var found struct{ ContextDocument document }
	if err := a.client.read(ctx, request{query: a.query, variables: map[string]any{"input": input}}, &found); err != nil {
		return nil, err
	}
	return found.ContextDocument.answer(budget), nil
}

// answer is the document as sets score it. Without a confidence of its own the
// score of the words of its first node is taken.
func (d *document) answer(budget int) *sets.Answer {
	a := &sets.Answer{Text: d.Text, Tokens: d.Tokens, Budget: budget, Unanswered: d.unanswered()}
	for _, n := range d.Nodes {
		a.Nodes = append(a.Nodes, sets.Node{ID: n.Entity.ExternalID, UUID: n.Entity.ID, Tokens: n.Tokens})
	}
	switch {
	case d.Confidence != nil:
		a.Confidence = *d.Confidence
	case len(d.Nodes) > 0:
		a.Confidence = d.Nodes[0].ScoreParts.Text
	}
	return a
}

// unanswered reports whether the document says that nothing matches.
func (d *document) unanswered() bool {
	if d.Answerability != "" {
		return d.Answerability == "UNLIKELY"
	}
	return slices.ContainsFunc(d.Warnings, func(w struct{ Code string }) bool { return w.Code == "NO_MATCH" || w.Code == "WEAK_MATCH" })
}

// read asks a request and decodes its data.
func (c *client) read(ctx context.Context, r request, data any) error {
	body, err := c.ask(ctx, r)
	if err != nil {
		return err
	}
	if err := json.Unmarshal(body, &struct{ Data any }{data}); err != nil {
		return fmt.Errorf("read answer: %w", err)
	}
	return nil
}
