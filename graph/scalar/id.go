// Package scalar has the functions that read and write the schema's scalars and
// enums.
package scalar

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/99designs/gqlgen/graphql"

	"dossier/graph"
)

// MarshalID writes an id.
func MarshalID(id string) graphql.ContextMarshaler {
	return graphql.ContextWriterFunc(func(_ context.Context, w io.Writer) error {
		_, err := io.WriteString(w, strconv.Quote(id))
		return err
	})
}

// UnmarshalID reads an id, a text or a whole number: the beginning of an id may
// consist of digits. It completes a prefix of an id with eight digits or
// more, which prompts use. It returns any other text unchanged: the field of
// the argument refuses it, because only the field knows the argument's name.
func UnmarshalID(ctx context.Context, value any) (string, error) {
	id := fmt.Sprint(value)
	switch value.(type) {
	case string, int64, json.Number:
	default:
		return "", graph.BadInput(Argument(ctx), "%v is not an id; expected a text", value)
	}
	if !graph.IsShortID(id) {
		return id, nil
	}
	whole, err := graph.ReaderFrom(ctx).Expand(ctx, strings.ToLower(id))
	if err != nil {
		return "", fmt.Errorf("expand id: %w", err)
	}
	return whole, nil
}

// Argument returns the path of the current argument, such as input.start or
// ids[1].
func Argument(ctx context.Context) string {
	return graphql.GetPath(ctx)[len(graphql.GetFieldContext(ctx).Path()):].String()
}
