package main

import (
	"github.com/99designs/gqlgen/graphql"
	"github.com/99designs/gqlgen/graphql/executor"
	"github.com/vektah/gqlparser/v2/gqlerror"

	"dossier/graph"
	"dossier/graph/query"
	"dossier/resolvers"
)

// ask answers a GraphQL query within the process: what a command prints is what
// GraphQL gives.
func (p *program) ask(service *query.Service, text string, variables map[string]any) ([]byte, error) {
	ctx := requestContext(p.ctx, service)
	schema := executor.New(resolvers.Schema(service))
	ctx = graphql.StartOperationTrace(ctx)
	operation, errs := schema.CreateOperationContext(ctx, &graphql.RawParams{Query: text, Variables: variables})
	if len(errs) > 0 {
		return nil, asked(errs)
	}
	handle, ctx := schema.DispatchOperation(ctx, operation)
	response := handle(ctx)
	if len(response.Errors) > 0 {
		return nil, asked(response.Errors)
	}
	return response.Data, nil
}

// asked is the first error of an answer, as the resolver gave it.
func asked(errs gqlerror.List) error {
	first := errs[0]
	if cause := first.Unwrap(); cause != nil {
		return cause
	}
	return &graph.Error{Code: graph.CodeBadUserInput, Text: first.Message}
}
