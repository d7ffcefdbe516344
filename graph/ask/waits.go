package ask

import (
	"slices"

	"dossier/graph/ask/chart"
)

// waits make conditions of what must happen before something else can.
var waits = []chart.Rule{
	{
		Name: "cannot go on", Weight: .5, Make: always(Cond{Op: Blocked}),
		Pattern: "cannot start|started|proceed|event / nobody|nothing can start|proceed / not proceed -.2",
	},
	{Name: "can go on", Pattern: "can somebody? start|proceed / somebody can start|proceed +.1", Weight: .3, Make: goesOn},
	{Name: "can go on today", Pattern: "can somebody? start day / is day -.4", Weight: .5, Make: func(n parts) (string, any) {
		if is := n[4]; is != nil && word(is) != Ready || word(n[3]) != "0" {
			return "", nil
		}
		return filter(Cond{Op: Ready})
	}},
	{Name: "cannot go on until an entity is there", Pattern: "F tillthen|oncethen S F?", Weight: .4, Make: func(n parts) (string, any) {
		if n[3] != nil && !isEndOfWait(condOf(n[3])) {
			return "", nil
		}
		return waitsFor(condOf(n[0]), condOf(n[2]))
	}},
	{Name: "until an entity is done", Pattern: "tillthen S F", Weight: .1, Make: func(n parts) (string, any) {
		if word(n[0]) != "until" || !isEndOfWait(condOf(n[2])) {
			return "", nil
		}
		return dependsOn(condOf(n[1]))
	}},
	{Name: "waits for the end of an entity", Pattern: "rel S F first?", Weight: .3, Make: waitsForEnd},
	{Name: "waits for an entity first", Pattern: "rel S first", Weight: .2, Make: func(n parts) (string, any) {
		if !relationOf(n[0]).isWaiting() {
			return "", nil
		}
		return dependsOn(condOf(n[1]))
	}},
	{
		Name: "before work on an entity", Weight: .3, Make: beforeWork,
		Pattern: "before S start|started|proceed|is|event / before start|started|proceed|is|event S / before can S / " +
			"before S can start|started|proceed|event +.1 / before can start|started|proceed|event S +.1",
	},
	{Name: "comes first, before an entity", Pattern: "first F", Weight: .1, Make: func(n parts) (string, any) {
		if c := condOf(n[1]); c.Op == Linked && c.Link.Relation == "blocks" && c.Link.Entity != nil {
			return filter(c)
		}
		return "", nil
	}},
	{
		Name: "holds an entity up", Weight: .3, Make: func(n parts) (string, any) { return blocks(condOf(n[1])) },
		Pattern: "holding S upward / holding S of|since start|started|proceed|event +.1 / S inway",
	},
	{Name: "what is in the way of what is named before", Pattern: "S any inway", Weight: .4, Make: func(n parts) (string, any) {
		typ, c := blocks(condOf(n[0]))
		if typ == "" {
			return "", nil
		}
		return listed(Query{}.with(c.(Cond)))
	}},
	{Name: "with any of a relation", Pattern: "with some? relnoun", Make: of1(relatedToAny)},
	{Name: "noun of a relation of an entity", Pattern: "relnoun of S / S relnoun", Weight: .1, Make: nounOf},
}

// goesOn makes the condition to be ready of a word that says that work begins or goes ahead.
// What can go, or happen, need not be ready.
func goesOn(n parts) (string, any) {
	if n[2].Type == "proceed" && word(n[2]) == "" {
		return "", nil
	}
	return filter(Cond{Op: Ready})
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

// beforeWork makes the condition of what must be before work on an entity begins or ends.
func beforeWork(n parts) (string, any) {
	if how := n[2]; how != nil && how.Type == "is" && !slices.Contains([]string{Ready, Done}, word(how)) {
		return "", nil
	}
	return beforeEntity(condOf(n[1]))
}

// nounOf makes the list of what an entity has a relation to, from the noun of the relation.
func nounOf(n parts) (string, any) {
	c := condOf(n[2])
	if c.Op != Scope || isOfPeople(c) {
		return "", nil
	}
	return listed(Query{}.with(Cond{Op: Linked, Link: &Link{Relation: relationOf(n[0]), Reversed: true, Entity: c.Entity}}))
}
