package answer

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"dossier/graph"
	"dossier/graph/amount"
	"dossier/graph/ask"
	"dossier/graph/text"
)

// A key is a value by which members are compared: a number or a text. Texts are behind
// numbers, and members without a key last.
type key struct {
	has    bool
	number float64
	text   string
	folded string // the value that text is, if that may be written in several ways
	unit   string // of the number, "" for none
}

func (k key) compare(other key, descending bool) int {
	if k.has != other.has {
		if k.has {
			return -1
		}
		return 1
	}
	if isText, areTexts := k.text != "", other.text != ""; isText != areTexts {
		return map[bool]int{true: 1, false: -1}[isText]
	}
	by := cmp.Or(cmp.Compare(k.number, other.number), cmp.Compare(k.text, other.text))
	if descending {
		return -by
	}
	return by
}

func numberKey(n float64) key { return key{has: true, number: n} }

// keyOf returns the value of a member by an order.
func (e *Evaluator) keyOf(m Member, order ask.Order) key {
	if order.Count != nil {
		return numberKey(float64(e.countLinked(m, order.Count)))
	}
	spec := m.Entity.Self().Spec()
	column := order.Column
	if column == "main number" {
		column = mainNumber(spec)
	}
	if field := dateOf(spec, column); field != nil {
		at, ok := field.Value(m.Entity).(time.Time)
		return key{has: ok, number: float64(at.Unix())}
	}
	switch column {
	case need:
		return numberKey(float64(graph.Score(m.Entity, e.now)))
	case "label":
		return key{has: true, text: text.Fold(m.Entity.Self().Label)}
	case "impact", "state", "priority", "probability":
		return columnKey(m.Entity, column, order.Descending)
	}
	return e.fieldKey(m, column)
}

// mainNumber returns the number by which entities of a kind are compared.
func mainNumber(spec *graph.Spec) string {
	for _, name := range []string{"probability", "priority"} {
		if field := spec.Field(name); field != nil && field.Column {
			return name
		}
	}
	return "main"
}

// columnKey returns the rank of a value. The highest priority is 1, so that an order
// with the highest first begins with it.
func columnKey(e graph.Entity, column string, descending bool) key {
	spec := e.Self().Spec()
	if column == "state" {
		at := slices.Index(spec.States, e.Self().State())
		return key{has: at >= 0, number: float64(at)}
	}
	field := spec.Field(column)
	if field == nil {
		return key{}
	}
	switch value := field.Value(e).(type) {
	case int:
		if descending {
			return numberKey(float64(-value))
		}
		return numberKey(float64(value))
	case float64:
		return numberKey(value)
	case string:
		return key{has: true, number: float64(graph.EnumRank(field.Enum, value))}
	}
	return key{}
}

// fieldKey returns the value of a property as a number, a date or a text.
func (e *Evaluator) fieldKey(m Member, name string) key {
	values := e.filter[m.Graph].Values(m.Entity, name)
	if len(values) == 0 {
		return key{}
	}
	for _, value := range []string{values[0], withDecimals(values[0])} {
		if n, unit, ok := amount.Read(value); ok {
			return key{has: true, number: n, unit: unit}
		}
	}
	return key{has: true, text: values[0]}
}

// withDecimals returns the words of an amount in which points separate groups with the
// comma that they lack, as in 1.200,50 for "1.200 50".
func withDecimals(words string) string {
	groups, rest, _ := strings.Cut(words, " ")
	decimals, _, _ := strings.Cut(rest, " ")
	if !strings.Contains(groups, ".") || decimals == "" || len(decimals) > 2 {
		return words
	}
	return groups + "," + rest
}

// countLinked returns the number of entities of a list that are linked to a member.
func (e *Evaluator) countLinked(m Member, q *ask.Query) int {
	if m.Entity.Self().Kind == graph.KindProject { // whose entities no edges lead to
		return len(e.wanted(m.Graph, &ask.Link{To: q}))
	}
	if count := e.countReferred(m, q); count > 0 {
		return count
	}
	t := translation{e.graphs, e.now}
	l := t.linked(&ask.Link{To: q}, m.Entity.Self().Spec()).Linked // without a relation, one filter
	return e.filter[m.Graph].CountLinked(m.Entity, l)
}
