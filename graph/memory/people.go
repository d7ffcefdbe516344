package memory

import (
	"slices"
	"strings"

	"dossier/graph"
)

// Person returns the person of the project that a name in props means: by the id
// or an external id of a record, its name, or a short form such as a handle. It
// returns nil for none, and for a name of several people the first by id.
func (g *Graph) Person(name string) graph.Entity {
	if e := g.Entity(graph.ID(name)); e != nil && graph.IsPerson(e) {
		return e
	}
	if ord, known := g.people.get()[callKey(name)]; known {
		return g.At(ord)
	}
	return nil
}

// CallsPerson reports whether a name is that of a person of the project in one of the
// forms of [Graph.Person], or a word of it, such as a given name.
func (g *Graph) CallsPerson(name string) bool {
	key := callKey(name)
	people := g.people.get()
	if _, known := people[key]; known {
		return true
	}
	for known := range people { // in any order
		if slices.Contains(strings.Fields(known), key) {
			return true
		}
	}
	return false
}

// findPeople returns the people by the keys of their names.
func findPeople(g *Graph) map[string]int32 {
	people := map[string]int32{}
	for _, e := range g.OfKind(graph.KindRecord) {
		if !graph.IsPerson(e) {
			continue
		}
		ord, _ := g.Ordinal(e.Self().ID)
		for _, name := range e.(*graph.Record).Names() {
			key := callKey(name)
			if first, known := people[key]; !known || e.Self().ID < g.At(first).Self().ID {
				people[key] = ord
			}
		}
	}
	return people
}

// callKey returns a name in the form in which names are compared. Case and an @
// before a handle do not count.
func callKey(name string) string { return strings.ToLower(strings.TrimPrefix(name, "@")) }
