package filter

import (
	"slices"

	"dossier/graph"
	"dossier/graph/lists"
	"dossier/graph/memory"
)

func (m *Matcher) matchesLinks(e graph.Entity, f *lists.Filter) bool {
	for _, list := range []struct {
		kind graph.Kind
		ids  []string
	}{{graph.KindPlan, f.Plans}, {graph.KindGoal, f.Goals}, {graph.KindMilestone, f.Milestones}} {
		if list.ids != nil && !anyWith(m.inList(e, graph.SpecOf(list.kind).Plural), list.ids) {
			return false
		}
	}
	if f.Linked != nil && !f.Linked.Count.Has(m.CountLinked(e, f.Linked)) {
		return false
	}
	return !slices.ContainsFunc(f.Missing, func(missing lists.Missing) bool { return !m.lacks(e, missing) })
}

// CountLinked returns the number of entities that a condition on links matches.
func (m *Matcher) CountLinked(e graph.Entity, l *lists.LinkFilter) (count int) {
	for _, other := range m.Linked(e, graph.Links{Kinds: l.Targets(), Ways: l.Ways()}) {
		if graph.Allows(l.IDs, other.Self().ID) && (l.Where == nil || m.Matches(other, l.Where)) {
			count++
		}
	}
	return count
}

// anyWith reports whether some entity has one of the ids. A nil list has all.
func anyWith(list []graph.Entity, ids []string) bool {
	return slices.ContainsFunc(list, func(e graph.Entity) bool { return graph.Allows(ids, e.Self().ID) })
}

func (m *Matcher) matchesOwners(e graph.Entity, f *lists.Filter) bool {
	if f.Owners == nil && f.OwnerName == nil {
		return true
	}
	owners := m.Owners(e)
	has := func(is func(graph.Owner) bool) bool { return slices.ContainsFunc(owners, is) }
	return (f.Owners == nil || has(func(o graph.Owner) bool { return slices.Contains(f.Owners, o.ID) })) &&
		(f.OwnerName == nil || has(func(o graph.Owner) bool { return containsASCII(o.Name, *f.OwnerName) }))
}

// Linked returns the entities to which links lead from an entity, each once, in the
// order of the graph.
func (m *Matcher) Linked(e graph.Entity, links graph.Links) []graph.Entity {
	var ords []int32
	switch links.Via {
	case graph.ViaEdges:
		ords = m.joined(e, links)
	case graph.ViaProject:
		ords = m.every(links.Kinds, func(other graph.Entity) bool { return other.Self().ProjectID == e.Self().ID })
	case graph.ViaOwner:
		ords = m.every(links.Kinds, func(other graph.Entity) bool {
			return slices.ContainsFunc(m.Owners(other), func(o graph.Owner) bool { return o.ID == e.Self().ID })
		})
	}
	slices.SortFunc(ords, m.Graph.Compare)
	ords = slices.Compact(ords)
	list := make([]graph.Entity, len(ords))
	for i, ord := range ords {
		list[i] = m.Graph.At(ord)
	}
	return list
}

// joined returns the entities at the other ends of edges.
func (m *Matcher) joined(e graph.Entity, links graph.Links) (ords []int32) {
	ord, known := m.Graph.Ordinal(e.Self().ID)
	if !known {
		return nil
	}
	for _, link := range m.Graph.Links(ord) {
		way := graph.Way{Rel: m.Graph.EdgeAt(link.Edge).Rel, Out: link.Outgoing}
		if graph.Allows(links.Ways, way) && graph.Allows(links.Kinds, m.Graph.At(link.Other).Self().Kind) {
			ords = append(ords, link.Other)
		}
	}
	return ords
}

// every returns the entities of some kinds that are wanted.
func (m *Matcher) every(kinds []graph.Kind, wanted func(graph.Entity) bool) (ords []int32) {
	for ord, e := range m.Graph.Entities() {
		if graph.Allows(kinds, e.Self().Kind) && wanted(e) {
			ords = append(ords, ord)
		}
	}
	return ords
}

// inList returns the entities in a nested list of an entity, none if its kind lacks
// the list.
func (m *Matcher) inList(e graph.Entity, name string) []graph.Entity {
	if list := e.Self().Spec().NestedList(name); list != nil {
		return m.Linked(e, list.Links)
	}
	return nil
}

// lacks reports whether an entity lacks something that its kind may have.
func (m *Matcher) lacks(e graph.Entity, missing lists.Missing) bool {
	spec := e.Self().Spec()
	if missing == lists.MissingOwner {
		return len(m.Owners(e)) == 0
	}
	if field := lists.MissingField(spec, missing); field != nil {
		return field.Value(e) == nil
	}
	for _, list := range spec.Nested() {
		if list.Column() == string(missing) && list.Links.Via != graph.ViaOwner {
			return len(m.Linked(e, list.Links)) == 0
		}
	}
	return false
}

// OwnersIn returns all owners of a full entity: the one in its props or fields, then the
// people from whose records edges lead to it, by name.
func OwnersIn(g *memory.Graph, e graph.Entity) (owners []graph.Owner) {
	if name := graph.NamedOwner(e); name != "" {
		owners = append(owners, ownerNamed(g, name))
	}
	return appendPeople(owners, g, e)
}

// PeopleOf returns the people from whose records edges lead to an entity, by name.
func PeopleOf(g *memory.Graph, e graph.Entity) []graph.Owner { return appendPeople(nil, g, e) }

// ownerNamed returns the record with an id, or an owner without one.
func ownerNamed(g *memory.Graph, name string) graph.Owner {
	if record, ok := g.Entity(graph.ID(name)).(*graph.Record); ok {
		return graph.Owner{ID: record.ID, Name: record.Name}
	}
	return graph.Owner{Name: name}
}

// appendPeople appends the people from whose records edges lead to an entity, each once.
func appendPeople(owners []graph.Owner, g *memory.Graph, e graph.Entity) []graph.Owner {
	ord, known := g.Ordinal(e.Self().ID)
	if !known {
		return owners
	}
	var people []graph.Owner
	for _, link := range g.Links(ord) {
		record, ok := g.At(link.Other).(*graph.Record)
		if ok && !link.Outgoing && graph.IsPerson(record) {
			people = append(people, graph.Owner{ID: record.ID, Name: record.Name})
		}
	}
	slices.SortFunc(people, compareOwners)
	for _, person := range people {
		if !slices.Contains(owners, person) {
			owners = append(owners, person)
		}
	}
	return owners
}
