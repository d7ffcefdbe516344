package resolvers

import (
	"context"
	"maps"
	"slices"

	"github.com/99designs/gqlgen/graphql"

	"dossier/graph"
	"dossier/graph/scalar"
)

// oneOf implements the directive @oneOf where the service cannot: it returns an
// error for fields that are null, which the service does not see. The validator
// checks literals; this function checks variables.
func oneOf(ctx context.Context, object any, next graphql.Resolver) (any, error) {
	fields, _ := object.(map[string]any)
	for _, name := range slices.Sorted(maps.Keys(fields)) {
		if fields[name] == nil {
			return nil, graph.BadInput(scalar.Argument(ctx)+"."+name, "is null; give it a value, or leave it out")
		}
	}
	return next(ctx)
}
