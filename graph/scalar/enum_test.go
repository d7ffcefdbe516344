package scalar_test

import (
	"context"
	"strings"
	"testing"

	"github.com/99designs/gqlgen/graphql"
	"github.com/vektah/gqlparser/v2/ast"

	"dossier/graph/scalar"
)

// TestMarshalEnum checks that a stored value that is not in the enum is null: it
// must not fail the query, and clients know only the values of the schema.
func TestMarshalEnum(t *testing.T) {
	for _, test := range []struct{ enum, value, want string }{
		{"Impact", "high", `"HIGH"`}, {"Impact", "dire", "null"}, {"Impact", "", "null"}, {"Impact", "HIGH", "null"},
		{"TaskState", "in_progress", `"IN_PROGRESS"`}, {"TaskState", "achieved", "null"}, {"State", "achieved", `"ACHIEVED"`},
		{"SearchReason", "exact title", `"EXACT_TITLE"`},
	} {
		definition := &ast.FieldDefinition{Type: ast.ListType(ast.NamedType(test.enum, nil), nil)}
		field := &graphql.FieldContext{Field: graphql.CollectedField{Field: &ast.Field{Definition: definition}}}
		ctx := graphql.WithFieldContext(context.Background(), field)
		item := graphql.WithFieldContext(ctx, &graphql.FieldContext{Index: new(int)}) // of a list
		for _, ctx := range []context.Context{ctx, item} {
			var out strings.Builder
			if err := scalar.MarshalEnum(test.value).MarshalGQLContext(ctx, &out); err != nil || out.String() != test.want {
				t.Errorf("%s %q: got %s, %v, want %s", test.enum, test.value, out.String(), err, test.want)
			}
		}
	}
}

func TestUnmarshalEnum(t *testing.T) {
	if got, err := scalar.UnmarshalEnum(context.Background(), "IN_PROGRESS"); got != "in_progress" || err != nil {
		t.Errorf("got %q, %v", got, err)
	}
	if _, err := scalar.UnmarshalEnum(context.Background(), 1); err == nil {
		t.Error("a number is taken for a value")
	}
}
