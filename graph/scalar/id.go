// Package scalar has the functions that read and write the schema's scalars and
// enums.
package scalar

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/99designs/gqlgen/graphql"

	"dossier/graph"
	"dossier/graph/reader"
)

// MarshalID writes an id.
func MarshalID(id string) graphql.ContextMarshaler {
	return graphql.ContextWriterFunc(func(_ context.Context, w io.Writer) error {
		_, err := io.WriteString(w, strconv.Quote(id))
		return err
	})
}

// UnmarshalID reads an id, a text or a whole number: an id may consist of digits.
// It returns the id of the entity that the text means, by its external id or the
// beginning of its id. It returns a text that means none unchanged, and one that
// may be the beginning of an id as an unknown id: the field decides whether that
// is an error, because only the field knows the argument's name.
func UnmarshalID(ctx context.Context, value any) (string, error) {
	id := fmt.Sprint(value)
	switch value.(type) {
	case string, int64, json.Number:
	default:
		return "", graph.BadInput(Argument(ctx), "%v is not an id; expected a text", value)
	}
	if graph.IsUUID(id) || id == "" || strings.HasPrefix(id, "$") || !isOfEntity(ctx) {
		return id, nil
	}
	whole, err := reader.From(ctx).Expand(ctx, id, func() []string { return idsOf(graphql.GetOperationContext(ctx)) })
	problem, known := errors.AsType[*graph.Error](err)
	switch {
	case err == nil:
		return whole, nil
	case graph.CodeOf(err) == graph.CodeNotFound && graph.IsShortID(id):
		return graph.UnknownID(strings.ToLower(id)), nil
	case graph.CodeOf(err) == graph.CodeNotFound && mayBeDeleted(Argument(ctx)):
		return graph.ID(id), nil
	case graph.CodeOf(err) == graph.CodeNotFound:
		return id, nil
	case known && problem.Code == graph.CodeBadUserInput:
		return "", graph.BadInput(Argument(ctx), "%s", problem.Text)
	}
	return "", fmt.Errorf("expand id: %w", err)
}

// mayBeDeleted reports whether an argument names an entity that is restored, or
// deleted once more.
func mayBeDeleted(argument string) bool {
	return strings.Contains(argument, "restore") || strings.Contains(argument, "delete")
}

// others are the arguments whose ids are not of entities.
var others = []string{"actorId", "keyId", "edgeId"}

// isOfEntity reports whether the current argument is the id of an entity.
func isOfEntity(ctx context.Context) bool {
	path := Argument(ctx)
	return !slices.Contains(others, path[strings.LastIndexByte(path, '.')+1:])
}

// Argument returns the path of the current argument, such as input.start or
// ids[1].
func Argument(ctx context.Context) string {
	return graphql.GetPath(ctx)[len(graphql.GetFieldContext(ctx).Path()):].String()
}
