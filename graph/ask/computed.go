package ask

import (
	"dossier/graph"
	"dossier/graph/ask/amounts"
	"dossier/graph/ask/chart"
)

// The types of nodes that are no lists yet.
const (
	measure = "Y" // a Query: a number, and what it is divided by
	head    = "H" // a Query: what lists are divided by, such as owners
)

// numbers ask for numbers instead of lists.
var numbers = []chart.Rule{
	{Name: "how many", Pattern: "count N", Make: func(n parts) (string, any) { return computed(query(n[1]), count) }},
	{Name: "how many of them others have", Pattern: "count N N with|hasend", Weight: .2, Make: func(n parts) (string, any) {
		_, c := linked(&Link{}, anyOf(n[2]))
		if c == nil {
			return "", nil
		}
		return computed(query(n[1]).with(c.(Cond)), count)
	}},
	{Name: "list and its count", Pattern: "N count", Make: func(n parts) (string, any) {
		return computed(query(n[0]), count)
	}},
	{Name: "counted", Pattern: "N counted", Weight: .1, Make: func(n parts) (string, any) { return countedBy(query(n[0])) }},
	{Name: "distribution", Pattern: "spread N", Weight: .1, Make: func(n parts) (string, any) { return countedBy(query(n[1])) }},
	{Name: "how many of a field in all", Pattern: "count|much counts", Make: listAt(1)},
	{Name: "aggregate", Pattern: "sum|avg column|field", Make: func(n parts) (string, any) {
		return ofField(Number{Op: n[0].Type, Column: word(n[1])}, n[1])
	}},
	{Name: "aggregate behind a column", Pattern: "column|field sum|avg", Make: func(n parts) (string, any) {
		return ofField(Number{Op: n[1].Type, Column: word(n[0])}, n[0])
	}},
	{Name: "extreme", Pattern: "sup column|field", Make: func(n parts) (string, any) {
		if unit := word(n[1]); unit == "week" || unit == "month" {
			return "", nil // the last week
		}
		op := "min"
		if supOf(word(n[0]), "").Descending {
			op = "max"
		}
		return measure, Query{Number: Number{Op: op, Column: word(n[1])}}
	}},
	{Name: "sum behind what it is divided by", Pattern: "field by|each|grouped D insum", Weight: .1, Make: sumForEach(0, 2)},
	{Name: "how much for each", Pattern: "much each D field", Weight: .1, Make: sumForEach(3, 2)},
	{Name: "number for each", Pattern: "Y by|each|grouped D", Weight: .1, Make: func(n parts) (string, any) {
		return measureFor(query(n[0]), word(n[2]))
	}},
	{Name: "number of a list", Pattern: "Y of|among N", Make: numberOf(2, 0)},
	{Name: "number of those that have a field", Pattern: "Y", Weight: -.3, Make: func(n parts) (string, any) { return ofThoseWith(n[0]) }},
	{Name: "number beside a list", Pattern: "Y N", Weight: -.1, Make: numberOf(1, 0)},
	{Name: "list with its number", Pattern: "N Y", Weight: -.2, Make: numberOf(0, 1)},
	{Name: "sum of what a list measures", Pattern: "sumby of N", Weight: -.1, Make: totalBy(2)},
	{Name: "sum of what is measured", Pattern: "sumby N", Weight: -.1, Make: totalBy(1)},
	{Name: "sum behind a list", Pattern: "N field insum", Weight: .1, Make: totalOf("sum", 0, 1)},
	{Name: "sum of a field behind its list", Pattern: "column|field of|among N insum", Weight: .2, Make: totalOf("sum", 2, 0)},
	{Name: "how much of a field of a list", Pattern: "much field of N", Weight: .1, Make: totalOf("sum", 3, 1)},
	{Name: "what a field of a list adds up to", Pattern: "field of N much", Weight: .1, Make: totalOf("sum", 2, 0)},
	{Name: "average of a field behind its list", Pattern: "column|field of N avg", Weight: .2, Make: totalOf("avg", 2, 0)},
	{Name: "average before", Pattern: "avg field of N", Weight: .2, Make: totalOf("avg", 3, 1)},
	{Name: "average of a list's field", Pattern: "avg|sum N column|field", Weight: .2, Make: func(n parts) (string, any) {
		return computed(anyOf(n[1]), Query{Number: Number{Op: n[0].Type, Column: word(n[2])}})
	}},
	{Name: "what a list measures on average", Pattern: "N field avg", Weight: .1, Make: totalOf("avg", 0, 1)},
	{Name: "how it measures on average", Pattern: "how N field avg", Weight: .1, Make: totalOf("avg", 1, 2)},
	{Name: "how much a list is on average", Pattern: "how column|field N avg", Weight: .2, Make: totalOf("avg", 2, 1)},
	{Name: "on average how much a list is", Pattern: "avg how column|field N", Weight: .2, Make: totalOf("avg", 3, 2)},
	{Name: "how many of a number it has", Pattern: "count field N with", Weight: .2, Make: func(n parts) (string, any) {
		if f, is := n[1].Value.(Field); !is || !f.IsNumber {
			return "", nil
		}
		return computed(query(n[2]), Query{Number: Number{Op: "sum", Column: word(n[1])}})
	}},
	{Name: "measured in all", Pattern: "Y insum", Make: func(n parts) (string, any) {
		if query(n[0]).Number.Op != "sum" {
			return "", nil
		}
		return measure, query(n[0])
	}},
	{Name: "in all", Pattern: "N insum", Make: func(n parts) (string, any) {
		if q := query(n[0]); q.Number.Op == "sum" || q.Number.Op == "count" {
			return listed(q)
		}
		return "", nil
	}},
	{Name: "how much a list measures", Pattern: "much N field", Weight: .1, Make: totalOf("sum", 1, 2)},
	{Name: "how much it measures on average", Pattern: "much N field avg", Weight: .2, Make: totalOf("avg", 1, 2)},
	{Name: "how much of a field", Pattern: "much field N", Weight: .1, Make: totalOf("sum", 2, 1)},
	{Name: "how many of a field", Pattern: "count field of|among N", Weight: .1, Make: totalOf("sum", 3, 1)},
	{Name: "how many of a field a list measures", Pattern: "count field N", Weight: .05, Make: totalOf("sum", 2, 1)},
}

// count is the measure of how many there are.
var count = Query{Number: Number{Op: "count"}}

// totalOf makes the sum or another number of a column of a list, from the places of both.
func totalOf(op string, list, column int) maker {
	return func(n parts) (string, any) {
		if f, is := n[column].Value.(Field); is && !f.IsNumber || !is && !isNumeric(word(n[column])) {
			return "", nil // how much do sponsors give
		}
		_, by := ofField(Number{Op: op, Column: word(n[column])}, n[column])
		return computed(query(n[list]), by.(Query))
	}
}

// isNumeric reports whether a column has numbers.
func isNumeric(column string) bool { return column == "priority" || column == "probability" }

// totalBy makes the sum of what the records of a list measure, from the place of the list.
func totalBy(list int) maker {
	return func(n parts) (string, any) {
		g := n[0].Value.(Gauge)
		return computed(query(n[list]), Query{Number: Number{Op: "sum", Column: g.Name}, of: &g.Field})
	}
}

// sumForEach makes the sum of a field for each value of a property, from the places of both.
func sumForEach(field, property int) maker {
	return func(n parts) (string, any) {
		typ, sum := ofField(Number{Op: "sum", Column: word(n[field])}, n[field])
		if typ == "" {
			return "", nil
		}
		return measureFor(sum.(Query), word(n[property]))
	}
}

func numberOf(list, by int) maker {
	return func(n parts) (string, any) { return computed(query(n[list]), query(n[by])) }
}

func headedBy(list int, descending bool) maker {
	return func(n parts) (string, any) { return headed(n[0], n[list], descending, nil) }
}

// measureFor returns a measure for each value of a property.
func measureFor(q Query, property string) (string, any) {
	typ, made := grouped(q, property)
	if typ == "" {
		return "", nil
	}
	return measure, made
}

// ofThoseWith returns the number of a measure over those that have its field.
func ofThoseWith(y *chart.Node) (string, any) {
	q := query(y)
	if q.of == nil || len(q.of.Kinds) == 0 {
		return "", nil
	}
	q.Kind = q.of.Kinds[0]
	if q.Kind == graph.KindRecord {
		q.RecordType = q.of.Types[0]
	}
	return listed(q)
}

// ofField returns a measure with the field that it is of, if that is known.
func ofField(number Number, n *chart.Node) (string, any) {
	q := Query{Number: number}
	if f, is := n.Value.(Field); is {
		if !f.IsNumber {
			return "", nil
		}
		q.of = &f
	}
	return measure, q
}

// countedBy returns how many each group of a list has.
func countedBy(q Query) (string, any) {
	if len(q.Group) == 0 {
		return "", nil
	}
	return computed(q, count)
}

// computed gives a list the number of a measure, and what that is divided by.
func computed(q, by Query) (string, any) {
	isOfOthers := lacksColumn(q.Kind, by.Number.Column) || by.of != nil && !by.of.mayBeOf(&q)
	if q.Number.Op != "" || q.Limit > 0 || q.Kind == "" || isOfOthers || len(q.Group) > 0 && len(by.Group) > 0 {
		return "", nil
	}
	q.Number, q.isOne = by.Number, false
	if by.Group != nil {
		return grouped(q, by.Group[0])
	}
	return listed(q)
}

// heads count the entities of lists for each owner, label or value of a field.
var heads = []chart.Rule{
	{Name: "who", Pattern: "who", Make: func(parts) (string, any) { return headOf(OwnerColumn) }},
	{Name: "people", Pattern: "kind|one", Make: func(n parts) (string, any) {
		if word(n[0]) != "person" {
			return "", nil
		}
		return headOf(OwnerColumn)
	}},
	{Name: "owners or values", Pattern: "column|field", Make: func(n parts) (string, any) {
		if f, is := n[0].Value.(Field); is && f.IsReference {
			return "", nil // these are a list of their own
		}
		return headOf(word(n[0]))
	}},
	{Name: "n of them", Pattern: "# H", Make: func(n parts) (string, any) { return topOf(n[1], n[0]) }},
	{Name: "top n of them", Pattern: "top # H", Make: func(n parts) (string, any) { return topOf(n[2], n[1]) }},
	{Name: "those with the most", Pattern: "H most N", Make: headedBy(2, true)},
	{Name: "those that have the most", Pattern: "H with most N", Weight: .1, Make: headedBy(3, true)},
	{Name: "those with the fewest", Pattern: "H fewest N", Make: headedBy(2, false)},
	{Name: "those that have the fewest", Pattern: "H with fewest N", Weight: .1, Make: headedBy(3, false)},
	{Name: "those by a number", Pattern: "H by|sort count N", Weight: .1, Make: headedBy(3, true)},
	{Name: "those with a number", Pattern: "H with Q N", Weight: .3, Make: func(n parts) (string, any) {
		return headed(n[0], n[3], true, boundsOf(n[2]))
	}},
	{Name: "those with so many", Pattern: "H with # N", Weight: .2, Make: func(n parts) (string, any) {
		b := amounts.Exactly(number(n[2]))
		return headed(n[0], n[3], true, &b)
	}},
	{Name: "who does so a number of times", Pattern: "who field Q N", Weight: .2, Make: func(n parts) (string, any) {
		return doers(n[1], n[3], boundsOf(n[2]))
	}},
	{Name: "who does so the most", Pattern: "who field most N", Weight: .2, Make: func(n parts) (string, any) {
		return doers(n[1], n[3], nil)
	}},
	{Name: "who has them", Pattern: "who with|own N", Weight: .1, Make: func(n parts) (string, any) {
		return grouped(anyOf(n[2]), OwnerColumn)
	}},
	{Name: "who has none of them", Pattern: "who without N", Weight: .2, Make: func(n parts) (string, any) {
		_, c := unlinked(&Link{}, query(n[2]))
		if c == nil {
			return "", nil
		}
		return listed(kindQuery("person").with(c.(Cond)))
	}},
	{Name: "owners of a list", Pattern: "H of N", Weight: .1, Make: func(n parts) (string, any) {
		isProject := query(n[2]).isOne && query(n[2]).Kind == graph.KindProject // the people of the project are all people
		if query(n[0]).Group[0] != OwnerColumn || isProject {
			return "", nil
		}
		return grouped(anyOf(n[2]), OwnerColumn)
	}},
	{Name: "who has which", Pattern: "H own|with which N", Weight: .2, Make: func(n parts) (string, any) {
		return grouped(anyOf(n[3]), query(n[0]).Group[0])
	}},
	{Name: "how many of them", Pattern: "count H of|among|with N", Weight: .1, Make: func(n parts) (string, any) {
		return distinct(n[1], n[3])
	}},
	{Name: "how many of them have a list", Pattern: "count H who with|own N", Weight: .3, Make: func(n parts) (string, any) {
		return distinct(n[1], n[4])
	}},
	{Name: "how many of them it has", Pattern: "count H N with", Weight: .1, Make: func(n parts) (string, any) {
		return distinct(n[1], n[2])
	}},
}

func headOf(property string) (string, any) { return head, Query{Group: []string{property}} }

func topOf(h, limit *chart.Node) (string, any) {
	q, n := query(h), number(limit)
	if q.Limit > 0 || n.Value < 1 || n.Value > mostListed || n.Value != float64(int(n.Value)) {
		return "", nil
	}
	q.Limit = int(n.Value)
	return head, q
}

// headed returns the number of entities of a list for each value of a head.
func headed(h, n *chart.Node, descending bool, having *amounts.Bounds) (string, any) {
	typ, made := perHead(h, n, Number{Op: "count"})
	if typ == "" {
		return "", nil
	}
	q := made.(Query)
	q.Limit, q.Having, q.Order = query(h).Limit, having, []Order{{Column: "number", Descending: descending}}
	return listed(q)
}

// doers returns the number of entities of a list for each value of a field, whose name is
// what they do: who hosted more than one.
func doers(field, n *chart.Node, having *amounts.Bounds) (string, any) {
	_, h := headOf(word(field))
	return headed(&chart.Node{Value: h}, n, true, having)
}

func distinct(h, n *chart.Node) (string, any) { return perHead(h, n, Number{Op: Distinct}) }

func perHead(h, n *chart.Node, number Number) (string, any) {
	q, property := query(n), query(h).Group[0]
	if isDateColumn(property) || property == "probability" || q.Kind == "" || q.IsArranged() {
		return "", nil
	}
	q.Number = number
	return grouped(q, property)
}

// quantities choose lists by all, none or some of those that are linked to them.
var quantities = []chart.Rule{
	{Name: "all of which", Pattern: "whose|with all N", Weight: .3, Make: func(n parts) (string, any) { return allOf(query(n[2])) }},
	{Name: "nothing but", Pattern: "with only N", Weight: .1, Make: func(n parts) (string, any) { return allOf(query(n[2])) }},
	{Name: "which are all", Pattern: "whose N all F", Weight: .3, Make: allWith(3)},
	{Name: "all of which are", Pattern: "allwhose N F", Weight: .3, Make: allWith(2)},
	{Name: "of which a number is", Pattern: "whose Q N F", Weight: .3, Make: func(n parts) (string, any) {
		return narrowed(n[2], n[3], func(q Query) (string, any) { return several(boundsOf(n[1]), q) })
	}},
	{Name: "of which so many or more are", Pattern: "whose # N ormore|orless F", Weight: .3, Make: func(n parts) (string, any) {
		b := orMore(n[3], n[1])
		return narrowed(n[2], n[4], func(q Query) (string, any) { return several(&b, q) })
	}},
	{Name: "of which nothing is", Pattern: "whose|with nothing F", Weight: .3, Make: func(n parts) (string, any) {
		return unlinked(&Link{}, Query{Kind: graph.KindTask}.with(condOf(n[2])))
	}},
	{Name: "of which some are", Pattern: "whose N F", Weight: .2, Make: func(n parts) (string, any) {
		q := query(n[1])
		if q.Where.Op != "" || !fits(&q, condOf(n[2])) {
			return "", nil
		}
		return several(nil, q.with(condOf(n[2])))
	}},
	{Name: "none of which", Pattern: "nonewhose N", Weight: .1, Make: func(n parts) (string, any) { return unlinked(&Link{}, query(n[1])) }},
	{Name: "of which none is", Pattern: "whose N nobody F", Weight: .3, Make: func(n parts) (string, any) {
		return narrowed(n[1], n[3], func(q Query) (string, any) { return unlinked(&Link{}, q) })
	}},
	{Name: "none of which is so", Pattern: "whose without N F", Weight: .3, Make: func(n parts) (string, any) {
		return narrowed(n[2], n[3], func(q Query) (string, any) { return unlinked(&Link{}, q) })
	}},
	{Name: "which has none", Pattern: "whose without N", Weight: .1, Make: func(n parts) (string, any) {
		return unlinked(&Link{}, query(n[2]))
	}},
	{Name: "which has a number", Pattern: "whose Q N", Weight: .1, Make: func(n parts) (string, any) {
		return several(boundsOf(n[1]), query(n[2]))
	}},
	{Name: "which has one", Pattern: "whose N", Weight: -.1, Make: func(n parts) (string, any) {
		if q := query(n[1]); q.isOne && q.Where.Op != "" {
			q.isSome = true
			return linked(&Link{}, q)
		}
		return "", nil
	}},
}

// narrowed makes a condition on a list with a further condition, which its entities may meet.
func narrowed(list, c *chart.Node, link func(Query) (string, any)) (string, any) {
	q := query(list)
	if !fits(&q, condOf(c)) {
		return "", nil
	}
	return link(q.with(condOf(c)))
}

// allWith makes the condition that all linked entities of a list meet another condition,
// from the place of that.
func allWith(met int) maker {
	return func(n parts) (string, any) {
		q := query(n[1])
		if q.Where.Op != "" || !fits(&q, condOf(n[met])) {
			return "", nil
		}
		return allOf(q.with(condOf(n[met])))
	}
}

// several returns the condition that there is a number of linked entities, at least one
// if that is nil.
func several(b *amounts.Bounds, q Query) (string, any) {
	q.isSome = true
	return linked(&Link{Count: b}, q)
}

// allOf returns the condition that there are linked entities, and that all of them meet
// the condition of a list.
func allOf(q Query) (string, any) {
	some, others := q, q
	some.Where, others.Where = Cond{}, not(q.Where)
	some.isOne, others.isOne = false, false
	typ, has := linked(&Link{}, some)
	if typ == "" || q.Where.Op == "" {
		return "", nil
	}
	_, hasOther := linked(&Link{}, others)
	return filter(and(has.(Cond), not(hasOther.(Cond))))
}
