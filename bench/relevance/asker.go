package main

import (
	"context"
	"fmt"
	"maps"
	"slices"

	"dossier/bench/sets"
	"dossier/bench/stores"
)

// An asker requests context documents through the product's GraphQL handler.
type asker struct {
	client *stores.Client
	input  map[string]any // the input besides the question and the budget
	query  string
}

// newAsker returns an asker with all inputs. It requests only the fields of an
// answer that the schema has, because those about confidence are newer than the
// others.
func newAsker(ctx context.Context, client *stores.Client, inputs ...map[string]any) (*asker, error) {
	var schema struct {
		Type struct{ Fields []struct{ Name string } }
	}
	err := client.Read(ctx, stores.Request{Query: `{ type: __type(name: "ContextDocument") { fields { name } } }`}, &schema)
	if err != nil {
		return nil, fmt.Errorf("read schema: %w", err)
	}
	more := ""
	for _, field := range schema.Type.Fields {
		if field.Name == "confidence" || field.Name == "answerability" {
			more += " " + field.Name
		}
	}
	a := &asker{client, map[string]any{"now": sets.Clock}, `query ($input: ContextInput!) { contextDocument(input: $input) {
		text tokens nodes { tokens scoreParts { text } entity { id externalId } } warnings { code }` + more + ` } }`}
	for _, input := range inputs {
		maps.Copy(a.input, input)
	}
	return a, nil
}

// A document has the parts of a context document that are scored.
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
	if err := a.client.Read(ctx, stores.Request{Query: a.query, Variables: map[string]any{"input": input}}, &found); err != nil {
		return nil, err
	}
	return found.ContextDocument.answer(budget), nil
}

// answer returns the document in the form in which sets score it. If it has no
// confidence, it uses the score for the words of the first node.
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

// unanswered reports whether the document says that it probably has no answer.
func (d *document) unanswered() bool {
	if d.Answerability != "" {
		return d.Answerability == "UNLIKELY"
	}
	return slices.ContainsFunc(d.Warnings, func(w struct{ Code string }) bool { return w.Code == "NO_MATCH" || w.Code == "WEAK_MATCH" })
}
