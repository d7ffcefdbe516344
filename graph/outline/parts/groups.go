// Package parts lists what belongs to an entity: its parts and neighbours by
// kind, what the fields of records refer to, and what props say that a person owns.
package parts

import (
	"cmp"
	"slices"

	"dossier/graph"
	"dossier/graph/memory"
)

// Group has the entities of a kind that belong to a topic or a list.
type Group struct {
	Kind graph.Kind // of all members
	// Value is what the members of a divided list have in common, "" in others.
	Value string
	// Title is the heading of a group of a list.
	Title string
	// Related reports whether Members are neighbours of the topic, not parts.
	Related bool
	Members []Member // in order of rendering
	// Matches reports whether the label of a member has a word of the question
	// which neither names the topic nor only asks. Meant reports whether the
	// dictionary relates such a word to a noun for Kind.
	Matches, Meant bool
	// Listed reports whether Members are documents that are listed as other parts
	// are.
	Listed bool
}

// Member is an entity of a group.
type Member struct {
	Graph  *memory.Graph // the project of the entity
	Entity graph.Entity
	// Relation is the label of a neighbour's edge to the topic: "depends on".
	Relation string
	// Edges are the ids of the edges on the path from the topic, nil for a member
	// of a list.
	Edges []string
	// Shown are the fields of a record, or the properties of another entity, by which
	// the question chooses.
	Shown []string
}

// Of returns the parts and neighbours of an entity by kind: first the
// related neighbours, then the facts about the entity, then its other parts.
// The members of each group are in the order of [byNeed].
func Of(g *memory.Graph, e graph.Entity) []Group {
	ord, known := g.Ordinal(e.Self().ID)
	if !known {
		return nil
	}
	m := &gathering{graph: g, root: ord, kind: e.Self().Kind, seen: map[int32]bool{ord: true}, parts: map[graph.Kind][]Member{}}
	m.gather()
	var list []Group
	for _, kind := range kindOrder {
		if members := m.related[kind]; len(members) > 0 {
			list = append(list, Group{Kind: kind, Related: true, Members: byNeed(members)})
		}
	}
	for _, kind := range kindOrder {
		if members := m.parts[kind]; len(members) > 0 {
			list = append(list, Group{Kind: kind, Members: byNeed(members)})
		}
	}
	return list
}

// kindOrder is the order of groups. It begins with those that say in a few
// words who, how far and when.
var kindOrder = func() []graph.Kind {
	order := []graph.Kind{graph.KindRecord, graph.KindOutput, graph.KindTask, graph.KindMilestone}
	for _, spec := range graph.Kinds {
		if !slices.Contains(order, spec.Kind) {
			order = append(order, spec.Kind)
		}
	}
	return order
}()

// IsFact reports whether a group is a fact about its topic. Facts are rendered
// before the topic's other parts.
func (g *Group) IsFact() bool {
	return g.Related && !g.Listed || !g.Related && slices.Index(kindOrder, g.Kind) < slices.Index(kindOrder, graph.KindProject)
}

// IsOther reports whether a group has parts that are neither facts nor texts to
// quote.
func (g *Group) IsOther() bool {
	return !g.IsFact() && g.Kind != graph.KindSignal && (g.Kind != graph.KindDocument || g.Listed)
}

// FewMembers is the maximum number of members of a group that precede further
// sections if a label has a word of the question. By eye.
const FewMembers = 15

// WithMember returns groups with a part, unless they have it.
func WithMember(groups []Group, m Member) []Group {
	c := m.Entity.Self()
	has := func(g Group) bool {
		return slices.ContainsFunc(g.Members, func(other Member) bool { return other.Entity.Self().ID == c.ID })
	}
	if c.Kind == graph.KindProject || c.IsScratch() || slices.ContainsFunc(groups, has) {
		return groups
	}
	for i := range groups {
		if g := &groups[i]; g.Kind == c.Kind && !g.Related {
			g.Members = byID(append(g.Members, m))
			return groups
		}
	}
	return WithGroups(groups, map[graph.Kind][]Member{c.Kind: {m}}, false)
}

// WithGroups returns groups with further ones of the given members, in order.
func WithGroups(groups []Group, members map[graph.Kind][]Member, related bool) []Group {
	for kind, list := range members {
		groups = append(groups, Group{Kind: kind, Related: related, Members: byID(list)})
	}
	slices.SortStableFunc(groups, func(a, b Group) int { return cmp.Compare(a.place(), b.place()) })
	return groups
}

// IDs returns the ids of the members of groups.
func IDs(groups []Group) map[string]bool {
	ids := map[string]bool{}
	for _, g := range groups {
		for _, m := range g.Members {
			ids[m.Entity.Self().ID] = true
		}
	}
	return ids
}

// place returns the position of a group: related ones first, then by kind.
func (g *Group) place() int {
	place := slices.Index(kindOrder, g.Kind)
	if !g.Related {
		place += len(kindOrder)
	}
	return place
}
