// Package resolverstest has the reference for tests of the schema.
package resolverstest

import (
	"context"
	"slices"

	"github.com/99designs/gqlgen/graphql"
	"github.com/99designs/gqlgen/graphql/introspection"
	"github.com/vektah/gqlparser/v2/ast"

	"dossier/generated/executor"
	"dossier/graph/query"
	"dossier/resolvers"
)

// Reference returns the schema of a service, executed by the code that gqlgen
// generates. Tests and benchmarks compare plans with it.
func Reference(service *query.Service) graphql.ExecutableSchema {
	bound, root := resolvers.Bind(service)
	return accurate{executor.NewExecutableSchema(executor.Config{
		Schema: bound.Schema(), Resolvers: executor.Resolvers(root), Directives: executor.DirectiveRoot{OneOf: bound.Directives.OneOf},
	})}
}

// accurate makes gqlgen's executor answer introspection like plans. A field
// that a kind of type does not have is null, as the specification requires;
// gqlgen returns an empty list (gqlgen#1867).
type accurate struct{ graphql.ExecutableSchema }

// Exec implements [graphql.ExecutableSchema].
func (a accurate) Exec(ctx context.Context) graphql.ResponseHandler {
	operation := graphql.GetOperationContext(ctx)
	middleware := operation.ResolverMiddleware
	operation.ResolverMiddleware = func(ctx context.Context, next graphql.Resolver) (any, error) {
		value, err := middleware(ctx, next)
		if isAbsent(graphql.GetFieldContext(ctx)) {
			return nil, err
		}
		return value, err
	}
	return a.ExecutableSchema.Exec(ctx)
}

// kindsWith lists, for fields of __Type, the kinds of types that have them.
var kindsWith = map[string][]ast.DefinitionKind{
	"fields":        {ast.Object, ast.Interface},
	"interfaces":    {ast.Object, ast.Interface},
	"possibleTypes": {ast.Interface, ast.Union},
	"enumValues":    {ast.Enum},
	"inputFields":   {ast.InputObject},
	"isOneOf":       {ast.InputObject},
}

// isAbsent reports whether a field of introspection is one that the inspected
// type does not have.
func isAbsent(field *graphql.FieldContext) bool {
	if field.Object != "__Type" || field.Parent == nil {
		return false
	}
	kinds, some := kindsWith[field.Field.Name]
	of, known := field.Parent.Result.(*introspection.Type)
	return some && known && !slices.Contains(kinds, ast.DefinitionKind(of.Kind()))
}
