package mcp

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"slices"
	"strings"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"dossier/glyphs"
	"dossier/graph"
	"dossier/graph/query"
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
	call       func(ctx context.Context, s *toolbox, arguments json.RawMessage) (*answer, error)
}

// A toolbox has the data and settings of all tools.
type toolbox struct {
	service  *query.Service
	names    names
	budgets  budgets
	readOnly bool
	log      *slog.Logger
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

// readingTool returns a tool that reads, with the given parameters and maxTokens.
func readingTool[In input](name, description string, in []schema.Property,
	run func(ctx context.Context, s *toolbox, in In, budget int) (*answer, error)) tool {
	closedWorld := false
	properties := slices.Concat(in, []schema.Property{maxTokens})
	declared := &sdk.Tool{
		Name: name, Description: description,
		InputSchema: schema.ObjectOf(properties...),
		Annotations: &sdk.ToolAnnotations{ReadOnlyHint: true, OpenWorldHint: &closedWorld},
	}
	return tool{declared, properties, func(ctx context.Context, s *toolbox, arguments json.RawMessage) (*answer, error) {
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
