package ask

import (
	"slices"

	"dossier/graph"
	"dossier/graph/ask/chart"
	"dossier/graph/ask/times"
)

// scopes make conditions of the entities that a question names.
var scopes = []chart.Rule{
	{Name: "named", Pattern: "entity", Make: func(n parts) (string, any) { return scope, condOf(n[0]) }},
	{Name: "named alone by a word", Pattern: "S only", Make: func(n parts) (string, any) { return scope, condOf(n[0]) }},
	{Name: "only a named one", Pattern: "only S", Make: func(n parts) (string, any) { return scope, condOf(n[1]) }},
	{Name: "named twice", Pattern: "S S", Make: func(n parts) (string, any) {
		if !areSame(condOf(n[0]), condOf(n[1])) {
			return "", nil
		}
		return scope, condOf(n[0])
	}},
	{Name: "one of two named", Pattern: "S or|and S", Make: func(n parts) (string, any) { return scope, or(condOf(n[0]), condOf(n[2])) }},
	{Name: "both of two named", Pattern: "both S and S", Weight: .2, Make: func(n parts) (string, any) {
		return scope, and(condOf(n[1]), condOf(n[3]))
	}},
	{Name: "one of three named", Pattern: "S S and|or S", Weight: .2, Make: func(n parts) (string, any) {
		if areSame(condOf(n[0]), condOf(n[1])) {
			return "", nil
		}
		return scope, or(condOf(n[0]), condOf(n[1]), condOf(n[3]))
	}},
	{Name: "of a named one", Pattern: "of S", Make: func(n parts) (string, any) {
		if c := condOf(n[1]); isOfPeople(c) { // rather than of a label that is called so
			return cond, chart.Weighted{Value: c, Weight: .1}
		}
		return filter(condOf(n[1]))
	}},
	{Name: "by a person", Pattern: "by S", Make: func(n parts) (string, any) { return byPerson(condOf(n[1])) }},
	{Name: "that somebody owns", Pattern: "S own|belong", Make: func(n parts) (string, any) { return byPerson(condOf(n[0])) }},
	{Name: "that is owned by somebody", Pattern: "own|belong S", Make: func(n parts) (string, any) { return byPerson(condOf(n[1])) }},
	{
		Name: "that somebody does not own", Pattern: "S not own|belong", Weight: .1,
		Make: func(n parts) (string, any) { return byOthers(condOf(n[0])) },
	},
	{
		Name: "of others than a person", Pattern: "of|by except S", Weight: .1,
		Make: func(n parts) (string, any) { return byOthers(condOf(n[2])) },
	},
	{Name: "whose owner is", Pattern: "whose|with column S", Weight: .2, Make: func(n parts) (string, any) { return ownedBy(n[1], n[2]) }},
	{Name: "owner given", Pattern: "column S", Weight: .1, Make: func(n parts) (string, any) { return ownedBy(n[0], n[1]) }},
	{Name: "with somebody as owner", Pattern: "whose|with S column", Weight: .2, Make: func(n parts) (string, any) {
		return ownedBy(n[2], n[1])
	}},
	{Name: "that a field leads to", Pattern: "field S", Weight: .2, Make: func(n parts) (string, any) {
		f, is := n[0].Value.(Field)
		if c := condOf(n[1]); is && f.IsReference && c.Op == Scope && c.Entity.ID != "" {
			return filter(Cond{Op: Linked, Link: &Link{Field: f.Name, Entity: c.Entity}})
		}
		return "", nil
	}},
	{Name: "tied to an entity", Pattern: "tied S", Make: func(n parts) (string, any) {
		c := condOf(n[1])
		if c.Op != Scope {
			return "", nil
		}
		return filter(Cond{Op: Linked, Link: &Link{Entity: c.Entity}})
	}},
	{Name: "tied to a list", Pattern: "tied N", Make: func(n parts) (string, any) { return linked(&Link{}, anyOf(n[1])) }},
	{Name: "that an entity relates to", Pattern: "S rel", Make: func(n parts) (string, any) {
		return filter(Cond{Op: Linked, Link: &Link{Relation: word(n[1]), Reversed: true, Entity: condOf(n[0]).Entity}})
	}},
	{Name: "has", Pattern: "S with", Weight: -.1, Make: condAt(0)},
	{Name: "named with its kind", Pattern: "S one", Weight: .1, Make: func(n parts) (string, any) { return namedKind(n[0], n[1]) }},
	{Name: "kind with its name", Pattern: "one S", Weight: .1, Make: func(n parts) (string, any) { return namedKind(n[1], n[0]) }},
	{Name: "named alone", Pattern: "S", Weight: -.1, Make: condAt(0)},
	{Name: "outside", Pattern: "outside S|F", Make: notAt(1)},
	{Name: "before an entity", Pattern: "due before S", Weight: .1, Make: func(n parts) (string, any) { return beforeEntity(n[2]) }},
	{Name: "after an entity", Pattern: "due after S", Weight: .1, Make: func(n parts) (string, any) { return afterEntity("due", n[2]) }},
	{Name: "happened since an entity", Pattern: "event since S", Weight: .1, Make: func(n parts) (string, any) {
		return afterEntity(word(n[0]), n[2])
	}},
	{Name: "since an entity, alone", Pattern: "since S", Make: func(n parts) (string, any) { return afterEntity("main", n[1]) }},
	{Name: "after an entity, alone", Pattern: "after S", Make: func(n parts) (string, any) { return afterEntity("due", n[1]) }},
	{Name: "before an entity, alone", Pattern: "before S", Make: func(n parts) (string, any) { return beforeEntity(n[1]) }},
}

// ownedBy returns the condition to be of people, if a column is the owner.
func ownedBy(column, s *chart.Node) (string, any) {
	if word(column) != OwnerColumn {
		return "", nil
	}
	return byPerson(condOf(s))
}

// areSame reports whether two conditions are of the same entity.
func areSame(a, b Cond) bool {
	return a.Op == Scope && b.Op == Scope && a.Entity.ID == b.Entity.ID && a.Entity.ID != ""
}

// byPerson returns the condition to be of people.
func byPerson(c Cond) (string, any) {
	if !isOfPeople(c) {
		return "", nil
	}
	return filter(c)
}

// byOthers returns the condition that an entity is of none of the people of a condition.
func byOthers(c Cond) (string, any) {
	if !isOfPeople(c) {
		return "", nil
	}
	return filter(not(c))
}

func isOfPeople(c Cond) bool {
	switch c.Op {
	case Scope:
		return c.Entity.Kind == graph.KindRecord
	case Or:
		return !slices.ContainsFunc(c.Of, func(part Cond) bool { return !isOfPeople(part) })
	}
	return false
}

func namedKind(s, kind *chart.Node) (string, any) {
	c := condOf(s)
	if c.Op != Scope || c.Entity.Kind != kindQuery(word(kind)).Kind {
		return "", nil
	}
	return scope, c
}

// beforeEntity returns the condition to be due before a named milestone is.
func beforeEntity(s *chart.Node) (string, any) {
	c := condOf(s)
	if c.Op != Scope || c.Period == nil {
		return "", nil
	}
	return filter(Cond{Op: Date, Name: "due", Period: &times.Period{To: c.Period.From}})
}

// afterEntity returns the condition to have a date after that of a named milestone.
func afterEntity(column string, s *chart.Node) (string, any) {
	c := condOf(s)
	if c.Op != Scope || c.Period == nil {
		return "", nil
	}
	return filter(Cond{Op: Date, Name: column, Period: &times.Period{From: c.Period.To}})
}
