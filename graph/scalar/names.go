package scalar

import (
	"slices"
	"strings"

	"github.com/99designs/gqlgen/graphql"
	"github.com/vektah/gqlparser/v2/ast"
)

// idsOf returns the ids in an operation, so that one read resolves them: those of its
// document by their types, those in variables by their types or the names of the fields,
// because the schema is not known here. One that is missed is read by itself.
func idsOf(operation *graphql.OperationContext) []string {
	c := &collecting{}
	for _, variable := range operation.Operation.VariableDefinitions {
		c.given(variable.Type.Name() == "ID", operation.Variables[variable.Variable])
	}
	c.selected(operation.Operation.SelectionSet)
	return c.ids
}

// mostIDs is the maximum number of ids that one read resolves. By eye: requests are
// limited to fewer changes.
const mostIDs = 5000

// collecting collects the ids of an operation.
type collecting struct {
	ids       []string
	fragments []*ast.FragmentDefinition // that were visited
}

func (c *collecting) add(id string) {
	if len(c.ids) < mostIDs {
		c.ids = append(c.ids, id)
	}
}

// given collects the ids in a value of a variable.
func (c *collecting) given(isID bool, value any) {
	switch value := value.(type) {
	case string:
		if isID {
			c.add(value)
		}
	case []any:
		for _, item := range value {
			c.given(isID, item)
		}
	case map[string]any:
		for name, member := range value {
			c.given(isIDField(name), member)
		}
	}
}

// isIDField reports whether the values of a field of an input are ids, by its name.
func isIDField(name string) bool {
	name = strings.TrimSuffix(strings.ToLower(name), "s")
	return strings.HasSuffix(name, "id") || slices.Contains(idFields, name)
}

// idFields are the fields of filters with ids whose names do not say so, in singular.
var idFields = []string{"plan", "goal", "milestone", "owner", "project"}

// selected collects the ids in the arguments of fields.
func (c *collecting) selected(selections ast.SelectionSet) {
	for _, selection := range selections {
		switch selection := selection.(type) {
		case *ast.Field:
			for _, argument := range selection.Arguments {
				c.written(argument.Value)
			}
			c.selected(selection.SelectionSet)
		case *ast.InlineFragment:
			c.selected(selection.SelectionSet)
		case *ast.FragmentSpread:
			c.spread(selection.Definition)
		}
	}
}

// spread collects the ids in a fragment, once.
func (c *collecting) spread(fragment *ast.FragmentDefinition) {
	if slices.Contains(c.fragments, fragment) {
		return
	}
	c.fragments = append(c.fragments, fragment)
	c.selected(fragment.SelectionSet)
}

// written collects the ids in a value of the document.
func (c *collecting) written(value *ast.Value) {
	switch value.Kind {
	case ast.StringValue, ast.BlockValue, ast.IntValue:
		if value.Definition != nil && value.Definition.Name == "ID" {
			c.add(value.Raw)
		}
	case ast.ListValue, ast.ObjectValue:
		for _, child := range value.Children {
			c.written(child.Value)
		}
	}
}
