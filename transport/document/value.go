package document

import (
	"encoding/json"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/vektah/gqlparser/v2/ast"
)

// A form is the form of a value, whatever its type.
type form int

const (
	isNull form = iota
	isInteger
	isDecimal
	isText
	isBoolean
	isName // of an enum, in a document
	isList
	isObject
	isVariable // in a document
)

// A value is a value from a document or from the JSON of variables.
type value interface {
	fmt.Stringer // the value as an error quotes it
	form() form
	digits() string                  // of a number
	name() string                    // the name that may be of an enum's value, "" for none
	items() []value                  // of a list
	names() []string                 // of the fields of an object
	field(name string) (value, bool) // of an object
	position() *ast.Position         // nil outside a document
}

// A written value is a value in a document.
type written struct{ *ast.Value }

var literalForms = map[ast.ValueKind]form{
	ast.NullValue: isNull, ast.IntValue: isInteger, ast.FloatValue: isDecimal, ast.StringValue: isText, ast.BlockValue: isText,
	ast.BooleanValue: isBoolean, ast.EnumValue: isName, ast.ListValue: isList, ast.ObjectValue: isObject, ast.Variable: isVariable,
}

func (l written) digits() string          { return l.Raw }
func (l written) form() form              { return literalForms[l.Kind] }
func (l written) position() *ast.Position { return l.Position }
func (l written) String() string          { return quoted(l.form(), l.Raw) }

func (l written) name() string {
	if l.form() == isName {
		return l.Raw
	}
	return ""
}

func (l written) items() (all []value) {
	for _, child := range l.Children {
		all = append(all, written{child.Value})
	}
	return all
}

func (l written) names() (all []string) {
	for _, child := range l.Children {
		all = append(all, child.Name)
	}
	return all
}

func (l written) field(name string) (value, bool) {
	child := l.Children.ForName(name)
	return written{child}, child != nil
}

// A decoded value comes from JSON. gqlparser may have coerced it, which puts a
// single item into a slice of its own type.
type decoded struct{ any }

func (d decoded) form() form {
	switch given := d.any.(type) {
	case nil:
		return isNull
	case json.Number:
		if strings.ContainsAny(string(given), ".eE") {
			return isDecimal
		}
		return isInteger
	case int64:
		return isInteger
	case float64:
		return isDecimal
	case string:
		return isText
	case bool:
		return isBoolean
	case map[string]any:
		return isObject
	}
	return isList
}

func (d decoded) digits() string          { return fmt.Sprint(d.any) }
func (d decoded) position() *ast.Position { return nil }
func (d decoded) String() string          { return quoted(d.form(), fmt.Sprint(d.any)) }

func (d decoded) name() string {
	text, _ := d.any.(string)
	return text
}

func (d decoded) items() (all []value) {
	if items, is := d.any.([]any); is {
		for _, item := range items {
			all = append(all, decoded{item})
		}
		return all
	}
	items := reflect.ValueOf(d.any)
	for i := range items.Len() {
		all = append(all, decoded{items.Index(i).Interface()})
	}
	return all
}

func (d decoded) names() []string {
	object, _ := d.any.(map[string]any)
	return slices.Sorted(maps.Keys(object))
}

func (d decoded) field(name string) (value, bool) {
	object, _ := d.any.(map[string]any)
	child, has := object[name]
	return decoded{child}, has
}

// quoted returns a value as errors quote it.
func quoted(is form, text string) string {
	switch is {
	case isNull:
		return "null"
	case isText:
		return strconv.Quote(Short(text))
	case isList:
		return "a list"
	case isObject:
		return "an object"
	}
	return Short(text)
}
