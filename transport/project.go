package transport

import (
	"maps"
	"slices"
	"strings"

	"github.com/99designs/gqlgen/graphql"
	"github.com/vektah/gqlparser/v2/ast"

	"dossier/literal"
)

// projectHeader is the header with the project that an operation is about. A client
// sends it with its next request, so that a balancer finds the server that has the
// project in memory.
const projectHeader = "X-Dossier-Project"

// projectArgument is the argument, or the field of an input object, with a project.
const projectArgument = "projectId"

// longestProject is the greatest length of an id in a header. By eye.
const longestProject = 200

// projectOf returns the project of the first root field that has one, "" for none.
func projectOf(operation *graphql.OperationContext) string {
	for _, selection := range operation.Operation.SelectionSet {
		field, is := selection.(*ast.Field)
		if !is || len(field.Arguments) == 0 {
			continue
		}
		if id := projectIn(literal.Arguments(field, operation.Variables)); id != "" {
			return id
		}
	}
	return ""
}

// projectIn returns the project of arguments or of an object in them, such as the start
// of a context document.
func projectIn(arguments map[string]any) string {
	if id, is := arguments[projectArgument].(string); is && isHeaderValue(id) {
		return id
	}
	for _, name := range slices.Sorted(maps.Keys(arguments)) {
		if object, is := arguments[name].(map[string]any); is {
			if id := projectIn(object); id != "" {
				return id
			}
		}
	}
	return ""
}

// isHeaderValue reports whether a text can be the value of a header as it is.
func isHeaderValue(text string) bool {
	isOther := func(r rune) bool { return r <= ' ' || r > '~' }
	return text != "" && len(text) <= longestProject && !strings.ContainsFunc(text, isOther)
}
