package mcp

import (
	"cmp"
	"context"
	"encoding/json"
	"net/url"
	"strconv"
	"strings"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"dossier/graph"
	"dossier/graph/outline"
	"dossier/graph/query"
	"dossier/mcp/dialect"
	"dossier/mcp/wire"
)

// explorerMeta is the member of a result's _meta with the address at which a
// person sees the same document. Clients do not pass it to the model.
const explorerMeta = "dossier/explorer"

// keep makes the service keep a call over HTTP. Over standard input and output
// the server ends with its only client.
func (s *server) keep(ctx context.Context, request *sdk.CallToolRequest, call query.AgentCall) {
	if !wire.IsOverHTTP(ctx) {
		return
	}
	call.Tool, call.Client = request.Params.Name, clientOf(request)
	call.Milliseconds = int(time.Since(call.At).Milliseconds())
	if arguments, err := graph.ParseJSON(request.Params.Arguments); err == nil {
		call.Arguments = arguments
	}
	s.tools.service.Called(ctx, call)
}

// callOf returns what is kept of an answer.
func (s *server) callOf(got *answer, arrived time.Time) query.AgentCall {
	call := query.AgentCall{At: arrived, Tokens: s.tools.budgets.count(got.full())}
	if document, is := got.structured.(*contextOutput); is {
		call.Confidence = &document.Confidence
		call.Answerability = new(outline.Answerability(document.Answerability))
	}
	return call
}

// textOf returns the text of a result.
func textOf(result *sdk.CallToolResult) string {
	for _, content := range result.Content {
		if text, is := content.(*sdk.TextContent); is {
			return text.Text
		}
	}
	return ""
}

// clientOf returns the name and version of the program that calls, as it gives
// them, or else the header of its requests.
func clientOf(request *sdk.CallToolRequest) string {
	name := ""
	if given := request.Session.InitializeParams(); given != nil && given.ClientInfo != nil {
		name = strings.TrimSpace(given.ClientInfo.Name + " " + given.ClientInfo.Version)
	}
	if request.Extra != nil {
		name = cmp.Or(name, request.Extra.Header.Get("User-Agent"))
	}
	return graph.Truncate(name, dialect.NameRunes)
}

// explorerLink returns the address at which the explorer shows the document of a
// call, "" for other tools and without an explorer.
func explorerLink(ctx context.Context, tool string, arguments json.RawMessage) string {
	var given contextInput
	explorer := wire.Explorer(ctx)
	if explorer == "" || tool != contextName || json.Unmarshal(arguments, &given) != nil {
		return ""
	}
	query := url.Values{}
	for name, value := range map[string]string{
		"q": graph.Or(given.Topic, graph.Or(given.Question, "")), "project": given.Project, "focus": given.Focus,
		"ids": strings.Join(given.IDs, ","), "lens": graph.Or(given.Lens, ""), "kinds": strings.ToUpper(strings.Join(given.Kinds, ",")),
		"budget": strconv.Itoa(graph.Or(given.MaxTokens, DefaultTokens)),
	} {
		if value != "" {
			query.Set(name, value)
		}
	}
	return explorer + "/context?" + query.Encode()
}
