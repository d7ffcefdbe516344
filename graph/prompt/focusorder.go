package prompt

import (
	"cmp"
	"math"
	"slices"

	"dossier/graph"
	"dossier/graph/memory"
)

// order sorts the linked entities by the places of their kinds and relations.
// Among equals, lists take turns, so that many tasks leave room for the risks of
// a plan: in the first turn, each list has one entity, and in the others the
// square root of its length. By eye, on plans of three graphs.
func (o *overview) order() {
	places := placesOf(o.options.Ranked)
	byNeed := func(a, b *memory.LinkedEntity) int {
		return cmp.Or(o.byUrgency(a.Entity, b.Entity), cmp.Compare(places(a.Entity), places(b.Entity)))
	}
	slices.SortStableFunc(o.linked, func(a, b *memory.LinkedEntity) int {
		return cmp.Or(o.byPlace(a, b), byNeed(a, b))
	})
	lists := map[string][]*memory.LinkedEntity{}
	for _, linked := range o.linked {
		label := o.label(linked)
		lists[label] = append(lists[label], linked)
	}
	turns := make(map[*memory.LinkedEntity]int, len(o.linked))
	for _, list := range lists {
		for i, linked := range list {
			turns[linked] = int(math.Ceil(float64(i) / math.Sqrt(float64(len(list)))))
		}
	}
	slices.SortStableFunc(o.linked, func(a, b *memory.LinkedEntity) int {
		return cmp.Or(o.byPlace(a, b), cmp.Compare(turns[a], turns[b]), cmp.Compare(o.place(a), o.place(b)), byNeed(a, b))
	})
}

// byPlace compares the places of kinds and of relations up to [afterFirst], and
// whether what the entity waits for is done.
func (o *overview) byPlace(a, b *memory.LinkedEntity) int {
	return cmp.Or(
		cmp.Compare(o.options.kindPlace(a.Entity.Self().Kind), o.options.kindPlace(b.Entity.Self().Kind)),
		cmp.Compare(min(o.place(a), afterFirst), min(o.place(b), afterFirst)), cmp.Compare(o.isOver(a), o.isOver(b)))
}

// byUrgency compares entities by whether they are done, except documents, whose
// texts count as much when they are published, and by their need for attention.
// The classic ranking has neither.
func (o *overview) byUrgency(a, b graph.Entity) int {
	if o.options.Classic {
		return 0
	}
	isDone := func(e graph.Entity) int {
		if c := e.Self(); c.Kind != graph.KindDocument && c.IsOver() {
			return 1
		}
		return 0
	}
	return cmp.Or(isDone(a)-isDone(b), graph.Score(b, o.options.Now)-graph.Score(a, o.options.Now))
}

// placesOf returns a function that returns the index of an entity in ids, or
// len(ids) if the entity is not in ids.
func placesOf(ids []string) func(graph.Entity) int {
	places := make(map[string]int, len(ids))
	for i, id := range ids {
		places[id] = i
	}
	return func(e graph.Entity) int {
		if at, known := places[e.Self().ID]; known {
			return at
		}
		return len(ids)
	}
}

// waitsFor are the relations from an entity to what it waits for, which readers
// look for first.
var waitsFor = []graph.Relation{graph.RelBlocks, graph.RelDependsOn, graph.RelRequires}

// The order of linked entities by relation: relations with weight in the lens,
// what the entity waits for, people, other relations, and vague relations.
const (
	ofLens = iota
	waitedFor
	someone
	afterFirst
	vaguely
)

// place returns the place of a linked entity in this order.
func (o *overview) place(linked *memory.LinkedEntity) int {
	relation := linked.Relation
	switch {
	case o.options.Relations[relation] > 1 && !relation.Vague():
		return ofLens
	case slices.Contains(waitsFor, relation):
		return waitedFor
	case graph.IsPerson(linked.Entity):
		return someone
	case relation.Vague():
		return vaguely
	}
	return afterFirst
}

// isOver returns 1 if the entity waits for linked and linked is done, else 0.
func (o *overview) isOver(linked *memory.LinkedEntity) int {
	c := linked.Entity.Self()
	if o.place(linked) == waitedFor && c.IsOver() {
		return 1
	}
	return 0
}
