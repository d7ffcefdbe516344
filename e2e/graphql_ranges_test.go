package e2e_test

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/vektah/gqlparser/v2/ast"

	"dossier/generated"
	"dossier/graph"
)

// literals are values of the types of required arguments.
var literals = map[string]string{
	"ID!": fmt.Sprintf("%q", graph.ID("shoplane")), "[ID!]!": fmt.Sprintf("[%q]", graph.ID("shoplane")), "String!": `"fog"`,
	"DateTime!": `"2026-11-18T12:00:00Z"`, "ContextInput!": `{start: {topic: "fog"}}`,
}

var expected = regexp.MustCompile(`expected (\d+ (?:to \d+|or more))`)

// TestRangesAreDescribed checks that the description of each numeric argument of
// a query has the range that its error names.
func TestRangesAreDescribed(t *testing.T) {
	s := serveDemo(t)
	schema := generated.Schema()
	tested := 0
	for _, field := range schema.Query.Fields {
		for _, argument := range field.Arguments {
			if argument.Type.Name() == "Int" {
				s.testRange(t, field, argument.Name, "-1", argument.Description)
				tested++
			}
		}
	}
	input := schema.Query.Fields.ForName("contextDocument")
	for _, field := range schema.Types["ContextInput"].Fields {
		if field.Type.Name() == "Int" {
			s.testRange(t, input, "input", fmt.Sprintf(`{start: {topic: "fog"}, %s: -1}`, field.Name), field.Description)
			tested++
		}
	}
	if tested < 50 {
		t.Errorf("tested %d arguments", tested)
	}
}

// testRange checks the error of a field with a wrong value of an argument.
func (s *served) testRange(t *testing.T, field *ast.FieldDefinition, argument, wrong, description string) {
	given := argument + ": " + wrong
	for _, other := range field.Arguments {
		value := literals[other.Type.String()]
		if strings.HasSuffix(other.Type.Name(), "GroupBy") {
			value = "[CREATED_WEEK]"
		}
		if other.Type.NonNull && other.DefaultValue == nil && other.Name != argument {
			given += ", " + other.Name + ": " + value
		}
	}
	got := s.ask(t, fmt.Sprintf(`{ %s(%s) { __typename } }`, field.Name, given), nil).raw
	found := expected.FindStringSubmatch(got)
	if found == nil {
		t.Errorf("%s(%s): got %s", field.Name, given, got)
	} else if !strings.Contains(strings.ReplaceAll(description, ",", ""), found[1]) {
		t.Errorf("%s.%s: got the range %s, which is not in %q", field.Name, argument, found[1], description)
	}
}
