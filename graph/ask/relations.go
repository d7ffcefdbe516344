package ask

import (
	"slices"

	"dossier/graph"
	"dossier/graph/ask/amounts"
	"dossier/graph/ask/chart"
	"dossier/graph/ask/scan"
	"dossier/graph/ask/times"
)

// lacks make conditions of what is missing.
var lacks = []chart.Rule{
	{Name: "column that may be missing", Pattern: "column", Make: func(n parts) (string, any) {
		if _, c := missing(n[0]); c != nil {
			return lack, not(c.(Cond))
		}
		return "", nil
	}},
	{Name: "field that may be missing", Pattern: "field", Make: func(n parts) (string, any) {
		return lack, not(Cond{Op: Missing, Name: word(n[0])}.of(n[0].Value))
	}},
	{Name: "owner that may be missing", Pattern: "somebody", Make: func(parts) (string, any) { return lack, not(noOwner) }},
	{Name: "list that may be missing", Pattern: "N", Make: func(n parts) (string, any) {
		q := query(n[0])
		if q.Kind == "" || q.IsArranged() {
			return "", nil
		}
		c := Cond{Op: Linked, Link: &Link{To: &q}}
		if q.isOne && q.Type != "" {
			return lack, chart.Weighted{Value: c, Weight: scan.Synonym} // beta is a value rather than a part
		}
		return lack, c
	}},
	{Name: "either may be missing", Pattern: "L or|and|nor L", Make: func(n parts) (string, any) {
		return lack, or(condOf(n[0]), condOf(n[2]))
	}},
	{Name: "without", Pattern: "without L", Make: notAt(1)},
	{Name: "without one and without another", Pattern: "without L without L", Weight: .2, Make: func(n parts) (string, any) {
		return filter(and(not(condOf(n[1])), not(condOf(n[3]))))
	}},
	{Name: "without those", Pattern: "without F ones", Weight: .3, Make: notAt(1)},
	{Name: "missing", Pattern: "L unset", Weight: -.1, Make: notAt(0)},
	{Name: "that is missing", Pattern: "unset L", Weight: -.1, Make: notAt(1)},
	{Name: "one of two missing", Pattern: "L or L unset", Weight: .1, Make: eitherMissing(0, 2)},
	{Name: "one of two that is missing", Pattern: "unset L or L", Weight: .1, Make: eitherMissing(1, 3)},
	{Name: "assigned to nobody", Pattern: "not own somebody", Weight: .2, Make: always(noOwner)},
	{Name: "without a noun of a relation", Pattern: "without relnoun", Weight: .1, Make: func(n parts) (string, any) {
		return filter(not(Cond{Op: Linked, Link: &Link{Relation: word(n[1])}}))
	}},
	{Name: "related to nothing", Pattern: "rel nothing", Weight: .1, Make: func(n parts) (string, any) {
		if isWaiting(word(n[0])) {
			return filter(Cond{Op: Ready})
		}
		return filter(not(Cond{Op: Linked, Link: &Link{Relation: word(n[0])}}))
	}},
	{Name: "without a given one", Pattern: "without L set", Make: notAt(1)},
	{Name: "neither nor", Pattern: "neither L nor L", Make: func(n parts) (string, any) {
		if isOfType(condOf(n[1])) { // "neither bugs nor stories" are what tasks are, not what they have
			return cond, chart.Weighted{Value: not(or(condOf(n[1]), condOf(n[3]))), Weight: unlikely}
		}
		return noneOfTwo(n)
	}},
	{Name: "neither of two conditions", Pattern: "neither F nor F", Make: func(n parts) (string, any) {
		if condOf(n[3]).Op == And { // "neither mitigated nor closed and without an owner"
			return cond, chart.Weighted{Value: not(or(condOf(n[1]), condOf(n[3]))), Weight: unlikely}
		}
		return noneOfTwo(n)
	}},
	{Name: "none of three conditions", Pattern: "neither F nor F nor F", Weight: .3, Make: func(n parts) (string, any) {
		return filter(not(or(condOf(n[1]), condOf(n[3]), condOf(n[5]))))
	}},
	{Name: "one of two or both", Pattern: "F F bothor", Weight: .4, Make: func(n parts) (string, any) {
		return filter(or(condOf(n[0]), condOf(n[1])))
	}},
	{Name: "one or the other or both", Pattern: "F or F bothor", Weight: .2, Make: func(n parts) (string, any) {
		return filter(or(condOf(n[0]), condOf(n[2])))
	}},
	{Name: "one of two", Pattern: "oneof F F", Weight: .2, Make: func(n parts) (string, any) {
		return filter(or(condOf(n[1]), condOf(n[2])))
	}},
	{Name: "one of several", Pattern: "oneof F", Weight: .1, Make: func(n parts) (string, any) { return anyPart(condOf(n[1])) }},
	{Name: "related to none", Pattern: "rel without N", Weight: .1, Make: func(n parts) (string, any) {
		return unlinked(&Link{Relation: word(n[0])}, query(n[2]))
	}},
	{Name: "none does", Pattern: "without N rel", Weight: .2, Make: func(n parts) (string, any) {
		return unlinked(&Link{Relation: word(n[2]), Reversed: true}, query(n[1]))
	}},
	{Name: "nobody does", Pattern: "nobody|nothing rel", Make: func(n parts) (string, any) {
		return filter(not(Cond{Op: Linked, Link: &Link{Relation: word(n[1]), Reversed: true}}))
	}},
}

// connectors combine conditions.
var connectors = []chart.Rule{
	{Name: "not", Pattern: "not F", Make: func(n parts) (string, any) { return negated(condOf(n[1])) }},
	{Name: "none of two", Pattern: "not F or|nor F", Weight: .2, Make: noneOfTwo},
	{Name: "either or", Pattern: "or F or F", Weight: .1, Make: func(n parts) (string, any) { return filter(or(condOf(n[1]), condOf(n[3]))) }},
	{Name: "or", Pattern: "F or F", Make: func(n parts) (string, any) { return filter(or(condOf(n[0]), condOf(n[2]))) }},
	{Name: "and", Pattern: "F and F", Make: func(n parts) (string, any) {
		both := joint(condOf(n[0]), condOf(n[2]))
		if condOf(n[0]).IsWithin() && !condOf(n[2]).IsWithin() { // "risks of the launch and open decisions" are two lists
			return cond, chart.Weighted{Value: both, Weight: unlikely}
		}
		return filter(both)
	}},
	{Name: "conditions in a row", Pattern: "F F", Weight: -.15, Make: func(n parts) (string, any) {
		if contradicts(condOf(n[0]), condOf(n[1])) {
			return "", nil
		}
		return filter(and(condOf(n[0]), condOf(n[1])))
	}},
	{Name: "so too", Pattern: "F too", Weight: -.05, Make: condAt(0)},
	{Name: "with a condition", Pattern: "with F", Make: func(n parts) (string, any) {
		if c := condOf(n[1]); !c.isBare {
			return filter(c)
		}
		return "", nil
	}},
	{Name: "whose owner is so", Pattern: "whose|with column F", Weight: .1, Make: func(n parts) (string, any) {
		if word(n[1]) != OwnerColumn {
			return "", nil
		}
		return ofPeople(condOf(n[2]))
	}},
	{
		Name: "of somebody who is so", Pattern: "of|by|own somebody F", Weight: .1,
		Make: func(n parts) (string, any) { return ofPeople(condOf(n[2])) },
	},
	{Name: "that own a list", Pattern: "own N", Weight: -.1, Make: func(n parts) (string, any) { return linked(&Link{}, query(n[1])) }},
	{Name: "that own a number of them", Pattern: "own Q N", Make: func(n parts) (string, any) { return several(boundsOf(n[1]), query(n[2])) }},
	{Name: "which is so", Pattern: "whose F", Weight: -.05, Make: condAt(1)},
	{Name: "with a field", Pattern: "with field", Make: hasField(1)},
	{Name: "that a field leads to", Pattern: "field N", Weight: -.1, Make: func(n parts) (string, any) {
		f, is := n[0].Value.(Field)
		if !is || f.IsNumber {
			return "", nil
		}
		return linked(&Link{Field: f.Name}, query(n[1]))
	}},
	{Name: "with a column", Pattern: "with column", Weight: -.05, Make: func(n parts) (string, any) {
		return opposite(missing(n[1]))
	}},
	{Name: "with others that relate to it", Pattern: "with rel N", Weight: .1, Make: func(n parts) (string, any) {
		return linked(&Link{Relation: word(n[1]), Reversed: true}, anyOf(n[2]))
	}},
	{Name: "without others that relate to it", Pattern: "without rel N", Weight: .1, Make: func(n parts) (string, any) {
		return unlinked(&Link{Relation: word(n[1]), Reversed: true}, query(n[2]))
	}},
	{Name: "that have a list", Pattern: "N hasend", Weight: -.5, Make: func(n parts) (string, any) { return hasList(n[0]) }},
	{Name: "that have a number of them", Pattern: "Q N hasend|belong", Weight: .1, Make: func(n parts) (string, any) {
		return several(boundsOf(n[0]), query(n[1]))
	}},
	{Name: "whose number of them is so", Pattern: "N count|numbering Q", Weight: .3, Make: func(n parts) (string, any) {
		return ownCondition(n[0], func(to Query) (string, any) { return behind(several(boundsOf(n[2]), to)) })
	}},
	{Name: "whose number of them is compared", Pattern: "whose|with N numbering Q", Weight: .4, Make: func(n parts) (string, any) {
		return several(boundsOf(n[3]), anyOf(n[1]))
	}},
	{Name: "the number of whose parts is so", Pattern: "count N Q", Weight: .3, Make: func(n parts) (string, any) {
		return behind(several(boundsOf(n[2]), anyOf(n[1])))
	}},
	{Name: "whose parts are missing", Pattern: "whose N unset", Weight: .3, Make: func(n parts) (string, any) {
		return unlinked(&Link{}, query(n[1]))
	}},
	{Name: "which others belong to", Pattern: "N belong", Weight: -.2, Make: func(n parts) (string, any) {
		return linked(&Link{}, anyOf(n[0]))
	}},
	{Name: "to which others belong", Pattern: "that N belong", Weight: .1, Make: func(n parts) (string, any) {
		return linked(&Link{}, anyOf(n[1]))
	}},
	{Name: "related to a number of others", Pattern: "rel Q others", Weight: -.1, Make: func(n parts) (string, any) {
		return filter(Cond{Op: Linked, Link: &Link{Relation: word(n[0]), Count: boundsOf(n[1])}})
	}},
	{Name: "related to others", Pattern: "rel others", Weight: -.55, Make: func(n parts) (string, any) { return relatedToAny(word(n[0])) }},
	{Name: "that belong to a list", Pattern: "belong N", Weight: .1, Make: func(n parts) (string, any) {
		return linked(&Link{}, anyOf(n[1]))
	}},
	{Name: "with a noun of a relation", Pattern: "with relnoun", Make: func(n parts) (string, any) {
		return linked(&Link{Relation: word(n[1])}, Query{})
	}},
	{Name: "with such a noun of a relation", Pattern: "with F relnoun", Weight: .1, Make: func(n parts) (string, any) {
		return linked(&Link{Relation: word(n[2])}, Query{Where: condOf(n[1])})
	}},
	{Name: "some of whose noun of a relation is", Pattern: "whose some relnoun F", Weight: .2, Make: func(n parts) (string, any) {
		return linked(&Link{Relation: word(n[2])}, Query{Where: condOf(n[3])})
	}},
	{Name: "whose noun of a relation is", Pattern: "whose relnoun F", Weight: .2, Make: func(n parts) (string, any) {
		return linked(&Link{Relation: word(n[1])}, Query{Where: condOf(n[2])})
	}},
	{Name: "some of whose relations are", Pattern: "whose some rel N", Weight: .2, Make: func(n parts) (string, any) {
		return linked(&Link{Relation: word(n[2]), Reversed: true}, anyOf(n[3]))
	}},
	{Name: "whose relations are", Pattern: "whose rel N", Weight: .2, Make: func(n parts) (string, any) {
		return linked(&Link{Relation: word(n[1]), Reversed: true}, anyOf(n[2]))
	}},
	{Name: "some of whose nouns of a relation are of a list", Pattern: "whose some relnoun N", Weight: .3, Make: func(n parts) (string, any) {
		return linked(&Link{Relation: word(n[2])}, anyOf(n[3]))
	}},
	{Name: "with a noun of a relation that is of a list", Pattern: "with|whose relnoun N", Weight: .2, Make: func(n parts) (string, any) {
		return linked(&Link{Relation: word(n[1])}, anyOf(n[2]))
	}},
	{Name: "with both lists", Pattern: "with both N and N", Weight: .5, Make: withBoth(2, 4)},
	{Name: "with one list and another", Pattern: "with N and N", Weight: -.1, Make: withBoth(1, 3)},
	{Name: "with one list and with another", Pattern: "with N and with N", Weight: .1, Make: withBoth(1, 4)},
	{Name: "with some of a list and none of another", Pattern: "with N and without L", Weight: .3, Make: func(n parts) (string, any) {
		return withAndWithout(nil, n[1], n[4])
	}},
	{Name: "with a number of them and none of others", Pattern: "with Q N and without L", Weight: .4, Make: func(n parts) (string, any) {
		return withAndWithout(boundsOf(n[1]), n[2], n[5])
	}},
	{Name: "with some but none that is so", Pattern: "with N nonethem F", Weight: .3, Make: func(n parts) (string, any) {
		all, some := query(n[1]), query(n[1])
		some = some.with(condOf(n[3]))
		if !fits(&all, condOf(n[3])) {
			return "", nil
		}
		return filter(and(Cond{Op: Linked, Link: &Link{To: &all}}, not(Cond{Op: Linked, Link: &Link{To: &some}})))
	}},
	{Name: "with a number of them, some of which are so", Pattern: "with Q N and Q F", Weight: .3, Make: func(n parts) (string, any) {
		_, all := several(boundsOf(n[1]), query(n[2]))
		some := kindQuery(string(query(n[2]).Kind)).with(condOf(n[5]))
		_, chosen := several(boundsOf(n[4]), some)
		if all == nil || chosen == nil {
			return "", nil
		}
		return filter(and(all.(Cond), chosen.(Cond)))
	}},
	{Name: "with a list", Pattern: "with N", Make: func(n parts) (string, any) { return linked(&Link{}, query(n[1])) }},
	{Name: "with a number of them", Pattern: "with Q N", Weight: .1, Make: func(n parts) (string, any) {
		return several(boundsOf(n[1]), query(n[2]))
	}},
	{Name: "with so many or more", Pattern: "with # N ormore|orless", Weight: .2, Make: func(n parts) (string, any) {
		return severalOr(n[1], n[3], n[2])
	}},
	{Name: "with so many at most", Pattern: "with # ormore|orless N", Weight: .2, Make: func(n parts) (string, any) {
		return severalOr(n[1], n[2], n[3])
	}},
	{Name: "with exactly so many", Pattern: "with # N", Weight: -.1, Make: func(n parts) (string, any) {
		b := amounts.Exactly(number(n[1]))
		return several(&b, query(n[2]))
	}},
	{Name: "of a list", Pattern: "of N", Make: func(n parts) (string, any) {
		q := query(n[1])
		q.isSome = false
		return linked(&Link{}, q)
	}},
	{Name: "that any others relate to", Pattern: "that others rel", Weight: .1, Make: func(n parts) (string, any) {
		return filter(Cond{Op: Linked, Link: &Link{Relation: word(n[2]), Reversed: true}})
	}},
	{Name: "that others relate to", Pattern: "that N rel", Weight: .1, Make: relatedFrom(2, 1)},
	{Name: "which others relate to", Pattern: "N rel", Weight: -.25, Make: relatedFrom(1, 0)},
	{Name: "related to a list", Pattern: "rel N", Make: relatedBy(0, 1)},
	{Name: "list that it is related to", Pattern: "N relend", Make: relatedBy(1, 0)},
	{Name: "chosen list that it is related to", Pattern: "N relend", Weight: .03, Make: func(n parts) (string, any) {
		if query(n[0]).Where.Op == "" {
			return "", nil
		}
		return linked(&Link{Relation: word(n[1])}, query(n[0]))
	}},
	{Name: "related to a number", Pattern: "rel Q N", Make: func(n parts) (string, any) {
		return linked(&Link{Relation: word(n[0]), Count: boundsOf(n[1])}, query(n[2]))
	}},
	{Name: "number related to it", Pattern: "Q N rel", Make: func(n parts) (string, any) {
		return linked(&Link{Relation: word(n[2]), Reversed: true, Count: boundsOf(n[0])}, query(n[1]))
	}},
	{Name: "related to an entity", Pattern: "rel S", Make: func(n parts) (string, any) {
		return filter(Cond{Op: Linked, Link: &Link{Relation: word(n[0]), Entity: condOf(n[1]).Entity}})
	}},
	{Name: "related by a list", Pattern: "of N relby", Weight: .1, Make: relatedBy(2, 1)},
	{Name: "except", Pattern: "except F", Make: notAt(1)},
	{Name: "except two", Pattern: "except F and|or F", Weight: .05, Make: noneOfTwo},
	{Name: "except the ones of two", Pattern: "except F and|or F ones", Weight: .6, Make: noneOfTwo},
	{Name: "except one, and still so", Pattern: "except F and still F", Weight: .5, Make: func(n parts) (string, any) {
		return filter(and(not(condOf(n[1])), condOf(n[4])))
	}},
	{Name: "excepted", Pattern: "F excepted", Weight: .1, Make: notAt(0)},
}

// relatedBy makes the condition to be related to those of a list, relatedFrom that these
// are related to it, from the places of the relation and the list.
func relatedBy(rel, list int) maker {
	return func(n parts) (string, any) { return linked(&Link{Relation: word(n[rel])}, query(n[list])) }
}

func relatedFrom(rel, list int) maker {
	return func(n parts) (string, any) {
		return linked(&Link{Relation: word(n[rel]), Reversed: true}, query(n[list]))
	}
}

// relatedToAny returns the condition that an entity is related to anything. An entity that
// depends on anything open is blocked.
func relatedToAny(relation string) (string, any) {
	if isWaiting(relation) {
		return filter(Cond{Op: Blocked})
	}
	return filter(Cond{Op: Linked, Link: &Link{Relation: relation}})
}

// isWaiting reports whether an entity that is related to something open waits for it.
func isWaiting(relation string) bool { return relation == "depends" || relation == "blocked" }

// isOfType reports whether a condition is to be linked to any of a type.
func isOfType(c Cond) bool { return c.Op == Linked && c.Link.To != nil && c.Link.To.Type != "" }

func noneOfTwo(n parts) (string, any) { return filter(not(or(condOf(n[1]), condOf(n[3])))) }

// ofPeople returns the condition that an entity is linked to people who meet a condition.
func ofPeople(c Cond) (string, any) {
	to := kindQuery("person")
	if !c.Has(Equal, Date, Compare, Missing) || !fits(&to, c) || !slices.Contains(c.Types, graph.PersonType) {
		return "", nil
	}
	return linked(&Link{}, to.with(c))
}

// negated returns what a word negates: of two conditions, more likely the first alone. What
// is linked to none is so once, as in "ne sont atténués par aucune".
func negated(c Cond) (string, any) {
	switch {
	case c.Op == And:
		return cond, chart.Weighted{Value: not(c), Weight: 2 * unlikely}
	case c.Op == Not && c.Of[0].Op == Linked:
		return filter(c)
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

// withAndWithout returns the condition to have a number of a list, and nothing of what may
// be missing.
func withAndWithout(count *amounts.Bounds, list, lack *chart.Node) (string, any) {
	_, has := several(count, anyOf(list))
	if has == nil {
		return "", nil
	}
	return filter(and(has.(Cond), not(condOf(lack))))
}

// withBoth makes the condition to have some of two lists, from their places.
func withBoth(one, other int) maker {
	return func(n parts) (string, any) {
		a, b := query(n[one]), query(n[other])
		if a.Kind == b.Kind && a.Where.String() == b.Where.String() {
			return "", nil
		}
		_, first := linked(&Link{}, a)
		_, second := linked(&Link{}, b)
		if first == nil || second == nil {
			return "", nil
		}
		return filter(and(first.(Cond), second.(Cond)))
	}
}

// hasList returns the condition to have those of a list that is before its verb.
func hasList(n *chart.Node) (string, any) {
	return ownCondition(n, func(to Query) (string, any) { return linked(&Link{}, to) })
}

// ownCondition makes a condition on a list that is before its verb. A condition before the
// list is more likely one of the list than of what has it.
func ownCondition(n *chart.Node, link func(to Query) (string, any)) (string, any) {
	typ, c := link(anyOf(n))
	if typ == "" || query(n).Where.Op == "" {
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

// severalOr returns the condition to have so many of a list or more, or less.
func severalOr(limit, or, of *chart.Node) (string, any) {
	b := orMore(or, limit)
	return several(&b, query(of))
}

// eitherMissing makes the condition that one of two things is missing, from their places.
func eitherMissing(one, other int) maker {
	return func(n parts) (string, any) { return filter(or(not(condOf(n[one])), not(condOf(n[other])))) }
}

// anyPart returns the condition that one part of a condition holds.
func anyPart(c Cond) (string, any) {
	if c.Op == And {
		return cond, chart.Weighted{Value: or(c.Of...), Weight: .2}
	}
	return filter(c)
}

// anyOf returns a list of which one is meant as any.
func anyOf(n *chart.Node) Query {
	q := query(n)
	q.isOne = false
	return q
}

// joint returns the condition that both of two hold, or one of them if they are of a
// column with one value: "P0 and P1".
func joint(a, b Cond) Cond {
	if a.Op == b.Op && a.Name == b.Name && (a.Op == State || a.Op == Equal && a.Name != LabelColumn) {
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
func unlinked(link *Link, to Query) (string, any) {
	to.isOne = false
	return opposite(linked(link, to))
}
