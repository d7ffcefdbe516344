package transport

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/vektah/gqlparser/v2/ast"
	"github.com/vektah/gqlparser/v2/gqlerror"
)

// valuesListed is the maximum number of values in an error, by eye.
const valuesListed = 40

// The validator's texts about an unknown value of an enum. They contain the
// value and the enum, in either order.
var (
	noSuchValue = regexp.MustCompile(`^Value "(?P<value>.*)" does not exist in "(?P<type>[^"]*)" enum\.`)
	noEnumValue = regexp.MustCompile(`^Enum "(?P<type>[^"]*)" cannot represent non-enum value: (?P<value>.*?)\.( Did|$)`)
	notValid    = regexp.MustCompile(`^(?P<value>.*) is not a valid (?P<type>\w+)$`)
	otherType   = regexp.MustCompile(`^cannot use (value )?(?P<value>.*) as (?P<type>\w+)$`)
)

// absentValue maps the validator's texts about missing values to ours.
var absentValue = map[string]string{
	"must be defined": "is missing; expected a value",
	"cannot be null":  "is null; expected a value",
}

// explainValue rewrites an error about an invalid value to report its path and
// the accepted values. A terse error does not list values, because the client
// has not named the type.
func explainValue(schema *ast.Schema, err *gqlerror.Error, terse bool) {
	for _, form := range []*regexp.Regexp{noSuchValue, noEnumValue, notValid, otherType} {
		found := form.FindStringSubmatch(err.Message)
		if found == nil {
			continue
		}
		value, name := found[form.SubexpIndex("value")], found[form.SubexpIndex("type")]
		if text := expected(schema, strings.Trim(name, "[]!"), value, terse); text != "" {
			err.Message = text
		}
		break
	}
	if absent := absentValue[err.Message]; absent != "" {
		err.Message = absent
	}
	if variable := variableOf(err.Path); variable != "" {
		err.Message = variable + ": " + err.Message
	}
}

// expected returns a text that lists the values of a type, or "" if the type is
// unknown or has too many values.
func expected(schema *ast.Schema, name, got string, terse bool) string {
	definition := schema.Types[name]
	switch {
	case definition == nil:
		return ""
	case terse:
		return fmt.Sprintf("got %s, which is not a value that is expected here", got)
	case definition.Kind != ast.Enum:
		return fmt.Sprintf("expected %s; got %s", name, got)
	case len(definition.EnumValues) > valuesListed:
		return ""
	}
	var values []string
	for _, value := range definition.EnumValues {
		values = append(values, value.Name)
	}
	return fmt.Sprintf("expected one of %s; got %s", strings.Join(values, ", "), got)
}

// variableOf returns the part of a variable at a path, such as $input.depth, or
// "" if it is the path of an answer.
func variableOf(path ast.Path) string {
	if len(path) < 2 || path[0] != ast.PathName("variable") {
		return ""
	}
	return "$" + slices.Clone(path)[1:].String()
}
