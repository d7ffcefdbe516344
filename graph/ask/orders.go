package ask

import (
	"slices"
	"strings"

	"dossier/graph"
	"dossier/graph/ask/amounts"
	"dossier/graph/ask/chart"
	"dossier/graph/ask/times"
)

// divisions divide lists, and put them in an order.
var divisions = []chart.Rule{
	{Name: "field of a kind to divide by", Pattern: "one field", Weight: .1, Make: func(n parts) (string, any) {
		if f, is := n[1].Value.(Field); !is || len(f.Types) == 0 && len(f.Kinds) == 0 {
			return "", nil
		}
		return group, word(n[1])
	}},
	{Name: "kind to divide by", Pattern: "one|kind", Make: func(n parts) (string, any) { return group, word(n[0]) }},
	{Name: "column to divide by", Pattern: "column|field", Make: func(n parts) (string, any) { return group, word(n[0]) }},
	{Name: "unit to divide by", Pattern: "unit", Make: func(n parts) (string, any) {
		if unit := word(n[0]); unit == "month" || unit == "week" {
			return group, unit
		}
		return "", nil
	}},
	{Name: "grouped", Pattern: "N grouped D", Weight: .1, Make: groupedBy(0, 2)},
	{Name: "a block for each", Pattern: "N block each D", Weight: .2, Make: groupedBy(0, 3)},
	{Name: "with a block for each", Pattern: "N with block each D", Weight: .2, Make: groupedBy(0, 4)},
	{Name: "one by one", Pattern: "N D by D", Weight: .2, Make: func(n parts) (string, any) {
		if word(n[1]) != word(n[3]) {
			return "", nil
		}
		return grouped(query(n[0]), word(n[1]))
	}},
	{Name: "by one the list", Pattern: "by D N", Weight: .1, Make: groupedBy(2, 1)},
	{Name: "for each one the list", Pattern: "each D N", Weight: .1, Make: groupedBy(2, 1)},
	{Name: "for each", Pattern: "N each D", Weight: .1, Make: groupedBy(0, 2)},
	{Name: "for each who did so", Pattern: "N each D field", Weight: .2, Make: func(n parts) (string, any) {
		if f, is := n[3].Value.(Field); !is || f.IsNumber || word(n[2]) != OwnerColumn {
			return "", nil
		}
		return grouped(query(n[0]), word(n[3]))
	}},
	{Name: "at most so many for each", Pattern: "N Q each D", Weight: .3, Make: atMost(0, 1, 3)},
	{Name: "at most so many of a list for each", Pattern: "Q N each D", Weight: .3, Make: atMost(1, 0, 3)},
	{Name: "divided, at most so many", Pattern: "N by|grouped D Q each", Weight: .3, Make: atMost(0, 3, 2)},
	{Name: "n for each", Pattern: "# N each D", Weight: .2, Make: func(n parts) (string, any) {
		return firstOfEach(query(n[1]), number(n[0]), word(n[3]))
	}},
	{Name: "for everyone", Pattern: "N everyone", Weight: .05, Make: byOwner},
	{Name: "that everyone has", Pattern: "N with everyone", Weight: .05, Make: byOwner},
	{Name: "with each", Pattern: "N with each D", Weight: .1, Make: groupedBy(0, 3)},
	{Name: "that each has", Pattern: "N each D with", Weight: .1, Make: groupedBy(0, 2)},
	{Name: "how it divides", Pattern: "how N grouped D", Weight: .2, Make: func(n parts) (string, any) {
		q := query(n[1])
		q.Number = Number{Op: "count"}
		return grouped(q, word(n[3]))
	}},
	{Name: "by age", Pattern: "N by|sort age", Weight: .1, Make: func(n parts) (string, any) {
		return ordered(query(n[0]), Order{Column: "created"})
	}},
	{Name: "sorting given", Pattern: "N sorting equals D", Weight: .2, Make: orderedBy(0, 3, false)},
	{Name: "grouping given", Pattern: "N grouping equals D", Weight: .2, Make: groupedBy(0, 3)},
	{Name: "first by one", Pattern: "N first by D", Weight: .1, Make: orderedBy(0, 3, false)},
	{Name: "by a measure", Pattern: "N by measure", Weight: .1, Make: orderedBy(0, 2, false)},
	{Name: "greatest of a field", Pattern: "sup field", Weight: -.1, Make: func(n parts) (string, any) {
		q := Query{Kind: graph.KindRecord, Order: []Order{supOf(word(n[0]), word(n[1]))}}
		return first(q.with(not(Cond{Op: Missing, Name: word(n[1])})), amounts.Number{Value: 1}, "")
	}},
	{Name: "by", Pattern: "N by D", Make: func(n parts) (string, any) { return by(query(n[0]), word(n[2])) }},
	{Name: "by a date", Pattern: "N by field", Weight: .1, Make: func(n parts) (string, any) {
		if isDateField(n[2]) {
			return ordered(query(n[0]), Order{Column: word(n[2])})
		}
		return "", nil
	}},
	{Name: "by a date in a direction", Pattern: "N by|sort field sup first", Weight: .2, Make: func(n parts) (string, any) {
		o := supOf(word(n[3]), "")
		if isDateField(n[2]) && (o.Column == age || isDateColumn(o.Column)) {
			return ordered(query(n[0]), Order{Column: word(n[2]), Descending: o.Descending})
		}
		return "", nil
	}},
	{Name: "sorted", Pattern: "N sort D", Weight: .1, Make: orderedBy(0, 2, false)},
	{Name: "in the order of a column", Pattern: "N D inorder", Weight: .2, Make: orderedBy(0, 1, false)},
	{Name: "in a direction", Pattern: "N sortup D", Weight: .2, Make: orderedBy(0, 2, false)},
	{Name: "in the other direction", Pattern: "N sortdown D", Weight: .2, Make: orderedBy(0, 2, true)},
	{Name: "column with its direction", Pattern: "N column|field ranked", Make: func(n parts) (string, any) {
		return ordered(query(n[0]), Order{Column: word(n[1]), Descending: supOf(word(n[2]), "").Descending})
	}},
	{Name: "in reverse", Pattern: "N reversed", Weight: .1, Make: func(n parts) (string, any) { return backwards(query(n[0])) }},
	{Name: "from one end to the other", Pattern: "N since sup until sup column|field", Weight: .3, Make: orderedBySup(2, 5)},
	{Name: "sorted behind", Pattern: "N by D sorted", Weight: .1, Make: orderedBy(0, 2, false)},
	{Name: "divided behind", Pattern: "N by D divided", Weight: .2, Make: groupedBy(0, 2)},
	{Name: "and sorted behind", Pattern: "N and by D sorted", Weight: .2, Make: orderedBy(0, 3, false)},
	{Name: "also sorted", Pattern: "N and sort D", Weight: .1, Make: orderedBy(0, 3, false)},
	{Name: "then by", Pattern: "N then D", Make: func(n parts) (string, any) { return thenBy(query(n[0]), word(n[2])) }},
	{Name: "then by with by", Pattern: "N then by D", Make: func(n parts) (string, any) { return thenBy(query(n[0]), word(n[3])) }},
	{Name: "by a number of others", Pattern: "N by|sort count N", Make: orderedByCount(3, true)},
	{Name: "by the count of others", Pattern: "N by|sort N count", Weight: .2, Make: orderedByCount(2, true)},
	{Name: "with the most", Pattern: "N with most N", Weight: .2, Make: orderedByCount(3, true)},
	{Name: "with the most first", Pattern: "N most N first", Weight: .2, Make: orderedByCount(2, true)},
	{Name: "with the most of them first", Pattern: "N with most N first", Weight: .3, Make: orderedByCount(3, true)},
	{Name: "with the fewest first", Pattern: "N fewest N first", Weight: .2, Make: orderedByCount(2, false)},
	{Name: "with the fewest", Pattern: "N with fewest N", Weight: .2, Make: orderedByCount(3, false)},
	{Name: "with the greatest number", Pattern: "N with sup count N", Weight: .2, Make: func(n parts) (string, any) {
		return byCount(query(n[0]), query(n[4]), supOf(word(n[2]), "").Descending)
	}},
	{Name: "with the greatest", Pattern: "N with sup column|field", Weight: .1, Make: mostBySup(0, 2, 3)},
	{Name: "most by a measure", Pattern: "most measure", Weight: .1, Make: func(n parts) (string, any) {
		f, is := n[1].Value.(Field)
		if !is || n[0].Last != n[1].First {
			return "", nil
		}
		return "supby", Gauge{Field: f, By: "number desc"} // most downloaded
	}},
	{Name: "measures the most", Pattern: "N field most", Weight: .1, Make: mostBy(1, true)},
	{Name: "measures the least", Pattern: "N field fewest", Weight: .1, Make: mostBy(1, false)},
	{Name: "with the most of a field first", Pattern: "N with most field first", Weight: .2, Make: mostBy(3, true)},
	{Name: "with the least of a field first", Pattern: "N with fewest field first", Weight: .2, Make: mostBy(3, false)},
	{Name: "most of a field first", Pattern: "N most field first", Weight: .2, Make: mostBy(2, true)},
	{Name: "least of a field first", Pattern: "N fewest field first", Weight: .2, Make: mostBy(2, false)},
	{Name: "sorted within groups", Pattern: "N ingroup D", Weight: .1, Make: func(n parts) (string, any) {
		if !slices.Contains(query(n[0]).Group, word(n[2])) {
			return "", nil
		}
		return listed(query(n[0]))
	}},
	{Name: "and each group sorted", Pattern: "N and each D by|sort D", Weight: .2, Make: func(n parts) (string, any) {
		if !slices.Contains(query(n[0]).Group, word(n[3])) {
			return "", nil
		}
		return ordered(query(n[0]), Order{Column: word(n[5])})
	}},
	{Name: "then within one of the first", Pattern: "N then D by D", Weight: .2, Make: func(n parts) (string, any) {
		if q := query(n[0]); len(q.Order) == 0 || q.Order[len(q.Order)-1].Column != word(n[2]) {
			return "", nil
		}
		return thenBy(query(n[0]), word(n[4]))
	}},
	{Name: "has the most of a field", Pattern: "N with most field", Weight: .1, Make: mostBy(3, true)},
	{Name: "has the least of a field", Pattern: "N with fewest field", Weight: .1, Make: mostBy(3, false)},
	{Name: "whose date is the last", Pattern: "N field|event lately", Weight: .1, Make: mostBy(1, true)},
	{Name: "whose date is the first", Pattern: "N field|event longago", Weight: .1, Make: mostBy(1, false)},
	{Name: "is the most by a measure", Pattern: "N supby", Weight: .1, Make: func(n parts) (string, any) {
		return gaugedBy(query(n[0]), n[1].Value.(Gauge), extreme)
	}},
	{Name: "with a superlative first", Pattern: "N with sup first", Weight: .1, Make: directedBy(2)},
	{Name: "beginning with a superlative", Pattern: "N beginning sup", Weight: .1, Make: directedBy(2)},
	{Name: "beginning with the greatest", Pattern: "N beginning sup column|field", Weight: .2, Make: orderedBySup(2, 3)},
	{Name: "with the greatest first", Pattern: "N with sup column|field first", Weight: .2, Make: orderedBySup(2, 3)},
	{Name: "with the greatest number of them", Pattern: "N with # sup column|field", Weight: .2, Make: func(n parts) (string, any) {
		return firstInOrder(query(n[0]), supOf(word(n[3]), word(n[4])), number(n[2]))
	}},
	{Name: "superlative first", Pattern: "N sup first", Make: directedBy(1)},
	{Name: "in an order", Pattern: "N ranked", Weight: -.05, Make: directedBy(1)},
	{Name: "measured the most first", Pattern: "N supby first", Weight: .2, Make: func(n parts) (string, any) {
		g, q := n[1].Value.(Gauge), query(n[0])
		switch {
		case slices.Contains(q.Group, g.Name):
			return "", nil
		case len(q.Order) == 1 && q.Order[0].Column == g.Name && q.Limit == 0:
			q.Order = []Order{supOf(g.By, g.Name)}
			return listed(q)
		}
		return gaugedBy(q, g, ordered)
	}},
	{Name: "top of a column first", Pattern: "N top column|field first", Weight: .2, Make: func(n parts) (string, any) {
		return ordered(query(n[0]), supOf("number desc", word(n[2])))
	}},
	{Name: "measures the greatest", Pattern: "N field sup", Weight: .2, Make: mostBySup(0, 2, 1)},
	{Name: "greatest of a field of one", Pattern: "sup field N", Weight: .2, Make: mostBySup(2, 0, 1)},
	{Name: "n of the greatest of a field", Pattern: "# sup field N", Weight: .3, Make: func(n parts) (string, any) {
		return firstInOrder(query(n[3]), supOf(word(n[1]), word(n[2])), number(n[0]))
	}},
	{Name: "from one end to the other by it", Pattern: "N since sup until sup by|sort column|field", Weight: .3, Make: orderedBySup(2, 6)},
	{Name: "superlative column first", Pattern: "N sup column|field first", Weight: .1, Make: orderedBySup(1, 2)},
	{Name: "superlative number first", Pattern: "N sup sum|avg|count first", Weight: .1, Make: directedBy(1)},
	{Name: "most first", Pattern: "N most first", Make: func(n parts) (string, any) { return directed(query(n[0]), "number desc") }},
	{Name: "level column first", Pattern: "N level column first", Make: func(n parts) (string, any) {
		return ordered(query(n[0]), Order{Column: word(n[2]), Descending: word(n[1]) != "low"})
	}},
}

// The functions that make the nodes of several rules take the places of the parts that
// they use: of the list, if it is not the first, and of what it is divided or ordered by.

func byOwner(n parts) (string, any) { return grouped(query(n[0]), OwnerColumn) }

func groupedBy(list, property int) maker {
	return func(n parts) (string, any) { return grouped(query(n[list]), word(n[property])) }
}

func orderedBy(list, column int, descending bool) maker {
	return func(n parts) (string, any) {
		return ordered(query(n[list]), Order{Column: word(n[column]), Descending: descending})
	}
}

func orderedBySup(sup, column int) maker {
	return func(n parts) (string, any) { return ordered(query(n[0]), supOf(word(n[sup]), word(n[column]))) }
}

func orderedByCount(counted int, descending bool) maker {
	return func(n parts) (string, any) { return byCount(query(n[0]), query(n[counted]), descending) }
}

func mostBy(column int, descending bool) maker {
	return func(n parts) (string, any) {
		return extreme(query(n[0]), Order{Column: word(n[column]), Descending: descending})
	}
}

func mostBySup(list, sup, column int) maker {
	return func(n parts) (string, any) { return extreme(query(n[list]), supOf(word(n[sup]), word(n[column]))) }
}

func directedBy(sup int) maker {
	return func(n parts) (string, any) { return directed(query(n[0]), word(n[sup])) }
}

// groupColumns are the columns by whose values lists are divided rather than ordered.
var groupColumns = []string{OwnerColumn, "state", "impact", "type", "month", "week"}

// by divides or orders a list, as the property is.
func by(q Query, property string) (string, any) {
	switch {
	case isDateColumn(property), property == "priority", property == "probability", property == "label":
		return ordered(q, Order{Column: property})
	}
	return grouped(q, property)
}

func grouped(q Query, property string) (string, any) {
	if slices.Contains(q.Group, property) { // one block per city
		return listed(q)
	}
	if spec := graph.SpecOf(q.Kind); property == "state" && spec != nil && len(spec.States) == 0 {
		return "", nil
	}
	isMany := q.Limit > 0 && len(q.Group) > 0 // the limit is of the groups
	if len(q.Group) > 1 || lacksColumn(q.Kind, property) || isMany || property == "due" || property == string(q.Kind) {
		return "", nil
	}
	q.Group = append(slices.Clone(q.Group), property)
	q.Each, q.Limit = max(q.Each, q.Limit), 0
	return listed(q)
}

// lacksColumn reports whether a kind lacks a column.
func lacksColumn(kind graph.Kind, name string) bool {
	spec := graph.SpecOf(kind)
	return spec != nil && slices.Contains(columns, name) && spec.Field(name) == nil
}

// ordered gives a list its first order. It refuses a second.
func ordered(q Query, o Order) (string, any) {
	isNoOrder := slices.Contains(groupColumns, o.Column) && o.Column != "impact" && o.Column != "state"
	if len(q.Order) > 0 || lacksColumn(q.Kind, o.Column) || q.Limit > 0 || isNoOrder {
		return "", nil
	}
	q.Order = []Order{o}
	return listed(q)
}

func thenBy(q Query, property string) (string, any) {
	if q.Limit > 0 {
		return "", nil
	}
	if len(q.Order) == 0 {
		return ordered(q, Order{Column: property})
	}
	q.Order = append(slices.Clone(q.Order), Order{Column: property})
	return listed(q)
}

// extreme orders a list; of a list of which one is asked, it takes the first.
func extreme(q Query, o Order) (string, any) {
	if !q.isSingle && !q.isOne {
		return ordered(q, o)
	}
	return firstInOrder(q, o, amounts.Number{Value: 1})
}

// firstInOrder returns the n first entities of a list in an order.
func firstInOrder(q Query, o Order, n amounts.Number) (string, any) {
	typ, made := ordered(q, o)
	if typ == "" {
		return "", nil
	}
	return first(made.(Query), n, "")
}

// gaugedBy orders a list by what a superlative measures, if its entities may have that.
func gaugedBy(q Query, g Gauge, order func(Query, Order) (string, any)) (string, any) {
	if !g.mayBeOf(&q) {
		return "", nil
	}
	return order(q, supOf(g.By, g.Name))
}

func byCount(q, counted Query, descending bool) (string, any) {
	if counted.Kind == "" {
		return "", nil
	}
	counted.isOne = false
	return extreme(q, Order{Count: &counted, Descending: descending})
}

// supOf returns the order of a superlative, by its own column or another.
func supOf(sup, column string) Order {
	own, direction, _ := strings.Cut(sup, " ")
	if column == "" {
		column = own
	}
	isDown := direction == "desc"
	if column == "priority" && own == "number" {
		isDown = !isDown // the highest is 1
	}
	return Order{Column: column, Descending: isDown}
}

// gauged is the column of a superlative such as heaviest, which is that of a measure of
// the list: it has a direction alone.
const gauged = "gauge"

// directed gives the order of a list the direction of a superlative, or the list its
// order.
func directed(q Query, sup string) (string, any) {
	o := supOf(sup, "")
	isUnknown := o.Column == gauged || q.Kind == graph.KindRecord && o.Column == "number"
	if q.Limit > 0 || isUnknown && len(q.Order) == 0 {
		return "", nil
	}
	if len(q.Order) == 0 {
		q.Order = []Order{o}
		return listed(q)
	}
	last := len(q.Order) - 1
	if q.Order[last].Count == nil && !isDirection(o, q.Order[last].Column) {
		return "", nil
	}
	q.Order = slices.Clone(q.Order)
	q.Order[last].Descending = supOf(sup, q.Order[last].Column).Descending
	return listed(q)
}

// isDirection reports whether a superlative may give the direction of an order by a
// column: one of that, of any number, or such as newest of a date.
func isDirection(sup Order, column string) bool {
	isOfTime := sup.Column == "created" || sup.Column == age
	return slices.Contains([]string{"number", gauged, "main", column}, sup.Column) || isOfTime && isDateColumn(column)
}

// backwards turns the order of a list.
func backwards(q Query) (string, any) {
	if len(q.Order) == 0 || q.Limit > 0 {
		return "", nil
	}
	q.Order = slices.Clone(q.Order)
	q.Order[0].Descending = !q.Order[0].Descending
	return listed(q)
}

// limits take the first of lists.
var limits = []chart.Rule{
	{Name: "top n", Pattern: "top # N", Weight: .1, Make: firstBy(1, "number desc")},
	{Name: "superlative n", Pattern: "sup # N", Weight: .1, Make: firstBySup(2, 1, 0)},
	{Name: "n of a list", Pattern: "of|among N # sup", Weight: .1, Make: firstBySup(1, 2, 3)},
	{Name: "n superlative", Pattern: "# sup N", Weight: .1, Make: firstBySup(2, 0, 1)},
	{Name: "n behind which is a superlative", Pattern: "# N sup", Weight: -.05, Make: firstBySup(1, 0, 2)},
	{Name: "superlative behind a list", Pattern: "N sup", Weight: -.3, Make: func(n parts) (string, any) {
		q := query(n[0])
		if len(q.Order) > 0 {
			return "", nil
		}
		if q.isSingle || q.isOne {
			return first(q, amounts.Number{Value: 1}, word(n[1]))
		}
		return directed(q, word(n[1]))
	}},
	{Name: "n of the greatest behind a list", Pattern: "N # sup", Weight: -.2, Make: firstBySup(0, 1, 2)},
	{Name: "only n of the greatest behind a list", Pattern: "N restrict # sup", Weight: .1, Make: firstBySup(0, 2, 3)},
	{Name: "only the greatest n behind a list", Pattern: "N restrict sup #", Weight: .1, Make: firstBySup(0, 3, 2)},
	{Name: "n behind an ordered list", Pattern: "N #", Weight: -.2, Make: firstOfOrdered(0, 1)},
	{Name: "n rows behind an ordered list", Pattern: "N # rows", Weight: .1, Make: firstOfOrdered(0, 1)},
	{Name: "limit behind an ordered list", Pattern: "N limit #", Weight: .1, Make: firstOfOrdered(0, 2)},
	{Name: "next n behind a list", Pattern: "N next #", Weight: .1, Make: func(n parts) (string, any) { return nextOf(n[0], n[2]) }},
	{Name: "n next", Pattern: "# next N", Weight: .1, Make: func(n parts) (string, any) { return nextOf(n[2], n[0]) }},
	{Name: "n that are next", Pattern: "# N is", Weight: .2, Make: func(n parts) (string, any) {
		if word(n[2]) != "upcoming" {
			return "", nil
		}
		return nextOf(n[1], n[0])
	}},
	{Name: "n most overdue", Pattern: "# overduest N", Weight: .2, Make: func(n parts) (string, any) {
		return first(query(n[2]).with(Cond{Op: Overdue}), number(n[0]), "due asc")
	}},
	{Name: "n that happened last", Pattern: "# N event last", Weight: .2, Make: latelyOf(1, 0, 2, true)},
	{Name: "n that happened first", Pattern: "# N event first", Weight: .2, Make: latelyOf(1, 0, 2, false)},
	{Name: "n top", Pattern: "# top N", Weight: .1, Make: firstBy(0, "number desc")},
	{Name: "last n", Pattern: "lately # N", Weight: .1, Make: firstBy(1, "main desc")},
	{Name: "n whose date is the last", Pattern: "# lately field N", Weight: .3, Make: func(n parts) (string, any) {
		return firstInOrder(query(n[3]), Order{Column: word(n[2]), Descending: true}, number(n[0]))
	}},
	{Name: "n last", Pattern: "# lately N", Weight: .1, Make: firstBy(0, "main desc")},
	{Name: "last n that happened", Pattern: "lately # event N", Weight: .3, Make: latelyOf(3, 1, 2, true)},
	{Name: "last n to which it happened", Pattern: "lately # N event", Weight: .3, Make: latelyOf(2, 1, 3, true)},
	{Name: "n to which it happened latest", Pattern: "# sup event N", Weight: .3, Make: func(n parts) (string, any) {
		return recently(n[3], n[0], n[2], n[1])
	}},
	{Name: "n latest to which it happened", Pattern: "# sup N event", Weight: .3, Make: func(n parts) (string, any) {
		return recently(n[2], n[0], n[3], n[1])
	}},
	{Name: "n due next", Pattern: "# N due next", Weight: .3, Make: func(n parts) (string, any) { return nextOf(n[1], n[0]) }},
	{Name: "next n due", Pattern: "next # N due", Weight: .3, Make: func(n parts) (string, any) { return nextOf(n[2], n[1]) }},
	{Name: "top n behind", Pattern: "N top #", Weight: .2, Make: func(n parts) (string, any) {
		return topBehind(query(n[0]), number(n[2]))
	}},
	{Name: "top n behind by a column", Pattern: "N top # by column|field", Weight: .3, Make: func(n parts) (string, any) {
		return firstInOrder(query(n[0]), supOf("number desc", word(n[4])), number(n[2]))
	}},
	{Name: "last one", Pattern: "lately N", Make: func(n parts) (string, any) {
		if !query(n[1]).isOne {
			return "", nil
		}
		return first(query(n[1]), amounts.Number{Value: 1}, "main desc")
	}},
	{Name: "first n behind", Pattern: "N first #", Weight: .2, Make: firstOfOrdered(0, 2)},
	{Name: "first n", Pattern: "first # N", Weight: .1, Make: firstOfOrdered(2, 1)},
	{Name: "n that lately happened", Pattern: "# lately event N", Weight: .2, Make: latelyOf(3, 0, 2, true)},
	{Name: "what lately happened", Pattern: "lately event N", Weight: .1, Make: orderedBy(2, 1, true)},
	{Name: "n of an ordered list", Pattern: "# N", Weight: -.1, Make: firstOfOrdered(1, 0)},
	{Name: "next n", Pattern: "next # N", Weight: .1, Make: func(n parts) (string, any) {
		return nextOf(n[2], n[1])
	}},
	{Name: "superlative of a measure", Pattern: "supby N", Weight: .2, Make: func(n parts) (string, any) {
		return gaugedBy(query(n[1]), n[0].Value.(Gauge), extreme)
	}},
	{Name: "superlative list", Pattern: "sup N", Make: func(n parts) (string, any) {
		q := query(n[1])
		if !q.isOne {
			return directed(q, word(n[0]))
		}
		q.isOne = false
		return first(q, amounts.Number{Value: 1}, word(n[0]))
	}},
}

func firstBy(limit int, sup string) maker {
	return func(n parts) (string, any) { return first(query(n[2]), number(n[limit]), sup) }
}

func firstBySup(list, limit, sup int) maker {
	return func(n parts) (string, any) { return first(query(n[list]), number(n[limit]), word(n[sup])) }
}

// firstOfOrdered makes the first of a list that has an order.
func firstOfOrdered(list, limit int) maker {
	return func(n parts) (string, any) {
		if len(query(n[list]).Order) == 0 {
			return "", nil
		}
		return first(query(n[list]), number(n[limit]), "")
	}
}

func latelyOf(list, limit, event int, isLast bool) maker {
	return func(n parts) (string, any) { return lately(n[list], n[limit], n[event], isLast) }
}

// mostListed is the greatest number that is a limit, by eye.
const mostListed = 1000

// first limits a list. An order that it has stays, in the direction of the superlative.
func first(q Query, n amounts.Number, sup string) (string, any) {
	if q.Limit+q.Each > 0 || n.Value < 1 || n.Value > mostListed || n.Value != float64(int(n.Value)) || len(q.Group) > 0 && q.Number.Op != "" {
		return "", nil
	}
	if sup != "" {
		typ, made := directed(q, sup)
		if typ == "" {
			return "", nil
		}
		q = made.(Query)
	}
	q.Limit, q.isOne = int(n.Value), false
	if len(q.Group) > 0 {
		q.Each, q.Limit = q.Limit, 0
	}
	return listed(q)
}

// atMost divides a list, and limits each group to a number that has no lower bound.
func atMost(list, bounds, property int) maker {
	return func(n parts) (string, any) {
		b := boundsOf(n[bounds])
		if b.From != nil || b.To == nil || b.OpenTo {
			return "", nil
		}
		return firstOfEach(query(n[list]), amounts.Number{Value: *b.To}, word(n[property]))
	}
}

// firstOfEach divides a list, and limits each group.
func firstOfEach(q Query, n amounts.Number, property string) (string, any) {
	typ, made := first(q, n, "")
	if typ == "" {
		return "", nil
	}
	return grouped(made.(Query), property)
}

// nextOf returns the n open entities of a list that are due from today on.
func nextOf(n, limit *chart.Node) (string, any) {
	return first(query(n).with(Cond{Op: Open}, Cond{Op: Date, Name: "due", Period: &times.Period{}}), number(limit), "due asc")
}

// topBehind limits a list in an order: that of a number begins with the greatest.
func topBehind(q Query, n amounts.Number) (string, any) {
	if len(q.Order) == 0 {
		return "", nil
	}
	sup := ""
	if column := q.Order[0].Column; !slices.Contains(columns, column) && !isDateColumn(column) || column == "probability" {
		sup = "number desc"
	}
	return first(q, n, sup)
}

// recently returns the n entities of a list to which something happened latest.
func recently(n, limit, event, sup *chart.Node) (string, any) {
	if word(sup) != "main desc" {
		return "", nil
	}
	return lately(n, limit, event, true)
}

// lately returns the n entities of a list that something happened to last, or first.
func lately(n, limit, event *chart.Node, isLast bool) (string, any) {
	if !isDateColumn(word(event)) {
		return "", nil
	}
	return firstInOrder(query(n), Order{Column: word(event), Descending: isLast}, number(limit))
}
