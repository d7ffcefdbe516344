package transport_test

import (
	"context"
	"errors"
	"testing"

	"github.com/99designs/gqlgen/graphql"

	"dossier/transport"
	"dossier/transport/testdata/echo"
)

// TestExecute checks that errors about a request name the argument at fault, in
// the words of a server, and that errors of resolvers are unchanged.
func TestExecute(t *testing.T) {
	root := &echo.Root{OnAnswer: func(context.Context) (*string, error) { return nil, errKnown }}
	schema := echo.NewExecutableSchema(echo.Config{Resolvers: root})
	for _, test := range []struct {
		query, text, argument string
	}{
		{`query ($t: String!) { echo(text: $t) }`, "is missing; expected String", "text"},
		{`{ echo(text: 1) }`, "expected String; got 1", "text"},
		{`{ child }`, `Cannot query field "child" on type "Query". Did you mean "item { child }"?`, ""},
		{`{ ecko }`, `Cannot query field "ecko" on type "Query". Did you mean "echo"?`, ""},
	} {
		got := transport.Execute(t.Context(), schema, &graphql.RawParams{Query: test.query})
		if len(got.Errors) != 1 || got.Errors[0].Message != test.text {
			t.Fatalf("%s: got %v", test.query, got.Errors)
		}
		if argument, _ := got.Errors[0].Extensions["argument"].(string); argument != test.argument {
			t.Errorf("%s: got the argument %q, want %q", test.query, argument, test.argument)
		}
	}
	got := transport.Execute(t.Context(), schema, &graphql.RawParams{Query: "{ answer }"})
	if len(got.Errors) != 1 || !errors.Is(got.Errors[0], errKnown) {
		t.Errorf("got %v", got.Errors)
	}

	over, cancel := context.WithCancel(t.Context())
	cancel()
	got = transport.Execute(over, schema, &graphql.RawParams{Query: "{ answer }"})
	if got == nil || len(got.Errors) != 1 || !errors.Is(got.Errors[0], context.Canceled) && !errors.Is(got.Errors[0], errKnown) {
		t.Errorf("after its time is over: got %v", got)
	}
}
