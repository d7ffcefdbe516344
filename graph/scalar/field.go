package scalar

import (
	"context"
	"encoding/json"
	"fmt"
	"io"

	"github.com/99designs/gqlgen/graphql"

	"dossier/graph"
)

// MarshalFieldValue writes a value of a field as a text.
func MarshalFieldValue(value string) graphql.ContextMarshaler {
	return graphql.ContextWriterFunc(func(_ context.Context, w io.Writer) error {
		graphql.MarshalString(value).MarshalGQL(w)
		return nil
	})
}

// UnmarshalFieldValue reads a value of a field: a text, a number, or true or false.
func UnmarshalFieldValue(ctx context.Context, value any) (string, error) {
	switch value := value.(type) {
	case string:
		return value, nil
	case bool, int, int64, float64, json.Number:
		return fmt.Sprint(value), nil
	case []any:
		return "", graph.BadInput(Argument(ctx), "is a list; expected a text, a number, or true or false; give several values as in")
	}
	return "", graph.BadInput(Argument(ctx), "is an object; expected a text, a number, or true or false")
}
