package lists

import (
	"math"
	"regexp"
	"strconv"
	"strings"
)

// A FieldFilter matches entities by a field of a record, or by a property in props if
// the record has no such field, or the entity is none. The values of a list are values
// each. All parts but Missing must hold for one value.
//
// A value is a text, a number, or true or false as a text. A text that is written like a
// number of JSON is a number as well. Blank texts, null and objects are no values.
type FieldFilter struct {
	Name  string
	Equal *string  // the value; A to Z equal in either case, and numbers as such
	In    []string // the same, for one of these
	// Bounds of the value: of numbers if they are numbers, otherwise of texts, by their
	// bytes, so that dates of the form 2026-11-30 are in order.
	Less, AtMost, Greater, AtLeast *string
	Contains                       *string // a part of the text of the value; A to Z in either case
	Missing                        *bool   // whether there is no value
}

// Blank are the characters of blank texts of fields.
const Blank = " \t\n\r"

// NumberForm is the form of texts that are numbers, as a regular expression: that of
// JSON, with blanks around it.
const NumberForm = `^[ \t\n\r]*-?(0|[1-9][0-9]{0,99})(\.[0-9]{1,255})?([eE][+-]?[0-9]{1,3})?[ \t\n\r]*$`

var numberForm = regexp.MustCompile(NumberForm)

// GreatestNumber is less than the size of which no field has numbers.
const GreatestNumber = 1e100

// FieldNumber returns the number that a value of a field is, and reports whether it is
// one.
func FieldNumber(value string) (n float64, is bool) {
	if !numberForm.MatchString(value) {
		return 0, false
	}
	n, err := strconv.ParseFloat(strings.Trim(value, Blank), 64)
	return n, err == nil && math.Abs(n) < GreatestNumber
}

// Wanted returns the values of Equal or In of which a value must be one, nil for no
// condition.
func (f *FieldFilter) Wanted() [][]string {
	var lists [][]string
	if f.Equal != nil {
		lists = append(lists, []string{*f.Equal})
	}
	if f.In != nil {
		lists = append(lists, f.In)
	}
	return lists
}

// A Bound is a value with which values of fields are compared.
type Bound struct {
	Operator string // of SQL: "<"
	Value    *string
}

// Bounds returns the bounds of values, of which those that are not given are nil.
func (f *FieldFilter) Bounds() []Bound {
	return []Bound{{"<", f.Less}, {"<=", f.AtMost}, {">", f.Greater}, {">=", f.AtLeast}}
}

// HasValue reports whether there are conditions on a value.
func (f *FieldFilter) HasValue() bool {
	return f.Wanted() != nil || f.Contains != nil || f.Less != nil || f.AtMost != nil || f.Greater != nil || f.AtLeast != nil
}
