package resolvers

import (
	"maps"

	"github.com/vektah/gqlparser/v2/ast"

	"dossier/generated"
)

// advertised returns the schema without the directive defer, which gqlgen adds
// to every schema. Requests with it are refused, so clients must not see it.
func advertised() *ast.Schema {
	schema := *generated.Schema()
	schema.Directives = maps.Clone(schema.Directives)
	delete(schema.Directives, "defer")
	return &schema
}
