package ask

import (
	"cmp"
	"slices"
	"strings"

	"dossier/graph"
	"dossier/graph/ask/amounts"
	"dossier/graph/ask/chart"
	"dossier/graph/ask/times"
)

// divisions divide lists, and put them in an order.
var divisions = []chart.Rule{
	{Name: "column to divide by", Pattern: "column|field", Make: of1(func(f Field) (string, any) { return group, f })},
	{Name: "kind or unit to divide by", Pattern: "one|kind|unit", Make: func(n parts) (string, any) {
		if n[0].Type == "unit" && word(n[0]) != "month" && word(n[0]) != "week" {
			return "", nil
		}
		return group, Field{Name: word(n[0])}
	}},
	{
		Name: "for each", Weight: .1, Make: of2(grouped),
		Pattern: "N grouped D / N with? each D / N each D with / N with? block each|by D +.1 / N grouping equals D +.1 / " +
			"N by D divided +.1 / by|each D N / block N each D +.35",
	},
	{Name: "list and its blocks", Pattern: "N block N by|each D", Weight: .4, Make: of3(func(q, again Query, f Field) (string, any) {
		if !q.isOf(again) || again.Where.Op != "" && again.Where.String() != q.Where.String() {
			return "", nil
		}
		return grouped(q, f)
	})},
	{Name: "one by one", Pattern: "N D by D / D by D N", Weight: .2, Make: of3(func(q Query, f, again Field) (string, any) {
		if f.Name != again.Name {
			return "", nil
		}
		return grouped(q, f)
	})},
	{Name: "for each who did so", Pattern: "N each D field", Weight: .2, Make: of3(func(q Query, owner, f Field) (string, any) {
		if f.IsNumber || owner.Name != OwnerColumn && owner.Name != f.Name {
			return "", nil
		}
		return grouped(q, f)
	})},
	{Name: "to which it happened, for each", Pattern: "N each D event / N event by|each D", Weight: .2, Make: of3(eachDone)},
	{Name: "at most so many for each", Pattern: "N Q each D / Q N each D / N by|grouped D Q each", Weight: .3, Make: of3(atMost)},
	{Name: "n for each", Pattern: "# N each D", Weight: .2, Make: of3(firstOfEach)},
	{Name: "for everyone", Pattern: "N everyone / N with everyone", Weight: .05, Make: of1(byOwner)},
	{Name: "how it divides", Pattern: "how N grouped D", Weight: .2, Make: of2(func(q Query, f Field) (string, any) {
		q.Number = Number{Op: "count"}
		return grouped(q, f)
	})},
	{Name: "by age", Pattern: "N by|sort age", Weight: .1, Make: of1(func(q Query) (string, any) {
		return ordered(q, Order{Column: "created", isDate: true})
	})},
	{
		Name: "sorted", Weight: .1, Make: of2(sorted),
		Pattern: "N and? sort D / N sorting equals D +.1 / N sortup D +.1 / N D inorder +.1 / N first by D / N and? by D sorted / N by measure",
	},
	{Name: "in the other direction", Pattern: "N sortdown D", Weight: .2, Make: of2(func(q Query, f Field) (string, any) {
		return ordered(q, f.order(true))
	})},
	{Name: "greatest of a field", Pattern: "sup field", Weight: -.1, Make: of2(func(s superlative, f Field) (string, any) {
		q := Query{Kind: graph.KindRecord, Order: []Order{s.of(f)}}
		return first(q.with(not(Cond{Op: Missing, Name: f.Name})), amounts.Number{Value: 1}, "")
	})},
	{Name: "by", Pattern: "N by D / block N by D +.35", Make: of2(by)},
	{
		Name: "column with its direction", Pattern: "N column|field ranked / N ranked column|field",
		Make: of3(func(q Query, f Field, s superlative) (string, any) { return ordered(q, f.order(s.order().Descending)) }),
	},
	{
		Name: "from one superlative to the other", Pattern: "N of|since sup until sup", Weight: .2,
		Make: of2(func(q Query, s superlative) (string, any) {
			if len(q.Order) == 0 && s.order().Column == "number" {
				return "", nil
			}
			return directed(q, s)
		}),
	},
	{Name: "and the opposite last", Pattern: "N sup bottom", Weight: .1, Make: of2(func(q Query, s superlative) (string, any) {
		last := len(q.Order) - 1
		if last < 0 || s.of(Field{Name: q.Order[last].Column}).Descending == q.Order[last].Descending {
			return "", nil
		}
		return listed(q)
	})},
	{Name: "by a number that is a field", Pattern: "N by|sort count|numbering field", Weight: .1, Make: of2(sorted)},
	{Name: "in reverse", Pattern: "N reversed", Weight: .1, Make: of1(backwards)},
	{Name: "then by", Pattern: "N then by? D", Make: of2(thenBy)},
	{Name: "then within one of the first", Pattern: "N then D by D", Weight: .2, Make: of3(func(q Query, within, f Field) (string, any) {
		if len(q.Order) == 0 || q.Order[len(q.Order)-1].Column != within.Name {
			return "", nil
		}
		return thenBy(q, f)
	})},
	{Name: "sorted within groups", Pattern: "N ingroup D", Weight: .1, Make: of2(func(q Query, f Field) (string, any) {
		if !slices.Contains(q.Group, f.Name) {
			return "", nil
		}
		return listed(q)
	})},
	{Name: "and each group sorted", Pattern: "N and each D by|sort D", Weight: .2, Make: of3(func(q Query, g, f Field) (string, any) {
		if !slices.Contains(q.Group, g.Name) {
			return "", nil
		}
		return sorted(q, f)
	})},
	{
		Name: "with the most", Weight: .2, Make: mostOf,
		Pattern: "N with most|fewest N first? / N most|fewest N first / N by|sort count N -.2 / N by|sort N count / N with sup count N / " +
			"N ranking count? N / ranking N by|sort count? N",
	},
	{
		Name: "with the most of a field", Weight: .35, Make: mostOf,
		Pattern: "N with most|fewest field first? / N most|fewest field first / N field most|fewest -.25",
	},
	{
		Name: "with the greatest", Make: of3(greatest),
		Pattern: "N with sup column|field / N with column|field sup +.1 / N field sup +.1 / sup field N +.1", Weight: .1,
	},
	{
		Name: "ranked", Weight: .2,
		Pattern: "N ranking column|field / ranking N by|sort column|field",
		Make: of2(func(q Query, f Field) (string, any) {
			switch {
			case !f.mayBeOf(&q):
				return "", nil
			case !f.IsNumber:
				return sorted(q, f)
			}
			return ordered(q, superlative("number desc").of(f))
		}),
	},
	{
		Name: "from the most to the fewest", Pattern: "N since most until fewest N|field / N since fewest until most N|field", Weight: .3,
		Make: func(n parts) (string, any) {
			first := n[2]
			if n[4].First < n[2].First {
				first = n[4]
			}
			return mostOf(parts{n[0], first, n[5]})
		},
	},
	{Name: "top of a field", Pattern: "top N by column|field", Weight: .2, Make: of2(func(q Query, f Field) (string, any) {
		return extreme(q, superlative("number desc").of(f))
	})},
	{
		Name: "beginning with the greatest of them", Weight: .3,
		Pattern: "N beginning sup N",
		Make: of3(func(q Query, s superlative, again Query) (string, any) {
			if !q.isOf(again) || again.Where.Op != "" {
				return "", nil
			}
			return directed(q, s)
		}),
	},
	{Name: "whose date is the last", Pattern: "N field|event lately|longago", Weight: .1, Make: func(n parts) (string, any) {
		return extreme(query(n[0]), fieldOf(n[1]).order(n[2].Type == "lately"))
	}},
	{Name: "is there for the longest", Pattern: "N aged longago", Weight: .2, Make: of1(func(q Query) (string, any) {
		return extreme(q, Order{Column: "created", isDate: true})
	})},
	{Name: "is open for the longest", Pattern: "N is longago", Weight: .3, Make: func(n parts) (string, any) {
		if word(n[1]) != Open {
			return "", nil
		}
		return extreme(query(n[0]).with(Cond{Op: Open}), Order{Column: "created", isDate: true})
	}},
	{Name: "most by a measure", Pattern: "most measure", Weight: .1, Make: func(n parts) (string, any) {
		if n[0].Last != n[1].First {
			return "", nil
		}
		return "supby", Gauge{Field: fieldOf(n[1]), By: "number desc"} // most downloaded
	}},
	{
		Name: "the greatest first", Pattern: "N with? sup column|field first / N column|field sup first -.1 / " +
			"N top column|field first +.1 / N beginning sup column|field +.1 / N since sup until sup by|sort? column|field +.2",
		Weight: .1, Make: of3(func(q Query, s superlative, f Field) (string, any) { return ordered(q, s.of(f)) }),
	},
	{
		Name:    "in a direction",
		Pattern: "N with? sup first / sup N first / N beginning sup +.1 / N sup sum|avg|count first +.1 / N ranked -.05",
		Make:    of2(directed),
	},
	{
		Name: "the n greatest", Weight: .2,
		Pattern: "N with # sup column|field / # sup field N +.1 / N top # by column|field +.1",
		Make: func(n parts) (string, any) {
			return firstBy(query(n[0]), superlativeOf(cmp.Or(n[3], n[6])), fieldOf(cmp.Or(n[4], n[5])), number(n[2]))
		},
	},
	{
		Name: "from one end of a measure to the other", Pattern: "N since supby until sup|supby / supby N first", Weight: .3,
		Make: of2(func(q Query, g Gauge) (string, any) { return gaugedBy(q, g, ordered) }),
	},
	{
		Name: "n whose column is the greatest", Pattern: "# N with|whose column|field sup", Weight: .4,
		Make: func(n parts) (string, any) {
			return firstBy(query(n[1]), superlativeOf(n[4]), fieldOf(n[3]), number(n[0]))
		},
	},
	{Name: "measured the most first", Pattern: "N supby first", Weight: .2, Make: of2(func(q Query, g Gauge) (string, any) {
		switch {
		case slices.Contains(q.Group, g.Name):
			return "", nil
		case len(q.Order) == 1 && q.Order[0].Column == g.Name && q.Limit == 0:
			q.Order = []Order{g.order()}
			return listed(q)
		}
		return gaugedBy(q, g, ordered)
	})},
	{Name: "most first", Pattern: "N most first", Make: of1(func(q Query) (string, any) { return directed(q, "number desc") })},
	{Name: "level column first", Pattern: "N level column first", Make: func(n parts) (string, any) {
		return ordered(query(n[0]), fieldOf(n[2]).order(word(n[1]) != "low"))
	}},
}

// byOwner divides a list by its owners.
func byOwner(q Query) (string, any) {
	if len(q.Group) > 0 { // each of them
		return listed(q)
	}
	return grouped(q, Field{Name: OwnerColumn})
}

// sorted puts a list in the order of a property.
func sorted(q Query, f Field) (string, any) { return ordered(q, f.order(false)) }

// greatest orders a list by what is greatest, or takes the first.
func greatest(q Query, s superlative, f Field) (string, any) {
	if !f.mayBeOf(&q) {
		return "", nil
	}
	return extreme(q, s.of(f))
}

// eachDone divides a list by an owner or a unit of time: what each of them finished, or made.
func eachDone(q Query, f, event Field) (string, any) {
	switch event.Name {
	case "completed", "closed":
		_, done := attach(q, Cond{Op: Done})
		if done == nil {
			return "", nil
		}
		return grouped(done.(Query), f)
	case "created":
		if typ, made := grouped(q, f); typ != "" && f.Name != "month" && f.Name != "week" {
			return typ, chart.Weighted{Value: made, Weight: unlikely} // what was opened is open, in some languages
		}
	}
	return "", nil
}

// mostOf orders a list by the number of others, or by a field, as the first of other parts says.
func mostOf(n parts) (string, any) {
	o := Order{Descending: true}
	for _, part := range n[1:] {
		switch {
		case part == nil:
		case part.Type == "fewest":
			o.Descending = false
		case part.Type == "sup":
			o.Descending = superlativeOf(part).order().Descending
		case part.Type == "field":
			f, q := fieldOf(part), query(n[0])
			if !f.mayBeOf(&q) {
				return "", nil
			}
			o.Column, o.isDate = f.Name, f.IsDate
		case part.Type == list:
			counted := anyOf(part)
			if counted.Kind == "" {
				return "", nil
			}
			o.Count = &counted
		}
	}
	return extreme(query(n[0]), o)
}

// groupColumns are the columns by whose values lists are divided rather than ordered.
var groupColumns = []string{OwnerColumn, "state", "impact", "type", "month", "week"}

// by divides or orders a list, as the property is.
func by(q Query, f Field) (string, any) {
	if f.IsDate || isNumeric(f.Name) || f.Name == "label" {
		return sorted(q, f)
	}
	return grouped(q, f)
}

func grouped(q Query, f Field) (string, any) {
	if slices.Contains(q.Group, f.Name) { // one block per city
		return listed(q)
	}
	if spec := graph.SpecOf(q.Kind); f.Name == "state" && spec != nil && len(spec.States) == 0 {
		return "", nil
	}
	isMany := q.Limit > 0 && len(q.Group) > 0 // the limit is of the groups
	if len(q.Group) > 1 || lacksColumn(q.Kind, f.Name) || isMany || f.Name == "due" || f.Name == string(q.Kind) {
		return "", nil
	}
	q.Group = append(slices.Clone(q.Group), f.Name)
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

func thenBy(q Query, f Field) (string, any) {
	if q.Limit > 0 {
		return "", nil
	}
	if len(q.Order) == 0 {
		return sorted(q, f)
	}
	q.Order = append(slices.Clone(q.Order), f.order(false))
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

// firstBy returns the n first entities of a list by what is greatest of a field.
func firstBy(q Query, s superlative, f Field, n amounts.Number) (string, any) {
	if !f.mayBeOf(&q) {
		return "", nil
	}
	return firstInOrder(q, s.of(f), n)
}

// gaugedBy orders a list by what a superlative measures, if its entities may have that.
func gaugedBy(q Query, g Gauge, order func(Query, Order) (string, any)) (string, any) {
	if !g.mayBeOf(&q) {
		return "", nil
	}
	return order(q, g.order())
}

// order returns the order of a superlative that measures a field.
func (g Gauge) order() Order { return superlative(g.By).of(g.Field) }

// A superlative is a word for the end of an order, as the column and its direction, "due
// asc": the column is number for any of numbers.
type superlative string

// order returns the order of the superlative, of its own column.
func (s superlative) order() Order {
	column, direction, _ := strings.Cut(string(s), " ")
	if s == worst {
		column = "number"
	}
	return Order{Column: column, Descending: direction == "desc", isDate: isDateColumn(column)}
}

// of returns the order of a field in the direction of the superlative.
func (s superlative) of(f Field) Order {
	o := s.order()
	isRank := f.Name == "priority" && o.Column == "number" // the highest is 1
	return f.order(o.Descending != isRank)
}

// worst is the superlative of what has the lowest number, or of risks the highest.
const worst superlative = "worst asc"

// gauged is the column of a superlative such as heaviest, which is that of a measure of
// the list: it has a direction alone.
const gauged = "gauge"

// directed gives the order of a list the direction of a superlative, or the list its
// order.
func directed(q Query, s superlative) (string, any) {
	if s == worst && q.Kind == graph.KindRisk {
		s = "number desc"
	}
	o := s.order()
	isUnknown := o.Column == gauged || q.Kind == graph.KindRecord && o.Column == "number"
	if q.Limit > 0 || isUnknown && len(q.Order) == 0 {
		return "", nil
	}
	if len(q.Order) == 0 {
		q.Order = []Order{o}
		return listed(q)
	}
	last := &q.Order[len(q.Order)-1]
	if last.Count == nil && !isDirection(o, *last) {
		return "", nil
	}
	turned := *last
	turned.Descending = s.of(Field{Name: last.Column}).Descending
	q.Order = append(slices.Clone(q.Order[:len(q.Order)-1]), turned)
	return listed(q)
}

// isDirection reports whether a superlative may give the direction of an order: one of its
// column, of any number, or such as newest of a date.
func isDirection(s, o Order) bool {
	return slices.Contains([]string{"number", gauged, "main", o.Column}, s.Column) || o.isDate && (s.isDate || s.Column == age)
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
	{
		Name: "n superlative", Weight: .1, Make: of3(first),
		Pattern: "sup|top|lately # N / # sup|top|lately N / of|among N # sup / N restrict # sup / N restrict sup # / # N sup -.15 / N # sup -.3",
	},
	{
		Name: "n of an ordered list", Weight: -.2, Make: of2(firstOfOrdered),
		Pattern: "N # / N # rows +.3 / N limit # +.3 / N first # +.4 / first # N +.3 / # N +.1",
	},
	{
		Name: "only the first n, which are the most", Weight: .4,
		Pattern: "N restrict|limit # top|first sup first / N restrict|limit top|first # sup first",
		Make: func(n parts) (string, any) {
			if len(query(n[0]).Order) == 0 {
				return "", nil
			}
			return first(query(n[0]), number(n[2]), superlativeOf(n[4]))
		},
	},
	{Name: "superlative behind a list", Pattern: "N sup", Weight: -.3, Make: of2(func(q Query, s superlative) (string, any) {
		switch {
		case len(q.Order) > 0:
			return "", nil
		case q.isSingle, q.isOne:
			return first(q, amounts.Number{Value: 1}, s)
		}
		return directed(q, s)
	})},
	{
		Name: "n that are next", Weight: .1, Make: of2(nextOf),
		Pattern: "N next # / # next N / next # N / next # N due +.2 / # N due next +.2",
	},
	{Name: "the next one", Pattern: "next N", Weight: .1, Make: of1(func(q Query) (string, any) {
		if !q.isOne || q.isSome {
			return "", nil
		}
		return nextOf(q, amounts.Number{Value: 1})
	})},
	{Name: "n that are upcoming", Pattern: "# N is", Weight: .2, Make: func(n parts) (string, any) {
		if word(n[2]) != "upcoming" {
			return "", nil
		}
		return nextOf(query(n[1]), number(n[0]))
	}},
	{Name: "when the first is", Pattern: "whenis N / whenis N due", Weight: .2, Make: of1(func(q Query) (string, any) {
		if q.Limit != 1 {
			return "", nil
		}
		return listed(q)
	})},
	{Name: "n most overdue", Pattern: "# overduest N", Weight: .2, Make: of2(func(n amounts.Number, q Query) (string, any) {
		return first(q.with(Cond{Op: Overdue}), n, "due asc")
	})},
	{
		Name: "n to which it happened last", Weight: .2, Make: lately,
		Pattern: "# N event first|last / # lately event N / # lately field N +.1 / lately # event N +.1 / lately # N event +.1 / " +
			"# sup event N +.1 / # sup N event +.1",
	},
	{
		Name: "top n behind", Weight: .2, Make: of2(topBehind),
		Pattern: "N top # / N restrict|limit # top|first +.1 / N restrict|limit top|first # +.1",
	},
	{Name: "superlative of a measure", Pattern: "supby N / N supby -.1", Weight: .2, Make: of2(func(g Gauge, q Query) (string, any) {
		return gaugedBy(q, g, extreme)
	})},
	{Name: "superlative list", Pattern: "sup|lately N", Make: func(n parts) (string, any) {
		q, s := query(n[1]), superlativeOf(n[0])
		switch {
		case q.isOne:
			return first(q, amounts.Number{Value: 1}, s)
		case n[0].Type == "lately":
			return "", nil
		}
		return directed(q, s)
	}},
}

// firstOfOrdered returns the first of a list that has an order.
func firstOfOrdered(q Query, n amounts.Number) (string, any) {
	if len(q.Order) == 0 {
		return "", nil
	}
	return first(q, n, "")
}

// mostListed is the greatest number that is a limit, by eye.
const mostListed = 1000

// first limits a list. An order that it has stays, in the direction of the superlative.
func first(q Query, n amounts.Number, s superlative) (string, any) {
	if q.Limit+q.Each > 0 || !isLimit(n) || len(q.Group) > 0 && q.Number.Op != "" {
		return "", nil
	}
	if s != "" {
		typ, made := directed(q, s)
		if typ == "" {
			return "", nil
		}
		q = made.(Query)
	}
	if s == "due asc" && q.Kind.IsOfWork() && !q.Where.Has(State, Open, Done, Overdue) { // due next
		q = q.with(Cond{Op: Open})
	}
	q.Limit, q.isOne = int(n.Value), false
	if len(q.Group) > 0 {
		q.Each, q.Limit = q.Limit, 0
	}
	return listed(q)
}

func isLimit(n amounts.Number) bool {
	return n.Value >= 1 && n.Value <= mostListed && n.Value == float64(int(n.Value))
}

// atMost divides a list, and limits each group to a number that has no lower bound.
func atMost(q Query, b amounts.Bounds, f Field) (string, any) {
	if b.From != nil || b.To == nil || b.OpenTo {
		return "", nil
	}
	return firstOfEach(q, amounts.Number{Value: *b.To}, f)
}

// firstOfEach divides a list, and limits each group.
func firstOfEach(q Query, n amounts.Number, f Field) (string, any) {
	typ, made := first(q, n, "")
	if typ == "" {
		return "", nil
	}
	return grouped(made.(Query), f)
}

// nextOf returns the n open entities of a list that are due from today on.
func nextOf(q Query, n amounts.Number) (string, any) {
	return first(q.with(Cond{Op: Open}, Cond{Op: Date, Name: "due", Period: &times.Period{}}), n, "due asc")
}

// topBehind limits a list in an order: that of a number begins with the greatest.
func topBehind(q Query, n amounts.Number) (string, any) {
	if len(q.Order) == 0 {
		return "", nil
	}
	s := superlative("")
	if o := q.Order[0]; !slices.Contains(columns, o.Column) && !o.isDate || o.Column == "probability" {
		s = "number desc"
	}
	return first(q, n, s)
}

// lately returns the n entities of a list to which something happened last, or first.
func lately(n parts) (string, any) {
	f := fieldOf(cmp.Or(n[2], n[5]))
	if n[2] != nil && !isDateColumn(f.Name) || n[6] != nil && superlativeOf(n[6]) != "main desc" {
		return "", nil
	}
	isFirst := n[3] != nil && n[3].Type == "first"
	return firstInOrder(query(n[1]), f.order(!isFirst), number(n[0]))
}
