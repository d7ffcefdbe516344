package ask

import (
	"cmp"

	"dossier/graph"
	"dossier/graph/ask/amounts"
	"dossier/graph/ask/chart"
	"dossier/graph/ask/scan"
	"dossier/graph/ask/times"
)

// lacks make conditions of what is missing.
var lacks = []chart.Rule{
	{Name: "field that may be missing", Pattern: "column|field", Make: of1(func(f Field) (string, any) {
		if _, c := given(f); c != nil {
			return lack, c
		}
		return "", nil
	})},
	{Name: "owner that may be missing", Pattern: "somebody", Make: func(parts) (string, any) { return lack, not(noOwner) }},
	{Name: "what may not be so", Pattern: "value", Make: of1(func(c Cond) (string, any) { // a signature, of signed: yes
		if !c.isFlag() {
			return "", nil
		}
		return lack, c
	})},
	{Name: "what nobody did", Pattern: "nobody|nothing|tobe value", Weight: .2, Make: of1(func(c Cond) (string, any) {
		if !c.isFlag() {
			return "", nil
		}
		return opposed(c)
	})},
	{Name: "list that may be missing", Pattern: "N", Make: of1(func(q Query) (string, any) {
		if q.Kind == "" || q.IsArranged() {
			return "", nil
		}
		c := Cond{Op: Linked, Link: &Link{To: &q}}
		if q.isOne && q.Type != "" {
			return lack, chart.Weighted{Value: c, Weight: scan.Synonym} // beta is a value rather than a part
		}
		return lack, c
	})},
	{Name: "either may be missing", Pattern: "L or|and|nor L", Make: of2(func(a, b Cond) (string, any) { return lack, or(a, b) })},
	{Name: "without", Pattern: "without L / L unset -.1 / unset L -.1 / without L set", Make: of1(opposed)},
	{Name: "without one and without another", Pattern: "without L without L", Weight: .2, Make: of2(func(a, b Cond) (string, any) {
		return filter(and(not(a), not(b)))
	})},
	{Name: "one of two missing", Pattern: "L or L unset / unset L or L", Weight: .1, Make: of2(func(a, b Cond) (string, any) {
		return filter(or(not(a), not(b)))
	})},
	{Name: "related to nothing", Pattern: "rel nothing / without relnoun", Weight: .1, Make: func(n parts) (string, any) {
		r := relationOf(cmp.Or(n[0], n[3]))
		if n[0] != nil && r.isWaiting() {
			return filter(Cond{Op: Ready})
		}
		return opposed(Cond{Op: Linked, Link: &Link{Relation: r}})
	}},
	{Name: "neither nor", Pattern: "neither L nor L", Make: of2(func(a, b Cond) (string, any) {
		none := not(or(a, b))
		if a.Op == Linked && a.Link.To != nil && a.Link.To.Type != "" { // "neither bugs nor stories" are what tasks are, not what they have
			return cond, chart.Weighted{Value: none, Weight: unlikely}
		}
		return filter(none)
	})},
	{Name: "none of three conditions", Pattern: "neither F nor F nor F", Weight: .3, Make: of3(func(a, b, c Cond) (string, any) {
		return opposed(or(a, b, c))
	})},
	{
		Name: "one of two", Pattern: "F or F / or F or F +.1 / oneof F F +.2 / F or F bothor +.2 / F F bothor +.4",
		Make: of2(func(a, b Cond) (string, any) { return filter(or(a, b)) }),
	},
	{Name: "one of several", Pattern: "oneof F", Weight: .1, Make: of1(func(c Cond) (string, any) {
		if c.Op == And {
			return cond, chart.Weighted{Value: or(c.Of...), Weight: .2}
		}
		return filter(c)
	})},
	{Name: "related to none", Pattern: "rel without N", Weight: .1, Make: of2(func(r Relation, q Query) (string, any) {
		return unlinked(&Link{Relation: r}, q)
	})},
	{Name: "that none is related to", Pattern: "without N relby|relend", Weight: .1, Make: of2(func(q Query, r Relation) (string, any) {
		return unlinked(&Link{Relation: r}, q)
	})},
	{Name: "to which none is related", Pattern: "rel without N", Weight: .05, Make: of2(func(r Relation, q Query) (string, any) {
		return unlinked(&Link{Relation: r, Reversed: true}, q)
	})},
	{Name: "none does", Pattern: "without N rel +.1 / without rel N / nobody|nothing rel -.1", Weight: .1, Make: func(n parts) (string, any) {
		link := &Link{Relation: relationOf(n[2]), Reversed: true}
		switch {
		case n[1] != nil:
			return unlinked(link, query(n[1]))
		case link.Relation == "blocks":
			return filter(Cond{Op: Ready})
		}
		return opposed(Cond{Op: Linked, Link: link})
	}},
}

// connectors combine conditions.
var connectors = []chart.Rule{
	{Name: "not", Pattern: "not F", Make: of1(negated)},
	{
		Name: "none of two", Weight: .2, Make: of2(noneOfTwo),
		Pattern: "not F or|nor F / neither F nor F -.2 / except F and|or F -.15 / except F and|or F ones +.4",
	},
	{Name: "except one, and still so", Pattern: "except F and still F", Weight: .5, Make: of2(func(a, b Cond) (string, any) {
		return filter(and(not(a), b))
	})},
	{Name: "and", Pattern: "F and F", Make: of2(func(a, b Cond) (string, any) {
		if a.IsWithin() && !b.IsWithin() { // "risks of the launch and open decisions" are two lists
			return cond, chart.Weighted{Value: joint(a, b), Weight: unlikely}
		}
		return filter(joint(a, b))
	})},
	{Name: "conditions in a row", Pattern: "F F", Weight: -.15, Make: of2(func(a, b Cond) (string, any) {
		if contradicts(a, b) {
			return "", nil
		}
		return filter(and(a, b))
	})},
	{Name: "with a condition", Pattern: "with F", Make: of1(func(c Cond) (string, any) {
		if c.isBare {
			return "", nil
		}
		return filter(c)
	})},
	{Name: "related to a list", Pattern: "rel N / rel Q N / of N relby +.1", Make: of3(relatedTo)},
	{Name: "list that it is related to", Pattern: "N relend", Weight: .03, Make: of2(func(q Query, r Relation) (string, any) {
		if q.Where.Op == "" {
			return "", nil
		}
		return relatedTo(r, amounts.Bounds{}, q)
	})},
	{
		Name: "with a noun of a relation", Pattern: "with relnoun / with|whose relnoun N +.2 / whose some relnoun N +.3",
		Make: of2(func(r Relation, q Query) (string, any) { return relatedTo(r, amounts.Bounds{}, anyOne(q)) }),
	},
	{
		Name: "with such a noun of a relation", Pattern: "with F relnoun / whose some? relnoun F +.1", Weight: .1,
		Make: of2(func(r Relation, c Cond) (string, any) { return relatedTo(r, amounts.Bounds{}, Query{Where: c}) }),
	},
	{Name: "that others relate to", Pattern: "that N rel / with N rel / N rel -.35 / Q N rel -.1", Weight: .1, Make: of3(relatedFrom)},
	{
		Name: "with others that relate to it", Pattern: "with rel N / whose some? rel N +.1", Weight: .1,
		Make: of2(func(r Relation, q Query) (string, any) { return relatedFrom(r, amounts.Bounds{}, anyOne(q)) }),
	},
	{
		Name: "that so many relate to", Weight: .1,
		Pattern: "with # N rel",
		Make: of3(func(n amounts.Number, q Query, r Relation) (string, any) {
			return relatedFrom(r, amounts.Exactly(n), q)
		}),
	},
	{Name: "related to so many", Pattern: "rel # N", Weight: -.1, Make: of3(func(r Relation, n amounts.Number, q Query) (string, any) {
		return relatedTo(r, amounts.Exactly(n), q)
	})},
	{Name: "that put others at risk", Pattern: "puts N|S atrisk", Weight: .3, Make: func(n parts) (string, any) {
		if n[1].Type == list {
			return linked(&Link{Relation: "threatens"}, anyOf(n[1]))
		}
		return filter(Cond{Op: Linked, Link: &Link{Relation: "threatens", Entity: condOf(n[1]).Entity}})
	}},
	{
		Name: "related to a number of others", Weight: -.1,
		Pattern: "rel Q others",
		Make: of2(func(r Relation, b amounts.Bounds) (string, any) {
			return filter(Cond{Op: Linked, Link: &Link{Relation: r, Count: &b}})
		}),
	},
	{Name: "related to others", Pattern: "rel others", Weight: -.55, Make: of1(relatedToAny)},
	{
		Name: "related to a number by a noun of a relation", Pattern: "with Q relnoun / with # relnoun", Weight: .2,
		Make: of3(func(b amounts.Bounds, n amounts.Number, r Relation) (string, any) {
			if b == (amounts.Bounds{}) {
				b = amounts.Exactly(n)
			}
			return filter(Cond{Op: Linked, Link: &Link{Relation: r, Count: &b}})
		}),
	},
	{Name: "related to an entity", Pattern: "rel S", Make: of2(func(r Relation, c Cond) (string, any) {
		if r == "produced" && c.Entity.Kind == graph.KindPlan {
			return filter(c) // by its tasks
		}
		return filter(Cond{Op: Linked, Link: &Link{Relation: r, Entity: c.Entity}})
	})},
	{Name: "that a field leads to", Pattern: "field N", Weight: -.1, Make: of2(func(f Field, q Query) (string, any) {
		if f.IsNumber {
			return "", nil
		}
		return linked(&Link{Field: f.Name}, q)
	})},
	{Name: "with a list", Pattern: "with N / own N -.1", Make: of1(func(q Query) (string, any) { return linked(&Link{}, q) })},
	{Name: "of a list", Pattern: "of N / comefrom N -.1", Make: of1(func(q Query) (string, any) {
		q.isSome = false
		return linked(&Link{}, q)
	})},
	{
		Name: "that belong to a list", Pattern: "belong N / that N belong / N belong -.3 / tied N -.1", Weight: .1,
		Make: of1(func(q Query) (string, any) { return linked(&Link{}, anyOne(q)) }),
	},
	{
		Name: "with a number of them", Make: of2(several),
		Pattern: "own Q N / with Q N +.1 / Q N hasend|belong +.1 / whose Q N +.1 / whose|with N numbering Q +.4",
	},
	{Name: "with so many or more", Pattern: "with # N ormore|orless", Weight: .2, Make: func(n parts) (string, any) {
		return several(orMore(n[3], n[1]), query(n[2]))
	}},
	{Name: "with exactly so many", Pattern: "with # N", Weight: -.1, Make: of2(func(n amounts.Number, q Query) (string, any) {
		return several(amounts.Exactly(n), q)
	})},
	{Name: "that have a list", Pattern: "N hasend", Weight: -.5, Make: of1(func(q Query) (string, any) {
		typ, c := several(amounts.Bounds{}, q)
		return beforeVerb(q, typ, c)
	})},
	{
		Name: "whose number of them is so", Weight: .3,
		Pattern: "N count|numbering Q",
		Make: of2(func(q Query, b amounts.Bounds) (string, any) {
			typ, c := behind(several(b, q))
			return beforeVerb(q, typ, c)
		}),
	},
	{Name: "the number of whose parts is so", Pattern: "count N Q", Weight: .3, Make: of2(func(q Query, b amounts.Bounds) (string, any) {
		return behind(several(b, q))
	})},
	{Name: "none of which", Pattern: "whose N unset +.2 / whose without N / nonewhose N", Weight: .1, Make: of1(withNone)},
	{Name: "with both lists", Pattern: "with N and with? N / with both N and N +.6", Weight: -.1, Make: of2(withBoth)},
	{Name: "with a number of them, some of which are so", Pattern: "with Q N and Q F", Weight: .3, Make: func(n parts) (string, any) {
		_, all := several(boundsOf(n[1]), query(n[2]))
		_, chosen := several(boundsOf(n[4]), kindQuery(string(query(n[2]).Kind)).with(condOf(n[5])))
		return joined(and, all, chosen)
	}},
}

// A Relation is one that the tables of words have words for.
type Relation string

// relatedTo returns the condition to be related to those of a list, or to a number of them,
// relatedFrom that these are related to it.

func relatedTo(r Relation, b amounts.Bounds, q Query) (string, any) {
	return linked(&Link{Relation: r, Count: countOf(b)}, q)
}

func relatedFrom(r Relation, b amounts.Bounds, q Query) (string, any) {
	return linked(&Link{Relation: r, Reversed: true, Count: countOf(b)}, q)
}

// relatedToAny returns the condition that an entity is related to anything. An entity that
// depends on anything open is blocked.
func relatedToAny(r Relation) (string, any) {
	if r.isWaiting() {
		return filter(Cond{Op: Blocked})
	}
	return filter(Cond{Op: Linked, Link: &Link{Relation: r}})
}

// isWaiting reports whether an entity that is related to something open waits for it.
func (r Relation) isWaiting() bool { return r == "depends" || r == "blocked" }

// noneOfTwo returns the condition that none of two holds. More likely each of them is one
// alone: "neither mitigated nor closed and without an owner".
func noneOfTwo(a, b Cond) (string, any) {
	if a.Op == And || b.Op == And {
		return cond, chart.Weighted{Value: not(or(a, b)), Weight: unlikely}
	}
	return opposed(or(a, b))
}

// negated returns what a word negates: of two conditions, more likely the first alone. What
// is linked to none is so once, as in "ne sont atténués par aucune".
func negated(c Cond) (string, any) {
	switch {
	case c.Has(And):
		return cond, chart.Weighted{Value: not(c), Weight: 2 * unlikely}
	case c.Op == Not && c.Of[0].Op == Linked:
		return filter(c)
	case c.Op == Linked && c.Link.Count != nil && c.Link.Count.String() == "=1": // not a single task
		link := *c.Link
		link.Count, c.Link = nil, &link
	case c.Op == Date && c.Name == "due" && c.Period.From.IsZero() != c.Period.To.IsZero():
		return filter(otherSide(c))
	}
	return filter(not(c))
}

// otherSide returns the condition on a date with one bound that it is on the other side of
// that: what is not due before May has a date, from May on.
func otherSide(c Cond) Cond {
	c.Period = &times.Period{From: c.Period.To, To: c.Period.From}
	return c
}

// joined returns what and or or makes of conditions that were made, nothing if one was not.
func joined(join func(...Cond) Cond, made ...any) (string, any) {
	var list []Cond
	for _, c := range made {
		one, is := c.(Cond)
		if !is {
			return "", nil
		}
		list = append(list, one)
	}
	return filter(join(list...))
}

// withBoth returns the condition to have some of two lists.
func withBoth(a, b Query) (string, any) {
	if a.Kind == b.Kind && a.Where.String() == b.Where.String() {
		return "", nil
	}
	_, one := linked(&Link{}, a)
	_, other := linked(&Link{}, b)
	return joined(and, one, other)
}

// beforeVerb returns a condition on a list that is before its verb. A condition before the
// list is more likely one of the list than of what has it.
func beforeVerb(q Query, typ string, c any) (string, any) {
	if typ == "" || q.Where.Op == "" {
		return typ, c
	}
	return typ, chart.Weighted{Value: c, Weight: .5}
}

// behind returns a condition that ends with a number.
func behind(typ string, value any) (string, any) {
	c, is := value.(Cond)
	if !is {
		return "", nil
	}
	c.isBehind = true
	return typ, c
}

// orMore returns the bounds of a number with a word such as "or more" or "or fewer".
func orMore(word, limit *chart.Node) amounts.Bounds {
	return amounts.Compared(map[string]string{"ormore": "ge", "orless": "le"}[word.Type], number(limit))
}

// anyOne returns a list of which one is meant as any.
func anyOne(q Query) Query {
	q.isOne = false
	return q
}

func anyOf(n *chart.Node) Query { return anyOne(query(n)) }

// joint returns the condition that both of two hold, or one of them if they are of a
// column with one value: "P0 and P1".
func joint(a, b Cond) Cond {
	isOfTwo := isOfPeople(a) && isOfPeople(b) // from Ann and from Bob
	if isOfTwo || a.Op == b.Op && a.Name == b.Name && (a.Op == State || a.Op == Equal && a.Name != LabelColumn) {
		return or(a, b)
	}
	return and(a, b)
}

// linked returns the condition that entities are linked to those of a list. One of a type
// is none: "the launch" is a certain one, which the question does not name.
func linked(link *Link, to Query) (string, any) {
	isUnclear := to.Kind == "" && (link.Relation == "" || to.Where.Op == "" && link.Count == nil)
	if isUnclear || to.isOne && !to.isSome && to.Type != "" || to.IsArranged() {
		return "", nil
	}
	link.To = &to
	if b := link.Count; b != nil && b.IsSome() {
		link.Count = nil
	} else if b != nil && b.IsNone() {
		link.Count = nil
		return filter(not(Cond{Op: Linked, Link: link}))
	}
	return filter(Cond{Op: Linked, Link: link})
}

// unlinked returns the condition that no entity is linked to those of a list.
func unlinked(link *Link, to Query) (string, any) { return opposite(linked(link, anyOne(to))) }

// withNone returns the condition to have none of a list.
func withNone(q Query) (string, any) { return unlinked(&Link{}, q) }
