package memory

import (
	"maps"
	"slices"
	"strings"

	"dossier/graph"
)

// The share of removed and added entities or edges above which a graph is
// numbered again: a constant and one of so many. By eye: numbering takes about a
// microsecond for each entity, so an added one pays for eight.
const (
	renumberAfter = 16
	renumberShare = 8
)

// Apply returns the graph after further changes. It does not modify g. It takes
// time for what the changes affect, unless they, with those since the last
// numbering, are a large share of the graph.
func (g *Graph) Apply(c graph.Changes) *Graph {
	if g.base == nil || g.isMuch(c) {
		return g.renumbered(c)
	}
	next := *g
	next.Revision = c.Revision
	u := &update{
		Graph: &next, before: g, entities: edit(g.entities), edges: edit(g.edges), links: edit(g.links),
		changed: map[int32]bool{}, moved: map[int32]bool{}, touched: map[int32]bool{}, lost: map[int32]bool{}, gained: map[int32][]Link{},
	}
	if !u.applyEntities(entitiesByID.arranged(c.Entities)) {
		return g.renumbered(c)
	}
	changed := edgesByID.arranged(c.Edges)
	canonise(changed, next.Revision.ProjectID)
	u.applyEdges(changed)
	u.relink()
	u.derive()
	return &next
}

// isMuch reports whether the graph is to be numbered again.
func (c *content) isMuch(by graph.Changes) bool {
	entities := int(c.entities.length) - c.count + len(c.addedEntities) + len(by.Entities)
	edges := int(c.edges.length) - c.edgeCount + len(c.addedEdges) + len(by.Edges)
	return entities > renumberAfter+c.count/renumberShare || edges > renumberAfter+c.edgeCount/renumberShare
}

// An update is a graph that is being made from an earlier one.
type update struct {
	*Graph
	before   *Graph
	entities *pagedEdit[graph.Entity]
	edges    *pagedEdit[graph.Edge]
	links    *pagedEdit[[]Link]

	changed map[int32]bool   // the entities that were put or removed
	moved   map[int32]bool   // the entities that are new, gone, or scratch only before or after
	touched map[int32]bool   // the edges that may have changed or have other ends
	lost    map[int32]bool   // the entities that may have lost links
	gained  map[int32][]Link // the links to add, by entity
}

// applyEntities reports false if an entity cannot be numbered in the order of
// the base, because its kind changed.
func (u *update) applyEntities(changes []graph.Entity) bool {
	if len(changes) > 0 {
		u.addedEntities, u.types = slices.Clone(u.addedEntities), maps.Clone(u.types)
	}
	for _, e := range changes {
		id, kind := e.Self().ID, e.Self().Kind
		ord, known := u.slot(id)
		from, to := u.base.span(kind)
		switch {
		case e.Self().DeletedAt != nil:
			if known && u.at(ord) != nil && u.at(ord).Self().Kind == kind {
				u.put(ord, nil)
			}
		case !known:
			u.add(e)
		case ord < u.base.size() && (ord < from || ord >= to), u.at(ord) != nil && u.at(ord).Self().Kind != kind:
			return false
		default:
			u.put(ord, e)
		}
	}
	return true
}

// at returns the entity with an ordinal, nil for a removed one.
func (u *update) at(ord int32) graph.Entity { return *u.entities.at(ord) }

// slot returns the ordinal of an entity, also of a removed one that the base
// has.
func (u *update) slot(id string) (ord int32, known bool) {
	if ord, known = u.base.ordinals[id]; known {
		return ord, true
	}
	return u.Ordinal(id)
}

// add adds an entity that has no ordinal.
func (u *update) add(e graph.Entity) {
	at, _ := u.findAdded(e.Self().ID)
	ord := u.entities.push(nil)
	u.links.push(nil)
	u.put(ord, e)
	u.addedEntities = slices.Insert(u.addedEntities, at, ord)
}

// put sets or removes the entity with an ordinal.
func (u *update) put(ord int32, e graph.Entity) {
	old := u.at(ord)
	if old != nil {
		u.count--
		u.types[typeOfEntity(old)]--
	}
	if e != nil {
		u.count++
		u.types[typeOfEntity(e)]++
	} else if at, found := u.findAdded(old.Self().ID); found {
		u.addedEntities = slices.Delete(u.addedEntities, at, at+1)
	}
	if e != nil && ord < u.base.size() && (old == nil || graph.Or(old.Self().ExternalID, "") != graph.Or(e.Self().ExternalID, "")) {
		u.renamed = true
	}
	u.entities.set(ord, e)
	u.Graph.entities = u.entities.paged
	u.changed[ord] = true
	if old == nil || e == nil || old.Self().IsScratch() != e.Self().IsScratch() {
		u.moved[ord] = true
	}
}

// applyEdges applies changes of canonical edges.
func (u *update) applyEdges(changes []graph.Edge) {
	if len(changes) > 0 {
		u.addedEdges = slices.Clone(u.addedEdges)
	}
	for _, e := range changes {
		number, known := u.edgeNumber(e.ID)
		switch {
		case known && e.Deleted:
			u.removeEdge(number)
		case known:
			if u.edges.at(number).Deleted {
				u.edgeCount++
			}
			u.setEdge(number, e)
		case !e.Deleted:
			at := u.findAddedEdge(e.ID)
			number = u.edges.push(e)
			u.setEdge(number, e)
			u.addedEdges = slices.Insert(u.addedEdges, at, number)
			u.edgeCount++
		}
	}
}

func (u *update) setEdge(number int32, e graph.Edge) {
	u.edges.set(number, e)
	u.Graph.edges = u.edges.paged
	u.touched[number] = true
}

func (u *update) removeEdge(number int32) {
	e := u.edges.at(number)
	if e.Deleted {
		return
	}
	if number >= u.numbered {
		at := u.findAddedEdge(e.ID)
		u.addedEdges = slices.Delete(u.addedEdges, at, at+1)
	}
	u.edgeCount--
	u.setEdge(number, graph.Edge{ID: e.ID, Deleted: true})
}

// relink updates the links of the entities at the ends of edges that changed, or
// whose ends are new or gone.
func (u *update) relink() {
	u.touchEnds()
	for _, number := range slices.Sorted(maps.Keys(u.touched)) {
		if number < u.before.edges.length {
			if was := u.before.endsOf(u.before.EdgeAt(number)); was.src != none {
				u.lost[was.src], u.lost[was.dst] = true, true
			}
		}
		at := u.connect(u.edges.change(number))
		u.loosen(number, u.edges.at(number).Dangling)
		if at.src != none {
			u.gained[at.src] = append(u.gained[at.src], Link{at.dst, number, true})
			u.gained[at.dst] = append(u.gained[at.dst], Link{at.src, number, false})
		}
	}
	u.Graph.edges = u.edges.paged
	for ord := range u.lost {
		u.links.set(ord, u.linksOf(ord))
	}
	for ord := range u.gained {
		u.links.set(ord, u.linksOf(ord))
	}
	u.Graph.links = u.links.paged
}

// loosen sets whether an edge is dangling.
func (u *update) loosen(number int32, is bool) {
	if u.loose[number] == is {
		return
	}
	u.loose = maps.Clone(u.loose)
	if is {
		u.loose[number] = true
	} else {
		delete(u.loose, number)
	}
}

// touchEnds adds the edges of entities that are gone to touched, and the dangling
// edges of new entities.
func (u *update) touchEnds() {
	u.Graph.links = u.links.paged
	added := map[string]bool{}
	for ord := range u.moved {
		if e := u.at(ord); e != nil {
			added[e.Self().ID] = true
			continue
		}
		for _, link := range u.Links(ord) {
			u.touched[link.Edge] = true
		}
	}
	if len(added) == 0 {
		return
	}
	for number := range u.loose {
		if e := u.EdgeAt(number); added[e.Src.ID] || added[e.Dst.ID] {
			u.touched[number] = true
		}
	}
}

// linksOf returns the links of an entity: those of edges that are not touched,
// and those gained, by edge id.
func (u *update) linksOf(ord int32) []Link {
	var before []Link
	if ord < u.before.links.length {
		before = u.before.Links(ord)
	}
	gained := u.gained[ord]
	byID := func(a, b Link) int { return strings.Compare(u.EdgeAt(a.Edge).ID, u.EdgeAt(b.Edge).ID) }
	slices.SortFunc(gained, byID)
	links := make([]Link, 0, len(before)+len(gained))
	for _, link := range before {
		if u.touched[link.Edge] {
			continue
		}
		for len(gained) > 0 && byID(gained[0], link) < 0 {
			links, gained = append(links, gained[0]), gained[1:]
		}
		links = append(links, link)
	}
	return append(links, gained...)
}

// derive updates the derived values that are known, and leaves the others to be
// computed.
func (u *update) derive() {
	g, before := u.Graph, u.before
	if !maps.EqualFunc(g.types, before.types, func(a, b int) bool { return a > 0 == (b > 0) }) {
		g.typeWords, g.typeParts = onNeed(g.types.words), onNeed(g.types.parts)
	}
	g.labels, g.channels, g.prefixes = derive(g, findLabels), derive(g, findChannels), derive(g, findPrefixes)
	if u.changesRecords() {
		g.people, g.records = derive(g, findPeople), derive(g, findRecords)
	}
	if len(u.moved) > 0 {
		g.order = derive(g, findOrder)
	}
	less, more := u.around()
	all := maps.Clone(less)
	maps.Copy(all, more)
	u.deriveSurvey(all)
	if len(all) == 0 {
		g.memos = before.memos.updated(g.entities.length, u.changed)
		return
	}
	if before.roots.known() {
		g.roots = already(families{&g.content}.update(before.roots.get(), all))
	} else {
		g.roots = derive(g, findRoots)
	}
	u.deriveReachable(less, more, all)
}

// changesRecords reports whether a record was put or removed.
func (u *update) changesRecords() bool {
	for ord := range u.changed {
		if _, is := u.at(ord).(*graph.Record); is {
			return true
		}
		if ord < u.before.entities.length {
			if _, was := u.before.At(ord).(*graph.Record); was {
				return true
			}
		}
	}
	return false
}

// around returns the entities that may have fewer links to entities on paths
// than before, and those that may have more, including new and removed ones.
func (u *update) around() (less, more map[int32]bool) {
	less, more = u.lost, make(map[int32]bool, len(u.gained))
	for ord := range u.gained {
		more[ord] = true
	}
	for ord := range u.moved {
		side := more
		if e := u.at(ord); e == nil || e.Self().IsScratch() {
			side = less
		}
		side[ord] = true
		for _, link := range u.Links(ord) {
			side[link.Other] = true
		}
	}
	return less, more
}

// deriveReachable updates what depends on paths from the project. all has both
// less and more.
func (u *update) deriveReachable(less, more, all map[int32]bool) {
	g, before := u.Graph, u.before
	root, known := g.Ordinal(g.Revision.ProjectID)
	known = known && !u.moved[root]
	if !known || all[root] {
		g.direct, g.context = derive(g, findDirect), derive(g, findContext)
	}
	g.coverage = derive(g, findCoverage)
	if !known || !before.reachable.known() {
		g.reachable, g.memos = derive(g, findReachable), newMemos(g.entities.length)
		return
	}
	reached, flipped := updateReachable(g, before.reachable.get(), less, more)
	g.reachable, g.memos = already(reached), before.memos.updated(g.entities.length, u.changed, flipped)
	if before.coverage.known() {
		maps.Copy(all, flipped)
		g.coverage = already(u.updateCoverage(before.coverage.get(), all))
	}
}

// deriveSurvey updates the survey, given the entities that may have other links.
func (u *update) deriveSurvey(relinked map[int32]bool) {
	g, before := u.Graph, u.before
	root, known := g.Ordinal(g.Revision.ProjectID)
	if before.survey.known() && known && !u.moved[root] {
		g.survey = already(updateSurvey(g, before.survey.get(), relinked, u.changed))
	} else {
		g.survey = derive(g, findSurvey)
	}
}

// updateCoverage returns the coverage, given the earlier one and the entities
// that may count differently.
func (u *update) updateCoverage(earlier coverage, changed map[int32]bool) coverage {
	all := slices.Clone(earlier)
	for ord := range changed {
		if ord < u.before.entities.length && u.before.At(ord) != nil {
			all.add(u.before, ord, -1)
		}
		if u.at(ord) != nil {
			all.add(u.Graph, ord, 1)
		}
	}
	return all
}
