package answer

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"dossier/graph"
	"dossier/graph/ask"
	"dossier/graph/filter"
	"dossier/graph/lists"
	"dossier/graph/text"
)

// A division is a group of a list with the value that its members have in common.
type division struct {
	value   key
	members []Member
	group   Group
}

// divide returns the members of a list in groups by each of their values, and those
// without a value last.
func (e *Evaluator) divide(q ask.Query, kind graph.Kind, members []Member) (groups []Group) {
	by := groupOf(&q, graph.SpecOf(kind))
	at := map[string]int{}
	var all []division
	var rest []Member
	for _, m := range members {
		labels := e.labels(m, by)
		if len(labels) == 0 {
			rest = append(rest, m)
		}
		for _, label := range labels {
			value := cmp.Or(label.folded, label.text)
			if _, known := at[value]; !known {
				at[value] = len(all)
				all = append(all, division{value: label})
			}
			all[at[value]].members = append(all[at[value]].members, m)
		}
	}
	for i, d := range all {
		all[i].group = e.group(q, kind, d.value.text, d.members)
	}
	slices.SortFunc(all, func(a, b division) int { return compareGroups(a.group, b.group, a.value, b.value, q) })
	for _, d := range all {
		groups = append(groups, d.group)
	}
	if q.Having != nil {
		groups = slices.DeleteFunc(groups, func(g Group) bool { return !q.Having.Has(float64(len(g.Members))) })
		rest = nil
	}
	if q.Limit > 0 {
		return groups[:min(q.Limit, len(groups))]
	}
	if len(rest) > 0 && q.Number.Op == "" {
		groups = append(groups, e.group(q, kind, "no "+ask.TypeOf(q.Group[0]), rest))
	}
	return groups
}

// ranked returns a query whose groups would be numbers, nearly one of each member, as
// one in their order: suppliers by price, but not tasks by sprint.
func (e *Evaluator) ranked(q ask.Query, members []Member) ask.Query {
	if len(q.Group) != 1 || len(q.Order) > 0 || q.Number.Op != "" || len(members) == 0 ||
		!isOther(members[0].Entity.Self().Spec(), q.Group[0]) {
		return q
	}
	values, numbers, distinct := 0, 0, map[float64]bool{}
	for _, m := range members {
		k := e.fieldKey(m, q.Group[0])
		if k.has {
			values++
		}
		if k.has && k.text == "" {
			numbers++
			distinct[k.number] = true
		}
	}
	const half = 2
	if numbers*half <= values || len(distinct)*half <= numbers {
		return q
	}
	q.Order, q.Group = []ask.Order{{Column: q.Group[0]}}, nil
	return q
}

// isOther reports whether a property is neither a kind nor one by which lists of entities
// are grouped.
func isOther(spec *graph.Spec, by string) bool {
	return (graph.SpecOf(graph.Kind(by)) == nil || by == string(graph.KindProject)) && !slices.Contains(lists.GroupFields(spec),
		lists.GroupBy(by))
}

// compareGroups orders groups by their own order, such as that of states and months;
// those without one by size, the largest first, then by label.
func compareGroups(a, b Group, x, y key, q ask.Query) int {
	if isByNumber(q) {
		by := cmp.Compare(a.number, b.number)
		if q.Order[0].Descending {
			by = -by
		}
		return cmp.Or(by, cmp.Compare(a.Label, b.Label))
	}
	if x.has && y.has {
		return cmp.Or(cmp.Compare(x.number, y.number), cmp.Compare(a.Label, b.Label))
	}
	return cmp.Or(cmp.Compare(len(b.Members), len(a.Members)), cmp.Compare(a.Label, b.Label))
}

// isByNumber reports whether the groups of a query are ordered by their numbers.
func isByNumber(q ask.Query) bool {
	return len(q.Order) > 0 && q.Order[0].Column == "number"
}

// labels returns the groups to which a member belongs, each with the text of its label;
// has is set if they have an order of their own.
func (e *Evaluator) labels(m Member, by string) (labels []key) {
	spec, f := m.Entity.Self().Spec(), e.filter[m.Graph]
	if by == ask.LabelColumn && len(m.Entity.Self().Labels) > 0 { // otherwise they may be in props
		by = string(lists.GroupLabel)
	}
	isKind := graph.SpecOf(graph.Kind(by)) != nil && by != string(graph.KindProject)
	if isKind || !slices.Contains(lists.GroupFields(spec), lists.GroupBy(by)) {
		return e.otherLabels(m, by)
	}
	for _, k := range f.Keys(m.Entity, lists.GroupBy(by), e.now) {
		if k.Label == nil {
			continue
		}
		label := key{text: *k.Label}
		switch own := columnKey(m.Entity, by, false); {
		case strings.HasSuffix(by, "_month"):
			label = key{has: true, text: label.text[:len("2006-01")]}
		case strings.HasSuffix(by, "_week"):
			label.has = true
		case own.has && k.Kind == "":
			label.has, label.number = true, own.number
		}
		if by == "priority" {
			label.text = "priority " + label.text
		}
		label.text = strings.ReplaceAll(label.text, "_", " ")
		labels = append(labels, label)
	}
	return labels
}

// groupOf returns the property by which a list of a kind is divided. Months and weeks are
// those of the event that the list is of: of the completion of what is done.
func groupOf(q *ask.Query, spec *graph.Spec) string {
	by := q.Group[0]
	if by != "month" && by != "week" {
		return by
	}
	for _, event := range []string{eventOf(q.Where, spec), "main"} {
		if field := dateOf(spec, event); field != nil {
			return field.DateName() + "_" + by
		}
	}
	return by
}

// eventOf returns the name of the date of the event in a condition, "main" for none.
func eventOf(c ask.Cond, spec *graph.Spec) string {
	switch c.Op {
	case ask.Date:
		return c.Name
	case ask.Done:
		return "completed"
	case ask.State:
		if isReached(c.Values, spec) {
			return "completed"
		}
	case ask.And:
		for _, part := range c.Of {
			if event := eventOf(part, spec); event != "main" {
				return event
			}
		}
	}
	return "main"
}

// otherLabels returns the names of linked entities of a kind, or the values of a property,
// which may be called as a kind: the milestone of an issue.
func (e *Evaluator) otherLabels(m Member, by string) (labels []key) {
	add := func(text string) {
		if text != "" {
			labels = append(labels, key{text: text})
		}
	}
	if spec := graph.SpecOf(graph.Kind(by)); spec != nil {
		links := graph.Links{Kinds: []graph.Kind{spec.Kind}, Ways: graph.Follow(between(m.Entity.Self().Spec(), spec.Kind), nil)}
		for _, other := range e.filter[m.Graph].Linked(m.Entity, links) {
			add(other.Self().Label)
		}
		if labels != nil {
			return labels
		}
	}
	if names := e.referredNames(m, by); names != nil {
		for _, name := range names {
			add(name)
		}
		return labels
	}
	by = ask.TypeOf(by) // a field may have the names of records
	if values := e.values(m, by); values != nil {
		return values
	}
	for _, owner := range e.filter[m.Graph].Owners(m.Entity) { // by team, which people have
		if person := m.Graph.Entity(owner.ID); graph.IsPerson(person) {
			labels = append(labels, e.values(Member{Entity: person, Graph: m.Graph}, by)...)
		}
	}
	return labels
}

// values returns the values of a property of a member.
func (e *Evaluator) values(m Member, name string) (values []key) {
	for _, value := range e.filter[m.Graph].Values(m.Entity, name) {
		if value != "" {
			values = append(values, key{text: e.written(m, name, value), folded: value})
		}
	}
	return values
}

// written returns the value of a field of a record as it is written, given its folded
// words. Of properties, graphs have only these, and the names of people.
func (e *Evaluator) written(m Member, name, folded string) string {
	if signal, is := m.Entity.(*graph.Signal); is && name == ask.Channel {
		return signal.Channel
	}
	for _, value := range filter.Values(m.Entity, name) {
		if text.Key(value) == folded {
			return value
		}
	}
	if person := e.people.called(m.Graph, folded); person != nil {
		return person.Name
	}
	return folded
}

// number returns the number that a query asks for, of some members, as text too. Of several
// currencies or units each has a number of its own, and the number is that of the first.
func (e *Evaluator) number(q ask.Query, members []Member) (string, float64) {
	switch q.Number.Op {
	case "", ask.Distinct:
		return "", float64(len(members))
	case "count":
		return fmt.Sprint(len(members)), float64(len(members))
	}
	lists, units, without := map[string][]float64{}, []string(nil), len(members)
	for _, m := range members {
		if k := e.keyOf(m, ask.Order{Column: q.Number.Column}); k.has {
			if lists[k.unit] == nil {
				units = append(units, k.unit)
			}
			lists[k.unit] = append(lists[k.unit], k.number)
			without--
		}
	}
	if len(units) == 0 {
		return "none", 0
	}
	slices.Sort(units)
	number := aggregate(q.Number.Op, lists[units[0]])
	said := format(number)
	if len(units) > 1 {
		said = inUnits(q.Number.Op, lists, units)
	}
	if without > 0 {
		said += fmt.Sprintf("; %d of %d have none", without, len(members))
	}
	return said, number
}

// inUnits returns the numbers of several units: 10.97 eur, 45 kr.
func inUnits(op string, lists map[string][]float64, units []string) string {
	parts := make([]string, len(units))
	for i, unit := range units {
		parts[i] = strings.TrimSpace(format(aggregate(op, lists[unit])) + " " + unit)
	}
	return strings.Join(parts, ", ")
}

func aggregate(op string, list []float64) float64 {
	switch op {
	case "max":
		return slices.Max(list)
	case "min":
		return slices.Min(list)
	}
	sum := 0.0
	for _, n := range list {
		sum += n
	}
	if op == "avg" {
		return sum / float64(len(list))
	}
	return sum
}

func format(f float64) string {
	if f == float64(int64(f)) {
		return fmt.Sprint(int64(f))
	}
	return fmt.Sprintf("%.2f", f)
}
