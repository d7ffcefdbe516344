package mcp

import (
	"context"
	"encoding/json"
	"fmt"
	"math"

	"dossier/graph"
	"dossier/graph/contextdoc"
)

type contextInput struct {
	budgeted
	Topic    *string `json:"topic"`
	IDs      some    `json:"ids"`
	Focus    string  `json:"focus"`
	Project  string  `json:"project"`
	Question *string `json:"question"`
	Message  *string `json:"message"`
	Lens     *string `json:"lens"`
	Kinds    some    `json:"kinds"`
	Known    some    `json:"known"`
}

// A contextOutput is a context document as JSON.
type contextOutput struct {
	Document      json.RawMessage `json:"document,omitempty"`
	Tokens        int             `json:"tokens"` // of the text
	Confidence    float64         `json:"confidence"`
	Answerability string          `json:"answerability"`
	KnownDigest   string          `json:"known_digest,omitempty"`
	Warnings      []string        `json:"warnings,omitempty"`
	More          string          `json:"more,omitempty"`
}

const contextName = "get_context_document"

func contextTool(lenses []string) tool {
	return reading(contextName,
		"What the graph has on a question, entities or a project, best first. Give topic, ids, focus or project.",
		[]property{
			text("topic", "a question or subject"),
			texts("ids", "entities to start from"),
			text("focus", "one entity and its surroundings"),
			text("project", "limits a topic; alone: the whole project"),
			text("question", "about ids, focus or project"),
			text("message", "chat message: adds the entities it @mentions"),
			oneOf("lens", "what matters", lenses).with("default", "general"),
			someOf("kinds", "only these", kinds()),
			texts("known", "known_digest of earlier answers, or ids: not repeated"),
		},
		object(open("document"), number("tokens", ""), text("known_digest", ""), property{name: "confidence", schema: schema{{"type", "number"}}},
			text("answerability", ""), texts("warnings", ""), text("more", "")),
		contextDocument)
}

// contextDocument returns a context document, as Markdown and as JSON.
func contextDocument(ctx context.Context, s *server, given contextInput, budget int) (*answer, error) {
	in, err := s.contextInput(ctx, given)
	if err != nil {
		return nil, err
	}
	in.MaxTokens = &budget
	return s.document(ctx, in, budget)
}

// contextInput returns the input of the service.
func (s *server) contextInput(ctx context.Context, given contextInput) (in contextdoc.Input, err error) {
	in = contextdoc.Input{Question: given.Question, Message: given.Message, Lens: given.Lens, Known: given.Known}
	if in.Kinds, err = someKinds(given.Kinds); err != nil {
		return in, err
	}
	project, err := s.someProject(ctx, given.Project)
	if err != nil {
		return in, err
	}
	in.ProjectID = project
	starts := 0
	if given.Topic != nil {
		in.Start.Topic, starts = given.Topic, starts+1
	}
	if given.IDs != nil {
		starts++
		if in.Start.IDs, err = s.entities(ctx, namings("ids", given.IDs)); err != nil {
			return in, err
		}
	}
	if given.Focus != "" {
		starts++
		id, err := s.entity(ctx, "focus", given.Focus)
		if err != nil {
			return in, err
		}
		in.Start.FocusID = &id
	}
	switch {
	case starts == 0 && project != nil:
		in.Start.ProjectID, in.ProjectID = project, nil
	case starts != 1:
		return in, graph.BadInput("", "give exactly one of topic, ids and focus, or project alone; got %d. list_projects has the overview of all projects", starts)
	}
	return in, nil
}

// document writes a document in both forms.
func (s *server) document(ctx context.Context, in contextdoc.Input, budget int) (*answer, error) {
	written, err := s.service.Context(ctx, in)
	if err != nil {
		return nil, err
	}
	a := &answer{text: written.Text, more: moreOf(written)}
	if s.count(a.text)+s.count(a.more) > budget {
		a.more = "" // the text itself counts the omitted entities
	}
	a.structured, err = s.structured(ctx, in, written, budget)
	return a, err
}

// moreOf returns a line about the entities that did not fit into a document,
// with the call that returns them, or "" if there are none.
func moreOf(d *contextdoc.Document) string {
	total := 0
	for _, count := range d.Omitted {
		total += count.Count
	}
	if total == 0 {
		return ""
	}
	return fmt.Sprintf("%d further entities were found: repeat the call with this known_digest in known, or a larger max_tokens.", total)
}

// seam is the number of tokens by which a document may cost less alone than
// within its answer as JSON.
const seam = 8

// structured returns a document as JSON within the budget. It contains less
// than the Markdown, and its digest is the digest of its own content.
func (s *server) structured(ctx context.Context, in contextdoc.Input, written *contextdoc.Document, budget int) (*contextOutput, error) {
	out := &contextOutput{Tokens: written.Tokens, Confidence: math.Round(written.Confidence*100) / 100, Answerability: string(written.Answerability), More: moreOf(written)}
	for _, warning := range written.Warnings {
		out.Warnings = append(out.Warnings, warning.Code+": "+graph.Truncate(warning.Message, mostWarning))
	}
	in.Format = new(contextdoc.FormatJSON)
	room := budget - s.tokens(&answer{structured: out}) - seam
	for room >= contextdoc.MinTokens {
		in.MaxTokens = &room
		d, err := s.service.Context(ctx, in)
		if err != nil {
			return nil, err
		}
		whole := *out
		whole.Document, whole.KnownDigest = json.RawMessage(d.Text), d.KnownDigest
		over := s.tokens(&answer{structured: &whole}) - budget
		if over <= 0 {
			return &whole, nil
		}
		room -= over + seam
	}
	if s.tokens(&answer{structured: out}) > budget {
		out.Warnings, out.More = nil, ""
	}
	return out, nil
}

// mostWarning is the length in characters to which warnings are cut. By eye.
const mostWarning = 200
