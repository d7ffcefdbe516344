package ask

import (
	"slices"

	"dossier/graph/ask/chart"
)

// waits make conditions of what must happen before something else can.
var waits = []chart.Rule{
	{Name: "cannot go on", Pattern: "cannot start|started|proceed|event", Weight: .5, Make: always(Cond{Op: Blocked})},
	{Name: "nobody can go on", Pattern: "nobody|nothing can start|proceed", Weight: .5, Make: always(Cond{Op: Blocked})},
	{Name: "does not go on", Pattern: "not proceed", Weight: .3, Make: always(Cond{Op: Blocked})},
	{Name: "can go on", Pattern: "can start|proceed", Weight: .3, Make: goesOn(1)},
	{Name: "somebody can go on", Pattern: "can somebody start|proceed", Weight: .4, Make: goesOn(2)},
	{Name: "that somebody can go on", Pattern: "somebody can start|proceed", Weight: .4, Make: goesOn(2)},
	{Name: "can go on today", Pattern: "can start day", Weight: .5, Make: readyToday(2)},
	{Name: "somebody can go on today", Pattern: "can somebody start day", Weight: .6, Make: readyToday(3)},
	{Name: "ready today", Pattern: "is day", Weight: .1, Make: func(n parts) (string, any) {
		if word(n[0]) != Ready {
			return "", nil
		}
		return readyToday(1)(n)
	}},
	{Name: "cannot go on until an entity is done", Pattern: "F tillthen|oncethen S F", Weight: .5, Make: func(n parts) (string, any) {
		if !isEndOfWait(condOf(n[3])) {
			return "", nil
		}
		return waitsFor(condOf(n[0]), condOf(n[2]))
	}},
	{Name: "cannot go on before an entity", Pattern: "F tillthen|oncethen S", Weight: .4, Make: func(n parts) (string, any) {
		return waitsFor(condOf(n[0]), condOf(n[2]))
	}},
	{Name: "until an entity is done", Pattern: "tillthen S F", Weight: .1, Make: func(n parts) (string, any) {
		if word(n[0]) != "until" || !isEndOfWait(condOf(n[2])) {
			return "", nil
		}
		return dependsOn(condOf(n[1]))
	}},
	{Name: "waits for the end of an entity", Pattern: "rel S F", Weight: .3, Make: waitsForEnd},
	{Name: "waits for the end of an entity first", Pattern: "rel S F first", Weight: .4, Make: waitsForEnd},
	{Name: "waits for an entity first", Pattern: "rel S first", Weight: .2, Make: func(n parts) (string, any) {
		if !relationOf(n[0]).isWaiting() {
			return "", nil
		}
		return dependsOn(condOf(n[1]))
	}},
	{Name: "what must be before an entity begins", Pattern: "before S start|started|proceed|is|event", Weight: .3, Make: beforeWork(1, 2)},
	{Name: "before work on an entity", Pattern: "before start|started|proceed|is|event S", Weight: .3, Make: beforeWork(2, 1)},
	{Name: "before somebody can work on an entity", Pattern: "before can S", Weight: .3, Make: beforeWork(2, none)},
	{Name: "before an entity can", Pattern: "before S can start|started|proceed|event", Weight: .4, Make: beforeWork(1, none)},
	{Name: "before work on an entity can begin", Pattern: "before can start|started|proceed|event S", Weight: .4, Make: beforeWork(3, none)},
	{Name: "comes first, before an entity", Pattern: "first F", Weight: .1, Make: func(n parts) (string, any) {
		if c := condOf(n[1]); c.Op == Linked && c.Link.Relation == "blocks" && c.Link.Entity != nil {
			return filter(c)
		}
		return "", nil
	}},
	{Name: "holds an entity up", Pattern: "holding S upward", Weight: .3, Make: func(n parts) (string, any) { return blocks(condOf(n[1])) }},
	{
		Name: "keeps an entity from going on", Pattern: "holding S of|since start|started|proceed|event", Weight: .4,
		Make: func(n parts) (string, any) { return blocks(condOf(n[1])) },
	},
	{Name: "in the way of what is named before", Pattern: "S inway", Weight: .3, Make: func(n parts) (string, any) {
		return blocks(condOf(n[0]))
	}},
	{Name: "what is in the way of what is named before", Pattern: "S any inway", Weight: .4, Make: func(n parts) (string, any) {
		typ, c := blocks(condOf(n[0]))
		if typ == "" {
			return "", nil
		}
		return listed(Query{}.with(c.(Cond)))
	}},
	{Name: "with any of a relation", Pattern: "with some? relnoun", Make: of1(relatedToAny)},
	{Name: "noun of a relation of an entity", Pattern: "relnoun of S", Weight: .1, Make: nounOf(0, 2)},
	{Name: "an entity's noun of a relation", Pattern: "S relnoun", Weight: .1, Make: nounOf(1, 0)},
}

// none is the place of a part that a pattern does not have.
const none = -1

// goesOn makes the condition to be ready of a word that says that work begins or goes ahead,
// from its place. What can go, or happen, need not be ready.
func goesOn(at int) maker {
	return func(n parts) (string, any) {
		if n[at].Type == "proceed" && word(n[at]) == "" {
			return "", nil
		}
		return filter(Cond{Op: Ready})
	}
}

// readyToday makes the condition to be ready, if a day is today, from its place.
func readyToday(at int) maker {
	return func(n parts) (string, any) {
		if word(n[at]) != "0" {
			return "", nil
		}
		return filter(Cond{Op: Ready})
	}
}

// isEndOfWait reports whether a condition is that something is done, or is to be done.
func isEndOfWait(c Cond) bool {
	return c.Op == Done || c.Op == Open || c.Op == State && isOfDone(c)
}

// waitsFor returns the condition of what is blocked until an entity is done.
func waitsFor(c, entity Cond) (string, any) {
	if c.Op != Blocked {
		return "", nil
	}
	return dependsOn(entity)
}

func waitsForEnd(n parts) (string, any) {
	if !relationOf(n[0]).isWaiting() || !isEndOfWait(condOf(n[2])) {
		return "", nil
	}
	return dependsOn(condOf(n[1]))
}

func dependsOn(entity Cond) (string, any) { return tiedTo(entity, "depends") }
func blocks(entity Cond) (string, any)    { return tiedTo(entity, "blocks") }

// tiedTo returns the condition to have a relation to an entity other than a person.
func tiedTo(c Cond, relation Relation) (string, any) {
	if c.Op != Scope || isOfPeople(c) {
		return "", nil
	}
	return filter(Cond{Op: Linked, Link: &Link{Relation: relation, Entity: c.Entity}})
}

// beforeWork makes the condition of what must be before work on an entity begins or ends,
// from the places of the entity and of the word for that.
func beforeWork(entity, how int) maker {
	return func(n parts) (string, any) {
		if how != none && n[how].Type == "is" && !slices.Contains([]string{Ready, Done}, word(n[how])) {
			return "", nil
		}
		return beforeEntity(condOf(n[entity]))
	}
}

// nounOf makes the list of what an entity has a relation to, from the places of the noun of
// the relation and the entity.
func nounOf(noun, entity int) maker {
	return func(n parts) (string, any) {
		c := condOf(n[entity])
		if c.Op != Scope || isOfPeople(c) {
			return "", nil
		}
		return listed(Query{}.with(Cond{Op: Linked, Link: &Link{Relation: relationOf(n[noun]), Reversed: true, Entity: c.Entity}}))
	}
}
