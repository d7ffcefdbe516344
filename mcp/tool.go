package mcp

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"dossier/graph"
)

// The budget of an answer, in tokens of o200k_base, in the text and in the
// structured content each. Clients refuse answers over 25,000.
const (
	MinTokens     = 100
	DefaultTokens = 4000
	MaxTokens     = 20_000
)

// A tool is a tool of the server.
type tool struct {
	*sdk.Tool
	call func(ctx context.Context, s *server, arguments json.RawMessage) (*answer, error)
}

// An answer is what a tool returns.
type answer struct {
	// text is the prompt text, as GraphQL and the command line return it.
	text string
	// more says in a line what did not fit, and the call that returns it; "" for
	// nothing.
	more string
	// linked are the entities that the answer links to as resources.
	linked []resource
	// structured is the same as JSON. more is a member of it.
	structured any
}

// A resource is an entity that an answer links to.
type resource struct{ id, name string }

// content returns the text of an answer as a client gets it.
func (a *answer) content() []sdk.Content {
	content := []sdk.Content{&sdk.TextContent{Text: a.text}}
	if a.more != "" {
		content = append(content, &sdk.TextContent{Text: a.more})
	}
	for _, one := range a.linked {
		content = append(content, &sdk.ResourceLink{URI: entityURI + one.id, Name: one.name})
	}
	return content
}

// tokens returns what an answer costs: what its text costs, or its structured
// content if that is more.
func (s *server) tokens(a *answer) int {
	text := s.count(a.text) + s.count(a.more)
	for _, one := range a.linked {
		text += s.count(graph.EncodeJSON(&sdk.ResourceLink{URI: entityURI + one.id, Name: one.name}))
	}
	structured := s.count(graph.EncodeJSON(a.structured))
	return max(text, structured+structured/spare)
}

// spare is the part of a structured content, as a divisor, that a client may
// count more than was sent: with its members in another order. By eye.
const spare = 50

// fitted returns the answer with the most of n items that is within a budget.
// render returns the answer with so many of them, which costs the more the more
// there are; with none it must fit.
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
	if cost := s.tokens(best); cost > budget {
		return nil, graph.BadInput("max_tokens", "%d is too few; the least that this answer takes is %d", budget, cost)
	}
	return best, nil
}

// A budgeted is the part of an input that every tool has.
type budgeted struct {
	MaxTokens *int `json:"max_tokens"`
}

// budget returns the budget of a call.
func (b budgeted) budget() (int, error) {
	budget := graph.Or(b.MaxTokens, DefaultTokens)
	return budget, graph.CheckRange("max_tokens", budget, MinTokens, MaxTokens)
}

// An input is what a tool is called with.
type input interface{ budget() (int, error) }

// maxTokens is the parameter that every tool has.
var maxTokens = number("max_tokens", "").with("default", DefaultTokens).with("maximum", MaxTokens)

// reading makes a tool that reads: it has the name and parameters given, and
// maxTokens.
func reading[In input](name, description string, in []property, out schema, run func(ctx context.Context, s *server, in In, budget int) (*answer, error)) tool {
	closedWorld := false
	properties := slices.Concat(in, []property{maxTokens})
	declared := &sdk.Tool{
		Name: name, Description: description,
		InputSchema: object(properties...), OutputSchema: out,
		Annotations: &sdk.ToolAnnotations{ReadOnlyHint: true, IdempotentHint: true, OpenWorldHint: &closedWorld},
	}
	return tool{declared, func(ctx context.Context, s *server, arguments json.RawMessage) (*answer, error) {
		var given In
		if err := decode(name, arguments, properties, &given); err != nil {
			return nil, err
		}
		budget, err := given.budget()
		if err != nil {
			return nil, err
		}
		return run(ctx, s, given, budget)
	}}
}

// decode reads the arguments of a call. The error names the argument at fault,
// and those that there are.
func decode(tool string, arguments json.RawMessage, properties []property, into any) error {
	if len(arguments) == 0 || string(arguments) == "null" {
		arguments = json.RawMessage("{}")
	}
	decoder := json.NewDecoder(bytes.NewReader(arguments))
	decoder.DisallowUnknownFields()
	err := decoder.Decode(into)
	var names []string
	for _, p := range properties {
		names = append(names, p.name)
	}
	if wrong, ok := errors.AsType[*json.UnmarshalTypeError](err); ok {
		return graph.BadInput(wrong.Field, "expected %s; got %s", typeName(wrong), wrong.Value)
	}
	if err != nil {
		unknown, isUnknown := strings.CutPrefix(err.Error(), "json: unknown field ")
		if isUnknown {
			return graph.BadInput("", "%s has no parameter %s; it takes %s", tool, unknown, strings.Join(names, ", "))
		}
		return graph.BadInput("", "expected an object of parameters: %s; got %s", strings.Join(names, ", "), graph.Truncate(string(arguments), 60))
	}
	var given map[string]json.RawMessage
	_ = json.Unmarshal(arguments, &given) // it was read before
	for _, p := range properties {
		if p.required && given[p.name] == nil {
			return graph.BadInput(p.name, "is missing; %s needs it", tool)
		}
	}
	return nil
}

// typeName describes the type that an argument should have.
func typeName(wrong *json.UnmarshalTypeError) string {
	switch wrong.Type.String() {
	case "int":
		return "a whole number"
	case "string":
		return "a text"
	default:
		return "a list of texts"
	}
}

// A some is a list of texts. A single text is a list of one: models forget the
// brackets.
type some []string

// UnmarshalJSON implements [json.Unmarshaler].
func (s *some) UnmarshalJSON(raw []byte) error {
	var one string
	if json.Unmarshal(raw, &one) == nil {
		*s = some{one}
		return nil
	}
	return json.Unmarshal(raw, (*[]string)(s))
}

// call renders a call that returns what an answer left out.
func call(tool string, arguments ...member) string {
	return fmt.Sprintf("%s %s", tool, graph.EncodeJSON(schema(arguments)))
}
