package mcp

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"strings"

	"dossier/graph"
	"dossier/graph/contextdoc"
	"dossier/mcp/dialect"
	"dossier/mcp/schema"
)

type contextInput struct {
	budgeted
	Topic    *string  `json:"topic"`
	IDs      []string `json:"ids"`
	Focus    string   `json:"focus"`
	Project  string   `json:"project"`
	Question *string  `json:"question"`
	Message  *string  `json:"message"`
	View     *string  `json:"view"`
	Lens     *string  `json:"lens"`
	Kinds    []string `json:"kinds"`
	Known    []string `json:"known"`
}

// A contextOutput is the facts about a context document as JSON.
type contextOutput struct {
	Tokens        int     `json:"tokens"` // of the document
	Confidence    float64 `json:"confidence"`
	Answerability string  `json:"answerability"`
	ReadAs        string  `json:"readAs,omitempty"`
	Known         string  `json:"known,omitempty"` // the handle
}

const contextName = "get_context_document"

func contextTool(lenses []string) tool {
	return readingTool(contextName,
		"What the graph has on a question, entities or a project, best first. Give topic, ids, focus or project.",
		[]schema.Property{
			schema.Text("topic", "a question or subject"),
			schema.EntityNames("ids", "entities"),
			schema.Text("focus", "around one entity"),
			schema.Text("project", "limits a topic; alone: all of it"),
			schema.Text("question", "about these"),
			schema.Text("message", "@mentions are added"),
			schema.Text("view", "next, risks, changed, …"),
			schema.OneOf("lens", "what matters", lenses).With("default", "general"),
			schema.SomeOf("kinds", "", schema.Kinds()),
			schema.EntityNames("known", "handles of earlier answers, or ids: not repeated"),
		},
		contextDocument)
}

// contextDocument returns a context document, as Markdown and as JSON.
func contextDocument(ctx context.Context, s *toolbox, given contextInput, budget int) (*answer, error) {
	in, err := s.contextInput(ctx, given)
	if err != nil {
		return nil, err
	}
	in.MaxTokens = &budget
	return s.document(ctx, in, budget)
}

// contextInput returns the input of the service.
func (s *toolbox) contextInput(ctx context.Context, given contextInput) (in contextdoc.Input, err error) {
	if given.Topic == nil && given.IDs == nil && given.Focus+given.Project == "" {
		given.Topic, given.Question = given.Question, nil
	}
	in = contextdoc.Input{Question: given.Question, Message: given.Message, View: given.View, Lens: given.Lens, Known: given.Known}
	if in.Kinds, err = dialect.SomeKinds(given.Kinds); err != nil {
		return in, err
	}
	project, err := s.names.someProject(ctx, given.Project)
	if err != nil {
		return in, err
	}
	in.ProjectID = project
	names := namings("ids", given.IDs)
	if given.Focus != "" {
		names = append([]naming{{"focus", given.Focus}}, names...)
	}
	ids, err := s.names.entities(ctx, names)
	if err != nil {
		return in, err
	}
	switch {
	case len(ids) == 1 && given.IDs == nil:
		in.Start.FocusID = &ids[0]
	case len(ids) > 0:
		in.Start.IDs = ids
	case given.Topic != nil:
		in.Start.Topic = given.Topic
		return in, nil
	case project != nil:
		in.Start.ProjectID, in.ProjectID = project, nil
	default:
		return in, graph.BadInput("", "give topic, ids, focus or project; list_projects has the overview of all projects")
	}
	in.Question = together(given.Topic, given.Question)
	return in, nil
}

// together returns the question about entities of a call that may have a topic
// as well, nil for none.
func together(topic, question *string) *string {
	if topic == nil || question == nil || *topic == *question {
		return cmp.Or(topic, question)
	}
	both := *topic + "\n" + *question
	return &both
}

// document writes a document, followed by the line for the next call. If there
// is no room for the line, the document is written with fewer tokens.
func (s *toolbox) document(ctx context.Context, in contextdoc.Input, budget int) (*answer, error) {
	in.MaxTokens = &budget
	for {
		d, err := s.service.Context(ctx, in)
		if err != nil {
			return nil, err
		}
		a, over := s.withNext(d, budget)
		if over <= 0 {
			return a, nil
		}
		if in.Spare += over + max(budget-in.Spare-d.Tokens, 0); in.Spare > budget/2 {
			a.next = "" // a small budget
			return a, s.budgets.tooFew(a, budget)
		}
	}
}

// withNext returns a document with the longest line for the next call that fits,
// or if none fits, with the least and the number of tokens that it is over the
// budget.
func (s *toolbox) withNext(d *contextdoc.Document, budget int) (a *answer, over int) {
	known := d.Handle()
	out := &contextOutput{
		Tokens: d.Tokens, Confidence: math.Round(d.Confidence*100) / 100, Answerability: string(d.Answerability), Known: known,
	}
	if d.ReadAs != nil {
		out.ReadAs = d.ReadAs.Text
	}
	a = &answer{text: d.Text, structured: out}
	notes := readAs(d) + notUnderstood(d)
	for _, line := range []string{nextOf(known, leftOut(d)+notes), nextOf(known, notes), nextOf(known, notUnderstood(d)), nextOf(known, "")} {
		a.next = line
		if over = s.budgets.tokens(a) - budget; over <= 0 {
			break
		}
	}
	return a, over
}

// nextOf returns the line for the next call: the handle of a document for known,
// and notes.
func nextOf(known, notes string) string {
	if known == "" {
		return strings.TrimPrefix(notes, "; ")
	}
	return "known: " + known + notes
}

// readAs returns a note about the query that a document answers, whose conditions,
// order and groups its heading may not all have, or "" if it answers none.
func readAs(d *contextdoc.Document) string {
	if d.ReadAs == nil {
		return ""
	}
	return "; read as: " + graph.Line(d.ReadAs.Text, mostWarning)
}

// leftOut returns a note about the entities that did not fit into a document, or
// "" if there are none.
func leftOut(d *contextdoc.Document) string {
	total := 0
	for _, count := range d.Omitted {
		total += count.Count
	}
	if total == 0 {
		return ""
	}
	return fmt.Sprintf("; %d more were found: ask again with it, or with a larger max_tokens", total)
}

// notUnderstood returns notes about arguments that the document ignored, which
// its text does not mention.
func notUnderstood(d *contextdoc.Document) string {
	var notes strings.Builder
	for _, warning := range d.Warnings {
		if warning.Code == contextdoc.WarnUnknown || warning.Code == contextdoc.WarnNotFound {
			notes.WriteString("; " + graph.Line(warning.Message, mostWarning))
		}
	}
	return notes.String()
}

// mostWarning is the length in characters to which warnings are cut. By eye.
const mostWarning = 200
