package mcp

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"dossier/graph"
	"dossier/graph/query"
)

// failed returns the result of a call that failed: a sentence that says what to
// do next.
func (s *server) failed(ctx context.Context, tool string, err error) *sdk.CallToolResult {
	text := s.explain(ctx, tool, err)
	return &sdk.CallToolResult{IsError: true, Content: []sdk.Content{&sdk.TextContent{Text: text}}}
}

// refused returns the protocol's error about a request that is no call of a
// tool.
func (s *server) refused(ctx context.Context, what string, err error) error {
	code := int64(jsonrpc.CodeInvalidParams)
	if known := graph.CodeOf(err); known == graph.CodeInternal || known == graph.CodeTimeout {
		code = jsonrpc.CodeInternalError
	}
	return &jsonrpc.Error{Code: code, Message: s.explain(ctx, what, err)}
}

// explain returns what a model should read of an error. What is not meant for
// clients is in the log alone.
func (s *server) explain(ctx context.Context, tool string, err error) string {
	known, _ := errors.AsType[*graph.Error](err)
	switch code := graph.CodeOf(err); {
	case code == graph.CodeTimeout:
		return fmt.Sprintf("%s took longer than %s and was stopped. Ask for less: a project, fewer kinds, or a smaller max_tokens.", tool, s.options.Timeout)
	case known == nil || code == graph.CodeInternal:
		id := s.options.NewID()
		s.options.Log.ErrorContext(ctx, "tool failed", "id", id, "tool", tool, "error", err)
		return "An internal error occurred; the log of the server has it under " + id + ". Another tool may still answer."
	default:
		return located(known)
	}
}

// located returns an error with the argument at fault, and a way to find what is
// unknown.
func located(known *graph.Error) string {
	text := sentence(known.Text)
	if known.Code == graph.CodeNotFound {
		text += " " + nextStep(known)
	}
	if known.Argument != "" {
		text = parameter(known.Argument) + ": " + text
	}
	return text
}

// nextStep says how to find what an unknown id may have meant.
func nextStep(known *graph.Error) string {
	if strings.HasPrefix(known.Text, "no project") {
		return "list_projects lists the projects with their ids."
	}
	return "search_ontology finds ids by words."
}

func sentence(text string) string {
	return strings.TrimRight(text, ".") + "."
}

// parameters are the parameters by the arguments of the service that are called
// otherwise.
var parameters = map[string]string{"projectId": "project", "focusId": "focus", "id": "ids", "topics": "topic", "rel": "relations", "clientMutationId": "idempotency_key", "firstPerKind": "first"}

// itemParameters are those within items, for the columns that are called
// otherwise.
var itemParameters = strings.NewReplacer("].src_id", "].src", "].dst_id", "].dst")

// parameter returns the parameter of a tool by an argument of the service, such
// as input.start.focusId.
func parameter(argument string) string {
	if strings.Contains(argument, "[") { // of one item of several
		return itemParameters.Replace(argument)
	}
	name := argument[strings.LastIndexByte(argument, '.')+1:]
	if own, known := parameters[name]; known {
		return own
	}
	return graph.Snake(name)
}

// nearest is how many names an error offers for one that is unknown.
const nearest = 3

// unknown returns the NOT_FOUND error about a name, with the nearest ones.
func (s *server) unknown(ctx context.Context, argument, name string) error {
	found, err := s.service.Search(ctx, query.SearchInput{Query: graph.Truncate(name, graph.MaxQueryRunes), First: new(nearest)})
	if err != nil || len(found.Hits) == 0 {
		return graph.NotFound("entity", name)
	}
	short, err := s.service.ShortID(ctx)
	if err != nil {
		return err
	}
	var names []string
	for _, hit := range found.Hits {
		names = append(names, offered(hit.Entity, short))
	}
	return graph.BadInput(argument, "no entity with the id or name %q; the nearest are %s", graph.Truncate(name, nameRunes), strings.Join(names, ", "))
}

// offered returns an entity as an error offers it.
func offered(e graph.Entity, short func(string) string) string {
	c := e.Self()
	return fmt.Sprintf("%s [%s] (%s)", graph.Line(c.Label, nameRunes), short(c.ID), c.Kind)
}

// mostAmbiguous is how many entities of a name an error lists. By eye.
const mostAmbiguous = 5

// ambiguous returns the error about a name that several entities have.
func (s *server) ambiguous(ctx context.Context, argument string, found []graph.Entity) error {
	short, err := s.service.ShortID(ctx)
	if err != nil {
		return err
	}
	var names []string
	for _, e := range found[:min(len(found), mostAmbiguous)] {
		names = append(names, offered(e, short))
	}
	return graph.BadInput(argument, "%d entities have this name; give the id of one, such as %s", len(found), strings.Join(names, ", "))
}

// nameRunes is how many characters of a name an error has. By eye.
const nameRunes = 60
