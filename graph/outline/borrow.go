package outline

import (
	"maps"
	"slices"

	"dossier/graph"
	"dossier/graph/outline/parts"
)

// borrowing are the relations of work to a milestone or goal whose parts are
// those of the milestone or goal, if it has none of its own.
var borrowing = []graph.Relation{"targets_milestone", graph.RelSupportsGoal}

// maxLenders is the maximum number of entities whose parts a topic borrows, by
// eye: it limits the cost.
const maxLenders = 40

// borrow adds parts of the kinds that the question names, and the topic lacks,
// from the work towards the topic: the risks for a milestone are those of the
// plans that target it.
func (d *describing) borrow(t *Topic) {
	lacks := map[graph.Kind]bool{}
	for kind, isNoun := range d.intent.Named {
		has := func(g parts.Group) bool { return g.Kind == kind && !g.Related }
		lacks[kind] = isNoun && kind != t.Entity.Self().Kind && !kind.IsShared() && !slices.ContainsFunc(t.Groups, has)
	}
	seen := parts.IDs(t.Groups)
	seen[t.Entity.Self().ID] = true
	lent := map[graph.Kind][]parts.Member{}
	for _, lender := range t.lenders() {
		lendable := slices.DeleteFunc(parts.Of(t.Graph, lender), func(g parts.Group) bool { return g.Related || !lacks[g.Kind] })
		for _, group := range lendable {
			unseen := slices.DeleteFunc(group.Members, func(m parts.Member) bool { return seen[m.Entity.Self().ID] })
			maps.Copy(seen, parts.IDs([]parts.Group{{Members: unseen}}))
			if len(unseen) > 0 {
				lent[group.Kind] = append(lent[group.Kind], unseen...)
			}
		}
	}
	t.Groups = parts.WithGroups(t.Groups, lent, false)
}

// lenders returns the entities that work towards a topic.
func (t *Topic) lenders() (list []graph.Entity) {
	ord, known := t.Graph.Ordinal(t.Entity.Self().ID)
	if !known {
		return nil
	}
	for _, link := range t.Graph.Links(ord) {
		rel := t.Graph.EdgeAt(link.Edge).Rel
		if link.Direction() == graph.Incoming && slices.Contains(borrowing, rel) && len(list) < maxLenders {
			list = append(list, t.Graph.At(link.Other))
		}
	}
	return list
}
