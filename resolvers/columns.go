package resolvers

import (
	"context"
	"slices"

	"github.com/99designs/gqlgen/graphql"
	"github.com/vektah/gqlparser/v2/ast"

	"dossier/graph"
)

// columnsRead returns the columns of the entities of a connection, the current
// field, that a query reads. It returns nil, for all columns, if the query selects a field
// that more than one column determines. Most lists of a screen read a fifth of
// the columns.
func columnsRead(ctx context.Context, spec *graph.Spec) []string {
	c := &columnReader{spec: spec, columns: []string{}}
	c.connection(graphql.GetFieldContext(ctx).Field.Selections)
	if c.all {
		return nil
	}
	return c.columns
}

// A columnReader collects columns. It ignores conditions on fields, as a column
// may be read in vain.
type columnReader struct {
	spec    *graph.Spec
	columns []string
	all     bool
}

func (c *columnReader) connection(selections ast.SelectionSet) {
	each(selections, func(field *ast.Field) {
		switch field.Name {
		case "nodes", "node":
			each(field.SelectionSet, c.entity)
		case "edges":
			c.connection(field.SelectionSet)
		}
	})
}

func (c *columnReader) entity(field *ast.Field) {
	column, ok := c.spec.ColumnRead(field.Name)
	switch {
	case !ok:
		c.all = true
	case column != "" && !slices.Contains(c.columns, column):
		c.columns = append(c.columns, column)
	}
}

// each calls visit with the fields of selections, including those of fragments.
func each(selections ast.SelectionSet, visit func(*ast.Field)) {
	for _, selection := range selections {
		switch selection := selection.(type) {
		case *ast.Field:
			visit(selection)
		case *ast.InlineFragment:
			each(selection.SelectionSet, visit)
		case *ast.FragmentSpread:
			each(selection.Definition.SelectionSet, visit)
		}
	}
}
