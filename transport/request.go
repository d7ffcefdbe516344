package transport

import (
	"cmp"
	"context"
	"math"
	"strings"

	"github.com/99designs/gqlgen/graphql"
	"github.com/99designs/gqlgen/graphql/executor"
	"github.com/vektah/gqlparser/v2/ast"
	"github.com/vektah/gqlparser/v2/gqlerror"
	"github.com/vektah/gqlparser/v2/parser"
	"github.com/vektah/gqlparser/v2/validator/rules"

	"dossier/literal"
	"dossier/meter"
	"dossier/transport/document"
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
		if invalid := document.CheckVariables(r.schema, r.terse, operation.Operation, params.Variables); invalid != nil {
			errs = invalid
		}
	}
	if errs == nil {
		return nil
	}
	if operation.Doc != nil && operation.Operation == nil {
		errs = gqlerror.List{document.NoOperation(operation.Doc, params.OperationName)}
	}
	if r.terse {
		return errs
	}
	return document.Suggest(r.schema, params.Query, errs, r.tokens)
}

// parseDefaults returns a document whose variables may have defaults, nil for
// another one, and for one that is not valid.
func parseDefaults(document string, tokens int) *ast.QueryDocument {
	if !strings.Contains(document, "=") {
		return nil
	}
	parsed, err := parser.ParseQueryWithTokenLimit(&ast.Source{Input: document}, tokens)
	if err != nil {
		return nil
	}
	return parsed
}

// giveDefaults sets the variables that have a default and no value. gqlgen would
// change numbers of more than 64 bits, or refuse them.
func giveDefaults(document *ast.QueryDocument, params *graphql.RawParams) {
	if document == nil {
		return
	}
	if operation := document.Operations.ForName(params.OperationName); operation != nil {
		params.Variables = literal.WithDefaults(operation, params.Variables)
	}
}

// Execute executes a request in this process. Its errors about the request are
// those of a server, with the argument at fault in their extensions; the errors
// of resolvers are unchanged. There are no limits.
func Execute(ctx context.Context, schema graphql.ExecutableSchema, params *graphql.RawParams) *graphql.Response {
	if invalid := document.CountTokens(params.Query).Invalid; invalid != nil {
		return &graphql.Response{Errors: gqlerror.List{invalid}}
	}
	giveDefaults(parseDefaults(params.Query, 0), params)
	reader := requestReader{schema: schema.Schema()}
	run := executor.New(schema)
	run.SetDefaultRulesFn(func() *rules.Rules { return document.BoundedRules(reader.terse) })
	run.SetDisableSuggestion(true) // see suggest
	ctx = graphql.StartOperationTrace(ctx)
	operation, errs := run.CreateOperationContext(ctx, params)
	if errs = reader.check(operation, params, errs); errs != nil {
		return &graphql.Response{Errors: errs}
	}
	run.SetErrorPresenter(presentUnlimited)
	metered, _, end := meter.Start(ctx, operation, math.MaxInt)
	defer end()
	handle, ctx := run.DispatchOperation(metered, operation)
	if response := handle(ctx); response != nil {
		return response
	}
	return &graphql.Response{Errors: gqlerror.List{gqlerror.Wrap(cmp.Or(context.Cause(ctx), context.DeadlineExceeded))}}
}

// presentUnlimited implements graphql.ErrorPresenterFunc for requests in this
// process. It changes only errors after a mutation was committed.
func presentUnlimited(ctx context.Context, err error) *gqlerror.Error {
	shown := graphql.DefaultErrorPresenter(ctx, err)
	if ids, is := writtenBefore(ctx, shown); is {
		shown.Message = madeBut + shown.Message
		shown.Extensions = map[string]any{"code": codeWritten, "ids": ids}
	}
	return shown
}
