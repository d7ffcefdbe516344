// Package scalar has the functions that read and write the schema's scalars and
// enums.
package scalar

import (
	"context"
	"encoding/json"
	"errors"
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
// more, which prompts use. One with which no id begins becomes an unknown id: the
// field decides whether that is an error. It returns any other text unchanged: the
// field of the argument refuses it, because only the field knows the argument's
// name.
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
	problem, known := errors.AsType[*graph.Error](err)
	switch {
	case err == nil:
		return whole, nil
	case graph.CodeOf(err) == graph.CodeNotFound:
		return graph.UnknownID(strings.ToLower(id)), nil
	case known && problem.Code == graph.CodeBadUserInput:
		return "", graph.BadInput(Argument(ctx), "%s", problem.Text)
	}
	return "", fmt.Errorf("expand id: %w", err)
}

// Argument returns the path of the current argument, such as input.start or
// ids[1].
func Argument(ctx context.Context) string {
	return graphql.GetPath(ctx)[len(graphql.GetFieldContext(ctx).Path()):].String()
}
