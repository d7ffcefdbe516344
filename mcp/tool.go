package mcp

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"dossier/glyphs"
	"dossier/graph"
	"dossier/graph/reader"
	"dossier/mcp/dialect"
	"dossier/mcp/schema"
)

// The limits of a budget, in tokens of o200k_base. The text of an answer has this
// budget, and so has its structured content. Clients refuse answers over 25,000.
const (
	MinTokens     = 100
	DefaultTokens = 4000
	MaxTokens     = 20_000
)

// A tool is a tool of the server, and the function that answers its calls.
type tool struct {
	*sdk.Tool
	parameters []schema.Property
	call       func(ctx context.Context, s *server, arguments json.RawMessage) (*answer, error)
}

// An answer is the answer of a tool.
type answer struct {
	// text is the prompt text, the same as from GraphQL and the command line.
	text string
	// next is a line for the next call: what did not fit, with the call that
	// returns it, and the handle of a document; or "".
	next string
	// structured are facts of the text as an object of JSON; nil if the text is
	// JSON itself.
	structured any
}

// full returns the text and the line for the next call, without characters that do not
// show, whatever the tool wrote.
func (a *answer) full() string {
	text, shown := a.text, glyphs.Shown
	if a.next != "" {
		text = strings.TrimSuffix(text, "\n") + "\n" + a.next + "\n"
	}
	if a.structured == nil && strings.HasPrefix(text, "{") {
		shown = shownJSON
	}
	return shown(text)
}

// shownJSON returns JSON without characters that do not show. Of the ends of lines that
// become line breaks, one is not escaped in texts of JSON.
func shownJSON(text string) string {
	return glyphs.Shown(strings.ReplaceAll(text, "\u0085", `\n`))
}

// json returns the structured content of an answer: its full text, and the facts
// for programs.
func (a *answer) json() json.RawMessage {
	if a.structured == nil {
		return json.RawMessage(shownJSON(a.text))
	}
	text := graph.EncodeJSON(schema.Object{schema.Pair("text", a.full())})
	if facts := shownJSON(graph.EncodeJSON(a.structured)); facts != "{}" {
		return json.RawMessage(strings.TrimSuffix(text, "}") + "," + strings.TrimPrefix(facts, "{"))
	}
	return json.RawMessage(text)
}

// tokens returns the number of tokens of an answer: those of its text or those
// of its structured content, whichever are more.
func (s *server) tokens(a *answer) int {
	text := s.count(a.full())
	if !s.options.Structured {
		return text
	}
	structured := s.count(string(a.json()))
	return max(text, structured+structured/spare)
}

// spare is the share of a structured content, as a divisor, that is reserved
// for clients that count more tokens because they reorder members. By eye.
const spare = 50

// fitted returns the answer with as many of n items as fit into a budget.
// render returns the answer with the first items. Its cost must grow with their
// number, and without items it must fit.
func (s *server) fitted(budget, n int, render func(items int) (*answer, error)) (*answer, error) {
	low, high := 0, n
	best, err := render(n)
	if err != nil || s.tokens(best) <= budget {
		return best, err
	}
	high--
	if best, err = render(0); err != nil {
		return nil, err
	}
	for low < high {
		middle := (low + high + 1) / 2
		one, err := render(middle)
		if err != nil {
			return nil, err
		}
		if s.tokens(one) <= budget {
			low, best = middle, one
		} else {
			high = middle - 1
		}
	}
	if err := s.tooFew(best, budget); err != nil {
		return nil, err
	}
	return best, nil
}

// tooFew returns an error if an answer does not fit into a budget.
func (s *server) tooFew(a *answer, budget int) error {
	if cost := s.tokens(a); cost > budget {
		return graph.BadInput("max_tokens", "%d is too few; the least that this answer takes is %d", budget, cost)
	}
	return nil
}

// A budgeted is the part of the input that all tools share.
type budgeted struct {
	MaxTokens *int `json:"max_tokens"`
}

// budget returns the budget of a call.
func (b budgeted) budget() (int, error) {
	budget := min(graph.Or(b.MaxTokens, DefaultTokens), MaxTokens) // fewer are within a greater budget
	return budget, graph.CheckRange("max_tokens", budget, MinTokens, MaxTokens)
}

// An input is the input of a tool.
type input interface{ budget() (int, error) }

// maxTokens is the parameter that all tools have.
var maxTokens = schema.Number("max_tokens", "").With("default", DefaultTokens)

// reading returns a tool that reads, with the given parameters and maxTokens.
func reading[In input](name, description string, in []schema.Property,
	run func(ctx context.Context, s *server, in In, budget int) (*answer, error)) tool {
	closedWorld := false
	properties := slices.Concat(in, []schema.Property{maxTokens})
	declared := &sdk.Tool{
		Name: name, Description: description,
		InputSchema: schema.ObjectOf(properties...),
		Annotations: &sdk.ToolAnnotations{ReadOnlyHint: true, OpenWorldHint: &closedWorld},
	}
	return tool{declared, properties, func(ctx context.Context, s *server, arguments json.RawMessage) (*answer, error) {
		var given In
		if err := dialect.Decode(name, arguments, properties, &given); err != nil {
			return nil, err
		}
		budget, err := given.budget()
		if err != nil {
			return nil, err
		}
		reader.ReadingFrom(ctx).Accept()
		return run(ctx, s, given, budget)
	}}
}

// call returns the text of a call of a tool.
func call(tool string, arguments ...schema.Member) string {
	return fmt.Sprintf("%s %s", tool, graph.EncodeJSON(schema.Object(arguments)))
}
