package transport

import (
	"context"

	"github.com/99designs/gqlgen/graphql"
	"github.com/99designs/gqlgen/graphql/executor"
	"github.com/vektah/gqlparser/v2/ast"
	"github.com/vektah/gqlparser/v2/gqlerror"
	"github.com/vektah/gqlparser/v2/validator/rules"
)

// A requestReader finds the errors of requests.
type requestReader struct {
	schema *ast.Schema
	terse  bool // errors contain no names of the schema
	tokens int  // the most of a document, 0 for no limit
}

// check returns the errors of a request, given those of gqlgen, which reads a
// number as a text and an enum in any case.
func (r requestReader) check(operation *graphql.OperationContext, params *graphql.RawParams, errs gqlerror.List) gqlerror.List {
	if operation.Operation != nil {
		if invalid := checkVariables(r.schema, r.terse, operation.Operation, params.Variables); invalid != nil {
			errs = invalid
		}
	}
	if errs == nil {
		return nil
	}
	if operation.Doc != nil && operation.Operation == nil {
		errs = gqlerror.List{noOperation(operation.Doc, params.OperationName)}
	}
	if r.terse {
		return errs
	}
	return suggest(r.schema, params.Query, errs, r.tokens)
}

// Execute executes a request in this process. Its errors about the request are
// those of a server, with the argument at fault in their extensions; the errors
// of resolvers are unchanged. There are no limits.
func Execute(ctx context.Context, schema graphql.ExecutableSchema, params *graphql.RawParams) *graphql.Response {
	if invalid := countTokens(params.Query).invalid; invalid != nil {
		return &graphql.Response{Errors: gqlerror.List{invalid}}
	}
	reader := requestReader{schema: schema.Schema()}
	run := executor.New(schema)
	run.SetDefaultRulesFn(func() *rules.Rules { return boundedRules(reader.terse) })
	run.SetDisableSuggestion(true) // see suggest
	ctx = graphql.StartOperationTrace(ctx)
	operation, errs := run.CreateOperationContext(ctx, params)
	if errs = reader.check(operation, params, errs); errs != nil {
		return &graphql.Response{Errors: errs}
	}
	handle, ctx := run.DispatchOperation(ctx, operation)
	return handle(ctx)
}
