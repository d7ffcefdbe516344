package answer

import (
	"maps"
	"slices"

	"dossier/graph"
	"dossier/graph/ask"
	"dossier/graph/memory"
)

// A reference is a field of a record that has the id of an entity of its project or the
// name of a person, as one of the ends sees it.
type reference struct {
	field, other string // the name of the field, the id at the other end
	isOwn        bool   // the field is of this end
}

// references are the references from and to the entities of a graph, by id.
type references map[string][]reference

// referencesOf returns the references of the records of a graph.
func referencesOf(g *memory.Graph) references {
	found := references{}
	for _, e := range g.OfKind(graph.KindRecord) {
		record := e.(*graph.Record)
		for name, value := range record.Fields.Object() {
			for _, named := range graph.RefsIn(value) {
				id := graph.ID(named)
				if g.Entity(id) == nil {
					person := g.Person(named)
					if person == nil {
						continue
					}
					id = person.Self().ID
				}
				if id == record.ID {
					continue
				}
				found[record.ID] = append(found[record.ID], reference{name, id, true})
				found[id] = append(found[id], reference{name, record.ID, false})
			}
		}
	}
	return found
}

// MayFollowFields reports whether a query is of records of a type, or has conditions on links that their fields
// may make.
func MayFollowFields(q *ask.Query) (may bool) {
	q.Where.Each(func(c ask.Cond) ask.Cond {
		link := linkOf(&c, q)
		may = may || link != nil && (mayBeField(link, q) || link.To != nil && MayFollowFields(link.To))
		return c
	})
	return may || q.RecordType != "" || slices.ContainsFunc(q.And, func(other ask.Query) bool { return MayFollowFields(&other) })
}

// Resolved returns a query in which conditions on links that fields of records make have
// the ids of the entities that meet them, and words for dates are the fields of records.
// Filters of lists follow edges, and no fields.
func (e *Evaluator) Resolved(q ask.Query) ask.Query {
	q = e.withOwnDates(q)
	q.Where = q.Where.Each(func(c ask.Cond) ask.Cond { return e.resolved(c, &q) })
	q.And = slices.Clone(q.And)
	for i := range q.And {
		q.And[i] = e.Resolved(q.And[i])
	}
	return q
}

// resolved returns a condition on the entities of a list with the ids of those that meet
// it, if it is on links and some of these may be fields.
func (e *Evaluator) resolved(c ask.Cond, q *ask.Query) ask.Cond {
	link := linkOf(&c, q)
	if link == nil {
		return c
	}
	if link.To != nil {
		to := e.Resolved(*link.To)
		link.To = &to
		if c.Op == ask.Linked {
			c.Link = link
		}
	}
	if !mayBeField(link, q) {
		return c
	}
	f := Filter(&ask.Query{Kind: q.Kind, Where: c}, q.Kind, e.graphs, e.now)
	ids, isField := []string{}, false
	for _, g := range e.graphs {
		wanted := e.wanted(g, link)
		owned := e.ownedBy(g, q, link, wanted)
		for _, entity := range g.OfKind(q.Kind) {
			if record, is := entity.(*graph.Record); is && q.RecordType != "" && record.RecordType != q.RecordType {
				continue
			}
			id := entity.Self().ID
			count := max(owned[id], e.countOwners(g, entity, link, wanted), countReferences(e.references(g)[id], link.Field, wanted))
			isField = isField || count > 0
			if countRange(link.Count).Has(count) || link.Field == "" && owned[id] == 0 && e.filter[g].Matches(entity, &f) {
				ids = append(ids, id)
			}
		}
	}
	if !isField && link.Field == "" {
		return c
	}
	c.IDs = ids
	return c
}

// ownedBy returns how many of the wanted entities of a graph each person owns, by id, if a
// list is of people, and not by a field: none for other lists.
func (e *Evaluator) ownedBy(g *memory.Graph, q *ask.Query, link *ask.Link, wanted map[string]bool) map[string]int {
	counts := map[string]int{}
	if q.RecordType == graph.PersonType && link.To != nil && link.Field == "" {
		e.countOwned(g, wanted, counts)
	}
	return counts
}

// countOwners returns how many of the wanted entities, if these are people and are asked for
// not by a field, own an entity.
func (e *Evaluator) countOwners(g *memory.Graph, entity graph.Entity, link *ask.Link, wanted map[string]bool) (count int) {
	if link.To == nil || link.To.RecordType != graph.PersonType || link.Field != "" {
		return 0
	}
	for _, owner := range e.filter[g].Owners(entity) {
		if wanted[owner.ID] {
			count++
		}
	}
	return count
}

// countOwned adds to counts how many of the wanted entities of a graph each person owns, by
// id: owners may be in properties rather than edges.
func (e *Evaluator) countOwned(g *memory.Graph, wanted map[string]bool, counts map[string]int) {
	for id := range wanted {
		for _, owner := range e.filter[g].Owners(g.Entity(id)) {
			counts[owner.ID]++
		}
	}
}

// linkOf returns the links that a condition on the entities of a list is on, nil for none:
// records of an entity may have it in a field.
func linkOf(c *ask.Cond, q *ask.Query) *ask.Link {
	switch {
	case c.Op == ask.Linked:
		link := *c.Link
		return &link
	case c.Op == ask.Scope && q.Kind == graph.KindRecord && c.Entity.ID != "" && c.Entity.Kind != graph.KindProject:
		return &ask.Link{Entity: c.Entity}
	}
	return nil
}

// mayBeField reports whether fields of records may make links between entities of a list
// and others. A relation of the tables of words is one of edges.
func mayBeField(l *ask.Link, q *ask.Query) bool {
	_, isRelation := ask.Relations[l.Relation]
	return q.Kind != "" && !isRelation && (q.Kind == graph.KindRecord || l.OtherKind() == graph.KindRecord)
}

// wanted returns which entities of a graph a link may lead to, by id.
func (e *Evaluator) wanted(g *memory.Graph, l *ask.Link) map[string]bool {
	ids := map[string]bool{}
	if l.Entity != nil {
		ids[l.Entity.ID] = true
	}
	if l.To == nil {
		return ids
	}
	f := Filter(l.To, l.To.Kind, e.graphs, e.now)
	for _, other := range g.OfKind(l.To.Kind) {
		if e.filter[g].Matches(other, &f) {
			ids[other.Self().ID] = true
		}
	}
	return ids
}

// countReferences returns the number of wanted entities that references join, by a field
// or, if that is "", by any.
func countReferences(list []reference, field string, wanted map[string]bool) int {
	seen := map[string]bool{}
	for _, r := range list {
		if wanted[r.other] && (field == "" || r.isOwn && r.field == field) {
			seen[r.other] = true
		}
	}
	return len(seen)
}

// countReferred returns the number of entities of a list that fields of records join to a
// member.
func (e *Evaluator) countReferred(m Member, q *ask.Query) int {
	link := &ask.Link{To: q}
	if !mayBeField(link, &ask.Query{Kind: m.Entity.Self().Kind}) {
		return 0
	}
	if e.counted[q] == nil {
		e.counted[q] = map[string]bool{}
		for _, g := range e.graphs {
			maps.Copy(e.counted[q], e.wanted(g, link))
		}
	}
	id := m.Entity.Self().ID
	count := countReferences(e.references(m.Graph)[id], "", e.counted[q])
	if graph.IsPerson(m.Entity) {
		return max(count, e.ownedIn(q)[id])
	}
	return count
}

// ownedIn returns how many entities of a list that is counted each person owns, by id.
func (e *Evaluator) ownedIn(q *ask.Query) map[string]int {
	if e.owning[q] == nil {
		e.owning[q] = map[string]int{}
		for _, g := range e.graphs {
			e.countOwned(g, e.wanted(g, &ask.Link{To: q}), e.owning[q])
		}
	}
	return e.owning[q]
}

// referredNames returns the names of what a field of a member leads to, or of the records of
// a type that fields join to it; nil if by is neither, or there are none.
func (e *Evaluator) referredNames(m Member, by string) (names []string) {
	id := m.Entity.Self().ID
	for _, r := range e.references(m.Graph)[id] {
		other := m.Graph.Entity(r.other)
		record, is := other.(*graph.Record)
		isOfType := is && record.RecordType == ask.TypeOf(by)
		if label := other.Self().Label; (r.isOwn && r.field == by || isOfType) && !slices.Contains(names, label) {
			names = append(names, label)
		}
	}
	slices.Sort(names)
	return names
}

// references returns the references of a graph, which it finds at the first use.
func (e *Evaluator) references(g *memory.Graph) references {
	if e.referred[g] == nil {
		e.referred[g] = referencesOf(g)
	}
	return e.referred[g]
}
