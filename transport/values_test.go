package transport

import (
	"testing"

	"github.com/vektah/gqlparser/v2"
	"github.com/vektah/gqlparser/v2/ast"
	"github.com/vektah/gqlparser/v2/gqlerror"
)

func TestExplain(t *testing.T) {
	schema := gqlparser.MustLoadSchema(&ast.Source{Input: `enum Size { SMALL LARGE } type Query { of(size: Size): Int }`})
	variable := ast.Path{ast.PathName("variable"), ast.PathName("input"), ast.PathName("sizes"), ast.PathIndex(1)}
	for _, test := range []struct {
		message     string
		path        ast.Path
		want, terse string
	}{
		{
			`Value "HUGE" does not exist in "[Size!]!" enum. Did you mean the enum value "LARGE"?`, nil,
			"expected one of SMALL, LARGE; got HUGE", "got HUGE, which is not a value that is expected here",
		},
		{
			`Enum "Size!" cannot represent non-enum value: "a. b".`, nil,
			`expected one of SMALL, LARGE; got "a. b"`, `got "a. b", which is not a value that is expected here`,
		},
		{
			`HUGE is not a valid Size`, variable,
			"$input.sizes[1]: expected one of SMALL, LARGE; got HUGE", "$input.sizes[1]: got HUGE, which is not a value that is expected here",
		},
		{
			`cannot use string as Int`, variable[:2],
			"$input: expected Int; got string", "$input: got string, which is not a value that is expected here",
		},
		{`must be defined`, variable[:2], "$input: is missing; expected a value", "$input: is missing; expected a value"},
		{`unknown field`, variable[:3], "$input.sizes: unknown field", "$input.sizes: unknown field"},
		{`HUGE is not a valid Colour`, nil, "HUGE is not a valid Colour", "HUGE is not a valid Colour"},
		{`Cannot query field "x" on type "Query".`, nil, `Cannot query field "x" on type "Query".`, `Cannot query field "x" on type "Query".`},
	} {
		for terse, want := range map[bool]string{false: test.want, true: test.terse} {
			err := &gqlerror.Error{Message: test.message, Path: test.path}
			if explainValue(schema, err, terse); err.Message != want {
				t.Errorf("%s: got %s, want %s", test.message, err.Message, want)
			}
		}
	}
}
