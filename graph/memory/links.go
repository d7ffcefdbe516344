package memory

import (
	"cmp"
	"maps"
	"slices"
	"sync"

	"dossier/graph"
)

// The sizes of a group of linked entities.
const (
	DefaultLinks = 3   // default number of entities of each kind
	MaxLinks     = 500 // maximum number of entities of each kind
)

// A LinkQuery selects links. A nil or empty part matches all.
type LinkQuery struct {
	Kinds     []graph.Kind     // of the entity at the other end
	Relations []graph.Relation // in their canonical form
	Direction *graph.Direction // as seen from the entity whose links are listed
	First     int              // the size of groups, [DefaultLinks] if 0
}

// LinkedEntities are the entities that live edges link to an entity, without
// the project and scratch documents.
type LinkedEntities struct {
	Source graph.Entity // the entity whose links are listed

	graph   *Graph
	ord     int32 // -1 of an entity that was deleted
	query   LinkQuery
	shown   func(id string) string // returns ids as displayed; nil for those of the graph
	entries func() []*LinkedEntity // all that the query selects, computed once if they are needed
}

// NoLinks returns the links of an entity that was deleted from a graph.
func NoLinks(g *Graph, source graph.Entity) *LinkedEntities {
	none := func() []*LinkedEntity { return nil }
	return &LinkedEntities{Source: source, graph: g, ord: -1, query: LinkQuery{First: DefaultLinks}, entries: none}
}

// A LinkedGroup has the linked entities of a kind: first those with active
// states, then the newest, then by id.
type LinkedGroup struct {
	Kind  graph.Kind      // of all items
	Total int             // including those that are not in Items
	Items []*LinkedEntity // at most as many as the query asks for
}

// A LinkedEntity is an entity at the other end of an edge. If there are several
// edges between the two, the LinkedEdge is the first with a containment
// relation, otherwise the one whose relation is first in [graph.Relations].
type LinkedEntity struct {
	Entity graph.Entity
	LinkedEdge
	Others            []LinkedEdge // the other edges between the two
	IsContextDocument bool         // it is the project's context document

	active bool
}

// A LinkedEdge is an edge as seen from the entity whose links are listed.
type LinkedEdge struct {
	Relation  graph.Relation  // in its canonical form
	Label     string          // the relation in words, as seen from the entity
	Direction graph.Direction // as seen from the entity
	EdgeID    string          // of the stored edge
}

// LinkedEntities returns the entities that are linked to the one with an id.
// The error is NOT_FOUND for an unknown id, and names firstPerKind if that is
// out of range.
func (g *Graph) LinkedEntities(id string, query LinkQuery) (*LinkedEntities, error) {
	ord, known := g.Ordinal(id)
	if !known {
		return nil, graph.NotFound("entity", id)
	}
	query.First = cmp.Or(query.First, DefaultLinks)
	if err := graph.CheckRange("firstPerKind", query.First, 1, MaxLinks); err != nil {
		return nil, err
	}
	return &LinkedEntities{
		Source: g.At(ord), graph: g, ord: ord, query: query,
		entries: sync.OnceValue(func() []*LinkedEntity { return g.linked(ord, query.selecting(g)) }),
	}, nil
}

// selecting returns a function that reports whether a query selects a link of a graph.
func (q LinkQuery) selecting(g *Graph) func(Link) bool {
	return func(link Link) bool {
		direction := link.Direction()
		return graph.Allows(q.Kinds, g.At(link.Other).Self().Kind) &&
			graph.Allows(q.Relations, g.EdgeAt(link.Edge).Rel) &&
			(q.Direction == nil || *q.Direction == direction)
	}
}

// LinkCount returns the number of entities in [Graph.LinkedEntities] of an id,
// 0 if it is unknown.
func (g *Graph) LinkCount(id string) int {
	links, err := g.LinkedEntities(id, LinkQuery{})
	if err != nil {
		return 0
	}
	return links.Total()
}

// LinksInRole returns the links to the entities in the role, in the order of linked
// entities. It never returns nil.
func (g *Graph) LinksInRole(id string, role graph.Role) []LinkedEntity {
	ord, known := g.Ordinal(id)
	if !known {
		return []LinkedEntity{}
	}
	linked := g.linked(ord, func(link Link) bool { return g.Takes(role, link) })
	links := make([]LinkedEntity, len(linked))
	for i, one := range linked {
		links[i] = *one
	}
	return links
}

// Direction returns the direction of the edge, as seen from the entity whose
// link this is.
func (l Link) Direction() graph.Direction {
	if l.Outgoing {
		return graph.Outgoing
	}
	return graph.Incoming
}

// linked returns the entities of the wanted links, each once, ordered by kind
// and then as in groups. It is never nil.
func (g *Graph) linked(ord int32, wanted func(Link) bool) []*LinkedEntity {
	edges := map[int32][]LinkedEdge{}
	for _, link := range g.Links(ord) {
		other := g.At(link.Other).Self()
		if other.Kind == graph.KindProject || other.IsScratch() || !wanted(link) {
			continue
		}
		edge, direction := g.EdgeAt(link.Edge), link.Direction()
		edges[link.Other] = append(edges[link.Other], LinkedEdge{edge.Rel, edge.Label(direction), direction, edge.ID})
	}
	context := g.ContextDocument()
	entries := make([]*LinkedEntity, 0, len(edges))
	for other, list := range edges {
		slices.SortFunc(list, compareLinkedEdges)
		entity := g.At(other)
		entries = append(entries, &LinkedEntity{
			Entity: entity, LinkedEdge: list[0], Others: list[1:],
			IsContextDocument: context != nil && entity.Self().ID == context.ID,
			active:            entity.Self().IsActive(),
		})
	}
	slices.SortFunc(entries, compareLinked)
	return entries
}

// compareLinkedEdges orders containment first, then by the order of relations.
func compareLinkedEdges(a, b LinkedEdge) int {
	return cmp.Or(
		one(b.Relation.IsContainment())-one(a.Relation.IsContainment()),
		cmp.Compare(a.Relation.Rank(), b.Relation.Rank()),
		cmp.Compare(b.Direction, a.Direction), // outgoing first
		cmp.Compare(a.EdgeID, b.EdgeID),
	)
}

func compareLinked(a, b *LinkedEntity) int {
	x, y := a.Entity.Self(), b.Entity.Self()
	if x.Kind != y.Kind {
		return cmp.Compare(x.Kind.Rank(), y.Kind.Rank())
	}
	return cmp.Or(
		one(b.active)-one(a.active),
		y.CreatedAt.Compare(x.CreatedAt),
		cmp.Compare(x.ID, y.ID),
	)
}

// Groups returns the linked entities by kind, without empty groups. A group has
// first entities after the offset; a nil first is the size of the query. The
// other arguments restrict the selection of the query further.
func (l *LinkedEntities) Groups(
	kinds []graph.Kind, relations []graph.Relation, direction *graph.Direction, first, offset *int,
) ([]*LinkedGroup, error) {
	size, skip := l.query.First, graph.Or(offset, 0)
	if first != nil {
		size = *first
	}
	if err := graph.CheckRange("first", size, 1, MaxLinks); err != nil {
		return nil, err
	}
	if skip < 0 {
		return nil, graph.BadInput("offset", "%d is out of range; expected 0 or more", skip)
	}
	groups := grouped(l.narrowed(LinkQuery{Kinds: kinds, Relations: relations, Direction: direction}))
	for _, group := range groups {
		group.Items = group.Items[min(skip, group.Total):min(skip+size, group.Total)]
	}
	return groups, nil
}

func (l *LinkedEntities) narrowed(query LinkQuery) []*LinkedEntity {
	if l.ord < 0 || query.Kinds == nil && query.Relations == nil && query.Direction == nil {
		return l.entries()
	}
	outer, inner := l.query.selecting(l.graph), query.selecting(l.graph)
	return l.graph.linked(l.ord, func(link Link) bool { return outer(link) && inner(link) })
}

// grouped returns ordered entries as groups with all their entities.
func grouped(entries []*LinkedEntity) []*LinkedGroup {
	groups := []*LinkedGroup{}
	for from := 0; from < len(entries); {
		kind, to := entries[from].Entity.Self().Kind, from
		for to < len(entries) && entries[to].Entity.Self().Kind == kind {
			to++
		}
		groups = append(groups, &LinkedGroup{Kind: kind, Total: to - from, Items: entries[from:to]})
		from = to
	}
	return groups
}

// All returns all linked entities by kind, without empty groups.
func (l *LinkedEntities) All() []*LinkedGroup { return grouped(l.entries()) }

// Counts returns the numbers of linked entities by kind.
func (l *LinkedEntities) Counts() []graph.KindCount {
	counts := []graph.KindCount{}
	for _, group := range grouped(l.entries()) {
		counts = append(counts, graph.KindCount{Kind: group.Kind, Count: group.Total})
	}
	return counts
}

// Total returns the number of linked entities.
func (l *LinkedEntities) Total() int { return len(l.entries()) }

// Truncated reports whether a group of the size of the query lacks entities.
func (l *LinkedEntities) Truncated() bool {
	return slices.ContainsFunc(grouped(l.entries()), func(group *LinkedGroup) bool { return group.Total > l.query.First })
}

// A LinkedRelation has the numbers of entities that are linked by a relation in
// one direction, by kind.
type LinkedRelation struct {
	Label  string            // the relation in words, in its direction
	Counts []graph.KindCount // by kind, in the order of [graph.Kinds]
}

// Relations returns the numbers of links by relation and direction, in the
// order of [graph.Relations], outgoing first. An entity counts for each of its edges.
func (l *LinkedEntities) Relations() []LinkedRelation {
	type key struct {
		relation  graph.Relation
		direction graph.Direction
		label     string
	}
	counts := map[key][]graph.KindCount{}
	count := func(edge LinkedEdge, kind graph.Kind) {
		at := key{edge.Relation, edge.Direction, edge.Label}
		list := counts[at]
		if n := len(list); n > 0 && list[n-1].Kind == kind {
			list[n-1].Count++
			return
		}
		counts[at] = append(list, graph.KindCount{Kind: kind, Count: 1})
	}
	for _, entry := range l.entries() {
		kind := entry.Entity.Self().Kind
		count(entry.LinkedEdge, kind)
		for _, other := range entry.Others {
			count(other, kind)
		}
	}
	keys := slices.SortedFunc(maps.Keys(counts), func(a, b key) int {
		return cmp.Or(cmp.Compare(a.relation.Rank(), b.relation.Rank()), cmp.Compare(a.relation, b.relation),
			cmp.Compare(b.direction, a.direction), cmp.Compare(a.label, b.label))
	})
	relations := make([]LinkedRelation, len(keys))
	for i, at := range keys {
		relations[i] = LinkedRelation{at.label, counts[at]}
	}
	return relations
}

// ShortID returns the id of an entity of the source's project as displayed.
func (l *LinkedEntities) ShortID(id string) string {
	if l.shown != nil {
		return l.shown(id)
	}
	return ShownID([]*Graph{l.graph}, id, nil)
}

// ShownBy returns the links with the ids that a function returns as displayed.
func (l *LinkedEntities) ShownBy(shortID func(id string) string) *LinkedEntities {
	copied := *l
	copied.shown = shortID
	return &copied
}
