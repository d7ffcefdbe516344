package where

import (
	"slices"
	"strings"

	"dossier/db/statement"
	"dossier/graph"
	"dossier/graph/lists"
)

// fields adds the conditions on properties in props and on fields of records.
func (c *conditions) fields(f *lists.Filter) {
	for i := range f.Fields {
		field := &f.Fields[i]
		if field.Missing != nil {
			c.and(negated(*field.Missing), "EXISTS (SELECT 1 FROM ", Values(c.Statement, c.spec, field.Name), " value)")
		}
		if field.HasValue() {
			c.and(c.Pruned(func() string { return c.hasValue(field) }))
		}
	}
}

// hasValue returns the condition that a value of a field is wanted.
func (c *conditions) hasValue(field *lists.FieldFilter) string {
	values := Values(c.Statement, c.spec, field.Name)
	wanted := allOf(c.wanted(field))
	if wanted == "FALSE" {
		return wanted
	}
	return "EXISTS (SELECT 1 FROM " + values + " value WHERE " + wanted + ")"
}

// negated returns NOT if a condition must not hold.
func negated(is bool) string {
	if is {
		return "NOT "
	}
	return ""
}

// Values returns the table of the values of a property, or of a field of a record.
func Values(s *statement.Statement, spec *graph.Spec, name string) string {
	columns := []string{"entity.props"}
	if spec.Kind == graph.KindRecord {
		columns = []string{"entity.fields", "entity.props"}
	}
	return s.Dialect.Values(columns, s.Param(s.Dialect.Member(name)))
}

// wanted returns the conditions on a value.
func (c *conditions) wanted(f *lists.FieldFilter) (list []string) {
	for _, wanted := range f.Wanted() {
		list = append(list, c.isOne(wanted))
	}
	for _, bound := range f.Bounds() {
		if bound.Value != nil {
			list = append(list, c.isWithin(bound.Operator, *bound.Value))
		}
	}
	if f.Contains != nil {
		list = append(list, c.contains("value.text", *f.Contains))
	}
	return list
}

// isOne returns the condition that a value is one of some numbers or texts.
func (c *conditions) isOne(wanted []string) string {
	texts := make([]string, len(wanted))
	var some []string
	for i, one := range wanted {
		texts[i] = lowerASCII(one)
		if n, isNumber := lists.FieldNumber(one); isNumber {
			some = append(some, "value.number = "+c.Param(n))
		}
	}
	if len(wanted) == 0 {
		return "FALSE"
	}
	return anyOf(slices.Insert(some, 0, c.In("lower(value.text"+c.Dialect.ByBytes+")", texts)))
}

// isWithin compares the number of a value if the bound is one, otherwise its text.
func (c *conditions) isWithin(operator, bound string) string {
	if n, isNumber := lists.FieldNumber(bound); isNumber {
		return "value.number " + operator + " " + c.Param(n)
	}
	return "value.text" + c.Dialect.ByBytes + " " + operator + " " + c.Param(bound)
}

// allOf returns the condition that all conditions hold: FALSE if one cannot.
func allOf(conditions []string) string {
	if slices.Contains(conditions, "FALSE") {
		return "FALSE"
	}
	if len(conditions) == 0 {
		return "TRUE"
	}
	return strings.Join(conditions, " AND ")
}
