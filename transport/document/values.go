package document

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/99designs/gqlgen/graphql/errcode"
	"github.com/vektah/gqlparser/v2/ast"
	"github.com/vektah/gqlparser/v2/gqlerror"
	"github.com/vektah/gqlparser/v2/validator/core"
)

// valuesListed is the maximum number of values in an error, by eye.
const valuesListed = 40

// mostLevels is the maximum number of input objects in each other, by eye: those
// of the schema contain themselves five times at most. Reading n levels takes n²
// steps.
const mostLevels = 20

// A valueCheck finds invalid values. The rules are the same for the arguments
// of a document and for variables, so that a client gets the same errors.
type valueCheck struct {
	schema *ast.Schema
	terse  bool // errors contain no names of the schema
	fault  func(path string, at *ast.Position, text string)
}

// accepted are the forms of the values of a scalar. Other scalars accept any
// form that their resolvers can read.
var accepted = map[string][]form{
	"Int": {isInteger}, "Float": {isInteger, isDecimal}, "String": {isText}, "Boolean": {isBoolean}, "ID": {isText, isInteger},
}

// check reports the faults of a value of a type.
func (c *valueCheck) check(path string, of *ast.Type, value value) {
	switch is := value.form(); {
	case is == isVariable:
	case is == isNull:
		if of.NonNull {
			c.absent(path, of, value.position(), "null")
		}
	case of.Elem != nil && is == isList:
		for i, item := range value.items() {
			c.check(path+"["+strconv.Itoa(i)+"]", of.Elem, item)
		}
	case of.Elem != nil: // one item, without brackets
		c.check(path+"[0]", of.Elem, value)
	default:
		c.named(path, c.schema.Types[of.NamedType], value)
	}
}

// absent reports a value that is null or missing.
func (c *valueCheck) absent(path string, of *ast.Type, at *ast.Position, how string) {
	want := "a value"
	if !c.terse {
		want = of.Name()
	}
	c.fault(path, at, "is "+how+"; expected "+want)
}

// named checks a value of a type that is not a list.
func (c *valueCheck) named(path string, of *ast.Definition, value value) {
	is := value.form()
	switch {
	case of == nil: // another rule reports the type
	case of.Kind == ast.Enum:
		if of.EnumValues.ForName(value.name()) == nil {
			c.unexpected(path, of, value)
		}
	case of.Kind == ast.InputObject && is == isObject:
		c.object(path, of, value)
	case of.Kind == ast.InputObject:
		c.unexpected(path, of, value)
	case accepted[of.Name] != nil && !slices.Contains(accepted[of.Name], is), isTooGreat(of.Name, value):
		c.unexpected(path, of, value)
	}
}

// isTooGreat reports whether a number has more than the 64 bits that resolvers
// read. They check the narrower ranges of arguments.
func isTooGreat(scalar string, value value) bool {
	var err error
	switch scalar {
	case "Int":
		_, err = strconv.ParseInt(value.digits(), 10, 64)
	case "Float":
		_, err = strconv.ParseFloat(value.digits(), 64)
	}
	return err != nil
}

// unexpected reports a value of another type.
func (c *valueCheck) unexpected(path string, of *ast.Definition, value value) {
	text := fmt.Sprintf("expected %s; got %s", of.Name, value)
	switch {
	case c.terse:
		text = fmt.Sprintf("got %s, which is not a value that is expected here", value)
	case of.Kind == ast.Enum && isQuoted(value.String(), of):
		text = fmt.Sprintf("expected %s without quotes; got %s", strings.Trim(value.String(), `"`), value)
	case of.Kind == ast.Enum && len(of.EnumValues) <= valuesListed:
		var names []string
		for _, one := range of.EnumValues {
			names = append(names, one.Name)
		}
		text = fmt.Sprintf("expected one of %s; got %s", strings.Join(names, ", "), value)
	}
	c.fault(path, value.position(), text)
}

// isQuoted reports whether text is a value of an enum in quotes.
func isQuoted(text string, enum *ast.Definition) bool {
	name, err := strconv.Unquote(text)
	return err == nil && enum.EnumValues.ForName(name) != nil
}

// object checks the fields of an input object.
func (c *valueCheck) object(path string, of *ast.Definition, value value) {
	if strings.Count(path, ".") >= mostLevels {
		c.fault(path, value.position(), fmt.Sprintf("is too deep; expected at most %d levels", mostLevels))
		return
	}
	names := value.names()
	for _, name := range names {
		field, _ := value.field(name)
		if definition := of.Fields.ForName(name); definition != nil {
			c.check(path+"."+name, definition.Type, field)
		} else {
			c.unknown(path+"."+name, of, field.position())
		}
	}
	for _, field := range of.Fields {
		if _, given := value.field(field.Name); !given && field.Type.NonNull && field.DefaultValue == nil {
			c.absent(path+"."+field.Name, field.Type, value.position(), "missing")
		}
	}
	if of.Directives.ForName("oneOf") != nil {
		c.oneOf(path, of, value, names)
	}
}

// unknown reports a field that an input object does not have.
func (c *valueCheck) unknown(path string, of *ast.Definition, at *ast.Position) {
	text := "is not a field that is expected here"
	if !c.terse {
		text = "is not a field of " + of.Name
	}
	if !c.terse && len(of.Fields) <= valuesListed {
		text += "; expected one of " + strings.Join(fieldNames(of), ", ")
	}
	c.fault(path, at, text)
}

// oneOf checks that an input object has exactly one field, which is not null.
func (c *valueCheck) oneOf(path string, of *ast.Definition, value value, names []string) {
	if len(names) == 1 {
		if only, _ := value.field(names[0]); only.form() == isNull && of.Fields.ForName(names[0]) != nil {
			c.absent(path+"."+names[0], of.Fields.ForName(names[0]).Type, only.position(), "null")
		}
		return
	}
	text := fmt.Sprintf("expected exactly one field; got %d", len(names))
	if !c.terse {
		text = fmt.Sprintf("expected exactly one of %s; got %d of them", strings.Join(fieldNames(of), ", "), len(names))
	}
	c.fault(path, value.position(), text)
}

func fieldNames(of *ast.Definition) []string {
	var names []string
	for _, field := range of.Fields {
		names = append(names, field.Name)
	}
	return names
}

// valuesRule returns the rule of validation for the values in a document.
func valuesRule(terse bool) core.RuleFunc {
	return func(events *core.Events, add core.AddErrFunc) {
		check := func(walker *core.Walker, path string, of *ast.Type, given *ast.Value) {
			c := valueCheck{walker.Schema, terse, func(path string, at *ast.Position, text string) { add(faultAt(path, at, text)) }}
			c.check(path, of, written{given})
		}
		arguments := func(walker *core.Walker, given ast.ArgumentList, defined ast.ArgumentDefinitionList) {
			for _, argument := range given {
				if definition := defined.ForName(argument.Name); definition != nil {
					check(walker, argument.Name, definition.Type, argument.Value)
				}
			}
		}
		seen := map[*ast.Field]bool{} // fields of fragments are walked again for each operation
		events.OnField(func(walker *core.Walker, field *ast.Field) {
			if field.Definition != nil && !seen[field] {
				seen[field] = true
				arguments(walker, field.Arguments, field.Definition.Arguments)
			}
		})
		events.OnDirective(func(walker *core.Walker, directive *ast.Directive) {
			if directive.Definition != nil {
				arguments(walker, directive.Arguments, directive.Definition.Arguments)
			}
		})
		events.OnVariable(func(walker *core.Walker, variable *ast.VariableDefinition) {
			if variable.DefaultValue != nil {
				check(walker, "$"+variable.Variable, variable.Type, variable.DefaultValue)
			}
		})
	}
}

// faultAt returns an error about a value of a document. The presenter puts the
// argument before the text.
func faultAt(path string, at *ast.Position, text string) core.ErrorOption {
	return func(err *gqlerror.Error) {
		err.Message, err.Extensions = text, map[string]any{"argument": path}
		if at != nil {
			err.Locations = append(err.Locations, gqlerror.Location{Line: at.Line, Column: at.Column})
		}
	}
}

// CheckVariables returns the errors of an operation's variables. They name the
// first argument that has the variable.
func CheckVariables(schema *ast.Schema, terse bool, operation *ast.OperationDefinition, variables map[string]any) (errs gqlerror.List) {
	for _, variable := range operation.VariableDefinitions {
		c := valueCheck{schema, terse, func(path string, _ *ast.Position, text string) {
			errs = append(errs, variableFault(operation, variable, path, text))
		}}
		given, has := variables[variable.Variable]
		switch {
		case has && given == nil && !variable.Type.NonNull:
			if path, value := needsValue(operation, variable.Variable); value != nil {
				c.absent("", value.ExpectedType, nil, "null")
				errs[len(errs)-1].Extensions["argument"] = path
			}
		case has:
			c.check("", variable.Type, decoded{given})
		case variable.Type.NonNull && variable.DefaultValue == nil:
			c.absent("", variable.Type, nil, "missing")
		}
	}
	return errs
}

// variableFault returns an error about the part of a variable at a path.
func variableFault(operation *ast.OperationDefinition, variable *ast.VariableDefinition, path, text string) *gqlerror.Error {
	err := &gqlerror.Error{Message: text, Extensions: map[string]any{}}
	name := "$" + variable.Variable
	err.Extensions["variable"] = name + path
	err.Extensions["argument"] = argumentOf(operation, variable.Variable, name) + path
	if at := variable.Position; at != nil {
		err.Locations = append(err.Locations, gqlerror.Location{Line: at.Line, Column: at.Column})
	}
	errcode.Set(err, errcode.ValidationFailed)
	return err
}
