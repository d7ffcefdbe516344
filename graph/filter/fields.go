package filter

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"dossier/graph"
	"dossier/graph/lists"
)

// Values returns the values of a field of a full record, or of a property in the props
// of a full entity; see [lists.FieldFilter].
func Values(e graph.Entity, name string) []string {
	if record, ok := e.(*graph.Record); ok {
		if value, has := record.Fields.Object()[name]; has {
			return valuesIn(value)
		}
	}
	return valuesIn(e.Self().Props.Object()[name])
}

func valuesIn(value any) (values []string) {
	list, isList := value.([]any)
	if !isList {
		list = []any{value}
	}
	for _, item := range list {
		switch item := item.(type) {
		case string:
			if strings.Trim(item, lists.Blank) != "" {
				values = append(values, item)
			}
		case json.Number, bool:
			values = append(values, fmt.Sprint(item))
		}
	}
	return values
}

func (m *Matcher) matchesFields(e graph.Entity, f *lists.Filter) bool {
	return !slices.ContainsFunc(f.Fields, func(field lists.FieldFilter) bool { return !matchesField(m.Values(e, field.Name), &field) })
}

// matchesField reports whether values of a field meet a condition.
func matchesField(values []string, f *lists.FieldFilter) bool {
	if f.Missing != nil && *f.Missing != (len(values) == 0) {
		return false
	}
	return !f.HasValue() || slices.ContainsFunc(values, func(value string) bool { return meets(value, f) })
}

// meets reports whether a value meets the conditions on one.
func meets(value string, f *lists.FieldFilter) bool {
	for _, wanted := range f.Wanted() {
		if !slices.ContainsFunc(wanted, func(one string) bool { return isSame(value, one) }) {
			return false
		}
	}
	for _, bound := range f.Bounds() {
		if bound.Value != nil && !isWithinBound(value, bound.Operator, *bound.Value) {
			return false
		}
	}
	return f.Contains == nil || containsASCII(value, *f.Contains)
}

// isSame reports whether two values are the same number, or the same text but for the
// case of A to Z.
func isSame(a, b string) bool {
	x, isNumber := lists.FieldNumber(a)
	y, areNumbers := lists.FieldNumber(b)
	return isNumber && areNumbers && x == y || lowerASCII(a) == lowerASCII(b)
}

// isWithinBound compares numbers if the bound is one, otherwise texts.
func isWithinBound(value, operator, bound string) bool {
	by := strings.Compare(value, bound)
	if limit, isNumber := lists.FieldNumber(bound); isNumber {
		n, isNumber := lists.FieldNumber(value)
		if !isNumber {
			return false
		}
		by = cmp.Compare(n, limit)
	}
	switch operator {
	case "<":
		return by < 0
	case "<=":
		return by <= 0
	case ">":
		return by > 0
	}
	return by >= 0
}

// IsReady reports whether an entity is open and not put off at a time, which is zero for
// any, and nothing that is not done blocks it.
func (m *Matcher) IsReady(e graph.Entity, now time.Time) bool {
	c := e.Self()
	return c.IsActive() && c.State() != graph.StateBlocked && !lists.IsPutOff(e, now) &&
		len(m.Graph.Blockers(c.ID)) == 0
}
