// Package literal evaluates the values of a GraphQL document.
//
// Those of gqlparser have 64 bits, and its evaluation of arguments panics for
// others. Here a number keeps its digits, as one of JSON variables does.
package literal

import (
	"encoding/json"
	"maps"

	"github.com/vektah/gqlparser/v2/ast"
)

// Arguments returns the arguments of a field by name. An argument whose variable
// is missing has its default, or is missing.
func Arguments(field *ast.Field, variables map[string]any) map[string]any {
	arguments := map[string]any{}
	for _, defined := range field.Definition.Arguments {
		given := field.Arguments.ForName(defined.Name)
		switch {
		case given != nil && !isMissing(given.Value, variables):
			arguments[defined.Name] = Value(given.Value, variables)
		case defined.DefaultValue != nil:
			arguments[defined.Name] = Value(defined.DefaultValue, nil)
		}
	}
	return arguments
}

// isMissing reports whether a value is a variable without a value.
func isMissing(value *ast.Value, variables map[string]any) bool {
	if value.Kind != ast.Variable {
		return false
	}
	_, has := variables[value.Raw]
	return !has
}

// Value returns a value as Go: nil, a bool, string, [json.Number], []any,
// map[string]any, or what a variable has.
func Value(value *ast.Value, variables map[string]any) any {
	switch value.Kind {
	case ast.Variable:
		return variables[value.Raw]
	case ast.IntValue, ast.FloatValue:
		return json.Number(value.Raw)
	case ast.BooleanValue:
		return value.Raw == "true"
	case ast.NullValue:
		return nil
	case ast.ListValue:
		return list(value, variables)
	case ast.ObjectValue:
		return object(value, variables)
	}
	return value.Raw
}

func list(value *ast.Value, variables map[string]any) []any {
	items := make([]any, len(value.Children))
	for i, child := range value.Children {
		items[i] = Value(child.Value, variables)
	}
	return items
}

// object returns an input object. A field whose variable is missing is missing.
func object(value *ast.Value, variables map[string]any) map[string]any {
	fields := make(map[string]any, len(value.Children))
	for _, child := range value.Children {
		if !isMissing(child.Value, variables) {
			fields[child.Name] = Value(child.Value, variables)
		}
	}
	return fields
}

// WithDefaults returns variables with the defaults of an operation for those that
// are missing.
func WithDefaults(operation *ast.OperationDefinition, variables map[string]any) map[string]any {
	all := variables
	for _, variable := range operation.VariableDefinitions {
		_, given := variables[variable.Variable]
		if given || variable.DefaultValue == nil {
			continue
		}
		if len(all) == len(variables) {
			all = maps.Clone(variables)
		}
		if all == nil {
			all = map[string]any{}
		}
		all[variable.Variable] = Value(variable.DefaultValue, nil)
	}
	return all
}
