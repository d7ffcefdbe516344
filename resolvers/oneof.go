package resolvers

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/99designs/gqlgen/graphql"

	"dossier/graph"
)

// oneOf implements the directive of that name where the service cannot: it
// refuses fields that are null, which the service does not see. The validator
// holds literals to the directive; this checks variables.
func oneOf(ctx context.Context, object any, next graphql.Resolver) (any, error) {
	fields, _ := object.(map[string]any)
	for _, name := range slices.Sorted(maps.Keys(fields)) {
		if fields[name] == nil {
			return nil, graph.BadInput(argument(ctx)+"."+name, "is null; give it a value, or leave it out")
		}
	}
	return next(ctx)
}

// argument is the path of the argument that is being read, such as input.start.
func argument(ctx context.Context) string {
	var names []string
	for _, element := range graphql.GetPath(ctx)[len(graphql.GetFieldContext(ctx).Path()):] {
		names = append(names, fmt.Sprint(element))
	}
	return strings.Join(names, ".")
}
