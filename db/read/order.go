package read

import (
	"fmt"
	"reflect"
	"slices"
	"strings"

	"dossier/db/engine"
	"dossier/db/schema"
	"dossier/db/statement"
	"dossier/graph"
	"dossier/graph/lists"
)

// An ordering is the order of a list in SQL: by columns, then by id.
type ordering struct {
	keys      []orderKey
	backwards bool // read from the end of the list
}

// An orderKey is one of the columns that a list is ordered by.
type orderKey struct {
	field      lists.OrderField
	name       string // of the column with the value in cursors
	column     string // in SQL
	nullable   bool
	descending bool
}

// has reports whether the list is ordered by a field.
func (o ordering) has(field lists.OrderField) bool {
	return slices.ContainsFunc(o.keys, func(key orderKey) bool { return key.field == field })
}

// columns returns the names of the columns that cursors need.
func (o ordering) columns() []string {
	names := make([]string, len(o.keys))
	for i, key := range o.keys {
		names[i] = key.name
	}
	return names
}

// orderOf returns the order of a list of a kind; an error if the kind has none of a name.
func orderOf(dialect *engine.Dialect, spec *graph.Spec, order []lists.Order) (ordering, error) {
	if err := lists.CheckOrder(spec, order); err != nil {
		return ordering{}, err
	}
	var by ordering
	for _, o := range order {
		field := lists.OrderColumn(spec, o.Field)
		key := orderKey{o.Field, field.Name, "entity." + field.Name, field.Type.Kind() == reflect.Pointer, bool(o.Descending)}
		switch ranks := lists.OrderRanks(spec, o.Field); {
		case o.Field == lists.OrderLabel:
			key.column = "entity." + schema.LabelColumn
		case ranks != nil:
			key.column = rankOf(key.column, ranks)
		case field.Type == typeText, field.Type == typeOptionalText:
			key.column += dialect.ByBytes
		}
		by.keys = append(by.keys, key)
	}
	return by, nil
}

var typeText, typeOptionalText = reflect.TypeFor[string](), reflect.TypeFor[*string]()

// rankOf returns the expression for the place of a column's value among the values of a
// closed set, which are names; null for null.
func rankOf(column string, values []string) string {
	var whens strings.Builder
	for i, value := range values {
		fmt.Fprintf(&whens, " WHEN '%s' THEN %d", value, i)
	}
	return fmt.Sprintf("(CASE WHEN %[1]s IS NOT NULL THEN CASE %[1]s%[2]s ELSE %[3]d END END)", column, whens.String(), len(values))
}

// reversed returns the reverse order.
func (o ordering) reversed() ordering {
	keys := make([]orderKey, len(o.keys))
	for i, key := range o.keys {
		key.descending = !key.descending
		keys[i] = key
	}
	return ordering{keys, !o.backwards}
}

// from returns the order in which a page of the list is read.
func (o ordering) from(list *lists.List) ordering {
	if list.Last > 0 {
		return o.reversed()
	}
	return o
}

// sql returns the terms of ORDER BY. Only nullable columns have NULLS FIRST or
// LAST, because indexes serve the form without it.
func (o ordering) sql() string {
	var terms []string
	for _, key := range o.keys {
		term := key.column + direction(key.descending)
		switch {
		case key.nullable && o.backwards:
			term += " NULLS FIRST"
		case key.nullable:
			term += " NULLS LAST"
		}
		terms = append(terms, term)
	}
	return strings.Join(append(terms, "entity.id"+direction(o.backwards)), ", ")
}

func direction(descending bool) string {
	if descending {
		return " DESC"
	}
	return ""
}

// between returns the conditions that a row is after one cursor of a list and
// before another, nil for none.
func (o ordering) between(s *statement.Statement, list *lists.List) (conditions []string) {
	if list.After != nil {
		conditions = append(conditions, o.after(s, list.After))
	}
	if list.Before != nil {
		conditions = append(conditions, o.reversed().after(s, list.Before))
	}
	return conditions
}

// after returns the condition that a row is after a cursor.
func (o ordering) after(s *statement.Statement, cursor *lists.Cursor) string {
	condition := "entity.id" + comparison(o.backwards) + " " + s.Param(cursor.ID)
	for i := len(o.keys) - 1; i >= 0; i-- {
		value := cursor.Values[i]
		if label, ok := value.(string); ok && o.keys[i].field == lists.OrderLabel {
			value = schema.LabelKey(label)
		}
		condition = o.keys[i].after(s, o.backwards, value, condition)
	}
	return condition
}

// after returns the condition that a row is after a value of the column, or has
// the value and meets the condition tie. It has a separate bound on the column,
// so that a scan of an index can start there.
func (k orderKey) after(s *statement.Statement, backwards bool, value any, tie string) string {
	switch {
	case value == nil && backwards:
		return "(" + k.column + " IS NOT NULL OR " + tie + ")"
	case value == nil:
		return "(" + k.column + " IS NULL AND " + tie + ")"
	}
	condition := fmt.Sprintf("(%[1]s%[2]s= %[3]s AND (%[1]s%[2]s %[3]s OR %[4]s))", k.column, comparison(k.descending), s.Param(value), tie)
	if k.nullable && !backwards {
		condition = "(" + k.column + " IS NULL OR " + condition + ")"
	}
	return condition
}

// comparison returns the operator between a later row's value and a cursor's.
func comparison(descending bool) string {
	if descending {
		return " <"
	}
	return " >"
}
