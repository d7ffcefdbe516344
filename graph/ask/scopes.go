package ask

import (
	"slices"

	"dossier/graph"
	"dossier/graph/ask/chart"
	"dossier/graph/ask/times"
)

// scopes make conditions of the entities that a question names.
var scopes = []chart.Rule{
	{Name: "named", Pattern: "entity / S only / only S", Make: of1(func(c Cond) (string, any) { return scope, c })},
	{Name: "named twice", Pattern: "S S", Make: of2(func(a, b Cond) (string, any) {
		if !areSame(a, b) {
			return "", nil
		}
		return scope, a
	})},
	{Name: "one of two named", Pattern: "S or|and S", Make: of2(func(a, b Cond) (string, any) { return scope, or(a, b) })},
	{Name: "both of two named", Pattern: "both S and S", Weight: .2, Make: of2(func(a, b Cond) (string, any) { return scope, and(a, b) })},
	{Name: "one of three named", Pattern: "S S and|or S", Weight: .2, Make: of3(func(a, b, c Cond) (string, any) {
		if areSame(a, b) {
			return "", nil
		}
		return scope, or(a, b, c)
	})},
	{Name: "named with its kind", Pattern: "S one / one S", Weight: .1, Make: func(n parts) (string, any) {
		c := condOf(n[0])
		if c.Op != Scope || c.Entity.Kind != kindQuery(word(n[1])).Kind {
			return "", nil
		}
		return scope, c
	}},
	{Name: "named alone", Pattern: "S / S with", Weight: -.1, Make: of1(filter)},
	{Name: "of a named one", Pattern: "of S", Make: of1(func(c Cond) (string, any) {
		if isOfPeople(c) { // rather than of a label that is called so
			return cond, chart.Weighted{Value: c, Weight: .1}
		}
		return filter(c)
	})},
	{Name: "that somebody owns", Pattern: "by S / S own|belong / own|belong S", Make: of1(byPerson)},
	{
		Name: "whose owner is", Pattern: "column S / whose|with column S +.1 / whose|with S column +.1", Weight: .1,
		Make: of2(func(f Field, c Cond) (string, any) {
			if f.Name != OwnerColumn {
				return "", nil
			}
			return byPerson(c)
		}),
	},
	{Name: "that a field leads to", Pattern: "field S", Weight: .2, Make: of2(func(f Field, c Cond) (string, any) {
		if !f.IsReference || c.Op != Scope || c.Entity.ID == "" {
			return "", nil
		}
		return filter(Cond{Op: Linked, Link: &Link{Field: f.Name, Entity: c.Entity}})
	})},
	{Name: "tied to an entity", Pattern: "tied S", Make: of1(func(c Cond) (string, any) {
		if c.Op != Scope {
			return "", nil
		}
		return filter(Cond{Op: Linked, Link: &Link{Entity: c.Entity}})
	})},
	{Name: "that an entity relates to", Pattern: "S rel", Make: of2(func(c Cond, r Relation) (string, any) {
		return filter(Cond{Op: Linked, Link: &Link{Relation: r, Reversed: true, Entity: c.Entity}})
	})},
	{Name: "before an entity", Pattern: "due? before S", Make: of1(beforeEntity)},
	{Name: "after an entity", Pattern: "due? after S / event since S +.1 / since S", Make: func(n parts) (string, any) {
		c, column := condOf(n[2]), "due"
		switch {
		case c.Op != Scope || c.Period == nil:
			return "", nil
		case n[3] != nil:
			column = word(n[3])
		case n[4] != nil:
			column = "main"
		}
		return filter(Cond{Op: Date, Name: column, Period: &times.Period{From: c.Period.To}})
	}},
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

func isOfPeople(c Cond) bool {
	switch c.Op {
	case Scope:
		return c.Entity.Kind == graph.KindRecord
	case Or:
		return !slices.ContainsFunc(c.Of, func(part Cond) bool { return !isOfPeople(part) })
	}
	return false
}

// beforeEntity returns the condition to be due before a named milestone is, or to block other
// work.
func beforeEntity(c Cond) (string, any) {
	if c.Op == Scope && c.Period == nil && c.Entity.Kind.IsWork() {
		return blocks(c)
	}
	if c.Op != Scope || c.Period == nil {
		return "", nil
	}
	return filter(Cond{Op: Date, Name: "due", Period: &times.Period{To: c.Period.From}})
}
