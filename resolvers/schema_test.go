package resolvers_test

import (
	goast "go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/vektah/gqlparser/v2/ast"

	"dossier/generated"
	"dossier/graph/prompt"
	"dossier/graph/relevance/search"
)

// TestOnlyEntitiesHaveAnID checks the schema for clients with a normalised
// cache, which take two objects with the same id for one object.
func TestOnlyEntitiesHaveAnID(t *testing.T) {
	for _, definition := range generated.Schema().Types {
		if definition.Kind != ast.Object || definition.BuiltIn {
			continue
		}
		has := definition.Fields.ForName("id") != nil || definition.Fields.ForName("_id") != nil
		if entity := slices.Contains(definition.Interfaces, "Entity"); has != entity {
			t.Errorf("%s: has an id: %v, is an entity: %v", definition.Name, has, entity)
		}
	}
}

// TestRootFieldsMayBeNull checks that root fields are nullable, so that an
// error of one does not affect the others.
func TestRootFieldsMayBeNull(t *testing.T) {
	for _, field := range generated.Schema().Query.Fields {
		if field.Type.NonNull && !strings.HasPrefix(field.Name, "__") {
			t.Errorf("Query.%s cannot be null", field.Name)
		}
	}
}

// TestEnumsHaveTheValuesOfTheDomain checks the enums that are not generated.
func TestEnumsHaveTheValuesOfTheDomain(t *testing.T) {
	for name, values := range map[string][]string{
		"Fact":               prompt.FactNames(),
		"ContextWarningCode": append(constants(t, "../graph/contextdoc", "warn"), constants(t, "../graph/records", "warn")...),
		"SearchReason":       {string(search.ByTitle), string(search.ByWords), string(search.BySimilar), string(search.ByMeaning)},
	} {
		var want []string
		for _, value := range values {
			want = append(want, strings.ToUpper(strings.ReplaceAll(value, " ", "_")))
		}
		var got []string
		for _, value := range generated.Schema().Types[name].EnumValues {
			got = append(got, value.Name)
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s: got %v, want %v", name, got, want)
		}
	}
}

// constants returns the values of the constants of a package whose names begin with a prefix,
// in either case of its first letter, file by file.
func constants(t *testing.T, folder, prefix string) (values []string) {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(folder, "*.go"))
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range files {
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		goast.Inspect(file, func(node goast.Node) bool {
			spec, is := node.(*goast.ValueSpec)
			if !is || len(spec.Values) != 1 || !strings.HasPrefix(strings.ToLower(spec.Names[0].Name), strings.ToLower(prefix)) {
				return true
			}
			if value, is := spec.Values[0].(*goast.BasicLit); is {
				text, err := strconv.Unquote(value.Value)
				if err != nil {
					t.Fatal(err)
				}
				values = append(values, text)
			}
			return true
		})
	}
	return values
}

// TestEverythingIsDescribed checks that each type, field, argument, value and
// directive of the schema has a description.
func TestEverythingIsDescribed(t *testing.T) {
	schema := generated.Schema()
	describe := func(description, name string) {
		if description == "" && !strings.Contains(name, "__") {
			t.Errorf("%s has no description", name)
		}
	}
	arguments := func(list ast.ArgumentDefinitionList, of string) {
		for _, argument := range list {
			describe(argument.Description, of+"."+argument.Name)
		}
	}
	for _, definition := range schema.Types {
		if definition.BuiltIn {
			continue
		}
		describe(definition.Description, definition.Name)
		for _, field := range definition.Fields {
			describe(field.Description, definition.Name+"."+field.Name)
			arguments(field.Arguments, definition.Name+"."+field.Name)
		}
		for _, value := range definition.EnumValues {
			describe(value.Description, definition.Name+"."+value.Name)
		}
	}
	for _, directive := range schema.Directives {
		if directive.Position.Src.BuiltIn {
			continue
		}
		describe(directive.Description, "@"+directive.Name)
		arguments(directive.Arguments, "@"+directive.Name)
	}
}
