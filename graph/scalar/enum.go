package scalar

import (
	"context"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/99designs/gqlgen/graphql"

	"dossier/graph"
)

var names = strings.NewReplacer(" ", "_", "-", "_")

// EnumText returns the spelling of a value in the enum with that name. It
// returns "", which is null in an answer, for a value that the enum does not
// have, because a store may hold values that another program wrote.
func EnumText(enum, value string) string {
	if !graph.EnumHas(enum, value) {
		return ""
	}
	return strings.ToUpper(names.Replace(value))
}

// MarshalEnum writes a value of an enum.
func MarshalEnum(value string) graphql.ContextMarshaler {
	return graphql.ContextWriterFunc(func(ctx context.Context, w io.Writer) error {
		text := "null"
		if name := EnumText(enumOf(ctx), value); name != "" {
			text = strconv.Quote(name)
		}
		_, err := io.WriteString(w, text)
		return err
	})
}

// enumOf returns the name of the enum that is being written, "" if unknown.
func enumOf(ctx context.Context) string {
	for field := graphql.GetFieldContext(ctx); field != nil; field = field.Parent {
		if field.Field.Field != nil && field.Field.Definition != nil {
			return field.Field.Definition.Type.Name()
		}
	}
	return ""
}

// UnmarshalEnum reads a value of an enum, which the schema has already checked.
func UnmarshalEnum(_ context.Context, value any) (string, error) {
	name, ok := value.(string)
	if !ok {
		return "", fmt.Errorf("enum value: expected a name; got %T", value)
	}
	return strings.ToLower(name), nil
}
