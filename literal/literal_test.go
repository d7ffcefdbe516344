package literal_test

import (
	"encoding/json"
	"testing"

	"github.com/vektah/gqlparser/v2"
	"github.com/vektah/gqlparser/v2/ast"
	"github.com/vektah/gqlparser/v2/parser"
	"github.com/vektah/gqlparser/v2/validator"
	"github.com/vektah/gqlparser/v2/validator/rules"

	"dossier/literal"
)

const schema = `
	scalar JSON
	input In { n: Int, of: JSON }
	type Query { find(n: Int = 3, id: ID, flag: Boolean, x: Float, in: In, many: [JSON]): Int }`

// TestArguments checks that numbers keep their digits, and when an argument is
// missing.
func TestArguments(t *testing.T) {
	loaded := gqlparser.MustLoadSchema(&ast.Source{Input: schema})
	for document, want := range map[string]string{
		`{ find }`:          `{"n":3}`,
		`{ find(n: null) }`: `{"n":null}`,
		`{ find(id: 99999999999999999999, x: 1e400) }`: `{"id":99999999999999999999,"n":3,"x":1e400}`,
		`{ find(in: {of: {a: [0.10, -0, true, "é", null, ` +
			`{}]}}) }`: `{"in":{"of":{"a":[0.10,-0,true,"é",null,{}]}},"n":3}`,
		`{ find(many: [], flag: false) }`:                                 `{"flag":false,"many":[],"n":3}`,
		`query($n: Int, $of: JSON) { find(n: $n, in: {n: $n, of: $of}) }`: `{"in":{"of":7},"n":3}`,
		`query($n: JSON = 12345678901234567890, $of: JSON) { ` +
			`find(in: {of: $of}, many: [$n]) }`: `{"in":{"of":7},"many":[12345678901234567890],"n":3}`,
		`query($n: Int = 5, $of: JSON = 1e999) { find(n: $n, many: [$of, """block"""]) }`: `{"many":[7,"block"],"n":5}`,
		`query($x: JSON = 1e999) { find(many: [$x]) }`:                                    `{"many":[1e999],"n":3}`,
	} {
		parsed, err := parser.ParseQuery(&ast.Source{Input: document})
		if err != nil {
			t.Fatalf("%s: %v", document, err)
		}
		validator.ValidateWithRules(loaded, parsed, rules.NewRules()) // sets the definitions
		operation := parsed.Operations[0]
		given := map[string]any{"of": 7}
		variables := literal.WithDefaults(operation, given)
		if len(given) != 1 {
			t.Errorf("%s: the variables that were given became %v", document, given)
		}
		got, err := json.Marshal(literal.Arguments(operation.SelectionSet[0].(*ast.Field), variables))
		if string(got) != want || err != nil {
			t.Errorf("%s: got %s (%v), want %s", document, got, err, want)
		}
	}
}
