package filter

import (
	"cmp"
	"fmt"
	"slices"
	"time"

	"dossier/graph"
	"dossier/graph/lists"
)

// Keys returns the keys of the groups of a property to which an entity belongs: one
// without a value if it has none.
func (m *Matcher) Keys(e graph.Entity, by lists.GroupBy, now time.Time) []lists.GroupKey {
	spec := e.Self().Spec()
	if field := lists.GroupColumn(spec, by); field != nil {
		return plainKey(field.Value(e))
	}
	if field, period := lists.GroupDate(spec, by); field != nil {
		return periodKey(field.Value(e), period, now.Location())
	}
	var keys []lists.GroupKey
	switch by {
	case lists.GroupOverdue:
		return plainKey(graph.IsOverdue(e, now))
	case lists.GroupLabel:
		for _, label := range e.Self().Labels {
			keys = append(keys, plainKey(label)...)
		}
	case lists.GroupOwner:
		keys = ownerKeys(m.Owners(e))
	case lists.GroupProject:
		keys = entityKeys(m.Graph.Project())
	default:
		keys = entityKeys(m.inList(e, graph.SpecOf(graph.Kind(by)).Plural)...)
	}
	if keys == nil {
		return plainKey(nil)
	}
	return keys
}

// plainKey returns the key of a value, without a value for nil.
func plainKey(value any) []lists.GroupKey {
	if value == nil {
		return []lists.GroupKey{{}}
	}
	text := fmt.Sprint(value)
	return []lists.GroupKey{{Value: &text, Label: &text}}
}

// periodKey returns the first day of the period of a date in a time zone.
func periodKey(value any, period graph.Period, zone *time.Location) []lists.GroupKey {
	at, ok := value.(time.Time)
	if !ok {
		return plainKey(nil)
	}
	return plainKey(period.First(graph.DateOf(at, zone)).Format(time.DateOnly))
}

func ownerKeys(owners []graph.Owner) (keys []lists.GroupKey) {
	for _, owner := range owners {
		key := lists.GroupKey{Label: &owner.Name}
		if owner.ID != "" {
			key.Value, key.Kind = &owner.ID, graph.KindRecord
		}
		keys = append(keys, key)
	}
	return keys
}

func entityKeys[E graph.Entity](entities ...E) (keys []lists.GroupKey) {
	for _, e := range entities {
		common := e.Self()
		keys = append(keys, lists.GroupKey{Value: &common.ID, Label: &common.Label, Kind: common.Kind})
	}
	return keys
}

func compareOwners(a, b graph.Owner) int {
	return cmp.Or(cmp.Compare(a.Name, b.Name), cmp.Compare(a.ID, b.ID))
}

// Sort sorts entities by orders, then by id. Entities without a value are last. labelKey
// returns the key by which labels are compared.
func Sort(entities []graph.Entity, orders []lists.Order, labelKey func(string) string) {
	slices.SortFunc(entities, func(a, b graph.Entity) int {
		for _, o := range orders {
			if by := compareBy(a, b, o, labelKey); by != 0 {
				return by
			}
		}
		return cmp.Compare(a.Self().ID, b.Self().ID)
	})
}

func compareBy(a, b graph.Entity, o lists.Order, labelKey func(string) string) int {
	x, y := lists.OrderValue(a.Self().Spec(), o.Field, a), lists.OrderValue(b.Self().Spec(), o.Field, b)
	if o.Field != lists.OrderLabel {
		labelKey = func(text string) string { return text }
	}
	by := compareValues(x, y, labelKey)
	if bool(o.Descending) && x != nil && y != nil {
		return -by
	}
	return by
}

// compareValues compares values of a column. None is greater than all others.
func compareValues(a, b any, textKey func(string) string) int {
	switch {
	case a == nil && b == nil:
		return 0
	case a == nil:
		return 1
	case b == nil:
		return -1
	}
	switch a := a.(type) {
	case string:
		return cmp.Compare(textKey(a), textKey(b.(string)))
	case int:
		return cmp.Compare(a, b.(int))
	case float64:
		return cmp.Compare(a, b.(float64))
	case time.Time:
		return a.Compare(b.(time.Time))
	}
	return 0
}
