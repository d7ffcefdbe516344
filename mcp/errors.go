package mcp

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"dossier/glyphs"
	"dossier/graph"
	"dossier/mcp/schema"
)

// failed returns the result of a failed call: the error, and the next step.
func (s *server) failed(ctx context.Context, of tool, err error) *sdk.CallToolResult {
	text := glyphs.Shown(s.explain(ctx, of, err))
	return &sdk.CallToolResult{IsError: true, Content: []sdk.Content{&sdk.TextContent{Text: text}}}
}

// refused returns the protocol error for a request other than a tool call.
func (s *server) refused(ctx context.Context, what string, err error) error {
	code := int64(jsonrpc.CodeInvalidParams)
	if known := graph.CodeOf(err); known == graph.CodeInternal || known == graph.CodeTimeout {
		code = jsonrpc.CodeInternalError
	}
	return &jsonrpc.Error{Code: code, Message: glyphs.Shown(s.explain(ctx, named(what), err))}
}

// named returns a tool of which only the name is known.
func named(name string) tool { return tool{Tool: &sdk.Tool{Name: name}} }

// explain returns the text of an error of a tool for the model. It logs an
// internal error and returns only the id of the log entry.
func (s *server) explain(ctx context.Context, of tool, err error) string {
	known, _ := errors.AsType[*graph.Error](err)
	switch code := graph.CodeOf(err); {
	case code == graph.CodeTimeout && errors.Is(ctx.Err(), context.Canceled):
		return of.Name + " was cancelled" + of.unwritten() + "."
	case code == graph.CodeTimeout:
		return fmt.Sprintf("%s took longer than %s and was stopped%s. Ask for less: a project, fewer kinds, or a smaller max_tokens.", of.Name,
			s.options.Timeout, of.unwritten())
	case code == graph.CodeUnknown:
		return sentence(strings.ReplaceAll(known.Text, "clientMutationId", "idempotency_key"))
	case known == nil || code == graph.CodeInternal:
		id := s.options.NewID()
		s.options.Log.ErrorContext(ctx, "tool failed", "id", id, "tool", of.Name, "error", err)
		return "An internal error occurred; the log of the server has it under " + id + ". Another tool may still answer."
	default:
		return located(of, known)
	}
}

// unwritten returns what is added to the error of a tool that writes and was
// stopped. After the commit there is no error.
func (t tool) unwritten() string {
	if t.Annotations == nil || t.Annotations.ReadOnlyHint {
		return ""
	}
	return "; nothing was written"
}

// located returns the text of an error with the argument at fault, and the way
// to find an unknown name or id.
func located(of tool, known *graph.Error) string {
	text := sentence(known.Text)
	if known.Code == graph.CodeNotFound {
		text += " " + nextStep(known)
	}
	if known.Argument != "" {
		text = of.parameter(known.Argument) + ": " + text
	}
	return text
}

// nextStep returns a sentence about how to find the project or entity meant by
// an unknown id.
func nextStep(known *graph.Error) string {
	if strings.HasPrefix(known.Text, "no project") {
		return "list_projects lists the projects with their ids."
	}
	return "search_ontology finds ids by words."
}

func sentence(text string) string {
	return strings.TrimRight(text, ".") + "."
}

// parameters maps arguments of the service to parameters with other names.
var parameters = map[string]string{
	"projectId": "project", "focusId": "focus", "id": "ids", "topics": "topic", "rel": "relations",
	"clientMutationId": "idempotency_key", "firstPerKind": "first",
}

// itemParameters replaces the names of columns in items by those of parameters.
var itemParameters = strings.NewReplacer("].src_id", "].src", "].dst_id", "].dst")

// parameter returns the parameter of t for one of its parameters, or for an
// argument of the service, such as input.start.focusId.
func (t tool) parameter(argument string) string {
	if strings.Contains(argument, "[") { // an argument of an item of a list
		return itemParameters.Replace(argument)
	}
	name := argument[strings.LastIndexByte(argument, '.')+1:]
	if own, known := parameters[name]; known && !slices.ContainsFunc(t.parameters, func(p schema.Property) bool { return p.Name == name }) {
		return own
	}
	return graph.Snake(name)
}
