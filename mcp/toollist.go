package mcp

import (
	"dossier/graph"
	"dossier/graph/lens"
	"dossier/mcp/dialect"
	"dossier/mcp/schema"
)

// PrintTools returns the tools as JSON in the form of a model's API: openai or
// anthropic.
func PrintTools(lenses []lens.Lens, api string, readOnly bool) (string, error) {
	var list []schema.Object
	for _, one := range tools(lenses, readOnly) {
		switch api {
		case "openai":
			list = append(list, schema.Object{schema.Pair("type", "function"), schema.Pair("function", schema.Object{
				schema.Pair("name", one.Name), schema.Pair("description", one.Description), schema.Pair("parameters", one.InputSchema),
			})})
		case "anthropic":
			list = append(list, schema.Object{schema.Pair("name", one.Name), schema.Pair("description", one.Description),
				schema.Pair("input_schema", one.InputSchema)})
		default:
			return "", graph.BadInput("print-tools", "unknown API %q; expected openai or anthropic", graph.Truncate(api, dialect.NameRunes))
		}
	}
	return schema.Indented(list), nil
}

// ToolNames returns the names of all tools.
func ToolNames() (names []string) {
	for _, one := range tools(nil, false) {
		names = append(names, one.Name)
	}
	return names
}
