package ask

import (
	"dossier/graph"
	"dossier/graph/ask/amounts"
	"dossier/graph/ask/chart"
	"dossier/graph/ask/times"
)

// The types of nodes that are no lists yet.
const (
	measure = "Y" // a Query: a number, and what it is divided by
	head    = "H" // a Query: what lists are divided by, such as owners
)

// numbers ask for numbers instead of lists.
var numbers = []chart.Rule{
	{Name: "how many", Pattern: "count N / N count", Make: of1(func(q Query) (string, any) { return computed(q, count) })},
	{Name: "how much of them", Pattern: "much N", Weight: -.4, Make: func(n parts) (string, any) {
		if q := query(n[1]); !q.isOne && word(n[0]) != "size" { // how much risk, how big
			return computed(q, count)
		}
		return "", nil
	}},
	{Name: "how many of them others have", Pattern: "count N N with|hasend", Weight: .2, Make: of2(func(q, owners Query) (string, any) {
		_, c := linked(&Link{}, anyOne(owners))
		if c == nil || owners.isOne { // each plan
			return "", nil
		}
		return computed(q.with(c.(Cond)), count)
	})},
	{Name: "number of a field", Pattern: "count field / field count", Make: of1(func(f Field) (string, any) {
		if !f.IsNumber {
			return "", nil
		}
		return "field", f // the number of downloads
	})},
	{Name: "unit of a kind", Pattern: "one|value field", Weight: -.1, Make: func(n parts) (string, any) {
		f, q := fieldOf(n[1]), Query{}
		c, isValue := n[0].Value.(Cond)
		if !isValue {
			q = kindQuery(word(n[0]))
		}
		if !f.IsNumber || n[0].Last != n[1].First || !f.mayBeOf(&q) || isValue && c.Name != TypeColumn {
			return "", nil
		}
		return "field", f // story points
	}},
	{Name: "number of a measure", Pattern: "count measure / measure count", Make: of1(func(f Field) (string, any) {
		if !f.IsNumber {
			return "", nil
		}
		return "measure", f
	})},
	{Name: "how often it happened", Pattern: "count F / count F count N +.1", Weight: -.2, Make: of2(func(c Cond, of Query) (string, any) {
		kind := kindOfEvent(c)
		if kind == "" || of.Kind != "" && of.Kind != kind {
			return "", nil
		}
		return computed(Query{Kind: kind}.with(c), count)
	})},
	{Name: "amount of those that are so", Pattern: "field F", Weight: -.2, Make: of2(func(f Field, c Cond) (string, any) {
		_, by := measured(Number{Op: "sum"}, f)
		q := Query{Kind: graph.KindRecord}
		if by == nil || len(f.Types) != 1 || !c.Has(Equal) || c.Has(Date, Compare, Missing, Linked) {
			return "", nil
		}
		if q.RecordType = f.Types[0]; !fits(&q, c) {
			return "", nil
		}
		return computed(q.with(c), by.(Query))
	})},
	{Name: "counted", Pattern: "N counted / spread N", Weight: .1, Make: of1(func(q Query) (string, any) {
		if len(q.Group) == 0 {
			return "", nil
		}
		return computed(q, count)
	})},
	{Name: "how many of a field in all", Pattern: "count|much counts", Make: of1(listed)},
	{Name: "aggregate", Pattern: "sum|avg column|field / column|field sum|avg", Make: func(n parts) (string, any) {
		return measured(Number{Op: n[0].Type}, fieldOf(n[1]))
	}},
	{Name: "extreme", Pattern: "sup column|field", Make: of2(func(s superlative, f Field) (string, any) {
		if f.Name == "week" || f.Name == "month" {
			return "", nil // the last week
		}
		op := "min"
		if s.order().Descending {
			op = "max"
		}
		return measure, Query{Number: Number{Op: op, Column: f.Name}}
	})},
	{
		Name: "sum for each", Pattern: "field by|each|grouped D insum / field by|each D -.2 / any|much each D field +.5", Weight: .1,
		Make: func(n parts) (string, any) {
			_, sum := measured(Number{Op: "sum"}, fieldOf(n[0]))
			if sum == nil {
				return "", nil
			}
			return measureFor(sum.(Query), fieldOf(n[2]))
		},
	},
	{Name: "number for each", Pattern: "Y by|each|grouped D", Weight: .1, Make: of2(func(q Query, f Field) (string, any) {
		if of := kindQuery(f.Name); q.of != nil && of.RecordType != "" && q.of.mayBeOf(&of) { // pledged by sponsors
			return computed(of, q)
		}
		return measureFor(q, f)
	})},
	{Name: "number of a list", Pattern: "Y of|among N / Y N -.1", Make: of2(func(by, q Query) (string, any) { return computed(q, by) })},
	{Name: "number of those that have a field", Pattern: "Y", Weight: -.3, Make: of1(ofThoseWith)},
	{
		Name: "sum of what is measured", Weight: -.1,
		Pattern: "sumby of? N / N sumby +.3 / much of? N sumby +.4",
		Make: of2(func(g Gauge, q Query) (string, any) {
			return computed(q, Query{Number: Number{Op: "sum", Column: g.Name}, of: &g.Field})
		}),
	},
	{
		Name: "sum", Weight: .1, Make: of2(totalOf("sum")),
		Pattern: "N field insum / column|field of|among N insum +.1 / much field of? N / much N field / field of N much / " +
			"count field of|among N / count field N -.05 / count field N with +.1 / N count|much field / column|field of|among N sumby +.2 / " +
			"measure of N -.3",
	},
	{
		Name: "average", Weight: .1, Make: of2(totalOf("avg")),
		Pattern: "N field avg / how N field avg / much N field avg +.1 / column|field of N avg +.1 / avg field of N +.1 / " +
			"how column|field N avg +.1 / avg how column|field N +.1 / field N avg / avg field by|each N +.3 / field by|each N avg +.3",
	},
	{Name: "average of a list's field", Pattern: "avg|sum N column|field", Weight: .2, Make: func(n parts) (string, any) {
		return totalOf(n[0].Type)(anyOf(n[1]), fieldOf(n[2]))
	}},
	{Name: "measured in all", Pattern: "Y insum", Make: of1(func(q Query) (string, any) {
		if q.Number.Op != "sum" {
			return "", nil
		}
		return measure, q
	})},
	{Name: "in all", Pattern: "N insum", Make: of1(func(q Query) (string, any) {
		if q.Number.Op != "sum" && q.Number.Op != "count" {
			return "", nil
		}
		return listed(q)
	})},
}

// count is the measure of how many there are.
var count = Query{Number: Number{Op: "count"}}

// totalOf makes the sum or another number of a field of a list.
func totalOf(op string) func(q Query, f Field) (string, any) {
	return func(q Query, f Field) (string, any) {
		_, by := measured(Number{Op: op}, f)
		if by == nil {
			return "", nil // how much do sponsors give
		}
		return computed(q, by.(Query))
	}
}

// isNumeric reports whether a column has numbers.
func isNumeric(column string) bool { return column == "priority" || column == "probability" }

// measureFor returns a measure for each value of a property.
func measureFor(q Query, f Field) (string, any) {
	typ, made := grouped(q, f)
	if typ == "" {
		return "", nil
	}
	return measure, made
}

// ofThoseWith returns the number of a measure over those that have its field.
func ofThoseWith(q Query) (string, any) {
	if q.of == nil || len(q.of.Kinds) == 0 {
		return "", nil
	}
	q.Kind = q.of.Kinds[0]
	if q.Kind == graph.KindRecord {
		q.RecordType = q.of.Types[0]
	}
	return listed(q)
}

// measured returns a measure of a field, if that is a number.
func measured(number Number, f Field) (string, any) {
	if !f.IsNumber {
		return "", nil
	}
	number.Column = f.Name
	q := Query{Number: number}
	if !f.isColumn {
		q.of = &f
	}
	return measure, q
}

// computed gives a list the number of a measure, and what that is divided by.
func computed(q, by Query) (string, any) {
	isOfOthers := lacksColumn(q.Kind, by.Number.Column) || by.of != nil && !by.of.mayBeOf(&q)
	if q.Number.Op != "" || q.Limit > 0 || q.Kind == "" || isOfOthers || len(q.Group) > 0 && len(by.Group) > 0 {
		return "", nil
	}
	q.Number, q.isOne = by.Number, false
	if by.Group != nil {
		return grouped(q, Field{Name: by.Group[0]})
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
	{Name: "owners or values", Pattern: "column|field", Make: of1(func(f Field) (string, any) {
		if f.IsReference {
			return "", nil // these are a list of their own
		}
		return head, Query{Group: []string{f.Name}, of: &f}
	})},
	{Name: "n of them", Pattern: "top? # H", Make: of2(func(n amounts.Number, h Query) (string, any) {
		if h.Limit > 0 || !isLimit(n) {
			return "", nil
		}
		h.Limit = int(n.Value)
		return head, h
	})},
	{
		Name: "those with the most", Pattern: "H with|own? most|fewest N / H by|sort count N +.1", Make: func(n parts) (string, any) {
			return headed(query(n[0]), query(n[3]), n[2] == nil || n[2].Type == "most", nil)
		},
	},
	{Name: "used the most", Pattern: "H used most / H most used / most used H", Weight: .2, Make: of1(func(h Query) (string, any) {
		if h.Group[0] == OwnerColumn {
			return "", nil
		}
		q := Query{Kind: graph.KindTask}
		if h.of != nil && len(h.of.Types) == 1 {
			q = Query{Kind: graph.KindRecord, RecordType: h.of.Types[0]}
		}
		return headed(h, q, true, nil)
	})},
	{Name: "who finished the most", Pattern: "who event most|fewest N / who event most|fewest N P +.2", Weight: .2, Make: whoFinished},
	{Name: "those with a number", Pattern: "H with Q N", Weight: .3, Make: of3(func(h Query, b amounts.Bounds, q Query) (string, any) {
		return headed(h, q, true, &b)
	})},
	{
		Name: "who measures the most", Weight: .2,
		Pattern: "who field most|fewest / who with most|fewest field",
		Make: func(n parts) (string, any) {
			f := fieldOf(n[1])
			if !f.IsNumber || len(f.Types) != 1 {
				return "", nil
			}
			q := Query{Kind: graph.KindRecord, RecordType: f.Types[0]}
			return firstInOrder(q, f.order(n[2].Type == "most"), amounts.Number{Value: 1})
		},
	},
	{Name: "who has them", Pattern: "who with|own N", Weight: .1, Make: of1(func(q Query) (string, any) {
		if q.Kind == "" { // what was decided
			return "", nil
		}
		return byOwner(anyOne(q))
	})},
	{Name: "who has the most to do", Pattern: "who loaded", Weight: .2, Make: func(parts) (string, any) {
		return headed(Query{Group: []string{OwnerColumn}}, openTasks, true, nil)
	}},
	{Name: "who has nothing to do", Pattern: "who idling", Weight: .2, Make: func(parts) (string, any) { return peopleWithout(openTasks) }},
	{Name: "who has none of them", Pattern: "who without N", Weight: .2, Make: of1(peopleWithout)},
	{Name: "owners of a list", Pattern: "H of N", Weight: .1, Make: of2(func(h, q Query) (string, any) {
		isProject := q.isOne && q.Kind == graph.KindProject // the people of the project are all people
		if h.Group[0] != OwnerColumn || isProject {
			return "", nil
		}
		return byOwner(anyOne(q))
	})},
	{Name: "who has which", Pattern: "H own|with which N", Weight: .2, Make: of2(func(h, q Query) (string, any) {
		return grouped(anyOne(q), Field{Name: h.Group[0]})
	})},
	{
		Name: "how many of them", Pattern: "count H of|among|with N / count H N with / count H who with|own N +.2", Weight: .1,
		Make: of2(func(h, q Query) (string, any) { return perHead(h, q, Number{Op: Distinct}) }),
	},
}

// openTasks are what people have to do.
var openTasks = Query{Kind: graph.KindTask}.with(Cond{Op: Open})

// peopleWithout returns the people who have none of a list.
func peopleWithout(q Query) (string, any) {
	_, c := withNone(q)
	if c == nil {
		return "", nil
	}
	return listed(kindQuery("person").with(c.(Cond)))
}

func headOf(property string) (string, any) { return head, Query{Group: []string{property}} }

// whoFinished returns the number of entities of a list that each owner finished, in a period
// if there is one.
func whoFinished(n parts) (string, any) {
	event, done := fieldOf(n[1]), Cond{Op: Done}
	if !isFinish(event.Name) {
		return "", nil
	}
	if n[4] != nil {
		_, in := dated(event, n[4].Value.(times.Period))
		if in == nil {
			return "", nil
		}
		done = in.(Cond)
	}
	return headed(Query{Group: []string{OwnerColumn}}, query(n[3]).with(done), n[2].Type == "most", nil)
}

// headed returns the number of entities of a list for each value of a head.
func headed(h, q Query, descending bool, having *amounts.Bounds) (string, any) {
	_, made := perHead(h, q, Number{Op: "count"})
	if made == nil {
		return "", nil
	}
	q = made.(Query)
	q.Limit, q.Having, q.Order = h.Limit, having, []Order{{Column: "number", Descending: descending}}
	return listed(q)
}

func perHead(h, q Query, number Number) (string, any) {
	property := h.Group[0]
	if isDateColumn(property) || property == "probability" || q.Kind == "" || q.IsArranged() {
		return "", nil
	}
	q.Number = number
	return grouped(q, Field{Name: property})
}

// quantities choose lists by all, none or some of those that are linked to them.
var quantities = []chart.Rule{
	{Name: "all of which", Pattern: "whose|with all N / with only N -.2", Weight: .3, Make: of1(allOf)},
	{Name: "which are all", Pattern: "whose N all F / allwhose N F", Weight: .3, Make: of2(func(q Query, c Cond) (string, any) {
		if q.Where.Op != "" {
			return "", nil
		}
		return narrowed(allOf, q, c)
	})},
	{Name: "of which a number is", Pattern: "whose Q N F", Weight: .3, Make: of3(func(b amounts.Bounds, q Query, c Cond) (string, any) {
		return narrowed(func(q Query) (string, any) { return several(b, q) }, q, c)
	})},
	{Name: "of which so many or more are", Pattern: "whose # N ormore|orless F", Weight: .3, Make: func(n parts) (string, any) {
		b := orMore(n[3], n[1])
		return narrowed(func(q Query) (string, any) { return several(b, q) }, query(n[2]), condOf(n[4]))
	}},
	{Name: "of which nothing is", Pattern: "whose|with nothing F", Weight: .3, Make: of1(func(c Cond) (string, any) {
		return withNone(Query{Kind: graph.KindTask}.with(c))
	})},
	{Name: "of which some are", Pattern: "whose N F", Weight: .2, Make: of2(func(q Query, c Cond) (string, any) {
		if q.Where.Op != "" {
			return "", nil
		}
		return narrowed(func(q Query) (string, any) { return several(amounts.Bounds{}, q) }, q, c)
	})},
	{Name: "of which none is", Pattern: "whose N nobody F / whose without N F", Weight: .3, Make: of2(func(q Query, c Cond) (string, any) {
		return narrowed(withNone, q, c)
	})},
}

// narrowed makes a condition on a list with a further condition, which its entities may meet.
func narrowed(link func(Query) (string, any), q Query, c Cond) (string, any) {
	if !fits(&q, c) {
		return "", nil
	}
	return link(q.with(c))
}

// several returns the condition that there is a number of linked entities, at least one if
// that is zero.
func several(b amounts.Bounds, q Query) (string, any) {
	q.isSome = true
	return linked(&Link{Count: countOf(b)}, q)
}

// countOf returns bounds as the count of a link, nil if they are zero.
func countOf(b amounts.Bounds) *amounts.Bounds {
	if b == (amounts.Bounds{}) {
		return nil
	}
	return &b
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
