package scalar

import (
	"context"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/99designs/gqlgen/graphql"

	"dossier/graph"
)

// MarshalTime writes a time in RFC 3339; the zero time is null.
func MarshalTime(t time.Time) graphql.ContextMarshaler {
	return graphql.ContextWriterFunc(func(_ context.Context, w io.Writer) error {
		graphql.MarshalTime(t).MarshalGQL(w)
		return nil
	})
}

// UnmarshalTime reads a time in RFC 3339, or a date alone, which is midnight UTC
// as in imports.
func UnmarshalTime(ctx context.Context, value any) (time.Time, error) {
	text, is := value.(string)
	switch value.(type) {
	case map[string]any:
		text = "an object"
	case []any:
		text = "a list"
	default:
		if !is {
			text = fmt.Sprint(value)
		}
	}
	for _, layout := range []string{time.RFC3339Nano, time.DateOnly} {
		if t, err := time.Parse(layout, strings.ToUpper(text)); err == nil {
			return t, nil
		}
	}
	return time.Time{}, graph.BadInput(Argument(ctx),
		"expected a time in RFC 3339, such as 2026-11-30T09:00:00Z, or a date such as 2026-11-30; got %q", graph.Truncate(text, 60))
}
