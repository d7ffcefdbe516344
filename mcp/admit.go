package mcp

import (
	"context"
	"slices"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

// longTools are the tools that use a processor for long: on a project of 1,500
// entities, 25 to 250 ms. The others take up to 13.
var longTools = []string{contextName, snapshotName, wholeName, projectsName, changesName, readyName}

// admit waits until a request may use a processor. The caller must call leave
// when the request is done.
func (s *server) admit(ctx context.Context, method string, request sdk.Request) (leave func(), err error) {
	switch method {
	case "tools/call", "resources/read", "prompts/get", "completion/complete":
		return s.enter(ctx, isLong(method, request))
	}
	return func() {}, nil
}

// isLong reports whether a request is one for a document.
func isLong(method string, request sdk.Request) bool {
	call, is := request.(*sdk.CallToolRequest)
	return is && slices.Contains(longTools, call.Params.Name) || method == "resources/read" || method == "prompts/get"
}

// enter calls [Options.Admit], if there is one.
func (s *server) enter(ctx context.Context, long bool) (leave func(), err error) {
	if s.options.Admit == nil {
		return func() {}, nil
	}
	return s.options.Admit(ctx, long)
}

// busy answers a request that was not admitted.
func (s *server) busy(ctx context.Context, method string, request sdk.Request, err error) (sdk.Result, error) {
	if call, is := request.(*sdk.CallToolRequest); is {
		return s.failed(ctx, named(call.Params.Name), err), nil
	}
	return nil, s.refused(ctx, method, err)
}
